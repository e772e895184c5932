"""What happens at the rummy games, told as sentences.

A meld is told by the codes of its cards; a card alone in words.
"""

from __future__ import annotations

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.actor import Actor, actor_of
from cardtui_client.games.betting.standing import pot_line
from cardtui_client.games.rummy.standing import flip_words
from cardtui_client.games.rummy.view import Rummy, melds_words, rummy_of
from cardtui_client.i18n import _, mark
from cardtui_client.model.cards import card_words
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel


def sentences(event: events_pb2.Event, model: TableModel) -> list[str] | None:
    """Tell an event; ``None`` for the general sentences."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), model)
        case "cards_dealt":
            return _dealt(event.cards_dealt, model)
        case "phase_began":
            return _phase_began(event.phase_began.phase, model)
        case "cards_shown":
            return _shown(event.cards_shown, model)
        case _:
            return None


def top_words(model: TableModel) -> str:
    """Return the discard that lay on top before, in words."""
    before = rummy_of(model.before) or rummy_of(model.view)
    if before is None or not before.discards:
        return _("the discard")
    return card_words(before.discards[-1])


def down(sentence: str, who: Actor, action: actions_pb2.Action) -> str:
    """Return the sentence for who lays the hand down, with the card that is thrown."""
    part = getattr(action, action.WhichOneof("action") or "")
    if not part.discard:
        return sentence
    thrown = card_words(part.discard)
    return f"{sentence} {_discarded(who, thrown)}"


def _acted(event: events_pb2.Acted, who: Actor, model: TableModel) -> list[str] | None:
    action = event.action
    match action.WhichOneof("action"):
        case "draw":
            if who.own or action.draw.source != actions_pb2.DRAW_SOURCE_STOCK:
                return []  # the card itself is told
            return [_("{name} draws from the stock.", name=who.name)]
        case "discard":
            return [_discarded(who, card_words(action.discard.card))]
        case "waive":
            return [
                who.did(
                    mark("{name} leaves {card}."), mark("You leave {card}."), card=top_words(model)
                )
            ]
        case _:
            return None


def _discarded(who: Actor, card: str) -> str:
    return who.did(mark("{name} discards {card}."), mark("You discard {card}."), card=card)


def _phase_began(phase: Phase.ValueType, model: TableModel) -> list[str]:
    view = model.view
    if view is None:
        return []
    first = Actor(names([model.name_of(seat) for seat in view.to_act]), own=False)
    if [*view.to_act] == [model.seat]:
        first = first._replace(own=True)
    match phase:
        case Phase.PHASE_CUT:
            return [first.did(mark("{name} cuts the pack."), mark("You cut the pack."))]
        case Phase.PHASE_BETTING:
            return [*_pot(view), first.did(mark("{name} bets first."), mark("You bet first."))]
        case Phase.PHASE_MATCHING:
            return [
                _("The raising is over: players who have put in less pay up, or are out."),
                *_pot(view),
            ]
        case Phase.PHASE_DRAW:
            return [
                *_pot(view),
                *flip_words(view),
                first.did(mark("{name} plays first."), mark("You play first.")),
            ]
        case _:
            return []


def _pot(view: views_pb2.PublicView) -> list[str]:
    """Tell what is played for, where there is a pot: after the antes, and after the bets."""
    rummy = rummy_of(view)
    return [pot_line(view.pot)] if rummy is not None and rummy.pot else []


def _dealt(event: events_pb2.CardsDealt, model: TableModel) -> list[str] | None:
    """Tell the one card that one draws oneself."""
    if event.seat != model.seat or len(event.cards) != 1:
        return None
    return [_("You draw {card}.", card=card_words(event.cards[0]))]


def _shown(event: events_pb2.CardsShown, model: TableModel) -> list[str]:
    rummy = rummy_of(model.view) or Rummy(pot=False)
    melds = rummy.melds if event.seat in rummy.winners else (tuple(event.cards),)
    return [
        actor_of(event.seat, model).did(
            mark("{name} lays down {melds}."),
            mark("You lay down {melds}."),
            melds=melds_words(melds, rummy.wild),
        )
    ]
