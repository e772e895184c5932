"""What happens at Argentinean truco, told as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2, truco_argentino_pb2
from cardtui.v1.hands_pb2 import HandEndReason, ScoreReason
from cardtui.v1.truco_argentino_pb2 import TrucoArgentinoDeal
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.choices import CALLS
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import card_words, cards_words
from cardtui_client.model.sides import names, side_name
from cardtui_client.model.table import TableModel

_TRUCO: Final = (
    TrucoWord.TRUCO_WORD_TRUCO,
    TrucoWord.TRUCO_WORD_RETRUCO,
    TrucoWord.TRUCO_WORD_VALE_CUATRO,
)


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
        case "truco" | "retruco" | "vale_cuatro" | "envido" | "real_envido" | "falta_envido":
            return [_called(name, call, model)]
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
    points = event.points_scored
    side, n = side_name(model, points.team), points.points
    match points.reason:
        case ScoreReason.SCORE_REASON_DUELS:
            told = n_("Duels: {n} point for {side}.", "Duels: {n} points for {side}.", n, side=side)
        case ScoreReason.SCORE_REASON_ENVIDO:
            if any(each.HasField("envido_settled") for each in among):
                return []
            told = n_(
                "Envido: {n} point for {side}.", "Envido: {n} points for {side}.", n, side=side
            )
        case ScoreReason.SCORE_REASON_HAND:
            told = n_("Truco: {n} point for {side}.", "Truco: {n} points for {side}.", n, side=side)
        case _:
            return None
    return [told]


def outcome(view: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> list[str]:
    """Return how the last hand ended: its one round, or its duels."""
    if view.deal == TrucoArgentinoDeal.TRUCO_ARGENTINO_DEAL_DUELS and view.duels:
        lines: list[str] = []
        for duel in view.duels:
            duellists = names([model.name_of(seat) for seat in duel.seats])
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


def _called(name: str, call: str, model: TableModel) -> str:
    view = model.view.truco_argentino if model.view else None
    if view is None or view.call == TrucoWord.TRUCO_WORD_FALTA_ENVIDO:
        return _(
            "{name}: “{call}” For all that the leading side still needs.", name=name, call=call
        )
    return n_(
        "{name}: “{call}” For {n} point.",
        "{name}: “{call}” For {n} points.",
        view.proposed,
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
            view.proposed,
            name=name,
            call=call,
        )
    if view.call == TrucoWord.TRUCO_WORD_FALTA_ENVIDO:
        return _("{name}: “{call}” The falta envido stands.", name=name, call=call)
    return n_(
        "{name}: “{call}” The envido is worth {n} point.",
        "{name}: “{call}” The envido is worth {n} points.",
        view.proposed,
        name=name,
        call=call,
    )
