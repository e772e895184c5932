"""What verifying a record has found, and how a server has broken its word, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.i18n import _, mark
from cardtui_client.model.table import TableModel

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
    "other_match": mark(
        "The record is not that of the match that you were shown: its commitments or its acts are"
        " others."
    ),
    "other_table": mark(
        "The record says otherwise than the table did what was agreed, who sat where, what you"
        " held, or what the score was."
    ),
    "unfinished": mark("The match does not end where the record does."),
    "not_committed": mark(
        "Its server was of a version that committed to nothing: it could have chosen the secret."
    ),
    "nobody_gave": mark("No player’s bits counted: the server could choose the packs alone."),
    "not_revealed": mark(
        "The server says that seat {seat} did not reveal its bits in time. Ask who sat there: their"
        " client knows whether it did."
    ),
    "own_late": mark(
        "Your bits did not count: your client could not send them before the match began."
    ),
    "own_left_out": mark(
        "Your bits are not in this match, although the server had taken what you committed to."
    ),
    "own_swallowed": mark(
        "Your client sent your bits, and the server says that they did not come: unless your"
        " connection stood still just then, it left them out."
    ),
    "own_taken_back": mark(
        "Your bits were left out, although the server had confirmed that they came."
    ),
    "not_asked": mark("The match began although nobody had been asked for their bits."),
    "broken_promise": mark("The server did not stay with what it had committed to."),
    "no_secret": mark("The match is over, and the server has not shown its secret."),
    "other_chain": mark("The server’s chain is not over the match that you were shown."),
    "other_bots": mark(
        "Its bots are of another version, or of one that it does not name: what they did was not"
        " replayed."
    ),
    "no_chain": mark("It has no chain: nothing binds what people did, but that it was legal."),
    "earlier_chain": mark(
        "Its chain is of an earlier grammar: that does not bind what people did."
    ),
}


def finding_words(
    kind: str, *, entry: int = 0, line: int = 0, seat: int = 0, said: str = ""
) -> str:
    """Return a finding as a sentence, with its place in the record.

    Args:
        kind: what was found, as ``cardtui verify --json`` names it.
        entry: the number of the entry, from 1; 0 for the match as a whole.
        line: the line of that entry.
        seat: the seat that it is about.
        said: what the rules say.
    """
    sentence = _(_SENTENCES[kind], seat=seat, said=said)
    if not entry:
        return sentence
    return _("Entry {entry}, line {line}: {sentence}", entry=entry, line=line, sentence=sentence)


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
