"""The bets of envido, all of them, against the sheet's table."""

import pytest

from cardtui_engine.games.truco_argentino.bets import LINES, NO_BETS, Bets, falta_points
from cardtui_engine.games.truco_argentino.options import terms_of
from cardtui_engine.games.truco_argentino.state import ENVIDO
from cardtui_engine.games.truco_argentino.verbs import MAY_BET, VERB_BITS, verbs_in
from tests.engine.truco_argentino.table import RULES, TWO, after, position

E, R, F = "envido", "real_envido", "falta_envido"
FALTA = 17
FOUR = (*TWO, ("7C", "4C", "1E"), ("6O", "5O", "2B"))

TABLE: dict[tuple[str, ...], tuple[int, int, int]] = {
    (E,): (2, 1, 1),
    (R,): (3, 2, 1),
    (E, E): (4, 3, 2),
    (E, R): (5, 4, 2),
    (R, R): (6, 5, 3),
    (E, E, R): (7, 6, 4),
    (F,): (FALTA, 1, 1),
    (E, F): (FALTA, 3, 2),
    (R, F): (FALTA, 4, 3),
    (E, E, F): (FALTA, 5, 4),
    (E, R, F): (FALTA, 6, 5),
    (R, R, F): (FALTA, 7, 6),
    (E, E, R, F): (FALTA, 8, 7),
}


@pytest.mark.clause("TA-34")
def test_these_bets_and_no_others() -> None:
    assert {line.bets for line in LINES} == {(), *TABLE}
    for line in LINES:
        follow = {bets[-1] for bets in TABLE if bets[:-1] == line.bets}
        assert set(verbs_in(line.raises)) == follow


@pytest.mark.clause("TA-40", "TA-41")
@pytest.mark.parametrize("bets", TABLE)
def test_what_they_are_worth_accepted_and_folded(bets: tuple[str, ...]) -> None:
    [index] = [number for number, line in enumerate(LINES) if line.bets == bets]
    accepted, folded, traditional = TABLE[bets]
    made = Bets(index)
    assert made.accepted(FALTA) == accepted
    assert made.folded(traditional=False) == folded
    assert made.folded(traditional=True) == traditional


def said(*words: str) -> Bets:
    bets = NO_BETS
    for word in words:
        assert VERB_BITS[word] & (MAY_BET if bets is NO_BETS else bets.raises(many=True)), word
        bets = bets.after(word)
    assert bets.words == words
    return bets


@pytest.mark.clause("TA-34", "TA-41")
@pytest.mark.parametrize(
    ("bets", "accepted", "folded", "traditional"),
    [
        ((E, R, R), 8, 7, 5),
        ((R, R, R, R), 12, 11, 9),
        ((E, E, R, R), 10, 9, 7),
        ((E, R, R, R, F), FALTA, 12, 11),
    ],
)
def test_a_real_envido_said_again_adds_three(
    bets: tuple[str, ...], accepted: int, folded: int, traditional: int
) -> None:
    made = said(*bets)
    assert made.accepted(FALTA) == accepted
    assert made.folded(traditional=False) == folded
    assert made.folded(traditional=True) == traditional
    assert made.raises(many=True) & VERB_BITS[E] == 0
    assert bool(made.raises(many=True)) is (bets[-1] != F)
    assert not made.raises(many=False) & VERB_BITS[R]


@pytest.mark.clause("TA-40", "TA-46", "TA-53")
@pytest.mark.parametrize(
    ("falta", "scores", "points"),
    [
        ("leader", (12, 20), (10, 10)),
        ("leader", (3, 7), (23, 23)),
        ("leader", (30, 30), (1, 1)),
        ("halves", (6, 10), (9, 5)),
        ("halves", (14, 15), (15, 15)),
        ("match", (6, 10), (24, 20)),
        ("match", (0, 29), (1, 1)),
    ],
)
def test_what_a_falta_envido_is_worth(
    falta: str, scores: tuple[int, int], points: tuple[int, int]
) -> None:
    terms = terms_of(RULES.options({"falta": falta}, 2), 2)
    assert falta_points(terms, scores) == points


@pytest.mark.clause("TA-46", "TA-52")
def test_a_wrong_number_gives_the_other_side_what_its_own_falta_is_worth() -> None:
    options = {"falta": "halves", "scoring": "as_called"}
    begun = position(*TWO, scores=[6, 10], options=options)
    won = after(begun, (0, F), (1, "quiero"), (0, "declare", 33), (1, "declare", 34))
    assert won.scores == (6, 15)
    assert after(won, (1, "resign")).scores == (6 + 9 + 1, 10)


@pytest.mark.clause("TA-42")
@pytest.mark.parametrize(
    ("first", "gone", "order"),
    [("raiser", (), [2, 3, 0, 1]), ("mano", (), [0, 1, 2, 3]), ("mano", (0,), [1, 2, 3])],
)
def test_the_last_to_raise_says_a_number_first_or_the_mano_where_the_table_wants_it(
    first: str, gone: tuple[int, ...], order: list[int]
) -> None:
    begun = position(*FOUR, options={"envido_first": first})
    folded = [(seat, "resign") for seat in gone]
    state = after(begun, (1, E), (2, E), *folded, (3, "quiero"))
    spoken: list[int] = []
    while state.phase is ENVIDO:
        [seat] = RULES.view(state, None).common.to_act
        may = {each.verb for each in RULES.legal(state, seat)}
        assert ("son_buenas" in may) is bool(spoken)
        spoken.append(seat)
        state = after(state, (seat, "son_buenas") if len(spoken) > 1 else (seat, "declare", 20))
    assert spoken == order


GIVEN_UP = {
    "the hand": (),
    "a truco": ((0, "truco"),),
    "one that was accepted": ((0, "truco"), (1, "quiero")),
    "an envido to answer": ((0, "envido"),),
    "one behind a truco": ((0, "truco"), (1, "envido")),
    "one whose numbers are said": ((0, "envido"), (1, "real_envido"), (0, "quiero")),
    "one that was declined": ((0, "envido"), (1, "no_quiero")),
}


@pytest.mark.clause("TA-14")
@pytest.mark.parametrize("moves", GIVEN_UP.values(), ids=GIVEN_UP)
@pytest.mark.parametrize("seat", [0, 1])
def test_to_lay_the_cards_down_costs_what_it_gives_away(
    seat: int, moves: tuple[tuple[int, str], ...]
) -> None:
    state = after(position(*TWO, scores=[3, 5]), *moves)
    price = next(each.price for each in RULES.legal(state, seat) if each.verb == "resign")
    owed = 1 if moves and moves[-1] == (1, "no_quiero") and seat == 1 else 0
    gone = after(state, (seat, "resign"))
    assert gone.scores[1 - seat] - (3, 5)[1 - seat] == (price or 0) + owed
