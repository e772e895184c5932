"""The painted parts of a table: top line, felt, cards or the pack to cut, actions, status line.
What the top and status lines leave out first: `paint_top`, `status_lines`; how many lines buttons
take: `_MOST_ROWS`; what dragging and the wheel do: `Hand`, `CutPack`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer

from cardtui_client.i18n import _
from cardtui_client.model.cards import in_codes
from cardtui_client.scene.commands import Bare, MoveCard, Open, Step
from cardtui_client.scene.middle import ButtonZone, CardZone, HandScene, Mood, Zone
from cardtui_client.scene.scene import Bar, Button, ChosenAmount, Offers, Question, Scene, Top
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.actions import (
    lines_asking,
    lines_needed,
    paint_amount,
    paint_buttons,
)
from cardtui_client.tui.paint.canvas import Canvas, Place, mix, readable, style
from cardtui_client.tui.paint.cards import Size
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.paint.key_names import key_name, keys_spelled
from cardtui_client.tui.paint.pack import draw_pack
from cardtui_client.tui.paint.paper import CARDS_UNDER_NAME_LINE, LEAST_WIDTH_BESIDE_NAME
from cardtui_client.tui.paint.score import draw_head_score
from cardtui_client.tui.widgets.painted import RIGHT_BUTTON, Painted, Pressed

_MOST_LINES: Final = 3
_KEY_GAP: Final = 2
_QUESTION_LINES: Final = 2
_MOST_ROWS: Final = 4
"""More lines no buttons have, whatever is offered in a narrow window."""
_MOST_KEYS_WITH_RULE: Final = 2
"""So many keys stand beside a refusal that names a rule."""


class TopLine(Painted):
    """Shows the game, the hand, the stake and the score; or that the connection is lost."""

    DEFAULT_CSS = """
    TopLine {
        height: 1;
        dock: top;
        layer: over;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._top = Top("")
        self._banner = ""
        self._told = ""
        self._timer: Timer | None = None

    def show(self, top: Top, banner: str = "") -> None:
        """Show that; a banner takes the whole line, and further ones if it is long.

        What lies under them makes room for a banner, which stays, and not for a passing note.
        """
        if (top, banner) != (self._top, self._banner):
            self._top, self._banner = top, banner
            self._fit()
            self.repaint()

    def tell(self, sentence: str, seconds: float) -> None:
        """Show a sentence for so long, unless a banner is there."""
        if self._timer is not None:
            self._timer.stop()
        self._told = sentence
        self._timer = self.set_timer(seconds, self._untell) if sentence else None
        self._fit()
        self.repaint()

    def _untell(self) -> None:
        self.tell("", 0)

    def on_resize(self) -> None:
        """Take as many lines as the banner needs in this width."""
        self._fit()

    def _fit(self) -> None:
        if self.size.width:
            said = self._banner or self._told
            self.styles.height = len(_told_whole(said, self.size.width - 2))

    @property
    def banner_lines(self) -> int:
        """How many lines it needs without a passing note."""
        return len(_told_whole(self._banner, self.size.width - 2))

    def paint(self, canvas: Canvas) -> None:
        paint_top(canvas, self._top, self._banner, self._told)


def paint_top(canvas: Canvas, top: Top, banner: str, told: str = "") -> None:
    """Paint the top line: what does not fit is left out from the least telling on.

    Args:
        top: where the match stands.
        banner: what is wrong, instead; ``""`` for nothing.
        told: a passing note, where nothing is wrong; ``""`` for nothing.
    """
    palette, width = canvas.palette, canvas.width
    if banner or told:
        ground = palette.warning if banner else palette.primary
        banner = banner or told
        canvas.clear(style(readable(ground), ground, bold=True))
        for y, text in enumerate(_told_whole(banner, width - 2)):
            canvas.text(1, y, text, style(readable(ground), bold=True))
        return
    canvas.clear(style(palette.ink, palette.panel))
    room = draw_head_score(canvas, top) - 3
    x = canvas.text(1, 0, fit(top.title, room), style(palette.primary, bold=True))
    soft = style(palette.muted)
    for fact in top.facts:
        if x + 3 + cell_width(fact) > room:
            break
        x = canvas.text(x, 0, " · ", soft)
        x = canvas.text(x, 0, fit(fact, room), style(palette.ink))


class StatusLine(Painted):
    """Says what to do, or why not; and names the keys that always work, to be clicked too.

    Attributes:
        hints: those keys.
    """

    DEFAULT_CSS = """
    StatusLine {
        height: 1;
    }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._sentence = ""
        self._mood = Mood.PLAIN
        self.hints: tuple[Button, ...] = ()

    def show(self, sentence: str, mood: Mood, hints: tuple[Button, ...]) -> None:
        """Show that sentence, and those keys."""
        if (sentence, mood, hints) != (self._sentence, self._mood, self.hints):
            self._sentence, self._mood, self.hints = sentence, mood, hints
            self._fit()
            self.repaint()

    def on_resize(self) -> None:
        """Take as many lines as the sentence needs in this width."""
        self._fit()

    def _fit(self) -> None:
        if self.size.width:
            self.styles.height = self.lines

    @property
    def lines(self) -> int:
        """How many lines it needs in this width."""
        return len(status_lines(self._said, self._mood, self.hints, self.size.width))

    def paint(self, canvas: Canvas) -> None:
        paint_status(canvas, self._said, self._mood, self.hints, hovered=self.hovered)

    @property
    def _said(self) -> str:
        """The sentence with its cards and keys as they can be shown."""
        return keys_spelled(in_codes(self._sentence)) if self.ascii_only else self._sentence


def status_lines(
    sentence: str, mood: Mood, hints: tuple[Button, ...], width: int
) -> tuple[str, ...]:
    """Return the sentence in lines: one, unless it is too long even beside the fewest keys.

    The keys stand at the end of the last line, which has room for them.
    """
    beside = width - 2 - _least(mood, hints)
    if cell_width(sentence) <= beside:
        return (sentence,)
    lines = _told_whole(sentence, width - 2)
    if hints and cell_width(lines[-1]) > beside:
        whole = (*lines, "")
        return whole if len(whole) <= _MOST_LINES else _told_whole(sentence, beside)
    return lines


def _told_whole(sentence: str, width: int) -> tuple[str, ...]:
    """Return the sentence in as many lines as it needs, but at most three."""
    lines = wrap(sentence, max(width, 1)) or [""]
    if len(lines) <= _MOST_LINES:
        return tuple(lines)
    last = " ".join(lines[_MOST_LINES - 1 :])
    return (*lines[: _MOST_LINES - 1], fit(last, width))


def _least(mood: Mood, hints: tuple[Button, ...]) -> int:
    """Return the room that the keys take at least, and a gap before them."""
    fewest = min((_width(each) for each in _fewer_and_fewer(mood, hints)), default=0)
    return fewest + _KEY_GAP if fewest else 0


def _fewer_and_fewer(mood: Mood, hints: tuple[Button, ...]) -> Iterator[tuple[Button, ...]]:
    """Yield the keys: all of them, then ever fewer, and more of them behind the help's key.

    A key never stands without its word. The rule of a refusal is always there.
    """
    yield hints
    rest = [hint for hint in hints if hint.command is not Open.KEYS]
    behind = tuple(hint._replace(label=_("more")) for hint in hints if hint.command is Open.KEYS)
    rule = int(mood is Mood.REFUSED and len(hints) <= _MOST_KEYS_WITH_RULE)
    for many in range(len(rest) - 1, rule - 1, -1):
        yield (*rest[:many], *behind)


def _width(hints: Sequence[Button]) -> int:
    cells = (cell_width(key_name(each.key)) + 1 + cell_width(each.label) for each in hints)
    return sum(cells) + _KEY_GAP * (len(hints) - 1)


def paint_status(
    canvas: Canvas,
    sentence: str,
    mood: Mood,
    hints: tuple[Button, ...],
    *,
    hovered: Zone | None = None,
) -> None:
    """Paint the status line: the sentence comes first, then the keys that have room."""
    palette, width = canvas.palette, canvas.width
    canvas.clear(style(palette.ink, palette.panel))
    colour = {Mood.PLAIN: palette.ink, Mood.TURN: palette.turn, Mood.REFUSED: palette.error}[mood]
    if mood is Mood.REFUSED:
        ground = mix(palette.panel, palette.error, 0.18)
        canvas.clear(style(palette.ink, ground))
    look = style(colour, bold=mood is not Mood.PLAIN)
    if palette.hueless and mood is Mood.REFUSED:
        look = style(readable(colour), colour, bold=True)
    y, after = 0, 1
    for y, text in enumerate(status_lines(sentence, mood, hints, width)):
        after = canvas.text(1, y, text, look) + 2
    tried = _fewer_and_fewer(mood, hints)
    shown = next((each for each in tried if after + _width(each) < width), ())
    x = width - 1 - _width(shown)
    for hint in shown:
        key = key_name(hint.key, ascii_only=canvas.ascii_only)
        zone = ButtonZone(hint.command)
        left, x = x, canvas.text(x, y, key, style(palette.primary, bold=True))
        words = palette.ink if hovered == zone else palette.muted
        x = canvas.text(x + 1, y, hint.label, style(words))
        canvas.zone(Place(left, y, x - left, 1), zone)
        x += _KEY_GAP


def bar_lines(bar: Bar, usual: int, said: int, width: int) -> int:
    """Return the lines of the buttons: the usual ones, but for those that a long sentence needs.

    A button that needs the room to say all it does has it all the same.

    Args:
        bar: what it shows.
        usual: its usual lines.
        said: the lines of the sentence under it.
    """
    match bar:
        case Offers(buttons):
            needed = lines_needed(buttons, width)
        case Question(sentence):
            needed = max(lines_asking(sentence, answers_of(bar), width), _QUESTION_LINES)
        case ChosenAmount():
            needed = _QUESTION_LINES
    return max(usual - (said - 1), min(needed, _MOST_ROWS))


def answers_of(question: Question) -> tuple[Button, ...]:
    """Return the buttons that answer a question, with one that takes it back."""
    leaves = any(each.command == Bare.TAKE_BACK for each in question.answers)
    return question.answers if leaves else (*question.answers, _back())


class ActionBar(Painted):
    """Shows buttons, a question or an amount; what is clicked there is posted as `Pressed`."""

    DEFAULT_CSS = """
    ActionBar {
        height: 2;
    }
    """

    bar: reactive[Bar] = reactive(Offers(), repaint=False, init=False)

    def watch_bar(self) -> None:
        """Paint what is different."""
        self.repaint()

    @property
    def buttons(self) -> tuple[Button, ...]:
        """What can be pressed."""
        match self.bar:
            case Offers(buttons):
                return buttons
            case Question():
                return answers_of(self.bar)
            case ChosenAmount(button):
                return button._replace(command=Bare.PROCEED, key="enter"), _back()
            case _:
                assert_never(self.bar)

    def paint(self, canvas: Canvas) -> None:
        match self.bar:
            case Offers(_, sent):
                paint_buttons(canvas, self.buttons, hovered=self.hovered, sent=sent)
            case Question(sentence):
                paint_buttons(canvas, self.buttons, hovered=self.hovered, question=sentence)
            case ChosenAmount(_, amount):
                paint_amount(canvas, amount, self.buttons, hovered=self.hovered)
            case _:
                assert_never(self.bar)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up for more."""
        self._turn_wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down for less."""
        self._turn_wheel(event, -1)

    def _turn_wheel(self, event: events.MouseEvent, by: int) -> None:
        if isinstance(self.bar, ChosenAmount):
            event.stop()
            self.post_message(Pressed(Step(by)))


def _back() -> Button:
    return Button(Bare.TAKE_BACK, "escape", _("Back"))


_SIDE_COLUMNS = 19


def paint_own_pack(canvas: Canvas, scene: Scene, *, hovered: Zone | None = None) -> None:
    """Paint your own side of the felt, and the pack on it."""
    paint_hand(canvas, scene._replace(hand=HandScene()))
    if scene.own_pack is not None:
        # As far from the right edge as from the name at the left, if there is room.
        right = _SIDE_COLUMNS if canvas.width > 90 else 1
        place = Place(_SIDE_COLUMNS, 0, max(canvas.width - _SIDE_COLUMNS - right, 1), canvas.height)
        if canvas.width < LEAST_WIDTH_BESIDE_NAME:
            place = Place(
                1, CARDS_UNDER_NAME_LINE, canvas.width - 2, canvas.height - CARDS_UNDER_NAME_LINE
            )
        draw_pack(canvas, place, scene.own_pack, mine=True, hovered=hovered)


class CutPack(Painted):
    """Shows the pack in place of your own cards, of which there are none yet."""

    DEFAULT_CSS = """
    CutPack {
        height: 9;
        display: none;
    }
    """

    scene: reactive[Scene] = reactive(Scene(), repaint=False, init=False)

    def watch_scene(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        paint_own_pack(canvas, self.scene, hovered=self.hovered)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up for fewer cards."""
        event.stop()
        self.post_message(Pressed(Step(-1)))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down for more cards."""
        event.stop()
        self.post_message(Pressed(Step(1)))


class FeltSight(NamedTuple):
    """What is to be seen on the felt.

    Attributes:
        scene: the table.
        spoke: the seats that have just spoken.
        covered: how many columns at the right something else lies over.
        largest: as large as that the cards of a trick may be.
    """

    scene: Scene = Scene()
    spoke: frozenset[int] = frozenset()
    covered: int = 0
    largest: Size = Size.HUGE


class Felt(Painted):
    """Shows a scene; what is clicked on it is posted as `Pressed`."""

    DEFAULT_CSS = """
    Felt {
        height: 1fr;
    }
    """

    class Resized(Message):
        """There is more or less room for the felt."""

    sight: reactive[FeltSight] = reactive(FeltSight(), repaint=False, init=False)
    lit: reactive[bool] = reactive(False, repaint=False, init=False)
    """Whether a card is held over it that it takes."""

    def on_resize(self) -> None:
        """Tell what lies over it."""
        self.post_message(self.Resized())

    def watch_sight(self) -> None:
        """Paint what is different."""
        self.repaint()

    def watch_lit(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        scene, spoke, covered, largest = self.sight
        paint_felt(canvas, scene, spoke, covered=covered, largest=largest, lit=self.lit)


class HandSight(NamedTuple):
    """What is to be seen of your own side.

    Attributes:
        scene: the table, with your cards in the order in which they are held.
        picked: the place of the picked card.
        fresh: whether you have just spoken.
    """

    scene: Scene = Scene()
    picked: int | None = None
    fresh: bool = False


class Grip(NamedTuple):
    """How the mouse holds a card.

    Attributes:
        place: of the card, in the hand.
        raised: whether the mouse has left it, which raises it.
        button: of the last move; 0 while the terminal has named none.
    """

    place: int
    raised: bool = False
    button: int = 0


class Hand(Painted):
    """Shows your own cards and which of them is picked.

    Attributes:
        sight: what is to be seen.
        wanted: how big cards are to be: ``auto``, ``big``, ``small`` or ``line``.
    """

    DEFAULT_CSS = """
    Hand {
        height: 9;
    }
    """

    sight: reactive[HandSight] = reactive(HandSight(), repaint=False, init=False)
    grip: reactive[Grip | None] = reactive(None, repaint=False, init=False)
    """How the mouse holds one of them; ``None`` while it holds none."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.wanted = "auto"
        self._dragged = False

    def watch_sight(self, old: HandSight, new: HandSight) -> None:
        """Paint what is different; of other cards the mouse holds none."""
        if old.scene.hand.cards != new.scene.hand.cards:
            self.grip = None
        self.repaint()

    def watch_grip(self) -> None:
        """Raise a card, or put it back."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        scene, picked, fresh = self.sight
        picked = picked if self.held_up is None else self.held_up
        paint_hand(canvas, scene, Pointed(picked, self.hovered), wanted=self.wanted, fresh=fresh)

    @property
    def held_up(self) -> int | None:
        """The place of the card that the mouse has dragged away; ``None`` for none."""
        return self.grip.place if self.grip is not None and self.grip.raised else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of a card, which may be dragged to another place, or to the felt."""
        hand, place = self.sight.scene.hand, self._card_at(event.offset)
        held = event.button != RIGHT_BUTTON and not (hand.watching or hand.unplayed or hand.fixed)
        self.grip = Grip(place) if held and place is not None else None
        self._dragged = False

    def drag(self, event: events.MouseMove) -> None:
        """Raise the card that the mouse holds, once it has left it.

        A move without a button after one with it: the card was let go beyond the window.
        """
        if (grip := self.grip) is None:
            return
        if grip.button and not event.button:
            self.grip = None
            return
        left = self._card_at(event.screen_offset - self.region.offset) != grip.place
        self.grip = Grip(grip.place, grip.raised or left, event.button)

    def let_go(self) -> int | None:
        """Put the card back that the mouse holds, and return its place; ``None`` for none."""
        grip, self.grip = self.grip, None
        return None if grip is None else grip.place

    def drop(self, event: events.MouseUp) -> int | None:
        """Let the card go, and return its place; ``None`` if there was none, or nobody let it go.

        A release without a button after a move with it was not seen: see `TerminalDriver`.
        """
        unseen = self.grip is not None and self.grip.button and not event.button
        place = self.let_go()
        return None if unseen else place

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Put down a card that was dragged here."""
        here, self._dragged = self._card_at(event.offset), self.held_up is not None
        start = self.drop(event)
        own_order = self.sight.scene.hand.own_order
        if start is None or here is None or start == here or not own_order:
            return
        self._dragged = True
        self.post_message(Pressed(MoveCard(start, here)))

    def _card_at(self, offset: Offset) -> int | None:
        zone = None if self._canvas is None else self._canvas.zone_at(*offset)
        return zone.index if isinstance(zone, CardZone) else None

    def zone_pressed(self, zone: Zone) -> None:
        """Post what was clicked; the click that ends a drag is none."""
        if self._dragged:
            self._dragged = False
        else:
            super().zone_pressed(zone)
