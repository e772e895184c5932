"""Small values of a table as messages: options, refusals, counts, the ledger, countdowns.

Times are counted from the moment at which they are encoded.
"""

from __future__ import annotations

from typing import Final

from cardtui.v1 import errors_pb2, table_service_pb2, tables_pb2, timing_pb2
from cardtui_engine.library.counts import Counts
from cardtui_engine.options import OptionKind, OptionValue
from cardtui_server.match.ledger import settle
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import Life, TableState
from cardtui_server.table.clocks import Left, Timing


def write_option(value: OptionValue, kind: OptionKind = OptionKind.TEXT) -> tables_pb2.OptionValue:
    """Return the message of an option's value; ``kind`` tells a choice from a text."""
    match value:
        case bool():
            return tables_pb2.OptionValue(flag=value)
        case int():
            return tables_pb2.OptionValue(number=value)
        case str() if kind is OptionKind.CHOICE:
            return tables_pb2.OptionValue(choice=value)
        case str():
            return tables_pb2.OptionValue(text=value)
        case tuple():
            return tables_pb2.OptionValue(by_seat=tables_pb2.NumberBySeat(numbers=value))


def read_option(message: tables_pb2.OptionValue) -> OptionValue:
    """Return the value of an option.

    Raises:
        Refused: the message holds no value.
    """
    match message.WhichOneof("value"):
        case "flag":
            return message.flag
        case "number":
            return message.number
        case "choice":
            return message.choice
        case "text":
            return message.text
        case "by_seat":
            return tuple(message.by_seat.numbers)
        case None:
            raise Refused(Reason.BAD_OPTION, "An option is named but has no value.")


def counts_message(counts: Counts | None) -> table_service_pb2.MatchCounts:
    """Return the counts as a message; empty for none."""
    if counts is None:
        return table_service_pb2.MatchCounts()
    numbers = counts._asdict()
    decided = [
        table_service_pb2.HandDecision(
            clause=decision.clause,
            tie=table_service_pb2.TieRule.Value(f"TIE_RULE_{decision.tie.upper() or _UNSPECIFIED}"),
        )
        for decision in numbers.pop("decided")
    ]
    return table_service_pb2.MatchCounts(decided=decided, **numbers)


_UNSPECIFIED = "UNSPECIFIED"


def ledger_message(state: TableState) -> table_service_pb2.Ledger:
    """Return what everybody has brought and taken, and who pays whom if no match is played."""
    holders = state.ledger.accounts.items()
    payments = []
    if state.life is not Life.PLAYING:
        payments = settle([account.won for _, account in holders])
    name = state.rules.chip_value_option
    return table_service_pb2.Ledger(
        accounts=[
            table_service_pb2.Account(
                player=holder.player, name=account.name, brought=account.brought, took=account.took
            )
            for holder, account in holders
        ],
        payments=[table_service_pb2.Payment(**each._asdict()) for each in payments],
        chip_value=str(state.made.options[name]) if name else "",
    )


def ledger_changed(before: TableState, after: TableState) -> bool:
    """Tell whether the message is another one after an entry."""
    if before.ledger is after.ledger and before.made is after.made:
        return False
    return before.ledger.accounts is not after.ledger.accounts or (
        bool(after.ledger.accounts) and before.made.options != after.made.options
    )


REASONS: Final = {
    reason: errors_pb2.Reason.ValueType(errors_pb2.Reason.Value(f"REASON_{reason.name}"))
    for reason in Reason
}


def refusal_message(refused: Refused) -> errors_pb2.Refusal:
    """Return a refusal as a message."""
    return errors_pb2.Refusal(
        reason=REASONS[refused.reason],
        template=refused.template,
        arguments=refused.arguments,
        sentence=str(refused),
        clause=refused.clause,
    )


def timing_message(timing: Timing) -> timing_pb2.Timing:
    """Return what runs out as a message."""
    return timing_pb2.Timing(
        clocks=[
            timing_pb2.SeatClock(
                seat=each.seat, act=_countdown(each.act), reserve=_countdown(each.reserve)
            )
            for each in timing.clocks
        ],
        hand_pause=_countdown(timing.hand_pause),
        holding=timing.holding,
        window=_countdown(timing.window),
        away=[
            timing_pb2.AwaySeat(seat=seat, patience=_countdown(left)) for seat, left in timing.away
        ],
        fill=_countdown(timing.fill),
    )


def _countdown(left: Left | None) -> timing_pb2.Countdown | None:
    if left is None:
        return None
    return timing_pb2.Countdown(
        left_milliseconds=round(left.left * 1000),
        total_milliseconds=round(left.total * 1000),
        stopped=left.stopped,
    )
