"""What may be done with a film, as buttons, and the keys that always work beside it."""

from __future__ import annotations

from typing import Final

from cardtui_client.games.keys import Keys
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Bare, Replay, Way
from cardtui_client.scene.scene import Button, Tone

KEYS: Final = {
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
    "replay.weigh": "w",
    "replay.from_here": "p",
    "replay.repeat": "r",
    "replay.log": "l",
    "replay.log_up": "pageup",
    "replay.log_down": "pagedown",
    "replay.leave": "escape,q",
}
"""The usual keys, by the names under which a person may choose others."""

SPEEDS: Final = (1, 2, 4)
"""How fast it may go on by itself, against how it went at the table."""


def transport(keys: Keys, eyes: str, *, speed: int, runs: bool, at_end: bool) -> tuple[Button, ...]:
    """Return the buttons under the table.

    Args:
        keys: the keys.
        eyes: whose eyes one looks with; ``""`` where there are no others.
        speed: how fast it goes on by itself.
        runs: whether it does.
        at_end: whether there is nothing more to be shown.
    """
    run = Button(Replay.RUN, _key("roll", keys), _("Stop") if runs else _("Play"), tone=Tone.YES)
    return (
        Button(Way.BACK, _key("back", keys), _("Back")),
        Button(Way.ON, _key("on", keys), _("Next")),
        Button(Way.HAND_BACK, _key("hand_back", keys), _("Hand back")),
        Button(Way.HAND_ON, _key("hand_on", keys), _("Next hand")),
        *(() if at_end else (run,)),
        Button(Replay.HASTEN, _key("speed", keys), _("Speed"), f"{speed}×"),
        *([Button(Replay.NEXT_EYES, _key("eyes", keys), eyes)] if eyes else []),
    )


def hints(keys: Keys) -> tuple[Button, ...]:
    """Return the keys that always work, the most wanted first."""
    return (
        Button(Bare.TOGGLE_LOG, _key("log", keys), _("log")),
        Button(Bare.OPEN_RULES, keys.of(Bare.OPEN_RULES), _("rules")),
        Button(Bare.OPEN_KEYS, keys.of(Bare.OPEN_KEYS), _("keys")),
        Button(Bare.LEAVE, _key("leave", keys), _("leave")),
    )


def _key(what: str, keys: Keys) -> str:
    name = f"replay.{what}"
    return keys.named(name, KEYS[name].partition(",")[0])
