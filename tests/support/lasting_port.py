"""A port that stays a test's own while nobody listens there."""

import random
import socket

_RANGE = range(20_000, 32_000)
"""Below those that the system chooses for a program that asks for any free port."""


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
