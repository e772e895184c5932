"""Says what a server logs as sentences (`_SENTENCES`), for a host who reads along in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.commands.own_server import closed_table
from cardtui_client.i18n import _, mark

_UNUSABLE: Final = mark("What the server keeps cannot be read or written for now: {error}.")

_SENTENCES: Final = {
    "so many connect that newcomers wait": mark(
        "So many connect at once that newcomers wait a little."
    ),
    "newcomers come in freely again": mark("Newcomers come in freely again."),
    "newcomers cannot be made to wait": mark("Newcomers cannot be made to wait: {error}."),
    "connections make room": mark("There were too many connections: those at rest are closed."),
    "connection that sends too much closed": mark(
        "Too much was sent from {address}: the connection is closed."
    ),
    "fewer files may be open than connections allowed": mark(
        "This system lets the server have only {connections} connections at once."
    ),
    "no longer announced": mark(
        "Others no longer find the server by themselves: give them its join line."
    ),
    "log cannot be read": _UNUSABLE,
    "log cannot be used": _UNUSABLE,
    "log cannot be written": _UNUSABLE,
    "database gone": _UNUSABLE,
    "log can be used again": mark("What the server keeps can be read and written again."),
    "table open again": mark("Table {table} is open again."),
}

_OTHERS: Final = mark(
    "Something went wrong in the server: {event}. To have all of it in a file, start it with"
    " 2> server.log."
)


def sentence(_logger: object, _level: str, line: Mapping[str, object]) -> str:
    """Return a line of the server's log as people read it."""
    event = str(line["event"])
    if event == "table damaged":
        return closed_table(str(line["table"]))
    return _(_SENTENCES.get(event, _OTHERS), **line)
