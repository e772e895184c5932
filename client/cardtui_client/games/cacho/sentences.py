"""What happens at Cacho, told as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import cacho_pb2, events_pb2
from cardtui.v1.cacho_pb2 import CachoRank
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client.games.actor import actor_of
from cardtui_client.games.betting.pot import takes_pot
from cardtui_client.games.betting.sentences import spoke
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import lone_opponent
from cardtui_client.model.table import TableModel


def sentences(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell an event; ``None`` for the general sentences."""
    match event.WhichOneof("event"):
        case "acted":
            told = spoke(event.acted, actor_of(event.acted.seat, model), among)
            return None if told is None else [*told, *_why_shown(model, among)]
        case "phase_began":
            return _round_began(event.phase_began.phase, model)
        case _:
            return None


def _why_shown(model: TableModel, among: Sequence[events_pb2.Event]) -> list[str]:
    """Tell why the betting is over, if the hands are shown now (CC-14, CC-17, CC-21)."""
    if all(
        event.hand_ended.reason != HandEndReason.HAND_END_REASON_SHOWDOWN
        for event in among
        if event.HasField("hand_ended")
    ):
        return []
    if model.before is not None and model.before.phase != Phase.PHASE_THIRD:
        return [_("Somebody has no chips left, so nobody can bet: the hands are shown.")]
    if any(event.HasField("checked") for event in among):
        return [_("Nobody bets: the hands are shown.")]
    return [_("The bets are matched: the hands are shown.")]


def _round_began(phase: Phase.ValueType, model: TableModel) -> list[str]:
    n = model.view.cacho.stake if model.view is not None else 0
    match phase:
        case Phase.PHASE_FIRST:
            return [n_("First round: a bet is {n} chip.", "First round: a bet is {n} chips.", n)]
        case Phase.PHASE_SECOND:
            return [n_("Second round: a bet is {n} chip.", "Second round: a bet is {n} chips.", n)]
        case Phase.PHASE_THIRD:
            return [_("Third round: the last card; bet what you like, up to the resto.")]
        case _:
            return []


def rank_words(rank: CachoRank.ValueType, points: int) -> str:
    """Return what cards make, in words; ``""`` with no cards."""
    match rank:
        case CachoRank.CACHO_RANK_SIXES:
            return _("three sixes")
        case CachoRank.CACHO_RANK_CACHO:
            return _("cacho, {points}", points=points)
        case CachoRank.CACHO_RANK_FLUSH:
            return _("a two-card flush, {points}", points=points)
        case CachoRank.CACHO_RANK_HIGH:
            return _("high card, {points}", points=points)
        case _:
            return ""


def reason(last: cacho_pb2.CachoResult, model: TableModel) -> str:
    """Return in a few words why a hand went as it did."""
    if last.reason == HandEndReason.HAND_END_REASON_PASSES:
        name = lone_opponent(model, last.winners[0]) if last.winners else ""
        return _("{name} passed", name=name) if name else _("all the others passed")
    return rank_words(last.rank, last.points)


def outcome(view: cacho_pb2.CachoPublic, model: TableModel) -> list[str]:
    """Return how the last hand ended: the pot, and the hands that were shown."""
    if not view.HasField("last"):
        return []
    last = view.last
    lines = [takes_pot(model, [winner], last.pot, reason(last, model)) for winner in last.winners]
    shown = [
        _(
            "{name} had {rank}: {cards}.",
            name=model.name_of(hand.seat),
            rank=rank_words(hand.rank, hand.points),
            cards=cards_words(hand.cards),
        )
        for hand in last.hands
    ]
    return lines + shown
