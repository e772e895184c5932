"""Which function carries out each request to a table (`execute`), and what a stranger may ask."""

from __future__ import annotations

from typing import assert_never

from cardtui_server.match.bot_accounts import check_player
from cardtui_server.match.commands.host import (
    announce,
    answer_seat,
    ban,
    change_terms,
    kick,
    transfer_host,
)
from cardtui_server.match.commands.play import (
    act,
    ask_hint,
    bot_says,
    bot_signals,
    give_signal,
    look,
    return_to_seat,
    say,
    say_to_team,
    set_pause,
    sit_in,
    time_out,
    waive,
)
from cardtui_server.match.commands.seats import (
    add_bot,
    begin_at,
    buy_in,
    change_rules,
    close,
    close_unused,
    fill,
    leave,
    remove_bot,
    set_ready,
    sit,
    start,
    swap_seats,
)
from cardtui_server.match.commands.shuffle import begin_without, reveal
from cardtui_server.match.commands.signing import sign_head
from cardtui_server.match.entries import Owned
from cardtui_server.match.host_succession import keep_host
from cardtui_server.match.requests import (
    Act,
    AddBot,
    Announce,
    AnswerSeat,
    AskHint,
    BanPlayer,
    BeginAt,
    BeginMatch,
    BotSays,
    BotSignals,
    BuyIn,
    ChangeRules,
    ChangeTerms,
    Close,
    CloseUnused,
    Fill,
    GiveSignal,
    KeepHost,
    Kick,
    Leave,
    Look,
    Own,
    RemoveBot,
    Request,
    Return,
    Reveal,
    Say,
    SayToTeam,
    SetPause,
    SetReady,
    SignHead,
    Sit,
    SitIn,
    Start,
    SwapSeats,
    TimeOut,
    TransferHost,
    Waive,
)
from cardtui_server.match.state import TableState
from cardtui_server.match.transaction import Transaction


def execute(tx: Transaction, request: Request) -> int:
    """Carry out a request; return the seat that was taken, or the last entry's number.

    Raises:
        Refused: the request is not allowed.
        Held: the request must wait until the claim window is over.
    """
    check_player(request)
    if tx.late is not None and _is_of_a_stranger(request, tx.state):
        # What strangers may not know yet is no reason to refuse anything, nor to grant it.
        execute(Transaction(tx.late, tx.dealer, {}), request)
    match request:
        case Act():
            return act(tx, request)
        case Say():
            return say(tx, request)
        case BotSays():
            bot_says(tx, request)
        case BotSignals():
            bot_signals(tx, request)
        case SayToTeam():
            say_to_team(tx, request)
        case Look():
            look(tx, request)
        case GiveSignal():
            give_signal(tx, request)
        case AskHint():
            ask_hint(tx, request)
        case Waive():
            return waive(tx, request)
        case TimeOut():
            return time_out(tx, request)
        case SitIn():
            sit_in(tx, request)
        case Return():
            return_to_seat(tx, request)
        case ChangeRules():
            change_rules(tx, request)
        case SetPause():
            set_pause(tx, request)
        case Sit():
            return sit(tx, request)
        case AddBot():
            return add_bot(tx, request)
        case Leave():
            leave(tx, request)
        case RemoveBot():
            remove_bot(tx, request)
        case SetReady():
            set_ready(tx, request)
        case Reveal():
            reveal(tx, request)
        case SignHead():
            sign_head(tx, request)
        case Own():
            tx.add(Owned(*request))
        case BeginMatch():
            begin_without(tx, request)
        case SwapSeats():
            swap_seats(tx, request)
        case Start():
            start(tx, request)
        case BeginAt():
            begin_at(tx, request)
        case BuyIn():
            buy_in(tx, request)
        case Fill():
            fill(tx, request.here)
        case Kick():
            kick(tx, request)
        case BanPlayer():
            ban(tx, request)
        case KeepHost():
            keep_host(tx, request)
        case TransferHost():
            transfer_host(tx, request)
        case ChangeTerms():
            change_terms(tx, request)
        case AnswerSeat():
            answer_seat(tx, request)
        case Announce():
            announce(tx, request)
        case Close():
            close(tx, request.player, operator=request.operator)
        case CloseUnused():
            close_unused(tx, request.disuse)
        case _:
            assert_never(request)
    return tx.state.seq


def _is_of_a_stranger(request: Request, state: TableState) -> bool:
    """Return whether somebody asks who neither plays at the table nor runs it, or the server."""
    player = getattr(request, "player", "")
    return bool(player) and state.is_stranger(player) and not getattr(request, "operator", False)
