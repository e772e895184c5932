"""What happens at Brazilian truco, told as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2, truco_brasileiro_pb2
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui.v1.truco_brasileiro_pb2 import (
    PackEnd,
    TrucoBrasileiroCutAction,
    TrucoBrasileiroHandKind,
)
from cardtui_client.games.truco_argentino.sentences import took
from cardtui_client.games.truco_brasileiro.calls import call, is_brasileiro
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import HIDDEN, card_words, cards_words
from cardtui_client.model.sides import names, score_line, side_name
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word

Public = truco_brasileiro_pb2.TrucoBrasileiroPublic


def acted(
    event: events_pb2.Acted, name: str, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an action of this game; ``None`` at a table of another."""
    view = model.view
    if not is_brasileiro(model) or view is None:
        return None
    action = event.action
    verb = action.WhichOneof("action") or ""
    if any(each.HasField("fouled") and each.fouled.seat == event.seat for each in among):
        return [_("{name} {foul}: a foul.", name=name, foul=_foul(verb))]
    game = view.truco_brasileiro
    match verb:
        case "truco_brasileiro_cut":
            return [_cut(action.truco_brasileiro_cut, name)]
        case "play" if action.play.card == HIDDEN:
            return [_("{name} plays a card face down.", name=name)]
        case "play" if action.play.face_down:
            card = card_words(action.play.card)
            return [_("{name} plays {card} face down.", name=name, card=card)]
        case "play":
            return [_("{name} plays {card}.", name=name, card=card_words(action.play.card))]
        case "truco" | "truco_brasileiro_raise":
            n = game.proposed
            said = call(verb, n)
            return [
                n_(
                    "{name}: “{call}” For {n} tento.",
                    "{name}: “{call}” For {n} tentos.",
                    n,
                    name=name,
                    call=said,
                )
            ]
        case "accept":
            return [
                n_(
                    "{name}: “{call}” The hand is worth {n} tento.",
                    "{name}: “{call}” The hand is worth {n} tentos.",
                    game.stake,
                    name=name,
                    call=call(verb),
                )
            ]
        case "keep":
            return [_("{name} keeps the three cards.", name=name)]
        case "truco_brasileiro_pass":
            return [_("{name} passes the three cards to the partner.", name=name)]
        case "reject":
            return [_("{name} rejects the three cards.", name=name)]
        case "turn_up":
            return []  # the card that is shown tells it
        case _:
            said = call(verb) or sheet_word(verb).replace("_", " ")
            return [_("{name}: “{call}”", name=name, call=said)]


def dealt(event: events_pb2.CardsDealt, model: TableModel) -> list[str] | None:
    """Tell a deal that nobody may look at; ``None`` for any other."""
    unseen = event.cards and all(card == HIDDEN for card in event.cards)
    return [] if is_brasileiro(model) and unseen else None


def shown(event: events_pb2.CardsShown, model: TableModel) -> list[str] | None:
    """Tell whose cards are shown; ``None`` at a table of another game."""
    if not is_brasileiro(model) or model.view is None:
        return None
    name, cards = model.name_of(event.seat), cards_words(event.cards)
    if model.before is not None and model.before.phase == Phase.PHASE_IRON:
        return [_("{name} turns up {card}.", name=name, card=cards)]
    if len(event.cards) > 1:
        return [_("They lie face up: {cards}.", cards=cards)]
    return [_("{name} shows {cards}.", name=name, cards=cards)]


def phase_began(phase: Phase.ValueType, model: TableModel) -> list[str]:
    """Tell that a hand of a kind of its own begins."""
    view = model.view
    if not is_brasileiro(model) or view is None:
        return []
    match phase:
        case Phase.PHASE_ELEVEN:
            side = side_name(model, view.truco_brasileiro.eleven)
            return [_("A hand at eleven: {side} look at both hands and choose.", side=side)]
        case Phase.PHASE_IRON:
            return [_("The iron hand: nobody looks, and cards are turned up one at a time.")]
        case _:
            return []


def trick_ended(ended: events_pb2.TrickEnded, model: TableModel) -> list[str] | None:
    """Tell who took a trick; ``None`` at a table of another game."""
    if not is_brasileiro(model):
        return None
    done = len(model.before.truco_brasileiro.tricks) if model.before else 0
    if not ended.HasField("seat"):
        return [_("The trick is tied.")]
    return [took(model.name_of(ended.seat), done)]


def hand_started(event: events_pb2.HandStarted, model: TableModel) -> list[str] | None:
    """Tell that a hand begins; ``None`` at a table of another game."""
    if not is_brasileiro(model) or model.view is None:
        return None
    return [
        _(
            "Hand {hand}. {dealer} deals, {mao} is mão.",
            hand=event.hand,
            dealer=model.name_of(event.dealer),
            mao=model.name_of(model.view.truco_brasileiro.mao),
        )
    ]


def scored(event: events_pb2.PointsScored, model: TableModel) -> list[str] | None:
    """Tell that a side gets tentos, or loses some; ``None`` at a table of another game."""
    if not is_brasileiro(model):
        return None
    side, n = side_name(model, event.team), abs(event.points)
    if event.points < 0:
        return [n_("{n} tento less for {side}.", "{n} tentos less for {side}.", n, side=side)]
    return [n_("{n} tento for {side}.", "{n} tentos for {side}.", n, side=side)]


def outcome(view: Public, model: TableModel) -> list[str]:
    """Return how the last hand ended."""
    if not view.HasField("last"):
        return []
    last = view.last
    winners = names([model.name_of(seat) for seat in last.winners])
    match last.reason:
        case HandEndReason.HAND_END_REASON_DRAWN:
            return [_("The hand is drawn: nobody scores.")]
        case HandEndReason.HAND_END_REASON_ELEVEN_RUN if not last.points:
            return [_("The side at eleven ran, and pays for it.")]
        case _:
            n = last.points
            return [
                n_(
                    "{n} tento for {side}, {why}.",
                    "{n} tentos for {side}, {why}.",
                    n,
                    side=winners,
                    why=reason(last.reason),
                )
            ]


def reason(word: HandEndReason.ValueType) -> str:
    """Return the sheet's word for how a hand ended, in a few words."""
    match word:
        case HandEndReason.HAND_END_REASON_TRICKS:
            return _("by the tricks")
        case HandEndReason.HAND_END_REASON_RUN:
            return _("the others ran")
        case HandEndReason.HAND_END_REASON_ELEVEN_RUN:
            return _("the others ran at eleven")
        case HandEndReason.HAND_END_REASON_DRAWN:
            return _("it is drawn")
        case _:
            return ""


def table_lines(model: TableModel) -> list[str]:
    """Return how things stand, as sentences; none at a table of another game."""
    view = model.view
    if not is_brasileiro(model) or view is None:
        return []
    game = view.truco_brasileiro
    lines = [
        score_line(model),
        n_(
            "The hand is worth {n} tento; {mao} is mão.",
            "The hand is worth {n} tentos; {mao} is mão.",
            game.stake,
            mao=model.name_of(game.mao),
        ),
    ]
    if game.kind == TrucoBrasileiroHandKind.TRUCO_BRASILEIRO_HAND_KIND_ELEVEN:
        lines.append(_("{side} are at eleven.", side=side_name(model, game.eleven)))
    elif game.kind == TrucoBrasileiroHandKind.TRUCO_BRASILEIRO_HAND_KIND_IRON:
        lines.append(_("It is the iron hand."))
    for number, trick in enumerate(game.tricks, 1):
        winner = side_name(model, trick.team) if trick.HasField("team") else _("nobody")
        lines.append(_("Trick {number}: {winner}.", number=number, winner=winner))
    for played in game.trick:
        name = model.name_of(played.seat)
        lines.append(_("{name} has played {card}.", name=name, card=card_words(played.card)))
    if game.rejected:
        lines.append(_("Rejected: {cards}.", cards=cards_words(game.rejected)))
    lines += [
        _("{name} has shown {card}.", name=model.name_of(each.seat), card=card_words(each.card))
        for each in game.shown
    ]
    if game.HasField("proposed"):
        lines.append(_("A raise to {n} waits for an answer.", n=game.proposed))
    return lines


def _cut(cut: TrucoBrasileiroCutAction, name: str) -> str:
    cards = ", ".join(str(number) for number in cut.at[:3])
    if cut.source == PackEnd.PACK_END_BOTTOM:
        return _("{name} cuts the pack at {cards}; it is dealt from the bottom.",
                 name=name, cards=cards)  # fmt: skip
    return _("{name} cuts the pack at {cards}.", name=name, cards=cards)


def _foul(verb: str) -> str:
    match verb:
        case "truco_brasileiro_cut":
            return _("cuts wrongly")
        case "reject":
            return _("rejects a fourth time")
        case "truco_brasileiro_pass":
            return _("passes to a partner who has been served")
        case "show":
            return _("shows a card")
        case _:
            return _("raises what already wins the match")
