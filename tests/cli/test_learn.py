"""`cardtui learn`: each lesson to its end, what it cites, and how far the learner is."""

import io
import json
from pathlib import Path

import pytest

from cardtui_client.faces.game_words import clause_texts
from cardtui_client.i18n import LANGUAGES, _, set_language
from cardtui_client.text import cell_width
from cardtui_engine.cards import UNKNOWN
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_lessons.games import all_lessons
from cardtui_lessons.hand import PreparedTable, clause_of_verb
from cardtui_lessons.lesson import cast_with
from cardtui_server.lobby.games import sheet
from tests.cli.conftest import Cardtui, Result

WAYS = {
    "truco-argentino": (
        ("play 4C", "play 3O", "play 1E"),
        ("envido", "declare 33", "play 7E", "play 6E", "play 4B"),
        ("truco", "play 1E", "play 7E"),
        ("no quiero",),
        ("envido", "declare 33", "quiero", "play 1B", "play 7O"),
        ("flor", "quiero", "play 7C", "play 6C", "play 5C"),
    ),
    "truco-brasileiro": (
        ("play 4C", "play 3S"),
        ("play 6H", "play 3D"),
        ("reject", "keep", "truco", "play 4C", "play 7H"),
        ("raise", "play 7H", "play 4C"),
        ("run",),
        ("turn up", "turn up", "turn up"),
    ),
    "truco-paulista": (
        ("play 5D", "play 4C", "play 3S"),
        ("play 2C", "play 6S", "play QH"),
        ("play 3H", "play AC"),
        ("truco", "play 7C", "play 7H"),
        ("raise", "play 3C", "play 3S"),
        ("turn up", "turn up", "turn up"),
    ),
    "cacheta": (
        ("draw stock", "knock"),
        ("draw stock", "knock"),
        ("draw discards", "knock"),
        ("draw stock", "discard 2H", "draw discards", "knock"),
        ("na boa", "draw stock", "discard 4S", "cut"),
    ),
    "pif-paf": (
        ("draw stock", "go out KC"),
        ("draw stock", "discard 9H", "draw discards", "go out QC"),
        ("draw stock", "discard KD", "claim"),
        ("fold",),
        ("bet 3", "draw stock", "go out 2S"),
    ),
    "pif-paf-tradicional": (
        ("draw stock", "bater 2D"),
        ("draw discards", "bater 2H"),
        ("draw stock", "bater"),
        ("estou fora",),
        ("vou 10", "draw stock", "bater 2S"),
    ),
    "cacho": (
        ("bet", "bet", "bet 1"),
        ("pass",),
        ("bet", "bet 3"),
        ("bet 10",),
        ("bet 2",),
    ),
}
"""By game, for each hand what reaches its goal."""

GAMES = [*all_lessons()]


@pytest.fixture
def learn(cardtui: Cardtui, monkeypatch: pytest.MonkeyPatch) -> Cardtui:
    def call(*arguments: str, typed: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return cardtui("learn", *arguments)

    return call


def lines(*hands: tuple[str, ...]) -> str:
    return "".join(f"{line}\n" for hand in hands for line in hand)


def progress(tmp_path: Path) -> Path:
    return tmp_path / "data" / "lessons.json"


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_to_its_end_and_every_goal_is_reached(learn: Cardtui, game: str) -> None:
    result = learn(game, typed=lines(*WAYS[game]))
    assert result.code == 0
    assert result.err == ""
    hands = len(WAYS[game])
    assert result.out.count("Well done: you have reached the goal.") == hands
    assert result.out.endswith(f"That was the lesson. Now play: cardtui play {game}\n")
    assert f"{hands} of {hands} hands done" in learn().out


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_that_a_lesson_cites_is_in_the_sheet(game: str, language: str) -> None:
    lesson, rules = all_lessons()[game], get_rules(game)
    cited = {clause for hand in lesson.hands for clause in hand.clauses}
    cited |= {
        clause_of_verb(rules, verb, phase)
        for phase, verbs in rules.places.items()
        for verb in verbs
        if verb in lesson.verbs
    }
    text = sheet(game, language)
    assert [clause for clause in sorted(cited) if not clause_texts(text, clause)] == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_every_sentence_of_a_lesson_is_translated(game: str, language: str) -> None:
    lesson = all_lessons()[game]
    said = {*lesson.verbs.values()}
    for hand in lesson.hands:
        said |= {hand.about, hand.goal, hand.hint, *hand.remarks.values(), hand.opening}
    set_language(language)
    try:
        assert [each for each in said if each and _(each) == each] == []
    finally:
        set_language("en")


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_dealt_as_prepared_and_every_act_has_a_sentence(game: str) -> None:
    lesson = all_lessons()[game]
    for hand in lesson.hands:
        table = PreparedTable(lesson, hand, cast_with("Ana"))
        match, hands = table.match, hand.setup.get("hands", ())
        for seat, codes in enumerate(hands):
            seen = sorted(match.seat_view(seat).own.hand)
            if match.turn.phase == "iron":
                assert seen == [UNKNOWN] * len(codes)
            else:
                assert seen == sorted(match.rules.deck.cards(codes))
            assert table.name(seat)
    offered = {verb for verb, each in get_rules(game).verbs.items() if each.offered}
    assert offered - {"cut", "tap", "ask", "waive"} <= set(lesson.verbs)


def test_a_lesson_that_was_left_goes_on_with_the_same_hand(learn: Cardtui, tmp_path: Path) -> None:
    first, second, *rest = WAYS["truco-argentino"]
    left = learn("truco-argentino", typed=lines(first, second[:1], ("quit",)))
    assert left.code == 0
    assert "The lesson goes on with this hand: cardtui learn truco-argentino" in left.out
    assert json.loads(progress(tmp_path).read_text()) == {"truco-argentino": 1}
    assert "  cardtui learn truco-argentino     Truco argentino: 1 of 6 hands done\n" in learn().out
    again = learn("truco-argentino", typed=lines(second, *rest))
    assert "Hand 2 of 6" in again.out
    assert "Hand 1 of 6" not in again.out
    assert "You have done this lesson." in learn("truco-argentino").out
    assert "Hand 1 of 6" in learn("truco-argentino", "--again").out


@pytest.mark.parametrize(
    "kept", ["no json", "[]", '{"truco-argentino": "all"}', '{"cacho": -1}', "\ud800", "["]
)
def test_a_damaged_file_is_said_and_the_lessons_begin_anew(
    learn: Cardtui, tmp_path: Path, kept: str
) -> None:
    file = progress(tmp_path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(kept.encode("utf-8", "surrogatepass"))
    result = learn()
    assert result.code == 0
    aside = f"{file}.damaged-1"
    told = f"{file} is damaged, and was set aside as {aside}. The lessons begin anew."
    assert result.err == f"cardtui: {told}\n"
    assert "0 of 6 hands done" in result.out


@pytest.mark.clause("TA-31")
def test_a_bad_move_is_made_and_explained_and_the_hand_is_played_again(learn: Cardtui) -> None:
    first, *_rest = WAYS["truco-argentino"]
    result = learn("truco-argentino", typed=lines(first, ("play 7E", "play 6E", "play 4B")))
    assert "Once you have played a card you can call no envido in this hand." in result.out
    assert "Call envido before you play a card, and then say 33." in result.out
    assert result.out.count("Hand 2 of 6") == 2


@pytest.mark.clause("TA-32")
def test_what_the_rules_forbid_is_answered_with_its_clause(learn: Cardtui) -> None:
    result = learn("truco-argentino", typed="declare 7\nvale cuatro\n")
    assert "The rules do not allow that now." in result.out


def test_a_bet_that_cannot_be_is_answered_with_what_can(learn: Cardtui) -> None:
    result = learn("cacho", typed="bet 60\n")
    explained = "two more in the second, then as many as you like, up to what everybody has left."
    assert result.out.count(explained) == 2  # once before anything is typed


def test_skip_goes_on_without_the_goal(learn: Cardtui, tmp_path: Path) -> None:
    assert "Hand 2 of 6" in learn("truco-argentino", typed="?\nskip\n").out
    assert json.loads(progress(tmp_path).read_text()) == {"truco-argentino": 1}


def test_every_game_has_a_lesson_of_five_hands_and_its_iron_hand_or_its_flor() -> None:
    assert set(GAMES) == set(game_ids())
    for game, lesson in all_lessons().items():
        more = {"turn_up", "flor"} & lesson.verbs.keys()
        assert len(lesson.hands) == 5 + len(more), game


def test_off_a_terminal_a_lesson_is_told_in_lines_unless_screens_are_wanted(
    learn: Cardtui,
) -> None:
    assert "Hand 1 of 6" in learn("truco-argentino", "--plain").out
    assert "Hand 1 of 6" in learn("truco-argentino").out
    result = learn("truco-argentino", "--screens")
    assert result.code == 2
    assert "learn truco-argentino --plain." in result.err, "the whole command that was typed"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_about_lessons_is_wider_than_a_terminal(
    learn: Cardtui, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("CARDTUI_LANGUAGE", language)
    told = learn().out.splitlines()
    assert len(told) > len(GAMES)
    assert all(cell_width(line) <= 80 for line in told)
