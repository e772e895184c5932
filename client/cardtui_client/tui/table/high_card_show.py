"""What is found before a match as a show: partners, and who deals first.

For high card all turn a card up, ties another one, and then one sees what came of it. Where
partners were found, everybody changes seats; where the first dealer was, who deals is marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.faces.seats import MOST_CARDS, MOST_DRAWS, came, purpose, who
from cardtui_client.faces.staging import stage
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Played, Scene
from cardtui_client.tui.table.frames import Seen, Shot

_TURNED: Final = 2.2
_AGAIN: Final = 1.6
_CAME: Final = 2.6


def high_card_shots(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event], *, arrived: bool
) -> tuple[Shot, ...]:
    """Return what is to be seen of a draw: a shot for each time, and for what came of it.

    Args:
        model: the table after the draw.
        seen: how one looks at it.
        happened: what has just happened.
        arrived: whether one has just come to the table; then a draw is shown as long as the
            first hand lasts, since bots are quicker than who has just asked for a match.
    """
    shots: list[Shot] = []
    for event in happened:
        if event.HasField("partners_found"):
            words = who(event.partners_found, model)
            shots.append(_shot(_bare(model, drawn=None, moved=True), seen, [], words, _CAME))
        elif event.HasField("high_cards_drawn"):
            shots += _shots(model, seen, event.high_cards_drawn)
    if shots:
        return tuple(shots)
    view = model.view
    if arrived and model.high_cards is not None and view is not None and view.hand <= 1:
        return () if model.is_over else _shots(model, seen, model.high_cards)
    return ()


def _shots(model: TableModel, seen: Seen, drawn: events_pb2.HighCardsDrawn) -> tuple[Shot, ...]:
    """Return the shots of a draw; none if it moves people to seats that there are not."""
    draws = drawn.draws[:MOST_DRAWS]
    seats = [seat.seat for seat in model.table.seats]
    if not (
        sorted(draw.before for draw in draws)
        == sorted(draw.seat for draw in draws)
        == seats
        == list(range(len(seats)))
    ) or any(not draw.cards for draw in draws):
        return ()
    rounds = min(max(len(draw.cards) for draw in draws), MOST_CARDS)
    before, after = _bare(model, drawn, moved=False), _bare(model, drawn, moved=True)
    shots = [
        _shot(
            before,
            seen,
            _turned_up(draws, count, all_stay=drawn.for_partners),
            purpose(drawn) if not count else _("A tie: they draw again."),
            _AGAIN if count else _TURNED,
        )
        for count in range(rounds)
    ]
    told = came(drawn, after)
    if drawn.for_partners:
        half = {draw.seat for draw in draws[: len(draws) // 2]}
        lying = [Played(draw.seat, draw.cards[-1], draw.seat in half) for draw in draws]
        shots.append(_shot(after, seen, lying, told.pop(0), _CAME))
    if drawn.for_dealer:
        last = [each for each in draws if drawn.for_partners or len(each.cards) >= rounds]
        best = draws[0].seat
        lying = [Played(each.seat, each.cards[-1], each.seat == best, old=True) for each in last]
        shot = _shot(after, seen, lying, told.pop(0), _CAME)
        shots.append(shot._replace(scene=_dealing(shot.scene, draws[0].seat)))
    return tuple(shots)


def _shot(model: TableModel, seen: Seen, played: list[Played], words: str, seconds: float) -> Shot:
    scene = stage(model, viewpoint=seen.viewpoint, hide_paper=True)
    scene = scene._replace(trick=tuple(played))
    return Shot(scene, scene, sentence=words, seconds=seconds)


def _dealing(scene: Scene, dealer: int) -> Scene:
    """Return the scene with the mark of who deals, and the words."""
    seats = [
        seat._replace(dealer=True, bubble=_("I deal first")) if seat.seat == dealer else seat
        for seat in scene.seats
    ]
    return scene._replace(seats=tuple(seats))


def _turned_up(
    draws: Sequence[events_pb2.HighCardDraw], count: int, *, all_stay: bool
) -> list[Played]:
    """Return the cards that lie before the players after they have drawn so often.

    Args:
        draws: what everybody drew.
        count: how often.
        all_stay: whether who did not tie keeps the last card, for the place that it gives;
            for the dealer alone only who ties for the highest stays.
    """
    up = [
        Played(each.before, each.cards[count], fresh=True) for each in draws if each.cards[count:]
    ]
    if not all_stay:
        return up
    done = [each for each in draws if not each.cards[count:]]
    return [*up, *(Played(each.before, each.cards[-1], old=True) for each in done)]


def _bare(model: TableModel, drawn: events_pb2.HighCardsDrawn | None, *, moved: bool) -> TableModel:
    """Return the table with its people and no cards, as it is after the draw or was before."""
    bare = TableModel()
    bare.table.CopyFrom(model.table)
    bare.table.state = tables_pb2.TABLE_STATE_WAITING
    if drawn is None or drawn.for_partners:
        before = tables_pb2.PARTNERS_HIGH_CARD  # nobody is on a side
        bare.table.partners = tables_pb2.PARTNERS_UNSPECIFIED if moved else before
    bare.presence.CopyFrom(model.presence)
    bare.take_seat(model.seat)
    if moved or drawn is None:
        return bare
    holders = {seat.seat: seat for seat in model.table.seats}
    for draw in drawn.draws:
        seat = bare.table.seats[draw.before]
        seat.CopyFrom(holders[draw.seat])
        seat.seat = draw.before
        if draw.seat == model.seat:
            bare.take_seat(draw.before)
    return bare
