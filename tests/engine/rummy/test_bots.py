"""How the bots of the rummy games play: legally, the same each time, and better at each level."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from statistics import median
from time import process_time
from typing import Any

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, BotMaker, Level
from cardtui_engine.cards import FRENCH
from cardtui_engine.events import HandEnded
from cardtui_engine.families.rummy.cards.play import without
from cardtui_engine.families.rummy.pot.bot import Rivals, chance_to_win, odds
from cardtui_engine.games.cacheta.bot import CachetaBot
from cardtui_engine.games.cacheta.rules import Cacheta
from cardtui_engine.games.pif_paf.bot import PifPafBot
from cardtui_engine.games.pif_paf.rules import PifPaf
from cardtui_engine.games.pif_paf_tradicional.bot import PifPafTradicionalBot
from cardtui_engine.games.pif_paf_tradicional.rules import PifPafTradicional
from cardtui_engine.library.records import Act
from cardtui_engine.library.simulate import play
from cardtui_engine.views import SeatView
from tests.engine.rummy.table import JUNK, READY, WAITS, Table, play_match

# What a bot decides follows from a view and the bits that it is given.
pytestmark = pytest.mark.once

GAMES: dict[str, tuple[Any, BotMaker, dict[str, Any]]] = {
    "pif-paf": (PifPaf(), PifPafBot, {"hands": 1}),
    "pif-paf-tradicional": (PifPafTradicional(), PifPafTradicionalBot, {"hands": 1}),
    "cacheta": (Cacheta(), CachetaBot, {"rounds": 1}),
}
LONGER: dict[str, dict[str, Any]] = {
    "pif-paf": {"hands": 6},
    "pif-paf-tradicional": {"hands": 8},
    "cacheta": {"points": 3, "rounds": 0},
}
"""Matches in which luck decides less."""
every_game = pytest.mark.parametrize("game", GAMES)


class RandomPlayer:
    """Does anything that is legal."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        choices = view.own.choices
        return choices[bits.below(len(choices))].sample(bits) if choices else None


class Watched:
    """A bot that must answer each time as one does that has seen only this, and is timed."""

    def __init__(self, game: str, level: Level, seats: int) -> None:
        self.make = partial(bot, game, level, seats)
        self.bot = self.make()
        self.times: list[float] = []

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        seed = bits.next64()
        begin = process_time()
        action = self.bot.decide(view, Bits(seed))
        self.times.append(process_time() - begin)
        assert self.make().decide(view, Bits(seed)) == action
        return action


def bot(game: str, level: Level, seats: int, **options: Any) -> Bot:
    rules, make, _ = GAMES[game]
    return make(rules.options(options, seats), seats, level)


def results(game: str, players: Sequence[Bot], seed: int, **longer: Any) -> tuple[int, ...]:
    """Return chips or points by seat at the end of a match."""
    rules, _, options = GAMES[game]
    common = rules.view(play_match(rules, players, seed, **options | longer), None).common
    return tuple(common.chips or common.scores)


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("level", list(Level))
def test_a_match_of_bots_is_legal_and_the_same_each_time(game: str, level: Level) -> None:
    seats = GAMES[game][0].seats
    for count in (seats[0], seats[-1]):
        players = [Watched(game, level, count) for _ in range(count)]
        assert len(results(game, players, 7)) == count
        assert max(median(player.times) for player in players) < 0.05


@pytest.mark.nightly
@every_game
def test_hard_bots_beat_those_that_play_at_random(game: str) -> None:
    rules, _, _ = GAMES[game]
    count = rules.seats[0]
    for seed in range(4):
        # One at random among hard ones: two of those could go on without an end.
        players = [bot(game, Level.HARD, count)] * count
        lost = seed % count
        players[lost] = RandomPlayer(rules)
        end = results(game, players, seed, **LONGER[game])
        assert end[lost] * count < sum(end)


@pytest.mark.slow
@pytest.mark.clause("CA-40", "CA-41")
def test_bots_declare_na_boa_as_soon_as_they_have_thrown_and_cut_before_their_next_turn() -> None:
    rules = GAMES["cacheta"][0]
    players = [bot("cacheta", Level.NORMAL, 4)] * 4
    early = cuts = 0
    for seed in range(6):
        before = None
        for step in play(rules, rules.options({"points": 3}, 4), players, Bits(seed)):
            if isinstance(step.entry, Act) and step.entry.action.verb in ("good_one", "cut"):
                waiting = step.entry.seat not in rules.turn(before).to_act
                early += waiting and step.entry.action.verb == "good_one"
                cuts += waiting and step.entry.action.verb == "cut"
            before = step.state
    assert early > 0
    assert cuts > 0


@pytest.mark.clause("PT-21")
@pytest.mark.parametrize(
    ("level", "seed"),
    [(Level.NORMAL, 68), (Level.NORMAL, 134), (Level.HARD, 13), (Level.HARD, 67)],
)
def test_the_last_two_of_eight_do_not_wait_for_ever_for_cards_that_others_hold(
    level: Level, seed: int
) -> None:
    """In these deals six fold, and the same 32 cards come round and round."""
    rules = GAMES["pif-paf-tradicional"][0]
    players = [bot("pif-paf-tradicional", level, 8)] * 8
    steps = play(rules, rules.options({}, 8), players, Bits(seed))
    for number, step in enumerate(steps):
        assert number < 2000
        if any(isinstance(event, HandEnded) for event in step.events):
            break


@every_game
@pytest.mark.parametrize("level", list(Level))
def test_a_bot_goes_out_when_it_can(game: str, level: Level) -> None:
    setup: dict[str, Any] = {"hands": [READY, *JUNK[1:]], "stock": ["TH"]}
    if game != "cacheta":
        setup["begin"] = "play"
    table = Table(GAMES[game][0], 3, {}, setup).draw(0)
    action = bot(game, level, 3).decide(table.seat_view(0), Bits(1))
    assert action is not None
    assert action.verb == {"pif-paf": "go_out", "cacheta": "knock"}.get(game, "bater")


@pytest.mark.clause("CA-40", "CA-41", "CA-43", "CA-44")
def test_the_bot_of_cacheta_cuts_the_line_only_when_it_fits() -> None:
    player = bot("cacheta", Level.HARD, 3)
    for card, verb in (("KD", "cut"), ("7D", None)):
        setup = {"hands": [*JUNK[:2], WAITS], "flip": "9C", "stock": [card]}
        table = Table(Cacheta(), 3, {}, setup)
        assert player.decide(table.seat_view(2), Bits(1)) == Action("good_one")
        table.act(2, "good_one").draw(0).act(0, "discard", card=card)
        action = player.decide(table.seat_view(2), Bits(1))
        assert (action.verb if action else None) == verb


LACKS_TWO = ["AS", "2S", "3S", "7H", "8H", "TC", "KS", "KH", "4D"]
LACKS_FOUR = ["AS", "2S", "5H", "7H", "8H", "TC", "KS", "JC", "4D"]


def bets(game: str, level: Level, hand: list[str], *before: dict[str, Any]) -> set[Action | None]:
    """Return all that a bot was seen to do with a hand, once those before it have spoken."""
    count, said = len(before) + 2, len(before)
    hands = [*JUNK[:said], hand, *JUNK[said:]][:count]
    table = Table(GAMES[game][0], count, {}, {"hands": hands})
    for seat, action in enumerate(before):
        table.act(seat, **action)
    view, player = table.seat_view(said), bot(game, level, count)
    return {player.decide(view, Bits(seed)) for seed in range(200)}


@pytest.mark.parametrize("level", list(Level))
def test_no_level_folds_a_hand_that_lacks_two_cards(level: Level) -> None:
    dear = ({"verb": "bet", "to": 3}, {"verb": "call"})
    assert Action("fold") not in bets("pif-paf", level, LACKS_TWO, *dear)
    for before in ((), ({"verb": "vou", "to": 20},)):
        assert Action("estou_fora") not in bets("pif-paf-tradicional", level, LACKS_TWO, *before)


def test_hard_at_traditional_pif_paf_raises_with_a_near_hand_and_not_out_of_a_habit() -> None:
    assert bets("pif-paf-tradicional", Level.HARD, LACKS_FOUR) == {Action("vou")}
    raised = bets("pif-paf-tradicional", Level.HARD, LACKS_TWO)
    assert any(each and each.to for each in raised)


@pytest.mark.clause("PP-42", "PP-43")
def test_the_bot_of_pif_paf_claims_what_it_goes_out_with() -> None:
    setup = {"hands": [*JUNK[:2], WAITS], "begin": "play", "stock": ["KD"]}
    table = Table(PifPaf(), 3, {}, setup).draw(0).act(0, "discard", card="KD")
    assert bot("pif-paf", Level.EASY, 3).decide(table.seat_view(2), Bits(1)) == Action("claim")
    action = bot("pif-paf", Level.EASY, 3).decide(table.seat_view(1), Bits(1))
    assert action is not None
    assert action.verb == "draw"


@every_game
@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_a_bot_takes_the_discard_that_brings_it_nearer(game: str, level: Level) -> None:
    near = ["AS", "2S", "3S", "7H", "8H", "9H", "KS", "TD", "4D"]
    setup: dict[str, Any] = {"hands": [JUNK[0], near, JUNK[2]], "stock": ["KH"]}
    if game != "cacheta":
        setup["begin"] = "play"
    table = Table(GAMES[game][0], 3, {}, setup).draw(0).act(0, "discard", card="KH")
    action = bot(game, level, 3).decide(table.seat_view(1), Bits(1))
    assert action == Action("draw", source="discards")


@every_game
@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD])
def test_a_bot_throws_what_melds_least(game: str, level: Level) -> None:
    setup = {"hands": [WAITS, *JUNK[1:]], "stock": ["4C"], "flip": "9C"}
    if game != "cacheta":
        del setup["flip"]
        setup["begin"] = "play"
    table = Table(GAMES[game][0], 3, {}, setup).draw(0)
    action = bot(game, level, 3).decide(table.seat_view(0), Bits(1))
    assert action is not None
    assert action.verb == "discard"
    assert action.card in FRENCH.cards(["TD", "4C"])


def test_a_nearer_hand_is_likelier_to_win_and_more_rivals_make_it_less_so() -> None:
    for rivals in range(1, 8):
        chances = [chance_to_win(distance, rivals) for distance in range(8)]
        assert chances == sorted(chances, reverse=True)
        assert chance_to_win(2, rivals) > chance_to_win(2, rivals + 1)


def test_a_hand_is_likelier_to_win_where_nobody_has_raised() -> None:
    for distance, rivals in product(range(1, 7), range(1, 8)):
        assert chance_to_win(distance, rivals) > chance_to_win(distance, rivals, raised=True)


def test_of_two_copies_the_one_that_came_last_is_thrown() -> None:
    hand = FRENCH.cards(["7S", "KD", "7S", "4C"])
    assert without(hand, hand[0]) == FRENCH.cards(["7S", "KD", "4C"])


def after_a_taking(game: str, taken: str) -> Table:
    """Return the table of somebody who waits for a king and may throw a jack or a six.

    The next seat has taken a discard.
    """
    hands = [
        ["AS", "2S", "3S", "7H", "8H", "9H", "KS", "KH", taken],
        ["2C", "5C", "8C", "JS", "3D", "6S", "9S", "QD", "4H"],
        JUNK[2],
    ]
    setup: dict[str, Any] = {"hands": hands, "stock": ["JC", "TS", "6D"]}
    setup |= {"flip": "AC"} if game == "cacheta" else {"begin": "play"}
    table = Table(GAMES[game][0], 3, {}, setup).draw(0).act(0, "discard", card=taken)
    table.draw(1, "discards").act(1, "discard", card="2C")
    return table.draw(2).act(2, "discard", card="TS").draw(0)


@every_game
@pytest.mark.parametrize(("taken", "thrown"), [("TC", "6D"), ("7D", "JC"), ("JD", "6D")])
def test_a_hard_bot_does_not_throw_what_fits_with_what_the_next_seat_took(
    game: str, taken: str, thrown: str
) -> None:
    view = after_a_taking(game, taken).seat_view(0)
    assert bot(game, Level.HARD, 3).decide(view, Bits(1)) == Action(
        "discard", card=FRENCH.card(thrown)
    )


def test_a_hard_bot_does_not_wait_for_a_card_that_somebody_took() -> None:
    player: Any = bot("pif-paf", Level.HARD, 3)
    for taken, kings in (("TC", 4), ("KD", 3)):
        view = after_a_taking("pif-paf", taken).seat_view(0)
        assert player.advise(view, Bits(1)).numbers == (1, kings)


def after_throws(game: str, following: str, last: str) -> Table:
    """Return the same table after the next seat has thrown a card, and the last one another."""
    hands = [
        ["AS", "2S", "3S", "7H", "8H", "9H", "KS", "KH", "5C"],
        ["2D", "5C", "8C", "JS", "3D", "6S", "9S", "QD", following],
        [last, *JUNK[2][1:]],
    ]
    setup: dict[str, Any] = {"hands": hands, "stock": ["JC", "4H", "TS", "6D"]}
    setup |= {"flip": "AC"} if game == "cacheta" else {"begin": "play"}
    table = Table(GAMES[game][0], 3, {}, setup).draw(0).act(0, "discard", card="5C")
    table.draw(1).act(1, "discard", card=following)
    return table.draw(2).act(2, "discard", card=last).draw(0)


@every_game
@pytest.mark.parametrize(("six", "jack"), [("6H", "JH"), ("5D", "QC"), ("7D", "TC")])
def test_a_hard_bot_throws_rather_what_is_like_a_throw_of_the_next_seat(
    game: str, six: str, jack: str
) -> None:
    """It knows the same cards both times; who threw which of them is what differs."""
    for following, last, thrown in ((six, jack, "6D"), (jack, six, "JC")):
        view = after_throws(game, following, last).seat_view(0)
        assert bot(game, Level.HARD, 3).decide(view, Bits(1)) == Action(
            "discard", card=FRENCH.card(thrown)
        )


@every_game
def test_a_hard_bot_does_not_wait_for_a_card_that_was_thrown(game: str) -> None:
    """At Cacheta the king is buried, and three wild cards would help as well."""
    player: Any = bot(game, Level.HARD, 3)
    wild = 3 if game == "cacheta" else 0
    for thrown, kings in (("AD", 4), ("KD", 3)):
        view = after_throws(game, thrown, "AH").seat_view(0)
        assert player.advise(view, Bits(1)).numbers == (1, kings + wild)


def test_the_odds_that_a_hint_tells_are_those_that_decide() -> None:
    for distance, silent, price, raised in product(
        range(7), range(4), (0, 1, 15, 40), (False, True)
    ):
        told = odds(distance, Rivals(3, silent, 0.6, raised), pot=24, price=price, trust=1.0)
        assert (told.chance >= told.enough) == (told.worth >= price)


@pytest.mark.parametrize("hand", [WAITS, *JUNK])
@pytest.mark.parametrize("stake", [1, 5, 60])
def test_a_hint_to_stay_names_a_chance_that_is_enough_and_one_to_leave_does_not(
    hand: list[str], stake: int
) -> None:
    others = [each for each in JUNK if each != hand][:2]
    options = {"min_bet": stake, "max_bet": 60}
    table = Table(PifPafTradicional(), 3, options, {"hands": [hand, *others]})
    player: Any = bot("pif-paf-tradicional", Level.HARD, 3, **options)
    action, _, (chance, enough) = player.advise(table.seat_view(0), Bits(1))
    assert (action.verb != "estou_fora") == (chance >= enough)
