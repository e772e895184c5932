"""First lessons: prepared hands of a game, played on its real rules with a coach."""

from __future__ import annotations

from cardtui_client.commands.lessons import truco_argentino, truco_paulista
from cardtui_client.commands.lessons.lesson import Lesson


def all_lessons() -> dict[str, Lesson]:
    """Return the lessons that there are, by game."""
    return {lesson.game: lesson for lesson in (truco_argentino.LESSON, truco_paulista.LESSON)}
