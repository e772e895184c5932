"""The face that games for chips share: the range of a bet or a raise, on buttons and in lists."""

from __future__ import annotations

from cardtui.v1 import actions_pb2
from cardtui_client.games.arguments import span_of, verb_of
from cardtui_client.games.betting.risk import chips_risk
from cardtui_client.games.presenter import Presenter
from cardtui_client.games.risk import Risk
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel


class BettingFace(Presenter):
    """What games with betting say in the same words."""

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        """See `Presenter.risk`."""
        return chips_risk(choice, model, number)

    def short_numbers(self, choice: actions_pb2.Choice) -> str:
        """Return how much one may bet, or raise to."""
        low, high, _most = span_of(choice)
        amount = f"{low}–{high}" if low != high else str(low)
        verb = verb_of(choice)
        return self.amount_words(verb, amount) if verb in ("bet", "raise") else ""

    def amount_words(self, verb: str, amount: str) -> str:
        """Return an amount; a raise is to one, not by one."""
        return _("to {amount}", amount=amount) if verb == "raise" else amount

    def number_line(
        self, choice: actions_pb2.Choice, word: str, price: str, model: TableModel
    ) -> str:
        """See `Presenter.number_line`; one raises to an amount."""
        low, high, _most = span_of(choice)
        match verb_of(choice):
            case "raise" if low == high:
                return _("{word} to {n}", word=word, n=low)
            case "raise":
                return _("{word} to N, from {low} to {high}", word=word, low=low, high=high) + price
            case _:
                return super().number_line(choice, word, price, model)
