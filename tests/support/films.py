"""Films of the matches that are told in the transcripts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Record
from cardtui_studio.match_film import MatchFilm

TRANSCRIPTS = Path(__file__).parents[1] / "laws" / "transcripts"
NAMES = sorted(path.stem for path in TRANSCRIPTS.glob("*.txt"))


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
