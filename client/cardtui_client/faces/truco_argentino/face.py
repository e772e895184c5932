"""The face of Truco Argentino: presets, tricks, calls, stake and score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import actions_pb2, events_pb2, tables_pb2, truco_argentino_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.faces.arguments import span_of, verb_of
from cardtui_client.faces.presenter import Example, Presenter, Risk
from cardtui_client.faces.truco import face as papers
from cardtui_client.faces.truco.face import (
    finished,
    score_words,
    stake_of,
    tallies_of,
    team_names,
    trick_of,
)
from cardtui_client.faces.truco_argentino import sentences as standing
from cardtui_client.faces.truco_argentino.sentences import sentences
from cardtui_client.faces.truco_argentino.verbs import (
    OPTIONS,
    OWN_SIGNALS,
    PRESETS,
    SIGNALS,
    VERBS,
    argentine_risk,
    called,
    prompt,
    weight_of,
)
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.middle import Line, Score, Stub
from cardtui_client.scene.scene import Earlier, Fresh, Scene, SeatScene, Stake

_ROUND: Final = (Phase.PHASE_PLAY, Phase.PHASE_ANSWER, Phase.PHASE_ENVIDO, Phase.PHASE_SHOW)


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
        hand = hand._replace(hint=_("envido {number}", number=number))
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
    """Return what has been bet on the envido, or who won it, and what waits behind it."""
    if truco.envido.HasField("winner"):
        name, number = model.name_of(truco.envido.winner), truco.envido.number
        return _("envido: {name} with {number}", name=name, number=number)
    bets = " + ".join(called(bet).strip("¡!").lower() for bet in truco.envido.bets)
    if truco.envido.state == truco_argentino_pb2.ENVIDO_STAGE_FOLDED:
        return _("{bets}: declined", bets=bets)
    if bets and truco.held:
        return _("{bets}; {call} is waiting", bets=bets, call=called(truco.held))
    return bets


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
    options = OPTIONS
    presets = PRESETS
    signals = SIGNALS
    example = Example((("play", " 7E"), ("envido", ""), ("no_quiero", "")), asked="truco")

    def has_own_signals(self, table: tables_pb2.Table) -> bool:
        """Return whether the players have consented to codes: an option of the table."""
        return OWN_SIGNALS in table.options and table.options[OWN_SIGNALS].flag

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        view = model.view
        return None if view is None else argentine_risk(choice, view.truco_argentino, model)

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
        return standing.standing(view, model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return standing.outcome(view.truco_argentino, model)

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        return papers.match_paper(view, model, self.outcome(view, model), room)

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        return papers.final_scores(view, model)

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return papers.final_lines(view, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return standing.reason(
            view.truco_argentino.last, model, max(len(view.truco_argentino.duels) - 1, 0)
        )

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return standing.state_lines(view.truco_argentino, model)

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return your envido."""
        return _("Your envido is {number}.", number=own.truco_argentino.number)

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return add_truco(scene, model, view, fresh)
