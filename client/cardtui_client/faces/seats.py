"""People at a table, in sentences: pauses, hosts, swaps, partners, signals, spectators, rating.
Who is asked about before a start: `start_question`; whose answer you wait for when you ask for a
seat: `waits_words`; what others type to come: `line_to_join`. What hosts may do is the server's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from cardtui.v1 import events_pb2, tables_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.faces.registry import presenter_of
from cardtui_client.i18n import _, mark, n_
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
from cardtui_client.model.cards import card_words
from cardtui_client.model.quick_talk import GESTURES, entry_of, gesture_name, gesture_told
from cardtui_client.model.sides import actor_of, names, rivalry_words, side_name
from cardtui_client.model.table import TableModel
from cardtui_client.net.address import invitation, table_code
from cardtui_client.text import safe_text


def late_words(spectators: events_pb2.SpectatorsSet | tables_pb2.Spectators) -> str:
    """Return a sentence about the delay; empty if there is none."""
    if spectators.delay_hands:
        return n_(
            "Spectators see a match 1 hand later than it is played.",
            "Spectators see a match {n} hands later than it is played.",
            spectators.delay_hands,
        )
    if spectators.delay_milliseconds:
        return n_(
            "Spectators see a match 1 second later than it is played.",
            "Spectators see a match {n} seconds later than it is played.",
            max(1, spectators.delay_milliseconds // 1000),
        )
    return ""


def watching_words(spectators: tables_pb2.Spectators) -> str:
    """Return what stands where a spectator has no hand."""
    if spectators.delay_hands:
        return n_(
            "You are watching, 1 hand later.",
            "You are watching, {n} hands later.",
            spectators.delay_hands,
        )
    if spectators.delay_milliseconds:
        seconds = max(1, spectators.delay_milliseconds // 1000)
        return n_(
            "You are watching, 1 second later.", "You are watching, {n} seconds later.", seconds
        )
    return _("You are watching.")


def signals_told(event: events_pb2.Event, model: TableModel) -> list[str]:
    """Return such an event as sentences; none for another event."""
    match event.WhichOneof("event"):
        case "gestured":
            return [_gestured(event.gestured, model)]
        case "looked":
            return [_looked(event.looked, model)]
        case _:
            return []


def meaning(gesture: Gesture.ValueType, model: TableModel, seat: int | None) -> str:
    """Return what a gesture of a seat means, by tradition or in the code of your own team.

    Who gives it may be bluffing.
    """
    presenter = presenter_of(model)
    known = presenter.signals(model.table).get(gesture)
    traditional = _(known) if known else ""
    if not presenter.has_own_signals(model.table):
        return traditional
    if seat is None or model.seat is None or model.team_of(seat) != model.team_of(model.seat):
        return ""  # only the team that gives it knows
    return _written(gesture, model) or traditional


def why_no_code(line: str, model: TableModel) -> str:
    """Say why a gesture cannot mean here what a line of team talk says; ``""`` if it can."""
    entry = entry_of(line)
    if entry is None or presenter_of(model).has_own_signals(model.table):
        return ""
    words = gesture_words(entry[0], model)
    return _("Only traditional signals here ({gesture}): none of your own.", gesture=words)


def gesture_line(gesture: Gesture.ValueType, model: TableModel) -> str:
    """Return a gesture as it stands in a list: its form, its name, and what it means."""
    return f"{GESTURES[gesture].form} {gesture_words(gesture, model)}"


def gesture_words(gesture: Gesture.ValueType, model: TableModel) -> str:
    """Return the name of a gesture, and what it means to your team."""
    name = gesture_name(gesture)
    return f"{name}: {said}" if (said := meaning(gesture, model, model.seat)) else name


def gaze_lines(model: TableModel) -> list[str]:
    """Return who looks where, in a line for each seat."""
    return [
        _looked(events_pb2.Looked(seat=seat, at=at), model) for seat, at in enumerate(model.gazes)
    ]


def gaze_note(seat: int, model: TableModel) -> str:
    """Return in short where a seat looks, ``""`` where that goes without saying: at its partner."""
    partners = model.partners_of(seat) if seat < len(model.gazes) else []
    seats = len(model.gazes)
    if not partners or model.gazes[seat] == min(partners, key=lambda each: (each - seat) % seats):
        return ""
    at = model.gazes[seat]
    return _("→ you") if at == model.seat else f"→ {model.name_of(at)}"


def _written(gesture: Gesture.ValueType, model: TableModel) -> str:
    """Return what a gesture means in the code of your own team; ``""`` if that says nothing."""
    written = model.code.get(gesture)
    if written is None or model.seat is None:
        return ""
    team = model.team_of(model.seat)
    players = {each.player for each in model.table.seats if model.team_of(each.seat) == team}
    return written.text if written.player in players else ""


def _bots_know(gesture: Gesture.ValueType, model: TableModel, bot: tables_pb2.Seat) -> bool:
    """Tell whether a bot makes something of a gesture: by tradition alone, and no beginner does."""
    presenter = presenter_of(model)
    known = gesture in presenter.signals(model.table)
    own = presenter.has_own_signals(model.table)
    return known and not own and bot.bot != tables_pb2.BOT_LEVEL_EASY


def _gestured(given: events_pb2.Gestured, model: TableModel) -> str:
    said = meaning(given.gesture, model, given.seat)
    after = f" ({said})" if said else ""
    if given.seat != model.seat:
        return gesture_told(given.gesture, model.name_of(given.seat)) + after
    if given.gesture not in GESTURES:
        return _("You give a signal.")
    lookers = [
        model.name_of(seat)
        for seat, at in enumerate(model.gazes)
        if at == given.seat
        and (sitter := model.sitter(seat)) is not None
        and (_bots_know(given.gesture, model, sitter) if sitter.bot else not sitter.stand_in)
    ]
    form, name = GESTURES[given.gesture].form, gesture_name(given.gesture)
    if not lookers:
        return _("{form} Your signal: {gesture}. Nobody looks at you.", form=form, gesture=name)
    return _(
        "{form} Your signal: {gesture}. Seen by {names}.",
        form=form,
        gesture=name,
        names=names(lookers),
    )


def _looked(looked: events_pb2.Looked, model: TableModel) -> str:
    name, at = model.name_of(looked.seat), model.name_of(looked.at)
    if looked.seat == model.seat:
        return _("You look at {name}.", name=at)
    if looked.at == model.seat:
        return _("{name} looks at you.", name=name)
    return _("{name} looks at {at}.", name=name, at=at)


def absence_told(event: events_pb2.Event, model: TableModel) -> list[str]:
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
            return [_("Everybody wants a pause: the table is paused.")]
        case "resumed":
            if event.resumed.HasField("seat"):
                who = actor_of(event.resumed.seat, model)
                return [who.did(mark("{name} ends the pause."), mark("You end the pause."))]
            return [_("Everybody wants to play on: the pause is over.")]
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
            if len(model.people) < 3:
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


def asking_pause(model: TableModel) -> tuple[bool, str]:
    """Return what somebody at this screen asks for, a pause or not, and what to tell them of it.

    If you have asked already, you take it back. What you may do alone is said once it is done.
    """
    paused = model.table.paused
    if model.seat in model.presence.asking_pause:
        return paused, _("You no longer ask.")
    alone = paused if model.table.match_rated else model.is_host
    return not paused, "" if alone else _("Asked; all must agree.")


def pause_asked(before: tables_pb2.Presence, model: TableModel) -> list[str]:
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


def still_away(
    away: Collection[int], before: tables_pb2.Presence, model: TableModel
) -> frozenset[int]:
    """Return the seats whose players have been here, and are away now; the next come back to them.

    Args:
        away: what it returned the last time.
        before: who was here until now.
    """
    return frozenset(seat for seat in {*away, *before.connected} if model.is_away(seat))


def presence_told(
    before: tables_pb2.Presence, model: TableModel, away: Collection[int]
) -> list[str]:
    """Return who is away since then, and who is here; of seats in ``away``, that they are back."""
    people = {seat.seat for seat in model.people}
    was, now = set(before.connected) & people, set(model.presence.connected) & people
    return [
        *[_("{name} is away.", name=model.name_of(seat)) for seat in sorted(was - now)],
        *[
            _("{name} is back.", name=model.name_of(seat))
            if seat in away
            else _("{name} is here.", name=model.name_of(seat))
            for seat in sorted(now - was)
            if seat != model.seat
        ],
    ]


def silence_told(before: tables_pb2.Presence, model: TableModel) -> list[str]:
    """Return who does not answer any more since then, and who answers again."""
    now = {seat for seat in model.presence.silent if model.is_silent(seat)}
    again = [seat for seat in before.silent if seat in model.presence.connected]
    return [
        *[
            _("{name} does not answer.", name=model.name_of(seat))
            for seat in sorted(now - set(before.silent))
        ],
        *[
            _("{name} answers again.", name=model.name_of(seat))
            for seat in again
            if seat not in model.presence.silent and seat != model.seat
        ],
    ]


def left_behind(model: TableModel) -> str:
    """Return what becomes of seat, chips and table; ``""`` where nothing is to be thought over."""
    table, told = model.table, list[str]()
    if table.state == tables_pb2.TABLE_STATE_PLAYING:
        told.append(
            _("You take your chips with you; a bot plays on.")
            if table.most_buy_in
            else _("A bot plays on in your seat.")
        )
    if model.is_host:
        others = any(seat.player for seat in table.seats if seat.seat != model.seat)
        told.append(
            _("Somebody else becomes the host.")
            if others
            else _("The table has no host until somebody sits down.")
        )
    return " ".join(told)


def lent_words(model: TableModel) -> str:
    """Return what becomes of the host's rights while you are away; ``""`` if nothing does."""
    others = any(
        seat.player and not seat.bot_account
        for seat in model.table.seats
        if seat.seat != model.seat
    )
    if not (model.is_host and others) or model.table.state == tables_pb2.TABLE_STATE_CLOSED:
        return ""
    return _("Stay away for long, and somebody else is the host until you are back.")


MOST_DRAWS: Final = 8
MOST_CARDS: Final = 6
"""More draws, or more cards in one of them, are a hostile server's."""

_MOST_RANKS: Final = 5


def high_card_announced(table: tables_pb2.Table) -> list[str]:
    """Return what will be drawn for by high card at a table; nothing if nothing is.

    Where partners are, it tells how the first dealer is found, too.
    """
    by_card = table.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD
    partners = table.partners == tables_pb2.PARTNERS_HIGH_CARD
    if partners and by_card:
        return [_("Partners and the first dealer are drawn by high card before each match.")]
    if partners:
        return [_("Partners are drawn by high card before each match, the first dealer by lot.")]
    if by_card:
        return [_("The first dealer of each match is drawn by high card.")]
    return []


def draw_told(draw: events_pb2.HighCardsDrawn, model: TableModel) -> list[str]:
    """Return who drew what and what came of it, for the model after the draw."""
    draws = [_draw(each, model) for each in draw.draws[:MOST_DRAWS]]
    return [
        purpose(draw),
        _("They drew: {draws}.", draws="; ".join(draws)),
        *came(draw, model),
        *own_seat(model, {each.seat: each.before for each in draw.draws[:MOST_DRAWS]}),
    ]


def own_seat(model: TableModel, before: Mapping[int, int]) -> list[str]:
    """Return where you sit now, if that is another seat.

    Args:
        model: the table after players have moved.
        before: by seat, the seat that its player had.
    """
    seat = model.seat
    if seat is None or before.get(seat, seat) == seat:
        return []
    return [_("You sit in seat {seat} now.", seat=seat + 1)]


def purpose(draw: events_pb2.HighCardsDrawn) -> str:
    """Return what is drawn for, and which cards are high: not in the order of the game."""
    ranks = _ranks(draw)
    if draw.for_partners and draw.for_dealer:
        return _("Partners and the first dealer are drawn by high card ({ranks}).", ranks=ranks)
    if draw.for_dealer:
        return _("The first dealer is drawn by high card ({ranks}).", ranks=ranks)
    return _("Partners are drawn by high card ({ranks}).", ranks=ranks)


def came(draw: events_pb2.HighCardsDrawn, model: TableModel) -> list[str]:
    """Return what came of a draw: who plays together, who deals first."""
    told: list[str] = []
    if draw.for_partners and draw.draws:
        first = model.team_of(draw.draws[0].seat)
        together = _(
            "{winners} drew the highest and play together, against {others}.",
            winners=side_name(model, first),
            others=side_name(model, 1 - first),
        )
        told.append(together)
    if draw.for_dealer and draw.draws:
        name = model.name_of(draw.draws[0].seat)
        told.append(_("{name} drew the highest card and deals first.", name=name))
    return told


def _ranks(draw: events_pb2.HighCardsDrawn) -> str:
    """Return the highest ranks; who wants to know the others can go on counting."""
    shown = [safe_text(rank.replace("T", "10"), 2) for rank in draw.ranks[:_MOST_RANKS]]
    return " ".join([*shown, "…"])


def _draw(draw: events_pb2.HighCardDraw, model: TableModel) -> str:
    words = f"{model.name_of(draw.seat)} {card_words(draw.cards[0]) if draw.cards else ''}"
    for card in draw.cards[1:MOST_CARDS]:
        words = _("{drawn}, then {card}", drawn=words, card=card_words(card))
    return words


def announced(table: tables_pb2.Table) -> list[str]:
    """Return how partners and the first dealer are found at a table, unless as usual."""
    return [*_announced(table), *high_card_announced(table)]


def _announced(table: tables_pb2.Table) -> list[str]:
    if table.partners == tables_pb2.PARTNERS_LOT:
        return [_("Partners are drawn by lot before each match.")]
    if table.partners == tables_pb2.PARTNERS_STRENGTH:
        return [_("Before each match partners are found by strength, so that both teams are even.")]
    return []


def partners_told(event: events_pb2.PartnersFound, model: TableModel) -> list[str]:
    """Return who plays with whom and where you sit, for the model after players have moved."""
    moves = dict(enumerate(event.before[:MOST_SEATS]))
    return [who(event, model), *own_seat(model, moves)]


def who(event: events_pb2.PartnersFound, model: TableModel) -> str:
    """Return who plays with whom, in a sentence."""
    first, second = side_name(model, 0), side_name(model, 1)
    if event.by == tables_pb2.PARTNERS_STRENGTH:
        return _("Partners by strength: {first} against {second}.", first=first, second=second)
    return _("Partners by lot: {first} against {second}.", first=first, second=second)


def start_question(model: TableModel) -> str:
    """Return what to ask before a start; ``""`` if all are ready, or if the server waits itself."""
    if model.table.state != tables_pb2.TABLE_STATE_WAITING or model.table.rated:
        return ""
    missing = [
        safe_text(seat.name, NAME_CELLS)
        for seat in model.table.seats
        if seat.player and not seat.ready and seat.seat != model.seat
    ]
    if not missing:
        return ""
    return n_(
        "{names} is not ready. Start all the same?",
        "{names} are not ready. Start all the same?",
        len(missing),
        names=names(missing),
    )


def host_told(event: events_pb2.Event, model: TableModel) -> list[str]:
    """Return such an event as sentences; none for another event."""
    match event.WhichOneof("event"):
        case "player_kicked":
            name = safe_text(event.player_kicked.name, NAME_CELLS)
            return [_("The host takes {name}’s seat away.", name=name)]
        case "player_banned":
            name = safe_text(event.player_banned.name, NAME_CELLS)
            if event.player_banned.lifted:
                return [_("{name} is no longer banned from this table.", name=name)]
            return [_("{name} is banned from this table for the evening.", name=name)]
        case "spectators_set":
            return spectator_lines(event.spectators_set)
        case "host_changed":
            return [_host(event.host_changed, model)]
        case "seat_asked":
            return [_asked(event.seat_asked, model)]
        case _:
            return []


def spectator_lines(spectators: events_pb2.SpectatorsSet | tables_pb2.Spectators) -> list[str]:
    """Return what spectators may do at a table."""
    if spectators.refused:
        return [_("The table takes no spectators.")]
    match spectators.talk:
        case tables_pb2.SPECTATOR_TALK_EVERYBODY:
            talk = _("Anybody may watch; everybody hears what spectators say.")
        case tables_pb2.SPECTATOR_TALK_OFF:
            talk = _("Anybody may watch; spectators do not talk.")
        case _:
            talk = _("Anybody may watch; only spectators and the host hear what spectators say.")
    late = late_words(spectators)
    return [talk, late] if late else [talk]


def _host(changed: events_pb2.HostChanged, model: TableModel) -> str:
    name = safe_text(changed.name, NAME_CELLS)
    if not name:
        return _("The table has no host now: the next player to sit down will be.")
    yours = model.seat is not None and model.name_of(model.seat) == name
    match changed.cause:
        case tables_pb2.HOST_CAUSE_AWAY if yours:
            return _("The host is away: you are the host meanwhile.")
        case tables_pb2.HOST_CAUSE_AWAY:
            return _("The host is away: {name} is the host meanwhile.", name=name)
        case tables_pb2.HOST_CAUSE_BACK if yours:
            return _("You are back, and the host of this table again.")
        case tables_pb2.HOST_CAUSE_BACK:
            return _("{name} is back, and the host of this table again.", name=name)
        case _ if yours:
            return _("You are the host of this table now.")
        case _:
            return _("{name} is the host of this table now.", name=name)


def host_of(model: TableModel) -> str:
    """Return the host's name; ``""`` if that is you, or you are alone with bots."""
    alone = model.sitter(model.seat) is not None and not _has_others(model)
    return "" if model.is_host or alone else safe_text(model.table.host, NAME_CELLS)


def line_to_join(model: TableModel) -> str:
    """Return the command by which others come to a free seat; ``""`` where they cannot."""
    code = table_code(model.table.id) if model.table.private else ""
    free = any(not seat.name for seat in model.table.seats)
    return invitation(model.joins, code) if free and model.joins else ""


def line_to_copy(model: TableModel) -> str:
    """Return the line that is shown to be passed on: of your result, or by which others join."""
    if model.record is not None and model.record.line:
        return model.record.line
    return line_to_join(model)


def host_lines(model: TableModel) -> list[str]:
    """Return who the host is, unless you are alone with bots."""
    if host := host_of(model):
        return [_("{host} is the host.", host=host)]
    return [_("You are the host.")] if model.is_host and _has_others(model) else []


def _has_others(model: TableModel) -> bool:
    """Tell whether other people sit there, besides you or one who is watched."""
    return len(model.people) > 1


def _asked(asked: events_pb2.SeatAsked, model: TableModel) -> str:
    """Return how far a request for a bot's seat has come."""
    name, yours = safe_text(asked.name, NAME_CELLS), asked.name == model.name != ""
    match asked.step:
        case tables_pb2.ASK_STEP_GRANTED if yours:
            return _("You have a bot’s seat from the next hand on.")
        case tables_pb2.ASK_STEP_GRANTED:
            return _("{name} has a bot’s seat from the next hand on.", name=name)
        case tables_pb2.ASK_STEP_REFUSED if yours:
            return _("The host says no: you can watch.")
        case tables_pb2.ASK_STEP_REFUSED:
            return _("The host says no to {name}.", name=name)
        case tables_pb2.ASK_STEP_ENDED if yours:
            return _("You no longer ask for a seat.")
        case tables_pb2.ASK_STEP_ENDED:
            return _("{name} no longer asks for a seat.", name=name)
        case _ if yours:
            return waits_words(model.table)
        case _:
            return _("{name} asks for a bot’s seat.", name=name)


def waits_words(table: tables_pb2.Table) -> str:
    """Return for whose answer you wait who ask for a bot's seat."""
    host = safe_text(table.host, NAME_CELLS)
    return _("You ask for a bot’s seat: {host}, the host, is asked.", host=host)


def request_words(table: tables_pb2.Table, name: str) -> str:
    """Return how far the request of somebody of that name has come; ``""`` if there is none."""
    for each in table.asking:
        if each.name == name != "":
            granted = _("You have a bot’s seat from the next hand on.")
            return granted if each.granted else waits_words(table)
    return ""


def requests_told(model: TableModel) -> list[str]:
    """Return how your request for a seat stands; to the host, who waits for an answer."""
    if asks := request_words(model.table, model.name):
        return [asks]
    waiting = [each.name for each in model.table.asking if model.is_host and not each.granted]
    return [
        _("{name} asks for a bot’s seat.", name=safe_text(each, NAME_CELLS)) for each in waiting
    ]


def swap_told(event: events_pb2.SeatsSwapped, model: TableModel) -> list[str]:
    """Return who sits where after two seats were swapped."""
    lines = []
    for seat in (event.other, event.seat):
        sitter = model.sitter(seat)
        if sitter is None or not sitter.name:
            continue
        if seat == model.seat:
            lines.append(_("You sit in seat {seat} now.", seat=seat + 1))
        else:
            name = model.name_of(seat)
            lines.append(_("{name} sits in seat {seat} now.", name=name, seat=seat + 1))
    return lines


def swap_asked(before: tables_pb2.Presence, model: TableModel) -> list[str]:
    """Return who has asked for another's seat since then."""
    known = {(each.seat, each.other) for each in before.swaps}
    lines = []
    for each in model.presence.swaps:
        if (each.seat, each.other) in known or each.seat == model.seat:
            continue
        name = model.name_of(each.seat)
        if each.other == model.seat:
            number = each.seat + 1
            sentence = _(
                "{name} asks you to swap seats; you agree by asking for seat {seat}.",
                name=name,
                seat=number,
            )
        else:
            other = model.name_of(each.other)
            sentence = _("{name} asks {other} to swap seats.", name=name, other=other)
        lines.append(sentence)
    return lines


def rematch(model: TableModel) -> str:
    """Return after a match who wants another, and whom that waits for."""
    others = [each for each in model.people if each.seat != model.seat]
    ready = [each.seat for each in others if each.ready]
    missing = [each.seat for each in others if not each.ready]
    own = model.sitter(model.seat)
    if model.is_shared and model.shuffle is not None and not model.shuffle.secret:
        return _("Others still play these cards: the result counts when the last table has ended.")
    if model.table.tournament:
        return _("The tournament goes on: it opens the next table itself.")
    if model.record is not None and model.record.line:
        return _("Share the line: everybody gets these cards today.")
    if own is not None and own.ready and missing:
        waited = names([model.name_of(seat) for seat in missing])
        return _("The rematch starts when everyone agrees; waiting for {names}.", names=waited)
    if own is not None and ready and not own.ready:
        wanting = names([model.name_of(seat) for seat in ready])
        return _("Rematch? {names} would like one.", names=wanting)
    if own is not None:
        if model.rivalry is not None:
            return _("{standing} Rematch?", standing=rivalry_words(model.rivalry))
        return _("Rematch? It starts when everyone agrees.")
    return _("A rematch starts when the players agree.")


def rated_lines(table: tables_pb2.Table) -> list[str]:
    """Return that matches are rated, or that this one is not; nothing at a casual table."""
    if not table.rated:
        return []
    if table.state == tables_pb2.TABLE_STATE_WAITING:
        return [_("Matches between people are rated here.")]
    return [match_words(table)]


def match_words(table: tables_pb2.Table) -> str:
    """Return whether the match at a rated table is rated, and why not."""
    if table.match_rated:
        return _("This match is rated.")
    return _("This match is not rated: nobody plays against anybody else, or a guest plays.")


def rated_words(table: tables_pb2.Table) -> tuple[str, ...]:
    """Return in a word or two whether the match at a rated table is rated; else nothing."""
    if not table.rated:
        return ()
    waits = table.state == tables_pb2.TABLE_STATE_WAITING
    return (_("rated") if waits or table.match_rated else _("not rated"),)
