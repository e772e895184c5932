"""What happens at Truco Argentino, told in `sentences`: acts, tricks, envidos, flores, points.
The calls themselves are in `faces/truco_argentino/verbs.py`; which flores are laid open, the
engine decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import (
    events_pb2,
)
from cardtui.v1.hands_pb2 import Phase, ScoreReason
from cardtui.v1.truco_argentino_pb2 import EnvidoStage, TrucoArgentinoPublic
from cardtui_client.faces.truco.face import (
    played,
    took,
)
from cardtui_client.faces.truco_argentino.verbs import (
    FLOR_WORDS,
    VERBS,
    verb_now,
)
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.sides import Actor, actor_of, begun, for_side, names
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word

_EMPTY_PUBLIC_PART: Final = TrucoArgentinoPublic()


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
        case "flor_settled":
            return _flor_settled(event.flor_settled, model)
        case "points_scored":
            return _scored(event.points_scored, model, among)
        case _:
            return None


def mano_words(seat: int, model: TableModel) -> str:
    """Return who plays first."""
    return actor_of(seat, model).did(mark("{name} is mano."), mark("You are mano."))


def _hand_started(started: events_pb2.HandStarted, model: TableModel) -> list[str] | None:
    if model.view is None:
        return None
    first = mano_words(model.view.truco_argentino.mano, model)
    return [begun(started.hand, started.dealer, model, first)]


def _acted(event: events_pb2.Acted, who: Actor, model: TableModel) -> list[str] | None:
    action = event.action
    word = sheet_word(action.WhichOneof("action") or "")
    before = model.before.truco_argentino if model.before else _EMPTY_PUBLIC_PART
    call = verb_now(word, event.seat, before, model).aloud() if word in VERBS else ""
    match word:
        case "tap":
            return [who.did(mark("{name} taps the pack."), mark("You tap the pack."))]
        case "play":
            return [played(who, action.play.card)]
        case "resign":
            return [who.did(mark("{name} folds."), mark("You fold."))]
        case "truco" | "retruco" | "vale_cuatro" | "envido" | "real_envido" | "falta_envido":
            return [_called(who.name, call, model)]
        case "contraflor" | "contraflor_al_resto":
            return [_called(who.name, call, model)]
        case "flor":
            return _announced(event.seat, who.name, call, model)
        case "quiero":
            return [_accepted(who.name, call, model)]
        case "declare":
            return [
                who.did(
                    mark("{name} says {number}."),
                    mark("You say {number}."),
                    number=action.declare.points,
                )
            ]
        case "no_quiero" | "son_buenas":
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


def _announced(seat: int, name: str, call: str, model: TableModel) -> list[str]:
    """Tell a flor, who else has one, and that it cancels an envido (TA-82, TA-83)."""
    lines = [_("{name}: “{call}”", name=name, call=call)]
    if model.view is None:
        return lines
    game = model.view.truco_argentino
    too = [each for each in game.flor.seats if each != seat]
    if model.seat in too:
        lines.append(_("You have a flor, too."))
    others_too = [model.name_of(each) for each in too if each != model.seat]
    if others_too:
        lines.append(
            n_(
                "{names} has a flor, too.",
                "{names} have a flor, too.",
                len(others_too),
                names=names(others_too),
            )
        )
    if game.envido.state == EnvidoStage.ENVIDO_STAGE_CANCELLED:
        lines.append(_("The envido is off: flor comes first."))
    return lines


def _trick_ended(ended: events_pb2.TrickEnded, model: TableModel) -> list[str]:
    done = len(model.before.truco_argentino.tricks) if model.before else 0
    if not ended.HasField("seat"):
        return [_("Parda: the trick is tied.")]
    return [took(actor_of(ended.seat, model), done)]


def envido_folded(team: int, points: int, model: TableModel, seats: Sequence[int] = ()) -> str:
    """Return who has the points of an envido since the other side folded.

    Args:
        team: who has them.
        points: how many.
        model: the table.
        seats: who played for them, if not all.
    """
    among = seats or range(len(model.table.seats))
    losers = [seat for seat in among if model.team_of(seat) != team]
    return n_(
        "Envido: {n} point for {side} ({why}).",
        "Envido: {n} points for {side} ({why}).",
        points,
        side=for_side(model, team),
        why=who_folded(losers, model),
    )


def who_folded(losers: Sequence[int], model: TableModel) -> str:
    """Return that a side folded, in a few words: you, somebody by name, or several."""
    if len(losers) == 1:
        return actor_of(losers[0], model).did(mark("{name} folded"), mark("you folded"))
    return _("your side folded") if model.seat in losers else _("the others folded")


def _envido_settled(settled: events_pb2.EnvidoSettled, model: TableModel) -> list[str]:
    side = for_side(model, settled.team)
    n = settled.points
    if not settled.HasField("seat"):
        before = model.before
        if before is not None and before.truco_argentino.envido.HasField("worth"):
            return [envido_folded(settled.team, n, model)]
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


def _flor_settled(settled: events_pb2.FlorSettled, model: TableModel) -> list[str]:
    side = for_side(model, settled.team)
    n = settled.points
    if settled.HasField("seat"):
        who = actor_of(settled.seat, model)
        if who.own:
            return [
                n_(
                    "You win the flor with {number}: {n} point.",
                    "You win the flor with {number}: {n} points.",
                    n,
                    number=settled.number,
                )
            ]
        return [
            n_(
                "{name} wins the flor with {number}: {n} point for {side}.",
                "{name} wins the flor with {number}: {n} points for {side}.",
                n,
                name=who.name,
                number=settled.number,
                side=side,
            )
        ]
    if model.before is not None and model.before.truco_argentino.call in FLOR_WORDS:
        return [
            n_(
                "Flor declined: {n} point for {side}.",
                "Flor declined: {n} points for {side}.",
                n,
                side=side,
            )
        ]
    return [n_("Flor: {n} point for {side}.", "Flor: {n} points for {side}.", n, side=side)]


def _scored(
    points: events_pb2.PointsScored, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell what points are for; what an envido has just been told to bring is not told again.

    Points of a wrong number that have counted already are taken back (TA-52).
    """
    side, n = for_side(model, points.team), points.points
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
        case ScoreReason.SCORE_REASON_FLOR:
            if any(each.HasField("flor_settled") for each in among):
                return []
            told = n_("Flor: {n} point for {side}.", "Flor: {n} points for {side}.", n, side=side)
        case ScoreReason.SCORE_REASON_HAND:
            told = n_("Truco: {n} point for {side}.", "Truco: {n} points for {side}.", n, side=side)
        case _:
            return None
    return [told]


def _called(name: str, call: str, model: TableModel) -> str:
    view = model.view.truco_argentino if model.view else None
    if view is None or not view.HasField("proposed"):  # TA-82: a flor has to be announced first
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
    if view.call in FLOR_WORDS:
        return n_(
            "{name}: “{call}” The flor is worth {n} point.",
            "{name}: “{call}” The flor is worth {n} points.",
            view.proposed,
            name=name,
            call=call,
        )
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
