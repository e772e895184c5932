"""What lies in the middle of the felt (tricks, piles, pot, dice, papers), and what flies over.
Also what a mouse can point at (zones), and how wide a paper's lines are in the smallest window:
`SMALLEST_LINE_CELLS`. Only values: how they look is in `tui/paint`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from cardtui_client.model.cards import HIDDEN_CARD
from cardtui_client.scene.commands import Command
from cardtui_client.text import wrap


class Pack(NamedTuple):
    """A pack that is being cut.

    Attributes:
        cards: how many it has.
        at: how many of them lie above the place that is pointed at; 0 for none.
        apart: whether the two halves have parted there.
        under: whether the upper half is on its way under the lower one.
        cuts: the cuts that have been made, in order.
        end: the end it is dealt from: ``top``, ``bottom``; ``""`` while nobody has said.
    """

    cards: int
    at: int = 0
    apart: bool = False
    under: bool = False
    cuts: tuple[int, ...] = ()
    end: str = ""


class Piles(NamedTuple):
    """Stock and discards in the middle.

    Attributes:
        stock: how many cards can be drawn.
        pile: how many discards there are.
        discards: those that lie open, the top one last.
        flip: the card turned up, or ``None``.
        trumps: the wild cards.
        sources: the piles that you may draw from now: ``stock``, ``discards``.
        completes: what is said of a top discard that helps your own hand; ``""`` where it does not.
        pot: the chips that are played for; ``None`` where there are none.
    """

    stock: int
    pile: int
    discards: tuple[int, ...] = ()
    flip: int | None = None
    trumps: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    completes: str = ""
    pot: int | None = None


_CARDS_IN_GROUP: Final = 3


class Laid(NamedTuple):
    """Cards that lie face up for all, or for partners alone.

    Attributes:
        cards: the cards.
        fresh: how many of them, from the last, have just been laid.
        partner: whether they are the partner's, which only you may see.
        breaks: the places in the cards before which another group begins; empty: groups of three.
        wild: which of the cards are wild, and marked so.
    """

    cards: tuple[int, ...]
    fresh: int = 0
    partner: bool = False
    breaks: tuple[int, ...] = ()
    wild: tuple[int, ...] = ()

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The cards group by group."""
        count = len(self.cards)
        ends = (*(self.breaks or range(_CARDS_IN_GROUP, count, _CARDS_IN_GROUP)), count)
        return tuple(self.cards[begin:end] for begin, end in pairwise((0, *ends)))


class Pot(NamedTuple):
    """The chips in the middle.

    Attributes:
        chips: how many.
        cap: what nobody may bet beyond, or ``None``.
    """

    chips: int
    cap: int | None = None


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


class Print(NamedTuple):
    """The cloth itself, on which a trick comes to lie."""


Middle = Pack | Piles | Laid | Pot | Target | Print
"""Whatever lies in the middle."""


LOOSE: Final = 0
"""The mark of a card that is neither selected nor melded; melds are numbered from 1."""

SELECTED: Final = -1
"""The mark of a card that is selected for a meld."""


class HandScene(NamedTuple):
    """Your own cards.

    Attributes:
        cards: in the order dealt.
        fixed: whether none of them is ever picked: they are only bet on.
        unplayed: whether they are those that were left when the hand ended.
        hint: what they make, in words.
        watching: a sentence for those who only watch, ``""`` for players.
        melds: the melds among them.
        throws: the cards that can be thrown to go out.
        own_order: whether you hold them in an order of your own.
        lays: the verb that lays them down; ``""`` where that has no place now.
        taken: the discard that would come to them as they are laid down.
        wild: the wild cards.
        drawn: the card that came to them last, until they change again; or ``None``.
        marks: by card, what was done with it by hand; empty while nothing is laid down.
        coming: how many of them, from the last, are still on their way.
        suits: for a newcomer, each letter that stands for a suit on the cards, and its name.
    """

    cards: tuple[int, ...] = ()
    fixed: bool = False
    unplayed: bool = False
    hint: str = ""
    watching: str = ""
    melds: tuple[tuple[int, ...], ...] = ()
    throws: tuple[int, ...] = ()
    own_order: bool = False
    lays: str = ""
    taken: int | None = None
    wild: tuple[int, ...] = ()
    drawn: int | None = None
    marks: tuple[int, ...] = ()
    coming: int = 0
    suits: tuple[tuple[str, str], ...] = ()


class Mood(Enum):
    """What kind of sentence the status line says."""

    PLAIN = "plain"
    TURN = "turn"
    """It is your turn."""
    REFUSED = "refused"


class Note(NamedTuple):
    """A title, and pairs of words under it.

    Attributes:
        title: what it is about.
        rows: what each line is about, and what it says.
        keyed: whether its lines are keys and what they do.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    keyed: bool = False


SMALLEST_LINE_CELLS: Final = 52
"""How many cells a line has on the smallest screens."""

MOST_LINES_BELOW: Final = 9
"""How many lines your side has on the smallest screens, where a paper covers no seat."""

CARD_CELLS: Final = 4
"""The cells that a card takes, with the blank before it."""

BREAK_CELLS: Final = 2
"""The cells that the gap before another meld takes."""


class Line(NamedTuple):
    """A line of the paper in the middle of the felt.

    Attributes:
        text: what it says.
        cards: cards drawn after it.
        strong: whether it is a heading.
        side: the side whose colour it has, or ``None``.
        columns: short words under each other in columns after it, flush right.
        wild: which of the cards are wild, and marked so.
        breaks: the places in the cards before which another meld begins.
        is_score: whether it is the score of all sides, which may be told in large digits.
    """

    text: str
    cards: tuple[int, ...] = ()
    strong: bool = False
    side: int | None = None
    columns: tuple[str, ...] = ()
    wild: tuple[int, ...] = ()
    breaks: tuple[int, ...] = ()
    is_score: bool = False

    @property
    def card_cells(self) -> int:
        """The cells that the cards take."""
        return CARD_CELLS * len(self.cards) + BREAK_CELLS * len(self.breaks)


class Score(NamedTuple):
    """What one side has at the end of a match.

    Attributes:
        name: who.
        number: points, chips or games.
        side: the side whose colour it has, or ``None``.
        won: whether it has won.
    """

    name: str
    number: str
    side: int | None = None
    won: bool = False


class Finale(NamedTuple):
    """The page at the end of a match as it lies on a felt that has room for it.

    Attributes:
        title: who has won.
        side: the side whose colour it has, or ``None``.
        scores: what each side has, in large digits.
        lines: what else is told.
        scale: how many times as large as usual its digits are.
        cells: no line of it is wider.
        close: whether it is for a low window: as wide as may be, with a title of one line.
        cheer: what is said to you in large letters if you have won; ``""`` to all others.
    """

    title: str
    side: int | None
    scores: tuple[Score, ...]
    lines: tuple[Line, ...]
    scale: int = 1
    cells: int = SMALLEST_LINE_CELLS
    close: bool = False
    cheer: str = ""


def beside_digits(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines that tell what large digits do not, without names over nothing."""
    told = tuple(line for line in lines if not line.is_score)
    table = [line for line in told if line.columns]
    if len(table) == 1 and len(told) < len(lines):
        told = tuple(line for line in told if not line.columns)
    return told if told[-1:] != (Line(""),) else told[:-1]


def wrapped(lines: tuple[Line, ...], cells: int) -> tuple[Line, ...]:
    """Return the lines, those of words alone wrapped to so many cells."""
    whole: list[Line] = []
    for line in lines:
        told = [line.text] if line.cards or line.columns else wrap(line.text, cells) or [""]
        whole += (line if text == line.text else line._replace(text=text) for text in told)
    return tuple(whole)


class Stub(NamedTuple):
    """The rest of the pack, at the dealer's right, before the mano.

    Attributes:
        flip: the card that lies beside it, turned up for all; ``None`` for none.
    """

    flip: int | None = None


@dataclass(frozen=True, slots=True)
class SeatZone:
    """A seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardZone:
    """One of your cards, by its place in the hand."""

    index: int


@dataclass(frozen=True, slots=True)
class PileZone:
    """A pile of cards in the middle: ``stock`` or ``discards``."""

    pile: str


@dataclass(frozen=True, slots=True)
class PaperZone:
    """The paper that lies over the felt, or over your side of it."""


@dataclass(frozen=True, slots=True)
class TargetZone:
    """The middle of the felt, while cards are laid down there by hand."""


@dataclass(frozen=True, slots=True)
class CutZone:
    """The place in the pack above which so many cards lie."""

    cards: int


@dataclass(frozen=True, slots=True)
class ButtonZone:
    """A button, or the name of a key, by the command that it stands for."""

    command: Command


@dataclass(frozen=True, slots=True)
class AmountZone:
    """The part of a slider that stands for an amount."""

    amount: int


class StepZone(Enum):
    """The arrows beside a slider."""

    LESS = "less"
    MORE = "more"


Zone = (
    SeatZone
    | CardZone
    | PileZone
    | PaperZone
    | TargetZone
    | CutZone
    | ButtonZone
    | AmountZone
    | StepZone
)
"""Whatever you can point at."""


class Where(Enum):
    """A kind of place on the felt that something leaves, or comes to."""

    SEAT = "seat"
    TRICK = "trick"
    """Before a seat, where its card lies in the trick."""
    PACK = "pack"
    """The rest of the pack; the dealer's seat where that is not to be seen."""
    STOCK = "stock"
    DISCARDS = "discards"
    POT = "pot"
    BOWL = "bowl"
    """Where match-sticks and beans are taken from."""
    TALLY = "tally"
    ABOVE = "above"
    """Over the felt, so many hundredths of its width from the left."""


class Spot(NamedTuple):
    """A place on the felt.

    Attributes:
        where: its kind.
        number: which one: the seat's number, or the place of the score among the scores.
    """

    where: Where
    number: int = 0


class Thing(Enum):
    """What is on its way."""

    CARD = "card"
    SMALL_CARD = "small card"
    """One of several that fly at once, or of the many of a long hand."""
    CHIP = "chip"
    POINT = "point"
    """A match-stick, or a bean."""
    SIGN = "sign"
    """The sign of a card's suit."""


class Flying(NamedTuple):
    """A thing on its way.

    Attributes:
        thing: what it is.
        origin: where it comes from.
        target: where it goes to.
        part: how much of the way lies behind it, from 0 to 1.
        card: the card, where it is one or the sign of its suit.
    """

    thing: Thing
    origin: Spot
    target: Spot
    part: float = 0.0
    card: int = HIDDEN_CARD


class Shout(NamedTuple):
    """A call as wide as the felt.

    Attributes:
        words: the call.
        name: who calls: a name, or "You".
        side: the side whose colour the name has, or ``None``.
        weight: how much it risks: 1 or more.
        part: how much of its letters has come, from the left.
    """

    words: str
    name: str
    side: int | None
    weight: int
    part: float = 1.0
