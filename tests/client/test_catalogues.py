"""The catalogues: complete, in step with the sources, and with every place filled."""

import ast
import os
import re
from gettext import GNUTranslations
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cardtui_client import catalogues, i18n
from cardtui_engine.library.registry import game_ids
from cardtui_engine.library.scenarios.parse import parse
from cardtui_engine.library.scenarios.run import run
from cardtui_engine.refusals import Code, IllegalAction
from tools import messages

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def template() -> Catalog:
    return messages.extract()


def test_there_is_a_catalogue_for_every_language_but_the_sources_own() -> None:
    assert set(messages.LANGUAGES) == set(i18n.LANGUAGES[1:])
    assert i18n.LANGUAGES[0] == "en"


@pytest.mark.slow
@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_a_catalogue_says_everything_and_nothing_else(language: str, template: Catalog) -> None:
    assert list(messages.faults(messages.read(language), template)) == []


def words(compiled: bytes) -> dict[Any, str]:
    # The one door to all of them.
    found: dict[Any, str] = vars(GNUTranslations(BytesIO(compiled)))["_catalog"]
    return found


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_compiled_words_are_those_that_babel_reads(language: str) -> None:
    text = messages.po_path(language).read_text(encoding="utf-8")
    expected = BytesIO()
    write_mo(expected, read_po(StringIO(text)))
    made, wanted = words(catalogues.compiled(text)), words(expected.getvalue())
    for each in made, wanted:  # which Babel wrote it is no word of ours
        each[""] = re.sub("Generated-By: .*\n", "", each[""])
    assert made == wanted


def test_words_that_are_written_anew_are_compiled_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE_FOLDER", tmp_path)
    written = tmp_path / "es_AR" / "LC_MESSAGES" / "cardtui.po"
    written.parent.mkdir(parents=True)
    made = written.with_suffix(".mo")
    for said, second in (("uno", 1), ("dos", 3)):
        written.write_text(f'msgid "one"\nmsgstr "{said}"\n')
        os.utime(written, (second, second))
        catalogues.bring_up_to_date("es_AR")
        assert words(made.read_bytes()) == {"one": said}
        os.utime(made, (second + 1, second + 1))
    catalogues.bring_up_to_date("es_AR")
    assert made.stat().st_mtime == 4  # nothing was written since
    assert sorted(each.name for each in written.parent.iterdir()) == ["cardtui.mo", "cardtui.po"]


def test_a_language_without_written_words_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE_FOLDER", tmp_path)
    catalogues.bring_up_to_date("en")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_extraction_finds_the_words_of_every_part(template: Catalog) -> None:
    found = {str(message.id) for message in template}
    assert "The connection was lost." in found
    assert "Nothing goes on top of falta envido: say quiero or no quiero." in found
    assert "Points are added after the hand, or as soon as they are won." in found
    assert "You have no seat at this table: sit down first." in found


@pytest.mark.slow
def test_no_message_stands_in_an_f_string_where_only_some_pythons_let_it_be_found() -> None:
    within = re.compile(rf"\{{[^{{}}]*\b(?:{'|'.join(messages.KEYWORDS)})\(")
    hidden = [
        f"{file.relative_to(messages.ROOT)}:{node.lineno}"
        for folder in ("client", "engine", "server")
        for file in (messages.ROOT / folder).rglob("*.py")
        if within.search(source := file.read_text(encoding="utf-8"))
        for text in ast.walk(ast.parse(source))
        if isinstance(text, ast.JoinedStr)
        for node in ast.walk(text)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in messages.KEYWORDS
        and isinstance(node.args[0], ast.Constant)
    ]
    assert hidden == []


def faulty(text: str, *, fuzzy: bool = False) -> list[str]:
    template, catalogue = Catalog(), Catalog(locale="es_AR")
    template.add("{n} points for {side}")
    catalogue.add("{n} points for {side}", text, flags=["fuzzy"] if fuzzy else [])
    return [fault.partition(":")[0] for fault in messages.faults(catalogue, template)]


def test_faults_of_a_catalogue_are_found() -> None:
    assert faulty("{n} puntos para {side}") == []
    assert faulty("") == ["not translated"]
    assert faulty("{n} puntos para {bando}") == ["places ['bando', 'n'] instead of ['n', 'side']"]
    assert faulty("{n} puntos para {side}", fuzzy=True) == ["fuzzy"]
    for text in ("{n} d'água: {side}", "{n} of {side}'s", "{n} of the bots' side, {side}"):
        assert faulty(text) == ["' in a word, for ’"]
    for text in ("{n} {side}: 'python bot.py'", "{n} '{side}' d’água"):
        assert faulty(text) == []
    template = Catalog()
    template.add("new")
    old = Catalog(locale="es_AR")
    old.add("old", "viejo")
    assert [fault.partition(":")[0] for fault in messages.faults(old, template)] == [
        "missing",
        "not in the sources any more",
    ]


@pytest.mark.slow
def test_every_refusal_that_the_scenarios_meet_can_be_translated(
    template: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: set[str] = set()
    build = IllegalAction.__init__

    def note(self: IllegalAction, code: Code, sentence: str, /, *rest: Any, **args: Any) -> None:
        met.add(sentence)
        build(self, code, sentence, *rest, **args)

    monkeypatch.setattr(IllegalAction, "__init__", note)
    for game in game_ids():
        for file in (messages.ROOT / "tests" / "conformance" / game).glob("*.json"):
            for scenario in parse(file.read_text(encoding="utf-8")):
                run(scenario)
    assert len(met) > 20
    assert met <= {str(message.id) for message in template}


@pytest.mark.parametrize(("tag", "told"), [("en", "−0.5"), ("es_AR", "−0,5"), ("pt_BR", "−0,5")])
def test_numbers_are_written_as_the_language_does(tag: str, told: str) -> None:
    i18n.set_language(tag)
    assert i18n.decimal(-0.5) == told
