"""Listens for callers by ssh: how long they have to log in (`_LOGIN_SECONDS`), when a silent one is
lost (`_KEEPALIVE_SECONDS`), how long a guest may come back (`_GUEST_SECONDS`). How many may come:
`client/cardtui_client/limits.py`; how often: `client/cardtui_client/hosting/visitors.py`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import asyncssh

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.profile import GUEST_FILE
from cardtui_client.hosting.visitors import Visitors
from cardtui_client.i18n import _, set_language
from cardtui_client.limits import MOST_VISITORS, MOST_VISITORS_PER_ADDRESS
from cardtui_server.rpc.addresses import AddressRules, read_networks
from cardtui_ssh.gate import Gate, kept_key

_GUEST_SECONDS: Final = 24 * 3600.0
"""For how many seconds a guest may come back after a lost link, if the host is started anew."""

_LOGIN_SECONDS: Final = 20.0
"""Seconds that a caller has to say who it is."""

_KEEPALIVE_SECONDS: Final = 15.0
"""Seconds between two questions to a silent caller; after three that nobody answers, it is lost."""


def main() -> None:
    """Listen until there is nothing more to read from who started us."""
    wanted = json.loads(sys.stdin.readline())
    set_language(wanted["language"])
    logging.getLogger("asyncssh").addHandler(logging.NullHandler())  # it tells what strangers do
    logging.getLogger("asyncssh").propagate = False
    try:
        asyncio.run(_serve(wanted))
    except Failed as error:
        _say({"failed": error.message})
    except OSError as error:
        sentence = _(
            "Port {port} cannot be had ({error}): choose another with --ssh-port.",
            port=wanted["port"],
            error=error.strerror or error,
        )
        _say({"failed": sentence})


async def _serve(wanted: dict[str, Any]) -> None:
    data, lan = Path(wanted["data"]), wanted["lan"]
    key = kept_key(data)
    rules = AddressRules(read_networks(wanted["allow"], ""), read_networks(wanted["deny"], ""))
    people = Visitors(data / "ssh", most=MOST_VISITORS, each=MOST_VISITORS_PER_ADDRESS)
    _forget_guests(data / "ssh")
    gate = Gate(wanted["line"], people, rules)
    options = manners(gate, key)
    port = wanted["port"]
    addresses = dict.fromkeys(("127.0.0.1", *lan))
    for address in addresses:
        listener = await asyncssh.listen(address, port, options=options)
        port = listener.get_port()
    _say({"port": port, "fingerprint": key.get_fingerprint()})
    async for now in _told():
        for address in now:
            if address not in addresses:
                with suppress(OSError):  # it is gone again
                    await asyncssh.listen(address, port, options=options)
                    addresses[address] = None
    await gate.close()


def manners(
    gate: Gate, key: asyncssh.SSHKey, *, login: float = _LOGIN_SECONDS
) -> asyncssh.SSHServerConnectionOptions:
    """Return how to listen: with that key, for those whom the gate lets in, and nothing else.

    Args:
        gate: lets people in.
        key: what proves who we are.
        login: the seconds that a caller has to say who it is.
    """
    return asyncssh.SSHServerConnectionOptions(
        server_factory=gate.caller,
        server_host_keys=[key],
        server_version="cardtui",
        login_timeout=login,
        keepalive_interval=_KEEPALIVE_SECONDS,
        compression_algs=None,
        encoding=None,
        line_editor=False,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        gss_host=None,
        config=None,
    )


def _forget_guests(folder: Path) -> None:
    """Remove what is left of guests who have not come back for a day."""
    for each in folder.glob(f"*/{GUEST_FILE}"):
        with suppress(OSError):
            if time.time() - each.stat().st_mtime > _GUEST_SECONDS:
                shutil.rmtree(each.parent)


def _say(said: dict[str, Any]) -> None:
    print(json.dumps(said), flush=True)


async def _told() -> AsyncGenerator[list[str]]:
    """Yield the addresses whenever they have changed, until who started us has ended."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while line := await reader.readline():
        yield json.loads(line)


if __name__ == "__main__":
    main()
