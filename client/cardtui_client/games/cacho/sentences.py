"""What happens at Cacho, told as sentences."""

from __future__ import annotations

from cardtui.v1 import cacho_pb2, events_pb2
from cardtui.v1.cacho_pb2 import CachoRank
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.table import TableModel


def acted(event: events_pb2.Acted, name: str, model: TableModel) -> list[str]:
    """Tell an action of this game; nothing for one of another."""
    action = event.action
    before = model.before
    match action.WhichOneof("action"):
        case "pass":
            checked = (
                before is not None
                and before.phase == Phase.PHASE_THIRD
                and not any(before.cacho.bets)
                and "third_round_check" in model.table.options
                and model.table.options["third_round_check"].flag
            )
            return [_("{name} checks.", name=name) if checked else _("{name} passes.", name=name)]
        case "bet":
            spoken = model.view.cacho.spoken if model.view else ()
            put_in = next((said.to for said in spoken if said.seat == event.seat), 0)
            chips = action.bet.to or put_in
            if not chips:
                return [_("{name} bets.", name=name)]
            return [n_("{name} bets {n} chip.", "{name} bets {n} chips.", chips, name=name)]
        case "call":
            chips = max(before.cacho.bets, default=0) if before else 0
            if not chips:
                return [_("{name} calls.", name=name)]
            return [
                n_("{name} calls the {n} chip.", "{name} calls the {n} chips.", chips, name=name)
            ]
        case "raise":
            chips = getattr(action, "raise").to  # a keyword of Python
            return [
                n_("{name} raises to {n} chip.", "{name} raises to {n} chips.", chips, name=name)
            ]
        case _:
            return []


def round_began(phase: Phase.ValueType) -> list[str]:
    """Tell that a betting round begins, and what it costs."""
    match phase:
        case Phase.PHASE_FIRST:
            return [_("First round: one card each; a bet is one chip.")]
        case Phase.PHASE_SECOND:
            return [_("Second round: one more card; a bet is two chips.")]
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
            return _("highest card, {points}", points=points)
        case _:
            return ""


def reason(last: cacho_pb2.CachoResult) -> str:
    """Return in a few words why a hand went as it did."""
    if last.reason == HandEndReason.HAND_END_REASON_PASSES:
        return _("all the others passed")
    return rank_words(last.rank, last.points)


def outcome(view: cacho_pb2.CachoPublic, model: TableModel) -> list[str]:
    """Return how the last hand ended: the pot, and the hands that were shown."""
    if not view.HasField("last"):
        return []
    last = view.last
    lines = [
        n_(
            "{name} takes the pot of {n} chip: {why}.",
            "{name} takes the pot of {n} chips: {why}.",
            last.pot,
            name=model.name_of(winner),
            why=reason(last),
        )
        for winner in last.winners
    ]
    shown = [
        _("{name} had {cards}.", name=model.name_of(hand.seat), cards=cards_words(hand.cards))
        for hand in last.hands
    ]
    return lines + shown
