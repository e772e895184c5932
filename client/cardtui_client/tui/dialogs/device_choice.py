"""Shows the machines on which one is known on a server, and asks which is signed out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui_client.i18n import mark
from cardtui_client.model.devices import Device, alone_words, power_words
from cardtui_client.tui.dialogs.list_choice import ListChoice


class DeviceChoice(ListChoice[Device | None]):
    """A machine that shall be signed out, or none."""

    DEFAULT_CSS = """
    DeviceChoice #box { width: 72; }
    DeviceChoice OptionList { max-height: 8; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Back"), id="device.leave"),
    ]

    def __init__(self, devices: Sequence[Device]) -> None:
        super().__init__()
        self._devices = devices

    def question(self) -> str:
        """See `ListChoice.question`."""
        return power_words() if len(self._devices) > 1 else alone_words()

    def options(self) -> list[Option]:
        """See `ListChoice.options`."""
        return [
            Option(Content(f"{each.words}  ({each.id})"), id=str(n), disabled=not each.can_end)
            for n, each in enumerate(self._devices)
        ]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._devices[int(event.option.id or 0)])
