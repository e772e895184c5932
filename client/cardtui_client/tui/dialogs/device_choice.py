"""Shows the machines on which one is known on a server, and asks which is ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui_client.i18n import _, mark
from cardtui_client.model.devices import Device
from cardtui_client.tui.dialogs.list_choice import ListChoice


class DeviceChoice(ListChoice[Device | None]):
    """A machine that shall be ended, or none."""

    DEFAULT_CSS = """
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
        if any(each.can_end for each in self._devices):
            return _("Your machines here. Choose one to end it:")
        return _("Your machines here. This one can end none, as none came later.")

    def options(self) -> list[Option]:
        """See `ListChoice.options`."""
        return [
            Option(Content(f"{each.id}  {each.words}"), id=str(n), disabled=not each.can_end)
            for n, each in enumerate(self._devices)
        ]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._devices[int(event.option.id or 0)])
