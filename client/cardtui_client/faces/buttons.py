"""Which buttons there are now (`buttons`): verbs in a hand; ready, bots, start before a match."""

from __future__ import annotations

from cardtui.v1 import actions_pb2, tables_pb2
from cardtui_client.faces import choices
from cardtui_client.faces.arguments import Argument, argument, verb_of, words_of
from cardtui_client.faces.buy_ins import buys, tops_up
from cardtui_client.faces.laying import lay_choice, lay_price
from cardtui_client.faces.offers import Keys, may_talk_apart
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.prompt import between_hands
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.table_actions import FOOTER, TableAction
from cardtui_client.i18n import _
from cardtui_client.model.table import Status, TableModel
from cardtui_client.scene.commands import Bare, Command, Do, StartMatch, Talk
from cardtui_client.scene.scene import Button, Tone


def verb_buttons(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    """Return a button for each thing that the seat may do in the game now."""
    face = presenter_of(model)
    offered = [choice for choice in model.choices() if verb_of(choice)]
    offered.sort(key=lambda choice: not _plays(choice, face))
    found: list[Button] = []
    by_hand = lay_choice(model)
    for choice in offered:
        verb = verb_of(choice)
        if values := face.verb(verb).values:
            found += [
                Button(Do(verb, value), keys.of_verb(f"{verb}-{value}", each.key), each.title())
                for value in words_of(choice)
                if (each := values.get(value)) is not None
            ]
            continue
        found.append(_verb_button(choice, model, keys, face))
        if choice is by_hand:
            lay = _button(Bare.LAY, keys, _("Lay the melds"))
            found.append(lay._replace(price=lay_price(choice)))
    return tuple(found)


def _plays(choice: actions_pb2.Choice, face: Presenter) -> bool:
    """Tell whether a card is played with it: that stands first."""
    return face.verb(verb_of(choice)).into_trick and argument(choice) is Argument.CARD


def _verb_button(
    choice: actions_pb2.Choice, model: TableModel, keys: Keys, face: Presenter
) -> Button:
    verb = verb_of(choice)
    said = face.verb(verb)
    # To stay in for nothing is a check, whatever word a game has for it.
    key = keys.of_check() if choices.is_check(choice) else keys.of_verb(verb, said.key)
    return Button(
        Do(verb),
        key,
        choices.label(choice, model),
        _price(choice, face),
        said.tone,
    )


def _price(choice: actions_pb2.Choice, face: Presenter) -> str:
    if choices.burns(choice):
        return _("burns")
    if choice.kind == actions_pb2.CHOICE_KIND_TAKES:
        return f"−{choice.price}"
    if choice.HasField("price"):
        return str(choice.price)
    return face.short_numbers(choice) if argument(choice) is Argument.NUMBER else ""


def buttons(model: TableModel, keys: Keys, *, host: bool, seen: int) -> tuple[Button, ...]:
    """Return everything that may be done now.

    Args:
        model: the table.
        keys: their keys.
        host: whether one may start the match and seat bots.
        seen: the number of the last hand of which one has said to have seen the end.
    """
    if model.status is Status.ENDED:
        retry = () if model.end is not None else (_button(Bare.RETRY, keys, _("Try again")),)
        return (*retry, *_look_again(model, keys), _button(Bare.LEAVE, keys, _("Leave")))
    seated = model.seat is not None
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _waiting(model, keys, host=host)
        case tables_pb2.TABLE_STATE_OVER:
            return _over(model, keys, host=host)
        case tables_pb2.TABLE_STATE_CLOSED:
            return (*_look_again(model, keys), _button(Bare.LEAVE, keys, _("Leave")))
        case _:
            pass
    if not seated:
        turn = (_button(Bare.TURN_TABLE, keys, _("Turn the table")),)
        return turn if len(model.table.seats) > 1 and model.view is not None else ()
    if model.table.paused:
        asks = model.seat in model.presence.asking_pause
        return (_button(Bare.PAUSE, keys, _("Wait on") if asks else _("Play on"), Tone.YES),)
    if model.is_out:
        return (*_more_chips(model, keys), _button(Bare.LEAVE, keys, _("Leave")))
    back = (
        (_button(Bare.BACK, keys, _("I am back"), Tone.YES),) if model.is_sat_in(model.seat) else ()
    )
    if between_hands(model):
        return (*back, *_between(model, keys, seen=seen))
    apart = (_button(Talk(team=True), keys, _("Team talk")),) if may_talk_apart(model) else ()
    return (*back, *verb_buttons(model, keys), *apart)


def _between(model: TableModel, keys: Keys, *, seen: int) -> tuple[Button, ...]:
    """Return what may be done between two hands."""
    going = () if model.view and seen >= model.view.hand else (_go_on(keys),)
    more = _more_chips(model, keys)
    if model.times.hand_pause(model.now()) is None:
        return (*going, *more)
    holds = model.seat in model.times.holding
    return (*going, _button(Bare.HOLD, keys, _("Let it begin") if holds else _("Wait")), *more)


def _more_chips(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    return (_button(Bare.ASK_BUY_IN, keys, _("Chips")),) if tops_up(model) is not None else ()


def _waiting(model: TableModel, keys: Keys, *, host: bool) -> tuple[Button, ...]:
    table = model.table
    own = next((seat for seat in table.seats if seat.seat == model.seat), None)
    offered: list[Button] = []
    if own is not None:
        word = _("Not ready") if own.ready else _("Ready")
        offered.append(_button(Bare.READY, keys, word, Tone.PLAIN if own.ready else Tone.YES))
    if host:
        offered.append(_button(StartMatch(), keys, _("Start")))
        if any(not seat.name for seat in table.seats):
            offered.append(_button(Bare.ADD_BOT, keys, _("Add a bot")))
        if any(seat.bot or seat.bot_account for seat in table.seats):
            offered.append(_button(Bare.REMOVE_BOT, keys, _("Remove a bot")))
    if own is not None:
        offered += _among_seats(model, keys)
    offered.append(_button(Bare.LEAVE, keys, _("Leave")))
    return tuple(offered)


def _over(model: TableModel, keys: Keys, *, host: bool) -> tuple[Button, ...]:
    """Return what may be done after a match."""
    own = model.sitter(model.seat)
    offered: list[Button] = []
    if own is not None:
        word, tone = _("Another match"), Tone.YES
        if own.ready:
            word, tone = _("Not ready"), Tone.PLAIN
        offered.append(_button(Bare.READY, keys, word, tone))
        if host and any(not seat.name for seat in model.table.seats):
            offered.append(_button(StartMatch(), keys, _("Start")))
        offered += _among_seats(model, keys)
    offered += _look_again(model, keys)
    offered.append(_button(Bare.LEAVE, keys, _("Leave")))
    return tuple(offered)


def _look_again(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    """Return what leads to the match that is over, once its record is kept."""
    if model.record is None:
        return ()
    return (_button(Bare.LOOK_AGAIN, keys, _("Look at it again")),)


def _among_seats(model: TableModel, keys: Keys) -> list[Button]:
    """Return what may be done about seats and partners before a match."""
    offered = [_button(Bare.ASK_SWAP, keys, _("Swap seats"))] if len(model.table.seats) > 1 else []
    if buys(model):
        offered.append(_button(Bare.ASK_BUY_IN, keys, _("Chips")))
    if may_talk_apart(model):
        offered.append(_button(Talk(team=True), keys, _("Team talk")))
    return offered


def _go_on(keys: Keys) -> Button:
    return _button(Bare.GO_ON, keys, _("Continue"), Tone.YES)


def _button(command: Command, keys: Keys, label: str, tone: Tone = Tone.PLAIN) -> Button:
    return Button(command, keys.of(command), label, tone=tone)


def hints(model: TableModel, keys: Keys, unread: int, clause: str = "") -> tuple[Button, ...]:
    """Return the keys that always work, the most wanted first; the rules open at a clause.

    Args:
        model: the table.
        keys: of all that can be done.
        unread: how many lines of talk came while the log was hidden.
        clause: at which the rules open; ``""`` for their beginning.
    """
    if clause:
        rule = _button(Bare.OPEN_RULES, keys, _("rule {clause}", clause=clause))
        return rule, _button(Bare.OPEN_KEYS, keys, _("keys"))
    return tuple(
        _button(each.command, keys, _brief(each, model, unread))
        for each in FOOTER
        if each.is_handy(model)
    )


def _brief(action: TableAction, model: TableModel, unread: int) -> str:
    """Return what an action is called there: in a lesson, the log is the coach's."""
    if action.command is Bare.TOGGLE_LOG and model.is_prepared:
        return _("coach")
    if action.command is Bare.TOGGLE_LOG and unread:
        return _("log ({unread})", unread=unread)
    return _(action.brief)
