"""How things stand at the rummy games, and how a hand ended, as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import views_pb2
from cardtui.v1.hands_pb2 import HandEndReason, Phase
from cardtui_client.games.betting.pot import takes_pot
from cardtui_client.games.betting.standing import bets_lines, cap_line, out_lines, pot_line
from cardtui_client.games.rummy.view import (
    MOST_OUTS,
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
from cardtui_client.model.sides import lone_opponent, names
from cardtui_client.model.table import TableModel


def flip_words(view: views_pb2.PublicView) -> list[str]:
    """Tell which card was turned up, and which are wild for it."""
    rummy = rummy_of(view)
    if rummy is None or rummy.flip is None:
        return []
    return [
        _(
            "The flip is {flip}; {trumps} are wild.",
            flip=card_words(rummy.flip),
            trumps=cards_words(rummy.trumps),
        )
    ]


def reason(rummy: Rummy, model: TableModel) -> str:
    """Return in a few words how the last hand ended."""
    match rummy.why:
        case HandEndReason.HAND_END_REASON_FOLDS:
            name = _lone_loser(rummy, model)
            return (
                p_("betting", "{name} folded", name=name)
                if name
                else p_("betting", "all the others folded")
            )
        case HandEndReason.HAND_END_REASON_OUT:
            return _("out with {n} cards", n=rummy.melded)
        case HandEndReason.HAND_END_REASON_KNOCK:
            return _("knocked with {n} cards", n=rummy.melded)
        case HandEndReason.HAND_END_REASON_CUT:
            return _("cut the line with {n} cards", n=rummy.melded)
        case _:
            return ""


def outcome(rummy: Rummy, model: TableModel) -> list[str]:
    """Return how the last hand ended: who won what with which melds."""
    if not rummy.winners:
        return []
    winners = names([model.name_of(seat) for seat in rummy.winners])
    why = reason(rummy, model)
    if rummy.pot:
        first = takes_pot(model, rummy.winners, rummy.won, why)
    elif loser := _lone_loser(rummy, model):
        first = n_(
            "{name} {why} and won the hand; {loser} loses {n} point.",
            "{name} {why} and won the hand; {loser} loses {n} points.",
            rummy.lost,
            name=winners,
            why=why,
            loser=loser,
        )
    else:
        first = n_(
            "{name} {why} and won the hand; the others lose {n} point.",
            "{name} {why} and won the hand; the others lose {n} points.",
            rummy.lost,
            name=winners,
            why=why,
        )
    laid = [
        _("{name} lays down {melds}.", name=winners, melds=melds_words(rummy.melds, rummy.wild))
        for _any in rummy.melds[:1]
    ]
    return [first, *laid]


def _lone_loser(rummy: Rummy, model: TableModel) -> str:
    """Return who lost the last hand, if that is one player alone; else ``""``."""
    return lone_opponent(model, rummy.winners[0]) if rummy.winners else ""


def own_words(model_own: views_pb2.OwnView, wild: Sequence[int] = ()) -> str:
    """Return what one's hand makes, as sentences; ``""`` without cards."""
    own = own_rummy(model_own)
    if own is None or not model_own.hand:
        return ""
    melds = own_melds(own)
    rest = codes(loose(model_own.hand, melds))
    made = melds_words(melds, wild)
    parts = [_("Melds: {melds}.", melds=made) if made else _("No melds yet.")]
    if rest:
        parts.append(_("Not in melds: {cards}.", cards=rest))
    if own.ten:
        parts.append(_("All ten cards are melded: you can go out."))
    elif own.throws:
        parts.append(_("You can go out by discarding {cards}.", cards=codes(own.throws)))
    elif len(own.outs) > MOST_OUTS:
        parts.append(_("Missing one card: any of {n}.", n=len(own.outs)))
    elif own.outs:
        parts.append(_("Missing one card: {cards}.", cards=codes(own.outs)))
    return " ".join(parts)


def state_lines(view: views_pb2.PublicView, model: TableModel) -> list[str]:
    """Return how the hand stands."""
    rummy = rummy_of(view)
    if rummy is None:
        return []
    lines = [pot_line(view.pot)] if rummy.pot else []
    if view.phase in (Phase.PHASE_BETTING, Phase.PHASE_MATCHING):
        lines += [*bets_lines(rummy.bets, model), cap_line(rummy.cap)]
    elif view.phase in (Phase.PHASE_DRAW, Phase.PHASE_DISCARD, Phase.PHASE_CONTEST):
        lines += flip_words(view)
        lines.append(n_("{n} card in the stock.", "{n} cards in the stock.", rummy.stock))
        if rummy.discards:
            lines.append(_("The top discard is {card}.", card=card_words(rummy.discards[-1])))
        if len(rummy.discards) > 1:
            lines.append(_("All discards: {cards}.", cards=codes(rummy.discards)))
    lines += out_lines(rummy.folded, model)
    good, burned = (
        names([model.name_of(seat) for seat in seats]) for seats in (rummy.good, rummy.burned)
    )
    if rummy.good:
        lines.append(_("Na boa, one card missing: {names}.", names=good))
    if rummy.burned:
        lines.append(_("Burned: {names}.", names=burned))
    return lines
