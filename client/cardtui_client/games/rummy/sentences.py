"""What happens at the rummy games, told as sentences.

A meld is told by the codes of its cards; a card alone in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import actions_pb2, events_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.betting import put_in, spoke
from cardtui_client.games.rummy.standing import flip_words
from cardtui_client.games.rummy.view import (
    Rummy,
    melds_words,
    rummy_of,
)
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import card_words
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel


def acted(
    event: events_pb2.Acted, name: str, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an action of these games; ``None`` for one that others tell."""
    now, before = rummy_of(model.view), rummy_of(model.before)
    if now is None or event.action.WhichOneof("action") is None:
        return None
    before = before or now
    return _betting(event, name, before, among) or _play(event, name, model, before)


def _betting(
    event: events_pb2.Acted, name: str, before: Rummy, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    put = put_in(event.seat, among)
    match event.action.WhichOneof("action"):
        case "vou" if not put.to:
            return [f"{name}: “Vou!”"]
        case "vou" if put.to > max(before.bets, default=0) > 0:
            return [
                n_(
                    "{name}: “Vou!” Raised to {n} chip.",
                    "{name}: “Vou!” Raised to {n} chips.",
                    put.to,
                    name=name,
                )
            ]
        case "vou":
            return [n_("{name}: “Vou!” {n} chip.", "{name}: “Vou!” {n} chips.", put.to, name=name)]
        case "pagar":
            return [
                n_(
                    "{name}: “Pago!” {n} chip more.",
                    "{name}: “Pago!” {n} chips more.",
                    put.chips,
                    name=name,
                )
            ]
        case "estou_fora":
            return [_("{name}: “Estou fora.” The cards go down.", name=name)]
        case _:
            return spoke(event, name, among)


def _play(event: events_pb2.Acted, name: str, model: TableModel, before: Rummy) -> list[str] | None:
    action = event.action
    top = card_words(before.discards[-1]) if before.discards else _("the discard")
    match action.WhichOneof("action"):
        case "draw":
            own = event.seat == model.seat
            if own or action.draw.source != actions_pb2.DRAW_SOURCE_STOCK:
                return []  # the card itself is told
            return [_("{name} draws from the stock.", name=name)]
        case "discard":
            card = card_words(action.discard.card)
            return [_("{name} throws {card}.", name=name, card=card)]
        case "go_out":
            return [_down(_("{name} goes out!", name=name), name, action)]
        case "bater":
            return [_down(_("{name}: “Bati!”", name=name), name, action)]
        case "knock":
            return [_down(_("{name} knocks!", name=name), name, action)]
        case "good_one":
            return [_("{name} is na boa: one card is missing for a knock.", name=name)]
        case "claim":
            return [_("{name} claims {card}.", name=name, card=top)]
        case "cacheta_cut":
            return [_("{name} cuts the line for {card}.", name=name, card=top)]
        case "waive":
            return [_("{name} lets {card} be.", name=name, card=top)]
        case _:
            return None


def _down(sentence: str, name: str, action: actions_pb2.Action) -> str:
    part = getattr(action, action.WhichOneof("action") or "")
    if not part.discard:
        return sentence
    thrown = card_words(part.discard)
    return f"{sentence} " + _("{name} throws {card}.", name=name, card=thrown)


def phase_began(phase: Phase.ValueType, model: TableModel) -> list[str]:
    """Tell that a part of the hand begins."""
    view = model.view
    if view is None or rummy_of(view) is None:
        return []
    first = names([model.name_of(seat) for seat in view.to_act])
    match phase:
        case Phase.PHASE_CUT:
            return [_("{name} is to cut the pack.", name=first)]
        case Phase.PHASE_BETTING:
            return [_("The betting begins with {name}.", name=first)]
        case Phase.PHASE_MATCHING:
            return [_("The raising is over: who has put in less pays, or is out.")]
        case Phase.PHASE_DRAW:
            return [*flip_words(view), _("The play begins with {name}.", name=first)]
        case _:
            return []


def dealt(event: events_pb2.CardsDealt, model: TableModel) -> list[str] | None:
    """Tell the one card that one draws oneself; ``None`` for what others tell."""
    if rummy_of(model.view) is None or event.seat != model.seat or len(event.cards) != 1:
        return None
    return [_("You draw {card}.", card=card_words(event.cards[0]))]


def shown(event: events_pb2.CardsShown, model: TableModel) -> list[str] | None:
    """Tell what the winner lays down; ``None`` at other games."""
    rummy = rummy_of(model.view)
    if rummy is None:
        return None
    melds = rummy.melds if event.seat in rummy.winners else (tuple(event.cards),)
    name = model.name_of(event.seat)
    return [_("{name} lays down {melds}.", name=name, melds=melds_words(melds, rummy.trumps))]


def points(event: events_pb2.PointsScored, model: TableModel) -> list[str] | None:
    """Tell what somebody loses, and what is left; ``None`` at other games."""
    view = model.view
    if view is None or view.WhichOneof("game") != "cacheta" or event.points >= 0:
        return None
    left = view.scores[event.team] if event.team < len(view.scores) else 0
    return [
        n_(
            "{name} loses {n} point, and has {left} left.",
            "{name} loses {n} points, and has {left} left.",
            -event.points,
            name=model.name_of(event.team),
            left=left,
        )
    ]
