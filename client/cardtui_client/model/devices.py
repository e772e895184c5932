"""The machines on which a player is known on a server, as far as the server makes sense."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui.v1 import session_service_pb2
from cardtui_client.i18n import _
from cardtui_client.text import safe_text

_MOST: Final = 64
_ID_CELLS: Final = 16
_LAST_SECOND: Final = 253_402_300_799  # of the year 9999


class Device(NamedTuple):
    """A machine on which a player is known.

    Attributes:
        id: what the server calls it.
        began: when the player came there, in seconds since 1970; 0 if that is not known.
        used: when it was last used, to within a day.
        this: whether it is this machine.
        can_end: whether this machine may end it.
    """

    id: str
    began: int
    used: int
    this: bool
    can_end: bool

    @property
    def words(self) -> str:
        """What to say of it."""
        if self.this:
            return _("this machine, added {began}", began=self.added)
        return _("added {began}, last used {used}", began=self.added, used=_day(self.used))

    @property
    def added(self) -> str:
        """When the player came there: two machines of one day are told apart by the time."""
        clock = time.strftime("%H:%M", time.localtime(self.began)) if self.began else ""
        return f"{_day(self.began)} {clock}".rstrip()


def read_devices(told: session_service_pb2.ListDevicesResponse) -> list[Device]:
    """Return what a server tells of a player's machines, the oldest first."""
    return [
        Device(
            safe_text(each.id, _ID_CELLS),
            _seconds(each.began),
            _seconds(each.used),
            each.this,
            each.can_end,
        )
        for each in told.devices[:_MOST]
    ]


def device_lines(devices: Sequence[Device]) -> list[str]:
    """Return the machines, a line each, and what can be done about them."""
    if len(devices) < 2:
        return [alone_words()]
    return [*(f"{each.id}: {each.words}" for each in devices), power_words()]


def alone_words() -> str:
    """Return what to say of a player's only machine."""
    return _(
        "You are known here from this machine alone. To add another, run “cardtui account code” on"
        " this one."
    )


def power_words() -> str:
    """Return which machines one can sign out."""
    return _("You can sign out machines that were added after this one, and no older one.")


def end_question(device: Device) -> str:
    """Return what to ask before a machine is signed out."""
    return _(
        "Sign out the machine that was added {began}? It loses access at once.", began=device.added
    )


def ended_words(device: str) -> str:
    """Return what to say once a machine is ended."""
    return _("{device} is no longer one of your machines here.", device=device)


def _seconds(milliseconds: int) -> int:
    return min(max(milliseconds // 1000, 0), _LAST_SECOND)


def _day(seconds: int) -> str:
    if not seconds:
        return "?"
    year, month, day = time.strftime("%Y %m %d", time.localtime(seconds)).split()
    return _("{year}-{month}-{day}", year=year, month=month, day=day)
