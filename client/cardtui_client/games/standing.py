"""How things stand at a table, and in one's hand, as lines of text."""

from __future__ import annotations

from cardtui_client.games import high_card as tell_high_card
from cardtui_client.games import partners as tell_partners
from cardtui_client.games.buy_ins import limits_words
from cardtui_client.games.characters import manner_of
from cardtui_client.games.ledger_words import money_lines
from cardtui_client.games.rated_words import rated_lines
from cardtui_client.games.registry import presenter_of
from cardtui_client.games.tell_times import window_lines
from cardtui_client.i18n import _
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import code_words


def table_lines(model: TableModel) -> list[str]:
    """Return how things stand at the table now."""
    lines = [_("Players: {names}.", names=", ".join(_players(model)))]
    if model.view is None:
        code = code_words(model.table)
        announced = tell_partners.announced(model.table)
        return [
            *lines,
            *announced,
            *limits_words(model.table),
            *rated_lines(model.table),
            *([code] if code else []),
            _waiting(model),
        ]
    view = model.view
    if model.high_cards is not None and view.hand <= 1:
        lines.extend(tell_high_card.drawn(model.high_cards, model))
    lines.append(
        _("Hand {hand}, dealt by {dealer}.", hand=view.hand, dealer=model.name_of(view.dealer))
    )
    face = presenter_of(model)
    lines += [
        face.standing(view, model),
        *([*face.final_lines(view, model), *money_lines(model)] if model.is_over else []),
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
    """Return the cards of one's own, and what they make."""
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
