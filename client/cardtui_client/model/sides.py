"""Who is at a table, in sentences: a side by its names, or you, its score, who acts (`Actor`).
Also who deals and begins (`begun`), and how you stand with those you played (`rivalry_words`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cardtui_client.i18n import _, mark, p_
from cardtui_client.limits import MOST_SEATS
from cardtui_client.model.cards import enumerate_words, part_of
from cardtui_client.model.table import Rivalry, TableModel


def names(several: list[str]) -> str:
    """Return names as a list in a sentence."""
    return enumerate_words(several) if several else _("nobody")


def side_name(model: TableModel, side: int) -> str:
    """Return a side by the names of those who are on it."""
    return names([model.name_of(seat) for seat in model.side_seats(side)])


def for_seats(seats: Iterable[int], model: TableModel) -> str:
    """Return those seats as they stand after "for": you first, as "you"."""
    in_order = sorted(seats, key=lambda seat: seat != model.seat)
    return names(
        [p_("for", "you") if seat == model.seat else model.name_of(seat) for seat in in_order]
    )


def for_side(model: TableModel, side: int) -> str:
    """Return a side as it stands after "for"."""
    return for_seats(model.side_seats(side), model)


def plays_in_teams(model: TableModel) -> bool:
    """Tell whether a side there is more than one seat."""
    return model.has_teams and len(model.table.seats) > 2


def short_side(model: TableModel, side: int) -> str:
    """Return a side by the name of who is alone on it, or of the first of several."""
    if not plays_in_teams(model):
        return side_name(model, side)
    return f"{model.name_of(model.side_seats(side)[0])}+"


def opponents(model: TableModel, seat: int) -> list[int]:
    """Return the seats that play a hand against a seat; all of them that are still in the match."""
    part = part_of(model.view)
    playing = getattr(part, "dealt", ()) or [each.seat for each in model.table.seats]
    side = model.team_of(seat)
    return [each for each in playing[:MOST_SEATS] if model.team_of(each) != side]


def own_bet(model: TableModel) -> int:
    """Return the chips that you have put in during this betting round; 0 where none are bet."""
    if model.view is None or model.seat is None:
        return 0
    bets: Sequence[int] = getattr(part_of(model.view), "bets", ())
    return bets[model.seat] if model.seat < len(bets) else 0


def lone_opponent(model: TableModel) -> str:
    """Return the name of your only opponent; ``""`` where there are several."""
    against = [] if model.seat is None else opponents(model, model.seat)
    return model.name_of(against[0]) if len(against) == 1 else ""


def lone_loser(model: TableModel, winners: Sequence[int]) -> Actor | None:
    """Return who alone played against those who won a hand; ``None`` if several did."""
    against = opponents(model, winners[0]) if winners else []
    return actor_of(against[0], model) if len(against) == 1 else None


def sides_in_order(model: TableModel) -> tuple[int, int]:
    """Return both teams, your own first; spectators see that of the first seat first."""
    mine = 0 if model.seat is None else model.team_of(model.seat) % 2
    return mine, 1 - mine


def score_line(model: TableModel, points_words: Callable[[int], str] = str) -> str:
    """Return the score of both teams as one sentence.

    Args:
        points_words: how points are told.
    """
    if model.view is None:
        return ""
    sides = [
        f"{for_side(model, side)} {points_words(model.view.scores[side])}"
        for side in sides_in_order(model)
        if side < len(model.view.scores)
    ]
    return _("Score: {sides}.", sides="; ".join(sides))


def chips_line(model: TableModel) -> str:
    """Return everybody's chips as one sentence."""
    if model.view is None:
        return ""
    chips = [f"{for_seats((seat,), model)} {count}" for seat, count in enumerate(model.view.chips)]
    return _("Chips: {sides}.", sides=", ".join(chips))


class Actor(NamedTuple):
    """Who has done something.

    Attributes:
        name: what stands before what they call: a name, or "You".
        own: whether it is the reader.
    """

    name: str
    own: bool

    def did(self, other: str, own: str, /, **args: object) -> str:
        """Return the sentence of another, or the one to you; both are marked messages."""
        return _(own if self.own else other, name=self.name, **args)


def goes_to(who: Actor) -> str:
    """Tell whose the trick is."""
    return who.did(mark("The trick goes to {name}."), mark("The trick is yours."))


def actor_of(seat: int, model: TableModel) -> Actor:
    """Return who sits there, as the sentences name them."""
    own = seat == model.seat
    return Actor(_("You") if own else model.name_of(seat), own)


def dealt_by(seat: int, model: TableModel) -> str:
    """Return who deals, among the facts of a hand."""
    return actor_of(seat, model).did(mark("{name} deals"), mark("you deal"))


def begun(hand: int, dealer: int, model: TableModel, first: str = "") -> str:
    """Return the heading of a hand: its number, who deals, and who plays first."""
    number = _("Hand {hand}.", hand=hand)
    deals = actor_of(dealer, model).did(mark("{name} deals."), mark("You deal."))
    return " ".join(filter(None, (number, deals, first)))


def rivalry_words(rivalry: Rivalry) -> str:
    """Return how you stand with those who played against you."""
    against, won, lost = names([*rivalry.against]), rivalry.won, rivalry.lost
    if won > lost:
        return _("{won}–{lost} for you against {names}.", won=won, lost=lost, names=against)
    if won < lost:
        return _("{lost}–{won} for {names} against you.", won=won, lost=lost, names=against)
    return _("{won}–{lost} against {names}: you are even.", won=won, lost=lost, names=against)
