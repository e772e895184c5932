"""How much later spectators see a match than it is played: in words, and as one types it."""

from __future__ import annotations

import re
from typing import Final

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.i18n import _, n_

MOST_HANDS: Final = 20
MOST_SECONDS: Final = 600

OFFERED: Final = ("off", "1h", "2h", "30s", "120s")
"""The delays that are offered, as they are typed; any other within the limits can be typed."""

_TYPED: Final = re.compile(r"(\d{1,4})(h|s)")


def read_delay(text: str) -> tables_pb2.Spectators | None:
    """Return a delay as part of what spectators may do; ``None`` if it is none.

    >>> read_delay("2h").delay_hands, read_delay("30s").delay_milliseconds
    (2, 30000)
    >>> read_delay("21h") is None
    True
    """
    if text in ("off", "0", "no"):
        return tables_pb2.Spectators()
    found = _TYPED.fullmatch(text)
    if found is None:
        return None
    number = int(found[1])
    if found[2] == "h" and number <= MOST_HANDS:
        return tables_pb2.Spectators(delay_hands=number)
    if found[2] == "s" and number <= MOST_SECONDS:
        return tables_pb2.Spectators(delay_milliseconds=1000 * number)
    return None


def with_delay(
    watching: tables_pb2.Spectators, delay: tables_pb2.Spectators
) -> tables_pb2.Spectators:
    """Return what spectators may do, seen as late as another one says; nobody sees nothing late."""
    if watching.refused:
        return watching
    return tables_pb2.Spectators(
        talk=watching.talk,
        delay_hands=delay.delay_hands,
        delay_milliseconds=delay.delay_milliseconds,
    )


def late_words(spectators: events_pb2.SpectatorsSet | tables_pb2.Spectators) -> str:
    """Return a sentence about the delay; empty if there is none."""
    if spectators.delay_hands:
        return n_(
            "Spectators see a match 1 hand later than it is played.",
            "Spectators see a match {n} hands later than it is played.",
            spectators.delay_hands,
        )
    if spectators.delay_milliseconds:
        return n_(
            "Spectators see a match 1 second later than it is played.",
            "Spectators see a match {n} seconds later than it is played.",
            max(1, spectators.delay_milliseconds // 1000),
        )
    return ""


def watching_words(spectators: tables_pb2.Spectators) -> str:
    """Return what stands where a spectator has no hand."""
    if spectators.delay_hands:
        return n_(
            "You are watching, 1 hand later.",
            "You are watching, {n} hands later.",
            spectators.delay_hands,
        )
    if spectators.delay_milliseconds:
        seconds = max(1, spectators.delay_milliseconds // 1000)
        return n_(
            "You are watching, 1 second later.", "You are watching, {n} seconds later.", seconds
        )
    return _("You are watching.")


def delay_fields() -> list[tuple[str, str]]:
    """Return the delays that are offered in few words and as they are typed, none first."""
    return [(_few_words(each), each) for each in OFFERED]


def delay_choices(table: tables_pb2.Table) -> list[tuple[str, tables_pb2.Spectators]]:
    """Return what a host can change about the delay, in words."""
    now, found = table.watching, []
    if now.refused:
        return []
    for typed in OFFERED:
        delay = read_delay(typed)
        assert delay is not None
        wanted = with_delay(now, delay)
        if wanted != now:
            words = _("Let spectators see a match: {when}", when=_few_words(typed))
            found.append((words, wanted))
    return found


def _few_words(typed: str) -> str:
    delay = read_delay(typed)
    assert delay is not None
    if delay.delay_hands:
        return n_("1 hand later", "{n} hands later", delay.delay_hands)
    if delay.delay_milliseconds:
        return n_("1 second later", "{n} seconds later", delay.delay_milliseconds // 1000)
    return _("at once")
