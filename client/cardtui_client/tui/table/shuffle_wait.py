"""Says that a match is about to begin, where it takes longer than an eye needs to see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.tui.table.player import Timer

_SECONDS: Final = 0.3
"""How long players may take to reveal what they give before anything is said: most take less."""


class ShuffleWait:
    """The wait for a shuffle of one table."""

    def __init__(
        self,
        model: TableModel,
        after: Callable[[float, Callable[[], None]], Timer],
        changed: Callable[[], None],
    ) -> None:
        """Begin with nothing to say.

        Args:
            model: the table.
            after: calls back after so many seconds.
            changed: shows the words anew.
        """
        self._model = model
        self._after = after
        self._changed = changed
        self._timer: Timer | None = None
        self._long = False

    @property
    def words(self) -> str:
        """What is said; ``""`` for nothing."""
        return _("Shuffling together…") if self._long and self._model.is_shuffling else ""

    def look(self) -> None:
        """Look whether a match is about to begin."""
        if not self._model.is_shuffling:
            if self._timer is not None:
                self._timer.stop()
            self._timer, self._long = None, False
        elif self._timer is None:
            self._timer = self._after(_SECONDS, self._tell)

    def _tell(self) -> None:
        self._long = True
        self._changed()
