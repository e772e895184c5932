"""The usual key of everything at a table that is no verb of a game, and keys a person has chosen.

Those of verbs stand with the verbs of each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from cardtui_client.scene.commands import (
    AskSitIn,
    Bare,
    Command,
    OpenPeople,
    ScrollLog,
    Shift,
    StartMatch,
    Step,
    Talk,
)

COMMANDS: Final[Mapping[str, Command]] = {
    "before": Step(-1),
    "next": Step(1),
    "move_left": Shift(-1),
    "move_right": Shift(1),
    "sort": Bare.SORT,
    "select": Bare.SELECT,
    "lay": Bare.LAY,
    "take_back": Bare.TAKE_BACK,
    "recall": Bare.RECALL,
    "hide": Bare.HIDE,
    "go_on": Bare.GO_ON,
    "ready": Bare.READY,
    "add_bot": Bare.ADD_BOT,
    "remove_bot": Bare.REMOVE_BOT,
    "start": StartMatch(),
    "swap": Bare.ASK_SWAP,
    "buy_in": Bare.ASK_BUY_IN,
    "retry": Bare.RETRY,
    "turn_table": Bare.TURN_TABLE,
    "log": Bare.TOGGLE_LOG,
    "log_up": ScrollLog(1),
    "log_down": ScrollLog(-1),
    "talk": Talk(),
    "talk_team": Talk(team=True),
    "look_again": Bare.LOOK_AGAIN,
    "rules": Bare.OPEN_RULES,
    "people": OpenPeople(),
    "leave": Bare.LEAVE,
    "hold": Bare.HOLD,
    "pause": Bare.PAUSE,
    "back": Bare.BACK,
    "hint": Bare.ASK_HINT,
    "sit_in": AskSitIn(),
    "signal": Bare.ASK_SIGNAL,
    "look": Bare.ASK_LOOK,
}
"""What is no verb of a game, by the name under which a person may choose its key."""

KEYS: Final = {
    "before": "left",
    "next": "right",
    "move_left": "shift+left",
    "move_right": "shift+right",
    "sort": "o",
    "select": "space",
    "lay": "m",
    "take_back": "escape",
    "recall": "u",
    "hide": "h",
    "go_on": "space",
    "ready": "r",
    "add_bot": "b",
    "remove_bot": "x",
    "start": "s",
    "swap": "c",
    "buy_in": "k",
    "retry": "r",
    "turn_table": "v",
    "log": "l",
    "log_up": "pageup",
    "log_down": "pagedown",
    "talk": "slash",
    "talk_team": "f8",
    "look_again": "w",
    "rules": "f2",
    "people": "i",
    "leave": "escape",
    "hold": "w",
    "pause": "f7",
    "back": "f5",
    "hint": "j",
    "sit_in": "f6",
    "signal": "f9",
    "look": "f10",
}
"""The usual keys of these."""


class _Shared(Enum):
    """What verbs of several games mean, whatever each calls it."""

    CHECK = "check"


class Keys:
    """The key of everything, one's own ones before the usual ones."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def of(self, what: str) -> str:
        """Return the first key of a button that is no verb."""
        return self.named(f"table.{what}", KEYS[what])

    def help(self) -> str:
        """Return the first key of the help with keys, which is the whole program's."""
        return self.named("app.keys", "question_mark")

    def next(self) -> str:
        """Return the first key that does what is next."""
        return self.named("verb.play", "enter")

    def of_verb(self, verb: str, usual: str) -> str:
        """Return the first key of a verb, whose usual one that is."""
        # Enter does what is next, whatever that is.
        return self.named("verb.play" if usual == "enter" else f"verb.{verb}", usual)

    def of_check(self) -> str:
        """Return the first key by which one stays in for nothing."""
        return self.of_verb(_Shared.CHECK.value, "k")

    def named(self, name: str, usual: str) -> str:
        """Return the first key of what has that name in the keymap."""
        return self._own.get(name, usual).partition(",")[0].strip() or usual
