"""The draw for partners as a show: all turn a card up, ties another one, and change seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.i18n import _
from cardtui_client.model import TableModel
from cardtui_client.screens.shots import Seen, Shot
from cardtui_client.sides import side_name
from cardtui_client.tell_partners import MOST_CARDS, MOST_DRAWS, ranks_of
from cardtui_client.widgets.scene import Played
from cardtui_client.widgets.staging import stage

_TURNED: Final = 2.2
_AGAIN: Final = 1.6
_SEATED: Final = 2.6


def partner_shots(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event], *, came: bool
) -> tuple[Shot, ...]:
    """Return what is to be seen of a draw: a shot for each round, and the new seats.

    Args:
        model: the table after the draw.
        seen: how one looks at it.
        happened: what has just happened.
        came: whether one has just come to the table; then a draw that nothing followed yet
            is shown, too.
    """
    for event in happened:
        if event.HasField("partners_drawn"):
            return _shots(model, seen, event.partners_drawn)
    view = model.view
    if came and model.partners is not None and view is not None and view.hand <= 1:
        return _shots(model, seen, model.partners) if view.phase in ("deal", "cut") else ()
    return ()


def _shots(model: TableModel, seen: Seen, partners: events_pb2.PartnersDrawn) -> tuple[Shot, ...]:
    """Return the shots of a draw; none if it moves people to seats that there are not."""
    draws = partners.draws[:MOST_DRAWS]
    seats = [seat.seat for seat in model.table.seats]
    if not (
        sorted(draw.before for draw in draws)
        == sorted(draw.seat for draw in draws)
        == seats
        == list(range(len(seats)))
    ) or any(not draw.cards for draw in draws):
        return ()
    rounds = min(max(len(draw.cards) for draw in draws), MOST_CARDS)
    before, after = _bare(model, partners, moved=False), _bare(model, partners, moved=True)
    first = _("Partners are drawn by high card ({ranks}).", ranks=ranks_of(partners))
    shots = [
        _shot(
            before,
            seen,
            [_turned_up(draw, count) for draw in draws],
            first if not count else _("A tie: they draw again."),
            _AGAIN if count else _TURNED,
        )
        for count in range(rounds)
    ]
    seated = [Played(draw.seat, draw.cards[-1], winning=draw.seat % 2 == 0) for draw in draws]
    words = _(
        "{winners} drew the highest and play together, against {others}.",
        winners=side_name(after, 0),
        others=side_name(after, 1),
    )
    return (*shots, _shot(after, seen, seated, words, _SEATED))


def _shot(model: TableModel, seen: Seen, played: list[Played], words: str, seconds: float) -> Shot:
    scene = stage(model, viewpoint=seen.viewpoint, hide_paper=True)
    scene = scene._replace(trick=tuple(played))
    return Shot(scene, scene, sentence=words, seconds=seconds)


def _turned_up(draw: events_pb2.PartnerDraw, count: int) -> Played:
    """Return the card that lies before a player in a round; who did not tie keeps the last."""
    ties = count < len(draw.cards)
    return Played(draw.before, draw.cards[count if ties else -1], fresh=ties, old=not ties)


def _bare(model: TableModel, partners: events_pb2.PartnersDrawn, *, moved: bool) -> TableModel:
    """Return the table with its people and no cards, as it is after the draw or was before."""
    bare = TableModel()
    bare.table.CopyFrom(model.table)
    bare.table.state = tables_pb2.TABLE_STATE_WAITING
    bare.table.draw_partners = not moved  # nobody is on a side before
    bare.presence.CopyFrom(model.presence)
    bare.take_seat(model.seat)
    if moved:
        return bare
    holders = {seat.seat: seat for seat in model.table.seats}
    for draw in partners.draws:
        seat = bare.table.seats[draw.before]
        seat.CopyFrom(holders[draw.seat])
        seat.seat = draw.before
        if draw.seat == model.seat:
            bare.take_seat(draw.before)
    return bare
