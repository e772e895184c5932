"""When partners may talk apart (`check_team_talk`), and who sees a signal (`lookers`). For how many
players talk apart is kept (`HEARERS_KEPT`), how many signals for each player (`SIGNALS_KEPT`), and
how many of a hand bots heed (`SIGNS_HEEDED`).

A line apart is for the speaker's team. A signal is seen by those who look at its giver when it is
given; where a player looks is seen by everybody. To all others it is as if nothing had happened: it
is no update and has no number among those that all readers see. What each player hears or sees is
numbered apart, since a gap would tell that there was something else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardtui_engine.gestures import Sign
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.entries import Gestured, Looked
from cardtui_server.match.events import Said
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import TALK_KEPT, Life, SeenSignal, TableState, TeamLine

HEARERS_KEPT: Final = 32
"""For how many players talk apart is kept."""

_NO_TEAMS: Final = "Nobody has partners at this table: there is no team to talk to."
_NO_PARTNER_HERE: Final = "Nobody else of your team is here: a bot does not listen."
_PARTNERS_UNKNOWN: Final = "Partners are found when the match begins: you do not know yours yet."
_NOT_IN_MATCH: Final = "During a match partners do not talk apart: you may until all are ready."
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
            sentence = _NO_RAISE if state.rules.consults else _NOT_IN_MATCH
            raise Refused(Reason.TABLE_STATE, sentence)
    elif state.made.partners:
        raise Refused(Reason.TABLE_STATE, _PARTNERS_UNKNOWN)
    if len(_team_of(state, seat)) < 2:
        raise Refused(Reason.TABLE_STATE, _NO_PARTNER_HERE)


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


SIGNALS_KEPT: Final = 20
"""How many signals are kept for each who has seen them."""


SIGNS_HEEDED: Final = 8
"""How many signals of a hand bots heed."""


def with_gaze(state: TableState, looked: Looked) -> TableState:
    """Return the table where a player looks at another seat."""
    seat, at = looked
    if max(seat, at) >= len(state.gazes):
        raise ValueError(f"Seat {seat} cannot look at seat {at}.")
    gazes = (*state.gazes[:seat], at, *state.gazes[seat + 1 :])
    return state._replace(gazes=gazes)


def with_signal(state: TableState, gestured: Gestured) -> TableState:
    """Return the table after a signal, which its giver and those who look there have seen."""
    seat, gesture = gestured
    giver = state.sitters[seat]
    assert giver is not None
    signals = dict(state.signals)
    saw = lookers(state, seat)
    sitters = [state.sitters[each] for each in (seat, *saw)]
    for player in {each.player for each in sitters if each is not None and each.player}:
        seen = signals.get(player, ())
        number = seen[-1].number + 1 if seen else 1
        new = SeenSignal(number, seat, giver.player, giver.name, gesture)
        signals[player] = (*seen[1 - SIGNALS_KEPT :], new)
    signs = state.signs
    if any(each is not None and each.bot for each in sitters[1:]) and len(signs) < SIGNS_HEEDED:
        signs = (*signs, Sign(seat, gesture, saw))
    return state._replace(hidden=state.hidden + 1, signals=signals, signs=signs)


def newly_seen(before: TableState, after: TableState) -> Iterable[tuple[str, SeenSignal]]:
    """Yield each player who has seen the signal that lies between two states, with the signal."""
    for player, seen in after.signals.items():
        if before.signals.get(player) is not seen:
            yield player, seen[-1]


def lookers(state: TableState, at: int) -> tuple[int, ...]:
    """Return the seats that see what is signalled at a seat.

    Players who let a bot play see nothing, nor do accounts of bots.
    """
    seats = zip(state.sitters, state.gazes, strict=True)
    return tuple(
        [
            seat
            for seat, (sitter, gaze) in enumerate(seats)
            if gaze == at
            and sitter is not None
            and not (sitter.stand_in or is_bot_account(sitter.player))
        ]
    )
