"""What is said in a betting round, told as sentences; the same in every game for chips."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import betting_pb2, events_pb2
from cardtui_client.games.actor import Actor
from cardtui_client.i18n import mark, n_, p_


def spoke(
    event: events_pb2.Acted, who: Actor, among: Sequence[events_pb2.Event]
) -> list[str] | None:
    """Tell a word of the betting; ``None`` for what is none.

    Args:
        event: the action.
        who: who acted.
        among: all that happened with it: it says what was put in.
    """
    verb = event.action.WhichOneof("action")
    chips = put_in(event.seat, among).to
    match verb:
        case "check":
            return [who.did(mark("{name} checks."), mark("You check."))]
        case "pass" if _checked(event.seat, among):
            return [who.did(mark("{name} checks."), mark("You check."))]
        case "pass":
            return [who.did(mark("{name} passes."), mark("You pass."))]
        case "bet" if not chips:
            return [who.did(mark("{name} bets."), mark("You bet."))]
        case "bet":
            if who.own:
                return [n_("You bet {n} chip.", "You bet {n} chips.", chips)]
            name = who.name
            return [n_("{name} bets {n} chip.", "{name} bets {n} chips.", chips, name=name)]
        case "call" if not chips:
            return [who.did(mark("{name} calls."), mark("You call."))]
        case "call":
            if who.own:
                return [n_("You call the {n} chip.", "You call the {n} chips.", chips)]
            name = who.name
            return [
                n_("{name} calls the {n} chip.", "{name} calls the {n} chips.", chips, name=name)
            ]
        case "raise":
            raised = getattr(event.action, "raise").to  # a keyword of Python
            if who.own:
                return [n_("You raise to {n} chip.", "You raise to {n} chips.", raised)]
            name = who.name
            return [
                n_("{name} raises to {n} chip.", "{name} raises to {n} chips.", raised, name=name)
            ]
        case "fold":
            return [
                p_("betting", "You fold.")
                if who.own
                else p_("betting", "{name} folds.", name=who.name)
            ]
        case _:
            return None


def put_in(seat: int, among: Sequence[events_pb2.Event]) -> betting_pb2.ChipsBet:
    """Return the chips that the seat put in among what happened; none if it did not."""
    bets = (event.chips_bet for event in among if event.HasField("chips_bet"))
    return next((bet for bet in bets if bet.seat == seat), betting_pb2.ChipsBet(seat=seat))


def _checked(seat: int, among: Sequence[events_pb2.Event]) -> bool:
    """Tell whether the seat stayed in for nothing."""
    return any(event.HasField("checked") and event.checked.seat == seat for event in among)
