"""How far somebody is in the lessons: a small file in the data folder."""

from __future__ import annotations

import json
from pathlib import Path

from cardtui_client.atomic_write import write_atomically


class BadProgress(ValueError):
    """The file is there, and is not what this program writes."""


class Progress:
    """The number of hands that are done, by game."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "lessons.json"
        self._done: dict[str, int] = {}

    def read(self) -> None:
        """Read the file, if there is one.

        Raises:
            BadProgress: it is damaged; nothing is taken from it.
            OSError: it cannot be read.
        """
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return
        except (ValueError, RecursionError):
            raise BadProgress from None
        if not isinstance(kept, dict) or any(
            type(done) is not int or done < 0 for done in kept.values()
        ):
            raise BadProgress
        self._done = kept

    def of(self, game: str) -> int:
        """Return how many hands of a game's lesson are done."""
        return self._done.get(game, 0)

    def keep(self, game: str, done: int) -> None:
        """Write how many hands of a game's lesson are done.

        Raises:
            OSError: the file cannot be written.
        """
        self._done[game] = done
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, json.dumps(self._done, indent=2) + "\n", 0o600)
