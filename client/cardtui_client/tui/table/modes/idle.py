"""What each command does while nothing waits to be answered or chosen: `_HANDLERS`.
Digits are the places of cards; what comes of a command is in `playing` and `besides`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from cardtui_client.faces.table_actions import ACTION_OF
from cardtui_client.model.quick_talk import MuteAll, MutePerson
from cardtui_client.scene.commands import (
    AskAccount,
    AskLevel,
    AskSitIn,
    AskWho,
    Bare,
    Command,
    Depart,
    Do,
    Explain,
    GiveSignal,
    LetBotPlay,
    LookAt,
    LookWith,
    MoveCard,
    Open,
    OpenPeople,
    OpenRules,
    PressCard,
    PressPile,
    PressSeat,
    Put,
    Replay,
    Say,
    SayQuick,
    ScrollLog,
    SeatBot,
    Shift,
    StartMatch,
    Step,
    Swap,
    Talk,
    Throw,
    TypeDigit,
    Way,
    WindTo,
)
from cardtui_client.tui.table.effects import Ask
from cardtui_client.tui.table.modes import besides, mode, playing
from cardtui_client.tui.table.modes.mode import Mode, Outcome, Situation
from cardtui_client.tui.table.ui_state import TableUi


@dataclass(frozen=True, slots=True)
class IdleMode(Mode):
    """The mode under all others, which answers every command."""

    def command_of(self, key: str, _now: Situation, /) -> Command | None:
        """See `Mode.command_of`: digits are the places of cards, 0 is the tenth."""
        return PressCard((int(key) - 1) % 10) if key in "1234567890" else None

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome:
        match command:
            case Bare():
                return _press(command, ui, now)
            case Do(sure=True):
                return playing.do_surely(command, ui, now)
            case Do():
                return playing.do_verb(command, ui, now)
            case Throw(card):
                return playing.throw(card, ui, now)
            case PressPile(source):
                return playing.press_pile(source, ui, now)
            case PressCard(index, dragged):
                return playing.press_card(index, ui, now, dragged=dragged)
            case Step(by):
                return playing.point(by, ui, now)
            case Shift(by):
                return Outcome(ui._replace(cards=ui.cards.shift(by)))
            case MoveCard(index, to):
                return Outcome(ui._replace(cards=ui.cards.pick(index).shift(to - index)))
            case PressSeat(seat):
                return besides.press_seat(seat, ui, now)
            case Swap(seat):
                return besides.swap(seat, ui, now)
            case AskWho(seat):
                return besides.ask_who(seat, ui)
            case AskLevel():
                return besides.ask_level(command, ui)
            case StartMatch():
                return besides.start(command, ui.untold(), now)
            case AskSitIn(seat):
                return besides.ask_sit_in(seat, ui.untold(), now)
            case LetBotPlay():
                return besides.let_bot_play(command, ui, now)
            case Talk() | Say() | SayQuick():
                return mode.talk(command, ui, now)
            case GiveSignal() | LookAt():
                return besides.signal(command, ui.untold(), now)
            case AskAccount():
                return Outcome(ui.untold(), command)
            case OpenRules(""):
                named = "" if ui.notice is None else ui.notice.clause
                return Outcome(ui.untold(), OpenRules(named))
            case OpenPeople(int() as seat):
                return besides.about_seat(seat, ui, now)
            case Open() | OpenRules() | OpenPeople() | Explain():
                return Outcome(ui, command)
            case SeatBot() | Depart() | MutePerson() | MuteAll() | ScrollLog():
                return Outcome(ui, command)
            case Put() | TypeDigit():
                return Outcome(ui.untold())  # what it was for is over
            case Way() | WindTo() | LookWith() | Replay():
                return Outcome(ui)  # what is played now cannot be wound


def _press(command: Bare, ui: TableUi, now: Situation) -> Outcome:
    """Return what comes of a command that needs no more than its name."""
    match command:
        case Bare.SKIP:
            return Outcome(ui, command)
        case Bare.PROCEED if now.model.is_prepared and now.button(Bare.GO_ON) is not None:
            return besides.go_on(ui, now)
        case Bare.PROCEED if now.model.leads_back:
            return besides.leave(ui, now)
        case Bare.CUT_FOR_ME | Bare.RETRY | Bare.COPY:
            return Outcome(ui.untold(), command)
        case _ if (action := ACTION_OF.get(command)) is not None and action.asks is not None:
            return Outcome(ui.untold(), Ask(command))
        case _ if command in _COMMANDS_OF_OTHER_MODES:
            return Outcome(ui.untold())
        case _:
            return _HANDLERS[command](ui, now)


def _sort(ui: TableUi, _now: Situation) -> Outcome:
    if not ui.cards.given.own_order:
        return Outcome(ui)
    cards = ui.cards.sort()
    return Outcome(ui._replace(cards=cards).told(cards.sorting.sentence))


def _toggle_log(ui: TableUi, _now: Situation) -> Outcome:
    return Outcome(ui.untold()._replace(panel=ui.panel.toggled()))


_COMMANDS_OF_OTHER_MODES: Final = (
    Bare.PRESS_MIDDLE,
    Bare.RECALL,
    Bare.TO_LEAST,
    Bare.TO_MOST,
    Bare.ERASE_DIGIT,
    Bare.CUT_HERE,
    Bare.CUT_AGAIN,
    Bare.TURN_PACK,
)
"""What other modes answer: here, what it was for is over."""

_HANDLERS: Final[Mapping[Bare, Callable[[TableUi, Situation], Outcome]]] = {
    Bare.PROCEED: playing.proceed,
    Bare.HIDE: playing.hide,
    Bare.SAY_OTHER: playing.say_other,
    Bare.SORT: _sort,
    Bare.TAKE_BACK: playing.put_down,
    Bare.SELECT: playing.select,
    Bare.LAY: playing.begin,
    Bare.GO_ON: besides.go_on,
    Bare.PRESS_PAPER: besides.press_paper,
    Bare.READY: besides.get_ready,
    Bare.ADD_BOT: besides.add_bot,
    Bare.REMOVE_BOT: besides.remove_bot,
    Bare.ASK_SWAP: besides.ask_swap,
    Bare.ASK_BUY_IN: besides.ask_buy_in,
    Bare.TURN_TABLE: besides.turn_table,
    Bare.LEAVE: besides.leave,
    Bare.HOLD: besides.hold,
    Bare.PAUSE: besides.pause,
    Bare.ASK_SIGNAL: besides.ask_signal,
    Bare.ASK_LOOK: besides.ask_look,
    Bare.TOGGLE_LOG: _toggle_log,
    Bare.TURN_QUICK_TALK: mode.turn_quick_talk,
}
"""What comes of all others, in the state of the screen and the situation."""
