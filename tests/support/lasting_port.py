"""A port that stays a test's own while nobody listens there."""

import os
import random
import socket
from zlib import crc32

_RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
_PLACE = crc32(_RUN.encode()) + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
_FIRST = 20_000 + 750 * (_PLACE % 16)
_RANGE = range(_FIRST, _FIRST + 750)
"""Those of one process of tests, below those that the system gives to who asks for any."""

_given: set[int] = set()


def lasting_port() -> int:
    """Return a free port that no other program is given by chance, nor anybody here before all are.

    A server that goes and comes back to a port that the system chose may find that somebody else
    was given it meanwhile.
    """
    for _ in range(2):
        for port in random.SystemRandom().sample(_RANGE, len(_RANGE)):
            with socket.socket() as tried:
                try:
                    tried.bind(("", port))
                except OSError:
                    continue
            if port not in _given:
                _given.add(port)
                return port
        _given.clear()
    raise AssertionError("no port is free")
