"""The face that the Brazilian trucos share: a game of them is its difference."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.presenter import Change, Presenter, Risk
from cardtui_client.faces.truco import face as papers
from cardtui_client.faces.truco.brazilian import animations, sentences, standing
from cardtui_client.faces.truco.brazilian.scene import VERBS, Public, prompt, public_of
from cardtui_client.faces.truco.face import risk_of
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import cards_words
from cardtui_client.model.sides import lone_opponent, score_line
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import Line, Score
from cardtui_client.scene.moves import Moment


class BrazilianTruco(Presenter):
    """What all Brazilian trucos say in the same words.

    Attributes:
        ribbons: what is announced as a phase begins: the title, and what it means.
        decided: the phases in which one decides about the cards that one has been dealt.
    """

    ribbons: ClassVar[Mapping[int, tuple[str, str]]] = animations.RIBBONS
    decided: ClassVar[Collection[int]] = (Phase.PHASE_ELEVEN,)

    verbs = VERBS
    card_verb = "play"
    told_by_summary = Presenter.told_by_summary - {"cards_shown"}  # a card turned up is told

    def public(self, view: views_pb2.PublicView) -> Public:
        """Return the game's own part of a view."""
        return public_of(view, self.id)

    def price(self, choice: actions_pb2.Choice, n: int, model: TableModel) -> str:
        """See `Presenter.price`; it is counted in tentos."""
        if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP:
            if name := lone_opponent(model):
                return n_("{name} gets {n} tento", "{name} gets {n} tentos", n, name=name)
            return n_("they get {n} tento", "they get {n} tentos", n)
        return n_("for {n} tento", "for {n} tentos", n)

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        view = model.view
        if view is None:
            return None
        return risk_of(choice, self.public(view), model, best_of=self.best_of(view))

    def best_of(self, view: views_pb2.PublicView) -> int:
        """Return of how many games a match is."""
        return 1

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        return sentences.sentences(event, model, self)

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return prompt(view.phase, self.public(view), model)

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return score_line(model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return standing.outcome(self.public(view), model)

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        return papers.match_paper(view, model, self.outcome(view, model), room)

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        return papers.final_scores(view, model)

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return papers.final_lines(view, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        return standing.reason(self.public(view).last, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        game = self.public(view)
        return [*standing.state_lines(game, model), *standing.proposed_lines(game)]

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return the partner's cards that one has seen."""
        partner = self.partner(own)
        return _("Your partner was dealt {cards}.", cards=cards_words(partner)) if partner else ""

    def partner(self, own: views_pb2.OwnView) -> Sequence[int]:
        """Return the partner's cards that one has seen."""
        return ()

    def animations(self, change: Change) -> tuple[Moment, ...]:
        return (
            *animations.announced(change, self.ribbons),
            *animations.offered(change, self.decided),
            *animations.turned_up(change, self.public(change.view)),
        )
