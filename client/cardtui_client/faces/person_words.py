"""A player's results, chips, ratings and records in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cardtui_client.faces.game_words import game_name, preset_name
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.standing import chips_words
from cardtui_client.faces.verdict_words import finding_words, score_words
from cardtui_client.i18n import _, decimal, n_, p_
from cardtui_client.model.cards import enumerate_words
from cardtui_client.model.person import Person, PersonGame, Ranking, Rating
from cardtui_client.model.table import TableModel
from cardtui_client.net.record_keeper import Kept, Missing
from cardtui_client.scene.scene import Tone
from cardtui_client.settings.kept_records import KeptRecord, Verdict

_FAVOURITES: Final = 3


def person_lines(person: Person) -> list[str]:
    """Return all of it, a line each."""
    if not person.games:
        return [nothing_words(person)]
    lines = [_("{name}, on this server:", name=person.name)]
    for game in person.games:
        lines += [f"{title(game)}: {score_words(game.won, game.lost)}", *more_words(game)]
    return lines


def ranking_lines(rankings: Sequence[Ranking]) -> list[str]:
    """Return who is how strong, a line each."""
    if not rankings:
        return [unranked_words()]
    lines = []
    for each in rankings:
        lines.append(f"{rules_words(each.game, each.preset)}:")
        lines += [
            f"{place}. {name}: {rating_words(rating)}"
            for place, (name, rating) in enumerate(each.players, 1)
        ]
    return lines


def unranked_words() -> str:
    """Return what to say where no rated match was played."""
    return _("No rated match was played on this server yet.")


def rules_words(game: str, preset: str) -> str:
    """Return a game, and by which rules it is played."""
    return f"{game_name(game)}, {preset_name(game, preset)}"


def nothing_words(person: Person) -> str:
    """Return what to say of who has finished no match."""
    return _("{name} has finished no match on this server.", name=person.name)


def title(game: PersonGame) -> str:
    """Return the game, and by which rules it was played."""
    return rules_words(game.game, game.preset)


def rating_words(rating: Rating) -> str:
    """Return how strong a player is, how sure that is, and from how many matches.

    Matches between people who play each other often, or know nobody else, count less.
    """
    if 0 < rating.counted < rating.matches - 0.05:
        return n_(
            "{points} ± {deviation}, 1 rated match that counts as {counted}",
            "{points} ± {deviation}, {n} rated matches that count as {counted}",
            rating.matches,
            points=rating.points,
            deviation=rating.deviation,
            counted=decimal(rating.counted, ".2f" if rating.counted < 1 else ".1f"),
        )
    return n_(
        "{points} ± {deviation}, 1 rated match",
        "{points} ± {deviation}, {n} rated matches",
        rating.matches,
        points=rating.points,
        deviation=rating.deviation,
    )


def more_words(game: PersonGame) -> list[str]:
    """Return what else is known: rating, streaks, and of oneself what was said, bluffed, earned."""
    lines = (
        [] if game.rating is None else [_("Rating: {rating}.", rating=rating_words(game.rating))]
    )
    if game.won + game.lost > 1:
        lines.append(_streak(game))
    if game.hands:
        lines.append(n_("1 hand won.", "{n} hands won.", game.hands))
    if game.bluffs:
        lines.append(n_("1 bluff called.", "{n} bluffs called.", game.bluffs))
    if game.chips > 0:
        lines.append(_("Won altogether: {chips}.", chips=chips_words(game.chips)))
    elif game.chips < 0:
        lines.append(_("Lost altogether: {chips}.", chips=chips_words(-game.chips)))
    if favourites := _favourites(game):
        lines.append(_("Favourite calls: {calls}.", calls=enumerate_words(favourites)))
    return lines


def _streak(game: PersonGame) -> str:
    if game.streak >= 0:
        now = n_("The last one was won", "The last {n} were won", game.streak)
    else:
        now = n_("The last one was lost", "The last {n} were lost", -game.streak)
    return _("{now}; most in a row won: {best}.", now=now, best=game.best_streak)


def _favourites(game: PersonGame) -> list[str]:
    """Return what is called most, with how often; what needs no decision is not told."""
    verbs = face_of(game.game).verbs
    calls = [
        (times, verbs[name])
        for name, times in game.calls.items()
        if name in verbs and (verbs[name].call or verbs[name].tone is not Tone.PLAIN)
    ]
    calls.sort(key=lambda each: -each[0])
    return [f"{verb.title()} {times}×" for times, verb in calls[:_FAVOURITES]]


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
    return _("Copied: a friend who runs that line plays the same cards, against bots.")
