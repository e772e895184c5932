"""Where one can go from home: matches that wait, servers that are known, and any other."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from cardtui_client.i18n import _
from cardtui_client.tui.home.own_matches import OwnMatches
from cardtui_client.tui.home.server_list import ServerList
from cardtui_client.tui.widgets.text_field import TextField
from cardtui_client.tui.widgets.words import WordButton, Words


class Places(Vertical):
    """What the home screen shows once its first frame is there."""

    DEFAULT_CSS = """
    Places {
        height: auto;
        .title { color: $primary; text-style: bold; margin-top: 1; }
        #row { height: 3; }
        #row Input { width: 1fr; }
        #row WordButton { margin-left: 1; }
        .first { margin-top: 0; }
    }
    """

    def __init__(self, own_matches: OwnMatches, servers: ServerList, *, elsewhere: bool) -> None:
        """Make them.

        Args:
            own_matches: the matches that wait.
            servers: the servers that are known.
            elsewhere: whether one can go to servers that are not listed.
        """
        super().__init__()
        self._own_matches = own_matches
        self._servers = servers
        self._elsewhere = elsewhere

    def compose(self) -> ComposeResult:
        """Lay them out under each other."""
        yield self._own_matches
        yield Words(self._list_title, classes="title first")
        yield self._servers
        if self._elsewhere:
            yield Words(lambda: _("Another server"), classes="title")
            with Horizontal(id="row"):
                yield TextField(id="address", max_length=300)
                yield WordButton(lambda: _("Connect"), id="connect")

    def retell(self) -> None:
        """Say by which words one finds a server."""
        for field in self.query("#address").results(Input):
            field.placeholder = _("127.0.0.1:8782, or a join line")

    def _list_title(self) -> str:
        return _("Servers") if self._elsewhere else _("Server")
