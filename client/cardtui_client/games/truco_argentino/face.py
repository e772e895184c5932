"""The face of Truco Argentino: name, presets, and how envido numbers are asked for and offered."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import actions_pb2, events_pb2, tables_pb2, views_pb2
from cardtui_client.games.arguments import span_of, verb_of
from cardtui_client.games.presenter import Example, Presenter
from cardtui_client.games.risk import Risk
from cardtui_client.games.truco import papers
from cardtui_client.games.truco_argentino import standing
from cardtui_client.games.truco_argentino.options import OPTIONS, PRESETS
from cardtui_client.games.truco_argentino.prompt import prompt
from cardtui_client.games.truco_argentino.risk import argentine_risk
from cardtui_client.games.truco_argentino.scene import add_truco
from cardtui_client.games.truco_argentino.sentences import sentences
from cardtui_client.games.truco_argentino.signals import OWN_SIGNALS, SIGNALS
from cardtui_client.games.truco_argentino.verbs import VERBS
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.paper import Line, Score
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import Fresh


class TrucoArgentino(Presenter):
    """The face of Truco Argentino."""

    id = "truco-argentino"
    name = "Truco argentino"
    verbs = VERBS
    card_verb = "play"
    options = OPTIONS
    presets = PRESETS
    signals = SIGNALS
    example = Example((("play", " 7E"), ("envido", ""), ("no_quiero", "")), asked="truco")

    def has_own_signals(self, table: tables_pb2.Table) -> bool:
        """Return whether the players have consented to codes: an option of the table."""
        return OWN_SIGNALS in table.options and table.options[OWN_SIGNALS].flag

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        """See `Presenter.risk`."""
        view = model.view
        return None if view is None else argentine_risk(choice, view.truco_argentino, model)

    def usual_number(self, verb: str, low: int, high: int, model: TableModel) -> int:
        """Begin to declare from one's true number."""
        if verb == "declare" and model.own is not None:
            return model.own.truco_argentino.number
        return super().usual_number(verb, low, high, model)

    def number_line(
        self, choice: actions_pb2.Choice, word: str, price: str, model: TableModel
    ) -> str:
        """Remind who declares of the true number."""
        if verb_of(choice) != "declare" or model.own is None:
            return super().number_line(choice, word, price, model)
        low, high, _most = span_of(choice)
        return _(
            "{word} N, from {low} to {high}; you have {number}",
            word=word,
            low=low,
            high=high,
            number=model.own.truco_argentino.number,
        )

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """See `Presenter.sentences`."""
        return sentences(event, model, among)

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.prompt`."""
        return prompt(view, model)

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.standing`; of the second half of the points it says so."""
        return standing.standing(view, model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.outcome`."""
        return standing.outcome(view.truco_argentino, model)

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        """See `Presenter.match_paper`."""
        return papers.match_paper(view, model, self.outcome(view, model), room)

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        """See `Presenter.final_scores`."""
        return papers.final_scores(view, model)

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.final_lines`."""
        return papers.final_lines(view, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.why_ended`."""
        return standing.reason(
            view.truco_argentino.last, model, max(len(view.truco_argentino.duels) - 1, 0)
        )

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.state_lines`."""
        return standing.state_lines(view.truco_argentino, model)

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return one's envido."""
        return _("Your envido is {number}.", number=own.truco_argentino.number)

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        """See `Presenter.scene`."""
        return add_truco(scene, model, view, fresh)
