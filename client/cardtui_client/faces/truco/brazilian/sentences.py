"""What happens at a Brazilian truco, told as sentences."""

from __future__ import annotations

from cardtui.v1 import events_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.truco.brazilian.scene import Public, brink, public_of
from cardtui_client.faces.truco.face import played, took
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.cards import HIDDEN, card_words, cards_words
from cardtui_client.model.sides import Actor, actor_of, side_name
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word


def sentences(event: events_pb2.Event, model: TableModel, face: Presenter) -> list[str] | None:
    """Tell an event; ``None`` for the general sentences.

    Args:
        event: what happened.
        model: the table after it.
        face: whose of them it is.
    """
    if model.view is None:
        return None
    game = public_of(model.view, face.id)
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), game, face)
        case "hand_started":
            return _hand_started(event.hand_started, game, model)
        case "cards_dealt":
            dealt = event.cards_dealt.cards
            return [] if dealt and all(card == HIDDEN for card in dealt) else None
        case "cards_shown":
            return _shown(event.cards_shown, model)
        case "phase_began":
            return _phase_began(event.phase_began.phase, game, model)
        case "trick_ended":
            return _trick_ended(event.trick_ended, model, face)
        case "points_scored":
            return _scored(event.points_scored, model)
        case _:
            return None


def _acted(event: events_pb2.Acted, who: Actor, game: Public, face: Presenter) -> list[str] | None:
    action = event.action
    verb = face.verb(verb_of_action(action))
    match sheet_word(verb_of_action(action)):
        case "play" if action.play.card == HIDDEN:
            return [_("{name} plays a card face down.", name=who.name)]
        case "play" if action.play.face_down:
            card = card_words(action.play.card)
            return [
                who.did(
                    mark("{name} plays {card} face down."),
                    mark("You play {card} face down."),
                    card=card,
                )
            ]
        case "play":
            return [played(who, action.play.card)]
        case "truco" | "raise":
            n = game.proposed
            return [
                n_(
                    "{name}: “{call}” For {n} tento.",
                    "{name}: “{call}” For {n} tentos.",
                    n,
                    name=who.name,
                    call=verb.aloud(n),
                )
            ]
        case "accept":
            return [
                n_(
                    "{name}: “{call}” The hand is worth {n} tento.",
                    "{name}: “{call}” The hand is worth {n} tentos.",
                    game.stake,
                    name=who.name,
                    call=verb.aloud(),
                )
            ]
        case "turn_up":
            return []  # the card that is shown tells it
        case "tap":
            return [who.did(mark("{name} taps the pack."), mark("You tap the pack."))]
        case "cut":
            return None
        case word:
            said = verb.aloud() or word.replace("_", " ")
            return [_("{name}: “{call}”", name=who.name, call=said)]


def _hand_started(
    started: events_pb2.HandStarted, game: Public, model: TableModel
) -> list[str] | None:
    return [
        _(
            "Hand {hand}. {dealer} deals, {mao} is mão.",
            hand=started.hand,
            dealer=model.name_of(started.dealer),
            mao=model.name_of(game.mao),
        )
    ]


def _shown(event: events_pb2.CardsShown, model: TableModel) -> list[str] | None:
    who, cards = actor_of(event.seat, model), cards_words(event.cards)
    if model.before is not None and model.before.phase == Phase.PHASE_IRON:
        return [who.did(mark("{name} turns up {card}."), mark("You turn up {card}."), card=cards)]
    return None


def _phase_began(phase: Phase.ValueType, game: Public, model: TableModel) -> list[str] | None:
    match phase:
        case Phase.PHASE_ELEVEN:
            side = side_name(model, game.eleven)
            return [
                _(
                    "At {points}: {side} see each other's cards, and choose.",
                    points=brink(model.view),
                    side=side,
                )
            ]
        case Phase.PHASE_IRON:
            return [_("The iron hand: nobody looks, and cards are turned up one at a time.")]
        case _:
            return None


def _trick_ended(ended: events_pb2.TrickEnded, model: TableModel, face: Presenter) -> list[str]:
    if not ended.HasField("seat"):
        return [_("The trick is tied.")]
    before = model.before
    done = len(public_of(before, face.id).tricks) if before is not None else 0
    return [took(actor_of(ended.seat, model), done)]


def _scored(event: events_pb2.PointsScored, model: TableModel) -> list[str]:
    side, n = side_name(model, event.team), abs(event.points)
    if event.points < 0:
        return [n_("−{n} tento for {side}.", "−{n} tentos for {side}.", n, side=side)]
    return [n_("{n} tento for {side}.", "{n} tentos for {side}.", n, side=side)]
