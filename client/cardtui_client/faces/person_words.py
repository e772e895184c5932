"""A player's results, chips and ratings in words; your own results, the `MOST_LATEST_LINES` latest.
What stands on a person's page: `more_words`; how many favourites it names: `_MOST_FAVOURITES`. The
page itself is in `tui/people.py`, that of your own results in `tui/results.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import Final

from cardtui_client.faces.game_words import game_name, preset_name
from cardtui_client.faces.presenter import Verb
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.standing import chips_words
from cardtui_client.history.daily_attempts import Attempt, streak, today
from cardtui_client.history.kept_records import Deeds
from cardtui_client.history.results import Result, Results
from cardtui_client.i18n import _, day, decimal, moment, n_, p_
from cardtui_client.model.cards import enumerate_words
from cardtui_client.model.own_results import OwnGame, Place, own_games
from cardtui_client.model.person import Person, PersonGame, Ranking, Rating
from cardtui_client.model.sides import names
from cardtui_client.scene.scene import Tone

_MOST_FAVOURITES: Final = 3
MOST_LATEST_LINES: Final = 20
"""How many of the latest matches, and of the deals of the day, are told as lines."""


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
    """Return what else is known: rating, streaks, and of you what was said, bluffed, earned."""
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
    return [f"{_called(verb)} {times}×" for times, verb in calls[:_MOST_FAVOURITES]]


def _called(verb: Verb) -> str:
    """Return what is said at the table: of a raise, for how much it is said there."""
    return "/".join(dict.fromkeys(verb.calls.values())) or verb.call or verb.title()


def outcome(score: str, *, won: bool | None) -> str:
    """Return whether a match was won, lost or left, with its score where that is known."""
    if won is None:
        return _("left at {score}", score=score) if score else p_("a match", "left")
    word = p_("a match", "won") if won else p_("a match", "lost")
    return f"{word} {score}".rstrip()


def company_words(against: Sequence[str], partners: Sequence[str]) -> str:
    """Return against whom a match was played, and with whom, as a column of a list has it."""
    others = names([*against])
    if not partners:
        return others
    return _("{others}, with {partners}", others=others, partners=names([*partners]))


def no_match_words() -> str:
    """Return what to say where no match has ended."""
    return _("No match has ended yet. What you win and lose will stand here.")


def score_words(won: int, lost: int) -> str:
    """Return how many matches were won and lost."""
    parts = n_("{n} won", "{n} won", won), n_("{n} lost", "{n} lost", lost)
    return ", ".join(parts) + "."


def result_lines(
    results: Results,
    records: Mapping[Place, int] = MappingProxyType({}),
    deeds: Mapping[Place, Deeds] = MappingProxyType({}),
    attempts: Sequence[Attempt] = (),
) -> list[str]:
    """Return all of it as lines of text.

    Args:
        results: what there is to tell.
        records: the numbers of the records that are kept, by table and number of the match there.
        deeds: likewise, what you did in a match.
        attempts: the deals of the day that were begun, the latest first.
    """
    lines: list[str] = []
    for game in own_games(results, deeds):
        told = game.told
        lines += [f"{game_name(told.game)}: {score_words(told.won, told.lost)}"]
        lines += [*more_words(told), *deeds_words(game)]
    lines += _daily_lines(attempts)
    latest = results.latest()[:MOST_LATEST_LINES]
    if not latest:
        return [*lines, no_match_words()]
    lines.append(latest_words())
    for each in latest:
        place = each.table, each.match
        score = deeds[place].score if place in deeds else ""
        number = records.get(place)
        record = "" if number is None else _("Record {number}.", number=number)
        lines.append(" ".join(filter(None, (match_words(each), score and f"{score}.", record))))
    return lines


def _daily_lines(attempts: Sequence[Attempt]) -> list[str]:
    if not attempts:
        return []
    title, row = _("The deal of the day"), streak_words(attempts, today())
    lines = [f"{title}: {row}." if row else f"{title}:"]
    for each in attempts[:MOST_LATEST_LINES]:
        ended = f"{each.score} ({each.letters})" if each.line else _("not finished")
        lines.append(f"{day_words(each.day)}, {game_name(each.game)}: {ended}.")
    return lines


def day_words(then: date) -> str:
    """Return a day of UTC as it is written here."""
    noon = datetime.fromisoformat(f"{then}T12:00")  # by the clock here: it is no other day
    return day(noon.timestamp(), near=False)


def streak_words(attempts: Sequence[Attempt], now: date) -> str:
    """Return how many days lie one after the other until now, and how many at best."""
    found = streak((each.day for each in attempts if each.line), now)
    row = n_("{n} day in a row", "{n} days in a row", found.now) if found.now > 1 else ""
    if found.best <= max(found.now, 1):
        return row
    if not row:
        return n_("once {n} day in a row", "once {n} days in a row", found.best)
    return p_("days in a row", "{now}, best {best}", now=row, best=found.best)


def deeds_words(game: OwnGame) -> list[str]:
    """Return what you did in the latest matches, as sentences."""
    deeds, lines = game.deeds, []
    if deeds.largest:
        lines.append(
            n_(
                "1 envido won; the largest of yours: {largest}.",
                "{n} envidos won; the largest of yours: {largest}.",
                deeds.envidos,
                largest=deeds.largest,
            )
        )
    elif deeds.envidos:
        lines.append(n_("1 envido won.", "{n} envidos won.", deeds.envidos))
    if deeds.held or deeds.called:
        held = n_("{n} bluff of yours held", "{n} bluffs of yours held", deeds.held)
        called = n_("{n} was called", "{n} were called", deeds.called)
        lines.append(f"{held}, {called}.")
    return lines


def latest_words() -> str:
    """Return what stands above the latest matches."""
    return _("The latest matches:")


def not_met_words(name: str) -> str:
    """Return what to say of somebody against whom you have finished no match."""
    return _("You have finished no match with {name} yet.", name=name)


def match_words(result: Result) -> str:
    """Return when a match ended, and how."""
    game, against, partners = game_name(result.game), result.against, result.partners
    told = {"when": moment(result.at), "game": game, "others": names([*against])}
    if result.won is None:
        told["ended"] = outcome(result.score, won=None)
        return _("{when}, {game}: {ended} against {others}.", **told)
    if not partners:
        if result.won:
            return _("{when}, {game}: won against {others}.", **told)
        return _("{when}, {game}: lost against {others}.", **told)
    told["partners"] = names([*partners])
    if result.won:
        return _("{when}, {game}: won with {partners} against {others}.", **told)
    return _("{when}, {game}: lost with {partners} against {others}.", **told)
