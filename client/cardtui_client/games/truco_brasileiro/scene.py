"""The scene of Brazilian truco: beans, the rite of the mão, raises, tricks, what one has seen."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import truco_brasileiro_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.truco_brasileiro_pb2 import TrucoBrasileiroHandKind
from cardtui_client.games.truco.brazilian.prompt import RAISES
from cardtui_client.games.truco.brazilian.verbs import called
from cardtui_client.games.truco_argentino.scene import (
    finished,
    score_words,
    tallies_of,
    team_names,
    trick_of,
)
from cardtui_client.games.truco_brasileiro.verbs import VERBS
from cardtui_client.i18n import _
from cardtui_client.model.cards import card_name
from cardtui_client.model.sides import names, sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.scene.hand import HandScene
from cardtui_client.scene.middle import Laid
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.shows import Fresh
from cardtui_client.scene.tricks import Earlier

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic

MOST_REJECTED: Final = 9
"""Three times three cards (TB-09)."""
_TRICKS: Final = (Phase.PHASE_PLAY, Phase.PHASE_ANSWER, Phase.PHASE_IRON)
_MOST_SEEN: Final = 3


def add_brasileiro(
    scene: Scene,
    model: TableModel,
    view: views_pb2.PublicView,
    fresh: Fresh,
) -> Scene:
    """Return the scene with what the game adds to it."""
    game = view.truco_brasileiro
    names = team_names(model)
    partner = _partner(model.own if view is model.view else model.own_before, game)
    rejected = tuple(game.rejected[:MOST_REJECTED])
    earlier: list[Earlier] = []
    if view.phase in _TRICKS:
        earlier = finished(game, names, tied=_("tie"))
    if partner and view.phase == Phase.PHASE_MAO:
        earlier.append(Earlier(_("your partner"), None, partner))
    if rejected and view.phase in _TRICKS:
        earlier.append(Earlier(_("rejected"), None, rejected))
    return scene._replace(
        seats=tuple(_seat(seat, model, view, partner) for seat in scene.seats),
        top=scene.top._replace(
            facts=tuple(_facts(model, view, game)), score=score_words(model, view)
        ),
        trick=trick_of(game, fresh.played, between=view.phase in _TRICKS),
        earlier=tuple(earlier),
        tallies=tallies_of(model, view, game.target, fresh.scored),
        bowl=True,
        middle=_laid(view, rejected, partner, fresh) or scene.middle,
        stub=view.phase in (*_TRICKS, Phase.PHASE_MAO, Phase.PHASE_ELEVEN),
        caption=_caption(model, view, game, partner),
        hand=_hand(scene.hand, model, view),
    )


def _facts(model: TableModel, view: views_pb2.PublicView, game: Public) -> list[str]:
    facts = [_("hand {hand}", hand=view.hand)]
    if game.kind == TrucoBrasileiroHandKind.TRUCO_BRASILEIRO_HAND_KIND_ELEVEN:
        facts.insert(0, _("at eleven"))
    elif game.kind == TrucoBrasileiroHandKind.TRUCO_BRASILEIRO_HAND_KIND_IRON:
        facts.insert(0, _("iron hand"))
    if view.phase not in (Phase.PHASE_DEAL, Phase.PHASE_OVER, Phase.PHASE_CUT):
        facts.append(_("worth {points}", points=game.stake))
    if game.HasField("proposed"):
        facts.append(_("{points} called", points=game.proposed))
    facts.append(_("{name} deals", name=model.name_of(view.dealer)))
    return facts


def _laid(
    view: views_pb2.PublicView, rejected: tuple[int, ...], partner: tuple[int, ...], fresh: Fresh
) -> Laid | None:
    """Return what lies open in the middle: rejected cards, or at eleven the partner's."""
    match view.phase:
        case Phase.PHASE_MAO if rejected:
            return Laid(rejected, fresh=sum(card in fresh.shown for card in rejected))
        case Phase.PHASE_ELEVEN if partner:
            return Laid(partner, partner=True)
        case _:
            return None


def _caption(
    model: TableModel, view: views_pb2.PublicView, game: Public, partner: tuple[int, ...]
) -> str:
    match view.phase:
        case Phase.PHASE_MAO if game.rejections:
            return _("rejected {n} of {most} times", n=game.rejections, most=game.most_rejections)
        case Phase.PHASE_ELEVEN if partner and model.seat is not None:
            partners = [model.name_of(each) for each in model.partners_of(model.seat)]
            return _("{name} holds these", name=names(partners))
        case Phase.PHASE_IRON if game.tricks:
            return _("tricks: {score}", score=_tricks_won(model, game))
        case _:
            return ""


def _tricks_won(model: TableModel, game: Public) -> str:
    names = team_names(model)
    won = {
        side: sum(trick.HasField("team") and trick.team == side for trick in game.tricks)
        for side in sides_in_order(model)
    }
    return " · ".join(f"{names[side]} {tricks}" for side, tricks in won.items())


def _seat(
    seat: SeatScene, model: TableModel, view: views_pb2.PublicView, partner: tuple[int, ...]
) -> SeatScene:
    game = view.truco_brasileiro
    notes = seat.notes
    if game.HasField("last_foul") and game.last_foul.seat == seat.seat:
        notes = (_("foul"), *notes)
    spoken = next((said for said in game.spoken if said.seat == seat.seat), None)
    said, loud = "", False
    if spoken is not None:
        said = called(spoken.verb, spoken.number, VERBS)
        raised = spoken.verb in RAISES
        loud = raised and game.HasField("proposed") and spoken.number == game.proposed
    mine = model.seat is not None and seat.seat in model.partners_of(model.seat)
    shown = tuple(each.card for each in game.shown[:_MOST_SEEN] if each.seat == seat.seat)
    if shown:
        cards = ", ".join(card_name(card) for card in shown)
        notes = (*notes, _("shown: {cards}", cards=cards))
    return seat._replace(
        mark="mão" if seat.seat == game.mao else "",
        bubble=said,
        loud=loud,
        notes=notes,
        shown=partner if mine and partner and view.phase != Phase.PHASE_ELEVEN else (),
        faded=not seat.name,
    )


def _partner(own: views_pb2.OwnView | None, game: Public) -> tuple[int, ...]:
    """Return the partner's cards that one has seen and that have not been played in sight."""
    if own is None:
        return ()
    laid = {each.card for trick in game.tricks for each in trick.cards}
    laid |= {each.card for each in game.trick}
    seen = own.truco_brasileiro.partner[:_MOST_SEEN]
    return tuple(card for card in seen if card not in laid)


def _hand(hand: HandScene, model: TableModel, view: views_pb2.PublicView) -> HandScene:
    if model.own is None or view is not model.view:
        return hand
    hidden = model.own.truco_brasileiro.face_down[:_MOST_SEEN]
    if not hidden:
        return hand
    names = ", ".join(card_name(card) for card in hidden)
    return hand._replace(hint=_("face down: {cards}", cards=names))
