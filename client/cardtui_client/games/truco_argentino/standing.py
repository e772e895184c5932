"""How things stand at Truco Argentino: score with its buenas, calls, how the hand ended."""

from __future__ import annotations

from cardtui.v1 import truco_argentino_pb2, views_pb2
from cardtui.v1.hands_pb2 import HandEndReason
from cardtui.v1.truco_argentino_pb2 import TrucoArgentinoDeal
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.deciding import on_tricks
from cardtui_client.games.truco.standing import tricks_lines
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import names, score_line, side_name
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in


def points_words(points: int, malas: int, target: int) -> str:
    """Return points, and how many of them are buenas, as the second half of them is called.

    Of those that win that is not told: there may be more of them than buenas.
    """
    if malas <= 0 or points <= malas or points >= target:
        return str(points)
    return n_("{points} ({n} buena)", "{points} ({n} buenas)", points - malas, points=points)


def standing(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return the score of both teams as one sentence."""
    truco = view.truco_argentino
    return score_line(model, lambda points: points_words(points, truco.malas, truco.target))


def state_lines(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> list[str]:
    """Return how the hand stands."""
    lines = [
        n_(
            "The hand is worth {n} point; {mano} is mano.",
            "The hand is worth {n} points; {mano} is mano.",
            truco.stake,
            mano=model.name_of(truco.mano),
        ),
        *tricks_lines(truco, model),
    ]
    if truco.call:
        call = word_in(TrucoWord.DESCRIPTOR, truco.call).replace("_", " ")
        lines.append(_("“{call}” is waiting for an answer.", call=call))
    lines += [
        _("Not counted yet: {n} for {side}.", n=points, side=side_name(model, side))
        for side, points in enumerate(truco.pending)
        if points
    ]
    return lines


def outcome(view: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> list[str]:
    """Return how the last hand ended, or each of its duels."""
    if view.deal == TrucoArgentinoDeal.TRUCO_ARGENTINO_DEAL_DUELS and view.duels:
        lines: list[str] = []
        for number, duel in enumerate(view.duels):
            duellists = names([model.name_of(seat) for seat in duel.seats])
            lines.append(_("Duel of {names}:", names=duellists))
            lines.extend(_how_ended(duel, model, number))
        return lines
    return _how_ended(view.last, model) if view.HasField("last") else []


def reason(last: truco_argentino_pb2.TrucoResult, model: TableModel, duel: int = 0) -> str:
    """Return the sheet's word for how a hand, or that duel of it, ended, in a few words."""
    seats = last.seats or range(len(model.table.seats))
    losers = [seat for seat in seats if model.team_of(seat) != last.team]
    name = model.name_of(losers[0]) if len(losers) == 1 else ""
    match last.reason:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return on_tricks(model, duel)
        case HandEndReason.HAND_END_REASON_FOLD:
            return _("{name} declined", name=name) if name else _("the others declined")
        case HandEndReason.HAND_END_REASON_RESIGNED:
            return _("{name} folded", name=name) if name else _("the others folded")
        case HandEndReason.HAND_END_REASON_ENVIDO:
            return _("on the envido")
        case _:
            return ""


def _how_ended(
    last: truco_argentino_pb2.TrucoResult, model: TableModel, duel: int = 0
) -> list[str]:
    lines: list[str] = []
    if last.HasField("envido"):
        lines.append(_envido_line(last.envido, model))
    if last.HasField("team"):
        lines.append(
            n_(
                "Truco: {n} point for {side} ({why}).",
                "Truco: {n} points for {side} ({why}).",
                last.points,
                side=side_name(model, last.team),
                why=reason(last, model, duel),
            )
        )
    return lines


def _envido_line(result: truco_argentino_pb2.EnvidoResult, model: TableModel) -> str:
    side = side_name(model, result.team)
    n = result.points
    if result.resigned:
        return n_(
            "Envido: {n} point for {side}, as the others folded.",
            "Envido: {n} points for {side}, as the others folded.",
            n,
            side=side,
        )
    if not result.HasField("seat"):
        return n_(
            "Envido declined: {n} point for {side}.",
            "Envido declined: {n} points for {side}.",
            n,
            side=side,
        )
    name = model.name_of(result.seat)
    if result.wrong:
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
