"""A control with two values, yes and no, told apart by more than a colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from cardtui_client.i18n import _, mark


class YesNo(Widget, can_focus=True):
    """Yes or no; Enter, space, the arrows or a click choose the other.

    Attributes:
        value: whether it is yes.
    """

    DEFAULT_CSS = """
    YesNo {
        height: 3;
        width: 1fr;
        padding: 0 2;
        border: tall $field-edge;
        background: $field;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,left,right", "other", mark("Yes or no"), show=False),
    ]

    value: reactive[bool] = reactive(False, init=False)

    @dataclass
    class Changed(Message):
        """The value has changed.

        Attributes:
            value: the new one.
        """

        value: bool

    def __init__(self, value: bool) -> None:
        super().__init__()
        self.set_reactive(YesNo.value, value)

    def render(self) -> Content:
        """Draw both answers, the one that holds marked."""
        on, off = "bold $primary", "$foreground-muted"
        return Content.assemble(
            (("● " if self.value else "○ ") + _("yes"), on if self.value else off),
            "   ",
            (("○ " if self.value else "● ") + _("no"), off if self.value else on),
        )

    def watch_value(self) -> None:
        """Tell what the value is now."""
        self.post_message(self.Changed(self.value))

    def action_other(self) -> None:
        """Choose the other answer."""
        self.value = not self.value

    def on_click(self, event: Click) -> None:
        """Choose the other answer."""
        event.stop()
        self.action_other()
