"""What is to be seen at a table, as plain values: what the painting functions are given.

A scene is made from the model by `cardtui_client.games.staging`; whoever paints knows
neither messages nor rules.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from cardtui_client.scene.shows import CloseUp, Pack, Ribbon


class SeatScene(NamedTuple):
    """One seat at the table.

    Attributes:
        seat: its number.
        name: who sits there; ``""`` for a free seat.
        side: its team, or ``None`` where each plays alone.
        cards: how many cards it holds.
        shown: the cards it showed; instead of backs.
        dealer: whether it deals.
        mark: what it is called for going first; ``""`` for the others.
        turn: whether the game waits for it.
        bubble: what it said last.
        loud: whether the bubble is a call that others must answer.
        notes: short words: bot, away, passed, resigned, ready.
        chips: the chips it has left.
        bet: the chips it put in during this round.
        lives: the points it has left, and those it began with; ``None`` at other games.
        faded: whether it takes no part any more.
        winner: whether it won what was last decided.
        you: whether it is one's own.
    """

    seat: int
    name: str = ""
    side: int | None = None
    cards: int = 0
    shown: tuple[int, ...] = ()
    dealer: bool = False
    mark: str = ""
    turn: bool = False
    bubble: str = ""
    loud: bool = False
    notes: tuple[str, ...] = ()
    chips: int | None = None
    bet: int = 0
    lives: tuple[int, int] | None = None
    faded: bool = False
    winner: bool = False
    you: bool = False


class Played(NamedTuple):
    """A card in the trick on the table.

    Attributes:
        seat: who played it.
        card: the card.
        winning: whether it wins the trick so far, or won it.
        fresh: whether it has just been played.
        old: whether its trick is finished and waits to be taken away.
    """

    seat: int
    card: int
    winning: bool = False
    fresh: bool = False
    old: bool = False


class Earlier(NamedTuple):
    """A finished trick.

    Attributes:
        label: which one, and whose it is, in words.
        side: the team that won it; ``None`` for a tie.
        cards: its cards in the order played; empty if they lie face down.
        best: which of them won, by place; -1 for none.
    """

    label: str
    side: int | None
    cards: tuple[int, ...]
    best: int = -1


class Tally(NamedTuple):
    """The points of one side as people keep them with matches.

    Attributes:
        name: short.
        points: the whole score.
        target: the points that win.
        fresh: whether it has just scored.
        side: the side whose colour it has.
    """

    name: str
    points: int
    target: int
    fresh: bool = False
    side: int = 0


class Pot(NamedTuple):
    """The chips in the middle.

    Attributes:
        chips: how many.
        cap: what nobody may bet beyond, or ``None``.
    """

    chips: int
    cap: int | None = None


class Piles(NamedTuple):
    """Stock and discards in the middle.

    Attributes:
        stock: how many cards can be drawn.
        pile: how many discards there are.
        discards: those that lie open, the top one last.
        flip: the card turned up, or ``None``.
        trumps: the wild cards.
        sources: the piles that one may draw from now: ``stock``, ``discards``.
        completes: whether the top discard is all that one's own hand misses.
    """

    stock: int
    pile: int
    discards: tuple[int, ...] = ()
    flip: int | None = None
    trumps: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    completes: bool = False


class Line(NamedTuple):
    """A line of the paper in the middle of the felt.

    Attributes:
        text: what it says.
        cards: cards drawn after it.
        strong: whether it is a heading.
        side: the side whose colour it has, or ``None``.
        columns: short words under each other in columns after it, flush right.
        wild: which of the cards are wild, and marked so.
    """

    text: str
    cards: tuple[int, ...] = ()
    strong: bool = False
    side: int | None = None
    columns: tuple[str, ...] = ()
    wild: tuple[int, ...] = ()


class Top(NamedTuple):
    """The top line.

    Attributes:
        title: game and preset.
        facts: hand, stake or pot, whose deal: most telling first.
        score: the score in words.
    """

    title: str
    facts: tuple[str, ...] = ()
    score: str = ""


LOOSE: Final = 0
"""The mark of a card that is neither selected nor melded; melds are numbered from 1."""

SELECTED: Final = -1
"""The mark of a card that is selected for a meld."""


class HandScene(NamedTuple):
    """One's own cards.

    Attributes:
        cards: in the order dealt.
        playable: the cards that may be played now.
        hint: what they make, in words.
        marked: the cards that make it.
        watching: a sentence for those who only watch, ``""`` for players.
        melds: the melds among them.
        throws: the cards that can be thrown to go out.
        own_order: whether one holds them in an order of one's own.
        lays: the verb that lays them down; ``""`` where that has no place now.
        taken: the discard that would come to them as they are laid down.
        wild: the wild cards.
        marks: by card, what was done with it by hand; empty while nothing is laid down.
    """

    cards: tuple[int, ...] = ()
    playable: tuple[int, ...] = ()
    hint: str = ""
    marked: tuple[int, ...] = ()
    watching: str = ""
    melds: tuple[tuple[int, ...], ...] = ()
    throws: tuple[int, ...] = ()
    own_order: bool = False
    lays: str = ""
    taken: int | None = None
    wild: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()


class Tone(Enum):
    """What kind of action a button is, which gives it its colour."""

    CALL = "call"
    YES = "yes"
    NO = "no"
    PLAIN = "plain"


class Button(NamedTuple):
    """An action that one can take now.

    Attributes:
        id: what is posted when it is pressed.
        key: the key that presses it.
        label: what it does.
        price: what it plays for, gives away or costs, short; ``""`` if nothing.
        tone: what kind it is.
    """

    id: str
    key: str
    label: str
    price: str = ""
    tone: Tone = Tone.PLAIN


class Target(NamedTuple):
    """What the middle says while cards are laid down by hand.

    Attributes:
        melds: the melds put together so far.
        words: what a click on the middle does, or what has to come first.
        ready: whether it does something.
        note: what is worth knowing beside it, where there is room.
    """

    melds: tuple[tuple[int, ...], ...]
    words: str
    ready: bool
    note: str = ""


class Scene(NamedTuple):
    """All that is to be seen on the felt.

    Attributes:
        seats: all seats, by number.
        viewpoint: the seat at the bottom.
        clockwise: which way play goes.
        top: the top line.
        trick: the cards on the table.
        earlier: the finished tricks of this hand.
        tallies: the matches of both sides; empty where there are none.
        bowl: whether they are beans out of a bowl instead.
        laid: cards that lie face up in the middle.
        laid_partner: whether those are the partner's, which only oneself may see.
        laid_fresh: how many of them, from the last, have just been laid.
        pack: the pack while it is cut, or ``None``.
        stub: whether the rest of the pack lies at the dealer's right, before the mano.
        close_up: a card that is just turned up, or ``None``.
        ribbon: what is just announced, or ``None``.
        pot: the chips in the middle, or ``None``.
        piles: stock and discards in the middle, or ``None``.
        caption: a short sentence in the middle: what waits, what was bet.
        print: the suits printed on the cloth, a deck's name; ``""`` for a plain one.
        paper: the lines of a paper that lies over the middle; empty for none.
        hand: one's own cards.
    """

    seats: tuple[SeatScene, ...] = ()
    viewpoint: int = 0
    clockwise: bool = True
    top: Top = Top("")
    trick: tuple[Played, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    tallies: tuple[Tally, ...] = ()
    bowl: bool = False
    laid: tuple[int, ...] = ()
    laid_partner: bool = False
    laid_fresh: int = 0
    pack: Pack | None = None
    stub: bool = False
    close_up: CloseUp | None = None
    ribbon: Ribbon | None = None
    pot: Pot | None = None
    piles: Piles | None = None
    caption: str = ""
    print: str = ""
    paper: tuple[Line, ...] = ()
    hand: HandScene = HandScene()
