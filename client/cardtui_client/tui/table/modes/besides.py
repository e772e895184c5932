"""What is done besides playing: getting ready, bots, swaps, chips, pauses, signals, leaving.
What you are asked before you leave: `leave`; before others are left out of a start: `start`; what
a click on a seat does: `press_seat`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.faces.characters import CHARACTERS, manner_of
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import asking_pause, away_seats, start_question
from cardtui_client.faces.standing import buy_in_limits, buys, tops_up
from cardtui_client.i18n import _
from cardtui_client.model.quick_talk import GESTURES, gesture_name
from cardtui_client.model.table import Status
from cardtui_client.scene.commands import (
    AskAccount,
    AskLevel,
    AskWho,
    Bare,
    Depart,
    GiveSignal,
    LetBotPlay,
    LookAt,
    Open,
    OpenPeople,
    SeatBot,
    StartMatch,
    Swap,
)
from cardtui_client.scene.scene import Amount, Button, ChosenAmount, Tone
from cardtui_client.tui.table.effects import (
    Ask,
    AskPause,
    DropBot,
    HoldHand,
    SawHand,
    SetReady,
    TakeSeat,
)
from cardtui_client.tui.table.modes.mode import Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


def hold(ui: TableUi, now: Situation) -> Outcome:
    """Have the next hand wait, or wait no longer."""
    return Outcome(ui.untold(), HoldHand(now.model.seat not in now.model.times.holding))


def pause(ui: TableUi, now: Situation) -> Outcome:
    """Ask for a pause or for its end; who has asked already takes it back."""
    wanted, told = asking_pause(now.model)
    return Outcome(ui.told(told) if told else ui.untold(), AskPause(wanted))


def let_bot_play(command: LetBotPlay, ui: TableUi, now: Situation) -> Outcome:
    """Have a bot play for who is away; the host alone need not wait for others."""
    return Outcome(
        ui if now.model.is_host else ui.told(_("Asked; more than half must agree.")), command
    )


def ask_sit_in(seat: int | None, ui: TableUi, now: Situation) -> Outcome:
    """Ask whether a bot is to play for who is away."""
    away = away_seats(now.model)
    if not away or (seat is not None and seat not in away):
        return Outcome(ui.told(_("Nobody is away.")))
    chosen = away[0] if seat is None else seat
    question = _("Let a bot play for {name} meanwhile?", name=now.model.name_of(chosen))
    return Outcome(
        ui.asked(
            question,
            Button(LetBotPlay(chosen), "enter", _("Yes"), tone=Tone.YES),
            Button(Bare.TAKE_BACK, "escape", _("No")),
        )
    )


def ask_signal(ui: TableUi, now: Situation) -> Outcome:
    """Ask which signal to give."""
    ui = ui.untold()
    return Outcome(_which_signal(ui, now) if _are_seen(now) else ui)


def ask_look(ui: TableUi, now: Situation) -> Outcome:
    """Ask where to look."""
    ui = ui.untold()
    return Outcome(_look_where(ui, now) if _are_seen(now) else ui)


def signal(command: GiveSignal | LookAt, ui: TableUi, now: Situation) -> Outcome:
    """Give a signal, or look, as was answered."""
    return Outcome(ui, command if _are_seen(now) else None)


def _are_seen(now: Situation) -> bool:
    """Tell whether signals can be given and seen now."""
    return now.in_match and bool(now.model.gazes)


def _which_signal(ui: TableUi, now: Situation) -> TableUi:
    """Ask which signal to give; each gesture has a digit for its key.

    Where there is little room the buttons go without the faces: so a face stands in parentheses.
    """
    table = now.model.table
    means = presenter_of(now.model).brief_signals(table)
    told = {each: f"{gesture_name(each)} {means.get(each, '')}".strip() for each in GESTURES}
    return ui.asked(
        "",
        *(
            Button(GiveSignal(gesture), str(number), f"{told[gesture]} ({mimicry.face[1:-1]})")
            for number, (gesture, mimicry) in enumerate(GESTURES.items(), 1)
        ),
        Button(Bare.TAKE_BACK, "escape", _("Back")),
    )


def _look_where(ui: TableUi, now: Situation) -> TableUi:
    """Ask where to look; each other seat has its number for its key."""
    model = now.model
    return ui.asked(
        _("Look at whom? You see the signals that they give."),
        *(
            Button(LookAt(each.seat), str(each.seat + 1), model.name_of(each.seat))
            for each in model.table.seats
            if each.seat != model.seat
        ),
        Button(Bare.TAKE_BACK, "escape", _("Back")),
    )


def get_ready(ui: TableUi, now: Situation) -> Outcome:
    """Say that you are ready; or not, if you were."""
    model = now.model
    own = model.sitter(model.seat)
    return Outcome(ui.untold(), SetReady(not (own is not None and own.ready)))


def go_on(ui: TableUi, now: Situation) -> Outcome:
    """Say that you have seen how the hand ended, or enough of it."""
    ui = ui.untold()
    if now.model.view is None:
        return Outcome(ui)
    hand = now.model.view.hand
    return Outcome(ui._replace(seen_hand=hand), SawHand(hand))


def press_paper(ui: TableUi, now: Situation) -> Outcome:
    """Go on where that is offered."""
    return Outcome(ui) if now.button(Bare.GO_ON) is None else go_on(ui, now)


def start(command: StartMatch, ui: TableUi, now: Situation) -> Outcome:
    """Begin the match; ask first about those who are not ready."""
    question = "" if command.sure or not now.confirm else start_question(now.model)
    if not question:
        return Outcome(ui, Ask(StartMatch()))
    answer = Button(StartMatch(sure=True), "enter", _("Start"))
    return Outcome(ui.asked(question, answer, about=StartMatch()))


def add_bot(ui: TableUi, _now: Situation) -> Outcome:
    """Ask how strong a bot is to be that takes any free seat."""
    return ask_for_bot(None, ui.untold())


def ask_for_bot(seat: int | None, ui: TableUi) -> Outcome:
    """Ask how strong a bot is to be; ``None`` for any free seat."""
    who = Button(AskWho(seat), "w", _("Who?"))
    account = Button(AskAccount(seat), "p", _("Program"))
    return Outcome(ui.asked(_("Bot level?"), *_levels(seat), who, account))


def ask_who(seat: int | None, ui: TableUi) -> Outcome:
    """Ask who a bot is to be, each by the first letter of the name."""
    people = [
        Button(AskLevel(seat, character), person.name[0].casefold(), f"{person.name}, {manner}")
        for character, person in CHARACTERS.items()
        if (manner := manner_of(character))
    ]
    return Outcome(ui.asked(_("Who?"), *people))


def ask_level(asked: AskLevel, ui: TableUi) -> Outcome:
    """Ask how strong the bot is to be whom you have chosen."""
    person = CHARACTERS[tables_pb2.Character.ValueType(asked.character)]
    question = _("{name}: which level?", name=person.name)
    return Outcome(ui.asked(question, *_levels(asked.seat, asked.character)))


def _levels(seat: int | None, character: int = 0) -> Sequence[Button]:
    return (
        Button(SeatBot(tables_pb2.BOT_LEVEL_NORMAL, seat, character), "enter", _("Normal")),
        Button(SeatBot(tables_pb2.BOT_LEVEL_EASY, seat, character), "e", _("Easy")),
        Button(SeatBot(tables_pb2.BOT_LEVEL_HARD, seat, character), "h", _("Hard")),
    )


def remove_bot(ui: TableUi, now: Situation) -> Outcome:
    """Remove the last bot."""
    bots = [seat.seat for seat in now.model.table.seats if seat.bot or seat.bot_account]
    return Outcome(ui.untold(), DropBot(bots[-1]) if bots else None)


def press_seat(number: int, ui: TableUi, now: Situation) -> Outcome:
    """Look from a seat; before the match, have its bot go or another one come, or see its person.

    Where there are signals, look at the seat, or give one from your own.
    """
    table = now.model.table
    seat = now.model.sitter(number)
    waiting = table.state == tables_pb2.TABLE_STATE_WAITING
    if seat is not None and waiting and seat.player and not now.model.is_prepared:
        return Outcome(ui, OpenPeople(number))
    if seat is None or (waiting and not now.model.is_host):
        return Outcome(ui)
    if now.in_match and number in away_seats(now.model):
        return ask_sit_in(number, ui, now)
    if now.in_match and now.model.gazes:
        if number == now.model.seat:
            return ask_signal(ui, now)
        return signal(LookAt(number), ui.untold(), now)
    if not waiting:
        return look_from(number, ui, now)
    if seat.bot or seat.bot_account:
        return Outcome(ui, DropBot(number))
    return Outcome(ui) if seat.name else ask_for_bot(number, ui)


def about_seat(number: int, ui: TableUi, now: Situation) -> Outcome:
    """Open the page of who sits there; in a lesson, what the marks on a seat mean."""
    if now.model.is_prepared:
        return Outcome(ui, Open.KEYS)
    taken = any(each.seat == number and each.name for each in now.model.table.seats)
    return Outcome(ui, OpenPeople(number) if taken else None)


def turn_table(ui: TableUi, now: Situation) -> Outcome:
    """Look from the next seat."""
    return look_from(ui.viewpoint + 1, ui.untold(), now)


def look_from(seat: int, ui: TableUi, now: Situation) -> Outcome:
    """Look at the table from a seat, where you have none of your own."""
    seats = len(now.model.table.seats)
    if now.model.seat is not None or not seats:
        return Outcome(ui)
    return Outcome(ui._replace(viewpoint=seat % seats))


def leave(ui: TableUi, now: Situation) -> Outcome:
    """Leave; ask first where that leaves a match, or a table that waits for one."""
    ui = ui.untold()
    if ui.just_said:
        return Outcome(ui._replace(just_said=False))
    ended = now.model.status is Status.ENDED
    if ended or now.model.seat is None or now.model.is_prepared or now.model.leads_back:
        return Outcome(ui, Depart(keep_seat=True))
    if now.model.for_now and now.in_match:
        return Outcome(
            ui.asked(
                _("Leave? The match ends here: you cannot come back to it."),
                Button(Depart(keep_seat=True), "enter", _("Leave")),
            )
        )
    if now.model.table.state == tables_pb2.TABLE_STATE_WAITING:
        return Outcome(
            ui.asked(
                _("Leave? Keep your seat, or get up and let somebody else sit down."),
                Button(Depart(keep_seat=True), "enter", _("Leave, keep my seat")),
                Button(Depart(keep_seat=False), "g", _("Get up"), tone=Tone.NO),
            )
        )
    if not now.in_match:
        # After a match, getting up is all there is to a seat.
        return Outcome(ui, Depart(keep_seat=False))
    question = _("Leave? Keep your seat, and the table waits; leave for good, and a bot plays.")
    if now.model.table.most_buy_in:
        question = _(
            "Leave? Your seat is kept; or leave for good: you take your chips, a bot plays."
        )
    return Outcome(
        ui.asked(
            question,
            Button(Depart(keep_seat=True), "enter", _("Leave, keep my seat")),
            Button(Depart(keep_seat=False), "g", _("Leave for good"), tone=Tone.NO),
        )
    )


def ask_buy_in(ui: TableUi, now: Situation) -> Outcome:
    """Let an amount of chips be chosen, beginning with what you bring, or with the least."""
    model, button = now.model, now.button(Bare.ASK_BUY_IN)
    ui, own = ui.untold(), model.sitter(model.seat)
    if own is None or button is None:
        return Outcome(ui)
    if (more := tops_up(model)) is not None:
        amount = Amount(_("Chips to have"), *more, more[0])
    elif buys(model):
        least, most = buy_in_limits(model.table)
        amount = Amount(_("Chips that you bring"), least, most, min(max(own.buy_in, least), most))
    else:
        return Outcome(ui)
    return Outcome(ui._replace(waiting=ChosenAmount(button, amount)))


_MOST_SEATS: Final = 8


def ask_swap(ui: TableUi, now: Situation) -> Outcome:
    """Ask which seat you would like to have."""
    model = now.model
    asking = {each.seat for each in model.presence.swaps if each.other == model.seat}
    answers = []
    for seat in model.table.seats[:_MOST_SEATS]:
        if seat.seat == model.seat:
            continue
        words = model.name_of(seat.seat) if seat.name else _("a free seat")
        tone = Tone.YES if seat.seat in asking else Tone.PLAIN
        answers.append(Button(Swap(seat.seat), str(seat.seat + 1), words, tone=tone))
    stay = Button(Bare.TAKE_BACK, "escape", _("Stay"))
    return Outcome(
        ui.untold().asked(_("Which seat would you like?"), *answers, stay, about=Bare.ASK_SWAP)
    )


def swap(seat: int, ui: TableUi, now: Situation) -> Outcome:
    """Ask for that seat; or no more, if you did."""
    model = now.model
    sitter = model.sitter(seat)
    asks = any((each.seat, each.other) == (model.seat, seat) for each in model.presence.swaps)
    agreed = any((each.other, each.seat) == (model.seat, seat) for each in model.presence.swaps)
    if asks:
        ui = ui.told(_("You no longer ask."))
    elif sitter is not None and sitter.name and not sitter.bot and not agreed:
        ui = ui.told(_("Asked; {name} must agree.", name=model.name_of(seat)))
    return Outcome(ui, TakeSeat(seat, asks))
