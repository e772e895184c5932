"""What happens at a table, told as sentences: for the log panel, and for lines of text.

Each function takes the model *after* the update that carried the event; what was before it
is in `TableModel.before`.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import cards_pb2, events_pb2
from cardtui.v1.hands_pb2 import HandEndReason, MatchEndReason, Phase
from cardtui_client.games import betting
from cardtui_client.games import high_card as tell_high_card
from cardtui_client.games.cacho import sentences as tell_cacho
from cardtui_client.games.rummy import sentences as tell_rummy
from cardtui_client.games.rummy import standing as standing_rummy
from cardtui_client.games.rummy.view import rummy_of
from cardtui_client.games.truco_argentino import sentences as tell_truco
from cardtui_client.games.truco_brasileiro import sentences as tell_truco_brasileiro
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS, TALK_CELLS
from cardtui_client.model.cards import card_words, cards_words
from cardtui_client.model.sides import chips_line, names, score_line, side_name
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.text import safe_text


def sentences(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event] = ()
) -> list[str]:
    """Return the event as sentences, none if there is nothing to tell.

    Args:
        event: what happened.
        model: the table after it.
        among: all that happened with it: what was put in, or that it was a foul.
    """
    match event.WhichOneof("event"):
        case "acted":
            if event.acted.action.HasField("say"):
                return []  # told as talk
            name = model.name_of(event.acted.seat)
            told = tell_rummy.acted(event.acted, name, model, among)
            if told is None:
                told = tell_truco_brasileiro.acted(event.acted, name, model, among)
            if told is not None:
                return told
            return (
                tell_truco.acted(event.acted, name, model)
                or betting.spoke(event.acted, name, among)
                or _acted(event.acted, name)
            )
        case "hand_started":
            return _hand_started(event.hand_started, model)
        case "cards_dealt":
            dealt = event.cards_dealt
            if (drawn := tell_rummy.dealt(dealt, model)) is not None:
                return drawn
            if (unseen := tell_truco_brasileiro.dealt(dealt, model)) is not None:
                return unseen
            if dealt.seat != model.seat:
                return []  # that others get cards, too, is seen and goes without saying
            return [_("You get {cards}.", cards=cards_words(dealt.cards))]
        case "phase_began":
            return _phase_began(event.phase_began.phase, model)
        case "trick_ended":
            trick = tell_truco_brasileiro.trick_ended(event.trick_ended, model)
            return tell_truco.trick_ended(event.trick_ended, model) if trick is None else trick
        case "envido_settled":
            return tell_truco.envido_settled(event.envido_settled, model)
        case "cards_shown":
            shown = event.cards_shown
            if (laid := tell_rummy.shown(shown, model)) is not None:
                return laid
            if (up := tell_truco_brasileiro.shown(shown, model)) is not None:
                return up
            return [
                _(
                    "{name} shows {cards}.",
                    name=model.name_of(shown.seat),
                    cards=cards_words(shown.cards),
                )
            ]
        case "pot_won":
            won = event.pot_won
            name = model.name_of(won.seat)
            return [
                n_(
                    "{name} takes the pot: {n} chip.",
                    "{name} takes the pot: {n} chips.",
                    won.chips,
                    name=name,
                )
            ]
        case "points_scored":
            for told in (
                tell_truco.scored(event, model, among),
                tell_truco_brasileiro.scored(event.points_scored, model),
                tell_rummy.points(event.points_scored, model),
            ):
                if told is not None:
                    return told
            return _points_scored(event.points_scored, model)
        case "card_taken":
            taken = event.card_taken
            name = model.name_of(taken.seat)
            return [_("{name} takes {card}.", name=name, card=card_words(taken.card))]
        case "pack_renewed":
            n = event.pack_renewed.cards
            return [
                n_(
                    "The discards are turned over: {n} card to draw.",
                    "The discards are turned over: {n} cards to draw.",
                    n,
                )
            ]
        case "contest_opened":
            contest = event.contest_opened
            return [
                _(
                    "{claimant} wants the card; {name} is asked first.",
                    claimant=model.name_of(contest.claimant),
                    name=model.name_of(contest.seat),
                )
            ]
        case "burned":
            return [_("{name} is burned.", name=model.name_of(event.burned.seat))]
        case "player_out":
            if event.player_out.seat == model.seat and not model.is_over:
                return [_("You are out; the others play on.")]
            return [_("{name} is out of the match.", name=model.name_of(event.player_out.seat))]
        case "redealt":
            dealer = model.name_of(event.redealt.dealer)
            return [_("Everybody passed: {dealer} shuffles and deals again.", dealer=dealer)]
        case "hand_ended":
            return _hand_ended(event.hand_ended, model)
        case "match_ended":
            return _match_ended(event.match_ended, model)
        case "high_cards_drawn":
            return tell_high_card.drawn(event.high_cards_drawn, model)
        case "said":
            return [talk(event.said)]
        case _:
            return []  # what a newer server tells


def talk(said: events_pb2.Said) -> str:
    """Return a line of talk, safe to draw, with who said it."""
    name = safe_text(said.name, NAME_CELLS)
    text = safe_text(said.text, TALK_CELLS)
    if said.talk == events_pb2.TALK_SPECTATORS:
        return _("{name} (watching): {text}", name=name, text=text)
    return _("{name}: {text}", name=name, text=text)


def outcome(model: TableModel) -> list[str]:
    """Return the summary of the hand that ended last: who won what and why, and the score."""
    if model.view is None:
        return []
    match model.view.WhichOneof("game"):
        case "truco_argentino":
            return [*tell_truco.outcome(model.view.truco_argentino, model), score_line(model)]
        case "cacho":
            return [*tell_cacho.outcome(model.view.cacho, model), chips_line(model)]
        case "truco_brasileiro":
            told = tell_truco_brasileiro.outcome(model.view.truco_brasileiro, model)
            return [*told, score_line(model)]
        case _:
            rummy = rummy_of(model.view)
            told = [] if rummy is None else standing_rummy.outcome(rummy, model)
            return [*told, standing_rummy.standing(model)] if told else []


def why_ended(model: TableModel) -> str:
    """Return in a few words why the last hand went as it did."""
    if model.view is None:
        return ""
    match model.view.WhichOneof("game"):
        case "truco_argentino":
            return tell_truco.reason(model.view.truco_argentino.last.reason)
        case "cacho":
            return tell_cacho.reason(model.view.cacho.last)
        case "truco_brasileiro":
            return tell_truco_brasileiro.reason(model.view.truco_brasileiro.last.reason)
        case _:
            rummy = rummy_of(model.view)
            return "" if rummy is None else standing_rummy.reason(rummy)


def _acted(event: events_pb2.Acted, name: str) -> list[str]:
    """Tell an action of a game that has no sentences of its own, by its verb."""
    verb = event.action.WhichOneof("action")
    if verb is None:
        return []
    words = sheet_word(verb).replace("_", " ")
    for field, value in getattr(event.action, verb).ListFields():
        if field.enum_type == cards_pb2.Card.DESCRIPTOR and not field.is_repeated:
            words = f"{words} {card_words(value)}"
        elif field.type == field.TYPE_SINT32:
            words = f"{words} {value}"
    return [_("{name}: “{call}”", name=name, call=words)]


def _hand_started(started: events_pb2.HandStarted, model: TableModel) -> list[str]:
    if (told := tell_truco_brasileiro.hand_started(started, model)) is not None:
        return told
    dealer = model.name_of(started.dealer)
    if model.has_teams and model.view is not None:
        mano = model.name_of(model.view.truco_argentino.mano)
        return [
            _(
                "Hand {hand}. {dealer} deals, {mano} is mano.",
                hand=started.hand,
                dealer=dealer,
                mano=mano,
            )
        ]
    return [_("Hand {hand}. {dealer} deals.", hand=started.hand, dealer=dealer)]


def _phase_began(phase: Phase.ValueType, model: TableModel) -> list[str]:
    if phase == Phase.PHASE_DUEL and model.view is not None:
        duellists = [model.name_of(seat) for seat in model.view.truco_argentino.active]
        return [_("A duel: {names}.", names=names(duellists))]
    if told := tell_truco_brasileiro.phase_began(phase, model):
        return told
    return tell_rummy.phase_began(phase, model) or tell_cacho.round_began(phase, model)


def _points_scored(scored: events_pb2.PointsScored, model: TableModel) -> list[str]:
    side = side_name(model, scored.team)
    points = abs(scored.points)
    if scored.points < 0:
        return [n_("{n} point less for {side}.", "{n} points less for {side}.", points, side=side)]
    return [n_("{n} point for {side}.", "{n} points for {side}.", points, side=side)]


def _hand_ended(ended: events_pb2.HandEnded, model: TableModel) -> list[str]:
    if ended.reason == HandEndReason.HAND_END_REASON_DRAWN:
        return outcome(model)
    winners = names([model.name_of(seat) for seat in ended.winners])
    why = why_ended(model)
    told = (
        _("The hand goes to {winners}: {why}.", winners=winners, why=why)
        if why
        else _("The hand goes to {winners}.", winners=winners)
    )
    return [told, *([score_line(model)] if model.has_teams else [standing_rummy.standing(model)])]


def _match_ended(ended: events_pb2.MatchEnded, model: TableModel) -> list[str]:
    winners = names([model.name_of(seat) for seat in ended.winners])
    over = (
        _("The match is over. You win!")
        if model.seat in ended.winners
        else _("The match is over. It goes to {winners}!", winners=winners)
    )
    return [*_why_over(ended.reason), over, *standing_rummy.tournament(model)]


def _why_over(reason: MatchEndReason.ValueType) -> list[str]:
    match reason:
        case MatchEndReason.MATCH_END_REASON_LAST:
            return [_("Nobody else can go on.")]
        case MatchEndReason.MATCH_END_REASON_LIMIT:
            return [_("That was the last of the hands that were agreed.")]
        case _:
            return []  # the score says it
