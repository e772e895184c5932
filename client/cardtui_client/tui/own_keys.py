"""Which keys you may choose in `keys.toml` (`check_keymap`), and what they are called there.
The usual keys in `SCREEN_KEYS` only repeat, for that check, those that each screen binds itself, as
`tui/home.py` does. The usual keys of the table are in `faces/table_actions.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from textual.keys import KEY_ALIASES, Keys, format_key

from cardtui_client.faces.registry import FACES
from cardtui_client.faces.table_actions import When
from cardtui_client.i18n import _
from cardtui_client.settings import BadSettings
from cardtui_client.settings.config_file import OwnKey, keymap_path, read_keymap
from cardtui_client.tui.table.keymap import KEYMAP

SCREEN_KEYS: Final[Mapping[str, str]] = {
    "app.quit": "ctrl+q",
    "app.suspend": "ctrl+z",
    "app.keys": "question_mark,f1",
    "app.rules": "f2",
    "app.invite": "f4",
    "app.tournament": "ctrl+t",
    "home.play": "p",
    "home.go_on": "g",
    "home.today": "d",
    "home.friends": "f",
    "home.learn": "l",
    "home.address": "slash",
    "home.open": "o",
    "home.results": "e",
    "home.replay": "w",
    "home.rules": "r",
    "home.settings": "s",
    "home.quit": "q",
    "home.back": "escape",
    "tiles.choose": "enter",
    "lobby.sit": "enter",
    "lobby.running_tournament": "enter",
    "lobby.watch": "w",
    "lobby.quick": "m",
    "lobby.new": "n",
    "lobby.code": "p",
    "lobby.change": "e",
    "lobby.sort": "s",
    "lobby.people": "i",
    "lobby.rules": "r",
    "lobby.copy": "c",
    "lobby.leave": "escape",
    "lesson.skip": "f5",
    "drill.leave": "escape",
    "replay.back": "left",
    "replay.on": "right",
    "replay.call_back": "up",
    "replay.call_on": "down",
    "replay.hand_back": "left_square_bracket,shift+left",
    "replay.hand_on": "right_square_bracket,shift+right",
    "replay.start": "home",
    "replay.end": "end",
    "replay.roll": "space",
    "replay.speed": "s",
    "replay.eyes": "v",
    "replay.whole": "t",
    "replay.copy": "c",
    "replay.share": "d",
    "replay.mistakes": "m",
    "replay.weigh": "w",
    "replay.from_here": "p",
    "replay.repeat": "r",
    "replay.log": "l",
    "replay.log_up": "pageup",
    "replay.log_down": "pagedown",
    "replay.leave": "escape,q",
    "person.before": "left",
    "person.next": "right",
    "person.leave": "escape,q",
    "ranking.leave": "escape,q",
    "tournaments.cancel": "escape",
    "tournament.table": "enter",
    "tournament.enter": "e",
    "tournament.rest": "s",
    "tournament.leave": "l",
    "tournament.back": "escape,q",
    "projector.quit": "q",
    "results.look_again": "enter",
    "results.evening": "e",
    "results.leave": "escape,q",
    "evening.leave": "escape,q",
    "rules.find": "slash",
    "rules.next": "n,enter",
    "rules.before": "N",
    "rules.game": "g",
    "rules.leave": "escape,q",
}
"""The usual keys of the other screens, by the names of what they do; dialogs have none of these."""

_NAMED_KEYS: Final = frozenset(key.value for key in Keys if not key.value.startswith("<"))
_MODIFIERS: Final = ("ctrl+", "shift+", "alt+", "super+", "hyper+", "meta+")


def usual_keys() -> dict[str, str]:
    """Return the usual key of everything for which you may choose another, by its name."""
    table = {name: entry.key for name, entry in KEYMAP.items()}
    return {**table, **SCREEN_KEYS}


def check_keymap(settings: Path) -> dict[str, OwnKey]:
    """Return the keys of your own, given where the settings are, if all of them can be used.

    Raises:
        BadSettings: one cannot be; the sentence says where and why.
    """
    own = read_keymap(keymap_path(settings))
    usual = usual_keys()
    for name, (key, where) in own.items():
        if name not in usual:
            raise BadSettings(_no_such_name(name, where, usual))
        for each in key.split(","):
            if not _is_key(each.strip()):
                raise BadSettings(_("{where}: “{key}” is not a key.", where=where, key=each))
    chosen = {name: own[name].key if name in own else key for name, key in usual.items()}
    for name, (_key, where) in own.items():
        for other in _together(name):
            for key in _parts(chosen[name]) & _parts(chosen[other]):
                sentence = _(
                    "{where}: “{key}” is the key of {other} already.",
                    where=where,
                    key=format_key(key),
                    other=other,
                )
                raise BadSettings(sentence)
    return own


def _no_such_name(name: str, where: str, usual: Mapping[str, str]) -> str:
    if near := get_close_matches(name, usual, 1):
        return _(
            "{where}: nothing is called “{name}”. Did you mean “{near}”?",
            where=where,
            name=name,
            near=near[0],
        )
    return _(
        "{where}: nothing is called “{name}”; see cardtui config keys.", where=where, name=name
    )


def _is_key(key: str) -> bool:
    """Tell whether a key can be pressed, as far as its name tells."""
    bare = key
    while bare.startswith(_MODIFIERS):
        bare = bare.partition("+")[2]
    if len(bare) == 1:
        return bare.isalnum() and not (bare == key and bare.isdecimal())  # digits pick cards
    return key in _NAMED_KEYS or bare in _NAMED_KEYS or bare in KEY_ALIASES or bare in _SIGN_KEYS


_SIGN_KEYS: Final = frozenset(
    (
        "slash",
        "question_mark",
        "plus",
        "minus",
        "comma",
        "full_stop",
        "colon",
        "semicolon",
        "left_square_bracket",
        "right_square_bracket",
    )
)


def _parts(keys: str) -> set[str]:
    return {key.strip() for key in keys.split(",")}


def _together(name: str) -> Iterator[str]:
    """Yield what may be offered together with it, so that it needs another key.

    What shares its usual key with it is never offered together with it.
    """
    usual = usual_keys()
    if name.startswith("verb."):
        others = {each for each in KEYMAP if each.startswith("table.") and _in_a_hand(each)}
        for face in FACES:
            names = {
                f"verb.{verb}-{value}" if value else f"verb.{verb}"
                for verb, value, _said in face.keyed()
            }
            if name in names:
                others |= names
    elif name.startswith("table."):
        in_hand = _in_a_hand(name)
        others = {
            each
            for each in KEYMAP
            if each.startswith("table.")
            and (_in_a_hand(each) is in_hand or KEYMAP[each].when is When.ALWAYS)
        }
        if in_hand:
            others |= {each for each in KEYMAP if each.startswith("verb.")}
    else:
        scope = name.partition(".")[0]
        others = {each for each in usual if each.startswith(f"{scope}.")}
    yield from sorted(each for each in others if not _parts(usual[each]) & _parts(usual[name]))


def _in_a_hand(name: str) -> bool:
    return KEYMAP[name].when is not When.BREAK
