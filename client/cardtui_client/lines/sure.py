"""A question about what was typed, kept until the next line says yes or something else."""

from __future__ import annotations

from collections.abc import Callable

from cardtui_client.games.typed import NO, YES
from cardtui_client.i18n import _
from cardtui_client.lines.teller import Print


class Sure:
    """Asks once, and does what was asked about if the answer is yes."""

    def __init__(self, say: Print, *, careful: bool) -> None:
        """Begin with nothing asked.

        Args:
            say: prints lines.
            careful: whether the person wants to be asked.
        """
        self._print = say
        self._careful = careful
        self._wanted: Callable[[], object] | None = None

    def ask(self, question: str, do: Callable[[], object]) -> None:
        """Ask that, and do it after a yes; do it at once where there is nothing to ask."""
        if not question or not self._careful:
            do()
            return
        self._print([_("{asks} Type yes, or anything else to cancel.", asks=question)])
        self._wanted = do

    def answered(self, line: str) -> bool:
        """Take the line as the answer, if one is awaited; return whether it is used up."""
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            return False
        if line.casefold() in YES:
            wanted()
            return True
        self._print([_("Cancelled.")])
        return not line or line.casefold() in NO
