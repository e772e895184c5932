"""Whether the matches of a table are rated, in words."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _


def rated_lines(table: tables_pb2.Table) -> list[str]:
    """Return that matches are rated, or that this one is not; nothing at a casual table."""
    if not table.rated:
        return []
    if table.state == tables_pb2.TABLE_STATE_WAITING:
        return [_("Matches between people are rated here.")]
    return [match_words(table)]


def match_words(table: tables_pb2.Table) -> str:
    """Return whether the match at a rated table is rated, and why not."""
    if table.match_rated:
        return _("This match is rated.")
    return _("This match is not rated: nobody plays against anybody else, or a guest plays.")


def change_words(table: tables_pb2.Table) -> str:
    """Return that the host has made a table rated, or casual."""
    if table.rated:
        return _("Matches at this table are rated now. Everybody is asked again.")
    return _("Matches at this table are not rated any more. Everybody is asked again.")


def short_words(table: tables_pb2.Table) -> tuple[str, ...]:
    """Return in a word or two whether the match at a rated table is rated; else nothing."""
    if not table.rated:
        return ()
    waits = table.state == tables_pb2.TABLE_STATE_WAITING
    return (_("rated") if waits or table.match_rated else _("not rated"),)
