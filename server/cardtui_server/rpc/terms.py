"""How little and how much each term of a table may be, such as its clock, and what it is if not set
(`TERMS`; whether bots then leave their seats to people: `terms_of`). How much later spectators may
see a match: `LONGEST_DELAY_MILLISECONDS`, `MOST_DELAY_HANDS`. What goes together, and limits of
buy-ins: `lobby/new_table.py`; usual waits: `table/pace.py`; the client's numbers:
`client/cardtui_client/faces/terms.py`.

A field has the same name in the request, in `Created`, in the log, and in what lobbies are told.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.rpc.parsing import optional
from cardtui_server.table.pace import HAND_PAUSE_MILLISECONDS

LONGEST_DELAY_MILLISECONDS: Final = 600_000
"""The most milliseconds that spectators may see a match later than it is played."""

MOST_DELAY_HANDS: Final = 20
"""The most hands that spectators may see a match later than it is played."""


class Term(NamedTuple):
    """A term of a table.

    Attributes:
        field: its field.
        most: the greatest number; ``None`` where the table itself knows what may be.
        least: the least number but 0, which is for none.
        usual: what it is where an optional field is not set; ``None`` for the table's choice.
    """

    field: str
    most: int | None = None
    least: int = 0
    usual: int | None = None

    def read(self, request: lobby_service_pb2.CreateTableRequest) -> Any:
        """Return what a request wants it to be.

        Raises:
            Refused: it is too great, or too small.
        """
        has = request.DESCRIPTOR.fields_by_name[self.field].has_presence
        value = optional(request, self.field) if has else getattr(request, self.field)
        if value is None:
            return self.usual
        if self.most is not None and value and not self.least <= value <= self.most:
            raise Refused(
                Reason.BAD_REQUEST,
                "“{field}” goes from {least} to {most}, or is 0 for none."
                if self.least
                else "“{field}” goes from 0 to {most}.",
                field=self.field,
                least=self.least,
                most=self.most,
            )
        return value


TERMS: Final = (
    Term("name"),
    Term("pause_milliseconds", 60_000, usual=HAND_PAUSE_MILLISECONDS),
    Term("thinking_milliseconds", 10_000),
    Term("window_milliseconds", 10_000),
    Term("partners"),
    Term("first_dealer"),
    Term("clock_milliseconds", 600_000, least=5_000),
    Term("reserve_milliseconds", 3_600_000),
    Term("patience_milliseconds", 3_600_000),
    Term("private"),
    Term("least_buy_in"),
    Term("most_buy_in"),
    Term("rated"),
    Term("bots_yield"),
)
"""All of them but what spectators may do, which `spectators` reads; times are in milliseconds."""


def terms_of(request: lobby_service_pb2.CreateTableRequest) -> dict[str, Any]:
    """Return the terms that a request wants, by the fields of `Created`.

    Raises:
        Refused: one of them cannot be.
    """
    refused, talk, hands, milliseconds = spectators(request.watching)
    terms = {term.field: term.read(request) for term in TERMS}
    if terms["bots_yield"] is None:
        terms["bots_yield"] = not (terms["rated"] or terms["private"])
    return terms | {
        "refuses_spectators": refused,
        "spectator_talk": talk,
        "delay_hands": hands,
        "delay_milliseconds": milliseconds,
    }


def spectators(watching: tables_pb2.Spectators) -> SpectatorsSet:
    """Return what spectators are to be allowed, and how much later they are to see a match.

    Raises:
        Refused: this server knows no such way to talk, or the delay is too much, or said in both
            ways.
    """
    try:
        talk = SpectatorTalk(watching.talk)
    except ValueError:
        raise Refused(
            Reason.BAD_REQUEST, "Spectators talk apart, to everybody, or not at all."
        ) from None
    hands, milliseconds = watching.delay_hands, watching.delay_milliseconds
    if (
        (hands and milliseconds)
        or hands > MOST_DELAY_HANDS
        or milliseconds > LONGEST_DELAY_MILLISECONDS
    ):
        raise Refused(
            Reason.BAD_REQUEST,
            "Spectators see a match at most {hands} hands later, or at most {seconds} seconds.",
            hands=MOST_DELAY_HANDS,
            seconds=LONGEST_DELAY_MILLISECONDS // 1000,
        )
    return SpectatorsSet(watching.refused, talk, hands, milliseconds)
