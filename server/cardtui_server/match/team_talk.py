"""When partners may talk apart (`check_team_talk`), and who hears what they say.

Whoever does not hear a line learns nothing of it, not even that there was one: it is no update and
has no number among those that all readers see. What each player hears is numbered apart: partners
change, and a gap would tell the new one that there was talk before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import TALK_KEPT, Life, TableState, TeamLine
from cardtui_server.match.table_events import Said

HEARERS_KEPT: Final = 32
"""For how many players talk apart is kept."""

_NO_TEAMS: Final = "Nobody has partners at this table: there is no team to talk to."
_ALONE: Final = "Nobody else of your team is here: a bot does not listen."
_DRAWN: Final = "Partners are found when the match begins: you do not know yours yet."
_NOT_NOW: Final = "During a match partners do not talk apart: you may until all are ready."
_NO_RAISE: Final = "During a match partners talk apart only while they must answer a raise."


def check_team_talk(state: TableState, seat: int) -> None:
    """Refuse talk apart where the rules of the house do not allow it.

    It is allowed before a match and between two, and in some games to those who must answer a
    raise, until they do. This is the only place that decides when.

    Raises:
        Refused: nobody has partners there, or partners may not talk apart now.
    """
    if not state.rules.has_partners(state.made.seats):
        raise Refused(Reason.TABLE_STATE, _NO_TEAMS)
    if state.life is Life.PLAYING:
        if not _consults(state, seat):
            sentence = _NO_RAISE if state.rules.consults else _NOT_NOW
            raise Refused(Reason.TABLE_STATE, sentence)
    elif state.made.partners:
        raise Refused(Reason.TABLE_STATE, _DRAWN)
    if len(_team_of(state, seat)) < 2:
        raise Refused(Reason.TABLE_STATE, _ALONE)


def with_line(state: TableState, said: Said) -> TableState:
    """Return the table with another line of talk apart; the oldest of its hearers make room."""
    assert said.seat is not None
    apart = dict(state.apart)
    for player in sorted(_team_of(state, said.seat)):
        heard = apart.pop(player, ())
        number = heard[-1].number + 1 if heard else 1
        apart[player] = (*heard[1 - TALK_KEPT :], TeamLine(number, said))
    seated = state.players()
    # A player who is gone may be forgotten. One who is here would see by the numbers that others
    # talk apart.
    gone = [each for each in apart if each not in seated]
    for player in gone[: max(len(apart) - HEARERS_KEPT, 0)]:
        del apart[player]
    return state._replace(hidden=state.hidden + 1, apart=apart)


def newly_heard(before: TableState, after: TableState) -> Iterable[tuple[str, TeamLine]]:
    """Yield each player who has heard the line that lies between two states, with the line."""
    for player, heard in after.apart.items():
        if before.apart.get(player) is not heard:
            yield player, heard[-1]


def _consults(state: TableState, seat: int) -> bool:
    """Return whether the side of a seat must answer something over which it may talk first."""
    turn, team = state.turn, state.rules.team_of
    if turn is None or turn.phase not in state.rules.consults:
        return False
    return any(team(each) == team(seat) for each in turn.to_act)


def _team_of(state: TableState, seat: int) -> frozenset[str]:
    """Return the ids of the players in the team of a seat."""
    team = state.rules.team_of
    return frozenset(
        player for player, other in state.people().items() if team(other) == team(seat)
    )
