"""What may be done in a match: acts, talk that may be a call (`called_by`), signals, pauses, hints.
Who may pause alone (`may_pause_alone`), who may have a hint (`seat_to_advise`), and who is told of
it (`ask_hint`), whether spectators may talk (`_say`). A bot plays on after `LATE_TURNS` turns that
ran out in a row; what is done for you in each is `mildest` in the legal.py or rules.py of a game or
its family.

A hint is help, so there is none at a rated table. Elsewhere the other people at the table are told
when a player first has one in a hand.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bots import BOTS_VERSION
from cardtui_engine.events import Acted as ActedEvent
from cardtui_engine.refusals import IllegalAction
from cardtui_server.fairness.packs import riffled
from cardtui_server.match import requests
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.bot_seats import replacement_level
from cardtui_server.match.commands.seats import check_host, check_seat
from cardtui_server.match.entries import (
    Acted,
    Gestured,
    Hinted,
    Looked,
    Packed,
    Paused,
    Resumed,
    Returned,
    SatIn,
    SitInCause,
    SpectatorTalk,
    Talked,
    TalkedApart,
    TimedOut,
)
from cardtui_server.match.refusals import NOT_SEATED, Reason, Refused, illegal
from cardtui_server.match.seat_asking import give_seats
from cardtui_server.match.state import CONTEST, Life, TableState
from cardtui_server.match.told_to_few import check_team_talk
from cardtui_server.match.transaction import Answered, Held, Transaction, check_open, seat_held
from cardtui_server.quick_talk import PHRASES, REACTIONS, Phrase

_RATED_MATCH: Final = "A rated match is paused only if all want it."
NOT_PLAYING: Final = "No match is being played: there is nothing to pause."


def sit_in(tx: Transaction, request: requests.SitIn) -> None:
    """Let a bot sit in for a player, no weaker than the bots at the table.

    Raises:
        Refused: no player decides for that seat, or no match is played.
    """
    seat, cause = request
    state = tx.state
    sitter = state.sitters[seat]
    if sitter is None or sitter.level or state.life is not Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, "No bot can sit in there now.")
    tx.add(SatIn(seat, replacement_level(state), cause))


def return_to_seat(tx: Transaction, request: requests.Return) -> None:
    """Give the seat back to a player for whom a bot sits in; does nothing if none does.

    A new stream is not enough for a player who was too late several times in a row: such a player
    was here all the time, or left a program running. It takes a word or an action.
    """
    player, came = request
    seat = seat_held(tx.state, player)
    sitter = tx.state.sitters[seat]
    if sitter is not None and sitter.stand_in and not (came and sitter.cause is SitInCause.LATE):
        tx.add(Returned(seat))


def may_pause_alone(state: TableState, player: str, *, pause: bool) -> bool:
    """Tell whether one player pauses the table, or ends a pause, without the others.

    In a rated match nobody begins a pause alone, and everybody ends one: a player who loses could
    put off the result for ever otherwise.
    """
    if state.rated:
        return not pause and state.seat_of(player) is not None
    return state.host == player


def set_pause(tx: Transaction, request: requests.SetPause) -> None:
    """Pause the table, or let play go on; does nothing if that is so already.

    Raises:
        Refused: no match is played, or the player may not do it alone.
    """
    player, paused, agreed = request
    state = tx.state
    check_open(state)
    if state.life is not Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, NOT_PLAYING)
    if state.paused == paused:
        return
    if not agreed and not may_pause_alone(state, player, pause=paused):
        if state.rated and paused:
            raise Refused(Reason.TABLE_STATE, _RATED_MATCH)
        check_host(state, player)
    seat = None if agreed else state.seat_of(player)
    tx.add(Paused(seat) if paused else Resumed(seat))


LATE_TURNS: Final = 3
"""After how many turns in a row that a player lets pass a bot sits in."""

_DRAW: Final = "draw"
"""The verb of a draw, before which others may take the discard."""

_NOT_PRESENT: Final = "You neither sit at this table nor watch it: sit down or watch first."
_NO_SPECTATOR_TALK: Final = "Spectators do not talk at this table."
_TABLE_CHANGED: Final = "The table has changed: look at it again before you act."
_PAUSED: Final = "The table is paused: wait until play goes on."
_ID_USED: Final = "Somebody else has used this request id: make a new one."


def act(tx: Transaction, request: requests.Act) -> int:
    """Do an action for a seat.

    Raises:
        Refused: the request is not allowed.
        Held: the request must wait until the claim window is over.
    """
    seat, player, action, expected, request_id = request
    if (known := _repeated(tx, player, request_id)) is not None:
        return known
    try:
        seq = _act(tx, seat, player, Acted(seat, action, request_id), expected)
    except Refused as refused:
        # A player without the seat gets no remembered reply: partners may just have been drawn.
        if request_id and refused.reason is not Reason.NOT_SEATED:
            tx.fresh[request_id] = Answered(player, refused)
        raise
    return _done(tx, player, request_id, seq)


def _repeated(tx: Transaction, player: str, request_id: str) -> int | None:
    """Return the reply to a request that is repeated; ``None`` if it is new.

    Raises:
        Refused: that was the reply, or the id is somebody else's.
    """
    known = tx.answered(request_id) if request_id else None
    if known is None:
        return None
    if known.player != player:
        raise Refused(Reason.REQUEST_ID, _ID_USED)
    if isinstance(known.result, Refused):
        raise known.result.with_traceback(None)
    return known.result


def _done(tx: Transaction, player: str, request_id: str, seq: int) -> int:
    """Remember the reply to a request that has an id, and return it."""
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
        raise Refused(Reason.STALE, _TABLE_CHANGED)
    if held and tx.past != state.opened:
        raise Held
    reserves = tx.reserves if state.asked == tx.timed and tx.reserves != state.reserves else ()
    if reserves and state.turn is not None and seat in state.turn.to_act:
        acted = acted._replace(reserves=reserves)
    if not player:
        acted = acted._replace(bots=BOTS_VERSION)
    mark = tx.mark()
    if player and sitter.stand_in:  # before the act, so that a record says whose it is
        tx.add(Returned(seat))
    try:
        return tx.add(acted)
    except IllegalAction as refusal:
        tx.back_to(mark)
        raise illegal(refusal) from refusal


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


def waive(tx: Transaction, request: requests.Waive) -> int:
    """Waive for a player who was asked in a contest and let the window pass.

    A bot answers by itself, however long it takes: what bots do hangs on no clock.
    """
    seat, window = request
    state = tx.state
    sitter = state.sitters[seat]
    if state.opened != window or sitter is None or sitter.level:
        raise Refused(Reason.STALE, _TABLE_CHANGED)
    return _act(tx, seat, sitter.player, Acted(seat, Action("waive"), ""), None)


def time_out(tx: Transaction, request: requests.TimeOut) -> int:
    """Do the mildest action for a player whose time has run out; several times, and a bot sits in.

    Raises:
        Refused: the player has acted meanwhile, or nobody can.
    """
    seat, asked, reserves = request
    state = tx.state
    if state.paused:
        raise Refused(Reason.TABLE_STATE, _PAUSED)
    if state.asked != asked or seat not in state.awaited():
        raise Refused(Reason.STALE, _TABLE_CHANGED)
    seq = tx.add(TimedOut(seat, state.rules.mildest(state.game, seat), reserves))
    if tx.state.late[seat] >= LATE_TURNS and tx.state.life is Life.PLAYING:
        sit_in(tx, requests.SitIn(seat, SitInCause.LATE))
    return seq


def say(tx: Transaction, request: requests.Say) -> int:
    """Say a line; where words commit, the text of a player with a seat is an action.

    Phrases and reactions never are: they have one key, and a key must not commit by mistake.
    """
    if (known := _repeated(tx, request.player, request.request_id)) is not None:
        return known
    return _done(tx, request.player, request.request_id, _say(tx, request))


def _say(tx: Transaction, request: requests.Say) -> int:
    player, name, text, watching, phrase, reaction, request_id = request
    state = tx.state
    check_open(state)
    seat = state.seat_of(player)
    if seat is None and not watching:
        raise Refused(Reason.NOT_PRESENT, _NOT_PRESENT)
    if seat is None and state.made.spectator_talk is SpectatorTalk.OFF:
        raise Refused(Reason.SPECTATORS, _NO_SPECTATOR_TALK)
    said = Talked(seat, name, text, player, phrase, reaction, request_id)
    if phrase is not None:
        return tx.add(said._replace(text=PHRASES[phrase]))
    if reaction is not None:
        return tx.add(said._replace(text=REACTIONS[reaction]))
    acts = seat is not None and state.game is not None and "say" in state.rules.verbs
    if acts and not state.paused and (sitter := state.sitters[seat or 0]) and not sitter.stand_in:
        assert seat is not None
        return _act(tx, seat, player, Acted(seat, Action("say", text=text), request_id), None)
    return tx.add(said)


def bot_says(tx: Transaction, request: requests.BotSays) -> None:
    """Have a bot say a phrase or show a reaction; neither ever commits."""
    seat, character, line = request
    check_open(tx.state)
    sitter = tx.state.sitters[seat]
    if sitter is None or not sitter.bot or sitter.character != character:
        raise Refused(Reason.STALE, _TABLE_CHANGED)
    if isinstance(line, Phrase):
        tx.add(Talked(seat, sitter.name, PHRASES[line], phrase=line))
    else:
        tx.add(Talked(seat, sitter.name, REACTIONS[line], reaction=line))


def bot_signals(tx: Transaction, request: requests.BotSignals) -> None:
    """Have a bot give a signal; only those who look there see it."""
    seat, character, gesture = request
    check_open(tx.state)
    sitter = tx.state.sitters[seat]
    if tx.state.life is not Life.PLAYING or sitter is None or not sitter.bot:
        raise Refused(Reason.STALE, _TABLE_CHANGED)
    if sitter.character != character or not tx.state.gazes:
        raise Refused(Reason.STALE, _TABLE_CHANGED)
    tx.add(Gestured(seat, gesture))


def say_to_team(tx: Transaction, request: requests.SayToTeam) -> None:
    """Say a line to the player's team."""
    player, name, text, request_id = request
    if _repeated(tx, player, request_id) is not None:
        return
    check_open(tx.state)
    seat = seat_held(tx.state, player)
    check_team_talk(tx.state, seat)
    _done(tx, player, request_id, tx.add(TalkedApart(seat, name, text, request_id)))


def deal(tx: Transaction) -> None:
    """Deal the pack that the position waits for; before a hand, promised seats change hands."""
    if tx.state.resting:
        give_seats(tx)
    state = tx.state
    number = state.packs + 1
    chance = None if state.turn is None else state.turn.chance
    if chance is None or chance.gathered is None:
        pack = tx.dealer.pack(state.key, number, state.rules.pack_of(state.game))
    else:
        pack = riffled(state.key, number, chance.gathered)
    tx.add(Packed(number, pack))
    turn = tx.state.turn
    if state.made.held and turn is not None and turn.phase == "cut":  # at all tables alike
        [seat] = turn.to_act
        sitter = tx.state.sitters[seat]
        bots = BOTS_VERSION if sitter is not None and sitter.level else 0
        tx.add(Acted(seat, tx.state.rules.mildest(tx.state.game, seat), "", bots=bots))


_NO_HINTS_IF_RATED: Final = "There are no hints at a rated table."
_NO_HINTS_WITHOUT_MATCH: Final = "There are no hints now: no match is being played."
_NO_HINTS_NOW: Final = "The table is paused: hints come once play goes on."
_BOT_DECIDES: Final = "A bot plays for you: come back to ask for hints."
_NOT_YOUR_TURN: Final = "There is nothing for you to decide now: ask when you may act."


def ask_hint(tx: Transaction, request: requests.AskHint) -> None:
    """Ask for a hint; if other people play, they are told, once in each hand."""
    seat = seat_to_advise(tx.state, request.player)
    people = [each for each in tx.state.players() if not is_bot_account(each)]
    if len(people) > 1 and seat not in tx.state.hinted:
        tx.add(Hinted(seat))


def seat_to_advise(state: TableState, player: str) -> int:
    """Return the seat of a player who may have a hint now.

    Raises:
        Refused: the player may have none.
    """
    seat = seat_held(state, player)
    check_open(state)
    if state.made.rated or state.rated:
        raise Refused(Reason.NOT_ALLOWED, _NO_HINTS_IF_RATED)
    turn = state.turn
    if state.life is not Life.PLAYING or turn is None:
        raise Refused(Reason.TABLE_STATE, _NO_HINTS_WITHOUT_MATCH)
    if state.paused:
        raise Refused(Reason.TABLE_STATE, _NO_HINTS_NOW)
    sitter = state.sitters[seat]
    if sitter is not None and sitter.stand_in:
        raise Refused(Reason.TABLE_STATE, _BOT_DECIDES)
    if seat not in (*turn.to_act, *turn.may_act, *turn.may_declare):
        raise Refused(Reason.NOT_YOUR_TURN, _NOT_YOUR_TURN)
    return seat


_NO_PARTNERS: Final = "Nobody has partners at this table: there are no signals."
_NO_SIGNALS_NOW: Final = "Signals are for a match: wait until it has begun."
_BOT_PLAYS: Final = "A bot plays for you: come back to give signals."
_OWN_SEAT: Final = "You cannot look at yourself: name another seat."


def look(tx: Transaction, request: requests.Look) -> None:
    """Look at a seat; does nothing if the player looks there already."""
    player, at = request
    seat = _checked(tx.state, player)
    check_seat(tx.state, at)
    if at == seat:
        raise Refused(Reason.BAD_REQUEST, _OWN_SEAT)
    if tx.state.gazes[seat] != at:
        tx.add(Looked(seat, at))


def give_signal(tx: Transaction, request: requests.GiveSignal) -> None:
    """Give a signal; nobody gives one who lets a bot play."""
    player, gesture = request
    seat = _checked(tx.state, player)
    sitter = tx.state.sitters[seat]
    if sitter is not None and sitter.stand_in:
        raise Refused(Reason.TABLE_STATE, _BOT_PLAYS)
    tx.add(Gestured(seat, gesture))


def _checked(state: TableState, player: str) -> int:
    """Return the seat of a player who may look around and give signals now."""
    check_open(state)
    seat = seat_held(state, player)
    if not state.gazes:
        raise Refused(Reason.TABLE_STATE, _NO_PARTNERS)
    if state.life is not Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, _NO_SIGNALS_NOW)
    return seat


def may_commit(state: TableState, player: str) -> bool:
    """Return whether any line of the player can call something at the table."""
    return state.seat_of(player) is not None and "say" in state.rules.verbs


def called_by(state: TableState, player: str, text: str) -> Action | None:
    """Return the action that the line would be, were the player to say it; ``None`` for talk."""
    seat = state.seat_of(player)
    if seat is None or state.game is None or state.paused or not may_commit(state, player):
        return None
    sitter = state.sitters[seat]
    if sitter is None or sitter.stand_in:
        return None
    try:
        _game, events = state.rules.apply(state.game, seat, Action("say", text=text))
    except IllegalAction:
        return None
    acts = [each.action for each in events if isinstance(each, ActedEvent) and each.seat == seat]
    return next((action for action in acts if action.verb != "say"), None)
