"""The scene of Truco Argentino: trick, finished tricks, calls, stake, matches."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import truco_argentino_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.games.truco.scene import finished, score_words, tallies_of, team_names, trick_of
from cardtui_client.games.truco.stakes import stake_of
from cardtui_client.games.truco_argentino.prompt import called, weight_of
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import word_in
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.shows import Fresh
from cardtui_client.scene.stake import Stake
from cardtui_client.scene.stub import Stub
from cardtui_client.scene.tricks import Earlier

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
