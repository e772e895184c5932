"""The scene of the rummy games: stock and discards, bets and pot, lives, na boa, melds."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.arguments import words_of
from cardtui_client.games.betting.bubbles import bubble
from cardtui_client.games.betting.hands import hand_of_match
from cardtui_client.games.presenter import Presenter
from cardtui_client.games.rummy.laying import lay_verb, taken_card
from cardtui_client.games.rummy.view import MOST_OUTS, Rummy, own_melds, own_rummy, rummy_of
from cardtui_client.i18n import _, n_, p_
from cardtui_client.model.cards import corner, face
from cardtui_client.model.last_moves import LastMove
from cardtui_client.model.table import TableModel
from cardtui_client.scene.hand import HandScene
from cardtui_client.scene.middle import Middle, Piles, Pot
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.stake import Stake
from cardtui_client.text import safe_text

_BETTING: Final = (Phase.PHASE_BETTING, Phase.PHASE_MATCHING)
_PLAY: Final = (Phase.PHASE_DRAW, Phase.PHASE_DISCARD, Phase.PHASE_CONTEST)


def add_rummy(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, presenter: Presenter
) -> Scene:
    """Return the scene with what the game adds to it; the same without its part of the view."""
    rummy = rummy_of(view)
    if rummy is None:
        return scene
    facts = [hand_of_match(view.hand, rummy.hands)]
    if rummy.pot and view.phase in _PLAY:
        facts.append(_("pot {chips}", chips=view.pot))
    facts.append(_("{name} deals", name=model.name_of(view.dealer)))
    if rummy.chip_value:
        facts.append(_("a chip is {value}", value=safe_text(rummy.chip_value, 12)))
    own = model.seat
    score = ""
    if own is not None and rummy.pot and own < len(view.chips):
        score = n_("{n} chip", "{n} chips", view.chips[own])
    elif own is not None and not rummy.pot and own < len(view.scores):
        score = n_("{n} point", "{n} points", view.scores[own])
    return scene._replace(
        seats=tuple(_seat(seat, model, view, rummy, presenter) for seat in scene.seats),
        top=scene.top._replace(facts=tuple(facts), score=score),
        middle=_middle(scene.middle, model, view, rummy),
        stake=Stake(_("pot"), view.pot) if rummy.pot and view.phase in _PLAY else None,
        caption=_caption(model, view),
        hand=_hand(scene.hand, model, rummy) if view is model.view else scene.hand,
    )


def _middle(middle: Middle, model: TableModel, view: views_pb2.PublicView, rummy: Rummy) -> Middle:
    """Return what lies in the middle: the pot while chips are bet, then the piles."""
    if view.phase in _BETTING:
        return Pot(view.pot, rummy.cap or None)
    if view.phase not in _PLAY:
        return middle
    sources: list[str] = []
    for choice in model.choices():
        if choice.action.HasField("draw"):
            sources += words_of(choice)
    own = own_rummy(model.own) if view is model.view else None
    return Piles(
        stock=rummy.stock,
        pile=rummy.pile,
        discards=rummy.discards,
        flip=rummy.flip,
        trumps=rummy.trumps[:4],
        sources=tuple(sources),
        completes=_("completes!") if own and {*own.outs} & {*rummy.discards[-1:]} else "",
        pot=view.pot if rummy.pot else None,
    )


def _caption(model: TableModel, view: views_pb2.PublicView) -> str:
    if view.phase == Phase.PHASE_CONTEST and view.to_act:
        return _("{name} is asked first", name=model.name_of(view.to_act[0]))
    return ""


def _seat(
    seat: SeatScene,
    model: TableModel,
    view: views_pb2.PublicView,
    rummy: Rummy,
    presenter: Presenter,
) -> SeatScene:
    number = seat.seat
    playing = view.phase in (*_BETTING, *_PLAY)
    out = view.phase != Phase.PHASE_OVER and number in rummy.out
    folded = playing and number in rummy.folded
    notes = seat.notes
    if number in rummy.burned:  # only who is na boa can burn
        notes = (_("burned"), *notes)
    elif number in rummy.good:
        notes = ("na boa", *notes)
    if out:
        notes = (_("out"), *notes)
    elif folded:
        notes = (p_("betting", "folded"), *notes)
    lives = None
    if not rummy.pot and number < len(view.scores):
        left = max(view.scores[number], 0)
        lives = (left, max(rummy.points, left))
    moved = model.moves.get(number, LastMove()) if view.phase in _PLAY else LastMove()
    said = next((said for said in rummy.spoken if said.seat == number), None)
    return seat._replace(
        bubble=bubble(said, presenter) if said is not None and view.phase in _BETTING else "",
        notes=notes,
        chips=view.chips[number] if rummy.pot and number < len(view.chips) else None,
        bet=rummy.bets[number] if number < len(rummy.bets) else 0,
        lives=lives,
        thrown=moved.thrown,
        taken=moved.taken,
        faded=folded or out or (lives is not None and not lives[0]),
        winner=seat.winner or (view.phase == Phase.PHASE_DEAL and number in rummy.winners),
    )


def _hand(hand: HandScene, model: TableModel, rummy: Rummy) -> HandScene:
    own = own_rummy(model.own)
    if own is None:
        return hand
    hint = ""
    if own.ten or own.throws:
        hint = _("you can go out")
    elif len(own.outs) > MOST_OUTS:
        hint = _("missing: any of {n} cards", n=len(own.outs))
    elif own.outs:
        open_first = sorted(own.outs, key=lambda card: card not in rummy.discards[-1:])
        cards = " ".join(corner(face(card)) for card in open_first)
        hint = _("missing: {cards}", cards=cards)
    return hand._replace(
        hint=hint,
        melds=own_melds(own),
        throws=tuple(own.throws),
        own_order=True,
        lays=lay_verb(model),
        taken=taken_card(model),
        wild=rummy.trumps[:4],
    )
