"""The rule sheets that the program brings, for commands that show them or quote them."""

from __future__ import annotations


def read_sheet(game: str) -> str:
    """Return a game's sheet in the current language, as Markdown."""
    from importlib.resources import files

    from cardtui_client.i18n import language

    folder = files("cardtui_engine") / "sheets"
    return (folder / f"{game}.{language()}.md").read_text(encoding="utf-8")
