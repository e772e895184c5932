"""The scene of Brazilian truco: beans, the rite of the mão, raises, tricks, what one has seen."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Final

from cardtui.v1 import truco_brasileiro_pb2, views_pb2
from cardtui_client.calls_brasileiro import call
from cardtui_client.cards import card_name
from cardtui_client.i18n import _, n_
from cardtui_client.model import TableModel
from cardtui_client.widgets.scene import Earlier, HandScene, Scene, SeatScene, Tally
from cardtui_client.widgets.staging_truco import finished, score_words, team_names, trick_of

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic

MOST_REJECTED: Final = 9
"""Three times three cards (TB-09)."""
_TRICKS: Final = ("play", "answer", "iron")
_MOST_SEEN: Final = 3


def add_brasileiro(
    scene: Scene,
    model: TableModel,
    view: views_pb2.PublicView,
    played: AbstractSet[int],
    scored: AbstractSet[int],
) -> Scene:
    """Return the scene with what the game adds to it."""
    game = view.truco_brasileiro
    names = team_names(model)
    partner = _partner(model, game) if view is model.view else ()
    rejected = tuple(game.rejected[:MOST_REJECTED])
    earlier: list[Earlier] = []
    if view.phase in _TRICKS:
        earlier = finished(game, names, tied=_("tie"))
    if partner and view.phase in ("mao", "eleven"):
        earlier.append(Earlier(_("your partner"), None, partner))
    if rejected and view.phase in _TRICKS:
        earlier.append(Earlier(_("rejected"), None, rejected))
    return scene._replace(
        seats=tuple(_seat(seat, model, game, partner) for seat in scene.seats),
        top=scene.top._replace(
            facts=tuple(_facts(model, view, game)), score=score_words(names, view)
        ),
        trick=trick_of(game, played, between=view.phase in _TRICKS),
        earlier=tuple(earlier),
        tallies=tuple(
            Tally(names[side], points, game.target, side in scored)
            for side, points in enumerate(view.scores[:2])
        ),
        bowl=True,
        laid=rejected if view.phase == "mao" else (),
        caption=_caption(view, game),
        print="french",
        hand=_hand(scene.hand, model, view),
    )


def may_hide(model: TableModel) -> bool:
    """Tell whether one may play a card face down now (TB-22)."""
    return model.own is not None and model.own.truco_brasileiro.may_hide


def _facts(model: TableModel, view: views_pb2.PublicView, game: Public) -> list[str]:
    facts = [_("hand {hand}", hand=view.hand)]
    if game.kind == "eleven":
        facts.insert(0, _("at eleven"))
    elif game.kind == "iron":
        facts.insert(0, _("iron hand"))
    if view.phase not in ("deal", "over", "cut"):
        facts.append(_("worth {points}", points=game.stake))
    if game.HasField("proposed"):
        facts.append(_("{points} called", points=game.proposed))
    facts.append(_("{name} deals", name=model.name_of(view.dealer)))
    return facts


def _caption(view: views_pb2.PublicView, game: Public) -> str:
    if view.phase == "mao" and game.rejections:
        n = game.rejections
        return n_("rejected {n} time", "rejected {n} times", n)
    return ""


def _seat(seat: SeatScene, model: TableModel, game: Public, partner: tuple[int, ...]) -> SeatScene:
    notes = seat.notes
    if game.HasField("last_foul") and game.last_foul.seat == seat.seat:
        notes = (_("foul"), *notes)
    spoken = next((said for said in game.spoken if said.seat == seat.seat), None)
    said, loud = "", False
    if spoken is not None:
        said = call(spoken.verb, spoken.number)
        raised = spoken.verb in ("truco", "raise")
        loud = raised and game.HasField("proposed") and spoken.number == game.proposed
    mine = model.seat is not None and seat.seat == (model.seat + 2) % 4
    shown = tuple(each.card for each in game.shown[:_MOST_SEEN] if each.seat == seat.seat)
    if shown:
        cards = ", ".join(card_name(card) for card in shown)
        notes = (*notes, _("shown: {cards}", cards=cards))
    return seat._replace(
        mark="mão" if seat.seat == game.mao else "",
        bubble=said,
        loud=loud,
        notes=notes,
        shown=partner if mine and partner else (),
        faded=not seat.name,
    )


def _partner(model: TableModel, game: Public) -> tuple[int, ...]:
    """Return the partner's cards that one has seen and that have not been played in sight."""
    if model.own is None:
        return ()
    laid = {each.card for trick in game.tricks for each in trick.cards}
    laid |= {each.card for each in game.trick}
    seen = model.own.truco_brasileiro.partner[:_MOST_SEEN]
    return tuple(card for card in seen if card not in laid)


def _hand(hand: HandScene, model: TableModel, view: views_pb2.PublicView) -> HandScene:
    if model.own is None or view is not model.view:
        return hand
    hidden = model.own.truco_brasileiro.face_down[:_MOST_SEEN]
    if not hidden:
        return hand
    names = ", ".join(card_name(card) for card in hidden)
    return hand._replace(hint=_("face down: {cards}", cards=names))
