"""What happens at Argentinean truco, told as sentences.

The numbers of the calls belong to their names (a vale cuatro is worth four), so they stand
here for telling, with their clauses; what may be called is the server's to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2, truco_argentino_pb2
from cardtui.v1.hands_pb2 import HandEndReason
from cardtui.v1.truco_argentino_pb2 import TrucoArgentinoDeal
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.cards import card_words, cards_words
from cardtui_client.choices import CALLS
from cardtui_client.i18n import _, n_
from cardtui_client.model import TableModel
from cardtui_client.sides import names, side_name

_TRUCO: Final = {
    TrucoWord.TRUCO_WORD_TRUCO: 2,
    TrucoWord.TRUCO_WORD_RETRUCO: 3,
    TrucoWord.TRUCO_WORD_VALE_CUATRO: 4,
}
"""TA-20"""

_ENVIDO: Final = {TrucoWord.TRUCO_WORD_ENVIDO: 2, TrucoWord.TRUCO_WORD_REAL_ENVIDO: 3}
"""TA-40"""


def acted(event: events_pb2.Acted, name: str, model: TableModel) -> list[str]:
    """Tell an action of this game; nothing for one of another."""
    action = event.action
    verb = action.WhichOneof("action") or ""
    call = CALLS.get(verb, "")
    match verb:
        case "cut":
            return [
                n_(
                    "{name} cuts {n} card off the pack.",
                    "{name} cuts {n} cards off the pack.",
                    action.cut.at,
                    name=name,
                )
            ]
        case "tap":
            return [_("{name} taps the pack.", name=name)]
        case "play":
            return [_("{name} plays {card}.", name=name, card=card_words(action.play.card))]
        case "resign":
            return [_("{name} lays the cards down.", name=name)]
        case "truco" | "retruco" | "vale_cuatro":
            return [_called(name, call, _TRUCO[TrucoWord.Value(f"TRUCO_WORD_{verb.upper()}")])]
        case "envido" | "real_envido" | "falta_envido":
            bets = model.view.truco_argentino.envido.bets if model.view else ()
            return [_called(name, call, _envido_points(bets))]
        case "quiero":
            return [_accepted(name, call, model)]
        case "no_quiero":
            return [_("{name}: “{call}”", name=name, call=call)]
        case "declare":
            return [_("{name} says {number}.", name=name, number=action.declare.points)]
        case "son_buenas":
            return [_("{name}: “{call}”", name=name, call=call)]
        case "ask":
            return [_("{name} asks to see the cards of the envido.", name=name)]
        case "truco_argentino_waive":
            return [_("{name} does not ask to see the cards.", name=name)]
        case _:
            return []


def trick_ended(ended: events_pb2.TrickEnded, model: TableModel) -> list[str]:
    """Tell who took a trick."""
    done = len(model.before.truco_argentino.tricks) if model.before else 0
    if not ended.HasField("seat"):
        return [_("Parda: the trick is tied.")]
    return [took(model.name_of(ended.seat), done)]


def took(name: str, done: int) -> str:
    """Tell who took the trick after so many."""
    match done:
        case 0:
            return _("{name} takes the first trick.", name=name)
        case 1:
            return _("{name} takes the second trick.", name=name)
        case _:
            return _("{name} takes the third trick.", name=name)


def envido_settled(settled: events_pb2.EnvidoSettled, model: TableModel) -> list[str]:
    """Tell who gets an envido, and why."""
    side = side_name(model, settled.team)
    n = settled.points
    if not settled.HasField("seat"):
        return [
            n_(
                "The envido is given up: {n} point for {side}.",
                "The envido is given up: {n} points for {side}.",
                n,
                side=side,
            )
        ]
    name = model.name_of(settled.seat)
    if model.team_of(settled.seat) != settled.team:
        return [
            n_(
                "{name} does not have {number}: {n} point of envido for {side}.",
                "{name} does not have {number}: {n} points of envido for {side}.",
                n,
                name=name,
                number=settled.number,
                side=side,
            )
        ]
    return [
        n_(
            "{name} wins the envido with {number}: {n} point for {side}.",
            "{name} wins the envido with {number}: {n} points for {side}.",
            n,
            name=name,
            number=settled.number,
            side=side,
        )
    ]


def scored(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell for what points are; ``None`` at another game, or where nothing else is known.

    Points that an envido has just been told to bring are not told again.
    """
    view = model.view
    if view is None or view.WhichOneof("game") != "truco_argentino":
        return None
    last = view.truco_argentino.last
    settled: events_pb2.EnvidoSettled | None = None
    count = sum(each.HasField("points_scored") for each in among)
    for each in among:
        if each.HasField("envido_settled"):
            settled = each.envido_settled
        if not each.HasField("points_scored"):
            continue
        points = each.points_scored
        count -= 1
        told = settled is not None and (settled.team, settled.points) == (
            points.team,
            points.points,
        )
        if told:
            settled = None
        if each is not event:
            continue
        if told:
            return []
        side = side_name(model, points.team)
        n = points.points
        if view.truco_argentino.deal == TrucoArgentinoDeal.TRUCO_ARGENTINO_DEAL_DUELS:
            return [
                n_("Duels: {n} point for {side}.", "Duels: {n} points for {side}.", n, side=side)
            ]
        if count and last.HasField("envido"):
            return [
                n_("Envido: {n} point for {side}.", "Envido: {n} points for {side}.", n, side=side)
            ]
        return [n_("Truco: {n} point for {side}.", "Truco: {n} points for {side}.", n, side=side)]
    return None


def outcome(view: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> list[str]:
    """Return how the last hand ended: its one round, or its duels."""
    if view.deal == TrucoArgentinoDeal.TRUCO_ARGENTINO_DEAL_DUELS and view.duels:
        lines: list[str] = []
        for duel in view.duels:
            seats = [seat for won in duel.winners for seat in (won, (won + 3) % 6)]
            duellists = names([model.name_of(seat) for seat in seats])
            lines.append(_("Duel of {names}:", names=duellists))
            lines.extend(_round(duel, model))
        return lines
    return _round(view.last, model) if view.HasField("last") else []


def reason(word: HandEndReason.ValueType) -> str:
    """Return the sheet's word for how a round ended, in a few words."""
    match word:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return _("by the tricks")
        case HandEndReason.HAND_END_REASON_FOLD:
            return _("the others did not want it")
        case HandEndReason.HAND_END_REASON_RESIGNED:
            return _("the others laid their cards down")
        case HandEndReason.HAND_END_REASON_ENVIDO:
            return _("by the envido")
        case _:
            return ""


def _round(last: truco_argentino_pb2.TrucoResult, model: TableModel) -> list[str]:
    lines: list[str] = []
    if last.HasField("envido"):
        lines.append(_envido_line(last.envido, model))
    if last.HasField("team"):
        lines.append(
            n_(
                "Truco: {n} point for {side}, {why}.",
                "Truco: {n} points for {side}, {why}.",
                last.points,
                side=side_name(model, last.team),
                why=reason(last.reason),
            )
        )
    return lines


def _envido_line(result: truco_argentino_pb2.EnvidoResult, model: TableModel) -> str:
    side = side_name(model, result.team)
    n = result.points
    if not result.HasField("seat"):
        return n_(
            "Envido: {n} point for {side}, as the others gave it up.",
            "Envido: {n} points for {side}, as the others gave it up.",
            n,
            side=side,
        )
    name = model.name_of(result.seat)
    if model.team_of(result.seat) != result.team:
        return n_(
            "Envido: {n} point for {side}, as {name} said {number} without having it.",
            "Envido: {n} points for {side}, as {name} said {number} without having it.",
            n,
            side=side,
            name=name,
            number=result.number,
        )
    if result.cards:
        return n_(
            "Envido: {n} point for {side}; {name} had {number}: {cards}.",
            "Envido: {n} points for {side}; {name} had {number}: {cards}.",
            n,
            side=side,
            name=name,
            number=result.number,
            cards=cards_words(result.cards),
        )
    return n_(
        "Envido: {n} point for {side}; {name} said {number}, and nobody asked to see it.",
        "Envido: {n} points for {side}; {name} said {number}, and nobody asked to see it.",
        n,
        side=side,
        name=name,
        number=result.number,
    )


def _envido_points(bets: Sequence[TrucoWord.ValueType]) -> int | None:
    """Return what the bets are worth accepted; ``None`` with a falta envido among them."""
    if not bets or not all(bet in _ENVIDO for bet in bets):
        return None
    return sum(_ENVIDO[bet] for bet in bets)


def _called(name: str, call: str, points: int | None) -> str:
    if points is None:
        return _(
            "{name}: “{call}” For all that the leading side still needs.", name=name, call=call
        )
    return n_(
        "{name}: “{call}” For {n} point.",
        "{name}: “{call}” For {n} points.",
        points,
        name=name,
        call=call,
    )


def _accepted(name: str, call: str, model: TableModel) -> str:
    view = model.before.truco_argentino if model.before else None
    if view is None:
        return _("{name}: “{call}”", name=name, call=call)
    if view.call in _TRUCO:
        return n_(
            "{name}: “{call}” The round is worth {n} point.",
            "{name}: “{call}” The round is worth {n} points.",
            _TRUCO[view.call],
            name=name,
            call=call,
        )
    points = _envido_points(view.envido.bets)
    if points is None:
        return _("{name}: “{call}” The falta envido stands.", name=name, call=call)
    return n_(
        "{name}: “{call}” The envido is worth {n} point.",
        "{name}: “{call}” The envido is worth {n} points.",
        points,
        name=name,
        call=call,
    )
