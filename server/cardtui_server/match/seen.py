"""What each reader may know of a table (`seen_events`): the one door through which anything leaves
it. Which cards a seat may know, the rules say; who hears spectators talk: `seen_talk`; what changes
a table in the list: `is_listed_otherwise`.

The rules say who may know what; this module asks them for every reader. It returns values, and only
these values are ever encoded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cardtui_engine.events import HandEnded, MatchEnded
from cardtui_engine.rules import AnyRules
from cardtui_engine.views import Own, View
from cardtui_server.match.events import Happening, Said, TableEvent, Talk
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Step


class SeenEvents(NamedTuple):
    """What happened, as readers may know it.

    Attributes:
        public: for spectators, and for players who are not in ``by_player``.
        by_player: by player id, for every player who holds a seat; empty if none may know more or
            less than spectators.
    """

    public: tuple[Happening, ...]
    by_player: Mapping[str, tuple[Happening, ...]]


def seen_events(step: Step) -> SeenEvents:
    """Return what happened with an entry, as each reader may know it."""
    rules, told = step.after.rules, step.told
    public = tuple([_seen(rules, event, None) for event in told])
    if public == told:
        return SeenEvents(public, {})
    return SeenEvents(
        public,
        {
            player: tuple([_seen(rules, event, seat) for event in told])
            for player, seat in step.after.players().items()
        },
    )


def public_view(state: TableState) -> View[Any, Any] | None:
    """Return the position as spectators may know it; ``None`` before the first match."""
    return None if state.game is None else state.rules.view(state.game, None)


def own_view(state: TableState, seat: int | None) -> Own[Any] | None:
    """Return what a seat may know beyond the public view; ``None`` before the first match."""
    if state.game is None or seat is None:
        return None
    return state.rules.own_view(state.game, seat)


def seen_talk(state: TableState, *, hears: bool) -> list[Said]:
    """Return the latest talk, with the spectators' only if the reader hears it."""
    return [said for said in state.talk if hears or said.talk is not Talk.SPECTATORS]


def is_aside(step: Step) -> bool:
    """Return whether an entry is only for readers who hear the spectators' talk."""
    return any(type(each) is Said and each.talk is Talk.SPECTATORS for each in step.told)


def ends_hand(step: Step) -> bool:
    """Return whether a hand or a match ended with an entry, or the table was closed."""
    return step.after.life is Life.CLOSED or any(
        type(each) in (HandEnded, MatchEnded) for each in step.told
    )


def is_listed_otherwise(step: Step) -> bool:
    """Return whether the lobby shows the table differently after the entry."""
    before, after = step.before, step.after
    return (
        before.sitters is not after.sitters
        or before.made is not after.made
        or before.paused is not after.paused
        or before.life is not after.life
        or before.tally is not after.tally
        or before.host_name != after.host_name
        or before.asking is not after.asking
    )


def _seen(rules: AnyRules, event: Happening, viewer: int | None) -> Happening:
    return event if isinstance(event, TableEvent) else rules.seen(event, viewer)
