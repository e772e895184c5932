"""The face of Cacheta: its name and presets, and the prompts, prices and ends that are its own."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import events_pb2, views_pb2
from cardtui_client.games.arguments import verb_of
from cardtui_client.games.cacheta.options import OPTIONS, PRESETS
from cardtui_client.games.cacheta.sentences import sentences
from cardtui_client.games.cacheta.standing import final_rows, places, standing, tournament
from cardtui_client.games.cacheta.verbs import VERBS
from cardtui_client.games.count_lines import count_lines
from cardtui_client.games.presenter import Example
from cardtui_client.games.rummy.face import RummyFace
from cardtui_client.games.rummy.papers import ways_out
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.paper import Line, Score


class Cacheta(RummyFace):
    """The face of Cacheta."""

    id = "cacheta"
    name = "Cacheta"
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    example = Example((("draw", " stock"), ("discard", " 7C"), ("knock", "")), asked="knock")

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """See `Presenter.sentences`."""
        told = sentences(event, model)
        return super().sentences(event, model, among) if told is None else told

    def prompt_aside(self, model: TableModel) -> str:
        """See `Presenter.prompt_aside`."""
        if any(sheet_word(verb_of(choice)) == "cut" for choice in model.choices()):
            return _("You may cut the line with the discard.")
        return _("One card short: you may say “na boa”.")

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.standing`."""
        return standing(view, model)

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """Return the victory and the game points (CA-50, CA-51), and how hands were won."""
        counts = model.counts
        found = tournament(view, model)
        if counts is None:
            return found
        won = count_lines([(_("Hands won"), counts.hands)], model)
        return [*found, *won, *ways_out(model)]

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        """See `Presenter.final_scores`; a tournament is won by points."""
        if found := places(view):
            return [
                Score(model.name_of(place.seat), str(place.points), won=place.seat in view.winners)
                for place in found
            ]
        return super().final_scores(view, model)

    def match_rows(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        """See `RummyFace.match_rows`; what only a tournament counts is told in sentences."""
        return [Line(row[0], columns=row[1:]) for row in final_rows(view, model)]

    def beside_match(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `RummyFace.beside_match`."""
        return tournament(view, model)
