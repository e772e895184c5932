"""Runs the command line as on Windows, as far as Linux can show that, as a program.

Everything is loaded once, so that the packages of others are there. Then what Windows lacks is
taken away (`LACKING`), and our own modules are loaded anew.
"""

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from multiprocessing.connection import Connection
from typing import Final

MODULES: Final = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
LACKING: Final = {
    "os": "O_CLOEXEC O_DIRECTORY O_NOCTTY O_NONBLOCK fchmod getuid killpg openpty pread pwrite",
    "select": "poll",
    "signal": "SIGCONT SIGHUP SIGKILL SIGTSTP SIGWINCH pidfd_send_signal",
}
THERE: Final = (("os", "O_BINARY", 0), ("multiprocessing.connection", "PipeConnection", Connection))
"""What Windows has instead."""

ROOTS: Final = (
    "cardtui_engine",
    "cardtui_client",
    "cardtui_lessons",
    "cardtui_studio",
    "cardtui_web",
)

_OTHERS: Final = ("cardtui_client.tui.terminal_driver",)
"""What is loaded on other systems only."""


def _modules() -> Iterator[str]:
    for root in map(importlib.import_module, ROOTS):
        yield root.__name__
        for each in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
            if not each.name.endswith("__main__") and each.name not in _OTHERS:
                yield each.name


def become_windows() -> None:
    """Load all that runs on Windows, without what is not there."""
    names = [*_modules()]
    for name in (*names, "portalocker"):  # which locks as Linux does
        importlib.import_module(name)
    for name in [each for each in sys.modules if each.startswith("cardtui_")]:
        del sys.modules[name]
    for name in (*MODULES, "textual.drivers.linux_driver", "uvloop"):
        sys.modules[name] = None  # type: ignore[assignment]  # makes an import fail
    for module, lacking in LACKING.items():
        for name in lacking.split():
            delattr(sys.modules[module], name)
    for module, name, value in THERE:
        setattr(sys.modules[module], name, value)
    sys.platform = "win32"
    for name in names:
        importlib.import_module(name)


if __name__ == "__main__":
    become_windows()
    importlib.import_module("cardtui_client.__main__").main()
