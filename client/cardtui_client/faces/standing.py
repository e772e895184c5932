"""How things stand: the score, your hand, who owes how much (the ledger), what you may buy."""

from __future__ import annotations

import time
from collections.abc import Sequence

from cardtui.v1 import tables_pb2
from cardtui_client.faces.characters import manner_of
from cardtui_client.faces.game_words import game_name
from cardtui_client.faces.prompt import between_hands, window_lines
from cardtui_client.faces.record_words import match_code_words
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import draw_told
from cardtui_client.faces.terms import terms_told
from cardtui_client.i18n import _, n_
from cardtui_client.limits import MOST_BUY_IN, NAME_CELLS
from cardtui_client.model.cards import cards_words
from cardtui_client.model.person import ledger_of
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.settings.diary import Balance, Debt, KeptLedger, Ledger


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
        day = time.strftime("%Y-%m-%d", time.localtime(each.at))
        lines.append(f"{day}, {each.name or each.id[:NAME_CELLS]}, {game_name(each.game)}:")
        lines += told(each.ledger)
    return lines


def table_lines(model: TableModel) -> list[str]:
    """Return how things stand at the table now."""
    lines = [_("Players: {names}.", names=", ".join(_players(model)))]
    if model.view is None:
        return [*lines, *terms_told(model.table), _waiting(model)]
    view = model.view
    if model.high_cards is not None and view.hand <= 1:
        lines.extend(draw_told(model.high_cards, model))
    lines.append(
        _("Hand {hand}, dealt by {dealer}.", hand=view.hand, dealer=model.name_of(view.dealer))
    )
    face = presenter_of(model)
    lines += [
        face.standing(view, model),
        *([*face.final_lines(view, model), *money_lines(model)] if model.is_over else []),
        *filter(None, [match_code_words(model.match_code)]),
        *face.state_lines(view, model),
        *window_lines(model),
    ]
    if view.to_act:
        others = [model.name_of(seat) for seat in view.to_act if seat != model.seat]
        if len(others) < len(view.to_act):
            others.append(_("you"))
        lines.append(
            _("The table waits for {names}.", names=names(others))
            if len(others) > 1 or model.seat not in view.to_act
            else _("The table waits for you.")
        )
    return lines


def hand_lines(model: TableModel) -> list[str]:
    """Return the cards of your own, and what they make."""
    own = model.own
    if model.seat is None:
        return [_("You are watching; you have no cards.")]
    if own is None or not own.hand:
        return [_("You have no cards now.")]
    made = presenter_of(model).own_words(own, model.view)
    cards = _("Your cards: {cards}.", cards=cards_words(own.hand))
    return [cards, made] if made else [cards]


def _waiting(model: TableModel) -> str:
    if model.seat is not None:
        return _("The match has not started. Type ready when you are.")
    return _("The match has not started.")


def _players(model: TableModel) -> list[str]:
    players: list[str] = []
    for seat in model.table.seats:
        name = model.name_of(seat.seat)
        if not seat.name:
            players.append(_("{seat} free", seat=seat.seat + 1))
        elif seat.bot:
            manner = manner_of(seat.character)
            number = seat.seat + 1
            players.append(
                _("{seat} {name} (bot, {manner})", seat=number, name=name, manner=manner)
                if manner
                else _("{seat} {name} (bot)", seat=number, name=name)
            )
        elif seat.seat == model.seat:
            players.append(_("{seat} {name} (you)", seat=seat.seat + 1, name=name))
        else:
            players.append(f"{seat.seat + 1} {name}")
    return players


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
