"""What is told of players who are late or away, of bots that sit in, and of pauses."""

from __future__ import annotations

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.games.actor import actor_of
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.table import TableModel


def told(event: events_pb2.Event, model: TableModel) -> list[str]:
    """Return such an event as sentences; none for another event."""
    match event.WhichOneof("event"):
        case "time_ran_out":
            seat = event.time_ran_out.seat
            if seat == model.seat:
                return [_("Your time is up.")]
            return [_("{name}’s time is up.", name=model.name_of(seat))]
        case "sat_in":
            return _sat_in(event.sat_in, model)
        case "returned":
            seat = event.returned.seat
            if seat == model.seat:
                return [_("You play yourself again.")]
            return [_("{name} plays again.", name=model.name_of(seat))]
        case "paused":
            if event.paused.HasField("seat"):
                who = actor_of(event.paused.seat, model)
                return [who.did(mark("{name} pauses the table."), mark("You pause the table."))]
            return [_("All want a pause: the table is paused.")]
        case "resumed":
            if event.resumed.HasField("seat"):
                who = actor_of(event.resumed.seat, model)
                return [who.did(mark("{name} ends the pause."), mark("You end the pause."))]
            return [_("All want to play on: the pause is over.")]
        case _:
            return []


def _sat_in(event: events_pb2.SatIn, model: TableModel) -> list[str]:
    name = model.name_of(event.seat)
    if event.seat == model.seat:
        return [_("A bot plays for you until you act, or say that you are back.")]
    match event.cause:
        case tables_pb2.SIT_IN_CAUSE_LATE:
            return [_("{name} was late too often: a bot plays meanwhile.", name=name)]
        case tables_pb2.SIT_IN_CAUSE_HOST:
            return [_("{name} is away: the host lets a bot play meanwhile.", name=name)]
        case tables_pb2.SIT_IN_CAUSE_VOTE:
            if len(_people(model)) < 3:
                return [_("{name} is away: a bot plays meanwhile.", name=name)]
            return [_("{name} is away: the others let a bot play meanwhile.", name=name)]
        case _:
            return [_("{name} is still away: a bot plays meanwhile.", name=name)]


def away_seats(model: TableModel) -> list[int]:
    """Return the seats of players who are away and for whom no bot plays."""
    return [
        seat.seat
        for seat in model.table.seats
        if model.is_away(seat.seat) and not seat.stand_in and seat.seat != model.seat
    ]


def asking_pause(model: TableModel, *, host: bool) -> tuple[bool, str]:
    """Return what somebody at this screen asks for, a pause or not, and what to tell them of it.

    Who has asked already takes it back. What one may do alone is told once it is done.
    """
    paused = model.table.paused
    if model.seat in model.presence.asking_pause:
        return paused, _("You no longer ask.")
    alone = paused if model.table.match_rated else host
    return not paused, "" if alone else _("Asked; all must agree.")


def _people(model: TableModel) -> list[str]:
    """Return the names of the people who hold seats."""
    return [seat.name for seat in model.table.seats if seat.name and not seat.bot]


def asked(before: tables_pb2.Presence, model: TableModel) -> list[str]:
    """Return what the players have asked for together since then."""
    lines = []
    for seat in model.presence.asking_pause:
        if seat not in before.asking_pause and seat != model.seat:
            name = model.name_of(seat)
            lines.append(
                _("{name} wants to play on.", name=name)
                if model.table.paused
                else _("{name} asks for a pause.", name=name)
            )
    known = {vote.seat: set(vote.by) for vote in before.votes}
    for vote in model.presence.votes:
        name, missing = model.name_of(vote.seat), vote.needed - len(vote.by)
        lines += [
            n_(
                "{voter} wants a bot to play for {name}: {n} more vote is needed.",
                "{voter} wants a bot to play for {name}: {n} more votes are needed.",
                max(missing, 0),
                voter=model.name_of(seat),
                name=name,
            )
            for seat in vote.by
            if seat not in known.get(vote.seat, set())
        ]
    return lines
