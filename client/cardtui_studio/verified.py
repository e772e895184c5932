"""What ``cardtui verify --json`` says of a record (`verified`), with what your own client knows of
it. What is checked: `server/cardtui_server/fairness/verification.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtui_client.command_line.errors import reason
from cardtui_client.command_line.options import why_no_record
from cardtui_client.command_line.profile import load_settings
from cardtui_client.files import read_given
from cardtui_client.i18n import _
from cardtui_client.settings import BadSettings

if TYPE_CHECKING:
    from cardtui_client.net.given_bits import GivenBits
    from cardtui_engine.library.records import Record
    from cardtui_server.fairness.verification import Finding
    from cardtui_server.fairness.vouching import Voucher


def verified_here(file: Path) -> dict[str, Any]:
    """Return what ``cardtui verify --json`` says of a file on this machine."""
    from cardtui_client.net.given_bits import GivenBits

    bits = GivenBits()
    with suppress(BadSettings):  # without a home nothing is kept
        bits = GivenBits(load_settings().data_folder())
    return verified(file, bits)


def verified(file: Path, bits: GivenBits) -> dict[str, Any]:
    """Return what came of verifying a file, as JSON has it."""
    from cardtui_client.model.chain_check import code_of, heads_of
    from cardtui_engine.library.record_reading import MOST_BYTES, entry_lines, read, wants_its_end
    from cardtui_engine.library.records import RecordError
    from cardtui_server.fairness.verification import verify
    from cardtui_studio.deeds import deeds_in

    try:
        text = read_given(file, MOST_BYTES + 1)
        if wants_its_end(text):
            return {"holds": False, "error": _("it ends in the middle: its last lines are missing")}
        record = read(text)
        verdict = verify(record)
    except OSError as error:
        return {"holds": False, "error": _("it cannot be read: {error}", error=reason(error))}
    except RecordError as error:
        return {"holds": False, "error": why_no_record(error)}
    rows = [*_rows(verdict.findings, entry_lines(text), record)]
    own = _own_findings(record, bits)
    heads = heads_of(text.decode())
    chain = b"" if record.origin is None else record.origin.chain
    if chain and heads[-1:] != [chain] and not any(each["kind"] == "chain" for each in rows):
        # What a line says may be right, and is not written as everybody else wrote it.
        rows = [*rows, {"kind": "chain", "fault": True}]
        verdict = verdict._replace(vouchers=())
    return {
        "holds": not any(each["fault"] for each in (*own, *rows)),
        "winners": list(verdict.winners),
        "findings": [*own, *rows],
        "vouched": [_vouched(each, bits) for each in verdict.vouchers],
        "code": code_of(heads[-1]) if heads else "",
        "agreed": agreed_in(record),
        "deeds": deeds_in(record).as_json(),
    }


def _vouched(voucher: Voucher, bits: GivenBits) -> dict[str, Any]:
    """Return what somebody has signed, and of a server that is known here where it is."""
    told = voucher._asdict() | {"key": voucher.key.hex()}
    where = bits.signer(told["key"]) if voucher.seat is None else ""
    return told | {"where": where} if where else told


def _own_findings(record: Record, bits: GivenBits) -> list[dict[str, Any]]:
    """Return what this person's client knows of the match: how the server broke its word in it."""
    from cardtui_client.net.given_bits import OWN_LATE

    origin = record.origin
    if origin is None:
        return []
    reveals = origin.reveals or (b"",) * len(origin.commitments)
    given = list(zip(origin.commitments, reveals, strict=True))
    found = bits.found_in(origin.table, origin.match, given, origin.commitment)
    return [
        {"kind": str(kind), "fault": kind != OWN_LATE}
        for kind in sorted(found, key=lambda each: not each.startswith("own"))
    ]


def agreed_in(record: Record) -> dict[str, Any]:
    """Return what was agreed, who decided for the seats at some time, and what the owner saw."""
    origin = record.origin
    sittings = () if origin is None else origin.sittings
    return {
        "game": record.game,
        "seats": record.seats,
        "options": dict(record.options),
        "own": None if origin is None else origin.own,
        "sat": [*dict.fromkeys(each[1:5] for each in sittings)],
        "positions": [*dict.fromkeys(_positions(record))],
    }


def _positions(record: Record) -> Iterator[tuple[Any, ...]]:
    """Yield what the record's owner saw: the hand's number, own cards, scores, chips, winners."""
    from cardtui_engine.library.records import ReplayError, replay
    from cardtui_engine.library.registry import get_rules

    own = None if record.origin is None else record.origin.own
    if own is None:
        return
    with suppress(ReplayError):
        for step in replay(record):
            rules = get_rules(record.game)
            view = rules.seat_view(step.state, own)
            cards = " ".join(rules.deck.sorted_codes(view.own.hand))
            common = view.common
            yield common.hand, cards, common.scores, common.chips, common.winners


def _rows(
    findings: tuple[Finding, ...], lines: list[int], record: Record
) -> Iterator[dict[str, Any]]:
    """Yield what was found; what the rules say of it as the table would have said it."""
    from cardtui.v1.errors_pb2 import Refusal
    from cardtui_client.model.refusals import refusal_sentence
    from cardtui_client.model.table import TableModel

    model = TableModel()
    for seat, name in enumerate(record.players):
        model.table.seats.add(seat=seat, name=name)
    for each in findings:
        row: dict[str, Any] = {"kind": each.kind.value, "fault": each.is_fault}
        if each.entry:
            row |= {"entry": each.entry, "line": lines[each.entry - 1]}
        if each.seat is not None:
            row["seat"] = each.seat
        if each.template:
            refusal = Refusal(template=each.template, arguments=each.arguments)
            row["said"] = refusal_sentence(refusal, model)
        yield row
