"""When a line from a pipe is used: a pipe does not know whose turn it is."""

from __future__ import annotations

from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.offers import offers
from cardtui_client.games.prompt import may_interrupt
from cardtui_client.lines.parser import may_be_act
from cardtui_client.model.table import TableModel, match_number


class TypedAhead:
    """What has been done at the table so far, and what is therefore still to come.

    Attributes:
        done: the number of the update that the last act made.
        went_on: the last hand after which one has gone on.
        wished: which match one has asked for last, as `next_match` told; ``None`` for none.
    """

    def __init__(self, model: TableModel, *, seat: bool) -> None:
        self._model = model
        self._seat = seat
        self.done = 0
        self.went_on = 0
        self.wished: int | None = None

    @property
    def next_match(self) -> int:
        """The number of the match that one would ask for now; 0 if the server does not say."""
        shown = match_number(self._model)
        return shown + 1 if shown or not self._model.is_over else 0

    def may_use(self, line: str) -> bool:
        """Tell whether the line can be used now, or nothing is to come that it could wait for."""
        model = self._model
        if not self._seat:
            return True  # nothing is to come that would be worth waiting for
        if model.view is None or model.is_over:
            # Unless a match is on its way in which this could be done.
            return not (self._awaits_match() and may_be_act(line, model))
        if model.seq < self.done:
            return False  # what was done is still on its way
        if line.isdecimal():
            # Numbers are those of the list that is printed then.
            return model.is_my_turn or may_interrupt(model)
        return bool(offers(model)) or (not line and self._between())

    def _awaits_match(self) -> bool:
        """Tell whether one has asked for a match, here or before one came back."""
        return self.wished == self.next_match or any(
            each.ready for each in self._model.table.seats if each.seat == self._model.seat
        )

    def _between(self) -> bool:
        """Tell whether the next hand waits for one's Enter."""
        view = self._model.view
        return view is not None and view.phase == Phase.PHASE_DEAL and self.went_on != view.hand
