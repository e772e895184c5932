"""What verifying a record found (`_SENTENCES`), what came of keeping one, why a match is doubted.
How many faults the table tells: `_MOST_FAULTS`. What is found is decided in
`server/cardtui_server/fairness/verification.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from cardtui_client.history.kept_records import KeptRecord, Verdict
from cardtui_client.i18n import _, mark, moment, p_
from cardtui_client.model.table import TableModel

if TYPE_CHECKING:
    from cardtui_client.net.record_keeper import Kept, Missing

_SENTENCES: Final[Mapping[str, str]] = {
    "no_origin": mark("It comes from no server: nothing proves how its packs were made."),
    "unrevealed": mark("The server has not revealed its secret."),
    "server_commitment": mark(
        "The server’s secret is not the one that it had committed to before the match."
    ),
    "seat_commitment": mark("What seat {seat} revealed is not what it had committed to."),
    "dealer": mark("The first dealer is not the one that the key gives."),
    "gathered": mark("The pack that was riffled is not the one that was gathered."),
    "pack": mark("The pack is not the one that the key gives."),
    "rules": mark("The rules do not allow it: {said}"),
    "bot": mark("The bot in seat {seat} would have done something else."),
    "chain": mark("Spectators were told of another match: the chain ends otherwise."),
    "key": mark("The key by which seat {seat} signs is not one that a seat had committed to."),
    "signature": mark("What seat {seat} is said to have signed, nobody there has signed."),
    "server_signature": mark("What the server is said to have signed, its key has not signed."),
    "other_server": mark(
        "The record is signed by another server’s key than that of the server that you played on."
    ),
    "other_match": mark(
        "The record is not that of the match that you were shown: its commitments or its acts are"
        " others."
    ),
    "two_courses": mark(
        "The server has signed another course of this match than the record has: that is proof that"
        " it lied, and it is kept beside the record."
    ),
    "other_table": mark(
        "The record says otherwise than the table did what was agreed, who sat where, what you"
        " held, or what the score was."
    ),
    "unfinished": mark("The match does not end where the record does."),
    "not_committed": mark("Its server had committed to nothing: it could have chosen the secret."),
    "nobody_gave": mark(
        "No bits of this table’s players counted: the server could choose the packs alone."
    ),
    "field": mark(
        "It is of a field, where nobody gives bits: all packs follow from the server’s secret. The"
        " page of the field says at its end whether that is the one that it had committed to."
    ),
    "field_bits": mark(
        "It is of a field, where nobody gives bits, but bits counted: the server dealt other packs"
        " here than at other tables."
    ),
    "not_revealed": mark(
        "The server says that seat {seat} did not reveal its bits in time. Ask who sat there: their"
        " client knows whether it did."
    ),
    "own_late": mark(
        "Your bits did not count: your client could not send them before the match began."
    ),
    "own_left_out": mark(
        "Your bits are not in this match, although the server had taken what you committed to:"
        " unless you were ready anew on another machine, it left them out."
    ),
    "own_swallowed": mark(
        "Your client sent your bits, and the server says that they did not come: unless your"
        " connection stood still just then, it left them out."
    ),
    "own_taken_back": mark(
        "Your bits were left out, although the server had confirmed that they came."
    ),
    "own_other_key": mark(
        "The table named a key for you that this machine does not have: unless you sat down on"
        " another machine, somebody else signs in your name."
    ),
    "not_asked": mark("The match began although nobody had been asked for their bits."),
    "broken_promise": mark("The server did not stay with what it had committed to."),
    "no_secret": mark("The match is over, and the server has not shown its secret."),
    "other_chain": mark("The server’s chain is not over the match that you were shown."),
    "other_bots": mark(
        "Its bots are of another version, or of one that it does not name: what they did was not"
        " replayed."
    ),
    "other_package": mark(
        "The record names another version of its game’s package than is installed here: the rules"
        " may differ."
    ),
    "no_chain": mark(
        "Not sealed by a chain: nothing proves what people did, but that it was legal."
    ),
    "old_grammar": mark(
        "It is of an old grammar: nothing binds what was agreed, who sat where, or which bots."
    ),
}


def finding_words(
    kind: str, *, entry: int = 0, line: int = 0, seat: int = 0, said: str = "", name: str = ""
) -> str:
    """Return a finding as a sentence, with its place in the record.

    Args:
        kind: what was found, as ``cardtui verify --json`` names it.
        entry: the number of the entry, from 1; 0 for the match as a whole.
        line: the line of that entry.
        seat: the seat that it is about.
        said: what the rules say.
        name: who sat there first, where that is known.
    """
    who = f"{seat + 1} ({name})" if name else str(seat + 1)
    sentence = _(_SENTENCES[kind], seat=who, said=said)
    if not entry:
        return sentence
    return _("Entry {entry}, line {line}: {sentence}", entry=entry, line=line, sentence=sentence)


def vouching_lines(vouched: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return who vouches for a record, as ``cardtui verify --json`` tells it; `[]` for nobody."""
    server = _("the server")
    by_when: dict[str, list[str]] = {}
    keyless: list[str] = []
    for each in vouched:
        name = each["name"]
        if each["seat"] is None:
            where = each.get("where", "")
            name = _("the server at {address}", address=where) if where else server
        (by_when.setdefault(each["when"], []) if each["key"] else keyless).append(name)
    ends = [*by_when.pop("over", []), *by_when.pop("closed", [])]
    silent = by_when.pop("", [])
    if not (ends or by_when or silent):
        return []
    lines = [_("Nobody vouches for the end.")]
    if ends:
        lines = [_("Signed to the end: {names}.", names=", ".join(ends))]
    for hand in sorted(by_when, key=int, reverse=True):
        names = ", ".join(by_when[hand])
        lines.append(_("Signed to hand {hand}: {names}.", hand=hand, names=names))
    if silent:
        lines.append(_("Signed nothing: {names}.", names=", ".join(silent)))
    if keyless:
        lines.append(_("Do not sign: {names}.", names=", ".join(keyless)))
    return lines


def distrust_text(model: TableModel) -> str:
    """Return why the match here is not to be trusted; empty while nothing speaks against it."""
    broken = sorted(model.broken(), key=lambda each: not each.startswith("own"))
    if not broken:
        return ""
    why = " ".join(finding_words(each) for each in broken)
    return _("Look out: do not trust this match. {why}", why=why)


def match_code_words(code: str) -> str:
    """Return what to say of the code of a match that is over; ``""`` where it has none."""
    return code and _("Code of this match, the same for all who saw the same: {code}", code=code)


_MOST_FAULTS: Final = 3
"""So many things that are wrong with a record are told at the table."""


def kept_lines(kept: Kept | Missing, line: str, place: str = "") -> list[str]:
    """Return what to say of a record that was kept, with the line of its result, if it has one.

    It is said to be at that place, or, if that is ``""``, at its path.

    Nobody could have chosen the cards of a deal of the day: that no server had committed to them
    is nothing to tell.
    """
    from cardtui_client.net.record_keeper import Kept

    if not line:
        return [kept_words(kept, place)]
    said = kept_words(kept, place)
    if isinstance(kept, Kept) and kept.verdict is not None and kept.verdict.holds:
        path = place or str(kept.path)
        said = _("The record of this deal holds, and is kept as {path}", path=path)
    return [said, _("Your result, to share: {line}", line=line)]


def package_words(package: str) -> str:
    """Return what is missing for a replay: the package with the rules, and how to get it.

    Args:
        package: its name, and its version after a blank.
    """
    name, _blank, version = package.partition(" ")
    wanted = f"{name}=={version}" if version else name
    return _(
        "The rules of this game are in the package {package}, which is not installed here. To see"
        " the match again: pip install {wanted}",
        package=package,
        wanted=wanted,
    )


def latest_record() -> str:
    """Return where the record that was kept last is found, by a command in place of its path."""
    return _("the newest in “cardtui records”")


def kept_words(kept: Kept | Missing, place: str = "") -> str:
    """Return what to say once the record of a match is kept, or is known not to come.

    It is said to be at that place, or, if that is ``""``, at its path.
    """
    # Loaded where a table is: cardtui verify says its findings without gRPC.
    from cardtui_client.net.record_keeper import Missing

    if isinstance(kept, Missing):
        if kept.why:
            return _("There is no record of this match, to verify it by: {why}", why=kept.why)
        return _(
            "There is no record of this match: what the server gave is none, or it cannot be"
            " written here."
        )
    path, verdict = place or str(kept.path), kept.verdict
    if verdict is None:
        return _("The record of this match is kept, but was not verified: {path}", path=path)
    if verdict.proves_all:
        return _("The match was fair: its record is verified, and kept as {path}", path=path)
    if verdict.is_of_field:
        return _(
            "The record of this match holds. {why} It is kept as {path}",
            path=path,
            why=finding_words("field"),
        )
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


def record_line(model: TableModel) -> str:
    """Return on the page of a match that is over what its record lacks, or the line to share.

    ``""`` for nothing.
    """
    record = model.record
    if record is None or record.proves_all:
        return "" if record is None else record.line
    if record.holds is None:
        return _("The record is kept, not verified.")
    if record.holds:
        return _("The record holds in part: see the log.")
    return _("The record DOES NOT HOLD: see the log.")


def why_not(verdict: Verdict) -> str:
    """Return what is wrong with a record, your own bits first, and not more than a few."""
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
        return p_("a record", "not sealed")
    if not verdict.proves_agreed:
        return p_("a record", "older seal")
    if verdict.is_of_field:
        return p_("a record", "of a field")
    return p_("a record", "verified") if verdict.proves_all else p_("a record", "holds in part")


def began_words(record: KeptRecord) -> str:
    """Return when a match began, by the clock of this machine; results say when one ended."""
    return p_("a match", "began {time}", time=moment(began_at(record)))


def began_at(record: KeptRecord) -> float:
    """Return when a match began, in seconds since 1970."""
    return datetime.fromisoformat(record.began).timestamp()


def ended_words(record: KeptRecord) -> str:
    """Return how the match ended for who keeps its record; ``""`` where that is not known."""
    if record.won is None:
        return ""
    return p_("a match", "won") if record.won else p_("a match", "lost")


def aside_words(path: Path) -> str:
    """Return what to say of a file that was set aside, by the name that it has now."""
    return _("{path} is not a record: it was set aside.", path=path)


def unread_words(folder: Path, error: OSError) -> str:
    """Return what to say where the folder of records may not be read."""
    return _("{path} cannot be read: {error}.", path=folder, error=_(error.strerror or str(error)))


def copied_deal_words() -> str:
    """Return what to say once the line is copied by which somebody else plays the same packs."""
    return _("Copied: a friend who runs that line plays the same cards, against bots.")
