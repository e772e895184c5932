"""Which keys and buttons a replay has, and their labels (`REPLAY_ACTIONS`); its `SPEEDS`, its time
line. The digits are in `replay_screen.py`; what a press comes to, in `replay_controller.py`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from textual import events
from textual.reactive import reactive

from cardtui_client.faces.offers import Keys
from cardtui_client.i18n import _, mark
from cardtui_client.scene.commands import Bare, Command, Open, OpenRules, Replay, ScrollLog, Way
from cardtui_client.scene.scene import Button, HandMark, Standing, TimeLine, Tone
from cardtui_client.text import fit
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.score import paint_time_line
from cardtui_client.tui.widgets.painted import Painted, Pressed
from cardtui_studio.film import Film


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
    ReplayAction("replay.back", "left", mark("Back a step"), Way.BACK),
    ReplayAction("replay.on", "right", mark("Next step"), Way.ON),
    ReplayAction("replay.call_back", "up", mark("Previous call"), Way.CALL_BACK),
    ReplayAction("replay.call_on", "down", mark("Next call"), Way.CALL_ON),
    ReplayAction(
        "replay.hand_back",
        "left_square_bracket,shift+left",
        mark("Previous hand, or the start of this one"),
        Way.HAND_BACK,
    ),
    ReplayAction(
        "replay.hand_on",
        "right_square_bracket,shift+right",
        mark("Next hand"),
        Way.HAND_ON,
    ),
    ReplayAction("replay.start", "home", mark("Start of the match"), Way.START),
    ReplayAction("replay.end", "end", mark("End of the match"), Way.END),
    ReplayAction("replay.roll", "space", mark("Play by itself, or stop"), Replay.RUN),
    ReplayAction("replay.speed", "s", mark("Speed at which it plays"), Replay.HASTEN),
    ReplayAction("replay.eyes", "v", mark("Look from another seat"), Replay.NEXT_EYES),
    ReplayAction("replay.whole", "t", mark("Show the whole time line"), Replay.SHOW_WHOLE_LINE),
    ReplayAction("replay.copy", "c", mark("Copy the position as a scenario"), Replay.COPY_POSITION),
    ReplayAction("replay.share", "d", mark("Share the cards of this match"), Replay.COPY_DEAL),
    ReplayAction("replay.mistakes", "m", mark("Mistakes: on to the next"), Replay.NEXT_MISTAKE),
    ReplayAction("replay.weigh", "w", mark("Weigh the choices"), Replay.WEIGH_CHOICES),
    ReplayAction(
        "replay.from_here", "p", mark("Take over: play on from here"), Replay.PLAY_FROM_HERE
    ),
    ReplayAction("replay.repeat", "r", mark("Deal again: play the same hand"), Replay.PLAY_AGAIN),
    ReplayAction("replay.log", "l", mark("Show or hide the log"), Bare.TOGGLE_LOG),
    ReplayAction("replay.log_up", "pageup", mark("Scroll the log"), ScrollLog(1)),
    ReplayAction("replay.log_down", "pagedown", mark("Scroll the log"), ScrollLog(-1)),
    ReplayAction("replay.leave", "escape,q", mark("Leave"), Bare.LEAVE),
)
"""In the order in which the help with keys and the palette have them."""

_ACTION_OF: Final = {each.command: each for each in REPLAY_ACTIONS}

SPEEDS: Final = (1, 2, 4)
"""How fast it may go on by itself, against how it went at the table."""


def transport(
    keys: Keys, eyes: str, *, speed: int, runs: bool, at_end: bool, plays_on: bool, low: bool
) -> tuple[Button, ...]:
    """Return the buttons under the table: what you study with while it stands still.

    Args:
        eyes: whose eyes you look with; ``""`` where there are no others, and nothing to study.
        speed: how fast it goes on by itself.
        runs: whether it does.
        at_end: whether there is nothing more to be shown.
        plays_on: whether you may play on from here.
        low: whether the cards need the lines: the buttons have one, and the help names the others.
    """
    run = _button(Replay.RUN, keys, _("Stop") if runs else _("Play"), tone=Tone.YES)
    return (
        _button(Way.BACK, keys, _("Back")),
        _button(Way.ON, keys, _("Next")),
        *(() if low else _by_hands(keys)),
        *(() if at_end else (run,)),
        *((_button(Replay.HASTEN, keys, _("Speed"), f"{speed}×"),) if runs or not eyes else ()),
        *(() if low else _looking(keys, eyes)),
        *(_studies(keys) if eyes and not runs else ()),
        *(_played_on(keys) if eyes and plays_on and not runs and not low else ()),
    )


def _looking(keys: Keys, eyes: str) -> tuple[Button, ...]:
    return (_button(Replay.NEXT_EYES, keys, eyes),) if eyes else ()


def _by_hands(keys: Keys) -> tuple[Button, ...]:
    return (
        _button(Way.HAND_BACK, keys, _("Previous hand")),
        _button(Way.HAND_ON, keys, _("Next hand")),
    )


def _studies(keys: Keys) -> tuple[Button, ...]:
    return (
        _button(Replay.NEXT_MISTAKE, keys, _("Mistakes")),
        _button(Replay.WEIGH_CHOICES, keys, _("Weigh")),
    )


def _played_on(keys: Keys) -> tuple[Button, ...]:
    return (
        _button(Replay.PLAY_FROM_HERE, keys, _("Take over")),
        _button(Replay.PLAY_AGAIN, keys, _("Deal again")),
    )


def hints(keys: Keys, eyes: str, *, low: bool) -> tuple[Button, ...]:
    """Return the keys that always work, the most wanted first.

    Args:
        eyes: whose eyes you look with, which stands here in a low window.
        low: whether it is low.
    """
    return (
        _button(Bare.TOGGLE_LOG, keys, _("log")),
        Button(OpenRules(), keys.of(OpenRules()), _("rules")),
        Button(Open.KEYS, keys.of(Open.KEYS), _("keys")),
        _button(Bare.LEAVE, keys, _("leave")),
        *(_looking(keys, eyes) if low else ()),
    )


def _button(
    command: Command, keys: Keys, label: str, price: str = "", tone: Tone = Tone.PLAIN
) -> Button:
    return Button(command, key_of(_ACTION_OF[command], keys), label, price, tone)


def key_of(action: ReplayAction, keys: Keys) -> str:
    """Return the first key that does something in a replay."""
    return keys.named(action.id, action.keys.partition(",")[0])


_TWO_SIDES: Final = 2
_NAME_CELLS: Final = 4
"""So much of the leader's name tells players apart."""


def line_of(film: Film, at: int, seen: int, *, whole: bool) -> TimeLine:
    """Return the time line: what you have not reached yet has no score, unless asked for.

    Args:
        at: the position that is shown.
        seen: the last position that you have come to.
        whole: whether all scores are asked for.
    """
    known, names = film.last if whole else seen, tuple(film.names)
    marks = tuple(
        HandMark(
            number,
            hand.first,
            _score(hand.standing, names) if hand.last <= known else (),
        )
        for number, hand in enumerate(film.hands, 1)
    )
    now = sum(mark.first <= at for mark in marks) - 1
    return TimeLine(marks, now if now >= 0 else None)


@lru_cache(maxsize=1024)
def _score(standing: tuple[int, ...], names: tuple[str, ...]) -> tuple[Standing, ...]:
    """Return a score: of two sides both, of more the one that leads alone."""
    if len(standing) == _TWO_SIDES:
        first, second = standing
        return (Standing(str(first), 0), Standing(":"), Standing(str(second), 1))
    most = max(standing, default=0)
    leaders = [seat for seat, points in enumerate(standing) if points == most]
    if len(leaders) > 1:
        return (Standing(str(most)),)
    return (Standing(f"{fit(names[leaders[0]], _NAME_CELLS)} {most}"),) if leaders else ()


class TimeLineView(Painted):
    """Shows the time line; what is clicked there is posted as `Pressed`."""

    line: reactive[TimeLine] = reactive(TimeLine(), repaint=False, init=False)

    def watch_line(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        paint_time_line(canvas, self.line, hovered=self.hovered)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up to go back."""
        event.stop()
        self.post_message(Pressed(Way.BACK))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down to go on."""
        event.stop()
        self.post_message(Pressed(Way.ON))
