"""Makes the scene of a table from the model, with papers over the felt: a hand, a match's end.
What is on the page at the end of a match: `finale_of`; what is spelled as you win: `_cheer`; how
many debts it names: `_MOST_DEBTS`; the bar of what runs out: `bar`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.game_words import game_title
from cardtui_client.faces.match_won import titles
from cardtui_client.faces.memory import moment_words
from cardtui_client.faces.record_words import record_line
from cardtui_client.faces.registry import is_of_other, presenter_of
from cardtui_client.faces.seats import (
    gaze_note,
    host_lines,
    host_of,
    line_to_join,
    rated_words,
    watching_words,
)
from cardtui_client.faces.standing import (
    WARNING_SECONDS,
    between_hands,
    clock_words,
    held_words,
    minutes,
    money_lines,
)
from cardtui_client.faces.terms import terms_told
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import HIDDEN_CARD, brief, part_of
from cardtui_client.model.quick_talk import face_at_rest
from cardtui_client.model.sides import names
from cardtui_client.model.table import Status, TableModel
from cardtui_client.model.table_summary import title_of
from cardtui_client.model.timing import Left
from cardtui_client.scene.middle import (
    MOST_LINES_BELOW,
    SMALLEST_LINE_CELLS,
    Finale,
    HandScene,
    Line,
    wrapped,
)
from cardtui_client.scene.scene import NOTHING_FRESH, Fresh, Scene, SeatScene, Top
from cardtui_client.text import folded, safe_text

_FEWEST_PEOPLE: Final = 2
_MOST_DEBTS: Final = 3
_MOST_LINES_ON_FELT: Final = 11
"""The lines of a felt on the smallest screens: so many can be read of a page that lies on it."""
_LARGE_PAGE_LINES: Final = 14
"""The lines of a large page under its title and its digits."""

MOST_CARDS: Final = 20
"""No game deals more to a hand."""

_PHASES_AFTER_HANDS: Final = (Phase.PHASE_DEAL, Phase.PHASE_OVER)
"""When a hand has ended, and how it went is told."""


def paper_of(model: TableModel) -> tuple[Line, ...]:
    """Return what lies over the felt now; empty while a hand is played."""
    return tuple(_brief(line) for line in _lines_of(model))


def _memory(model: TableModel) -> tuple[Line, ...]:
    """Return what the match is remembered for, as soon as its record is verified."""
    moment = None if model.record is None else model.record.moment
    return () if moment is None else (Line(moment_words(moment, model)),)


def finale_of(model: TableModel) -> Finale | None:
    """Return the page at the end of a match for a felt with room; ``None`` before the end."""
    view = model.view
    played = (tables_pb2.TABLE_STATE_PLAYING, tables_pb2.TABLE_STATE_OVER)
    if model.status is Status.ENDED or model.table.state not in played:
        return None
    if view is None or not view.winners or not model.is_over:
        return None
    face = presenter_of(model)
    told = face.match_paper(view, model, _LARGE_PAGE_LINES)
    if table := next((at for at, line in enumerate(told) if line.columns), 0):
        told.insert(table, Line(""))
    lines = [*told, *_money(model), *_again(model)]
    if memory := _memory(model):
        lines += [Line(""), *memory]
    if record := _record(model):
        lines += [Line(""), *record]
    return Finale(
        brief(titles(view.winners, model)[0]),
        _side_that_won(model),
        tuple(face.final_scores(view, model)),
        tuple(_brief(line) for line in lines),
        cheer=_cheer(model, view),
    )


def _cheer(model: TableModel, view: views_pb2.PublicView | None) -> str:
    """Return what is said as you win the match; ``""`` if you have not."""
    won = view is not None and model.is_over and model.seat in view.winners
    return _("You win!") if won else ""


def _brief(line: Line) -> Line:
    text = brief(line.text)
    return line if text == line.text else line._replace(text=text)


def _lines_of(model: TableModel) -> tuple[Line, ...]:
    if model.status is Status.ENDED:
        return _ended(model)
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _waiting(model)
        case tables_pb2.TABLE_STATE_CLOSED:
            return _closed(model)
        case _:
            pass
    view = model.view
    if view is None:
        return ()
    if view.phase == Phase.PHASE_OVER or model.table.state == tables_pb2.TABLE_STATE_OVER:
        return _over(model)
    if view.phase != Phase.PHASE_DEAL:
        return ()
    if told := presenter_of(model).hand_paper(view, model):
        title = Line(_hand_title(view, model), strong=True)
        return (title, Line(""), *told)
    return ()


def _hand_title(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return who has won the hand; its number alone where nobody did, or each duel has a winner."""
    if view.HasField("other"):
        # Its rules may have counted on to the next hand already.
        return "".join(presenter_of(model).outcome(view, model)[:1])
    won: Sequence[int] = getattr(getattr(part_of(view), "last", None), "winners", ())
    if not won:
        return _("Hand {hand}", hand=view.hand)
    if model.seat in won:
        return _("You win hand {hand}", hand=view.hand)
    return n_(
        "{names} wins hand {hand}",
        "{names} win hand {hand}",
        len(won),
        names=names([model.name_of(seat) for seat in won]),
        hand=view.hand,
    )


def _closed(model: TableModel) -> tuple[Line, ...]:
    """Return the title, and who pays whom: nobody comes back here to look it up."""
    title, money = Line(_("This table is closed."), strong=True), _money(model)
    return (title, Line(""), *money) if money else (title,)


def _ended(model: TableModel) -> tuple[Line, ...]:
    reason = model.end.reason if model.end is not None else 0
    match reason:
        case table_service_pb2.END_REASON_CLOSED:
            return _closed(model)
        case table_service_pb2.END_REASON_REPLACED:
            title = _("You are playing in another window now.")
        case table_service_pb2.END_REASON_KICKED:
            title = _("The host has taken your seat away.")
        case table_service_pb2.END_REASON_BANNED:
            title = _("The host has banned you from this table.")
        case table_service_pb2.END_REASON_SEATED:
            title = _("You have a seat now.")
        case table_service_pb2.END_REASON_NO_SPECTATORS:
            title = _("This table takes no spectators now.")
        case table_service_pb2.END_REASON_LEFT:
            title = _("You have left the table.")
        case _:
            title = _("Table unreachable.")
    return (Line(title, strong=True),)


def _waiting_title(table: tables_pb2.Table) -> str:
    return title_of(table) or _("A new table")


def _not_ready(model: TableModel) -> str:
    seats = [each for each in model.people if not each.ready]
    others = [model.name_of(each.seat) for each in seats if each.seat != model.seat]
    if len(others) == len(seats):
        return _("Not ready yet: {names}.", names=names(others))
    if others:
        return _("Not ready yet: you and {names}.", names=names(others))
    return _("You are not ready.")


def _waiting(model: TableModel) -> tuple[Line, ...]:
    table = model.table
    taken = sum(bool(seat.name) for seat in table.seats)
    ready = sum(seat.ready or bool(seat.bot) for seat in table.seats if seat.name)
    free = len(table.seats) - taken
    lines = [
        Line(_waiting_title(table), strong=True),
        Line(""),
    ]
    if line := line_to_join(model):
        said = n_("{n} seat is free. Others join:", "{n} seats are free. Others join:", free)
        lines += [
            Line(said),
            *(Line(text, strong=True) for text in folded(line, SMALLEST_LINE_CELLS)),
        ]
    elif free:
        lines.append(Line(n_("{n} seat is free.", "{n} seats are free.", free)))
    if ready < taken:
        lines += _lines([_not_ready(model)])
    lines += _lines(host_lines(model))
    starts = _("The match starts when every seat is taken and all are ready.")
    if free and table.bots_at_start:
        starts = _("The match starts when all are ready; bots take the free seats.")
    lines += _lines([starts])
    return (*lines, *_lines(terms_told(table, "partners", "rated", "private")))


def _over(model: TableModel) -> tuple[Line, ...]:
    view = model.view
    title, short = titles(() if view is None else view.winners, model)
    lines = [Line(title, strong=True, side=_side_that_won(model)), Line("")]
    if view is None:
        return tuple(lines)
    room = MOST_LINES_BELOW - _height(lines)
    record = _record(model)
    again = (*_memory(model), *_money(model), *_again(model))
    told = presenter_of(model).match_paper(view, model, room - _height([*again, *record]))
    below = (*again, *record)
    names_row = told and told[0].columns and not told[0].text
    if names_row and _height([*told, *below]) > room:
        # So many players that the title must stand over their names.
        headed = told[0]._replace(text=short, strong=True, side=_side_that_won(model))
        lines, told = [headed], told[1:]
    left = _MOST_LINES_ON_FELT - _height([*lines, *below])
    return (*lines, *told[: max(left, 0)], *below)


def _height(lines: Sequence[Line]) -> int:
    return len(wrapped(tuple(lines), SMALLEST_LINE_CELLS))


def _side_that_won(model: TableModel) -> int | None:
    """Return whose colour the title has: where each plays alone, the first side is you."""
    winners = () if model.view is None else model.view.winners
    if not winners:
        return None
    if model.has_teams:
        return model.team_of(winners[0])
    return None if model.seat is None else int(model.seat not in winners)


def _money(model: TableModel) -> tuple[Line, ...]:
    """Return who pays whom where chips are worth money, you first; how many more, if many."""
    told = money_lines(model)
    if len(told) > _MOST_DEBTS:
        more = len(told) - (_MOST_DEBTS - 1)
        also = n_("One more pays: see “Who owes whom”.", "{n} more pay: see “Who owes whom”.", more)
        told = [*told[: _MOST_DEBTS - 1], also]
    return tuple(_lines(told))


def _again(model: TableModel) -> tuple[Line, ...]:
    """Return who wants another match, where several people are asked."""
    if len(model.people) < _FEWEST_PEOPLE:
        return ()
    wanting = [model.name_of(seat.seat) for seat in model.people if seat.ready]
    waited = [model.name_of(seat.seat) for seat in model.people if not seat.ready]
    if not wanting:
        return ()
    told = _("Rematch: {names} agreed.", names=names(wanting))
    if waited:
        told += " " + _("Not yet: {names}.", names=names(waited))
    return (Line(told),)


def _record(model: TableModel) -> tuple[Line, ...]:
    """Return the code of the match, if somebody else has it, and what its record does not prove.

    The log has the rest.
    """
    told = record_line(model)
    if model.record is not None and model.record.line:
        return (Line(told, strong=True),)
    code = ""
    if model.match_code and len(model.people) >= _FEWEST_PEOPLE:
        code = _("Same code, same match: {code}", code=model.match_code)
    return tuple(_lines([*filter(None, (code, told))]))


def _lines(sentences: list[str]) -> list[Line]:
    return [Line(sentence) for sentence in sentences]


def fresh_of(events: Sequence[events_pb2.Event], model: TableModel) -> Fresh:
    """Return what those events make worth pointing out."""
    face = presenter_of(model)
    acts = [
        (event.acted.seat, face.verb(verb_of_action(event.acted.action)))
        for event in events
        if event.HasField("acted")
    ]
    return Fresh(
        spoke=frozenset(seat for seat, verb in acts if not verb.silent),
        played=frozenset(seat for seat, verb in acts if verb.into_trick),
        scored=frozenset(
            event.points_scored.team for event in events if event.HasField("points_scored")
        ),
        shown=frozenset(
            card
            for event in events
            if event.HasField("cards_shown")
            for card in event.cards_shown.cards
        ),
    )


def stage(
    model: TableModel,
    fresh: Fresh = NOTHING_FRESH,
    *,
    viewpoint: int | None = None,
    view: views_pb2.PublicView | None = None,
    hide_paper: bool = False,
) -> Scene:
    """Return the scene of the table as the model has it.

    Args:
        fresh: what to point out.
        viewpoint: the seat at the bottom, for spectators; players sit there themselves.
        view: a public view to show instead of the model's.
        hide_paper: whether to leave the felt open to the eye.
    """
    view = model.view if view is None else view
    seat = model.seat
    below = seat if seat is not None else (viewpoint or 0)
    known = model.table.id or model.is_prepared
    deck = model.deck if known else ""  # nothing is printed before it is known
    scene = Scene(
        seats=tuple(_seat(model, each, view) for each in model.table.seats),
        viewpoint=below if below < len(model.table.seats) else 0,
        clockwise=model.table.clockwise,
        top=Top(title=game_title(model.table)),
        hand=_hand(model, view, below),
        cloth=deck,
    )
    if view is not None and model.table.state != tables_pb2.TABLE_STATE_WAITING:
        scene = presenter_of(model).scene(scene, model, view, fresh)
    scene = scene._replace(top=scene.top._replace(facts=(*scene.top.facts, *_around(model))))
    if hide_paper:
        return scene
    return scene._replace(paper=paper_of(model), cheer=_cheer(model, view))


def _seat(model: TableModel, seat: tables_pb2.Seat, view: views_pb2.PublicView | None) -> SeatScene:
    waiting = model.table.state == tables_pb2.TABLE_STATE_WAITING
    undrawn = waiting and model.table.partners
    notes: list[str] = []
    if seat.bot:
        notes.append(_("bot"))
    elif seat.stand_in:
        notes.append(_("(bot)"))  # the name is still the player’s
    if not waiting and model.is_away(seat.seat) and seat.seat != model.seat:
        notes.append(_("away"))
    if model.is_silent(seat.seat):
        notes.append(_("does not answer"))
    if not waiting and (note := gaze_note(seat.seat, model)):
        notes.append(note)
    if waiting and seat.ready and not seat.bot:
        notes.append(_("ready"))
    side = model.team_of(seat.seat) if model.has_teams and not undrawn else None
    scene = SeatScene(
        seat.seat,
        name=safe_text(seat.name, NAME_CELLS),
        side=side,
        letter="AB"[side : side + 1]
        if side is not None and len(model.table.seats) > 2 and seat.name
        else "",
        notes=tuple(notes),
        you=seat.seat == model.seat,
        face=face_at_rest(seat.name, seat.character) if seat.name else "",
    )
    if view is None or waiting:
        return scene
    return scene._replace(
        cards=_count(view, seat.seat),
        dealer=view.dealer == seat.seat,
        turn=seat.seat in view.to_act,
        winner=view.phase == Phase.PHASE_OVER and seat.seat in view.winners,
    )


def _around(model: TableModel) -> tuple[str, ...]:
    """Return whether it is rated, how many watch, and who is the host."""
    count = model.presence.spectators
    watching = (n_("{n} watching", "{n} watching", count),) if count else ()
    host = (_("host: {name}", name=name),) if (name := host_of(model)) else ()
    return (*rated_words(model.table), *watching, *host)


def _count(view: views_pb2.PublicView, seat: int) -> int:
    """Return how many cards a seat holds; a server that tells of millions gets a handful."""
    return min(view.cards[seat], MOST_CARDS) if seat < len(view.cards) else 0


def _hand(model: TableModel, view: views_pb2.PublicView | None, below: int) -> HandScene:
    if not (model.table.id or model.is_prepared):
        return HandScene()  # whether you play or watch is not known yet
    if model.seat is None:
        backs = () if view is None else (HIDDEN_CARD,) * _count(view, below)
        return HandScene(cards=backs, watching=watching_words(model.table.watching))
    if model.unplayed and model.view is not None and model.view.phase in _PHASES_AFTER_HANDS:
        return HandScene(cards=tuple(model.unplayed), unplayed=True)
    if model.own is None:
        return HandScene()
    face = presenter_of(model)
    fixed = not (face.card_verb or is_of_other(face))
    return HandScene(cards=tuple(model.own.hand), fixed=fixed)


_FULL, _EMPTY = "▰", "▱"
_BAR_CELLS: Final = 6

_LEAST_SECONDS: Final = 0.05
"""The least seconds between two looks."""


def with_times(scene: Scene, model: TableModel) -> Scene:
    """Return the scene with what is left of each seat's time, and of the patience with it."""
    times = model.times
    if not times.seats and not times.away:
        return scene
    return scene._replace(seats=tuple(_with_time(seat, model) for seat in scene.seats))


def _with_time(seat: SeatScene, model: TableModel) -> SeatScene:
    now = model.now()
    time = model.times.clock(seat.seat, now)
    if time is not None and seat.turn:
        hurry = 0 if time.stopped else sum(time.left <= warning for warning in WARNING_SECONDS)
        return seat._replace(clock=clock_words(time), hurry=hurry)
    patience = model.times.patience(seat.seat, now)
    if patience is not None and not patience.stopped:
        others = (each for each in seat.notes if each != _("away"))
        then = _("bot in {time}", time=minutes(patience.seconds))
        return seat._replace(notes=(*others, then))
    return seat


def time_sentence(sentence: str, model: TableModel) -> str:
    """Return what the status line says with what runs out: the hand pause, the claim window."""
    now, times = model.now(), model.times
    if model.table.paused:
        return sentence
    if (left := times.fill(now)) is not None and not left.stopped:
        return f"{filling(left)} {bar(left)}"
    if between_hands(model) and (left := times.hand_pause(now)) is not None:
        if times.holding:
            return held_words(times.holding, model)
        return sentence if left.stopped else f"{sentence} {bar(left)} {minutes(left.seconds)}"
    if (left := times.window(now)) is not None and sentence:
        return f"{sentence} {bar(left)}"
    return sentence


def filling(left: Left) -> str:
    """Return when bots take the free seats."""
    return _("Waiting for people; bots come in {left}.", left=minutes(left.seconds))


def bar(left: Left) -> str:
    """Return what is left as a bar.

    >>> bar(Left(2, 3, False))
    '▰▰▰▰▱▱'
    """
    full = min(-int(-left.seconds * _BAR_CELLS // max(left.total, _LEAST_SECONDS)), _BAR_CELLS)
    return _FULL * full + _EMPTY * (_BAR_CELLS - full)


def next_look(model: TableModel) -> float | None:
    """Return the seconds until something looks different; ``None`` while nothing runs out."""
    now, times = model.now(), model.times
    waits = []
    for seat in times.seats:
        time = times.clock(seat, now)
        if time is not None and not time.stopped and time.left > 0:
            waits.append((time.act.seconds or time.reserve.seconds) % 1 or 1.0)
    for seat in times.away:
        left = times.patience(seat, now)
        if left is not None and not left.stopped and left.seconds > 0:
            waits.append(left.seconds % 1 or 1.0)
    for left in (times.window(now), times.hand_pause(now), times.fill(now)):
        if left is not None and not left.stopped and left.seconds > 0:
            step = left.total / _BAR_CELLS
            waits.append(left.seconds % step or step)
            waits.append(left.seconds % 1 or 1.0)
    return max(min(waits), _LEAST_SECONDS) if waits else None
