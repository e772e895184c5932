"""Films of the transcripts' matches (`film_of`), and which are tried by day
(`BY_DAY_AND_NIGHT`).
"""

from functools import cache
from pathlib import Path

from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Record
from cardtui_studio.match_film import MatchFilm
from tests.support.nights import by_night

TRANSCRIPTS = Path(__file__).parents[1] / "laws" / "transcripts"
NAMES = sorted(path.stem for path in TRANSCRIPTS.glob("*.txt"))
_DIFFERENT = {
    *("cacheta-8", "cacho-4", "cacho-topped", "pif-paf-mesa", "pif-paf-tradicional-2"),
    *("truco-argentino-6", "truco-brasileiro-fouls", "truco-paulista-6"),
}
"""Matches of every game, with chips that are bought and fouls: what films are made of."""
BY_DAY_AND_NIGHT = [name if name in _DIFFERENT else next(by_night(name)) for name in NAMES]


def record_of(name: str) -> Record:
    """Return the record of a transcript, played by people with names."""
    record = read((TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8"))
    named = ("Ana", "Beto", "Carla", "Davi", "Elena", "Fito", "Gabi", "Hugo")
    return Record(
        record.game,
        record.seats,
        record.options,
        record.dealer,
        named[: record.seats],
        record.entries,
    )


@cache
def film_of(name: str) -> MatchFilm:
    """Return the film of a transcript."""
    return MatchFilm(record_of(name))
