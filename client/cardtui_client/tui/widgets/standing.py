"""When something stands: from when all its widgets are there until it begins to be taken down."""

from __future__ import annotations

from textual.messages import Prune
from textual.widget import Widget

# pyright: reportPrivateUsage=false


class Standing(Widget):
    """Something that stands or does not.

    Attributes:
        stands: whether its widgets are there.
    """

    stands = False

    def on_mount(self) -> None:
        """Stand up, unless it was closed before all its widgets were there."""
        # Once closed, or with the program ending, it has been composed only in part.
        if self.is_attached and not self._pruning:  # there is no public word for it
            self.stands = True
            self.stood()

    async def on_prune(self, event: Prune) -> None:
        """Stand no longer; end what works for it, before its widgets go."""
        self.stands = False
        self.workers.cancel_node(self)
        await super().on_prune(event)

    def stood(self) -> None:
        """Begin: all widgets are there."""
