"""What there is to see at a table, as plain values: seats, score, log, bar, buttons, time line.
How many entries the log keeps: `MOST_ENTRIES`. Only values: what is put in is in
`faces/staging.py`, how it looks in `tui/paint`.

`cardtui_client.faces.staging` makes it from the model; what paints it knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Final, NamedTuple

from cardtui_client.scene.commands import Command
from cardtui_client.scene.middle import (
    Finale,
    Flying,
    HandScene,
    Line,
    Middle,
    Pack,
    Print,
    Shout,
    Stub,
)

MOST_ENTRIES: Final = 500
"""How many entries a log keeps."""


class Kind(Enum):
    """What an entry of the log is."""

    HEADING = "heading"
    EVENT = "event"
    TALK = "talk"
    ASIDE = "aside"
    """Talk of spectators."""
    TEAM = "team"
    """Talk that only your team hears."""
    HOST = "host"
    """What the host tells everybody."""
    SIGNAL = "signal"
    """A signal that you have seen, or has given."""
    NOTICE = "notice"


class Deed(NamedTuple):
    """What happened in the fewest words: who, what, and what that does.

    Attributes:
        actor: who did it, or whose it is; or what you did, where the verb alone says that.
        act: what was done: words, and cards by their numbers.
        effect: what it is worth then, or brings; ``""`` for nothing.
        side: the side whose colour the actor has, or ``None``.
    """

    actor: str
    act: tuple[str | int, ...]
    effect: str = ""
    side: int | None = None


class Entry(NamedTuple):
    """An entry of the log.

    Attributes:
        kind: what it is.
        text: what it says.
        name: who spoke, for talk.
        side: the side whose colour the name has, or ``None``.
        deed: the same in the fewest words, or ``None`` where it is told as it stands.
        own: whether you said it.
        below: your own side as it was told, which keeps its colour; ``None`` while you watch.
    """

    kind: Kind
    text: str
    name: str = ""
    side: int | None = None
    deed: Deed | None = None
    own: bool = False
    below: int | None = None


Telling = Callable[[], tuple[Entry, ...]]
"""Tells something in the language in use: again, if that has changed."""


def nothing() -> tuple[Entry, ...]:
    """Tell nothing."""
    return ()


class SeatScene(NamedTuple):
    """One seat at the table.

    Attributes:
        seat: its number.
        name: who sits there; ``""`` for a free seat.
        side: its team, or ``None`` where each plays alone.
        letter: the team's letter, where it has more than one player; ``""`` elsewhere.
        cards: how many cards it holds.
        shown: the cards it showed; instead of backs.
        dealer: whether it deals.
        mark: what it is called for going first; ``""`` for the others.
        turn: whether the game waits for it.
        bubble: what it said last.
        loud: whether the bubble is a call that others must answer.
        weight: how much that call risks: 0 for what is said in passing, up to 3 for the highest.
        notes: short words: bot, away, passed, resigned, ready.
        chips: the chips it has left.
        bet: the chips it put in during this round.
        lives: the points it has left, and those it began with; ``None`` at other games.
        thrown: the card that it threw last; ``None`` for none.
        taken: the discard that it took last; ``None`` for none.
        faded: whether it takes no part any more.
        winner: whether it won what was last decided.
        you: whether it is yours.
        clock: what is left of its time to act; ``""`` if none is taken.
        hurry: how nearly that is up: 0, or 1 or 2 after the first or the second warning.
        face: what who sits there looks like, the same all along; ``""`` for nobody.
    """

    seat: int
    name: str = ""
    side: int | None = None
    letter: str = ""
    cards: int = 0
    shown: tuple[int, ...] = ()
    dealer: bool = False
    mark: str = ""
    turn: bool = False
    bubble: str = ""
    loud: bool = False
    weight: int = 0
    notes: tuple[str, ...] = ()
    chips: int | None = None
    bet: int = 0
    lives: tuple[int, int] | None = None
    thrown: int | None = None
    taken: int | None = None
    faded: bool = False
    winner: bool = False
    you: bool = False
    clock: str = ""
    hurry: int = 0
    face: str = ""


class Fresh(NamedTuple):
    """What has just happened, to be pointed out for a moment.

    Attributes:
        spoke: seats that have just said something.
        played: seats that have just played a card.
        scored: sides that have just scored.
        shown: cards that have just been turned up for all.
    """

    spoke: frozenset[int] = frozenset()
    played: frozenset[int] = frozenset()
    scored: frozenset[int] = frozenset()
    shown: frozenset[int] = frozenset()


NOTHING_FRESH: Final = Fresh()


class Flip(Enum):
    """How far a card has been turned over."""

    BACK = "back"
    EDGE = "edge"
    FACE = "face"


class CloseUp(NamedTuple):
    """A card that is turned up before everybody's eyes.

    Attributes:
        card: the card.
        flip: how far it has been turned over.
        words: who turns it up; what it is; what it does.
        side: the side whose colour the words have.
    """

    card: int
    flip: Flip
    words: tuple[str, ...] = ()
    side: int = 0


class Ribbon(NamedTuple):
    """A ribbon across the felt that announces a hand of its own kind.

    Attributes:
        title: what is announced.
        words: what it means.
    """

    title: str
    words: str


class Weight(IntEnum):
    """How much a stake is: the box that tells it is drawn the heavier."""

    USUAL = 0
    RAISED = 1
    DECISIVE = 2


class Stake(NamedTuple):
    """What is played for, as a box tells it.

    Attributes:
        title: what is played for, or the call that waits.
        worth: for how much: points or chips.
        refused: what saying no to the call costs, in words; ``""`` while none waits.
        decides: who would win a game or the match with it; ``""`` if nobody would.
        weight: how much it is.
        asked: whether a call waits for an answer.
    """

    title: str
    worth: int
    refused: str = ""
    decides: str = ""
    weight: Weight = Weight.USUAL
    asked: bool = False


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


class CardOrder(NamedTuple):
    """The order of the cards.

    Attributes:
        ties: the cards from the highest down, those that tie beside each other; empty where cards
            have no order.
        own: those that you hold.
        seen: the others that you have seen in this hand.
    """

    ties: tuple[tuple[int, ...], ...] = ()
    own: frozenset[int] = frozenset()
    seen: frozenset[int] = frozenset()


class Top(NamedTuple):
    """The top line.

    Attributes:
        title: game and preset.
        facts: hand, stake or pot, whose deal: most telling first.
        score: the score in words.
        tallies: the matches or beans of both sides, where nothing else tells them.
        beans: whether they are beans.
    """

    title: str
    facts: tuple[str, ...] = ()
    score: str = ""
    tallies: tuple[Tally, ...] = ()
    beans: bool = False


class Tally(NamedTuple):
    """The points of one side as people keep them with matches.

    Attributes:
        name: short.
        points: the whole score.
        target: the points that win.
        fresh: whether it has just scored.
        side: the side whose colour it has.
        malas: how many of the points that win are *malas*; 0 where they are not told apart.
        pending: the points that are won, but not counted yet.
        whole: its name, or all the names of the side, where there is room for more.
    """

    name: str
    points: int
    target: int
    fresh: bool = False
    side: int = 0
    malas: int = 0
    pending: int = 0
    whole: str = ""


class Scene(NamedTuple):
    """All that is to be seen on the felt.

    Attributes:
        seats: all seats, by number.
        viewpoint: the seat at the bottom.
        clockwise: which way play goes.
        top: the top line.
        trick: the cards on the table.
        earlier: the finished tricks of this hand.
        great: whether the great cards of Truco, in a Spanish deck, have a frame of their own.
        crowned: the cards that are above all others in this hand; empty where none are marked.
        tallies: the matches of both sides; empty where there are none.
        bowl: whether they are beans out of a bowl instead.
        middle: what lies in the middle.
        cloth: the deck whose suits are printed on the cloth; ``""`` for none.
        own_pack: the pack that lies before who sits at the bottom, to be cut; or ``None``.
        stub: the rest of the pack, or ``None``.
        close_up: a card that is just turned up, or ``None``.
        ribbon: what is just announced, or ``None``.
        stake: what is played for; ``None`` where that is not told apart.
        caption: a short sentence in the middle: what waits, what was bet.
        lately: the last that happened, the latest last.
        paper: the lines of a paper that lies over the middle; empty for none.
        finale: the same at the end of a match, large, where the felt has room; or ``None``.
        hand: your own cards.
        flying: what is on its way; empty at rest.
        shout: a call as wide as the felt, or ``None``.
        cheer: what is spelled over it once, as you win the match; ``""`` before.
    """

    seats: tuple[SeatScene, ...] = ()
    viewpoint: int = 0
    clockwise: bool = True
    top: Top = Top("")
    trick: tuple[Played, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    great: bool = True
    crowned: tuple[int, ...] = ()
    tallies: tuple[Tally, ...] = ()
    bowl: bool = False
    middle: Middle = Print()
    cloth: str = ""
    own_pack: Pack | None = None
    stub: Stub | None = None
    close_up: CloseUp | None = None
    ribbon: Ribbon | None = None
    stake: Stake | None = None
    caption: str = ""
    lately: tuple[Deed, ...] = ()
    paper: tuple[Line, ...] = ()
    finale: Finale | None = None
    hand: HandScene = HandScene()
    flying: tuple[Flying, ...] = ()
    shout: Shout | None = None
    cheer: str = ""

    def with_pack(self, pack: Pack, *, mine: bool) -> Scene:
        """Return it with a pack that is cut: before who sits at the bottom, or in the middle."""
        return self._replace(own_pack=pack) if mine else self._replace(middle=pack)


class Tone(Enum):
    """What kind of action a button is, which gives it its colour."""

    CALL = "call"
    YES = "yes"
    NO = "no"
    PLAIN = "plain"


class Button(NamedTuple):
    """An action that you can take now.

    Attributes:
        command: what it stands for.
        key: the key that presses it.
        label: what it does.
        price: what it plays for, gives away or costs, short; ``""`` if nothing.
        tone: what kind it is.
        lost: the price in words, of what gives up; ``""`` for what does not.
    """

    command: Command
    key: str
    label: str
    price: str = ""
    tone: Tone = Tone.PLAIN
    lost: str = ""

    @property
    def words(self) -> str:
        """What it does, and for what."""
        return f"{self.label} {self.price}" if self.price else self.label


class Amount(NamedTuple):
    """A number that is being chosen.

    Attributes:
        label: what it is for.
        low: the least.
        high: the greatest.
        value: the one chosen so far.
        typed: the digits typed so far, ``""`` for none; they may be out of range.
    """

    label: str
    low: int
    high: int
    value: int
    typed: str = ""

    @property
    def fits(self) -> bool:
        """Whether what was typed is a number that may be chosen."""
        return not self.typed or self.low <= int(self.typed) <= self.high

    @property
    def shown(self) -> str:
        """The number as it stands now."""
        return self.typed or str(self.value)


class Question(NamedTuple):
    """A question that waits for an answer.

    Attributes:
        sentence: the question.
        answers: the buttons that answer it; Enter is the first one's key, or says yes to it, too.
        about: what was asked for; without its button the question is moot. ``None``: never.
    """

    sentence: str
    answers: tuple[Button, ...]
    about: Command | None = None


class ChosenAmount(NamedTuple):
    """An amount that is being chosen, for a verb or of the chips to bring.

    Attributes:
        button: the button that asked for it, without which there is nothing to choose.
        amount: the amount so far.
    """

    button: Button
    amount: Amount


class Offers(NamedTuple):
    """What may be done now.

    Attributes:
        buttons: a button for each thing.
        sent: whether one was pressed whose answer is awaited, or there is no connection: they fade
            until it comes.
    """

    buttons: tuple[Button, ...] = ()
    sent: bool = False


Bar = Offers | Question | ChosenAmount
"""Whatever the action bar shows."""


class Standing(NamedTuple):
    """A part of a score.

    Attributes:
        text: what it says.
        side: the side whose colour it has; ``None`` for none.
    """

    text: str
    side: int | None = None


class HandMark(NamedTuple):
    """A hand on the line.

    Attributes:
        number: which hand of the match it is, from 1.
        first: the number of the position with which it begins.
        score: the score after it; empty while you have not seen its end.
    """

    number: int
    first: int
    score: tuple[Standing, ...] = ()


class TimeLine(NamedTuple):
    """The time line.

    Attributes:
        hands: the hands.
        now: the place of the hand that is shown among them; ``None`` before the first.
    """

    hands: tuple[HandMark, ...] = ()
    now: int | None = None
