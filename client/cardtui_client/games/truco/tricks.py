"""The fields of a view that hold tricks, named alike in every truco."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from cardtui.v1 import truco_pb2


class Tricks(Protocol):
    """The part of a view that every truco tells of its tricks."""

    @property
    def tricks(self) -> Sequence[truco_pb2.FinishedTrick]:
        """The finished tricks."""

    @property
    def trick(self) -> Sequence[truco_pb2.PlayedCard]:
        """The cards on the table, in the order in which they were played."""

    @property
    def winning(self) -> int:
        """The seat that wins the trick on the table."""

    def HasField(self, field_name: Literal["winning"], /) -> bool:  # noqa: N802 - protobuf's word
        """Tell whether a seat wins it."""
