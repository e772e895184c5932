"""Positions that can be set up, and those that cannot."""

from typing import Any

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH
from cardtui_engine.games.truco_paulista.cards import manilhas_of
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.refusals import BadOption, BadSetup
from cardtui_engine.turn import SHUFFLED
from tests.engine.truco_paulista.table import FOUR, RULES, act, codes, dealt, position

WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "dealer"),
    ({"dealer": 0, "chips": [1]}, "chips"),
    ({"dealer": 0, "scores": [12, 0]}, "scores"),
    ({"dealer": 0, "games": [1, 0]}, "games: the match would be over"),
    ({"dealer": 0, "games": [0]}, "games"),
    ({"dealer": 0, "flip": "4H"}, "flip: it needs hands"),
    ({"dealer": 0, "tricks": [0]}, "tricks: it needs hands"),
    ({"dealer": 0, "hands": FOUR}, "flip"),
    ({"dealer": 0, "hands": FOUR, "flip": "3S"}, "flip: name a card of the pack"),
    ({"dealer": 0, "hands": FOUR, "flip": "TS"}, "flip: name a card of the pack"),
    ({"dealer": 0, "hands": FOUR, "flip": 4}, "flip"),
    ({"dealer": 0, "hands": FOUR, "flip": "4H", "begin": "cut"}, "begin"),
    ({"dealer": 0, "hands": FOUR[:3], "flip": "4H"}, "hands"),
    ({"dealer": 0, "hands": (("3S", "2S", "TH"), *FOUR[1:]), "flip": "4H"}, "game's pack"),
    ({"dealer": 0, "hands": (("3S", "2S"), *FOUR[1:]), "flip": "4H"}, "hands: three cards"),
    ({"dealer": 0, "hands": FOUR, "flip": "4H", "leader": 4}, "leader"),
]


@pytest.mark.parametrize(("setup", "why"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    setup: dict[str, Any], why: str
) -> None:
    with pytest.raises(BadSetup, match=why):
        RULES.setup(RULES.options({}, 4), 4, setup)


def test_with_fixed_manilhas_no_card_is_turned_up() -> None:
    with pytest.raises(BadSetup, match="flip: no card is turned up"):
        position(options={"manilha": "fixed"}, flip="4H")


@pytest.mark.clause("TP-01")
def test_a_hand_of_the_clean_pack_holds_no_sevens() -> None:
    with pytest.raises(BadSetup, match="not of this game's pack"):
        position(options={"deck": "clean"}, flip="AS")


@pytest.mark.clause("TP-61")
def test_a_match_is_of_one_three_or_five_games() -> None:
    for games in (1, 3, 5):
        assert RULES.options({"best_of": games}, 4)["best_of"] == games
    for games in (0, 2, 4, 7):
        with pytest.raises(BadOption, match="one of 1, 3, 5"):
            RULES.options({"best_of": games}, 4)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert {preset.name: dict(preset.values) for preset in RULES.presets} == {
        "paulista": {},
        "limpo": {"deck": "clean"},
        "velha": {"manilha": "fixed"},
        "mineiro": {"manilha": "fixed", "stakes": "mineiro"},
    }


@pytest.mark.clause("TP-46")
@pytest.mark.parametrize("setup", [{"tricks": ["tie"]}, {"begin": "play"}, {}])
def test_a_setup_at_eleven_all_is_the_iron_hand_in_any_case(setup: dict[str, Any]) -> None:
    for iron, phase in (("blind", "iron"), ("seen", "play")):
        state = position(options={"iron": iron}, scores=[11, 11], **setup)
        assert (state.phase, state.raises.stake) == (phase, 1)


RANKS = {False: "4567QJKA23", True: "QJKA23"}
"""From the lowest to the highest; those of the clean pack by True."""


@pytest.mark.clause("TP-01")
@pytest.mark.parametrize("clean", [False, True])
@pytest.mark.parametrize("fixed", [False, True])
def test_the_pack_holds_its_ranks_and_the_fixed_manilhas(clean: bool, fixed: bool) -> None:
    cards = {rank + suit for rank in RANKS[clean] for suit in "SHDC"}
    if fixed:
        cards |= {"4C", "7H", "7D"}
    pack = manilhas_of(clean=clean, fixed=fixed).pack
    assert {*map(FRENCH.code, pack)} == cards
    assert list(pack) == sorted(set(pack))


@pytest.mark.clause("TP-02", "TP-03", "TP-04")
@pytest.mark.parametrize("clean", [False, True])
def test_the_order_of_the_pack_whatever_lies_there(clean: bool) -> None:
    ranks = RANKS[clean]
    manilhas = manilhas_of(clean=clean, fixed=False)
    for flip in manilhas.pack:
        strength = manilhas.strength(flip)
        above = ranks[(ranks.index(FRENCH.code(flip)[0]) + 1) % len(ranks)]
        assert manilhas.rank(flip) == above
        in_order = sorted(manilhas.pack, key=lambda card: -strength[card])
        tops = [FRENCH.code(card) for card in in_order[:4]]
        assert tops == [above + suit for suit in "CHSD"]
        assert [strength[card] for card in in_order[:4]] == [14, 13, 12, 11]
        rest = [FRENCH.code(card)[0] for card in in_order[4:]]
        assert [*dict.fromkeys(rest)] == [rank for rank in reversed(ranks) if rank != above]
        for rank in ranks.replace(above, ""):
            assert len({strength[card] for card in codes(*[rank + suit for suit in "SHDC"])}) == 1


@pytest.mark.clause("TP-05")
def test_the_old_manilhas_stay_and_the_others_of_their_ranks_are_ordinary() -> None:
    strength = manilhas_of(clean=False, fixed=True).strength(None)
    heights = [strength[card] for card in codes("4C", "7H", "AS", "7D", "3S", "AH", "7S", "4S")]
    assert heights == [14, 13, 12, 11, 10, 8, 4, 1]
    state, _ = dealt(Bits(1), manilha="fixed")
    game = RULES.view(state, None).game
    assert (game.flip, game.manilha) == (None, None)


@pytest.mark.clause("TP-06")
def test_every_pack_is_shuffled_in_full() -> None:
    state = RULES.start(RULES.options({}, 4), 4, 3)
    for number in range(1, 4):
        assert RULES.turn(state).chance == SHUFFLED
        state, _ = RULES.deal(state, next_pack(RULES, state, Bits(number)))
        assert state.hand == number
        for verb in ("tap", "truco", "run"):
            state, _ = act(state, RULES.turn(state).to_act[0], verb)


@pytest.mark.clause("TP-01")
def test_only_the_pack_of_the_table_is_dealt() -> None:
    clean = RULES.start(RULES.options({"deck": "clean"}, 2), 2, 0)
    full = RULES.start(RULES.options({}, 2), 2, 0)
    assert (len(RULES.pack_of(clean)), len(RULES.pack_of(full))) == (24, 40)
    for state, other in ((clean, full), (full, clean)):
        with pytest.raises(BadSetup, match="the cards of this game"):
            RULES.deal(state, RULES.pack_of(other))
