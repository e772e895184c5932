"""`cardtui learn --signals`: both ways, again what was wrong, and it ends once all is known."""

import io
from random import Random

import pytest

from cardtui_client.faces.truco_argentino.verbs import SIGNALS
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.model.quick_talk import GESTURES, gesture_name
from cardtui_lessons.drill import Asked, Drill, answer_words, drill_in_lines, question_words
from tests.cli.conftest import Cardtui

ALL = len(SIGNALS)


def right(asked: Asked) -> int:
    """Return the number of the right answer, from 1."""
    return asked.answers.index(asked.gesture) + 1


def answers(seed: int, wrong: int = 0) -> list[str]:
    """Return what to type from the first question to the last, the first ones wrong."""
    drill = Drill(Random(seed))
    typed: list[str] = []
    while (asked := drill.asked) is not None:
        number = right(asked) if len(typed) >= wrong else right(asked) % ALL + 1
        typed.append(f"{number}\n")
        drill.answer(asked.answers[number - 1])
    return typed


def test_it_asks_for_every_meaning_and_then_for_every_gesture() -> None:
    drill = Drill(Random(1))
    found: list[Asked] = []
    while (asked := drill.asked) is not None:
        found.append(asked)
        assert set(asked.answers) == set(SIGNALS)
        assert drill.answer(asked.gesture)
    assert [each.reads for each in found] == [True] * ALL + [False] * ALL
    assert {each.gesture for each in found[:ALL]} == {each.gesture for each in found[ALL:]}
    assert [each.answers for each in found[ALL:]] == [tuple(GESTURES)] * ALL
    assert (drill.known, drill.missed) == (2 * ALL, 0)


def test_what_was_wrong_comes_again_soon_and_the_same_way() -> None:
    drill = Drill(Random(2))
    for expected in range(2 * ALL):
        asked = drill.asked
        assert asked is not None
        assert drill.known == expected
        wrong = next(each for each in asked.answers if each != asked.gesture)
        assert not drill.answer(wrong)
        assert drill.known == expected
        others = 0
        while (again := drill.asked) is not None and again.gesture != asked.gesture:
            drill.answer(next(each for each in again.answers if each != again.gesture))
            others += 1
        assert again is not None
        assert others <= 3
        assert (again.gesture, again.reads) == (asked.gesture, asked.reads)
        drill.answer(again.gesture)
    assert drill.asked is None


def test_in_lines_it_goes_on_to_the_end() -> None:
    output = io.StringIO()
    assert drill_in_lines(answers(3, wrong=2), output, Random(3))
    said = output.getvalue()
    assert said.count("Right.") == 2 * ALL
    assert said.count("It comes again.") == 2
    assert "18/18 " in said
    assert said.endswith(
        "You know all signals. Bots that are your partners give them and heed yours.\n"
    )


def test_in_lines_words_are_answers_too_and_nonsense_is_none() -> None:
    for seed in range(8):
        asked = Drill(Random(seed)).asked
        assert asked is not None
        meaning = answer_words(asked, letters=True)[right(asked) - 1]
        output = io.StringIO()
        typed = ["\n", "0\n", "10\n", "9" * 5000 + "\n", "³\n", "smile\n", f"{meaning.upper()}\n"]
        assert not drill_in_lines(typed, output, Random(seed))
        assert output.getvalue().count("That is not one of the answers") == 6
        assert output.getvalue().count("Right.") == 1
    gestures = answers(5)[:ALL]
    drill = Drill(Random(5))
    for number in gestures:
        asked = drill.asked
        assert asked is not None
        drill.answer(asked.answers[int(number) - 1])
    asked = drill.asked
    assert asked is not None
    output = io.StringIO()
    assert not drill_in_lines([*gestures, gesture_name(asked.gesture)], output, Random(5))
    assert output.getvalue().count("Right.") == ALL + 1


def test_quit_leaves_and_so_does_the_end_of_the_lines() -> None:
    output = io.StringIO()
    assert not drill_in_lines(["quit\n", "1\n"], output, Random(1))
    assert output.getvalue().count("1/18") == 1
    assert not drill_in_lines([], io.StringIO(), Random(1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_asks_in_every_language_and_lines_have_plain_letters(language: str) -> None:
    set_language(language)
    try:
        drill = Drill(Random(4))
        while (asked := drill.asked) is not None:
            words = [question_words(asked, letters=True), *answer_words(asked, letters=True)]
            assert len(set(words)) == len(words)
            assert ("what does it mean" in words[0]) == (asked.reads and language == "en")
            drill.answer(asked.gesture)
    finally:
        set_language("en")


def test_the_command_asks_and_other_games_are_refused(
    cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    asked = cardtui("learn", "truco-argentino", "--signals")
    assert asked.code == 0
    assert "1/18" in asked.out
    refused = cardtui("learn", "cacho", "--signals")
    assert refused.code == 2
    assert "Only the signals of Truco argentino" in refused.err
    assert "cardtui learn --signals" in cardtui("learn").out
