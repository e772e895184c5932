"""Where a match stands, in lines: turn (`prompt`), score, hand, ledger, time (`WARNING_SECONDS`).
How long an answer of the server may take unmentioned: `UNANSWERED_SECONDS`; after how long it is
said that it is late: `_OVERDUE_SECONDS`; a shuffle of all: `SHUFFLE_SECONDS`; what is said of a
lost connection: `lost_words`; what a newcomer is told of game and suits: `game_told`, `suits_told`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import actions_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of
from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import rematch, request_words
from cardtui_client.history.ledgers import Balance, Debt, KeptLedger, Ledger
from cardtui_client.i18n import _, day, n_
from cardtui_client.limits import MOST_BUY_IN, NAME_CELLS
from cardtui_client.model.cards import card_name, cards_words, face, part_of, rank_name, suits_named
from cardtui_client.model.person import ledger_of
from cardtui_client.model.sides import names
from cardtui_client.model.table import Status, TableModel
from cardtui_client.model.timing import SeatTime, Times
from cardtui_client.scene.middle import Mood

WARNING_SECONDS: Final = (10, 5)
"""The seconds that are left when you are warned."""
_SUIT_COUNT: Final = 4
"""As many cards have one rank."""


def between_hands(model: TableModel) -> bool:
    """Tell whether a hand has just ended and the next you wait."""
    view = model.view
    if view is None or view.phase != Phase.PHASE_DEAL:
        return False
    part = part_of(view)
    return part is not None and "last" in {field.name for field, _value in part.ListFields()}


def may_interrupt(model: TableModel) -> bool:
    """Tell whether there is something to do out of turn."""
    if model.is_my_turn:
        return False
    face = presenter_of(model)
    return any(face.verb(verb_of(choice)).aside for choice in model.choices())


def is_awaited(model: TableModel) -> bool:
    """Tell whether nothing is known of the table yet but what is played there."""
    return bool(model.table.game) and not model.table.id and not model.is_prepared


def prompt(model: TableModel) -> tuple[str, Mood]:
    """Return the sentence that says what is awaited, and whether that is you."""
    view = model.view
    if model.status is Status.ENDED:
        return _prompt_ended(model), Mood.PLAIN
    if is_awaited(model):
        return _("Joining the table…"), Mood.PLAIN
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _prompt_waiting(model), Mood.PLAIN
        case tables_pb2.TABLE_STATE_OVER:
            return rematch(model), Mood.PLAIN
        case tables_pb2.TABLE_STATE_PLAYING if view is not None:
            pass
        case _:
            return "", Mood.PLAIN
    if model.table.paused:
        return _("The table is paused."), Mood.PLAIN
    if model.is_out:
        return _("You are out; the others play on."), Mood.PLAIN
    if model.is_sat_in(model.seat):
        return _("A bot plays for you until you act, or say that you are back."), Mood.PLAIN
    if between_hands(model):
        if model.is_prepared:
            return _("The next hand waits until you continue."), Mood.PLAIN
        return _("The next hand starts by itself."), Mood.PLAIN
    if view.phase == Phase.PHASE_DEAL:
        return _("The pack is being shuffled."), Mood.PLAIN
    if not view.to_act:
        return "", Mood.PLAIN
    face = presenter_of(model)
    if not model.is_my_turn:
        if may_interrupt(model):
            return face.prompt_aside(model), Mood.TURN
        return _waited(view, model), Mood.PLAIN
    return face.prompt(view, model), Mood.TURN


def _waited(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return for whom the others wait, for the cut or not; or how you stand who ask for a seat."""
    waited = names([model.name_of(seat) for seat in view.to_act])
    cuts = view.phase == Phase.PHASE_CUT
    if model.seat is None and (asks := request_words(model.table, model.name)):
        return asks
    if model.seat is None and cuts:
        return _("You are watching. {name} is to cut the pack.", name=waited)
    what = presenter_of(model).awaits(view, model)
    if model.seat is None and what:
        return _("You are watching. {names} to act: {what}.", names=waited, what=what)
    if model.seat is None:
        return _("You are watching. {names} to act.", names=waited)
    if cuts:
        return _("Waiting for {name} to cut the pack.", name=waited)
    if what:
        return _("Waiting for {names}: {what}.", names=waited, what=what)
    return _("Waiting for {names}.", names=waited)


def _prompt_ended(model: TableModel) -> str:
    """Return what to do where nothing is awaited any more."""
    if model.end is not None and model.end.reason == table_service_pb2.END_REASON_REPLACED:
        return _("To play on here, leave the table and open it again.")
    return ""


def _prompt_waiting(model: TableModel) -> str:
    own = model.sitter(model.seat)
    if own is None:
        return _("Waiting for the match to start.")
    if not own.ready:
        return _("Are you ready?")
    others = [seat for seat in model.table.seats if seat.seat != own.seat]
    if model.table.tournament and all(seat.ready or seat.bot for seat in others):
        return _("Waiting for the other tables: all begin together.")
    if len(others) > 1:
        return _("Waiting for the others.")
    return (
        _("Waiting for {names}.", names=names([model.name_of(seat.seat) for seat in others]))
        if all(seat.name for seat in others)
        else _("Waiting for another player.")
    )


def held_words(seats: Sequence[int], model: TableModel) -> str:
    """Return who holds the next hand; you alone, if you are among them."""
    if model.seat in seats:
        return _("The next hand waits for you.")
    return _(
        "The next hand waits for {names}.", names=names([model.name_of(seat) for seat in seats])
    )


def timing_lines(before: Times, model: TableModel) -> list[str]:
    """Return what changed in what runs out, as far as it is told in lines."""
    now, times = model.now(), model.times
    lines: list[str] = []
    seat = model.seat
    if seat is not None and seat not in before.seats and (mine := times.clock(seat, now)):
        lines.append(_time_to_act(mine))
    if new := [each for each in times.holding if each not in before.holding and each != seat]:
        lines.append(held_words(new, model))
    lines += _filling(before, model)
    lines += _window(before, model)
    pause = times.hand_pause(now)
    if before.holding and not times.holding and pause is not None:
        lines.append(_("The next hand begins in {left}.", left=seconds_words(pause.seconds)))
    return lines


def window_lines(model: TableModel) -> list[str]:
    """Return how long the discard may still be taken out of turn; nothing if it may not be."""
    left = model.times.window(model.now())
    if left is None or left.seconds < 1:
        return []
    return [_("The discard may be taken out of turn for {left}.", left=seconds_words(left.seconds))]


def _window(before: Times, model: TableModel) -> list[str]:
    """Tell who could use it that a claim window has opened."""
    now = model.now()
    left, was = model.times.window(now), before.window(now)
    if left is None or (was is not None and left.seconds <= was.seconds):
        return []
    if model.is_my_turn and model.view is not None and model.view.phase == Phase.PHASE_CONTEST:
        return [_("You have {left}.", left=seconds_words(left.seconds))]
    return window_lines(model) if may_interrupt(model) else []


def warning(seconds: int) -> str:
    """Return the warning that so many seconds are left."""
    return n_("{n} second left!", "{n} seconds left!", seconds)


def seconds_words(seconds: float) -> str:
    """Return a time in words."""
    return n_("{n} second", "{n} seconds", round(seconds))


def clock_words(time: SeatTime) -> str:
    """Return what is left of a player's time, short: ``0:09``, or ``+0:41`` of the reserve.

    >>> from cardtui_client.model.timing import Left, SeatTime
    >>> clock_words(SeatTime(Left(8.2, 30, False), Left(60, 60, True)))
    '0:09'
    >>> clock_words(SeatTime(Left(0, 30, False), Left(71, 90, False)))
    '+1:11'
    """
    if time.act.seconds > 0:
        return minutes(time.act.seconds)
    return f"+{minutes(time.reserve.seconds)}"


def minutes(seconds: float) -> str:
    """Return minutes and seconds, no second too early at nought."""
    whole = -int(-seconds // 1)
    return f"{whole // 60}:{whole % 60:02}"


def clock_lines(model: TableModel) -> list[str]:
    """Return how long each player has whose clock runs."""
    now = model.now()
    clocks = [(seat, model.times.clock(seat, now)) for seat in model.times.seats]
    return [
        _time_to_act(time) if seat == model.seat else _time_of(model.name_of(seat), time)
        for seat, time in clocks
        if time is not None and not time.stopped
    ]


def _time_to_act(mine: SeatTime) -> str:
    if mine.reserve.seconds:
        return _(
            "You have {left}, and {reserve} in reserve.",
            left=seconds_words(mine.act.seconds),
            reserve=seconds_words(mine.reserve.seconds),
        )
    return _("You have {left}.", left=seconds_words(mine.act.seconds))


def _time_of(name: str, time: SeatTime) -> str:
    if time.reserve.seconds:
        return _(
            "{name} has {left}, and {reserve} in reserve.",
            name=name,
            left=seconds_words(time.act.seconds),
            reserve=seconds_words(time.reserve.seconds),
        )
    return _("{name} has {left}.", name=name, left=seconds_words(time.act.seconds))


def _filling(before: Times, model: TableModel) -> list[str]:
    """Return that bots will take the free seats, or that they will not for now."""
    waited, left = before.fill(model.now()), model.times.fill(model.now())
    if left is None:
        return []
    waits, did = not left.stopped, waited is not None and not waited.stopped
    if waits and not did:
        told = _(
            "Waiting for people; in {left} bots take the free seats.",
            left=seconds_words(left.seconds),
        )
        if model.seat is None:
            return [told]
        return [told, _("Type ready to stop that: then you are not ready.")]
    if did and not waits:
        return [_("Bots wait until everybody is ready.")]
    return []


SHUFFLE_SECONDS: Final = 0.3
"""How long players may take for what they give to a shuffle before it is said: most take less."""

UNANSWERED_SECONDS: Final = 0.25
"""How long an answer may take before it is worth a word: most come at once."""

_OVERDUE_SECONDS: Final = 2.5
"""How long an answer may take before nobody can say what has become of the act."""


def overdue_after(model: TableModel) -> float:
    """Return after how many seconds an answer to what is done now is overdue.

    A server may keep a draw until the claim window has closed.
    """
    window = model.times.window(model.now())
    return _OVERDUE_SECONDS + (0.0 if window is None else window.seconds)


def lost_words(attempt: int, seconds: float) -> str:
    """Return that the connection is lost and sought again.

    Args:
        attempt: how often it has been tried, with the time that is next.
        seconds: how long it has been lost.
    """
    if attempt < 2 or seconds < 1:
        return _("Connection lost: trying again.")
    told = seconds_words(seconds)
    return _("Connection lost {time} ago: trying again, attempt {n}.", n=attempt, time=told)


def waiting_sentence(action: actions_pb2.Action, model: TableModel, *, overdue: bool) -> str:
    """Return what to say of an act under way.

    Args:
        overdue: whether its answer is: what the game says of it may not be true any more.
    """
    if model.status is Status.RECONNECTING:
        return _("No connection: what you did is sent again when it is back.")
    if overdue:
        return _("The server has not answered yet.")
    return presenter_of(model).waiting(action)


def ledger_lines(model: TableModel) -> list[str]:
    """Return all of the ledger, or why there is none."""
    if model.ledger is None:
        return [_("No chips have been won or lost at this table.")]
    ledger = ledger_of(model)
    if ledger is None:
        return [_("Who owes whom is told once this match is over.")]
    return told(ledger)


def told(ledger: Ledger) -> list[str]:
    """Return a ledger, a line for each balance and each debt."""
    debts = [debt_words(each) for each in ledger.debts]
    return [*map(_balance, ledger.balances), *(debts or [_("All are even.")])]


def money_lines(model: TableModel) -> list[str]:
    """Return who pays whom where chips are worth money, what concerns you first."""
    ledger = ledger_of(model)
    if ledger is None:
        return []
    me = "" if model.seat is None else model.name_of(model.seat)
    debts = sorted(ledger.debts, key=lambda each: me not in (each.payer, each.payee))
    return [debt_words(each) for each in debts if each.worth]


def debt_words(debt: Debt) -> str:
    """Return who pays whom."""
    payer, payee, chips = debt.payer, debt.payee, chips_words(debt.chips)
    if not debt.worth:
        return _("{payer} owes {payee} {chips}.", payer=_who(payer), payee=_who(payee), chips=chips)
    return _(
        "{payer} owes {payee} {amount} ({chips}).",
        payer=_who(payer),
        payee=_who(payee),
        amount=debt.worth,
        chips=chips,
    )


def chips_words(chips: int) -> str:
    """Return how many chips."""
    return n_("1 chip", "{n} chips", chips)


def _balance(balance: Balance) -> str:
    who = _who(balance.name)
    brought, won = chips_words(balance.brought), balance.won
    if won > 0:
        return _("{name} brought {brought} and won {n}.", name=who, brought=brought, n=won)
    if won < 0:
        return _("{name} brought {brought} and lost {n}.", name=who, brought=brought, n=-won)
    return _("{name} brought {brought} and is even.", name=who, brought=brought)


def _who(name: str) -> str:
    return name or _("who left before")


def kept_lines(ledgers: Sequence[KeptLedger]) -> list[str]:
    """Return the ledgers of several tables as lines."""
    if not ledgers:
        return [_("You have played for chips at no table yet.")]
    lines: list[str] = []
    for each in ledgers:
        table, game = each.name or each.id[:NAME_CELLS], game_name(each.game)
        lines.append(f"{day(each.at)}, {table}, {game}:")
        lines += told(each.ledger)
    return lines


def game_told(model: TableModel) -> list[str]:
    """Return what a game is about, for somebody who plays a first match; and who cuts."""
    face = presenter_of(model)
    about = [_(face.about)] if face.about else []
    if any(verb.cuts for verb in face.verbs.values()):
        about.append(_("In your first match the pack is cut for you."))
    return about


def suits_told(model: TableModel) -> list[str]:
    """Return which suit each letter on the cards stands for; nothing where signs tell it."""
    suits = suits_named(model.deck, ascii_only=False)
    if not suits:
        return []
    each = names([f"{letter} {name}" for letter, name in suits.items()])
    return [_("Suits: {suits}", suits=each)]


def hand_lines(model: TableModel) -> list[str]:
    """Return the cards of your own, and what they make."""
    own = model.own
    if model.seat is None:
        return [_("You are watching; you have no cards.")]
    if own is None or not own.hand:
        return [_("You have no cards now.")]
    game_face = presenter_of(model)
    made = game_face.own_words(own, model.view)
    held = cards_words(own.hand, game_face.wild(model.view))
    cards = _("Your cards: {cards}.", cards=held)
    return [cards, made] if made else [cards]


def order_lines(model: TableModel) -> list[str]:
    """Return the order of the cards, and which of them you hold and have seen."""
    order = presenter_of(model).card_order(model)
    if not order.ties:
        return [_("No card is higher than another one at this game.")]
    told = "; ".join(map(_tie_words, order.ties))
    lines = [_("The cards, the highest first: {cards}.", cards=told)]
    ordered = [card for tie in order.ties for card in tie]
    if held := [card for card in ordered if card in order.own]:
        lines.append(_("You hold: {cards}.", cards=cards_words(held)))
    if seen := [card for card in ordered if card in order.seen]:
        lines.append(_("Seen already: {cards}.", cards=cards_words(seen)))
    return lines


def _tie_words(tie: Sequence[int]) -> str:
    """Return cards that tie: by their rank alone where all four of it do."""
    if len(tie) == _SUIT_COUNT:
        return _("any {rank}", rank=rank_name(face(tie[0])))
    return " = ".join(map(card_name, tie))


def buys(model: TableModel) -> bool:
    """Tell whether you may choose now how many chips to bring."""
    between = model.table.state in (tables_pb2.TABLE_STATE_WAITING, tables_pb2.TABLE_STATE_OVER)
    return model.seat is not None and between and bool(model.table.most_buy_in)


def tops_up(model: TableModel) -> tuple[int, int] | None:
    """Return how many chips, at least and at most, you may have by buying more between two hands.

    ``None`` while you may buy none.
    """
    view, seat, table = model.view, model.seat, model.table
    playing = table.state == tables_pb2.TABLE_STATE_PLAYING and not table.paused
    if view is None or seat is None or not playing or not between_hands(model):
        return None
    if not table.most_buy_in or seat >= len(view.chips):
        return None
    least, most = buy_in_limits(table)
    least = max(least, view.chips[seat] + 1)
    return (least, most) if least <= most else None


def buy_in_limits(table: tables_pb2.Table) -> tuple[int, int]:
    """Return the fewest and the most chips that you may bring, whatever a server says."""
    return min(table.least_buy_in, MOST_BUY_IN), min(table.most_buy_in, MOST_BUY_IN)


def brings_words(seat: tables_pb2.Seat) -> str:
    """Return how many chips a seat brings."""
    return n_("brings 1 chip", "brings {n} chips", min(seat.buy_in, MOST_BUY_IN))
