"""What each key of the table screen stands for, what it is called, and when it does something.

Which key that is stands in `games.keys`, and with the verbs of each game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cardtui_client.games.keys import COMMANDS, KEYS, Keys
from cardtui_client.games.registry import FACES, presenter_of
from cardtui_client.games.team_talk import may_talk_apart
from cardtui_client.i18n import _, mark
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import (
    AskSitIn,
    Bare,
    Command,
    Do,
    OpenPeople,
    ScrollLog,
    Shift,
    Step,
    Talk,
)
from cardtui_client.tui.table.meanings import is_meant
from cardtui_client.tui.table.modes.absence import away_seats
from cardtui_client.tui.table.modes.mode import Situation
from cardtui_client.tui.table.ui_state import TableUi

_HAND: Final = {
    "before": mark("Choose another card"),
    "next": mark("Choose another card"),
    "move_left": mark("Move the card"),
    "move_right": mark("Move the card"),
    "sort": mark("Sort your cards"),
    "select": mark("Select for a meld"),
    "lay": mark("Lay the melds"),
}

_WHAT: Final = {
    "log_up": mark("Scroll the log"),
    "log_down": mark("Scroll the log"),
    "go_on": mark("Continue"),
    "ready": mark("Ready"),
    "add_bot": mark("Add a bot"),
    "remove_bot": mark("Remove a bot"),
    "start": mark("Start"),
    "swap": mark("Swap seats"),
    "buy_in": mark("Buy chips"),
    "retry": mark("Try again"),
    "turn_table": mark("Turn the table"),
    "log": mark("Show or hide the log"),
    "talk": mark("Say something"),
    "talk_team": mark("Say something to your team"),
    "look_again": mark("Look at this match again"),
    "rules": mark("Rules"),
    "people": mark("About the people here"),
    "leave": mark("Leave"),
    "hold": mark("Hold the next hand"),
    "pause": mark("Pause, or play on"),
    "back": mark("Play yourself again"),
    "hint": mark("Get a hint"),
    "sit_in": mark("Let a bot play for who is away"),
    "signal": mark("Give a signal"),
    "look": mark("Look at somebody"),
    "hide": mark("Play face down"),
    "recall": mark("Take back what waits to be sent"),
}


class KeyEntry(NamedTuple):
    """A key that stands for a command.

    Attributes:
        id: the name under which a person may choose another key.
        key: the usual key.
        words: what it does, to be said in the reader's language.
        command: what it stands for.
    """

    id: str
    key: str
    words: str
    command: Command


def _entries() -> tuple[KeyEntry, ...]:
    return (
        *_named(_HAND),
        KeyEntry("verb.play", "enter", mark("Play the card"), Bare.PROCEED),
        # The program's key under the program's name, for who hears more by it.
        KeyEntry(
            "app.settings", "f3", mark("Settings: hear spectators, and more"), Bare.OPEN_SETTINGS
        ),
        KeyEntry(
            "app.keys", "question_mark", mark("Keys, and what the marks mean"), Bare.OPEN_KEYS
        ),
        *_named(_WHAT),
        *sorted(_verbs(), key=lambda entry: entry.id),
    )


def _named(words_of: Mapping[str, str]) -> Iterator[KeyEntry]:
    for what, words in words_of.items():
        yield KeyEntry(f"table.{what}", KEYS[what], words, COMMANDS[what])


def _verbs() -> Iterator[KeyEntry]:
    """Yield all that has a key of its own in some game."""
    for face in FACES:
        for verb, value, said in face.keyed():
            name = f"{verb}-{value}" if value else verb
            yield KeyEntry(f"verb.{name}", said.key, said.label or said.call, Do(verb, value))


KEYMAP: Final = {entry.id: entry for entry in _entries()}
"""Every key of the table screen by its name; those of no use at a moment are not active then."""


def is_active(command: Command, ui: TableUi, now: Situation) -> bool:
    """Tell whether the key of a command does something now."""
    seated = now.model.seat is not None
    match command:
        case Do():
            return now.in_match and is_meant(command, now.model)
        case Talk(team=True):
            return now.model.has_company
        case Bare.RECALL:
            return ui.held
        case Bare.ASK_SIGNAL | Bare.ASK_LOOK:
            return now.in_match and bool(now.model.gazes)
        case Talk():
            return not now.model.is_prepared
        case Bare.TOGGLE_LOG | ScrollLog() | Bare.OPEN_RULES | Bare.OPEN_KEYS | Bare.LEAVE:
            return True
        case OpenPeople():
            return bool(now.model.table.id) and not now.model.is_prepared
        case Shift() | Bare.SORT:
            return seated and bool(presenter_of(now.model).melding(now.model).verb)
        case Bare.PAUSE | Bare.ASK_HINT:
            return now.in_match and not now.model.is_prepared
        case Bare.BACK:
            return now.in_match and now.model.is_sat_in(now.model.seat)
        case AskSitIn():
            return now.in_match and bool(away_seats(now.model))
        case Step() | Bare.PROCEED | Bare.OPEN_SETTINGS:
            return seated
        case Bare.SELECT | Bare.LAY:
            return bool(ui.cards.given.lays)
        case _:
            return now.button(command) is not None


def only_points(key: str, keys: Keys) -> bool:
    """Tell whether a key points at a card and does no more: whatever has happened, it may."""
    return any(
        isinstance(entry.command, Step) and keys.named(entry.id, entry.key) == key
        for entry in KEYMAP.values()
    )


def keys_offered(now: Situation) -> list[tuple[str, str]]:
    """Return the keys of what may be done now, and what they do, with the price."""
    burns = _("burns")
    offered = sorted(now.offered, key=lambda button: button.price == burns)
    return [
        (
            button.key,
            _("{action} (burns you)", action=button.label)
            if button.price == burns
            else f"{button.label} {button.price}".rstrip(),
        )
        for button in offered
    ]


def action_of(entry: KeyEntry) -> str:
    """Return what Textual calls the action of a key."""
    return f"press('{entry.id}')"


_ACTIONS: Final = {action_of(entry): entry.command for entry in KEYMAP.values()}


def bound_to(action: str) -> Command | None:
    """Return what an action of Textual's stands for; ``None`` for one that is not the table's."""
    return _ACTIONS.get(action)


def waiting_words(action: str, model: TableModel) -> str:
    """Return what an action of the game is called that is not offered now; ``""`` for others."""
    match _ACTIONS.get(action):
        case Do(verb, value):
            known = presenter_of(model).verb(verb)
            return known.values.get(value, known).title()
        case Talk(team=True) if not may_talk_apart(model):
            words = _WHAT["talk_team"]
            return _(words)
        case _:
            return ""
