"""Ctrl-C while lines are read: leaving politely instead of with a traceback."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def catching_interrupts(leave: Callable[[], None]) -> Generator[None, None, None]:
    """Call ``leave`` at Ctrl-C, where signals can be caught."""
    loop = asyncio.get_running_loop()
    try:
        loop.add_signal_handler(signal.SIGINT, leave)
    except (NotImplementedError, RuntimeError, ValueError):
        yield  # not in the main thread, or not on this system
        return
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
