"""``cardtui learn``: which lesson or drill begins, on the screen or in lines, and the list of
lessons.
"""

from __future__ import annotations

import sys
from random import SystemRandom
from typing import TYPE_CHECKING

import click

from cardtui_client.command_line.options import GAME, plain_option, wants_lines
from cardtui_client.command_line.profile import load_settings, person_name
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.history.lesson_progress import Progress
    from cardtui_client.settings import Settings
    from cardtui_lessons.lesson import Lesson


@click.command(
    epilog="""\b
Examples:
  cardtui learn
  cardtui learn truco-argentino
  cardtui learn truco-argentino --again
  cardtui learn truco-argentino --plain
  cardtui learn --signals

In lines of text, type a number or a word to act, ? for what you may do, skip for the next hand,
quit to leave. A lesson that you leave goes on with the hand that you left.
"""
)
@click.argument("game", type=GAME, metavar="[GAME]", required=False)
@click.option("--again", is_flag=True, help="Begin the lesson anew.")
@click.option("--signals", is_flag=True, help="Drill the signals of Truco argentino.")
@click.option("--name", metavar="NAME", help="Play under this name.")
@plain_option(help="As lines of text, for pipes and screen readers.")
def command(
    game: str | None, *, again: bool, signals: bool, name: str | None, plain: bool | None
) -> int:
    """Learn GAME in a few hands, with a coach; without GAME, list the lessons.

    --signals asks what each signal means that partners give at Truco argentino, and then the other
    way, until you know them all.
    """
    from cardtui_client.history.lesson_progress import Progress
    from cardtui_lessons.games import all_lessons

    settings = load_settings(name)
    progress = Progress(settings)
    if signals:
        return _drill(settings, game, plain)
    if game is None:
        click.echo("\n".join(_begin_lines(progress)))
        return 0
    chosen = all_lessons()[game]
    if _in_lines(settings, plain):
        return _attend(chosen, progress, person_name(settings), again=again)
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.tui.launch import AtLesson

    need_terminal()
    return open_screens(settings, AtLesson(game, again))


def _drill(settings: Settings, game: str | None, plain: bool | None) -> int:
    """Drill the signals; return the exit code."""
    from cardtui_lessons.drill import GAME as SIGNALLED
    from cardtui_lessons.drill import drill_in_lines

    if game not in (None, SIGNALLED):
        raise click.UsageError(
            _("Only the signals of Truco argentino mean the same at every table: name no other.")
        )
    if _in_lines(settings, plain):
        drill_in_lines(sys.stdin, sys.stdout, SystemRandom())
        return 0
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.tui.launch import AtLesson

    need_terminal()
    return open_screens(settings, AtLesson(SIGNALLED, signals=True))


def _in_lines(settings: Settings, plain: bool | None) -> bool:
    """Tell whether to teach in lines: where nobody asks for either, also off a terminal."""
    at_terminal = all(each.isatty() for each in (sys.stdin, sys.stdout, sys.stderr))
    return wants_lines(settings, plain) or (plain is None and not at_terminal)


def _begin_lines(progress: Progress) -> list[str]:
    """Return how each lesson is begun, and how far you are in it."""
    from cardtui_client.faces.game_words import game_name
    from cardtui_lessons.games import all_lessons

    return [
        _("A lesson has a few prepared hands, and a coach who explains each act."),
        _("Begin with one of these:"),
        *(
            f"  cardtui learn {each.game:<20}{game_name(each.game)}: {_how_far(each, progress)}"
            for each in all_lessons().values()
        ),
        _("To drill the signals of Truco argentino: cardtui learn --signals"),
        _("Add --plain to read it as lines of text."),
    ]


def _how_far(lesson: Lesson, progress: Progress) -> str:
    return _(
        "{done} of {all} hands done",
        done=min(progress.of(lesson.game), len(lesson.hands)),
        all=len(lesson.hands),
    )


def _attend(lesson: Lesson, progress: Progress, name: str, *, again: bool) -> int:
    """Play the hands that are left; return the exit code."""
    from cardtui_lessons.lines import Coach, Way

    coach = Coach(lesson, sys.stdin, sys.stdout, name)
    done = 0 if again else progress.of(lesson.game)
    if done >= len(lesson.hands):
        click.echo(_("You have done this lesson. --again begins it anew."))
        return 0
    while done < len(lesson.hands):
        match coach.play(done):
            case Way.LEFT:
                click.echo(
                    _("The lesson goes on with this hand: cardtui learn {game}", game=lesson.game)
                )
                return 0
            case Way.MISSED:
                continue
            case Way.REACHED | Way.SKIPPED:
                done += 1
                progress.keep(lesson.game, done, len(lesson.hands))
    click.echo(_("That was the lesson. Now play: cardtui play {game}", game=lesson.game))
    return 0
