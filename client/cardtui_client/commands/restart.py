"""``cardtui restart``: tells everybody at a table that the server restarts, and stops it then.
How a time is typed: `_UNIT_SECONDS`. From when on no match begins is the server's:
`server/cardtui_server/table/restart.py`.
"""

from __future__ import annotations

import re
from typing import Final

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

_UNIT_SECONDS: Final = {"": 60, "s": 1, "m": 60, "min": 60, "h": 3600}
_TIME: Final = re.compile(r"(\d{1,5}) ?(s|m|min|h)?")


@click.command(
    epilog="""\b
Examples:
  cardtui restart --in 10m "A new release."
  cardtui --data /srv/cardtui restart --in 30m
  cardtui restart --cancel

Exits 0 if everybody is told, 1 if the server refuses, and 3 if none runs here.
"""
)
@click.argument("why", metavar="[WHY]", default="")
@click.option(
    "--in", "time", metavar="TIME", default="10m", show_default=True, help="When: 30s, 10m, 2h."
)
@click.option("--cancel", is_flag=True, help="There is no restart, after all.")
def command(why: str, *, time: str, cancel: bool) -> None:
    """Tell everybody at a table that the server restarts, and WHY; stop it when it is time.

    They see how long it is until then. In the last ten minutes no match begins; those that are
    played go on after the restart, and no clock runs meanwhile. What keeps the server running, such
    as systemd, starts it again. It is for the operator: it asks the server that runs in the data
    folder.
    """
    from cardtui_client.commands.lookup import ask_as_operator

    seconds = _seconds(time)
    ask_as_operator(
        load_settings(), lambda server: server.announce_restart(seconds, why, cancel=cancel)
    )
    if cancel:
        click.echo(_("The server does not restart, after all."))
    else:
        click.echo(_("Everybody is told: the server stops in {time}.", time=time))


def _seconds(text: str) -> int:
    """Return a time as people type it, in seconds.

    Raises:
        Failed: it is none.
    """
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise Failed(_("--in takes a time, such as 30s, 10m or 2h."), USAGE)
    return int(found[1]) * _UNIT_SECONDS[found[2] or ""]
