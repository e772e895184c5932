"""Sentences of Truco Argentino: calls such as envido (`_called`), points, how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2, truco_argentino_pb2, views_pb2
from cardtui.v1.hands_pb2 import HandEndReason, Phase, ScoreReason
from cardtui.v1.truco_argentino_pb2 import EnvidoStage, TrucoArgentinoDeal
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.faces.match_won import on_tricks
from cardtui_client.faces.truco.face import played, took, tricks_lines
from cardtui_client.faces.truco_argentino.verbs import VERBS
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import Actor, actor_of, names, score_line, side_name
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word, word_in


def sentences(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an event; ``None`` for the general sentences."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), model)
        case "hand_started":
            return _hand_started(event.hand_started, model)
        case "phase_began" if event.phase_began.phase == Phase.PHASE_DUEL:
            active = model.view.truco_argentino.active if model.view is not None else ()
            return [_("A duel: {names}.", names=names([model.name_of(seat) for seat in active]))]
        case "trick_ended":
            return _trick_ended(event.trick_ended, model)
        case "envido_settled":
            return _envido_settled(event.envido_settled, model)
        case "points_scored":
            return _scored(event.points_scored, model, among)
        case _:
            return None


def _hand_started(started: events_pb2.HandStarted, model: TableModel) -> list[str] | None:
    if model.view is None:
        return None
    return [
        _(
            "Hand {hand}. {dealer} deals, {mano} is mano.",
            hand=started.hand,
            dealer=model.name_of(started.dealer),
            mano=model.name_of(model.view.truco_argentino.mano),
        )
    ]


def _acted(event: events_pb2.Acted, who: Actor, model: TableModel) -> list[str] | None:
    action = event.action
    word = sheet_word(action.WhichOneof("action") or "")
    call = VERBS[word].aloud() if word in VERBS else ""
    match word:
        case "tap":
            return [who.did(mark("{name} taps the pack."), mark("You tap the pack."))]
        case "play":
            return [played(who, action.play.card)]
        case "resign":
            return [who.did(mark("{name} folds."), mark("You fold."))]
        case "truco" | "retruco" | "vale_cuatro" | "envido" | "real_envido" | "falta_envido":
            return [_called(who.name, call, model)]
        case "quiero":
            return [_accepted(who.name, call, model)]
        case "no_quiero":
            return [_("{name}: “{call}”", name=who.name, call=call)]
        case "declare":
            return [
                who.did(
                    mark("{name} says {number}."),
                    mark("You say {number}."),
                    number=action.declare.points,
                )
            ]
        case "son_buenas":
            return [_("{name}: “{call}”", name=who.name, call=call)]
        case "ask":
            return [
                who.did(mark("{name} asks to see the envido."), mark("You ask to see the envido."))
            ]
        case "waive":
            return [
                who.did(
                    mark("{name} does not ask to see the cards."),
                    mark("You do not ask to see the cards."),
                )
            ]
        case _:
            return None


def _trick_ended(ended: events_pb2.TrickEnded, model: TableModel) -> list[str]:
    done = len(model.before.truco_argentino.tricks) if model.before else 0
    if not ended.HasField("seat"):
        return [_("Parda: the trick is tied.")]
    return [took(actor_of(ended.seat, model), done)]


def _envido_settled(settled: events_pb2.EnvidoSettled, model: TableModel) -> list[str]:
    side = side_name(model, settled.team)
    n = settled.points
    if not settled.HasField("seat"):
        before = model.before
        if before is not None and before.truco_argentino.envido.HasField("worth"):
            return [
                n_(
                    "Envido: {n} point for {side}, as the others folded.",
                    "Envido: {n} points for {side}, as the others folded.",
                    n,
                    side=side,
                )
            ]
        return [
            n_(
                "Envido declined: {n} point for {side}.",
                "Envido declined: {n} points for {side}.",
                n,
                side=side,
            )
        ]
    who = actor_of(settled.seat, model)
    if settled.wrong:
        if who.own:
            return [
                n_(
                    "You do not have {number}: {n} point of envido for {side}.",
                    "You do not have {number}: {n} points of envido for {side}.",
                    n,
                    number=settled.number,
                    side=side,
                )
            ]
        return [
            n_(
                "{name} does not have {number}: {n} point of envido for {side}.",
                "{name} does not have {number}: {n} points of envido for {side}.",
                n,
                name=who.name,
                number=settled.number,
                side=side,
            )
        ]
    if who.own:
        return [
            n_(
                "You win the envido with {number}: {n} point.",
                "You win the envido with {number}: {n} points.",
                n,
                number=settled.number,
            )
        ]
    return [
        n_(
            "{name} wins the envido with {number}: {n} point for {side}.",
            "{name} wins the envido with {number}: {n} points for {side}.",
            n,
            name=who.name,
            number=settled.number,
            side=side,
        )
    ]


def _scored(
    points: events_pb2.PointsScored, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell what points are for; what an envido has just been told to bring is not told again.

    Points of a wrong number that have counted already are taken back (TA-52).
    """
    side, n = side_name(model, points.team), points.points
    match points.reason:
        case ScoreReason.SCORE_REASON_DUELS:
            told = n_("Duels: {n} point for {side}.", "Duels: {n} points for {side}.", n, side=side)
        case ScoreReason.SCORE_REASON_ENVIDO:
            if n < 0:
                return [
                    n_(
                        "{n} point of the envido is taken from {side}.",
                        "{n} points of the envido are taken from {side}.",
                        -n,
                        side=side,
                    )
                ]
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


def _called(name: str, call: str, model: TableModel) -> str:
    view = model.view.truco_argentino if model.view else None
    if view is None:
        return _("{name}: “{call}”", name=name, call=call)
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
    if view.envido.state == EnvidoStage.ENVIDO_STAGE_OPEN:
        return n_(
            "{name}: “{call}” The envido is worth {n} point.",
            "{name}: “{call}” The envido is worth {n} points.",
            view.proposed,
            name=name,
            call=call,
        )
    return n_(
        "{name}: “{call}” The hand is worth {n} point.",
        "{name}: “{call}” The hand is worth {n} points.",
        view.proposed,
        name=name,
        call=call,
    )


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
