"""What may be done to a tournament, or is refused: make it (`check_made`), enter, also late
(`_takes_late`), leave, begin rounds with enough players (`_check_enough`), correct. The most rounds
(`MOST_ROUNDS`), `MINUTES` of arenas and fields, break (`LONGEST_BREAK`), players of a round robin
(`MOST_ALL`), invited bot accounts (`MOST_INVITED`). Which bots a field has if nobody says
(`_checked_field`); players who are away at the end of a match of an arena sit out (`settle`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from importlib.util import find_spec
from typing import Final

from cardtui_engine.bots import Level
from cardtui_server.lookalikes import likeness
from cardtui_server.match.bot_accounts import INVITED_ONLY, is_bot_account
from cardtui_server.match.entries import Created, Partners
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.safe_text import name_key
from cardtui_server.tournament import entries
from cardtui_server.tournament.entries import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Entry,
    Form,
    Made,
    Paired,
    Score,
    Scoring,
    Seats,
    Sides,
)
from cardtui_server.tournament.field import under_way
from cardtui_server.tournament.pairing import NO_MATCHING, able, next_round, smaller
from cardtui_server.tournament.scores import bye_of
from cardtui_server.tournament.state import Fixture, Stage, Tournament, side_name

MOST_ROUNDS: Final = 30
"""The most rounds."""

MINUTES: Final = {Form.ARENA: range(5, 601), Form.FIELD: range(5, 28 * 24 * 60 + 1)}
"""For how many minutes matches may begin in an arena and a field: here up to 28 days."""

LONGEST_BREAK: Final = 3_600_000
"""The longest break between two rounds, in milliseconds."""

MOST_ALL: Final = 64
"""The most players of a round robin: each meets all the others."""

_MOST_HANDS: Final = 100
"""The most hands of a match of a duplicate, where the game says how many."""

MOST_INVITED: Final = 64
"""How many bot accounts are invited at most."""

_MOST_POINTS: Final = 1_000_000
_LONGEST_ID: Final = 64

_NO_CLOCK: Final = "A tournament needs a clock: say how long a player may think."
_NO_FORM: Final = (
    "Choose a form: an arena, Swiss, a round robin, a knockout, a duplicate or a field."
)
_PARTNERS: Final = "Nobody has partners at such a table: leave out who plays together."
_DRAWN: Final = "In a knockout, partners go on together: keep the sides."
_TEAMS: Final = "Teams play a duplicate, with two sides at each table: keep or draw partners here."
_SCORING: Final = (
    "Only a duplicate or a field compares those who sit alike: leave out how it counts."
)
_REDEALT: Final = (
    "In this game a hand may be dealt again, so that packs differ: it has no duplicate and no"
    " field."
)
_RIFFLED: Final = (
    "Where all play the same packs, each is shuffled anew: choose another value than riffle for"
    " shuffle."
)
_ENDLESS: Final = "All who are compared play as many hands: say how many by {option}, up to 100."
_BY_HAND: Final = "In a duplicate the tables follow from who has entered: name none."
_NOT_YET: Final = "Other tables still play these packs: wait for the end of round {round}."
_BUY_INS: Final = "In a tournament all begin with the same chips: leave out the buy-ins."
_ROUNDS: Final = "A tournament has at most {most} rounds."
_MINUTES: Final = "An arena takes from {least} to {most} minutes."
_DAYS: Final = "A field takes from {least} minutes to {most} days."
_NOT_MINUTES: Final = "Only an arena and a field have a time: the other forms have rounds."
_NO_ROUNDS: Final = "A field has no rounds: leave out how many, breaks and what is for latecomers."
_BY_ITSELF: Final = "In a field each plays with bots: leave out who plays together."
_NO_PROGRAMS: Final = "A field takes no bot accounts: invite none."
_OF_FIELD: Final = (
    "A field goes on by itself: all are compared once it has ended. That cannot be done here."
)
_SHUT: Final = "The time of this field is over: it takes nobody any more."
_BREAK: Final = "A break takes at most {most} minutes."
_LATE_POINTS: Final = "A missed round counts at most what a bye does: from 0 to {most} points."
_PRIVATE: Final = "A tournament itself says who sees its tables: make none of them private."
_INVITED: Final = "Invite at most {most} bot accounts, each by its id."
_PROGRAMS: Final = "Bot accounts play at casual tables alone: invite none, or make it casual."
_OVER: Final = "This tournament is over."
_NOT_DIRECTOR: Final = "Only {director}, who directs this tournament, may do that."
_BEGUN: Final = "This tournament has begun: players enter it before round {round}."
_FULL: Final = "A tournament like this takes at most {most} players."
_TAKEN: Final = (
    "Somebody of that name, or one like it, is in this tournament: take another, or ask {director}."
)
_TEAM: Final = "Name your side: players who give the same name play together."
_TEAM_FULL: Final = "The side “{team}” is full: choose another name."
_WORD: Final = "The side “{team}” has a word of its own, or none: type it as {team}/WORD."
_INCOMPLETE: Final = "The side “{team}” lacks somebody: it needs {count} players."
_NOT_IN: Final = "You are not in this tournament."
_NO_REST: Final = "In a knockout nobody sits out: play, or leave."
_FEW: Final = "This tournament needs at least {least} players; there are {count}."
_UNDER_WAY: Final = "Round {round} is under way: wait for its end, or end it."
_NOTHING: Final = "There is nothing left to play."
_NO_ROUND: Final = "Round {round} is not under way."
_WHO_GOES_ON: Final = "Say first what match {fixture} was worth: somebody has to go on."
_NO_FIXTURE: Final = "This tournament has no match {fixture}."
_NO_REASON: Final = "Say why you correct that: everybody may read it."
_OTHER_RESULT: Final = "That result has changed since you saw it: look at it again."
_SCORES: Final = "A result names a place from 1 to {seats} and points for each of {seats} seats."
_PAST: Final = "Round {round} has been paired by that result: it stays."
_SETTLED: Final = "Match {fixture} has a result already."
_TWICE: Final = "{name} would sit at two tables at once."
_NOT_FREE: Final = "{name} does not play in this round."
_NO_PLAYERS: Final = "At least one player has to sit at each table."
_TABLE_SIZE: Final = "A table of this tournament has {seats} seats."
_APART: Final = "The two sides of a table sit alternately, each whole."
_STRANGER: Final = "Nobody by that id is in this tournament."


def check_made(made: Made) -> Made:
    """Return what a tournament is made with, as it is kept; its table has been checked.

    Raises:
        Refused: something of it does not go together.
    """
    table, form = made.table, made.form
    if not table.clock_milliseconds:
        raise Refused(Reason.BAD_OPTION, _NO_CLOCK)
    if form not in list(Form):
        raise Refused(Reason.BAD_REQUEST, _NO_FORM)
    if form in (Form.DUPLICATE, Form.FIELD):
        _check_duplicate(table)
    elif made.scoring:
        raise Refused(Reason.BAD_REQUEST, _SCORING)
    if made.scoring not in list(Scoring):
        raise Refused(Reason.BAD_REQUEST, _NO_FORM)
    if table.least_buy_in or table.most_buy_in:
        raise Refused(Reason.BAD_OPTION, _BUY_INS)
    if made.rounds > MOST_ROUNDS:
        raise Refused(Reason.BAD_REQUEST, _ROUNDS, most=MOST_ROUNDS)
    if form is Form.FIELD:
        made = _checked_field(made)
    elif form is Form.ARENA and made.minutes not in (minutes := MINUTES[form]):
        raise Refused(Reason.BAD_REQUEST, _MINUTES, least=minutes[0], most=minutes[-1])
    elif form is not Form.ARENA and made.minutes:
        raise Refused(Reason.BAD_REQUEST, _NOT_MINUTES)
    if made.break_milliseconds > LONGEST_BREAK:
        raise Refused(Reason.BAD_REQUEST, _BREAK, most=LONGEST_BREAK // 60_000)
    if made.late_points > (most := bye_of(made)):
        raise Refused(Reason.BAD_REQUEST, _LATE_POINTS, most=most)
    if table.private:
        raise Refused(Reason.BAD_OPTION, _PRIVATE)
    if made.fill not in (0, *Level):
        raise Refused(Reason.BAD_REQUEST, "Choose a level for the bot.")
    if made.invited and table.rated:
        raise Refused(Reason.BAD_OPTION, _PROGRAMS)
    named = [is_bot_account(each) and len(each) <= _LONGEST_ID for each in made.invited]
    if len(named) > MOST_INVITED or not all(named):
        raise Refused(Reason.BAD_REQUEST, _INVITED, most=MOST_INVITED)
    made = made._replace(sides=_sides(made))
    if made.two_sided and form in (Form.SWISS, Form.ARENA) and find_spec("rustworkx") is None:
        raise Refused(Reason.TABLE_STATE, NO_MATCHING)
    kept = table._replace(
        partners=Partners.AS_SEATED,
        waiting_bots=(),
        fill_milliseconds=0,
        patience_milliseconds=table.patience_milliseconds or None,  # somebody must play
    )
    return made._replace(table=kept)


def _check_duplicate(table: Created) -> None:
    """Refuse a game or an option by which tables would not play the same packs, or not as many.

    Raises:
        Refused: it is such a one.
    """
    if rules_of(table.game).redeals:
        raise Refused(Reason.BAD_OPTION, _REDEALT)
    if table.options.get("shuffle") == "riffle":
        raise Refused(Reason.BAD_OPTION, _RIFFLED)
    for option in ("hands", "rounds"):
        most = table.options.get(option, 1)
        if not isinstance(most, int) or not 0 < most <= _MOST_HANDS:
            raise Refused(Reason.BAD_OPTION, _ENDLESS, option=option)


def _checked_field(made: Made) -> Made:
    """Return what a field is made with.

    Raises:
        Refused: it is too short or long, or would have rounds, sides or bot accounts.
    """
    minutes = MINUTES[Form.FIELD]
    if made.minutes not in minutes:
        days = minutes[-1] // (24 * 60)
        raise Refused(Reason.BAD_REQUEST, _DAYS, least=minutes[0], most=days)
    if made.rounds or made.late_rounds or made.late_points or made.break_milliseconds:
        raise Refused(Reason.BAD_REQUEST, _NO_ROUNDS)
    if made.sides:
        raise Refused(Reason.BAD_OPTION, _BY_ITSELF)
    if made.invited:  # everybody is told whether they are busy
        raise Refused(Reason.BAD_OPTION, _NO_PROGRAMS)
    return made._replace(fill=made.fill or Level.NORMAL)


def _sides(made: Made) -> Sides:
    if made.sides is Sides.TEAMS:
        two = made.table.seats == 2 or rules_of(made.table.game).has_partners(made.table.seats)
        if made.form is not Form.DUPLICATE or not two:
            raise Refused(Reason.BAD_OPTION, _TEAMS)
        return Sides.TEAMS
    if made.form is Form.FIELD or not rules_of(made.table.game).has_partners(made.table.seats):
        if made.sides:
            raise Refused(Reason.BAD_OPTION, _PARTNERS)
        return Sides.ALONE
    if made.sides not in list(Sides) or (made.form is Form.KNOCKOUT and made.sides is Sides.DRAWN):
        raise Refused(Reason.BAD_OPTION, _DRAWN)
    return Sides(made.sides) or Sides.KEPT


def enter(state: Tournament, player: str, name: str, team: str = "") -> list[Entry]:
    """Have a player enter, or no longer sit out.

    Raises:
        Refused: it is over, full, too late, or not for that player.
    """
    _check_running(state)
    if state.shut and not any(player in each.players for each in under_way(state)):
        raise Refused(Reason.TABLE_STATE, _SHUT)
    made, known = state.made, state.entrants.get(player)
    others = [each.name for each in state.entrants.values() if each.player != player]
    if likeness(name) in map(likeness, others):
        raise Refused(Reason.NAME_TAKEN, _TAKEN, director=state.director_name)
    if known is not None and not known.out:
        if known.name != name:  # others and programs know them by it
            return [entries.Entered(player, name, known.team)]
        return [entries.Rested(player, rests=False)] if known.rests else []
    if is_bot_account(player) and player not in made.invited:
        raise Refused(Reason.NOT_ALLOWED, INVITED_ONLY)
    if state.round and not _takes_late(state):
        last = max(1, made.late_rounds)
        raise Refused(Reason.TABLE_STATE, _BEGUN, round=last)
    most = MOST_ALL if made.form in (Form.ROUND_ROBIN, Form.DUPLICATE) else MOST_PLAYERS
    if known is None and len(state.entrants) >= most:
        raise Refused(Reason.LIMIT, _FULL, most=most)
    if not made.together:
        return [entries.Entered(player, name)]
    return [entries.Entered(player, name, known.team if known else _team(state, team))]


def _takes_late(state: Tournament) -> bool:
    made = state.made
    if made.form.by_time:
        return True
    return made.form is Form.SWISS and state.round < made.late_rounds


def _team(state: Tournament, team: str) -> str:
    """Return a side that has room, as those who are in it write it: its name, a slash, its word."""
    if not (name := side_name(team)):
        raise Refused(Reason.BAD_REQUEST, _TEAM)
    sides = {likeness(side_name(each)): each for each in state.units()}
    found = sides.get(likeness(name), team)
    if name_key(found.partition("/")[2]) != name_key(team.partition("/")[2]):
        raise Refused(Reason.NOT_ALLOWED, _WORD, team=side_name(found))
    if len(state.units().get(found, [])) >= state.made.unit:
        raise Refused(Reason.SEAT_TAKEN, _TEAM_FULL, team=side_name(found))
    return found


def remove(state: Tournament, player: str) -> list[Entry]:
    """Take a player out; in a field, their match counts nothing, and they have no other one.

    Raises:
        Refused: nobody by that id is in it.
    """
    if player not in state.entrants:
        raise Refused(Reason.UNKNOWN_PLAYER, _STRANGER)
    if state.made.form is not Form.FIELD:
        return leave(state, player)
    left = [] if state.entrants[player].out else leave(state, player)
    own = [each for each in state.fixtures if player in each.players]
    return [*left, *(entries.Played(each.number, ()) for each in own)]


def leave(state: Tournament, player: str, *, rest: bool = False) -> list[Entry]:
    """Have a player leave, or sit out.

    Raises:
        Refused: the player is not in it, or may not sit out.
    """
    _check_running(state)
    known = state.entrants.get(player)
    if known is None or known.out:
        raise Refused(Reason.NOT_SEATED, _NOT_IN)
    if not rest:
        return [entries.Left(player)]
    if state.made.form is Form.KNOCKOUT:
        raise Refused(Reason.NOT_ALLOWED, _NO_REST)
    return [] if known.rests else [entries.Rested(player, rests=True)]


def check_director(state: Tournament, player: str, *, operator: bool = False) -> None:
    """Refuse what only the director, and the operator, may do.

    Raises:
        Refused: somebody else directs it, or it is over.
    """
    _check_running(state)
    if player != state.director and not operator:
        raise Refused(Reason.NOT_HOST, _NOT_DIRECTOR, director=state.director_name)


def _check_running(state: Tournament) -> None:
    if state.ended:
        raise Refused(Reason.TABLE_STATE, _OVER)


def begin(state: Tournament, now: int, tables: Sequence[Seats] = ()) -> list[Entry]:
    """Begin the first round, or the next one: as the form says, or by hand.

    Raises:
        Refused: a round is under way, too few are there, or what is wanted cannot be.
    """
    _check_no_field(state)
    if state.open and state.made.form is not Form.ARENA:
        raise Refused(Reason.TABLE_STATE, _UNDER_WAY, round=state.open[0])
    if state.stage is Stage.OPEN:
        _check_enough(state)
    if tables and state.made.form is Form.DUPLICATE:
        raise Refused(Reason.TABLE_STATE, _BY_HAND)
    found = _by_hand(state, tables) if tables else next_round(state, now)
    if found is not None:
        return [found]
    if state.made.form is Form.ARENA:
        return [] if state.round else [Paired(())]
    raise Refused(Reason.TABLE_STATE, _NOTHING)


def _check_enough(state: Tournament) -> None:
    """Refuse to begin with too few players, or with a side that is not whole."""
    made, seats = state.made, state.made.table.seats
    count = sum(not each.out for each in state.entrants.values())
    least = FEWEST_PLAYERS
    if made.together:
        least = 2 if made.fill else seats
        for team, members in state.units().items():
            if len(members) != made.unit and not made.fill:
                raise Refused(
                    Reason.TABLE_STATE, _INCOMPLETE, team=side_name(team), count=made.unit
                )
    if made.form is Form.DUPLICATE:  # two tables, at least
        filled = 2 if made.sides is Sides.TEAMS else seats + 1
        least = filled if made.fill else 2 * seats
    elif not (made.together or made.fill) and made.form is not Form.KNOCKOUT:
        least = min([seats, *smaller(state)])
    if count < least:
        raise Refused(Reason.TABLE_STATE, _FEW, least=least, count=count)


def _by_hand(state: Tournament, tables: Sequence[Seats]) -> Paired:
    """Return a round as the director wants it; who is at no table has a bye."""
    if state.round >= MOST_ALL and state.made.form is not Form.ARENA:
        raise Refused(Reason.LIMIT, _ROUNDS, most=MOST_ALL)
    units = able(state)
    left = {*units}
    for table in tables:
        if not any(table.players):
            raise Refused(Reason.BAD_REQUEST, _NO_PLAYERS)
        if len(table.players) not in (state.made.table.seats, *smaller(state)):
            raise Refused(Reason.BAD_REQUEST, _TABLE_SIZE, seats=state.made.table.seats)
        for player in filter(None, table.players):
            if player not in state.entrants:
                raise Refused(Reason.UNKNOWN_PLAYER, _STRANGER)
        if state.made.sides is Sides.KEPT:
            _check_whole(state, table)
        there = {state.unit_of(player): player for player in table.players if player}
        for unit, player in there.items():
            name = state.entrants[player].name
            if unit not in units:
                raise Refused(Reason.TABLE_STATE, _NOT_FREE, name=name)
            if unit not in left:
                raise Refused(Reason.BAD_REQUEST, _TWICE, name=name)
        seated = [player for player in table.players if player]
        for player in seated:
            if seated.count(player) > 1:
                raise Refused(Reason.BAD_REQUEST, _TWICE, name=state.entrants[player].name)
        left -= there.keys()
    byes = () if state.made.form is Form.ARENA else tuple([each for each in units if each in left])
    return Paired(tuple(tables), byes)


def _check_whole(state: Tournament, table: Seats) -> None:
    units = state.units()
    sides = [[each for each in side if each] for side in (table.players[::2], table.players[1::2])]
    names = [{state.unit_of(player) for player in side} for side in sides]
    whole = all(
        {each.player for unit in named for each in units[unit]} == {*side}
        for named, side in zip(names, sides, strict=True)
    )
    if max(map(len, names)) > 1 or not whole or names[0] == names[1]:
        raise Refused(Reason.BAD_REQUEST, _APART)


def correct(
    state: Tournament,
    fixture: int,
    scores: Sequence[Score],
    before: Sequence[Score],
    reason: str,
    *,
    operator: bool = False,
) -> list[Entry]:
    """Say what a match was worth, whether it has a result or not.

    Args:
        operator: whether the operator says so, not the director.

    Raises:
        Refused: there is no such match, no reason, or another result than the director saw; or
            others have gone on by it in a knockout.
    """
    _check_no_field(state)
    known = _fixture(state, fixture)
    if state.made.form is Form.DUPLICATE and known.round in state.open:
        raise Refused(Reason.TABLE_STATE, _NOT_YET, round=known.round)
    seats = len(known.players)
    if not reason:
        raise Refused(Reason.BAD_REQUEST, _NO_REASON)
    if tuple(before) != known.scores:
        raise Refused(Reason.STALE, _OTHER_RESULT)
    fits = all(
        1 <= each.place <= seats and abs(each.points) + abs(each.difference) <= _MOST_POINTS
        for each in scores
    )
    if len(scores) != seats or not fits:
        raise Refused(Reason.BAD_REQUEST, _SCORES, seats=seats)
    if state.made.form is Form.KNOCKOUT and known.round != state.round:
        raise Refused(Reason.TABLE_STATE, _PAST, round=known.round + 1)
    by = ("", "") if operator else (state.director, state.director_name)
    return [entries.Corrected(fixture, tuple(scores), reason, *by)]


def end_round(state: Tournament, number: int) -> list[Entry]:
    """End a round, whatever is still played.

    Raises:
        Refused: it is not under way, a knockout would not know who goes on, or a duplicate has
            tables that still play.
    """
    _check_no_field(state)
    if number not in state.open:
        raise Refused(Reason.TABLE_STATE, _NO_ROUND, round=number)
    if state.made.form is Form.DUPLICATE:
        raise Refused(Reason.TABLE_STATE, _NOT_YET, round=number)
    for each in state.unsettled() if state.made.form is Form.KNOCKOUT else ():
        raise Refused(Reason.TABLE_STATE, _WHO_GOES_ON, fixture=each.number)
    return [entries.RoundEnded(number)]


def move(state: Tournament, fixture: int, begins: int) -> list[Entry]:
    """Have a match begin at another time, in milliseconds since 1970.

    Raises:
        Refused: there is no such match, or it has a result.
    """
    _check_no_field(state)
    if _fixture(state, fixture).settled:
        raise Refused(Reason.TABLE_STATE, _SETTLED, fixture=fixture)
    return [entries.Moved(fixture, begins)]


def end(state: Tournament) -> list[Entry]:
    """End the tournament; matches without a result count nothing.

    A field takes nobody any more, and ends with the last of its matches that are under way. These
    count nothing where it is to end once more, or while it is paused.
    """
    if state.made.form is Form.FIELD:
        given_up = under_way(state) if state.shut or state.halted else ()
        shut = [] if state.shut else [entries.Shut()]
        return [*shut, *(entries.Played(each.number, ()) for each in given_up)]
    return [*(entries.RoundEnded(number) for number in state.open), entries.Ended()]


def _check_no_field(state: Tournament) -> None:
    """Refuse what a director does with rounds.

    Raises:
        Refused: it is a field.
    """
    if state.made.form is Form.FIELD:
        raise Refused(Reason.TABLE_STATE, _OF_FIELD)


def halt(state: Tournament, *, halted: bool) -> list[Entry]:
    """Pause everything, or let it go on."""
    return [] if bool(state.halted) is halted else [entries.Halted(halted)]


def settle(state: Tournament, found: entries.Scored, here: Collection[str]) -> list[Entry]:
    """Count a match that has ended, unless it counts already.

    In an arena, who is not there at its end sits out: nobody is to wait for them at the next table.

    Args:
        here: the ids of the players who are there.
    """
    fixture = state.fixtures[found.fixture - 1]
    if fixture.settled or fixture.table != found.table:
        return []
    away = [player for player in fixture.players if player and player not in here]
    rested = [entries.Rested(player, rests=True) for player in away]
    return [found, *(rested if state.made.form is Form.ARENA else ())]


def round_ends(state: Tournament) -> Iterable[Entry]:
    """Return the ends of the rounds in which nothing is left to play."""
    busy = {each.round for each in state.unsettled()}
    return [entries.RoundEnded(number) for number in state.open if number not in busy]


def _fixture(state: Tournament, number: int) -> Fixture:
    if not 1 <= number <= len(state.fixtures):
        raise Refused(Reason.BAD_REQUEST, _NO_FIXTURE, fixture=number)
    return state.fixtures[number - 1]
