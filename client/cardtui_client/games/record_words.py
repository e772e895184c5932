"""What is said of records that are kept: that one is, whether it holds, and how its match ended."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cardtui_client.games.verdict_words import finding_words
from cardtui_client.i18n import _, p_
from cardtui_client.model.table import TableModel
from cardtui_client.net.record_keeper import Kept, Missing
from cardtui_client.settings.kept_records import KeptRecord
from cardtui_client.settings.verdict import Verdict

_MOST_FAULTS: Final = 3
"""So many things that are wrong with a record are told at the table."""


def kept_words(kept: Kept | Missing) -> str:
    """Return what to say once the record of a match is kept, or is known not to come."""
    if isinstance(kept, Missing):
        if kept.why:
            return _("There is no record of this match, to verify it by: {why}", why=kept.why)
        return _(
            "There is no record of this match: what the server gave is none, or it cannot be"
            " written here."
        )
    path, verdict = str(kept.path), kept.verdict
    if verdict is None:
        return _("The record of this match is kept, but was not verified: {path}", path=path)
    if verdict.proves_all:
        return _("The match was fair: its record is verified, and kept as {path}", path=path)
    if verdict.holds:
        return _(
            "The record of this match holds, but does not prove all that it could. {why} It is kept"
            " as {path}",
            why=" ".join(map(_finding, verdict.findings)),
            path=path,
        )
    return _(
        "Look out: do not trust this match. {why} Its record is kept as {path}",
        why=why_not(verdict),
        path=path,
    )


def record_line(model: TableModel, *, named: bool = True) -> str:
    """Return on the page of a match that is over what its record is; ``""`` where none is kept.

    Args:
        model: the table.
        named: whether there is room for the name of its file.
    """
    record = model.record
    if record is None:
        return ""
    if not named:
        if record.holds is None:
            return _("The record is kept, not verified.")
        if record.proves_all:
            return _("The record is kept, and verified.")
        if record.holds:
            return _("The record holds in part: see the log.")
        return _("The record DOES NOT HOLD: see the log.")
    if record.holds is None:
        return _("Record, not verified: {file}", file=record.name)
    if record.proves_all:
        return _("Record, verified: {file}", file=record.name)
    if record.holds:
        return _("Record, holds in part: {file}", file=record.name)
    return _("Record, DOES NOT HOLD: {file}", file=record.name)


def why_not(verdict: Verdict) -> str:
    """Return what is wrong with a record, one's own bits first; not all, if it is much."""
    faults = [each for each in verdict.findings if each["fault"]]
    faults.sort(key=lambda each: not each["kind"].startswith("own"))
    return " ".join(map(_finding, faults[:_MOST_FAULTS]))


def _finding(row: Mapping[str, Any]) -> str:
    words = {name: value for name, value in row.items() if name not in ("kind", "fault")}
    return finding_words(row["kind"], **words)


def mark_words(record: KeptRecord) -> str:
    """Return in a word or two whether a record holds."""
    verdict = record.verdict
    if verdict is None:
        return p_("a record", "not verified")
    if not verdict.holds:
        return p_("a record", "DOES NOT HOLD")
    if not verdict.proves_acts:
        return p_("a record", "holds, but proves nothing about the acts")
    return p_("a record", "verified") if verdict.proves_all else p_("a record", "holds in part")


def ended_words(record: KeptRecord) -> str:
    """Return how the match ended for who keeps its record; ``""`` where that is not known."""
    if record.won is None:
        return ""
    return p_("a match", "won") if record.won else p_("a match", "lost")


def aside_words(path: Path) -> str:
    """Return what to say of a file that was set aside, by the name that it has now."""
    return _("{path} is no record: it was set aside.", path=path)


def unread_words(folder: Path, error: OSError) -> str:
    """Return what to say where the folder of records may not be read."""
    return _("{path} cannot be read: {error}.", path=folder, error=_(error.strerror or str(error)))


def copied_deal_words() -> str:
    """Return what to say once the line is copied by which somebody else plays the same packs."""
    return _("Copied: whoever runs that line plays the same cards, against bots.")
