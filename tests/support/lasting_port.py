"""A port that stays a test's own while nobody listens there."""

import os
import random
import socket

_FIRST = 20_000 + 750 * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 16)
_RANGE = range(_FIRST, _FIRST + 750)
"""Those of one process of tests, below those that the system gives to who asks for any."""


def lasting_port() -> int:
    """Return a free port that no other program is given by chance.

    A server that goes and comes back to a port that the system chose may find that somebody else
    was given it meanwhile.
    """
    for port in random.SystemRandom().sample(_RANGE, len(_RANGE)):
        with socket.socket() as tried:
            try:
                tried.bind(("", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")
