"""What rummy games share of their views: prompts, laid melds, keys to draw and discard (`DRAW`).
Whether a discard `fits` your hand; how many missing cards are named: `MOST_OUTS`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cardtui.v1 import betting_pb2, cacheta_pb2, rummy_pb2, rummy_pot_pb2, views_pb2
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client.faces.arguments import melding_choice, takes_melds, verb_of
from cardtui_client.faces.betting import due_of
from cardtui_client.faces.presenter import DREW, DeedWords, OptionFace, Verb
from cardtui_client.i18n import _, mark, mark_p, n_
from cardtui_client.model.cards import CardFace, card_words, enumerate_words, face, part_of
from cardtui_client.model.table import TableModel

MOST_CARDS: Final = 20

COMPLETE_HAND: Final = mark("Your hand is complete: going out wins, and waiting can only lose.")
"""Why one goes out."""

MOST_OUTS: Final = 9
"""So many missing cards are named; with wild cards nearly all may do."""


class Rummy(NamedTuple):
    """What lies open at a rummy game.

    Attributes:
        pot: whether it is played for a pot; if not, points are lost.
        bets: chips put in during the betting, by seat.
        cap: what nobody may bet beyond; 0 outside the betting.
        folded: the seats out of the hand.
        out: the seats that are out of the match.
        stock: how many cards can be drawn.
        pile: how many discards there are.
        discards: those that lie open, the top one last.
        flip: the card that tells the trumps, or ``None``.
        trumps: the wild cards.
        good: the seats that miss one card only, and said so.
        burned: the seats that may not cut any more.
        winners: who won the last hand; empty before.
        why: how it ended; 0 before.
        melds: what the winner laid down.
        wild: which of those cards were wild.
        melded: how many cards those are.
        lost: the points that each of the others lost.
        won: the pot of the last hand.
        least_meld: the fewest cards that make a meld.
        lays: the verb that lays a hand down on your own turn; ``""`` for none.
        ten: whether all ten cards may go out in melds; if not, you are always thrown.
        chip_value: what a chip is worth to those who play.
        spoken: what was said last in the betting.
        points: the points that everybody began with; 0 where it is played for a pot.
        hands: the hands of the match; 0 without a limit.
        thrown: seats, each with the card that it threw last, where that lies in the pile still.
    """

    pot: bool
    bets: tuple[int, ...] = ()
    cap: int = 0
    folded: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    stock: int = 0
    pile: int = 0
    discards: tuple[int, ...] = ()
    flip: int | None = None
    trumps: tuple[int, ...] = ()
    good: tuple[int, ...] = ()
    burned: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    why: HandEndReason.ValueType = HandEndReason.HAND_END_REASON_UNSPECIFIED
    melds: tuple[tuple[int, ...], ...] = ()
    wild: tuple[int, ...] = ()
    melded: int = 0
    lost: int = 0
    won: int = 0
    least_meld: int = 0
    lays: str = ""
    ten: bool = False
    chip_value: str = ""
    spoken: tuple[betting_pb2.SpokenBet, ...] = ()
    points: int = 0
    hands: int = 0
    thrown: tuple[tuple[int, int], ...] = ()


def rummy_of(view: views_pb2.PublicView | None) -> Rummy | None:
    """Return what lies open, ``None`` at a game that is no rummy."""
    match part_of(view):
        case rummy_pot_pb2.RummyPotPublic() as pot:
            return Rummy(
                pot=True,
                bets=tuple(pot.bets),
                cap=pot.cap,
                folded=tuple(pot.folded),
                out=tuple(pot.out),
                stock=pot.stock,
                pile=len(pot.discards),
                discards=tuple(pot.discards),
                winners=tuple(pot.last.winners),
                why=pot.last.reason,
                melds=_melds(pot.last.melds),
                melded=pot.last.cards,
                won=pot.last.pot,
                least_meld=pot.least_meld,
                lays=_laying(pot.way_out),
                ten=pot.way_out.ten,
                chip_value=pot.chip_value,
                spoken=tuple(pot.spoken),
                hands=pot.hands,
                thrown=_thrown(pot.shown),
            )
        case cacheta_pb2.CachetaPublic() as points:
            return Rummy(
                pot=False,
                folded=tuple(points.folded),
                out=tuple(points.out),
                stock=points.stock,
                pile=points.pile,
                discards=(points.top,) if points.HasField("top") else (),
                flip=points.flip if points.HasField("flip") else None,
                trumps=tuple(points.trumps),
                good=tuple(points.good),
                burned=tuple(points.burned),
                winners=tuple(points.last.winners),
                why=points.last.reason,
                melds=_melds(points.last.melds),
                wild=tuple(points.last.trumps[:MOST_CARDS]),
                melded=points.last.cards,
                lost=points.last.lost,
                least_meld=points.least_meld,
                lays=_laying(points.way_out),
                ten=points.way_out.ten,
                points=points.points,
                hands=points.rounds,
                thrown=_thrown(points.shown),
            )
        case _:
            return None


def _thrown(shown: Sequence[rummy_pb2.RummyShown]) -> tuple[tuple[int, int], ...]:
    return tuple([(seat, each.thrown[-1]) for seat, each in enumerate(shown) if each.thrown])


def own_rummy(own: views_pb2.OwnView | None) -> rummy_pb2.RummyOwn | None:
    """Return what your own hand makes, ``None`` at a game that is no rummy."""
    part = part_of(own)
    return part if isinstance(part, rummy_pb2.RummyOwn) else None


JOKERS: Final = OptionFace(mark("Jokers"))
"""How many are shuffled in."""


def melds_words(melds: Iterable[Sequence[int]], wild: Sequence[int] = ()) -> str:
    """Return melds in words with the codes of their cards, those that are wild marked."""
    return enumerate_words(
        [f"[{' '.join(card_words(card, wild) for card in meld)}]" for meld in melds]
    )


def loose(hand: Iterable[int], melds: Iterable[Sequence[int]]) -> list[int]:
    """Return the cards of a hand that lie in no meld."""
    left = Counter(card for meld in melds for card in meld)
    found: list[int] = []
    for card in hand:
        if left[card] > 0:
            left[card] -= 1
        else:
            found.append(card)
    return found


def own_melds(own: rummy_pb2.RummyOwn) -> tuple[tuple[int, ...], ...]:
    """Return the melds of your own hand."""
    return _melds(own.melds)


def _laying(way_out: rummy_pb2.WayOut) -> str:
    """Return the verb that lays a hand down; ``""`` for one that this client does not know."""
    return way_out.verb if takes_melds(way_out.verb) else ""


def _melds(melds: Iterable[rummy_pb2.Meld]) -> tuple[tuple[int, ...], ...]:
    # A server that sends thousands of melds gets a handful.
    few = list(melds)[:MOST_CARDS]
    return tuple(tuple(meld.cards[:MOST_CARDS]) for meld in few)


def lay_verb(model: TableModel) -> str:
    """Return the verb that lays the hand down; ``""`` where that has no place now.

    On your turn there is one even if the hand cannot go out: the server says why not.
    """
    if (choice := melding_choice(model.choices())) is not None:
        return verb_of(choice)
    view, rummy = model.view, rummy_of(model.view)
    if view is None or view.phase != Phase.PHASE_DISCARD or not model.is_my_turn:
        return ""
    return "" if rummy is None else rummy.lays


def taken_card(model: TableModel) -> int | None:
    """Return the discard that would come to the hand as it is laid down out of turn."""
    rummy, verb = rummy_of(model.view), lay_verb(model)
    if rummy is None or not rummy.discards or verb in ("", rummy.lays):
        return None
    return rummy.discards[-1]


def prompt(view: views_pb2.PublicView, rummy: Rummy, model: TableModel) -> str:
    """Return what is awaited of you, whose turn it is."""
    match view.phase:
        case Phase.PHASE_CUT:
            return _("Cut the pack.")
        case Phase.PHASE_STAYING:
            return _("Do you stay in this hand?")
        case Phase.PHASE_BETTING | Phase.PHASE_MATCHING:
            if due := due_of(model):
                return n_(
                    "Your turn: {n} chip to stay in.", "Your turn: {n} chips to stay in.", due
                )
            return _("Your turn to bet.")
        case Phase.PHASE_DRAW:
            if not rummy.discards:
                return _("Your turn: draw from the stock.")
            return _("Your turn: draw, or take the discard.")
        case Phase.PHASE_DISCARD:
            if melding_choice(model.choices()) is not None:
                return _("You can go out! Or choose a card to discard.")
            return _("Choose a card to discard.")
        case Phase.PHASE_CONTEST:
            return _("You come first: do you want the card?")
        case _:
            return _("Your turn.")


DRAW: Final = Verb(
    mark("Draw"),
    word=mark_p("verb to type", "draw"),
    deed=DREW,
    silent=True,
    values={
        "stock": Verb(mark("Draw"), key="s"),
        "discards": Verb(mark("Take the discard"), key="d"),
    },
)
DISCARD: Final = Verb(
    mark("Discard"),
    word=mark_p("verb to type", "discard"),
    deed=DeedWords(mark_p("deed", "discarded"), mark_p("own deed", "discarded")),
    key="enter",
    silent=True,
)
WAIVE: Final = Verb(
    mark("Let it be"),
    word=mark_p("verb to type", "waive"),
    deed=DeedWords(mark_p("deed", "left it"), mark_p("own deed", "left it")),
    key="n",
)


_RANKS: Final = "A23456789TJQK"
_FEWEST_IN_GROUP: Final = 3
_LONGEST_SEQUENCE_EVERYWHERE: Final = 4
"""Every game lets so many cards lie in a row."""


def fits(rummy: Rummy, model: TableModel) -> bool:
    """Tell whether the top discard makes a meld with two loose cards of yours, or prolongs one."""
    own = own_rummy(model.own)
    if own is None or model.own is None or not rummy.discards:
        return False
    card, wild = rummy.discards[-1], rummy.trumps
    melds = own_melds(own)
    left = [face(each) for each in loose(model.own.hand, melds) if each not in wild]
    if card in wild or face(card).rank not in _RANKS:
        return False
    runs = [
        meld for meld in melds if not {*meld} & {*wild} and len(meld) < _LONGEST_SEQUENCE_EVERYWHERE
    ]
    return makes_meld(face(card), left) or any(
        prolongs(face(card), [*map(face, meld)]) for meld in runs
    )


def makes_meld(card: CardFace, left: Sequence[CardFace]) -> bool:
    """Tell whether a card makes a meld with two of those: three suits of a rank, or a row."""
    suits = {each.suit for each in left if each.rank == card.rank} | {card.suit}
    if len(suits) >= _FEWEST_IN_GROUP:
        return True
    ranks = {_RANKS.find(each.rank) for each in left if each.suit == card.suit}
    at = _RANKS.index(card.rank)
    rows = ({first, first + 1, first + 2} for first in range(at - 2, at + 1))
    return any(row - {at} <= ranks for row in rows)


def prolongs(card: CardFace, meld: Sequence[CardFace]) -> bool:
    """Tell whether a card goes on with a row."""
    places = [_RANKS.find(each.rank) for each in meld]
    if {each.suit for each in meld} != {card.suit} or len({*places}) < len(places):
        return False
    if max(places) - min(places) != len(places) - 1:
        return False  # an ace beside a king
    return _RANKS.index(card.rank) in (min(places) - 1, max(places) + 1)
