"""Which function carries out each request to a table (`execute`), and what players may not do at a
table of a tournament (`_check_tournament`).

A tournament is the host of its tables, by its id, which no player has. It seats the players and
begins the match; they play it, and nobody does anything else there (`_check_tournament`).
"""

from __future__ import annotations

from typing import Final, assert_never

from cardtui_server.match import requests
from cardtui_server.match.bot_accounts import check_player
from cardtui_server.match.commands import play, seats
from cardtui_server.match.commands.host import (
    announce,
    answer_seat,
    ban,
    change_terms,
    kick,
    transfer_host,
)
from cardtui_server.match.commands.shuffle import begin_shared, begin_without, reveal, share
from cardtui_server.match.commands.signing import sign_head
from cardtui_server.match.entries import Owned, SitInCause
from cardtui_server.match.host_succession import keep_host
from cardtui_server.match.refusals import NOT_IN_TOURNAMENTS, Reason, Refused
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.ports.log_store import is_tournament_id

_TOURNAMENT_SEATS: Final = (
    "The seats here are those of a tournament: watch, or enter the tournament."
)
_TOURNAMENT_MATCH: Final = (
    "This match is a tournament’s: leave the tournament, or wait for the match."
)
_BEGINS_BY_ITSELF: Final = "This match begins by itself, once you are at the table."
_ONE_MATCH: Final = "The match is over: the tournament opens the next table itself."


def execute(tx: Transaction, request: requests.Request) -> int:
    """Carry out a request; return the seat that was taken, or the last entry's number.

    Raises:
        Refused: the request is not allowed.
        Held: the request must wait until the claim window is over.
    """
    check_player(request)
    if tx.late is not None and _is_of_a_stranger(request, tx.state):
        # What strangers may not know yet is no reason to refuse anything, nor to grant it.
        execute(Transaction(tx.late, tx.dealer, {}), request)
    _check_tournament(tx.state, request)
    match request:
        case requests.Act():
            return play.act(tx, request)
        case requests.Say():
            return play.say(tx, request)
        case requests.BotSays():
            play.bot_says(tx, request)
        case requests.BotSignals():
            play.bot_signals(tx, request)
        case requests.SayToTeam():
            play.say_to_team(tx, request)
        case requests.Look():
            play.look(tx, request)
        case requests.GiveSignal():
            play.give_signal(tx, request)
        case requests.AskHint():
            play.ask_hint(tx, request)
        case requests.Waive():
            return play.waive(tx, request)
        case requests.TimeOut():
            return play.time_out(tx, request)
        case requests.SitIn():
            play.sit_in(tx, request)
        case requests.Return():
            play.return_to_seat(tx, request)
        case requests.ChangeRules():
            seats.change_rules(tx, request)
        case requests.SetPause():
            play.set_pause(tx, request)
        case requests.Sit():
            return seats.sit(tx, request)
        case requests.AddBot():
            return seats.add_bot(tx, request)
        case requests.Leave():
            seats.leave(tx, request)
        case requests.RemoveBot():
            seats.remove_bot(tx, request)
        case requests.SetReady():
            seats.set_ready(tx, request)
        case requests.Reveal():
            reveal(tx, request)
        case requests.SignHead():
            sign_head(tx, request)
        case requests.Own():
            if tx.state.owner != Owned(*request):
                tx.add(Owned(*request))
        case requests.BeginMatch():
            begin_without(tx, request)
        case requests.ShareShuffle():
            share(tx, request)
        case requests.BeginShared():
            begin_shared(tx, request)
        case requests.SwapSeats():
            seats.swap_seats(tx, request)
        case requests.Start():
            seats.start(tx, request)
        case requests.BeginAt():
            seats.begin_at(tx, request)
        case requests.BuyIn():
            seats.buy_in(tx, request)
        case requests.Fill():
            seats.fill(tx, request.here)
        case requests.Kick():
            kick(tx, request)
        case requests.BanPlayer():
            ban(tx, request)
        case requests.KeepHost():
            keep_host(tx, request)
        case requests.TransferHost():
            transfer_host(tx, request)
        case requests.ChangeTerms():
            change_terms(tx, request)
        case requests.AnswerSeat():
            answer_seat(tx, request)
        case requests.Announce():
            announce(tx, request)
        case requests.Close():
            seats.close(tx, request.player, operator=request.operator)
        case requests.CloseUnused():
            seats.close_unused(tx, request.disuse)
        case _:
            assert_never(request)
    return tx.state.seq


def _is_of_a_stranger(request: requests.Request, state: TableState) -> bool:
    """Return whether somebody asks who neither plays at the table nor runs it, or the server."""
    player = getattr(request, "player", "")
    return bool(player) and state.is_stranger(player) and not getattr(request, "operator", False)


def _check_tournament(state: TableState, request: requests.Request) -> None:
    """Refuse what players may not do at the table of a tournament.

    Raises:
        Refused: one of them asks for it.
    """
    if not is_tournament_id(state.host):
        return
    match request:
        case requests.Sit(player=player):
            own = any(each and player in (each.player, each.away) for each in state.sitters)
            if not own:
                raise Refused(Reason.NOT_ALLOWED, _TOURNAMENT_SEATS)
        case requests.SetPause(player=player) if player != state.host:
            raise Refused(Reason.NOT_ALLOWED, NOT_IN_TOURNAMENTS)
        case requests.AskHint() | requests.SitIn(cause=SitInCause.VOTE):
            raise Refused(Reason.NOT_ALLOWED, NOT_IN_TOURNAMENTS)
        case requests.SetReady() if state.made.of_field:
            raise Refused(Reason.TABLE_STATE, _BEGINS_BY_ITSELF)
        case requests.SetReady() | requests.Leave() if state.life is Life.OVER:
            raise Refused(Reason.TABLE_STATE, _ONE_MATCH)
        case requests.Leave() if not state.seats_are_set:
            raise Refused(Reason.TABLE_STATE, _TOURNAMENT_MATCH)
        case _:
            pass
