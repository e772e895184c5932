"""What Textual's own keys do, in words that the catalogues have."""

from __future__ import annotations

from typing import Final

from cardtui_client.i18n import mark_p, p_

_WORDS: Final = {
    ("palette",): mark_p("key", "Menu"),
    ("Cursor up", "Up", "Scroll Up", "Previous command"): mark_p("key", "Up"),
    ("Cursor down", "Down", "Scroll Down", "Next command"): mark_p("key", "Down"),
    ("Cursor left", "Scroll Left", "Move cursor left"): mark_p("key", "Left"),
    (
        "Cursor right",
        "Scroll Right",
        "Move cursor right or accept the completion suggestion",
    ): mark_p("key", "Right"),
    ("Page up", "Page Up", "Previous page"): mark_p("key", "A page up"),
    ("Page down", "Page Down", "Next page"): mark_p("key", "A page down"),
    ("Page Left",): mark_p("key", "A page to the left"),
    ("Page Right",): mark_p("key", "A page to the right"),
    ("Top", "First", "Home", "Scroll Home", "Go to top", "Go to start"): mark_p("key", "Beginning"),
    ("Bottom", "Last", "End", "Scroll End", "Go to bottom", "Go to end"): mark_p("key", "End"),
    ("Select", "Submit", "Press button"): mark_p("key", "Choose"),
    ("Show menu",): mark_p("key", "Show the choices"),
    ("Dismiss menu", "Exit the command palette"): mark_p("key", "Close"),
    ("Focus Next",): mark_p("key", "Next field"),
    ("Focus Previous",): mark_p("key", "Previous field"),
    ("Move cursor left a word",): mark_p("key", "A word to the left"),
    ("Move cursor right a word",): mark_p("key", "A word to the right"),
    ("Move cursor left and select",): mark_p("key", "Mark to the left"),
    ("Move cursor right and select",): mark_p("key", "Mark to the right"),
    ("Move cursor left a word and select",): mark_p("key", "Mark a word to the left"),
    ("Move cursor right a word and select",): mark_p("key", "Mark a word to the right"),
    ("Select line start",): mark_p("key", "Mark to the beginning"),
    ("Select line end",): mark_p("key", "Mark to the end"),
    ("Select all",): mark_p("key", "Mark everything"),
    ("Delete character left",): mark_p("key", "Delete to the left"),
    ("Delete character right",): mark_p("key", "Delete to the right"),
    ("Delete left to start of word",): mark_p("key", "Delete a word to the left"),
    ("Delete right to start of word",): mark_p("key", "Delete a word to the right"),
    ("Delete all to the left",): mark_p("key", "Delete to the beginning"),
    ("Delete all to the right",): mark_p("key", "Delete to the end"),
    ("Copy selected text",): mark_p("key", "Copy what is marked"),
    ("Cut selected text",): mark_p("key", "Cut what is marked"),
    ("Paste text from the clipboard",): mark_p("key", "Paste"),
}

OURS: Final = {textual: ours for several, ours in _WORDS.items() for textual in several}
"""Our word for each of Textual's."""


def key_words(described: str) -> str | None:
    """Return what a key of Textual's does, ``None`` if it is none of those."""
    return p_("key", OURS[described]) if described in OURS else None
