"""Asks where to sit down, if there are several free seats."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name
from cardtui_client.i18n import _, mark
from cardtui_client.limits import MOST_SEATS
from cardtui_client.model.table_summary import free_seats, is_free, player
from cardtui_client.tui.dialogs.list_choice import ListChoice


class SeatChoice(ListChoice[int | None]):
    """A free seat to take, or none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", mark("Cancel"), id="seat.cancel"),
    ]

    def __init__(self, table: tables_pb2.Table) -> None:
        super().__init__()
        self._table = table
        # Who draws for partners does not know yet whose team a seat will be.
        self._teams = not table.partners and any(seat.HasField("team") for seat in table.seats)

    def question(self) -> str:
        """See `ListChoice.question`."""
        return _("Which seat? ({game})", game=game_name(self._table.game))

    def options(self) -> list[Option]:
        """See `ListChoice.options`."""
        return [Option(self._words(seat), id=str(seat)) for seat in free_seats(self._table)]

    def _words(self, seat: int) -> Content:
        words = _("Seat {seat}", seat=seat + 1)
        if not self._teams:
            return Content(words)
        team = self._team(seat)
        mates = self._names(lambda other: self._team(other) == team)
        rivals = self._names(lambda other: self._team(other) != team)
        parts = [words, _("Team {team}", team="AB"[team])]
        if mates:
            parts.append(_("with {names}", names=mates))
        if rivals:
            parts.append(_("against {names}", names=rivals))
        return Content("   ".join(parts))

    def _team(self, seat: int) -> int:
        found = (min(each.team, 1) for each in self._table.seats if each.seat == seat)
        return next(found, 0)

    def _names(self, of: Callable[[int], bool]) -> str:
        return ", ".join(
            player(seat)
            for seat in self._table.seats[:MOST_SEATS]
            if not is_free(seat) and of(seat.seat)
        )

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(int(event.option.id or 0))
