"""The face of Cacho: its name and presets, and the prompts, hands and ends that are its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from cardtui.v1 import events_pb2, table_service_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.betting.face import BettingFace
from cardtui_client.games.betting.stakes import due_of
from cardtui_client.games.betting.standing import bets_lines, cap_line, out_lines, pot_line
from cardtui_client.games.cacho.options import OPTIONS, PRESETS
from cardtui_client.games.cacho.scene import add_cacho
from cardtui_client.games.cacho.sentences import outcome, rank_words, reason, sentences
from cardtui_client.games.cacho.verbs import VERBS
from cardtui_client.games.count_lines import count_lines
from cardtui_client.games.presenter import Example
from cardtui_client.i18n import _, n_, p_
from cardtui_client.model.match_counts import Numbers, count_of
from cardtui_client.model.table import TableModel
from cardtui_client.scene.paper import SMALLEST, Line, wrapped
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.shows import Fresh

_MOST_SEATS: Final = 6
"""No table seats more, whatever a server says."""


class Cacho(BettingFace):
    """The face of Cacho."""

    id = "cacho"
    name = "Cacho"
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    demo: ClassVar[Mapping[str, int]] = {"hands": 40}
    example = Example((("pass", ""), ("bet", " 3"), ("call", "")), asked="bet")

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """See `Presenter.sentences`."""
        return sentences(event, model, among)

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.prompt`."""
        match view.phase:
            case Phase.PHASE_FIRST | Phase.PHASE_SECOND:
                return n_(
                    "Your turn: bet {n} chip, or pass.",
                    "Your turn: bet {n} chips, or pass.",
                    view.cacho.stake,
                )
            case Phase.PHASE_THIRD:
                if due := due_of(model):
                    return n_("Your turn: {n} chip to call.", "Your turn: {n} chips to call.", due)
                return _("Your turn: bet, or pass.")
            case _:
                return super().prompt(view, model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.outcome`."""
        return outcome(view.cacho, model)

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """See `Presenter.why_ended`."""
        return reason(view.cacho.last, model)

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.state_lines`."""
        cacho = view.cacho
        return [
            pot_line(view.pot),
            *bets_lines(cacho.bets, model),
            *out_lines(cacho.passed, model),
            *([cap_line(cacho.cap)] if cacho.HasField("cap") else []),
        ]

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return what one's cards make."""
        words = rank_words(own.cacho.rank, own.cacho.points)
        return _("You have: {rank}.", rank=words) if words else ""

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        """See `Presenter.scene`."""
        return add_cacho(scene, model, view, self)

    def hand_paper(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        """See `Presenter.hand_paper`; the hands that were shown are drawn."""
        last = view.cacho.last
        if not last.winners:
            return []
        told = outcome(view.cacho, model)[: len(last.winners)]
        shown = [
            Line(
                _(
                    "{name} ({rank})",
                    name=model.name_of(hand.seat),
                    rank=rank_words(hand.rank, hand.points),
                )
                + " ",
                tuple(hand.cards),
            )
            for hand in last.hands
        ]
        return [*map(Line, told), *shown, Line(self.standing(view, model))]

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        """See `Presenter.match_paper`; everybody's chips are a table, and the hands they won."""
        counts = model.counts
        found = [] if counts is None else _columns(counts)
        rows = [Line("", columns=(p_("column", "chips"), *[head for head, _numbers in found]))]
        for seat, chips in sorted(enumerate(view.chips), key=lambda each: -each[1])[:_MOST_SEATS]:
            more = [str(count_of(numbers, seat)) for _head, numbers in found]
            rows.append(Line(model.name_of(seat), columns=(str(chips), *more)))
        last = self.hand_paper(view, model)[:-1]  # the chips are told below
        fits = len(wrapped((*last, *rows), SMALLEST)) <= room
        return [*(last if fits else last[:1]), *rows]

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """See `Presenter.final_lines`."""
        counts = model.counts
        if counts is None:
            return []
        return count_lines([(_("Hands won"), counts.hands), (_("Passed"), counts.folds)], model)


def _columns(counts: table_service_pb2.MatchCounts) -> list[tuple[str, Numbers]]:
    return [(p_("column", "hands"), counts.hands), (p_("column", "passed"), counts.folds)]
