"""Which first lessons there are, and their order: `_LESSONS`. The hands of each are in the game's
file.
"""

from __future__ import annotations

from typing import Final

from cardtui_lessons.games import (
    cacheta,
    cacho,
    pif_paf,
    pif_paf_tradicional,
    truco_argentino,
    truco_brasileiro,
    truco_paulista,
)
from cardtui_lessons.lesson import Lesson

_LESSONS: Final = (
    truco_argentino.LESSON,
    truco_brasileiro.LESSON,
    truco_paulista.LESSON,
    cacheta.LESSON,
    pif_paf.LESSON,
    pif_paf_tradicional.LESSON,
    cacho.LESSON,
)


def all_lessons() -> dict[str, Lesson]:
    """Return the lessons that there are, by game."""
    return {lesson.game: lesson for lesson in _LESSONS}
