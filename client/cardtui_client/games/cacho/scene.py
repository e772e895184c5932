"""The scene of Cacho: bets before the seats, the pot in the middle, the cards shown."""

from __future__ import annotations

from cardtui.v1 import cacho_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.betting.bubbles import bubble
from cardtui_client.games.betting.hands import hand_of_match
from cardtui_client.games.cacho.sentences import rank_words
from cardtui_client.games.presenter import Presenter
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import Pot
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.stub import Stub
from cardtui_client.text import safe_text

_ROUNDS = (Phase.PHASE_FIRST, Phase.PHASE_SECOND, Phase.PHASE_THIRD)


def add_cacho(
    scene: Scene, model: TableModel, view: views_pb2.PublicView, face: Presenter
) -> Scene:
    """Return the scene with what the game adds to it."""
    cacho = view.cacho
    facts = [hand_of_match(view.hand, cacho.hands)]
    match view.phase:
        case Phase.PHASE_FIRST:
            facts.append(_("first round"))
        case Phase.PHASE_SECOND:
            facts.append(_("second round"))
        case Phase.PHASE_THIRD:
            facts.append(_("third round"))
        case _:
            pass
    facts.append(_("{name} deals", name=model.name_of(view.dealer)))
    hand = scene.hand
    score = ""
    if model.own is not None and view is model.view:
        own = model.own.cacho
        hand = hand._replace(hint=rank_words(own.rank, own.points))
    if model.seat is not None and model.seat < len(view.chips):
        score = n_("{n} chip", "{n} chips", view.chips[model.seat])
    if cacho.chip_value:
        facts.append(_("a chip is {value}", value=safe_text(cacho.chip_value, 12)))
    middle = scene.middle
    if view.phase in _ROUNDS:
        middle = Pot(view.pot, cacho.cap if cacho.HasField("cap") else None)
    return scene._replace(
        seats=tuple(_seat(seat, view, cacho, face) for seat in scene.seats),
        top=scene.top._replace(facts=tuple(facts), score=score),
        middle=middle,
        stub=Stub() if view.phase in _ROUNDS else None,
        hand=hand,
    )


def _seat(
    seat: SeatScene, view: views_pb2.PublicView, cacho: cacho_pb2.CachoPublic, face: Presenter
) -> SeatScene:
    number = seat.seat
    notes = seat.notes
    passed = number in cacho.passed
    out = number in cacho.out
    if out:
        notes = (_("out"), *notes)
    elif passed:
        notes = (_("passed"), *notes)
    shown: tuple[int, ...] = ()
    if view.phase in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
        shown = next((tuple(hand.cards) for hand in cacho.last.hands if hand.seat == number), ())
    spoken = next((said for said in cacho.spoken if said.seat == number), None)
    return seat._replace(
        shown=shown,
        mark=_("eldest") if number == cacho.eldest and view.phase in _ROUNDS else "",
        bubble=bubble(spoken, face) if spoken is not None else "",
        notes=notes,
        chips=view.chips[number] if number < len(view.chips) else None,
        bet=cacho.bets[number] if number < len(cacho.bets) else 0,
        faded=passed or out,
        winner=seat.winner or (bool(shown) and number in cacho.last.winners),
    )
