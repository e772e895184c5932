"""All that can be done in a replay: `REPLAY_ACTIONS`, a row for each, and what is shown of it."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.games.keys import Keys
from cardtui_client.i18n import _, mark
from cardtui_client.scene.commands import Bare, Command, Replay, ScrollLog, Way
from cardtui_client.scene.scene import Button, Tone


class ReplayAction(NamedTuple):
    """What can be done in a replay.

    Attributes:
        id: the name under which a person may choose another key.
        keys: the usual keys.
        words: what it does, to be said in the reader's language.
        command: what its keys stand for.
    """

    id: str
    keys: str
    words: str
    command: Command


REPLAY_ACTIONS: Final = (
    ReplayAction("replay.back", "left", mark("A step back"), Way.BACK),
    ReplayAction("replay.on", "right", mark("A step on"), Way.ON),
    ReplayAction("replay.call_back", "up", mark("Back to the last call"), Way.CALL_BACK),
    ReplayAction("replay.call_on", "down", mark("On to the next call"), Way.CALL_ON),
    ReplayAction(
        "replay.hand_back",
        "left_square_bracket,shift+left",
        mark("Back to the beginning of a hand"),
        Way.HAND_BACK,
    ),
    ReplayAction(
        "replay.hand_on",
        "right_square_bracket,shift+right",
        mark("On to the next hand"),
        Way.HAND_ON,
    ),
    ReplayAction("replay.start", "home", mark("To the start of the match"), Way.START),
    ReplayAction("replay.end", "end", mark("To the end of the match"), Way.END),
    ReplayAction("replay.roll", "space", mark("Play on by itself, or stop"), Replay.RUN),
    ReplayAction("replay.speed", "s", mark("How fast it plays"), Replay.HASTEN),
    ReplayAction("replay.eyes", "v", mark("Look with other eyes"), Replay.NEXT_EYES),
    ReplayAction("replay.whole", "t", mark("Show the whole time line"), Replay.SHOW_WHOLE_LINE),
    ReplayAction("replay.copy", "c", mark("Copy the position as a scenario"), Replay.COPY_POSITION),
    ReplayAction("replay.share", "d", mark("Share the cards of this match"), Replay.COPY_DEAL),
    ReplayAction("replay.weigh", "w", mark("Weigh the choices"), Replay.WEIGH_CHOICES),
    ReplayAction("replay.from_here", "p", mark("Play on from here"), Replay.PLAY_FROM_HERE),
    ReplayAction("replay.repeat", "r", mark("Play this deal again"), Replay.PLAY_AGAIN),
    ReplayAction("replay.log", "l", mark("Show or hide the log"), Bare.TOGGLE_LOG),
    ReplayAction("replay.log_up", "pageup", mark("Scroll the log"), ScrollLog(1)),
    ReplayAction("replay.log_down", "pagedown", mark("Scroll the log"), ScrollLog(-1)),
    ReplayAction("replay.leave", "escape,q", mark("Leave"), Bare.LEAVE),
)
"""In the order in which the help with keys and the palette have them."""

_ACTION_OF: Final = {each.command: each for each in REPLAY_ACTIONS}

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
    run = _button(Replay.RUN, keys, _("Stop") if runs else _("Play"), tone=Tone.YES)
    return (
        _button(Way.BACK, keys, _("Back")),
        _button(Way.ON, keys, _("Next")),
        _button(Way.HAND_BACK, keys, _("Hand back")),
        _button(Way.HAND_ON, keys, _("Next hand")),
        *(() if at_end else (run,)),
        _button(Replay.HASTEN, keys, _("Speed"), f"{speed}×"),
        *([_button(Replay.NEXT_EYES, keys, eyes)] if eyes else []),
    )


def hints(keys: Keys) -> tuple[Button, ...]:
    """Return the keys that always work, the most wanted first."""
    return (
        _button(Bare.TOGGLE_LOG, keys, _("log")),
        Button(Bare.OPEN_RULES, keys.of(Bare.OPEN_RULES), _("rules")),
        Button(Bare.OPEN_KEYS, keys.of(Bare.OPEN_KEYS), _("keys")),
        _button(Bare.LEAVE, keys, _("leave")),
    )


def _button(
    command: Command, keys: Keys, label: str, price: str = "", tone: Tone = Tone.PLAIN
) -> Button:
    action = _ACTION_OF[command]
    key = keys.named(action.id, action.keys.partition(",")[0])
    return Button(command, key, label, price, tone)
