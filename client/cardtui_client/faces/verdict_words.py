"""What verifying a record found, a server's broken promise, results and ratings, in words."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import game_name
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.settings.diary import Result, Results

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
    "not_committed": mark("Its server had committed to nothing: it could have chosen the secret."),
    "nobody_gave": mark("No player’s bits counted: the server could choose the packs alone."),
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
    "not_asked": mark("The match began although nobody had been asked for their bits."),
    "broken_promise": mark("The server did not stay with what it had committed to."),
    "no_secret": mark("The match is over, and the server has not shown its secret."),
    "other_chain": mark("The server’s chain is not over the match that you were shown."),
    "other_bots": mark(
        "Its bots are of another version, or of one that it does not name: what they did was not"
        " replayed."
    ),
    "no_chain": mark("It has no chain: nothing binds what people did, but that it was legal."),
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


def rated_lines(table: tables_pb2.Table) -> list[str]:
    """Return that matches are rated, or that this one is not; nothing at a casual table."""
    if not table.rated:
        return []
    if table.state == tables_pb2.TABLE_STATE_WAITING:
        return [_("Matches between people are rated here.")]
    return [match_words(table)]


def match_words(table: tables_pb2.Table) -> str:
    """Return whether the match at a rated table is rated, and why not."""
    if table.match_rated:
        return _("This match is rated.")
    return _("This match is not rated: nobody plays against anybody else, or a guest plays.")


def short_words(table: tables_pb2.Table) -> tuple[str, ...]:
    """Return in a word or two whether the match at a rated table is rated; else nothing."""
    if not table.rated:
        return ()
    waits = table.state == tables_pb2.TABLE_STATE_WAITING
    return (_("rated") if waits or table.match_rated else _("not rated"),)


_LATEST: Final = 20
"""How many of the latest matches are told as lines."""


def when(result: Result) -> str:
    """Return day and time of a match's end, by the clock of this machine."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(result.at))


def nothing_words() -> str:
    """Return what to say where no match has ended."""
    return _("No match has ended yet. What you win and lose will stand here.")


def score_words(won: int, lost: int) -> str:
    """Return how many matches were won and lost."""
    parts = n_("{n} won", "{n} won", won), n_("{n} lost", "{n} lost", lost)
    return ", ".join(parts) + "."


def result_lines(
    results: Results, records: Mapping[tuple[str, int], int] = MappingProxyType({})
) -> list[str]:
    """Return all of it as lines of text.

    Args:
        results: what there is to tell.
        records: the numbers of the records that are kept, by table and number of the match there.
    """
    scores = results.scores()
    if not scores:
        return [nothing_words()]
    lines = [f"{game_name(game)}: {score_words(*score)}" for game, score in scores.items()]
    lines.append(_("The latest matches:"))
    for each in results.latest()[:_LATEST]:
        number = records.get((each.table, each.match))
        record = "" if number is None else " " + _("Record {number}.", number=number)
        lines.append(_line(each) + record)
    return lines


def _line(result: Result) -> str:
    game, against, partners = game_name(result.game), result.against, result.partners
    told = {"when": when(result), "game": game, "others": names([*against])}
    if not partners:
        if result.won:
            return _("{when}, {game}: won against {others}.", **told)
        return _("{when}, {game}: lost against {others}.", **told)
    told["partners"] = names([*partners])
    if result.won:
        return _("{when}, {game}: won with {partners} against {others}.", **told)
    return _("{when}, {game}: lost with {partners} against {others}.", **told)
