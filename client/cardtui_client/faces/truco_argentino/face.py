"""The face of Truco Argentino: presets, tricks, calls, stake, score, and its sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardtui.v1 import (
    actions_pb2,
    cards_pb2,
    events_pb2,
    tables_pb2,
    truco_argentino_pb2,
    views_pb2,
)
from cardtui.v1.hands_pb2 import HandEndReason, Phase, ScoreReason
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.truco_argentino_pb2 import EnvidoStage, FlorStage, TrucoArgentinoDeal
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.faces.arguments import span_of, verb_of
from cardtui_client.faces.match_won import on_tricks
from cardtui_client.faces.presenter import Example, Presenter, Risk
from cardtui_client.faces.truco.face import (
    final_lines,
    final_scores,
    finished,
    match_paper,
    played,
    score_words,
    stake_of,
    tallies_of,
    team_names,
    took,
    trick_of,
    tricks_lines,
)
from cardtui_client.faces.truco.ladder import ladder_of, ranked
from cardtui_client.faces.truco_argentino.verbs import (
    FLOR_SIGNAL,
    FLOR_WORDS,
    OPTIONS,
    OWN_SIGNALS,
    PRESETS,
    SIGNALS,
    VERBS,
    answered,
    argentine_risk,
    called,
    prompt,
    weight_of,
)
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import Actor, actor_of, for_side, names, score_line
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word, word_in
from cardtui_client.scene.middle import Line, Score, Stub
from cardtui_client.scene.scene import Earlier, Fresh, Ladder, Scene, SeatScene, Stake

_ROUND: Final = (
    Phase.PHASE_PLAY,
    Phase.PHASE_FLOR,
    Phase.PHASE_ANSWER,
    Phase.PHASE_ENVIDO,
    Phase.PHASE_SHOW,
)

_TOPS: Final = tuple(
    getattr(cards_pb2, f"CARD_SPANISH_{code}") for code in ("1E", "1B", "7E", "7O")
)
_LADDER: Final = ranked("spanish", _TOPS, ["3", "2", "1", "12", "11", "10", "7", "6", "5", "4"])


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
        case "contraflor" | "contraflor_al_resto":
            return [_called(who.name, call, model)]
        case "flor":
            return _announced(event.seat, who.name, call, model)
        case "quiero":
            return [_accepted(who.name, answered(word, _call_before(model)), model)]
        case "no_quiero":
            call = answered(word, _call_before(model))
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


def _call_before(model: TableModel) -> TrucoWord.ValueType:
    """Return the call that waited before what was just done."""
    before = model.before
    return TrucoWord.TRUCO_WORD_UNSPECIFIED if before is None else before.truco_argentino.call


def _announced(seat: int, name: str, call: str, model: TableModel) -> list[str]:
    """Tell a flor, who else has one, and that it cancels an envido (TA-82, TA-83)."""
    lines = [_("{name}: “{call}”", name=name, call=call)]
    if model.view is None:
        return lines
    game = model.view.truco_argentino
    others_too = [actor_of(each, model).name for each in game.flor.seats if each != seat]
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


def _envido_settled(settled: events_pb2.EnvidoSettled, model: TableModel) -> list[str]:
    side = for_side(model, settled.team)
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
    if _call_before(model) in FLOR_WORDS:
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
    if truco.HasField("flor"):
        seats = [model.name_of(seat) for seat in truco.flor.seats]
        lines.append(_("Flor: {names}.", names=names(seats)))
    lines += [
        _("Not counted yet: {n} for {side}.", n=points, side=for_side(model, side))
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
    who = actor_of(losers[0], model) if len(losers) == 1 else None
    match last.reason:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return on_tricks(model, duel)
        case HandEndReason.HAND_END_REASON_FOLD:
            if who:
                return who.did(mark("{name} declined"), mark("you declined"))
            return _("the others declined")
        case HandEndReason.HAND_END_REASON_RESIGNED:
            return (
                who.did(mark("{name} folded"), mark("you folded"))
                if who
                else _("the others folded")
            )
        case HandEndReason.HAND_END_REASON_ENVIDO:
            return _("on the envido")
        case HandEndReason.HAND_END_REASON_FLOR:
            return _("on the flor")
        case _:
            return ""


def _how_ended(
    last: truco_argentino_pb2.TrucoResult, model: TableModel, duel: int = 0
) -> list[str]:
    lines: list[str] = []
    if last.HasField("flor"):
        lines.append(_flor_line(last.flor, model))
    if last.HasField("envido"):
        lines.append(_envido_line(last.envido, model))
    if last.HasField("team"):
        lines.append(
            n_(
                "Truco: {n} point for {side} ({why}).",
                "Truco: {n} points for {side} ({why}).",
                last.points,
                side=for_side(model, last.team),
                why=reason(last, model, duel),
            )
        )
    return lines


def _flor_line(result: truco_argentino_pb2.FlorResult, model: TableModel) -> str:
    side = for_side(model, result.team)
    n = result.points
    if not result.flores:
        return n_(
            "Flor declined: {n} point for {side}.",
            "Flor declined: {n} points for {side}.",
            n,
            side=side,
        )
    told = n_("Flor: {n} point for {side}.", "Flor: {n} points for {side}.", n, side=side)
    shown = [
        actor_of(each.seat, model).did(
            mark("{name} had {cards}."), mark("You had {cards}."), cards=cards_words(each.cards)
        )
        for each in result.flores
    ]
    return " ".join((told, *shown))


def _envido_line(result: truco_argentino_pb2.EnvidoResult, model: TableModel) -> str:
    side = for_side(model, result.team)
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
    told = n_("Envido: {n} point for {side}.", "Envido: {n} points for {side}.", n, side=side)
    return f"{told} {_number_line(result, actor_of(result.seat, model))}"


def _number_line(result: truco_argentino_pb2.EnvidoResult, who: Actor) -> str:
    if result.wrong:
        return who.did(
            mark("{name} said {number} without having it."),
            mark("You said {number} without having it."),
            number=result.number,
        )
    if result.cards:
        return who.did(
            mark("{name} had {number}: {cards}."),
            mark("You had {number}: {cards}."),
            number=result.number,
            cards=cards_words(result.cards),
        )
    return who.did(
        mark("{name} said {number}, and nobody asked to see it."),
        mark("You said {number}, and nobody asked to see it."),
        number=result.number,
    )


def add_truco(
    scene: Scene,
    model: TableModel,
    view: views_pb2.PublicView,
    fresh: Fresh,
) -> Scene:
    """Return the scene with what the game adds to it."""
    truco = view.truco_argentino
    names = team_names(model)
    facts = [_("hand {hand}", hand=view.hand)]
    if view.phase not in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
        facts.append(_("worth {points}", points=truco.stake))
    facts.append(_("{name} deals", name=model.name_of(view.dealer)))
    if len(truco.active) == 2 and len(model.table.seats) > 2:
        one, other = (model.name_of(seat) for seat in truco.active)
        facts.insert(0, _("duel: {one} and {other}", one=one, other=other))
    hand = scene.hand
    if model.own is not None and model.own.truco_argentino.pair and view is model.view:
        number = model.own.truco_argentino.number
        hint = _("envido {number}", number=number)
        if model.own.truco_argentino.HasField("flor"):
            hint = _("flor {number}", number=model.own.truco_argentino.flor)
        hand = hand._replace(hint=hint)
    return scene._replace(
        seats=tuple(_seat(seat, truco) for seat in scene.seats),
        top=scene.top._replace(facts=tuple(facts), score=score_words(model, view, truco.pending)),
        trick=trick_of(truco, fresh.played, between=view.phase in _ROUND),
        earlier=_earlier(view, truco, names),
        tallies=tallies_of(
            model,
            view,
            truco.target,
            fresh.scored,
            malas=truco.malas,
            pending=truco.pending,
        ),
        stake=_stake(model, view, truco) if view.phase in _ROUND else None,
        stub=Stub() if view.phase in _ROUND else None,
        caption=_caption(truco, model),
        hand=hand,
    )


def _stake(
    model: TableModel,
    view: views_pb2.PublicView,
    truco: truco_argentino_pb2.TrucoArgentinoPublic,
) -> Stake:
    envido = truco.envido
    said = envido.HasField("worth")  # the numbers are being said
    word = envido.bets[-1] if said else truco.call
    call = word_in(TrucoWord.DESCRIPTOR, word).replace("_", " ") if word else ""
    raised = bool(call) or truco.stake > 1
    apart = envido.worth if said else None
    return stake_of(view, truco, model, called=call, raised=raised, apart=apart)


def _caption(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> str:
    """Return what has been bet on the envido or the flor, who won it, and what waits behind it."""
    if truco.HasField("flor"):
        return _flor_caption(truco, model)
    if truco.envido.HasField("winner"):
        name, number = model.name_of(truco.envido.winner), truco.envido.number
        return _("envido: {name} with {number}", name=name, number=number)
    bets = " + ".join(called(bet).strip("¡!").lower() for bet in truco.envido.bets)
    if truco.envido.state == truco_argentino_pb2.ENVIDO_STAGE_FOLDED:
        return _("{bets}: declined", bets=bets)
    if bets and truco.held:
        return _("{bets}; {call} is waiting", bets=bets, call=called(truco.held))
    return bets


def _flor_caption(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> str:
    flor = truco.flor
    if flor.HasField("winner"):
        name = model.name_of(flor.winner)
        return _("flor: {name} with {number}", name=name, number=flor.number)
    bets = " + ".join(called(bet).strip("¡!").lower() for bet in flor.bets)
    if flor.state == FlorStage.FLOR_STAGE_FOLDED:
        return _("{bets}: declined", bets=bets)
    if flor.state == FlorStage.FLOR_STAGE_WON:
        seats = [model.name_of(seat) for seat in flor.seats]
        return _("flor: {names}", names=names(seats))
    return (
        _("{bets}; {call} is waiting", bets=bets, call=called(truco.held)) if truco.held else bets
    )


def _seat(seat: SeatScene, truco: truco_argentino_pb2.TrucoArgentinoPublic) -> SeatScene:
    notes = seat.notes
    resigned = seat.seat in truco.resigned
    if resigned:
        notes = (_("folded"), *notes)
    spoken = next((said for said in truco.spoken if said.seat == seat.seat), None)
    said, loud, weight = "", False, 0
    if spoken is not None:
        said = str(spoken.number) if spoken.HasField("number") else called(spoken.verb)
        called_now = spoken.verb == truco.call and _is_caller(spoken.seat, truco)
        loud = called_now or spoken.verb == truco.held
        weight = weight_of(spoken.verb)
    aside = bool(truco.active) and seat.seat not in truco.active
    return seat._replace(
        mark="mano" if seat.seat == truco.mano else "",
        bubble=said,
        loud=loud,
        weight=weight,
        notes=notes,
        faded=resigned or aside or not seat.name,
    )


def _is_caller(seat: int, truco: truco_argentino_pb2.TrucoArgentinoPublic) -> bool:
    return truco.HasField("caller") and seat == truco.caller


def _earlier(
    view: views_pb2.PublicView,
    truco: truco_argentino_pb2.TrucoArgentinoPublic,
    names: tuple[str, str],
) -> tuple[Earlier, ...]:
    if view.phase not in _ROUND:
        return ()
    earlier = finished(truco, names, tied="parda")
    for number, duel in enumerate(truco.duels, 1):
        side = duel.team % 2 if duel.HasField("team") else None
        known = tuple(each.card for each in truco.earlier if each.seat in duel.seats)
        winner = "" if side is None else names[side]
        label = _("duel {number} {winner}", number=number, winner=winner)
        earlier.append(Earlier(label.rstrip(), side, known))
    return tuple(earlier)


class TrucoArgentino(Presenter):
    """The face of Truco Argentino."""

    id = "truco-argentino"
    name = "Truco argentino"
    verbs = VERBS
    card_verb = "play"
    last_verb = "resign"
    options = OPTIONS
    asked_first = ("flor",)
    presets = PRESETS
    example = Example((("play", " 7E"), ("envido", ""), ("no_quiero", "")), asked="truco")

    def signals(self, table: tables_pb2.Table) -> Mapping[Gesture.ValueType, str]:
        """Return what gestures mean by tradition; one is of no use where no flor is played."""
        flor = "flor" in table.options and table.options["flor"].choice == "obligatory"
        return {each: SIGNALS[each] for each in SIGNALS if flor or each != FLOR_SIGNAL}

    def has_own_signals(self, table: tables_pb2.Table) -> bool:
        """Return whether the players have consented to codes: an option of the table."""
        return OWN_SIGNALS in table.options and table.options[OWN_SIGNALS].flag

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        view = model.view
        return None if view is None else argentine_risk(choice, view.truco_argentino, model)

    def only_number(self, choice: actions_pb2.Choice, model: TableModel) -> int | None:
        """Say your true envido, where the winner's number is always checked (TA-44)."""
        if verb_of(choice) != "declare" or model.own is None:
            return None
        options = model.table.options
        if "envido_show" in options and options["envido_show"].choice == "on_request":
            return None
        return model.own.truco_argentino.number

    def usual_number(self, verb: str, low: int, high: int, model: TableModel) -> int:
        """Begin to declare from your true number."""
        if verb == "declare" and model.own is not None:
            return model.own.truco_argentino.number
        return super().usual_number(verb, low, high, model)

    def number_line(
        self, choice: actions_pb2.Choice, word: str, price: str, model: TableModel
    ) -> str:
        """Remind who declares of the true number."""
        if verb_of(choice) != "declare" or model.own is None:
            return super().number_line(choice, word, price, model)
        if (number := self.only_number(choice, model)) is not None:
            return _("{word}: you say {number}", word=word, number=number)
        low, high, _most = span_of(choice)
        return _(
            "{word} N, from {low} to {high}; you have {number}",
            word=word,
            low=low,
            high=high,
            number=model.own.truco_argentino.number,
        )

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        return sentences(event, model, among)

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return prompt(view, model)

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.standing`; of the second half of the points it says so."""
        return standing(view, model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return outcome(view.truco_argentino, model)

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        return match_paper(view, model, self.outcome(view, model), room)

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        return final_scores(view, model)

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return final_lines(view, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return reason(view.truco_argentino.last, model, max(len(view.truco_argentino.duels) - 1, 0))

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return state_lines(view.truco_argentino, model)

    def ladder(self, model: TableModel) -> Ladder:
        """See `Presenter.ladder` (TA-02)."""
        return ladder_of(model, _LADDER)

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return your envido, or your flor."""
        if own.truco_argentino.HasField("flor"):
            return _("You have a flor of {number}.", number=own.truco_argentino.flor)
        return _("Your envido is {number}.", number=own.truco_argentino.number)

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return add_truco(scene, model, view, fresh)
