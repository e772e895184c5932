"""The diarist writes down which of the matches one sits in go on, and how they end."""

from __future__ import annotations

from typing import Final, TypedDict

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.limits import MOST_SEATS, TABLE_NAME_CELLS
from cardtui_client.model.person import ledger_of
from cardtui_client.model.table import TableModel, match_number
from cardtui_client.settings.diary import Diary, OwnMatch
from cardtui_client.text import safe_text

_GONE: Final = (
    table_service_pb2.END_REASON_CLOSED,
    table_service_pb2.END_REASON_LEFT,
    table_service_pb2.END_REASON_KICKED,
    table_service_pb2.END_REASON_BANNED,
)
"""Why a stream ends after which nobody waits for this player any more."""


class Diarist:
    """Follows one table, and writes only when something about one's match has changed."""

    def __init__(self, diary: Diary, server: str, player: str) -> None:
        """Begin before anything is known.

        Args:
            diary: to write in.
            server: the table's server: its address, or the line to join it with.
            player: one's name there.
        """
        self._diary = diary
        self._server = server
        self._player = player
        self._table = ""
        self._noted: tuple[object, ...] = ()
        self._ledger: table_service_pb2.Ledger | None = None

    def look(self, model: TableModel) -> None:
        """Write down what is new since the last look."""
        self._table = model.table.id or self._table
        if not self._table:
            return
        self._keep_ledger(model)
        key = (self._server, self._table, self._player)
        winners = model.view.winners if model.view is not None else ()
        gone = model.end is not None and model.end.reason in _GONE
        hand, scores = (0, ()) if model.view is None else (model.view.hand, model.view.scores)
        now = (model.table.state, model.seat, tuple(winners), gone, hand, tuple(scores))
        if now == self._noted:
            return
        self._noted = now
        if model.seat is not None and winners:
            won, match = model.seat in winners, match_number(model)
            self._diary.ended(*key, won=won, match=match, **_company(model, model.seat))
        elif gone or (model.table.state != tables_pb2.TABLE_STATE_PLAYING and not winners):
            self._diary.gone(*key)
        elif model.seat is not None:
            against = ", ".join(_company(model, model.seat)["against"])
            table = (model.table.game, model.table.name)
            self._diary.began(OwnMatch(*key, *table, hand, _score(model, model.seat), against))

    def _keep_ledger(self, model: TableModel) -> None:
        """Keep who owes whom, once it is settled: after the table is closed nobody tells it."""
        if model.ledger is self._ledger or (ledger := ledger_of(model)) is None:
            return
        self._ledger = model.ledger
        table = model.table
        name = safe_text(table.name, TABLE_NAME_CELLS)
        self._diary.ledgers.keep(self._server, self._table, name, table.game, ledger)

    def left(self) -> None:
        """Write down that the seat was given up."""
        if self._table:
            self._diary.gone(self._server, self._table, self._player)


def _score(model: TableModel, seat: int) -> str:
    """Return a seat's points or chips, and the points of the only other side."""
    view = model.view
    if view is None:
        return ""
    numbers, own = (view.chips, seat) if view.chips else (view.scores, model.team_of(seat))
    if own >= len(numbers):
        return ""
    if not view.chips and len(numbers) == 2:
        return f"{numbers[own]}–{numbers[1 - own]}"
    return str(numbers[own])


class _Company(TypedDict):
    against: list[str]
    partners: list[str]


def _company(model: TableModel, seat: int) -> _Company:
    """Return the names of all who played with a seat, by which side they were on."""
    others = [each.seat for each in model.table.seats[:MOST_SEATS] if each.name]
    partners = [each for each in others if each in model.partners_of(seat)]
    against = [each for each in others if each != seat and each not in partners]
    return {
        "against": [model.name_of(each) for each in against],
        "partners": [model.name_of(each) for each in partners],
    }
