"""What verifying a record has found, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_client.i18n import _, mark

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
        "It is not the match that you were shown: its commitments or its acts are others."
    ),
    "other_table": mark(
        "It says otherwise than you were shown at the table what was agreed, or who sat where."
    ),
    "unfinished": mark("The match does not end where the record does."),
    "not_committed": mark(
        "Its server was of a version that committed to nothing: it could have chosen the secret."
    ),
    "nobody_gave": mark("No player gave bits: the packs follow from the server’s secret alone."),
    "not_revealed": mark(
        "Seat {seat} did not reveal its bits in time; what stands for them counted."
    ),
    "other_bots": mark(
        "Its bots are of another version, or of one that it does not name: what they did was not"
        " replayed."
    ),
    "no_chain": mark("It has no chain: nothing binds what people did, but that it was legal."),
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
