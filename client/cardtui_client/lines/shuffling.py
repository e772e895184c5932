"""Says in lines that a match is about to begin, where players take long to reveal their bits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cardtui_client.model.table import TableModel

_SECONDS: Final = 0.3
"""How long that may take before anything is said."""


class ShuffleWait:
    """The wait for the shuffle of one table."""

    def __init__(self, model: TableModel, say: Callable[[], None]) -> None:
        """Begin with nothing to say.

        Args:
            model: the table.
            say: says it.
        """
        self._model = model
        self._say = say
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Look whether a match is about to begin."""
        if not self._model.is_shuffling:
            self.stop()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_SECONDS, self._say)

    def stop(self) -> None:
        """Say nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
