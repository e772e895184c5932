"""How things stand at the rummy games: hands, pots, points, how a hand ended, who won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui.v1 import views_pb2
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client.games.rummy.view import (
    Rummy,
    codes,
    loose,
    melds_words,
    own_melds,
    own_rummy,
    rummy_of,
)
from cardtui_client.i18n import _, n_, p_
from cardtui_client.model.cards import card_words, cards_words
from cardtui_client.model.sides import chips_line, names
from cardtui_client.model.table import TableModel

_MOST_SEATS: Final = 12


def flip_words(view: views_pb2.PublicView) -> list[str]:
    """Tell which card was turned up, and which are wild for it."""
    rummy = rummy_of(view)
    if rummy is None or rummy.flip is None:
        return []
    return [
        _(
            "The flip is {flip}; wild are {trumps}.",
            flip=card_words(rummy.flip),
            trumps=cards_words(rummy.trumps),
        )
    ]


def standing(model: TableModel) -> str:
    """Return everybody's chips, or points, as one sentence."""
    view = model.view
    if view is None or view.WhichOneof("game") != "cacheta":
        return chips_line(model)
    left = [f"{model.name_of(seat)} {count}" for seat, count in enumerate(view.scores)]
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


def places(model: TableModel) -> list[Place]:
    """Return what the match counted, best first; empty before its end and at other games."""
    view = model.view
    if view is None or view.WhichOneof("game") != "cacheta":
        return []
    counts = [*zip(view.scores, view.cacheta.vp, view.cacheta.gp, strict=False)][:_MOST_SEATS]
    best_first = view.cacheta.ranking[:_MOST_SEATS]
    return [Place(seat, *counts[seat]) for seat in best_first if seat < len(counts)]


def tournament(model: TableModel) -> list[str]:
    """Return victory and game points as sentences; empty before the match is over."""
    found = places(model)
    if not found:
        return []
    victory = [f"{model.name_of(place.seat)} {place.victory}" for place in found]
    game = [f"{model.name_of(place.seat)} {place.game}" for place in found]
    return [
        _("Victory points: {sides}.", sides=", ".join(victory)),
        _("Game points: {sides}.", sides=", ".join(game)),
    ]


def tournament_rows(model: TableModel) -> list[tuple[str, ...]]:
    """Return the same as the rows of a table, under their headings."""
    found = places(model)
    if not found:
        return []
    heads = ("", p_("column", "points"), p_("column", "victory"), p_("column", "game"))
    rows = [
        (model.name_of(place.seat), str(place.points), str(place.victory), str(place.game))
        for place in found
    ]
    return [heads, *rows]


def reason(rummy: Rummy) -> str:
    """Return in a few words how the last hand ended."""
    match rummy.why:
        case HandEndReason.HAND_END_REASON_FOLDS:
            return _("all the others folded")
        case HandEndReason.HAND_END_REASON_OUT:
            return _("out with {n} cards", n=rummy.melded)
        case HandEndReason.HAND_END_REASON_KNOCK:
            return _("knocked with {n} cards", n=rummy.melded)
        case HandEndReason.HAND_END_REASON_CUT:
            return _("cut the line, with {n} cards", n=rummy.melded)
        case _:
            return ""


def outcome(rummy: Rummy, model: TableModel) -> list[str]:
    """Return how the last hand ended: who won what with which melds."""
    if not rummy.winners:
        return []
    winners = names([model.name_of(seat) for seat in rummy.winners])
    why = reason(rummy)
    if rummy.pot:
        first = n_(
            "{name} takes the pot of {n} chip: {why}.",
            "{name} takes the pot of {n} chips: {why}.",
            rummy.won,
            name=winners,
            why=why,
        )
    else:
        first = n_(
            "{name} wins the round: {why}; {n} point less for the others.",
            "{name} wins the round: {why}; {n} points less for the others.",
            rummy.lost,
            name=winners,
            why=why,
        )
    laid = [
        _("{name} lays down {melds}.", name=winners, melds=melds_words(rummy.melds, rummy.trumps))
        for _any in rummy.melds[:1]
    ]
    return [first, *laid]


def own_words(model_own: views_pb2.OwnView, wild: Sequence[int] = ()) -> str:
    """Return what one's hand makes, as sentences; ``""`` at other games."""
    own = own_rummy(model_own)
    if own is None or not model_own.hand:
        return ""
    melds = own_melds(own)
    rest = codes(loose(model_own.hand, melds))
    made = melds_words(melds, wild)
    parts = [_("Melds: {melds}.", melds=made) if made else _("No melds yet.")]
    if rest:
        parts.append(_("Loose: {cards}.", cards=rest))
    if own.ten:
        parts.append(_("All ten cards are melded: you can go out."))
    elif own.throws:
        parts.append(_("You can go out by throwing {cards}.", cards=codes(own.throws)))
    elif own.outs:
        parts.append(_("One card is missing: {cards}.", cards=codes(own.outs)))
    return " ".join(parts)


def table_lines(model: TableModel) -> list[str]:
    """Return how things stand at the table."""
    view = model.view
    rummy = rummy_of(view)
    if view is None or rummy is None:
        return []
    lines = [standing(model), *tournament(model)]
    if rummy.pot:
        lines.append(n_("The pot holds {n} chip.", "The pot holds {n} chips.", view.pot))
    if view.phase in (Phase.PHASE_BETTING, Phase.PHASE_MATCHING):
        lines += [
            n_(
                "{name} has put in {n} chip in this round.",
                "{name} has put in {n} chips in this round.",
                chips,
                name=model.name_of(seat),
            )
            for seat, chips in enumerate(rummy.bets)
            if chips
        ]
        lines.append(
            n_("Nobody may bet beyond {n} chip.", "Nobody may bet beyond {n} chips.", rummy.cap)
        )
    elif view.phase in (Phase.PHASE_DRAW, Phase.PHASE_DISCARD, Phase.PHASE_CONTEST):
        lines += flip_words(view)
        lines.append(n_("{n} card in the stock.", "{n} cards in the stock.", rummy.stock))
        if rummy.discards:
            lines.append(_("On the discards lies {card}.", card=card_words(rummy.discards[-1])))
        if len(rummy.discards) > 1:
            lines.append(_("All discards: {cards}.", cards=codes(rummy.discards)))
    folded, good, burned = (
        names([model.name_of(seat) for seat in seats])
        for seats in (rummy.folded, rummy.good, rummy.burned)
    )
    if rummy.folded:
        lines.append(_("Out of this hand: {names}.", names=folded))
    if rummy.good:
        lines.append(_("Na boa, one card missing: {names}.", names=good))
    if rummy.burned:
        lines.append(_("Burned: {names}.", names=burned))
    return lines
