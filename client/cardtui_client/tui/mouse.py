"""Switching the mouse on and off while the client runs."""

from __future__ import annotations

from textual.driver import Driver

# pyright: reportPrivateUsage=false


def use_mouse(driver: Driver | None, on: bool) -> None:
    """Tell the terminal to report the mouse, or to keep it for its own selecting.

    Textual decides this once, at the start, so its driver is told in private; a driver
    without a terminal is left alone.
    """
    from textual.drivers.linux_driver import LinuxDriver

    if isinstance(driver, LinuxDriver):
        # Both do nothing while the driver believes that there is no mouse.
        driver._mouse = True  # noqa: SLF001 - there is no other way in
        if on:
            driver._enable_mouse_support()  # noqa: SLF001 - there is no other way in
        else:
            driver._disable_mouse_support()  # noqa: SLF001 - there is no other way in
            driver._mouse = False  # noqa: SLF001 - there is no other way in
