"""How things stand at a table, and in one's hand, as lines of text."""

from __future__ import annotations

from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games import high_card as tell_high_card
from cardtui_client.games.offers import own_words
from cardtui_client.games.rummy import standing as standing_rummy
from cardtui_client.games.truco_brasileiro import sentences as tell_truco_brasileiro
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import chips_line, names, score_line
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in

_CALL_CELLS = 40


def table_lines(model: TableModel) -> list[str]:
    """Return how things stand at the table now."""
    lines = [_("Players: {names}.", names=", ".join(_players(model)))]
    if model.view is None:
        return [*lines, *tell_high_card.announced(model.table), _waiting(model)]
    view = model.view
    if model.high_cards is not None and view.hand <= 1:
        lines.extend(tell_high_card.drawn(model.high_cards, model))
    lines.append(
        _("Hand {hand}, dealt by {dealer}.", hand=view.hand, dealer=model.name_of(view.dealer))
    )
    match view.WhichOneof("game"):
        case "truco_argentino":
            lines.extend([score_line(model), *_truco_lines(model)])
        case "cacho":
            lines.extend([chips_line(model), *_cacho_lines(model)])
        case _:
            lines.extend(standing_rummy.table_lines(model))
            lines.extend(tell_truco_brasileiro.table_lines(model))
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
    if own is None:
        return [_("You are watching; you hold no cards.")]
    if not own.hand:
        return [_("You hold no cards now.")]
    made = own_words(own, model.view)
    cards = _("Your cards: {cards}.", cards=cards_words(own.hand))
    return [cards, made] if made else [cards]


def _waiting(model: TableModel) -> str:
    if model.seat is not None:
        return _("The match has not begun. Type ready when you are.")
    return _("The match has not begun.")


def _truco_lines(model: TableModel) -> list[str]:
    assert model.view is not None
    truco = model.view.truco_argentino
    lines = [
        n_(
            "The round is worth {n} point; {mano} is mano.",
            "The round is worth {n} points; {mano} is mano.",
            truco.stake,
            mano=model.name_of(truco.mano),
        )
    ]
    for number, trick in enumerate(truco.tricks, 1):
        winner = (
            names([model.name_of(seat) for seat in model.side_seats(trick.team)])
            if trick.HasField("team")
            else _("nobody")
        )
        lines.append(_("Trick {number}: {winner}.", number=number, winner=winner))
    for played in truco.trick:
        name = model.name_of(played.seat)
        lines.append(_("{name} has played {card}.", name=name, card=cards_words([played.card])))
    if truco.call:
        call = word_in(TrucoWord.DESCRIPTOR, truco.call).replace("_", " ")
        lines.append(_("“{call}” waits for an answer.", call=call))
    return lines


def _cacho_lines(model: TableModel) -> list[str]:
    assert model.view is not None
    cacho = model.view.cacho
    lines = [n_("The pot holds {n} chip.", "The pot holds {n} chips.", model.view.pot)]
    for seat, chips in enumerate(cacho.bets):
        if chips:
            name = model.name_of(seat)
            lines.append(
                n_(
                    "{name} has put in {n} chip in this round.",
                    "{name} has put in {n} chips in this round.",
                    chips,
                    name=name,
                )
            )
    if cacho.passed:
        out = names([model.name_of(seat) for seat in cacho.passed])
        lines.append(_("Out of this hand: {names}.", names=out))
    if cacho.HasField("cap"):
        lines.append(
            n_("Nobody may bet beyond {n} chip.", "Nobody may bet beyond {n} chips.", cacho.cap)
        )
    return lines


def _players(model: TableModel) -> list[str]:
    players: list[str] = []
    for seat in model.table.seats:
        name = model.name_of(seat.seat)
        if not seat.name:
            players.append(_("{seat} free", seat=seat.seat + 1))
        elif seat.bot:
            players.append(_("{seat} {name} (bot)", seat=seat.seat + 1, name=name))
        elif seat.seat == model.seat:
            players.append(_("{seat} {name} (you)", seat=seat.seat + 1, name=name))
        else:
            players.append(f"{seat.seat + 1} {name}")
    return players
