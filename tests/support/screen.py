"""A screen as text (`lines`), and the usual sizes of one (`SMALL`, `WIDE`)."""

from typing import Any

from textual.app import App

SMALL = (80, 24)
WIDE = (120, 40)


def lines(app: App[Any]) -> list[str]:
    """Return the screen as lines of plain text."""
    width, _height = app.size
    drawn = app.screen._compositor.render_strips()
    return [strip.text[:width].rstrip() for strip in drawn]
