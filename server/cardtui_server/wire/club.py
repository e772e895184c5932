"""The club as messages: the entries of its log, and what the operator reads."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.store.v1 import club_pb2
from cardtui.v1 import club_service_pb2 as messages
from cardtui_server.club.book import Report, Restriction
from cardtui_server.club.entries import Entry, Stamped
from cardtui_server.wire.entries import Entries


class ClubJournal(Entries[Stamped]):
    """Writes and reads the entries of the club's log."""

    message = club_pb2.ClubEntry
    kinds = Entry
    stamped = Stamped


def report_message(report: Report) -> messages.Report:
    """Return a report as the operator reads it."""
    said = report.said
    return messages.Report(
        number=report.number,
        time_milliseconds=report.time,
        by=said.player_name,
        name=said.other_name,
        table=said.table_name,
        why=said.why,
        settled=report.settled,
    )


def restriction_messages(found: Sequence[Restriction]) -> list[messages.Restriction]:
    """Return bans and mutes as the operator reads them."""
    return [
        messages.Restriction(
            number=each.number,
            time_milliseconds=each.time,
            who=each.said.address or each.said.player_name,
            mute=each.said.mute,
            until_milliseconds=each.said.until,
            why=each.said.why,
            appeal=each.appeal,
        )
        for each in found
    ]
