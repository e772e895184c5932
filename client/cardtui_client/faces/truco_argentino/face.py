"""The face of Truco Argentino: score and buenas, stake, which envido a key says, the hand's end.
Which number may be said instead: `may_say_other`. Keys and calls are in
`faces/truco_argentino/verbs.py`, sentences in `faces/truco_argentino/sentences.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from cardtui.v1 import (
    actions_pb2,
    cards_pb2,
    events_pb2,
    tables_pb2,
    truco_argentino_pb2,
    truco_pb2,
    views_pb2,
)
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.truco_argentino_pb2 import FlorStage, TrucoArgentinoDeal
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.faces.arguments import act_again, span_of, verb_of
from cardtui_client.faces.match_won import on_tricks
from cardtui_client.faces.presenter import Example, Happened, Risk, Verb
from cardtui_client.faces.truco.face import (
    TrucoFace,
    card_order_of,
    cards_and_calls,
    finished,
    ranked,
    said_again,
    score_words,
    stake_of,
    tallies_of,
    team_names,
    trick_of,
    tricks_lines,
)
from cardtui_client.faces.truco_argentino.sentences import (
    envido_folded,
    mano_words,
    sentences,
    who_folded,
)
from cardtui_client.faces.truco_argentino.verbs import (
    FLOR_SIGNAL,
    OPTIONS,
    OWN_SIGNALS,
    PRESETS,
    RESIGN,
    SIGNALS,
    VERBS,
    answer_to,
    argentine_risk,
    brief_signal,
    called,
    prompt,
    verb_now,
    weight_of,
)
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import (
    Actor,
    actor_of,
    dealt_by,
    for_seats,
    for_side,
    names,
    score_line,
)
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word, word_in
from cardtui_client.scene.middle import Stub
from cardtui_client.scene.scene import CardOrder, Earlier, Fresh, Scene, SeatScene, Stake

_HAND_PHASES: Final = (
    Phase.PHASE_PLAY,
    Phase.PHASE_FLOR,
    Phase.PHASE_ANSWER,
    Phase.PHASE_ENVIDO,
    Phase.PHASE_SHOW,
)

_HIGHEST_CARDS: Final = tuple(
    getattr(cards_pb2, f"CARD_SPANISH_{code}") for code in ("1E", "1B", "7E", "7O")
)
_CARD_ORDER: Final = ranked(
    "spanish", _HIGHEST_CARDS, ["3", "2", "1", "12", "11", "10", "7", "6", "5", "4"]
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
    worth = n_("The hand is worth {n} point.", "The hand is worth {n} points.", truco.stake)
    lines = [f"{worth} {mano_words(truco.mano, model)}", *tricks_lines(truco, model)]
    if truco.HasField("flor"):
        lines.append(_("Flor: {names}.", names=for_seats(truco.flor.seats, model)))
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
    ours = model.seat in losers
    match last.reason:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return on_tricks(model, duel)
        case HandEndReason.HAND_END_REASON_FOLD:
            if who:
                return who.did(mark("{name} declined"), mark("you declined"))
            return _("your side declined") if ours else _("the others declined")
        case HandEndReason.HAND_END_REASON_RESIGNED:
            return who_folded(losers, model)
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
        lines.append(_envido_line(last.envido, model, last.seats))
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


def _envido_line(
    result: truco_argentino_pb2.EnvidoResult, model: TableModel, seats: Sequence[int]
) -> str:
    side = for_side(model, result.team)
    n = result.points
    if result.resigned:
        return envido_folded(result.team, n, model, seats)
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
    facts.append(dealt_by(view.dealer, model))
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
        seats=tuple(_seat(seat, truco, model) for seat in scene.seats),
        top=scene.top._replace(facts=tuple(facts), score=score_words(model, view, truco.pending)),
        trick=trick_of(view, truco, model, fresh.played, between=view.phase in _HAND_PHASES),
        earlier=_earlier(view, truco, names),
        tallies=tallies_of(
            model,
            view,
            truco.target,
            fresh.scored,
            malas=truco.malas,
            pending=truco.pending,
        ),
        stake=_stake(model, view, truco) if view.phase in _HAND_PHASES else None,
        stub=Stub() if view.phase in _HAND_PHASES else None,
        caption=_caption(truco, model),
        hand=hand,
    )


def _stake(
    model: TableModel,
    view: views_pb2.PublicView,
    truco: truco_argentino_pb2.TrucoArgentinoPublic,
) -> Stake:
    envido = truco.envido
    said = bool(envido.bets) and envido.HasField("worth")  # the numbers are being said
    word = envido.bets[-1] if said else truco.call
    call = word_in(TrucoWord.DESCRIPTOR, word).replace("_", " ") if word else ""
    raised = bool(call) or truco.stake > 1
    apart = envido.worth if said else None
    return stake_of(view, truco, model, called=call, raised=raised, apart=apart, always=RESIGN)


def _caption(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> str:
    """Return what has been bet on the envido or the flor, who won it, and what waits behind it."""
    if truco.HasField("flor"):
        return _flor_caption(truco, model)
    if truco.envido.HasField("winner"):
        name, number = for_seats((truco.envido.winner,), model), truco.envido.number
        told = _("envido: {name} with {number}", name=name, number=number)
        return _with_points(told, truco, model)
    bets = truco.envido.bets
    if truco.envido.state == truco_argentino_pb2.ENVIDO_STAGE_FOLDED:
        return _with_points(_("{bets}: declined", bets=_chain(bets[-1:])), truco, model)
    return _before_held(bets, truco)


def _chain(bets: Iterable[TrucoWord.ValueType]) -> str:
    return " + ".join(called(bet).strip("¡!").lower() for bet in bets)


def _before_held(
    bets: Sequence[TrucoWord.ValueType], truco: truco_argentino_pb2.TrucoArgentinoPublic
) -> str:
    """Return the bets, or the last of them and the call that waits: all have no room there."""
    if not bets or not truco.held:
        return _chain(bets)
    return _("{bets}; {call} is waiting", bets=_chain(bets[-1:]), call=called(truco.held))


def _with_points(
    told: str, truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel
) -> str:
    """Return what was told of an envido, with the points that wait for the end of the hand."""
    for side, points in enumerate(truco.pending):
        if points:
            whom = for_side(model, side)
            return _("{told} · {points} for {whom}", told=told, points=points, whom=whom)
    return told


def _flor_caption(truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel) -> str:
    flor = truco.flor
    if flor.HasField("winner"):
        name = for_seats((flor.winner,), model)
        return _("flor: {name} with {number}", name=name, number=flor.number)
    if flor.state == FlorStage.FLOR_STAGE_FOLDED:
        return _("{bets}: declined", bets=_chain(flor.bets[-1:]))
    if len(flor.bets) > 1:
        return (
            _chain(flor.bets)
            if flor.state == FlorStage.FLOR_STAGE_WON
            else _before_held(flor.bets, truco)
        )
    told = _("flor: {names}", names=for_seats(flor.seats, model))
    if flor.state == FlorStage.FLOR_STAGE_WON or not truco.held:
        return told
    return _("{bets}; {call} is waiting", bets=told, call=called(truco.held))


def _seat(
    seat: SeatScene, truco: truco_argentino_pb2.TrucoArgentinoPublic, model: TableModel
) -> SeatScene:
    notes = seat.notes
    resigned = seat.seat in truco.resigned
    if resigned:
        notes = (_("folded"), *notes)
    spoken = next((said for said in truco.spoken if said.seat == seat.seat), None)
    said, loud, weight = "", False, 0
    if spoken is not None:
        said = str(spoken.number) if spoken.HasField("number") else _said_aloud(spoken, truco)
        if spoken.verb == TrucoWord.TRUCO_WORD_SON_BUENAS:
            said = verb_now("son_buenas", seat.seat, truco, model).aloud()
        called_now = spoken.verb == truco.call and _is_caller(spoken.seat, truco)
        loud = called_now or spoken.verb == truco.held
        weight = weight_of(spoken.verb)
    elif seat.seat in truco.flor.seats and any(
        each.verb == TrucoWord.TRUCO_WORD_FLOR for each in truco.spoken
    ):
        # TA-83: one announcement is for all who have one.
        said, weight = called(TrucoWord.TRUCO_WORD_FLOR), weight_of(TrucoWord.TRUCO_WORD_FLOR)
    aside = bool(truco.active) and seat.seat not in truco.active
    return seat._replace(
        mark="mano" if seat.seat == truco.mano else "",
        bubble=said,
        loud=loud,
        weight=weight,
        notes=notes,
        faded=resigned or aside or not seat.name,
    )


def _said_aloud(
    spoken: truco_pb2.SpokenCall, truco: truco_argentino_pb2.TrucoArgentinoPublic
) -> str:
    """Return what a seat said last; an answer to a flor has words of its own (TA-85)."""
    answers = (before.verb for before, each in pairwise(truco.said) if each.seat == spoken.seat)
    answered = next(reversed([*answers]), TrucoWord.TRUCO_WORD_UNSPECIFIED)
    word = word_in(TrucoWord.DESCRIPTOR, spoken.verb)
    return answer_to(answered, word).aloud() if word in VERBS else ""


def _is_caller(seat: int, truco: truco_argentino_pb2.TrucoArgentinoPublic) -> bool:
    return truco.HasField("caller") and seat == truco.caller


def _earlier(
    view: views_pb2.PublicView,
    truco: truco_argentino_pb2.TrucoArgentinoPublic,
    names: tuple[str, str],
) -> tuple[Earlier, ...]:
    if view.phase not in _HAND_PHASES:
        return ()
    earlier = finished(truco, names, tied="parda")
    for number, duel in enumerate(truco.duels, 1):
        side = duel.team % 2 if duel.HasField("team") else None
        known = tuple(each.card for each in truco.earlier if each.seat in duel.seats)
        winner = "" if side is None else names[side]
        label = _("duel {number} {winner}", number=number, winner=winner)
        earlier.append(Earlier(label.rstrip(), side, known))
    return tuple(earlier)


def _claimed(claim: truco_argentino_pb2.EnvidoClaim) -> events_pb2.Event | None:
    """Return what was said of an envido number."""
    if claim.HasField("number"):
        return act_again(claim.seat, "declare", points=claim.number)
    return act_again(claim.seat, "son_buenas")


class TrucoArgentino(TrucoFace):
    """The face of Truco Argentino."""

    id = "truco-argentino"
    name = "Truco argentino"
    verbs = VERBS
    last_verb = RESIGN
    options = OPTIONS
    asked_first = ("flor", "target")
    presets = PRESETS
    example = Example((("play", " 7E"), ("envido", ""), ("no_quiero", "")), asked="truco")

    def verb_now(
        self, verb: str, seat: int, view: views_pb2.PublicView | None, model: TableModel
    ) -> Verb:
        """See `Presenter.verb_now` (TA-42)."""
        word = sheet_word(verb)
        if view is None or word not in VERBS:
            return self.verb(verb)
        return verb_now(word, seat, view.truco_argentino, model)

    def signals(self, table: tables_pb2.Table) -> Mapping[Gesture.ValueType, str]:
        """Return what gestures mean by tradition; one is of no use where no flor is played."""
        flor = "flor" in table.options and table.options["flor"].choice == "obligatory"
        return {each: SIGNALS[each] for each in SIGNALS if flor or each != FLOR_SIGNAL}

    def brief_signals(self, table: tables_pb2.Table) -> Mapping[Gesture.ValueType, str]:
        """Return the same in a word each."""
        if self.has_own_signals(table):
            return {}
        return {each: brief_signal(each) for each in self.signals(table)}

    def has_own_signals(self, table: tables_pb2.Table) -> bool:
        """Return whether the players have consented to codes: an option of the table."""
        return OWN_SIGNALS in table.options and table.options[OWN_SIGNALS].flag

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        view = model.view
        return None if view is None else argentine_risk(choice, view.truco_argentino, model)

    def only_number(self, choice: actions_pb2.Choice, model: TableModel) -> int | None:
        """Say your true envido."""
        if verb_of(choice) != "declare" or model.own is None:
            return None
        return model.own.truco_argentino.number

    def may_say_other(self, choice: actions_pb2.Choice, model: TableModel) -> bool:
        """Tell whether numbers are checked on request alone (TA-44): any other one only loses."""
        options = model.table.options
        on_request = "envido_show" in options and options["envido_show"].choice == "on_request"
        return on_request and self.only_number(choice, model) is not None

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
        if not self.may_say_other(choice, model):
            number = model.own.truco_argentino.number
            return _("{word}: you say {number}", word=word, number=number)
        low, high, _most = span_of(choice)
        return _(
            "{word}: you say {number}; or {word} N, from {low} to {high}",
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

    def answered(self, view: views_pb2.PublicView) -> str:
        if view.phase != Phase.PHASE_ANSWER:
            return ""
        return word_in(TrucoWord.DESCRIPTOR, view.truco_argentino.call)

    def awaits(self, view: views_pb2.PublicView, model: TableModel) -> str:
        call = called(view.truco_argentino.call)
        if view.phase != Phase.PHASE_ANSWER or not call:
            return super().awaits(view, model)
        return _("an answer to “{call}”", call=call)

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.standing`; of the second half of the points it says so."""
        return standing(view, model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return outcome(view.truco_argentino, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return reason(view.truco_argentino.last, model, max(len(view.truco_argentino.duels) - 1, 0))

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return state_lines(view.truco_argentino, model)

    def passed(self, view: views_pb2.PublicView, model: TableModel) -> Sequence[Happened]:
        truco = view.truco_argentino
        calls = [(each.laid, said_again(each, self)) for each in truco.said]
        if truco.envido.HasField("worth"):  # the numbers are being said
            laid = calls[-1][0] if calls else 0
            calls += [(laid, _claimed(each)) for each in truco.envido.claims]
        return cards_and_calls(truco, calls, len(truco.active))

    def card_order(self, model: TableModel) -> CardOrder:
        """See `Presenter.card_order` (TA-02)."""
        return card_order_of(model, _CARD_ORDER)

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return your envido, or your flor."""
        if own.truco_argentino.HasField("flor"):
            return _("You have a flor of {number}.", number=own.truco_argentino.flor)
        return _("Your envido is {number}.", number=own.truco_argentino.number)

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return add_truco(scene, model, view, fresh)
