"""What is to be seen of every truco: the points of both sides, the trick and those before it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from cardtui.v1 import views_pb2
from cardtui_client.games.truco.tricks import Tricks
from cardtui_client.i18n import p_
from cardtui_client.model.sides import sides_in_order
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Tally
from cardtui_client.scene.tricks import Earlier, Played
from cardtui_client.text import cell_width

_MOST_NAMES: Final = 24
"""So many letters of names have room in the top line of the smallest screens."""


def team_names(model: TableModel) -> tuple[str, str]:
    """Return what the two sides are called where there is little room."""
    if model.seat is not None:
        mine = model.team_of(model.seat)
        names = (p_("score, at most 5 letters", "Us"), p_("score, at most 5 letters", "Them"))
        return names if mine == 0 else (names[1], names[0])
    first, second = (model.name_of(seat) for seat in (0, 1))
    if len(model.table.seats) > 2:
        return f"{first}+", f"{second}+"
    return first, second


def tallies_of(
    model: TableModel,
    view: views_pb2.PublicView,
    target: int,
    scored: AbstractSet[int],
    *,
    malas: int = 0,
    pending: Sequence[int] = (),
) -> tuple[Tally, ...]:
    """Return the points of both sides, one's own first.

    Args:
        model: the table.
        view: the public view.
        target: the points that win.
        scored: the sides that have just scored.
        malas: how many of those points are malas, where they are told apart.
        pending: by side, the points that are not counted yet.
    """
    names = team_names(model)
    return tuple(
        Tally(
            names[side],
            view.scores[side],
            target,
            side in scored,
            side,
            malas,
            pending[side] if side < len(pending) else 0,
        )
        for side in sides_in_order(model)
        if side < len(view.scores)
    )


def score_words(model: TableModel, view: views_pb2.PublicView, pending: Sequence[int] = ()) -> str:
    """Return the score for the top line, where there is room for whole words."""
    tallies = tallies_of(model, view, 0, frozenset(), pending=pending)
    names = [tally.name for tally in tallies]
    if model.seat is not None:
        names = [p_("score", "Us"), p_("score", "Them")]
    else:
        sides = (model.side_seats(side) for side in sides_in_order(model))
        whole = [" & ".join(map(model.name_of, seats)) for seats in sides]
        if cell_width("".join(whole)) <= _MOST_NAMES:
            names = whole
    return " · ".join(
        f"{name} {tally.points}" + (f" +{tally.pending}" if tally.pending else "")
        for name, tally in zip(names, tallies, strict=False)
    )


def trick_of(truco: Tricks, played: AbstractSet[int], *, between: bool) -> tuple[Played, ...]:
    """Return the trick on the table; between tricks the last one, until a card is played."""
    if truco.trick:
        winning = truco.winning if truco.HasField("winning") else None
        last = truco.trick[-1].seat
        return tuple(
            Played(
                each.seat,
                each.card,
                winning=each.seat == winning,
                fresh=each.seat in played and each.seat == last,
            )
            for each in truco.trick
        )
    if truco.tricks and between:
        last_trick = truco.tricks[-1]
        return tuple(
            Played(
                each.seat,
                each.card,
                winning=last_trick.HasField("winner") and each.seat == last_trick.winner,
                old=True,
            )
            for each in last_trick.cards
        )
    return ()


def finished(truco: Tricks, names: tuple[str, str], *, tied: str) -> list[Earlier]:
    """Return the finished tricks, and whose they are."""
    earlier = []
    for place, trick in enumerate(truco.tricks):
        side = trick.team if trick.HasField("team") else None
        won = trick.HasField("winner")
        best = next(
            (i for i, each in enumerate(trick.cards) if won and each.seat == trick.winner), -1
        )
        winner = names[side % 2] if side is not None else tied
        label = f"{place + 1} {winner}"
        earlier.append(Earlier(label, side, tuple(each.card for each in trick.cards), best))
    return earlier
