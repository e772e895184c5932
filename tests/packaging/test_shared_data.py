"""Manual pages, completion and documents as a wheel carries them: complete, fit to be read."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import click
import pytest

from cardtui_client.catalogues import LOCALE_FOLDER, compiled
from cardtui_client.commands.main import cli, documents, run
from cardtui_client.i18n import LANGUAGES
from hatch_build import ROOTS, MadeFiles
from tools.manual import pages
from tools.shared_data import COMPLETION_PLACES, shared_data

ROOT = Path(__file__).parents[2]
PAGES = pages("1.2.3")


def test_every_command_has_a_page_and_the_page_of_cardtui_lists_it() -> None:
    for name in cli.list_commands(click.Context(cli)):
        assert f"cardtui-{name}.1" in PAGES
        assert rf"\fBcardtui\-{name}\fR(1)" in PAGES["cardtui.1"]
    assert "cardtui-config-edit.1" in PAGES
    groups = re.findall(r"^\.SS (.*)\n\.TP\n\\fBcardtui\\-(\w+)", PAGES["cardtui.1"], re.MULTILINE)
    begin = [("Play", "play"), ("With others", "host"), ("Look back", "results")]
    assert groups == [*begin, ("Tools", "config")]


def test_a_page_tells_its_options_examples_and_exit_codes() -> None:
    play, main = PAGES["cardtui-play.1"], PAGES["cardtui.1"]
    assert play.startswith('.TH CARDTUI-PLAY 1 "" "cardtui 1.2.3" ')
    assert "\n.TP\n\\fB\\-\\-seats\\fR \\fINUMBER\\fR\nThe number of seats." in play
    assert "\n.SH EXAMPLES\n.nf\ncardtui play\n" in play
    assert "\n.SH EXIT STATUS\nExit codes: 0 success; " in main
    assert r"\fB\-h\fR, \fB\-\-help\fR" in play


@pytest.mark.parametrize("name", PAGES)
def test_no_text_of_a_page_can_be_taken_for_a_request(name: str) -> None:
    for line in PAGES[name].splitlines():
        assert line.isprintable(), line
        assert re.match(r"\.(TH|SH|SS|TP|PP|nf|fi)\b|[^.']", line), line
        # Of what begins with a backslash roff is told only these.
        assert re.sub(r"\\(f[BIR]|\(aq|\(ti|\(ga|\(ha|[-e&])", "", line).count("\\") == 0, line


@pytest.mark.parametrize("shell", COMPLETION_PLACES)
def test_a_completion_script_is_the_one_that_the_command_prints(
    capfd: pytest.CaptureFixture[str], shell: str
) -> None:
    capfd.readouterr()
    assert run(["completion", shell]) == 0
    assert capfd.readouterr().out == shared_data("1.2.3")[COMPLETION_PLACES[shell]]


def test_an_installation_has_the_documents_and_help_says_where(tmp_path: Path) -> None:
    for at, text in shared_data("1.2.3").items():
        (tmp_path / at).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / at).write_text(text, encoding="utf-8")
    told = documents(str(tmp_path / "lib/python3.11/site-packages/cardtui_client/main.py"))
    place = tmp_path / "share/doc/cardtui/docs"
    assert told == str(place)
    for page in (ROOT / "docs").rglob("*.md"):
        copy = place / page.relative_to(ROOT / "docs")
        assert copy.read_text(encoding="utf-8") == page.read_text(encoding="utf-8")
    # What the newcomer's page and those below it lead to is there, but for what takes a checkout.
    for page in place.parent.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", page.read_text(encoding="utf-8")):
            there = (page.parent / unquote(target)).exists()
            assert there or re.match(r"(\.\./)+(tests|bench|proto)/", target), (page, target)


def test_help_names_the_documents_of_a_checkout_and_none_where_there_are_none(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert documents(str(tmp_path / "cardtui_client" / "main.py")) is None
    assert run(["--help"]) == 0
    assert capfd.readouterr().out.endswith(f"\n  Documents: {ROOT / 'docs'}\n")


@pytest.mark.slow
def test_a_build_needs_nothing_heavy_to_make_them() -> None:
    code = """
import sys
from tools.shared_data import shared_data
shared_data("1")
print(*sys.modules, sep="\\n")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = {name.partition(".")[0] for name in done.stdout.splitlines()}
    assert "click" in loaded
    heavy = {"grpc", "google", "platformdirs", "rich", "structlog", "textual", "tomlkit"}
    assert not loaded & heavy


@pytest.mark.nightly
def test_a_build_has_its_source_in_an_environment_where_that_is_installed_as_editable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # As pip has it while it builds: what such an environment adds to the path is taken out of it.
    sources = [str(ROOT / each) for each in ROOTS]
    hides = f"import sys\nsys.path = [each for each in sys.path if each not in {sources}]\n"
    (tmp_path / "sitecustomize.py").write_text(hides, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    hook = object.__new__(MadeFiles)
    monkeypatch.setattr(MadeFiles, "root", str(ROOT))
    hook._run("tools.shared_data", "1.2.3", str(tmp_path / "data"))
    written = tmp_path / "data" / "share" / "man" / "man1" / "cardtui.1"
    assert written.read_text(encoding="utf-8") == PAGES["cardtui.1"]


@pytest.mark.slow
def test_a_build_compiles_the_words_of_every_language(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(MadeFiles, "root", str(ROOT))
    object.__new__(MadeFiles)._run("tools.compiled_words", str(tmp_path))
    assert {
        path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*.mo")
    } == {
        f"{language}/LC_MESSAGES/cardtui.mo": compiled(
            (LOCALE_FOLDER / language / "LC_MESSAGES" / "cardtui.po").read_text(encoding="utf-8")
        )
        for language in LANGUAGES[1:]
    }
