"""Tournaments in words: a line for a list, the standings (`columns_of`), a round's matches.
Which column a narrow window leaves out first: `standings_lines`; which tournament a name means:
`meant`. The same for programs is in `commands/tournament.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from cardtui.v1 import tournament_service_pb2 as pb
from cardtui_client.faces.game_words import game_name
from cardtui_client.i18n import _, day, mark, mark_p, n_, p_
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.cards import enumerate_words
from cardtui_client.model.chain_check import code_of
from cardtui_client.model.tournament import Fixture, Line, Promise, Told, TournamentModel
from cardtui_client.text import cell_width, fit, safe_text

_FORM_WORDS: Final = {
    "arena": mark("arena"),
    "swiss": mark("Swiss"),
    "round-robin": mark("round robin"),
    "knockout": mark("knockout"),
    "duplicate": mark("duplicate"),
    "field": mark_p("form of a tournament", "field"),
}

_MOST_NAME_CELLS: Final = 34

Column = tuple[str, Callable[[Line], int]]
"""What heads a column of the standings, a message id, and what a line has there."""

_COLUMNS: Final[tuple[Column, ...]] = (
    (mark_p("standings", "Points"), lambda line: line.points),
    (mark_p("standings", "Diff."), lambda line: line.difference),
    (mark_p("standings", "Buchholz"), lambda line: line.buchholz),
    (mark_p("standings", "Direct"), lambda line: line.direct),
    (mark_p("standings", "Wins"), lambda line: line.wins),
    (mark_p("standings", "Played"), lambda line: line.played),
)
"""What stands in the table behind the names, in the order in which it decides."""

_FIELD_COLUMNS: Final = tuple(_COLUMNS[at] for at in (0, 1, 5))
"""In a field nobody meets anybody."""


class NotOne(LookupError):
    """No tournament is meant, or several could be; the sentence says which there are."""


def meant(wanted: str, found: Sequence[TournamentModel]) -> TournamentModel:
    """Return the tournament of that name or id, or one that begins so; ``""`` for the only one.

    Args:
        wanted: what somebody typed.
        found: all there are, first those that are not over.

    Raises:
        NotOne: there is none, or there are several.
    """
    fits = found
    if wanted:
        text = wanted.casefold()
        exact = [each for each in found if text in (each.now.id, each.name.casefold())]
        fits = exact or [each for each in found if each.name.casefold().startswith(text)]
    elif going := [each for each in found if not each.is_over]:
        fits = going
    if len(fits) > 1 and wanted and sum(not each.is_over for each in fits) == 1:
        fits = fits[:1]
    if len(fits) == 1:
        return fits[0]
    names = ", ".join(f"“{each.name}” ({each.id})" for each in fits or found)
    listed = _("Choose from {names}.", names=names) if names else ""
    said = _("There is no tournament there.")
    if fits:
        said = _("Several tournaments could be meant.")
    elif wanted:
        name = safe_text(wanted, TABLE_NAME_CELLS)
        said = _("There is no tournament “{tournament}” there.", tournament=name)
    raise NotOne(f"{said} {listed}".strip())


def form_name(form: str) -> str:
    """Return what a form is called."""
    if form == "field":
        return p_("form of a tournament", _FORM_WORDS[form])
    return _(_FORM_WORDS[form]) if form in _FORM_WORDS else "–"


def list_line(model: TournamentModel) -> str:
    """Return a tournament as a line: its name, its form and game, how far it is, who directs it."""
    terms = model.now.terms
    parts = [
        f"{form_name(model.form)}, {game_name(terms.table.game)}",
        stage_words(model),
        n_("1 player", "{n} players", sum(not each.out for each in model.now.players)),
        _("directed by {name}", name=model.director),
    ]
    return f"{model.name}: " + "; ".join(parts)


def stage_words(model: TournamentModel) -> str:
    """Return where a tournament is in its life."""
    now = model.now
    if now.stage == pb.TOURNAMENT_STAGE_OVER:
        return _("over")
    if now.stage == pb.TOURNAMENT_STAGE_OPEN:
        return _("players enter it")
    if now.paused:
        return _("paused")
    if model.form in ("arena", "field"):
        return _("under way")
    if now.rounds:
        return _("round {round} of {rounds}", round=now.round, rounds=now.rounds)
    return _("round {round}", round=now.round)


def next_words(model: TournamentModel) -> str:
    """Return when the next round begins, or a field ends; ``""`` where that is not known."""
    if not model.now.next_milliseconds or model.is_over or model.now.paused:
        return _("The last matches are played.") if _is_last(model) else ""
    if model.is_field:
        return _("Each plays once, by {time}: then all are compared.", time=_ends(model))
    at = time.strftime("%H:%M", time.localtime(model.now.next_milliseconds // 1000))
    return _("The next round begins at {time}.", time=at)


def _is_last(model: TournamentModel) -> bool:
    """Tell whether a field takes nobody any more, and is about to end."""
    now = model.now
    return model.is_field and bool(now.round) and not (now.paused or model.is_over)


def _ends(model: TournamentModel) -> str:
    """Return when a field takes nobody any more, by the clock of this machine."""
    at = model.now.next_milliseconds // 1000
    return f"{day(at)} {time.strftime('%H:%M', time.localtime(at))}"


_PACKS_WORDS: Final = {
    Promise.UNKNOWN: "",
    Promise.BROKEN: mark(
        "The server did not deal what it had committed to, or your record does not hold: trust no"
        " result here."
    ),
    Promise.KEPT: mark("The secret is the one that the server had committed to."),
    Promise.PACKS: mark(
        "The packs are those that the server had committed to when you first saw it."
    ),
}


def field_code_words(model: TournamentModel) -> str:
    """Return the code of what a field has committed to; ``""`` for another form."""
    if not model.is_field or not model.now.commitment:
        return ""
    code = code_of(model.now.commitment)
    return _("Code of the packs, the same for all who enter: {code}", code=code)


def packs_words(held: Promise) -> str:
    """Return what came of what a field had committed to; ``""`` where nobody knows."""
    return _PACKS_WORDS[held] and _(_PACKS_WORDS[held])


def columns_of(model: TournamentModel) -> tuple[Column, ...]:
    """Return what stands in the standings of a tournament."""
    return _FIELD_COLUMNS if model.is_field else _COLUMNS


def standings_lines(model: TournamentModel, width: int = 0) -> list[str]:
    """Return the standings as a table.

    Args:
        width: the cells that there are; what decides last is left out first. 0 for as many as need.
    """
    lines, columns = model.lines, columns_of(model)
    heads = [p_("standings", head) for head, _read in columns]
    widths = [
        max(cell_width(head), *(len(str(read(line))) for line in lines), 1)
        for head, (_head, read) in zip(heads, columns, strict=True)
    ]
    names = min(_MOST_NAME_CELLS, max((cell_width(who(line)) for line in lines), default=0))
    ranks = len(str(len(lines)))
    while (
        width and len(widths) > 1 and ranks + names + sum(2 + each for each in widths) > width - 2
    ):
        widths.pop()

    def row(place: str, name: str, cells: Sequence[str]) -> str:
        padded = name + " " * (names - cell_width(name))
        numbers = [" " * (w - cell_width(c)) + c for c, w in zip(cells, widths, strict=False)]
        return "  ".join([f"{place:>{ranks}}", padded, *numbers])

    found = [row("", "", heads)] if lines else []
    for line in lines:
        cells = [str(read(line)) for _head, read in columns]
        found.append(row(str(line.place), fit(who(line), names), cells))
    return found


def who(line: Line) -> str:
    """Return whose a line is, and whether they have left."""
    return _("{name} (left)", name=line.name) if line.out else line.name


def round_lines(model: TournamentModel, number: int) -> list[str]:
    """Return the matches of a round, a line each, and who has a bye; none of a field."""
    if model.is_field:
        return []
    lines = [f"{each.number}) {fixture_words(each)}" for each in model.played_in(number)]
    if byes := model.byes_in(number):
        lines.append(_("Bye: {names}", names=", ".join(byes)))
    return lines


def fixture_words(fixture: Fixture) -> str:
    """Return who meets, and how it ended."""
    names = " – ".join(each or _("bot") for each in fixture.names)
    if fixture.scores:
        points = " – ".join(str(each.points) for each in fixture.scores)
        if fixture.reason:
            return _(
                "{names}: {points} (corrected: {reason})",
                names=names,
                points=points,
                reason=fixture.reason,
            )
        return f"{names}: {points}"
    if fixture.void:
        return _("{names}: does not count", names=names)
    return _("{names}: not over", names=names)


def whole_lines(model: TournamentModel) -> list[str]:
    """Return a tournament as lines: what it is, its standings, the round, what was announced."""
    lines = [list_line(model)]
    lines += filter(None, [next_words(model)])
    if model.now.round and model.lines:
        lines += standings_lines(model)
        if model.form not in ("arena", "field"):
            lines.append(_("Round {round}:", round=model.now.round))
        lines += round_lines(model, model.now.round)
    elif model.players:
        lines.append(_("Entered: {names}.", names=", ".join(model.players)))
    lines += filter(None, [field_code_words(model)])
    lines += [_("Announced: {text}", text=each) for each in model.announced]
    return lines


def news_lines(model: TournamentModel, told: Told, name: str) -> list[str]:
    """Return what is new for a player, as sentences."""
    lines = [_("Announced: {text}", text=each) for each in told.texts]
    line = model.line_of(name)
    if told.ended and line is not None and not model.is_over:
        lines.append(
            n_(
                "Round {round} is over. You are number {place} of {all}, with {n} point.",
                "Round {round} is over. You are number {place} of {all}, with {n} points.",
                line.points,
                round=told.ended[-1],
                place=line.place,
                all=len(model.lines),
            )
        )
        lines += filter(None, [next_words(model)])
    lines += [_("You have a bye in round {round}.", round=each) for each in told.byes]
    return lines


def call_words(model: TournamentModel, name: str) -> str:
    """Return which table waits for a player, and who else plays there."""
    table = model.table_of(name)
    fixture = next(each for each in model.fixtures.values() if each.table == table)
    others = [each or _("a bot") for each in fixture.names if each != name]
    if model.is_field:
        return n_(
            "Your match: you play with a bot.",
            "Your match: you play with {n} bots.",
            len(others),
        )
    return _(
        "Match {number}, round {round}: you play with {names}.",
        number=fixture.number,
        round=fixture.round,
        names=enumerate_words(others),
    )


def waiting_words(model: TournamentModel, name: str) -> str:
    """Return what a player waits for who is at no table."""
    if model.now.paused:
        return _("The tournament is paused.")
    if model.has_played(name):
        if not model.now.next_milliseconds:
            return _("You have played. The standings come once the last matches are over.")
        return _("You have played. The standings come on {time}.", time=_ends(model))
    if model.is_field and model.lacks(name):
        return _("You did not come to your table: enter again to play.")
    if model.is_field:
        return _("Your table opens at once.") if model.now.next_milliseconds else next_words(model)
    if not model.now.round:
        return _("The tournament has not begun. You are taken to your table once it is open.")
    return next_words(model) or _("You are taken to your table once it is open.")
