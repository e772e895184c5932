"""The requests of play: to act, to be too late, to say something; and how a pack is dealt."""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bots import BOTS_VERSION
from cardtui_engine.refusals import IllegalAction
from cardtui_server.match.absence_commands import sit_in
from cardtui_server.match.entries import (
    Acted,
    Packed,
    Returned,
    SitInCause,
    SpectatorTalk,
    Talked,
    TalkedApart,
    TimedOut,
)
from cardtui_server.match.quick_talk import PHRASES, REACTIONS, Phrase
from cardtui_server.match.refusals import NOT_SEATED, Reason, Refused, illegal
from cardtui_server.match.requests import Act, BotSays, Say, SayToTeam, SitIn, TimeOut, Waive
from cardtui_server.match.state import CONTEST, Life, TableState
from cardtui_server.match.team_talk import check_team_talk
from cardtui_server.match.transaction import Answered, Held, Transaction, check_open, seat_held
from cardtui_server.ports.dealer import riffled

LATE_TURNS: Final = 3
"""After how many turns in a row that a player lets pass a bot sits in."""

_DRAW: Final = "draw"
"""The verb of a draw, before which others may take the discard."""

_NOT_PRESENT: Final = "You neither sit at this table nor watch it: sit down or watch first."
_SILENT: Final = "Spectators do not talk at this table."
_SEEN: Final = "The table has changed: look at it again before you act."
_PAUSED: Final = "The table is paused: wait until play goes on."
_ID_USED: Final = "Somebody else has used this request id: make a new one."


def act(tx: Transaction, request: Act) -> int:
    """Do an action for a seat.

    Raises:
        Refused: the request is not allowed.
        Held: the request must wait until the claim window is over.
    """
    seat, player, action, expected, request_id = request
    if request_id:
        known = tx.answered(request_id)
        if known is not None:
            if known.player != player:
                raise Refused(Reason.REQUEST_ID, _ID_USED)
            if isinstance(known.result, Refused):
                raise known.result.with_traceback(None)
            return known.result
    try:
        seq = _act(tx, seat, player, Acted(seat, action, request_id), expected)
    except Refused as refused:
        # A player without the seat gets no remembered reply: partners may just have been drawn.
        if request_id and refused.reason is not Reason.NOT_SEATED:
            tx.fresh[request_id] = Answered(player, refused)
        raise
    if request_id:
        tx.fresh[request_id] = Answered(player, seq)
    return seq


def _act(tx: Transaction, seat: int, player: str, acted: Acted, expected: int | None) -> int:
    state = tx.state
    sitter = state.sitters[seat]
    if sitter is None or (sitter.player != player and (player or not sitter.level)):
        raise Refused(Reason.NOT_SEATED, NOT_SEATED)
    check_open(state)
    if state.game is None:
        raise Refused(Reason.TABLE_STATE, "The match has not started: say that you are ready.")
    if state.paused:
        raise Refused(Reason.TABLE_STATE, _PAUSED)
    seen, held = state.position, _is_held(state, seat, acted.action)
    if held and player:
        # What others declared since is no reason to refuse a draw: the discard still lies there. A
        # bot looks again, because it decides by the position.
        seen = state.opened
    if (expected is not None and seen > expected) or tx.waited not in (0, state.opened):
        raise Refused(Reason.STALE, _SEEN)
    if held and tx.past != state.opened:
        raise Held
    reserves = tx.reserves if state.asked == tx.timed and tx.reserves != state.reserves else ()
    if reserves and state.turn is not None and seat in state.turn.to_act:
        acted = acted._replace(reserves=reserves)
    if not player:
        acted = acted._replace(bots=BOTS_VERSION)
    try:
        seq = tx.add(acted)
    except IllegalAction as refusal:
        raise illegal(refusal) from refusal
    if player and sitter.stand_in:
        tx.add(Returned(seat))
    return seq


def _is_held(state: TableState, seat: int, action: Action) -> bool:
    """Return whether the action is a draw that must wait for others to take the discard."""
    turn = state.turn
    return (
        action.verb == _DRAW
        and state.opened > 0
        and turn is not None
        and turn.phase != CONTEST
        and seat in turn.to_act
    )


def waive(tx: Transaction, request: Waive) -> int:
    """Waive for a player who was asked in a contest and let the window pass.

    A bot answers by itself, however long it takes: what bots do hangs on no clock.
    """
    seat, window = request
    state = tx.state
    sitter = state.sitters[seat]
    if state.opened != window or sitter is None or sitter.level:
        raise Refused(Reason.STALE, _SEEN)
    return _act(tx, seat, sitter.player, Acted(seat, Action("waive"), ""), None)


def time_out(tx: Transaction, request: TimeOut) -> int:
    """Do the mildest action for a player whose time has run out; several times, and a bot sits in.

    Raises:
        Refused: the player has acted meanwhile, or nobody can.
    """
    seat, asked, reserves = request
    state = tx.state
    if state.paused:
        raise Refused(Reason.TABLE_STATE, _PAUSED)
    if state.asked != asked or seat not in state.awaited():
        raise Refused(Reason.STALE, _SEEN)
    seq = tx.add(TimedOut(seat, state.rules.mildest(state.game, seat), reserves))
    if tx.state.late[seat] >= LATE_TURNS and tx.state.life is Life.PLAYING:
        sit_in(tx, SitIn(seat, SitInCause.LATE))
    return seq


def say(tx: Transaction, request: Say) -> int:
    """Say a line; where words commit, the text of a player with a seat is an action.

    Phrases and reactions never are: they have one key, and a key must not commit by mistake.
    """
    player, name, text, watching, phrase, reaction = request
    state = tx.state
    check_open(state)
    seat = state.seat_of(player)
    if seat is None and not watching:
        raise Refused(Reason.NOT_PRESENT, _NOT_PRESENT)
    if seat is None and state.made.spectator_talk is SpectatorTalk.OFF:
        raise Refused(Reason.SPECTATORS, _SILENT)
    if phrase is not None:
        return tx.add(Talked(seat, name, PHRASES[phrase], player=player, phrase=phrase))
    if reaction is not None:
        return tx.add(Talked(seat, name, REACTIONS[reaction], player=player, reaction=reaction))
    acts = seat is not None and state.game is not None and "say" in state.rules.verbs
    if acts and not state.paused and (sitter := state.sitters[seat or 0]) and not sitter.stand_in:
        assert seat is not None
        return _act(tx, seat, player, Acted(seat, Action("say", text=text), ""), None)
    return tx.add(Talked(seat, name, text, player=player))


def bot_says(tx: Transaction, request: BotSays) -> None:
    """Have a bot say a phrase or show a reaction; neither ever commits."""
    seat, character, line = request
    check_open(tx.state)
    sitter = tx.state.sitters[seat]
    if sitter is None or not sitter.bot or sitter.character != character:
        raise Refused(Reason.STALE, _SEEN)
    if isinstance(line, Phrase):
        tx.add(Talked(seat, sitter.name, PHRASES[line], phrase=line))
    else:
        tx.add(Talked(seat, sitter.name, REACTIONS[line], reaction=line))


def say_to_team(tx: Transaction, request: SayToTeam) -> None:
    """Say a line to one's own team."""
    player, name, text = request
    check_open(tx.state)
    seat = seat_held(tx.state, player)
    check_team_talk(tx.state, seat)
    tx.add(TalkedApart(seat, name, text))


def deal(tx: Transaction) -> None:
    """Deal the pack that the position waits for."""
    state = tx.state
    number = state.packs + 1
    chance = None if state.turn is None else state.turn.chance
    if chance is None or chance.gathered is None:
        pack = tx.dealer.pack(state.key, number, state.rules.pack_of(state.game))
    else:
        pack = riffled(state.key, number, chance.gathered)
    tx.add(Packed(number, pack))
