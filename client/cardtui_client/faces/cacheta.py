"""The face of Cacheta: names of `PRESETS` and `OPTIONS`, keys and buttons (`VERBS`), sentences.
A fold is always asked about: `Cacheta.risk`. What is alike in all rummy games is in
`faces/rummy/face.py`; what the presets are, in `engine/cardtui_engine/games/cacheta/options.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2, events_pb2, views_pb2
from cardtui_client.faces.arguments import verb_of
from cardtui_client.faces.match_won import count_lines
from cardtui_client.faces.presenter import DeedWords, Example, OptionFace, PresetFace, Risk, Verb
from cardtui_client.faces.rummy.face import RummyFace, down, top_words, ways_out
from cardtui_client.faces.rummy.view import COMPLETE_HAND, DISCARD, DRAW, JOKERS, WAIVE
from cardtui_client.i18n import _, mark, mark_p, n_, p_
from cardtui_client.limits import MOST_SEATS
from cardtui_client.model.sides import Actor, actor_of, for_seats
from cardtui_client.model.table import TableModel, count_of
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.middle import Line, Score
from cardtui_client.scene.scene import Tone

OPTIONS: Final[Mapping[str, OptionFace]] = {
    "points": OptionFace(mark("Points to start with")),
    "rounds": OptionFace(mark("Hands to play")),
    "wild": OptionFace(
        mark("Wild cards"),
        {
            "colour": mark("next rank, same colour"),
            "suit": mark("next rank, same suit"),
            "none": mark("none"),
        },
    ),
    "jokers": JOKERS,
    "fold": OptionFace(mark("Folding a hand for a point")),
    "natural_trumps": OptionFace(mark("Wild cards in their own place")),
    "set_suits": OptionFace(mark("Suits in a set")),
}

PRESETS: Final[Mapping[str, PresetFace]] = {
    "mesa": PresetFace(mark("standard"), mark("As the written rules say.")),
    "ranked": PresetFace(mark("ranked"), mark("As in ranked rooms: each starts with 5 points.")),
}
"""What is said of its presets; the first has the defaults."""


def sentences(event: events_pb2.Event, model: TableModel) -> list[str] | None:
    """Tell an event; ``None`` for what all rummy games have."""
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, actor_of(event.acted.seat, model), model)
        case "points_scored" if event.points_scored.points < 0:
            return _lost(event.points_scored, model)
        case _:
            return None


def _acted(event: events_pb2.Acted, who: Actor, model: TableModel) -> list[str] | None:
    action = event.action
    match sheet_word(action.WhichOneof("action") or ""):
        case "knock":
            return [down(who.did(mark("{name} knocks!"), mark("You knock!")), who, action)]
        case "good_one":
            return [
                who.did(
                    mark("{name} is na boa: one card short of a knock."),
                    mark("You are na boa: one card short of a knock."),
                )
            ]
        case "cut":
            return [
                who.did(
                    mark("{name} cuts the line for {card}."),
                    mark("You cut the line for {card}."),
                    card=top_words(model),
                )
            ]
        case "stay":
            return [who.did(mark("{name} stays."), mark("You stay."))]
        case "fold":
            return [who.did(mark("{name} folds the hand."), mark("You fold the hand."))]
        case _:
            return None


def _lost(event: events_pb2.PointsScored, model: TableModel) -> list[str]:
    scores = model.view.scores if model.view is not None else ()
    left = scores[event.team] if event.team < len(scores) else 0
    who = actor_of(event.team, model)
    if who.own:
        return [
            n_(
                "You lose {n} point, and have {left} left.",
                "You lose {n} points, and have {left} left.",
                -event.points,
                left=left,
            )
        ]
    return [
        n_(
            "{name} loses {n} point, and has {left} left.",
            "{name} loses {n} points, and has {left} left.",
            -event.points,
            name=who.name,
            left=left,
        )
    ]


def standing(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return everybody's points as one sentence."""
    left = [f"{for_seats((seat,), model)} {count}" for seat, count in enumerate(view.scores)]
    return _("Points: {sides}.", sides=", ".join(left))


class Place(NamedTuple):
    """What a match of Cacheta counted for one seat (CA-50, CA-51).

    Attributes:
        seat: the seat.
        points: the points it has left.
        victory: its victory points.
        game: its game points.
    """

    seat: int
    points: int
    victory: int
    game: int


def places(view: views_pb2.PublicView) -> list[Place]:
    """Return what the match counted, best first; empty before its end."""
    counts = [*zip(view.scores, view.cacheta.vp, view.cacheta.gp, strict=False)][:MOST_SEATS]
    best_first = view.cacheta.ranking[:MOST_SEATS]
    return [Place(seat, *counts[seat]) for seat in best_first if seat < len(counts)]


def tournament(view: views_pb2.PublicView, model: TableModel) -> list[str]:
    """Return victory and game points as sentences; empty before the match is over."""
    found = places(view)
    if not found:
        return []
    victory = [f"{for_seats((place.seat,), model)} {place.victory}" for place in found]
    game = [f"{for_seats((place.seat,), model)} {place.game}" for place in found]
    return [
        _("Victory points: {sides}.", sides=", ".join(victory)),
        _("Game points: {sides}.", sides=", ".join(game)),
    ]


def final_rows(view: views_pb2.PublicView, model: TableModel) -> list[tuple[str, ...]]:
    """Return what everybody has left as the rows of a table, and the hands they won."""
    found = places(view)
    if not found:
        return []
    heads = ["", p_("column", "points")]
    rows = [[actor_of(place.seat, model).name, str(place.points)] for place in found]
    if (counts := model.counts) is not None:
        heads.append(p_("column", "wins"))
        for row, place in zip(rows, found, strict=True):
            row.append(str(count_of(counts.hands, place.seat)))
    return [tuple(row) for row in (heads, *rows)]


VERBS: Final[Mapping[str, Verb]] = {
    "draw": DRAW,
    "discard": DISCARD,
    "knock": Verb(
        mark("Knock"),
        call="Bati!",
        word=mark_p("verb to type", "knock"),
        deed=DeedWords(mark_p("deed", "knocked"), mark_p("own deed", "knocked")),
        key="g",
        tone=Tone.CALL,
        bare=True,
        why=COMPLETE_HAND,
    ),
    "good_one": Verb(
        call="Na boa!",
        word=mark_p("verb to type", "na boa"),
        key="b",
        tone=Tone.CALL,
        aside=True,
        effect=mark("lets you cut the line"),
        why=mark("It costs nothing, and then the card you need wins, no matter who throws it."),
    ),
    "cut": Verb(
        mark("Cut the line"),
        word=mark_p("verb to type", "cut"),
        deed=DeedWords(mark_p("deed", "cut the line"), mark_p("own deed", "cut the line")),
        key="c",
        aside=True,
        bare=True,
        why=COMPLETE_HAND,
    ),
    "waive": WAIVE,
    "stay": Verb(
        mark("Stay"),
        word=mark_p("verb to type", "stay"),
        deed=DeedWords(mark_p("deed", "stayed"), mark_p("own deed", "stayed")),
        key="q",
        tone=Tone.YES,
        why=mark("With your last point you cannot fold."),
    ),
    "fold": Verb(
        mark("Fold the hand"),
        word=mark_p("verb to type", "fold the hand"),
        deed=DeedWords(mark_p("deed", "folded the hand"), mark_p("own deed", "folded the hand")),
        key="x",
        tone=Tone.NO,
    ),
}


class Cacheta(RummyFace):
    """The face of Cacheta."""

    id = "cacheta"
    name = "Cacheta"
    about = mark("Get your nine into sets and runs first, and the others lose a point.")
    verbs = VERBS
    options = OPTIONS
    presets = PRESETS
    own_loss = ("fold",)
    example = Example((("discard", " 7C"), ("knock", "")), asked="knock")

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        told = sentences(event, model)
        return super().sentences(event, model, among) if told is None else told

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        return Risk() if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP else None

    def prompt_aside(self, model: TableModel) -> str:
        if any(sheet_word(verb_of(choice)) == "cut" for choice in model.choices()):
            return _("You may cut the line with the discard.")
        return _("One card short: you may say “na boa”.")

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
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
                Score(
                    actor_of(place.seat, model).name,
                    str(place.points),
                    won=place.seat in view.winners,
                )
                for place in found
            ]
        return super().final_scores(view, model)

    def match_rows(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        """See `RummyFace.match_rows`; what only a tournament counts is told in sentences."""
        return [Line(row[0], columns=row[1:]) for row in final_rows(view, model)]

    def beside_match(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return tournament(view, model)
