"""The face that rummy games share: stock and discards, melds, what one's hand makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui_client.faces.match_won import count_lines
from cardtui_client.faces.presenter import Melding, Presenter
from cardtui_client.faces.rummy import scene as standing
from cardtui_client.faces.rummy.scene import add_rummy, last_hand, match_paper, sentences, ways_out
from cardtui_client.faces.rummy.view import own_rummy, prompt, rummy_of
from cardtui_client.i18n import _, p_
from cardtui_client.model.cards import card_words
from cardtui_client.model.table import Numbers, TableModel, count_of
from cardtui_client.scene.middle import Line
from cardtui_client.scene.scene import Fresh, Scene

_MOST_SEATS: Final = 11
"""So many have a line of the smallest screens, whatever a server says."""


class RummyFace(Presenter):
    """What rummy games say in the same words."""

    card_verb = "discard"

    def value_line(self, choice: actions_pb2.Choice, value: str, model: TableModel) -> str:
        """Tell where a card may be drawn from."""
        rummy = rummy_of(model.view)
        match value:
            case "stock":
                return _("draw from the stock")
            case "discards" if rummy is not None and rummy.discards:
                return _("take the discard: {card}", card=card_words(rummy.discards[-1]))
            case _:
                return ""

    def melding(self, model: TableModel) -> Melding:
        rummy, own = rummy_of(model.view), own_rummy(model.own)
        if rummy is None:
            return Melding()
        whole = own is not None and own.ten
        return Melding(rummy.lays, rummy.least_meld, rummy.ten, whole)

    def attempt(
        self, verb: str, model: TableModel, number: int = 1, value: str = ""
    ) -> actions_pb2.Action:
        """See `Presenter.attempt`; who must throw a card to go out throws one, whichever."""
        action = super().attempt(verb, model, number, value)
        melding = self.melding(model)
        if verb == melding.verb and not melding.ten and model.own is not None and model.own.hand:
            getattr(action, verb).discard = model.own.hand[0]
        return action

    def phrases(self) -> tuple[str, ...]:
        """Return where a card may be drawn from, in words."""
        return _("draw from the stock"), _("take the discard: {card}", card="").partition(":")[0]

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        return sentences(event, model)

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        rummy = rummy_of(view)
        return super().prompt(view, model) if rummy is None else prompt(view, rummy, model)

    def waiting(self, action: actions_pb2.Action) -> str:
        """See `Presenter.waiting`; others may come before a draw."""
        if not action.HasField("draw"):
            return super().waiting(action)
        if action.draw.source == actions_pb2.DRAW_SOURCE_DISCARDS:
            return _("Taking the discard… the others may still come first.")
        return _("Drawing… the others may still take the discard.")

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        rummy = rummy_of(view)
        return [] if rummy is None else standing.outcome(rummy, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        rummy = rummy_of(view)
        return "" if rummy is None else standing.reason(rummy, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return standing.state_lines(view, model)

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return the melds, and what is missing."""
        rummy = rummy_of(view)
        return standing.own_words(own, () if rummy is None else rummy.trumps)

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        return add_rummy(scene, model, view, self)

    def hand_paper(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        rummy = rummy_of(view)
        return [] if rummy is None else last_hand(rummy, model, self.standing(view, model))

    def match_rows(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        """Return what a match counted as the rows of a table."""
        found = self.columns(model)
        rows = [Line("", columns=(p_("column", "chips"), *[head for head, _numbers in found]))]
        for seat, chips in sorted(enumerate(view.chips), key=lambda each: -each[1])[:_MOST_SEATS]:
            more = [str(count_of(numbers, seat)) for _head, numbers in found]
            rows.append(Line(model.name_of(seat), columns=(str(chips), *more)))
        return rows if found else rows[1:]

    def beside_match(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """Return what else a match counted, as sentences for those who want to know."""
        return []

    def columns(self, model: TableModel) -> list[tuple[str, Numbers]]:
        """Return what a match counted by seat, beside chips or points, under its headings."""
        counts = model.counts
        if counts is None:
            return []
        return [
            (p_("column", "hands"), counts.hands),
            (p_("column", "out"), counts.outs),
            (p_("column", "folded"), counts.folds),
        ]

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        counts = model.counts
        if counts is None:
            return []
        won = [
            (_("Hands won"), counts.hands),
            (_("Went out"), counts.outs),
            (_("Folded"), counts.folds),
        ]
        return [*count_lines(won, model), *ways_out(model)]

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        rummy, rows = rummy_of(view), self.match_rows(view, model)
        if rummy is None or not rows:
            return self.hand_paper(view, model)
        return match_paper(rummy, model, rows, room, beside=self.beside_match(view, model))
