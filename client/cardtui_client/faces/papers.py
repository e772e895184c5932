"""Papers over the felt: who is awaited, how a hand went, the result page (`finale_of`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.match_won import rule_words, titles
from cardtui_client.faces.person_words import record_line
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.standing import money_lines
from cardtui_client.faces.terms import terms_told
from cardtui_client.i18n import _, n_
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.cards import brief, part_of
from cardtui_client.model.sides import names
from cardtui_client.model.table import Status, TableModel
from cardtui_client.scene.middle import MOST_BELOW, SMALLEST, Finale, Line, wrapped
from cardtui_client.text import safe_text

_SEVERAL: Final = 2
_MOST_DEBTS: Final = 3
_MOST_ON_FELT: Final = 11
"""The lines of a felt on the smallest screens: so many can be read of a page that lies on it."""
_ROOM_ON_FELT: Final = 14
"""The lines of a large page under its title and its digits."""


def paper_of(model: TableModel) -> tuple[Line, ...]:
    """Return what lies over the felt now; empty while a hand is played."""
    return tuple(_brief(line) for line in _lines_of(model))


def finale_of(model: TableModel) -> Finale | None:
    """Return the page at the end of a match for a felt with room; ``None`` before the end."""
    view = model.view
    played = (tables_pb2.TABLE_STATE_PLAYING, tables_pb2.TABLE_STATE_OVER)
    if model.status is Status.ENDED or model.table.state not in played:
        return None
    if view is None or not view.winners or not model.is_over:
        return None
    face = presenter_of(model)
    told = face.match_paper(view, model, _ROOM_ON_FELT)
    if table := next((at for at, line in enumerate(told) if line.columns), 0):
        told.insert(table, Line(""))
    lines = [*told, *_money(model), *_again(model)]
    if record := _record(model):
        lines += [Line(""), *record]
    return Finale(
        brief(titles(view.winners, model)[0]),
        _side_that_won(model),
        tuple(face.final_scores(view, model)),
        tuple(_brief(line) for line in lines),
    )


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
        title = Line(_hand_title(view, model), strong=True, aside=rule_words(model))
        return (title, Line(""), *told)
    return ()


def _hand_title(view: views_pb2.PublicView, model: TableModel) -> str:
    """Return who has won the hand; its number alone where nobody did, or each duel has a winner."""
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
        case table_service_pb2.END_REASON_NO_SPECTATORS:
            title = _("This table takes no spectators now.")
        case table_service_pb2.END_REASON_LEFT:
            title = _("You have left the table.")
        case _:
            title = _("Table unreachable.")
    return (Line(title, strong=True),)


def _waiting(model: TableModel) -> tuple[Line, ...]:
    table = model.table
    taken = sum(bool(seat.name) for seat in table.seats)
    ready = sum(seat.ready or bool(seat.bot) for seat in table.seats if seat.name)
    free = len(table.seats) - taken
    lines = [
        Line(safe_text(table.name, TABLE_NAME_CELLS) or _("A new table"), strong=True),
        Line(""),
    ]
    if free:
        lines.append(Line(n_("{n} seat is free.", "{n} seats are free.", free)))
    if ready < taken:
        waiting = [
            model.name_of(seat.seat)
            for seat in table.seats
            if seat.name and not seat.ready and not seat.bot
        ]
        lines += _lines([_("Not ready yet: {names}.", names=names(waiting))])
    lines += _lines([_("The match starts when every seat is taken and all are ready.")])
    return (*lines, *_lines(terms_told(table, "partners", "rated", "private")))


def _over(model: TableModel) -> tuple[Line, ...]:
    view = model.view
    title, short = titles(() if view is None else view.winners, model)
    lines = [Line(title, strong=True, side=_side_that_won(model)), Line("")]
    if view is None:
        return tuple(lines)
    room = MOST_BELOW - _height(lines)
    record = _record(model, named=False)  # the log has the name
    again = (*_money(model), *_again(model))
    told = presenter_of(model).match_paper(view, model, room - _height([*again, *record]))
    below = (*again, *record)
    names_row = told and told[0].columns and not told[0].text
    if names_row and _height([*told, *below]) > room:
        # So many players that the title must stand over their names.
        headed = told[0]._replace(text=short, strong=True, side=_side_that_won(model))
        lines, told = [headed], told[1:]
    if _height([*lines, *told, *again, *_record(model)]) <= MOST_BELOW:
        below = (*again, *_record(model))
    left = _MOST_ON_FELT - _height([*lines, *below])
    return (*lines, *told[: max(left, 0)], *below)


def _height(lines: Sequence[Line]) -> int:
    return len(wrapped(tuple(lines), SMALLEST))


def _side_that_won(model: TableModel) -> int | None:
    """Return whose colour the title has: where each plays alone, the first side is oneself."""
    winners = () if model.view is None else model.view.winners
    if not winners:
        return None
    if model.has_teams:
        return model.team_of(winners[0])
    return None if model.seat is None else int(model.seat not in winners)


def _money(model: TableModel) -> tuple[Line, ...]:
    """Return who pays whom where chips are worth money, oneself first; how many more, if many."""
    told = money_lines(model)
    if len(told) > _MOST_DEBTS:
        more = len(told) - (_MOST_DEBTS - 1)
        also = n_("One more pays: see “Who owes whom”.", "{n} more pay: see “Who owes whom”.", more)
        told = [*told[: _MOST_DEBTS - 1], also]
    return tuple(_lines(told))


def _again(model: TableModel) -> tuple[Line, ...]:
    """Return who wants another match, where several people are asked."""
    people = [seat for seat in model.table.seats if seat.name and not seat.bot]
    if len(people) < _SEVERAL:
        return ()
    wanting = [model.name_of(seat.seat) for seat in people if seat.ready]
    waited = [model.name_of(seat.seat) for seat in people if not seat.ready]
    if not wanting:
        return ()
    told = _("Another match: {names} agreed.", names=names(wanting))
    if waited:
        told += " " + _("Not yet: {names}.", names=names(waited))
    return (Line(told),)


def _record(model: TableModel, *, named: bool = True) -> tuple[Line, ...]:
    """Return the code of the match, and where its record is, once it is kept."""
    code = model.match_code and _("Code to compare: {code}", code=model.match_code)
    return tuple(_lines([*filter(None, (code, record_line(model, named=named)))]))


def _lines(sentences: list[str]) -> list[Line]:
    return [Line(sentence) for sentence in sentences]
