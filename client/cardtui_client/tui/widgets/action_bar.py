"""The action bar: what may be done now, a question before what commits, an amount to choose."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from cardtui_client.i18n import _
from cardtui_client.scene.buttons import Button
from cardtui_client.scene.zones import AmountZone, ButtonZone, StepZone, Zone
from cardtui_client.tui.paint.actions import Amount, paint_amount, paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.widgets.painted import Painted

TAKE = "take"
BACK = "back"
_MOST_DIGITS = 7


class ActionBar(Painted):
    """Shows buttons; asks once where it is told to; lets a number be chosen.

    Clicks and keys end in the same messages, so that mouse and keyboard do the same.
    """

    DEFAULT_CSS = """
    ActionBar {
        height: 2;
    }
    """

    @dataclass
    class Pressed(Message):
        """A button was pressed; ``id`` is its own."""

        id: str

    @dataclass
    class Answered(Message):
        """A question was answered with anything but going back; ``id`` is the answer's."""

        id: str

    @dataclass
    class Chosen(Message):
        """A number was chosen for the action ``id``."""

        id: str
        value: int

    @dataclass
    class Misfit(Message):
        """A number was typed that may not be chosen; it is left there."""

        amount: Amount

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._buttons: tuple[Button, ...] = ()
        self._answers: tuple[Button, ...] = ()
        self._question = ""
        self._about = ""
        self._amount: Amount | None = None
        self._for: Button | None = None

    @property
    def busy(self) -> bool:
        """Whether a question or an amount waits, which keys go to first."""
        return bool(self._answers) or self._amount is not None

    def show(self, buttons: tuple[Button, ...]) -> None:
        """Offer those buttons; a question about one that is gone is dropped."""
        if buttons == self._buttons:
            return
        self._buttons = buttons
        ids = {button.id for button in buttons}
        if (self._about and self._about not in ids) or (self._for and self._for.id not in ids):
            self._drop()
        self.repaint()

    def ask(self, question: str, *answers: Button, about: str = "") -> None:
        """Ask; Enter is the first answer. ``about`` is the button without which it is moot."""
        self._drop()
        self._question, self._answers, self._about = question, answers, about
        self.repaint()

    def choose(self, button: Button, low: int, high: int, value: int) -> None:
        """Let a number be chosen for that button's action."""
        self._drop()
        self._for = button
        self._amount = Amount(button.label, low, high, min(max(value, low), high))
        self.repaint()

    def cancel(self) -> None:
        """Drop the question or the amount."""
        self._drop()
        self.repaint()

    def take_key(self, event: events.Key) -> bool:
        """Use a key for the question or the amount that waits; tell whether it was used."""
        if self._answers:
            pressed = "enter" if event.key == "y" else event.key
            found = [each.id for each in self._answers if each.key == pressed]
            self._answer(found[0]) if found else self.cancel()
            return True
        if self._amount is None:
            return False
        match event.key:
            case "left" | "down" | "minus":
                self._step(-1)
            case "right" | "up" | "plus":
                self._step(1)
            case "pagedown":
                self._step(-5)
            case "pageup":
                self._step(5)
            case "home":
                self._set(self._amount.low)
            case "end":
                self._set(self._amount.high)
            case "enter":
                self._confirm()
            case "escape":
                self.cancel()
            case "backspace":
                self._type(self._amount.typed[:-1])
            case _ if event.character and event.character in "0123456789":
                self._type(self._amount.typed + event.character)
            case _ if self._for is not None and event.key == self._for.key:
                self._confirm()
            case _:
                return False
        return True

    def paint(self, canvas: Canvas) -> None:
        """Paint the bar."""
        if self._answers:
            offered = (*self._answers, Button(BACK, "escape", _("Back")))
            paint_buttons(canvas, offered, hovered=self.hovered, question=self._question)
            return
        if self._amount is not None and self._for is not None:
            amount = self._amount.shown
            if self._for.id == "verb-raise":
                amount = _("to {amount}", amount=amount)
            take = self._for._replace(id=TAKE, key="enter", price=amount)
            buttons = (take, Button(BACK, "escape", _("Back")))
            paint_amount(canvas, self._amount, buttons, hovered=self.hovered)
            return
        paint_buttons(canvas, self._buttons, hovered=self.hovered)

    def zone_pressed(self, zone: Zone) -> None:
        """Do what the button, or the part of the slider, stands for."""
        match zone:
            case StepZone.LESS:
                self._step(-1)
            case StepZone.MORE:
                self._step(1)
            case AmountZone(amount):
                self._set(amount)
            case ButtonZone(id=id_) if id_ == TAKE:
                self._confirm()
            case ButtonZone(id=id_) if id_ == BACK:
                self.cancel()
            case ButtonZone(id=id_) if self._answers:
                self._answer(id_)
            case ButtonZone(id=id_):
                self.post_message(self.Pressed(id_))
            case _:
                pass  # nothing else is painted here

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up for more."""
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down for less."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, step: int) -> None:
        if self._amount is not None:
            event.stop()
            self._step(step)

    def _confirm(self) -> None:
        if self._amount is not None and not self._amount.fits:
            self.post_message(self.Misfit(self._amount))
            return
        if self._amount is not None and self._for is not None:
            self.post_message(self.Chosen(self._for.id, self._amount.value))
        self.cancel()

    def _answer(self, answer: str) -> None:
        self.post_message(self.Answered(answer))
        self.cancel()

    def _step(self, step: int) -> None:
        if self._amount is not None:
            self._set(self._amount.value + step)

    def _set(self, value: int) -> None:
        if self._amount is not None:
            inside = min(max(value, self._amount.low), self._amount.high)
            self._amount = self._amount._replace(value=inside, typed="")
            self.repaint()

    def _type(self, typed: str) -> None:
        if self._amount is not None and len(typed) <= _MOST_DIGITS:
            self._set(int(typed or self._amount.low))
            # What does not fit is left as it was typed, and refused when it is taken.
            self._amount = self._amount._replace(typed=typed)
            self.repaint()

    def _drop(self) -> None:
        self._answers = ()
        self._question = self._about = ""
        self._amount = None
        self._for = None
