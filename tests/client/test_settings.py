"""Settings: what beats what, what is said of a wrong one, and how a person's file is written."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui_client.settings import BadSettings, Settings, read_settings, write_settings
from cardtui_client.settings.values import shows_utf8
from tests.support.nights import few_examples


def settings(path: Path, text: str | None = None, **env: str) -> Settings:
    if text is not None:
        path.write_text(text, encoding="utf-8")
    return read_settings({"CARDTUI_CONFIG": str(path), **env})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_without_a_file_the_defaults_hold(path: Path) -> None:
    loaded = settings(path)
    assert loaded == Settings(path=path)
    assert loaded.name == ""
    assert loaded.confirm


def test_what_the_environment_lends_is_not_kept(path: Path) -> None:
    path.write_text('name = "Ana"\n')
    lent = settings(path, CARDTUI_NAME="Eva", CARDTUI_DATA="/elsewhere", CARDTUI_THEME="light")
    lent.bell = False
    lent.theme = "high-contrast"
    write_settings(lent)
    kept = settings(path)
    assert (kept.name, kept.data, kept.bell, kept.theme) == ("Ana", "", False, "high-contrast")


def test_the_environment_beats_the_file_which_beats_the_default(path: Path) -> None:
    loaded = settings(
        path,
        'name = "Ana"\ntheme = "light"\nbell = false',
        CARDTUI_NAME="Eva",
        CARDTUI_CONFIRM="no",
    )
    assert (loaded.name, loaded.theme, loaded.bell, loaded.confirm) == (
        "Eva",
        "light",
        False,
        False,
    )


def test_who_wants_no_colour_gets_the_theme_without_hue_for_this_run(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('theme = "light"\n', encoding="utf-8")
    assert settings(path, NO_COLOR="").theme == "light"
    assert settings(path, NO_COLOR="1", CARDTUI_THEME="high-contrast").theme == "high-contrast"
    plain = settings(path, NO_COLOR="1")
    assert plain.theme == "mono"
    plain.bell = False
    write_settings(plain)
    assert settings(path).theme == "light"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('name = "Ana"\ntheme = "pink"', ":2: theme takes one of dark, light"),
        ("\n\nbell = 1", ":3: bell takes true or false"),
        ("name = 3", ":1: name takes a text in quotes"),
        ('nmae = "Ana"', ":1: there is no setting “nmae”. Did you mean “name”?"),
        ("zzz = 1", ":1: there is no setting “zzz”; choose from name, "),
        ("[keys]\na = 1", ":1: there is no setting “keys”"),
        ("[limits]\ntables = true", ":1: limits is a table of numbers"),
        ("limits = 3", ":1: limits is a table of numbers"),
        (
            'name = "Ana"\n[evening]\nhours = 4',
            ":2: each evening begins with a line “[[evening]]”",
        ),
        ('\nevening = "Friday 20:00"', ":2: each evening begins with a line “[[evening]]”"),
        ("name = ", ":1: this is not TOML (Invalid value)."),
        ("name = " + "9" * 5000, ":1: this is not TOML (Exceeds the limit"),
        ("name = " + "[" * 5000, ":1: this is not TOML (maximum recursion depth"),
        (
            'name = "Ana"\ntheme = pink',
            ":2: this is not TOML (Invalid value). Mend that line, or move the file away.",
        ),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(path: Path, text: str, said: str) -> None:
    with pytest.raises(BadSettings) as error:
        settings(path, text)
    assert str(error.value).startswith(str(path))
    assert said in str(error.value)


def test_each_evening_is_read_with_its_line(path: Path) -> None:
    first = '[[evening]]\nname = "Truco"\n'
    read = settings(path, f'name = "Ana"\n{first}\n [[ evening ]]\nname = "Cacho"\n').evenings
    assert read == [(f"{path}:2", {"name": "Truco"}), (f"{path}:5", {"name": "Cacho"})]
    inline = settings(path, '\nevening = [{name = "Truco"}]').evenings
    assert inline == [(f"{path}:2", {"name": "Truco"})]


def test_a_wrong_variable_is_named(path: Path) -> None:
    with pytest.raises(BadSettings, match="CARDTUI_BELL: bell takes true or false"):
        settings(path, CARDTUI_BELL="perhaps")


def test_a_file_that_is_no_text_is_said(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSettings, match="cannot be read"):
        settings(path)


def test_saving_keeps_comments_keys_and_what_is_not_changed(path: Path) -> None:
    loaded = settings(path, '# mine\nname = "Ana" # me\ntheme = "light"\n\n[limits]\ntables = 3\n')
    assert loaded.limits == {"tables": 3}
    loaded.theme = "dark"
    loaded.bell = False
    write_settings(loaded)
    text = path.read_text(encoding="utf-8")
    assert "# mine" in text
    assert 'name = "Ana" # me' in text
    again = settings(path)
    assert (again.theme, again.bell, again.limits) == ("dark", False, {"tables": 3})


def test_whatever_the_form_of_a_file_only_the_changed_values_in_it_change(path: Path) -> None:
    loaded = settings(
        path,
        """\
# Night shift.
  bell=true   # not now

theme = 'light'
# theme = "dark" is too dark
name = \"\"\"\\
  Ana\"\"\"
data = '''/elsewhere'''


# A small machine:
[limits]
"tables" = 3 # and no more
""",
    )
    assert loaded.name == "Ana"
    loaded.name = "Eva"
    loaded.bell = False
    write_settings(loaded)
    assert (
        path.read_text(encoding="utf-8")
        == """\
# Night shift.
  bell=false   # not now

theme = 'light'
# theme = "dark" is too dark
name = "Eva"
data = '''/elsewhere'''


# A small machine:
[limits]
"tables" = 3 # and no more
"""
    )


def test_a_setting_takes_the_place_of_the_comment_that_offers_it(path: Path) -> None:
    loaded = settings(path, '# first\r\n# theme = "dark"\r\n# last\r\n')
    loaded.theme = "light"
    write_settings(loaded)
    assert path.read_bytes() == b'# first\r\ntheme = "light"\r\n# last\r\n'


def test_a_setting_that_no_comment_offers_stands_before_the_limits(path: Path) -> None:
    loaded = settings(path, "[limits]\ntables = 3\n")
    loaded.bell = False
    write_settings(loaded)
    again = settings(path)
    assert (again.bell, again.limits) == (False, {"tables": 3})


@pytest.mark.parametrize("broken", [b"name = ", b"\xff\xfe\x00"])
def test_a_file_that_has_been_broken_meanwhile_is_left_to_be_edited_by_hand(
    path: Path, broken: bytes
) -> None:
    loaded = settings(path, 'name = "Ana"\n')
    loaded.name = "Eva"
    path.write_bytes(broken)
    with pytest.raises(OSError, match="by hand"):
        write_settings(loaded)
    assert path.read_bytes() == broken


def test_a_first_save_makes_the_folder_and_a_file_that_explains_itself(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "config.toml"
    loaded = settings(path)
    loaded.name = "Ana"
    write_settings(loaded)
    text = path.read_text(encoding="utf-8")
    assert tomllib.loads(text) == {"name": "Ana"}
    lines = text.splitlines()
    assert "# Your name" in lines[lines.index('name = "Ana"') - 1]
    assert '# theme = "dark"' in lines
    again = settings(path)
    again.theme = "light"
    write_settings(again)
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {"name": "Ana", "theme": "light"}
    assert len(path.read_text(encoding="utf-8").splitlines()) == len(lines)


@pytest.mark.slow
@few_examples()
@given(name=st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_any_name_is_kept_as_it_is(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.mktemp("config") / "config.toml"
    loaded = settings(path)
    loaded.name = name
    write_settings(loaded)
    assert settings(path).name == name


def test_the_language_is_the_chosen_one_or_the_locales(path: Path) -> None:
    assert settings(path).language_tag({"LANG": "es_AR.UTF-8"}) == "es_AR"
    assert settings(path, 'language = "pt_BR"').language_tag({"LANG": "es"}) == "pt_BR"


def test_the_data_folder_can_be_chosen(path: Path, tmp_path: Path) -> None:
    assert settings(path, CARDTUI_DATA=str(tmp_path)).data_folder() == tmp_path
    assert settings(path).data_folder().name == "cardtui"


@pytest.mark.parametrize(
    ("env", "shown"),
    [
        ({"LANG": "pt_BR.UTF-8"}, True),
        ({"LANG": "es_AR.utf8"}, True),
        ({"LANG": "ca_ES.UTF-8@valencia"}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({"LC_CTYPE": "UTF-8"}, True),  # so macOS says it
        ({}, True),  # a container: nobody has said anything
        ({"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}, True),
        ({"LC_ALL": "C"}, False),
        ({"LANG": "POSIX"}, False),
        ({"LANG": "pt_BR"}, False),
        ({"LANG": "pt_BR.ISO-8859-1"}, False),
        ({"LANG": "pt_PT@euro"}, False),
        ({"LANG": "pt_BR.UTF-8", "LC_CTYPE": "C"}, False),
        ({"LC_ALL": "C.UTF-8", "LC_CTYPE": "C", "LANG": "C"}, True),
        ({"LANG": "pt_BR.UTF-8", "PYTHONIOENCODING": "ascii"}, False),
        ({"LC_ALL": "C", "PYTHONIOENCODING": "utf-8:replace"}, True),
        ({"LC_ALL": "C", "PYTHONIOENCODING": ":replace"}, False),
    ],
    ids=str,
)
def test_what_a_terminal_shows_is_told_by_the_environments_own_words(
    env: dict[str, str], *, shown: bool
) -> None:
    assert shows_utf8(env) is shown


@pytest.mark.parametrize(
    ("style", "locale", "codes", "letters_alone"),
    [
        ("auto", "C", True, True),
        ("ascii", "C", True, True),
        ("unicode", "C", False, False),
        ("auto", "C.UTF-8", False, False),
        ("ascii", "C.UTF-8", True, False),
    ],
)
def test_cards_are_codes_where_the_terminal_shows_no_more_unless_pictures_were_chosen(
    monkeypatch: pytest.MonkeyPatch, style: str, locale: str, *, codes: bool, letters_alone: bool
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    chosen = Settings(card_style=style)
    assert (chosen.card_codes, chosen.letters_alone) == (codes, letters_alone)


def test_a_byte_order_mark_is_no_fault_and_settings_are_saved_all_the_same(path: Path) -> None:
    path.write_bytes(b'\xef\xbb\xbfname = "Ana"\n')
    path.with_name("keys.toml").write_bytes(b'\xef\xbb\xbf"verb.truco" = "y"\n')
    loaded = read_settings({"CARDTUI_CONFIG": str(path)})
    assert (loaded.name, loaded.keys) == ("Ana", {"verb.truco": "y"})
    loaded.bell = False
    write_settings(loaded)
    again = read_settings({"CARDTUI_CONFIG": str(path)})
    assert (again.name, again.bell) == ("Ana", False)


def test_a_linked_file_stays_a_link(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text('# mine\nname = "Ana"\n')
    path.symlink_to(real)
    loaded = read_settings({"CARDTUI_CONFIG": str(path)})
    loaded.bell = False
    write_settings(loaded)
    assert path.is_symlink()
    assert real.read_text() == '# mine\nname = "Ana"\nbell = false\n'


def test_an_account_without_a_home_has_no_settings_file_and_needs_a_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def homeless(_name: str) -> Path:
        raise RuntimeError

    monkeypatch.setattr("cardtui_client.settings.values.user_config_path", homeless)
    monkeypatch.setattr("cardtui_client.settings.values.user_data_path", homeless)
    loaded = read_settings({})
    assert loaded.path is None
    with pytest.raises(BadSettings, match="--data"):
        loaded.data_folder()
    with pytest.raises(OSError, match="--config"):
        write_settings(loaded)
    assert read_settings({"CARDTUI_DATA": str(tmp_path)}).data_folder() == tmp_path


def test_a_relative_variable_of_the_system_is_ignored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, "relative")
    loaded = read_settings({})
    assert loaded.path is not None
    assert loaded.path.is_relative_to(tmp_path)
    assert loaded.data_folder().is_relative_to(tmp_path)
