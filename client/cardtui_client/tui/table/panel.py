"""The side panel with the log: whether it is shown, and whose talk is told while it is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_client.scene.scene import Entry, Kind
from cardtui_client.tui.paint.paper import talk_line

_HEARD: Final = (Kind.TALK, Kind.ASIDE, Kind.TEAM, Kind.SIGNAL)
"""What is told in the status line where the log cannot be seen."""


class Panel(NamedTuple):
    """The side panel.

    Attributes:
        wide: whether there is room for it beside the table.
        beside: whether it is shown where there is room.
        over: whether it is shown over the table where there is none.
        unread: how many lines of talk came while it was hidden.
        talking: whether one is about to say something.
        team: whether only one's own team is to hear it.
        reactions: whether digits then stand for reactions instead of phrases.
        calls: what the line that is being typed would call; ``""`` for nothing.
    """

    wide: bool = False
    beside: bool = True
    over: bool = False
    unread: int = 0
    talking: bool = False
    team: bool = False
    reactions: bool = False
    calls: str = ""

    @property
    def shown(self) -> bool:
        """Whether it is to be seen."""
        return self.beside if self.wide else self.over

    def toggled(self) -> Panel:
        """Return it shown or hidden; what came meanwhile is read or will be."""
        if self.wide:
            return self._replace(beside=not self.beside, unread=0)
        return self._replace(over=not self.over, unread=0)

    def talk_begun(self, *, team: bool) -> Panel:
        """Return it with the line to talk open, to the table or to one's own team."""
        panel = self if self.shown else self.toggled()
        return panel._replace(talking=True, team=team, reactions=False, calls="")

    def talk_ended(self) -> Panel:
        """Return it with the keys given back to the game."""
        return self._replace(talking=False, calls="", team=False, over=self.over and self.wide)

    def heard(self, entries: Sequence[Entry], own_name: str) -> tuple[Panel, str]:
        """Count the talk of others that came while it is hidden.

        Returns:
            The panel, and the last of those lines for the status line; ``""`` for none.
        """
        spoken = [each for each in entries if each.kind in _HEARD]
        talk = [each for each in spoken if each.name != own_name]
        if not talk or self.shown:
            return self, ""
        return self._replace(unread=self.unread + len(talk)), talk_line(talk[-1])
