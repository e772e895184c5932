"""Asks which bot account is invited, of those that are here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui.v1 import lobby_service_pb2
from cardtui_client.i18n import _, mark
from cardtui_client.limits import NAME_CELLS
from cardtui_client.text import safe_text
from cardtui_client.tui.dialogs.list_choice import ListChoice


class AccountChoice(ListChoice[str]):
    """The id of a bot account, or nothing."""

    DEFAULT_CSS = """
    AccountChoice OptionList { max-height: 10; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", mark("Cancel"), id="account.cancel"),
    ]

    def __init__(self, accounts: Sequence[lobby_service_pb2.BotAccount]) -> None:
        super().__init__()
        self._accounts = accounts

    def question(self) -> str:
        """See `ListChoice.question`."""
        return _("Which program is invited?")

    def options(self) -> list[Option]:
        """See `ListChoice.options`."""
        return [
            Option(Content(_words(account)), id=str(number), disabled=account.busy)
            for number, account in enumerate(self._accounts)
        ]

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._accounts[int(event.option.id or 0)].player)


def _words(account: lobby_service_pb2.BotAccount) -> str:
    name = safe_text(account.name, NAME_CELLS)
    return _("{name} (plays at a table)", name=name) if account.busy else name
