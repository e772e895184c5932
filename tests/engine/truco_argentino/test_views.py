"""What views hold beyond the facts: choices with prices, speech bubbles, who is winning."""

from typing import Any, get_type_hints

import pytest

from cardtui.v1 import truco_argentino_pb2, truco_pb2
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range
from cardtui_engine.families.truco.view import SpokenCall
from cardtui_engine.games.truco_argentino import view
from cardtui_engine.games.truco_argentino.view import TrucoArgentinoOwn
from tests.engine.truco_argentino.table import RULES, TWO, after, codes, position

FOUR = (
    ("4E", "5E", "6E"),
    ("3E", "4B", "5B"),
    ("3B", "4O", "5O"),
    ("1E", "4C", "5C"),
)


def choices(state: Any, seat: int) -> dict[str, Choice]:
    return {choice.verb: choice for choice in RULES.legal(state, seat)}


def prices(state: Any, seat: int) -> dict[str, int | None]:
    return {verb: choice.price for verb, choice in choices(state, seat).items()}


@pytest.mark.parametrize(
    "name",
    [
        "EnvidoClaim",
        "EnvidoState",
        "EnvidoResult",
        "TrucoResult",
        "TrucoArgentinoPublic",
        "TrucoArgentinoOwn",
    ],
)
def test_public_values_are_named_as_on_the_wire(name: str) -> None:
    home = truco_argentino_pb2 if hasattr(truco_argentino_pb2, name) else truco_pb2
    message = getattr(home, name).DESCRIPTOR
    cls = getattr(view, name)
    assert set(cls._fields) == {field.name for field in message.fields}
    assert set(get_type_hints(cls)) == set(cls._fields)


@pytest.mark.clause("TA-20", "TA-40")
def test_calls_cost_what_they_play_for() -> None:
    state = position(*TWO, scores=[12, 20])
    assert prices(state, 0) == {
        "play": None,
        "truco": 2,
        "envido": 2,
        "real_envido": 3,
        "falta_envido": 10,
        "resign": 1,
    }


@pytest.mark.clause("TA-20", "TA-21")
def test_answers_to_a_truco_cost_its_stake_or_what_is_given_away() -> None:
    state = after(position(*TWO), (0, "truco"), (1, "retruco"))
    offered = prices(state, 0)
    assert (offered["quiero"], offered["no_quiero"], offered["vale_cuatro"]) == (3, 2, 4)


@pytest.mark.clause("TA-40", "TA-41")
def test_answers_to_an_envido_cost_its_points() -> None:
    state = after(position(*TWO), (0, "truco"), (1, "envido"), (0, "real_envido"))
    offered = prices(state, 1)
    assert offered == {
        "quiero": 5,
        "no_quiero": 4,
        "falta_envido": 30,
        "resign": 5,
    }


@pytest.mark.clause("TA-03", "TA-42")
def test_numbers_come_with_their_range() -> None:
    start = RULES.start(RULES.options({}, 2), 2, 1)
    cut, _ = RULES.deal(start, RULES.pack)
    assert choices(cut, 0)["cut"] == Choice("cut", (Range("at", 1, 39),))
    state = after(position(*TWO), (0, "envido"), (1, "quiero"))
    assert choices(state, 0)["declare"] == Choice("declare", (Range("points", 0, 40),))


def test_talk_is_in_no_list() -> None:
    assert "say" not in choices(position(*TWO), 0)


@pytest.mark.clause("TA-11", "TA-13")
def test_the_view_says_who_is_winning_the_trick() -> None:
    state = position(*FOUR)
    winning = [RULES.view(state, None).game.winning]
    for seat, hand in enumerate(FOUR[:3]):
        state = after(state, (seat, "play", hand[0]))
        winning.append(RULES.view(state, None).game.winning)
    assert winning == [None, 0, 1, None]
    assert RULES.view(after(state, (1, "resign")), None).game.winning == 2


@pytest.mark.clause("TA-32")
def test_the_view_names_the_caller_even_after_an_envido_has_come_in_between() -> None:
    def waiting(state: Any) -> tuple[str, int | None]:
        game = RULES.view(state, None).game
        return game.call, game.caller

    state = after(position(*TWO), (0, "truco"))
    assert waiting(state) == ("truco", 0)
    state = after(state, (1, "envido"))
    assert waiting(state) == ("envido", 1)
    state = after(state, (0, "envido"))
    assert waiting(state) == ("envido", 0)
    state = after(state, (1, "quiero"))
    assert waiting(state) == ("", None)
    state = after(state, (0, "declare", 33), (1, "son_buenas"))
    assert waiting(state) == ("truco", 0)
    assert waiting(after(state, (1, "quiero"))) == ("", None)


@pytest.mark.clause("TA-46")
def test_the_first_half_of_the_points_are_malas() -> None:
    for target, malas in ((30, 15), (15, 8)):
        state = position(*TWO, options={"target": target})
        assert RULES.view(state, None).game.malas == malas


def test_what_was_said_hangs_in_the_air_until_a_card_is_played() -> None:
    state = after(position(*TWO), (0, "envido"), (1, "quiero"), (0, "declare", 33))
    assert RULES.view(state, None).game.spoken == (
        SpokenCall(1, "quiero", None),
        SpokenCall(0, "declare", 33),
    )
    state = after(state, (1, "son_buenas"), (0, "play", "4O"))
    assert RULES.view(state, None).game.spoken == ()


@pytest.mark.clause("TA-42")
def test_the_view_names_the_winner_of_an_envido_once_it_is_won() -> None:
    def envido(state: Any) -> tuple[int | None, int | None]:
        told = RULES.view(state, None).game.envido
        assert told is not None
        return told.winner, told.number

    state = after(position(*TWO), (0, "envido"), (1, "quiero"), (0, "declare", 33))
    assert envido(state) == (None, None)
    assert envido(after(state, (1, "son_buenas"))) == (0, 33)
    folded = after(position(*TWO), (0, "envido"), (1, "no_quiero"))
    assert envido(folded) == (None, None)


def test_the_last_word_of_a_round_is_still_heard_after_it() -> None:
    state = after(position(*TWO), (0, "truco"), (1, "no_quiero"))
    view = RULES.view(state, None)
    assert view.common.phase == "deal"
    assert view.game.spoken[-1] == SpokenCall(1, "no_quiero", None)


@pytest.mark.clause("TA-30")
def test_a_seat_is_told_its_own_number_and_the_cards_that_make_it() -> None:
    state = position(*TWO)
    for seat, number, pair in ((0, 33, ("7E", "6E")), (1, 29, ("5B", "4B"))):
        own = RULES.seat_view(state, seat).own
        assert own.game == TrucoArgentinoOwn(number, codes(*pair))
    assert RULES.view(state, None).own is None


def test_with_no_cards_out_there_is_no_number() -> None:
    state = after(position(*TWO), (0, "resign"))
    own = RULES.seat_view(state, 1).own
    assert own.game == TrucoArgentinoOwn(0, ())
    assert own.choices == ()


@pytest.mark.clause("TA-50")
def test_points_that_are_won_but_not_counted_yet_are_told() -> None:
    state = after(position(*TWO), (0, "envido"))
    assert RULES.view(state, None).game.pending == ()
    state = after(state, (1, "no_quiero"))
    seen = RULES.view(state, None)
    assert (seen.game.pending, seen.common.scores) == ((1, 0), (0, 0))
    state = after(state, (0, "truco"), (1, "no_quiero"))
    seen = RULES.view(state, None)
    assert (seen.game.pending, seen.common.scores) == ((), (2, 0))


@pytest.mark.clause("TA-50")
def test_points_that_are_counted_at_once_do_not_wait() -> None:
    state = after(position(*TWO, options={"scoring": "as_called"}), (0, "envido"), (1, "no_quiero"))
    seen = RULES.view(state, None)
    assert (seen.game.pending, seen.common.scores) == ((), (1, 0))
