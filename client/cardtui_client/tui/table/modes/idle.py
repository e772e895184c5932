"""Nothing waits to be answered or chosen: every command has its plain meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from cardtui_client.games.starting import start_question
from cardtui_client.i18n import _
from cardtui_client.scene.buttons import Button
from cardtui_client.scene.commands import (
    AddBot,
    AskAccount,
    AskBuyIn,
    AskHint,
    AskLevel,
    AskLook,
    AskSignal,
    AskSitIn,
    AskSwap,
    AskWho,
    Back,
    Command,
    CutAgain,
    CutHere,
    Depart,
    Do,
    EraseDigit,
    GiveSignal,
    GoOn,
    Hide,
    Hold,
    Lay,
    Leave,
    LetBotPlay,
    LookAgain,
    LookAt,
    MoveCard,
    MuteBots,
    MuteEverybody,
    MutePerson,
    MuteSpectators,
    OpenKeys,
    OpenPeople,
    OpenRules,
    OpenSettings,
    Pause,
    PressCard,
    PressMiddle,
    PressPaper,
    PressPile,
    PressSeat,
    Proceed,
    Put,
    Ready,
    Recall,
    RemoveBot,
    Retry,
    Say,
    SayQuick,
    ScrollLog,
    SeatBot,
    Select,
    Shift,
    Skip,
    Sort,
    StartMatch,
    Step,
    Swap,
    TakeBack,
    Talk,
    Throw,
    ToggleLog,
    ToLeast,
    ToMost,
    TurnPack,
    TurnQuickTalk,
    TurnTable,
    TypeDigit,
)
from cardtui_client.scene.winding import (
    CopyDeal,
    CopyPosition,
    Hasten,
    LookWith,
    NextEyes,
    PlayFromHere,
    Run,
    ShowWholeLine,
    WeighChoices,
    Wind,
    WindTo,
)
from cardtui_client.tui.table.effects import (
    Begin,
    ChangeMutes,
    Follow,
    InviteAccount,
    Scroll,
    SendBot,
    ShowKeys,
    ShowLatest,
    ShowPeople,
    ShowRecord,
    ShowRules,
    ShowSettings,
    WantHint,
)
from cardtui_client.tui.table.modes import (
    absence,
    attending,
    buying,
    laying,
    playing,
    signalling,
    swapping,
    talking,
)
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


@dataclass(frozen=True, slots=True)
class IdleMode(Mode):
    """The mode under all others, which answers every command."""

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`: digits are the places of cards, 0 is the tenth."""
        return PressCard((int(key) - 1) % 10) if key in "1234567890" else None

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome:
        """See `Mode.press`."""
        match command:
            case Do(sure=True):
                return playing.do_surely(command, ui, now)
            case Do():
                return playing.do_verb(command, ui, now)
            case Proceed():
                return playing.proceed(ui, now)
            case Throw(card):
                return playing.throw(card, ui, now)
            case PressPile(source):
                return playing.press_pile(source, ui, now)
            case PressCard(index):
                return playing.press_card(index, ui, now)
            case Step() | Shift() | MoveCard() | Sort():
                return Outcome(_arranged(command, ui))
            case Select():
                return Outcome(laying.select(ui))
            case Lay():
                return Outcome(laying.begin(ui))
            case Skip():
                return Outcome(ui, ShowLatest())
            case Hide():
                return Outcome(ui.untold()._replace(hiding=not ui.hiding))
            case PressPaper():
                goes_on = now.button(GoOn()) is not None
                return attending.go_on(ui.untold(), now) if goes_on else Outcome(ui)
            case GoOn():
                return attending.go_on(ui.untold(), now)
            case PressSeat(seat):
                return attending.press_seat(seat, ui, now)
            case AskBuyIn():
                return buying.ask(ui.untold(), now)
            case AskSwap():
                return swapping.ask(ui.untold(), now)
            case Swap(seat):
                return swapping.swap(seat, ui, now)
            case AskWho(seat):
                return attending.ask_who(seat, ui)
            case AskAccount(seat):
                return Outcome(ui.untold(), InviteAccount(seat))
            case AskLevel():
                return attending.ask_level(command, ui)
            case SeatBot():
                return attending.seat_bot(command, ui)
            case Depart():
                return attending.depart(command, ui)
            case Ready() | AddBot() | RemoveBot() | StartMatch() | Retry() | TurnTable() | Leave():
                return _attended(command, ui.untold(), now)
            case Hold():
                return absence.hold(ui.untold(), now)
            case Pause():
                return absence.pause(ui.untold(), now)
            case Back():
                return absence.come_back(ui.untold())
            case AskSitIn(seat):
                return absence.ask_for_bot(seat, ui.untold(), now)
            case LetBotPlay(seat):
                told = ui if now.host else ui.told(_("Asked; more than half must agree."))
                return Outcome(told, SendBot(seat))
            case Talk() | Say() | SayQuick() | TurnQuickTalk():
                return talking.talk(command, ui, now)
            case MutePerson() | MuteSpectators() | MuteBots() | MuteEverybody():
                return Outcome(ui, ChangeMutes(command))
            case AskHint():
                return Outcome(ui.untold(), WantHint())
            case AskSignal() | GiveSignal() | AskLook() | LookAt():
                return signalling.signals(command, ui.untold(), now)
            case OpenPeople(seat):
                return Outcome(ui, ShowPeople(seat))
            case LookAgain():
                return Outcome(ui.untold(), ShowRecord())
            case ToggleLog() | ScrollLog() | OpenRules() | OpenSettings() | OpenKeys():
                return _looked_up(command, ui)
            case (
                PressMiddle()
                | TakeBack()
                | Put()
                | ToLeast()
                | ToMost()
                | TypeDigit()
                | EraseDigit()
                | CutHere()
                | CutAgain()
                | TurnPack()
                | Recall()
            ):
                return Outcome(ui.untold())  # what it was for is over
            case (
                Wind()
                | WindTo()
                | Run()
                | Hasten()
                | LookWith()
                | NextEyes()
                | ShowWholeLine()
                | CopyPosition()
                | CopyDeal()
                | WeighChoices()
                | PlayFromHere()
            ):
                return Outcome(ui)  # what is played now cannot be wound
            case _:
                assert_never(command)


def _arranged(command: Step | Shift | MoveCard | Sort, ui: TableUi) -> TableUi:
    match command:
        case Step(by):
            return ui._replace(cards=ui.cards.step(by))
        case Shift(by):
            return ui._replace(cards=ui.cards.shift(by))
        case MoveCard(index, to):
            return ui._replace(cards=ui.cards.pick(index).shift(to - index))
        case Sort():
            if not ui.cards.given.own_order:
                return ui
            cards = ui.cards.sort()
            return ui._replace(cards=cards).told(cards.sorting.sentence)


def _attended(
    command: Ready | AddBot | RemoveBot | StartMatch | Retry | TurnTable | Leave,
    ui: TableUi,
    now: Situation,
) -> Outcome:
    match command:
        case Ready():
            return attending.get_ready(ui, now)
        case AddBot():
            return attending.ask_for_bot(None, ui)
        case RemoveBot():
            return attending.remove_bot(ui, now)
        case StartMatch(sure):
            question = "" if sure or not now.confirm else start_question(now.model)
            if not question:
                return Outcome(ui, Begin())
            answer = Button(StartMatch(sure=True), "enter", _("Start"))
            return Outcome(ui.asked(question, answer, about=StartMatch()))
        case Retry():
            return Outcome(ui, Follow())
        case TurnTable():
            return attending.look_from(ui.viewpoint + 1, ui, now)
        case Leave():
            return attending.leave(ui, now)


def _looked_up(
    command: ToggleLog | ScrollLog | OpenRules | OpenSettings | OpenKeys, ui: TableUi
) -> Outcome:
    match command:
        case ToggleLog():
            return Outcome(ui.untold()._replace(panel=ui.panel.toggled()))
        case ScrollLog(pages):
            return Outcome(ui, Scroll(pages))
        case OpenRules():
            clause = "" if ui.notice is None else ui.notice.clause
            return Outcome(ui.untold(), ShowRules(clause))
        case OpenSettings():
            return Outcome(ui, ShowSettings())
        case OpenKeys():
            return Outcome(ui, ShowKeys())
