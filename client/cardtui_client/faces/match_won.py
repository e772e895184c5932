"""Who has won a match or a hand and what decided it, in words; and what a stake would decide.
When you are told that a stake decides the match: `brink_of`; which tie rule won the tricks:
`on_tricks`; how the clauses that decided are named: `clauses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui.v1 import events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.table_service_pb2 import TieRule
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.presenter import Presenter
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import part_of
from cardtui_client.model.sides import (
    for_seats,
    for_side,
    names,
    plays_in_teams,
    short_side,
    sides_in_order,
)
from cardtui_client.model.table import Numbers, TableModel, count_of
from cardtui_client.scene.scene import Tone
from cardtui_client.text import safe_text


def over_sentence(winners: Sequence[int], model: TableModel) -> str:
    """Return the sentence by which a match ends."""
    if _all_won(winners, model):
        return _("The match is over. A tie: everybody wins!")
    if others := _won_too(winners, model):
        return _("The match is over. You share the win with {names}!", names=others)
    if model.seat in winners:
        return _("The match is over. You win!")
    return n_(
        "The match is over. {names} wins!",
        "The match is over. {names} win!",
        len(winners),
        names=_names(winners, model),
    )


def titles(winners: Sequence[int], model: TableModel) -> tuple[str, str]:
    """Return who has won, as the title of the page at the end; and where there is little room."""
    if not winners:
        return _("The match is over."), _("The match is over.")
    if _all_won(winners, model):
        return _("A tie: everybody wins!"), _("A tie: everybody wins!")
    if others := _won_too(winners, model):
        return _("You share the win with {names}!", names=others), _("You win the match!")
    told, count = _names(winners, model), len(winners)
    if model.seat is None:
        title = n_("{names} wins the match!", "{names} win the match!", count, names=told)
        return title, title
    if model.seat in winners:
        return _("You win the match!"), _("You win the match!")
    title = n_(
        "You lost: {names} wins the match.", "You lost: {names} win the match.", count, names=told
    )
    return title, _("You lost.")


def _all_won(winners: Sequence[int], model: TableModel) -> bool:
    return len(winners) == len(model.table.seats) > 1


def _won_too(winners: Sequence[int], model: TableModel) -> str:
    """Return the names of those who won as you did, but as no partners; ``""`` for none."""
    others = [seat for seat in winners if seat != model.seat]
    return "" if model.has_teams or len(others) in (0, len(winners)) else _names(others, model)


def _names(winners: Sequence[int], model: TableModel) -> str:
    return names([model.name_of(seat) for seat in winners])


def count_lines(counts: Sequence[tuple[str, Numbers]], model: TableModel) -> list[str]:
    """Return a sentence for each thing of which there has been any, with those who have some.

    Args:
        counts: what is counted, in words, and how many of it each seat has.
    """
    return [
        _(
            "{what}: {sides}.",
            what=words,
            sides="; ".join(
                f"{for_seats((each.seat,), model)} {count_of(numbers, each.seat)}"
                for each in model.table.seats
                if count_of(numbers, each.seat)
            ),
        )
        for words, numbers in counts
        if any(numbers)
    ]


_CLAUSE_CELLS: Final = 8
_MOST_CLAUSES: Final = 3
"""As many as there are duels in a deal."""


def clauses(model: TableModel) -> str:
    """Return the clauses that decided the hand that has ended, its duels' in order; or ``""``."""
    if model.counts is None:
        return ""
    found = [safe_text(each.clause, _CLAUSE_CELLS) for each in model.counts.decided[:_MOST_CLAUSES]]
    return ", ".join(dict.fromkeys(filter(None, found)))


def rule_words(model: TableModel) -> str:
    """Return the same as people say it; ``""`` for none."""
    found = clauses(model)
    if not found:
        return ""
    return n_("rule {clauses}", "rules {clauses}", 1 + found.count(","), clauses=found)


def on_tricks(model: TableModel, duel: int = 0) -> str:
    """Return why a hand of truco, or one of its duels, was won by its tricks."""
    decided = () if model.counts is None else model.counts.decided
    match decided[duel].tie if duel < len(decided) else TieRule.TIE_RULE_UNSPECIFIED:
        case TieRule.TIE_RULE_FIRST:
            return _("a tie: the first trick decides")
        case TieRule.TIE_RULE_NEXT:
            return _("after a tie the next trick decides")
        case TieRule.TIE_RULE_MANO:
            return _("a tie: the mano’s side wins")
        case _:
            return _("on tricks")


class Brink(NamedTuple):
    """Who would win with so many points more.

    Attributes:
        sides: the sides that would, your own first.
        match: whether each of them would win the match; else a game of it.
    """

    sides: tuple[int, ...] = ()
    match: bool = True


def brink_of(view: views_pb2.PublicView, model: TableModel, points: int) -> Brink:
    """Return who would win with so many points, and those that are not counted yet."""
    game = part_of(view)
    target: int = getattr(game, "target", 0)
    if not target:
        return Brink()
    pending: Sequence[int] = getattr(game, "pending", ())
    sides = tuple(
        side
        for side in sides_in_order(model)
        if side < len(view.scores) and view.scores[side] + _at(pending, side) + points >= target
    )
    best_of: int = getattr(game, "best_of", 1)
    games: Sequence[int] = getattr(game, "games", ())
    last = all(2 * (_at(games, side) + 1) > best_of for side in sides)
    return Brink(sides, best_of <= 1 or last)


def _at(numbers: Sequence[int], side: int) -> int:
    return numbers[side] if side < len(numbers) else 0


def brink_words(brink: Brink, model: TableModel) -> str:
    """Tell in a few words what a stake decides, and for whom; ``""`` for nothing.

    Args:
        brink: who would win with it.
    """
    match brink.sides:
        case ():
            return ""
        case (side,):
            return _for_whom(side, model)
        case _:
            return _("for the match") if brink.match else _("for the game")


def _for_whom(side: int, model: TableModel) -> str:
    """Tell whom it is enough: nobody has won with it yet."""
    if model.seat is not None and side == model.team_of(model.seat):
        return _("enough for us") if plays_in_teams(model) else _("enough for you")
    if model.seat is not None and plays_in_teams(model):
        return _("enough for them")
    return _("enough for {side}", side=short_side(model, side))


def won_words(team: int, model: TableModel) -> str:
    """Tell in a few words that a team has won a game or the match; ``""`` if it has not."""
    brink = Brink() if model.view is None else brink_of(model.view, model, 0)
    if team not in brink.sides:
        return ""
    return _("and the match!") if brink.match else _("and the game!")


def brink_sentences(event: events_pb2.Event, model: TableModel, face: Presenter) -> list[str]:
    """Tell after an event that what was called, or won, decides a game or the match."""
    view = model.view
    if view is None:
        return []
    if event.HasField("acted"):
        proposed: int = getattr(part_of(view), "proposed", 0)
        called = face.verb(verb_of_action(event.acted.action)).tone is Tone.CALL
        return _would_win(brink_of(view, model, proposed), model) if called and proposed else []
    if view.phase in (Phase.PHASE_DEAL, Phase.PHASE_OVER):
        return []
    match event.WhichOneof("event"):
        case "envido_settled":
            team = event.envido_settled.team
        case "flor_settled":
            team = event.flor_settled.team
        case _:
            return []
    enough = team in brink_of(view, model, 0).sides
    return [_("That is enough for the match.")] if enough else []


def _would_win(brink: Brink, model: TableModel) -> list[str]:
    match brink.sides:
        case ():
            return []
        case (side,) if brink.match:
            return [_("That would win the match for {side}.", side=for_side(model, side))]
        case (side,):
            return [_("That would win the game for {side}.", side=for_side(model, side))]
        case _ if brink.match:
            return [_("The winner of that wins the match.")]
        case _:
            return [_("The winner of that wins the game.")]
