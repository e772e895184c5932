"""What the log says in its free room: by which rules this table plays, and keys worth knowing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name, option_name, preset_name, value_words
from cardtui_client.games.registry import face_of, presenter_of
from cardtui_client.games.terms import terms_told
from cardtui_client.i18n import _
from cardtui_client.scene.middle import Note
from cardtui_client.tui.paint.actions import key_name
from cardtui_client.tui.table.keymap import KEYMAP, is_active
from cardtui_client.tui.table.modes.mode import Situation
from cardtui_client.tui.table.ui_state import TableUi

_CARD_KEYS: Final = (("table.before", "table.next"), ("verb.play",))
"""Keys that choose and play a card, for games in which cards are played."""

_KEYS: Final = (
    ("table.sort",),
    ("table.signal",),
    ("table.look",),
    ("table.talk_team",),
    ("table.pause",),
    ("app.keys",),
)
"""Keys that no button shows, the most wanted first; those beside each other do the same."""


def notes_of(ui: TableUi, now: Situation) -> tuple[Note, ...]:
    """Return the notes, the most wanted first; none in a lesson, where the coach speaks."""
    table = now.model.table
    if not table.id or now.model.is_prepared:
        return ()
    title = f"{game_name(table.game)} · {preset_name(table.game, table.preset)}"
    notes = (
        Note(title, tuple(_rules(table))),
        Note(_("Keys"), tuple(_keys(ui, now)), keyed=True),
    )
    return tuple(note for note in notes if note.rows)


def _rules(table: tables_pb2.Table) -> Iterator[tuple[str, str]]:
    """Yield the options of a table, as the sheet has them, then its clock, limits and ratings."""
    for option in face_of(table.game).options:
        value = table.options.get(option)
        if value is not None and not _says_nothing(value):
            yield option_name(table.game, option), value_words(table.game, option, value)
    for line in terms_told(table, "clock", "buyins", "rated"):
        yield line, ""


def _says_nothing(value: tables_pb2.OptionValue) -> bool:
    """Tell whether an option is left empty: a number of none, or no text."""
    match value.WhichOneof("value"):
        case "number":
            return not value.number
        case "text":
            return not value.text
        case _:
            return False


def _keys(ui: TableUi, now: Situation) -> Iterator[tuple[str, str]]:
    for names in (*(_CARD_KEYS if presenter_of(now.model).card_verb else ()), *_KEYS):
        entries = [KEYMAP[name] for name in names]
        if all(is_active(entry, ui, now) for entry in entries):
            keys = " ".join(key_name(now.keys.named(entry.id, entry.key)) for entry in entries)
            yield keys, _(entries[0].words)
