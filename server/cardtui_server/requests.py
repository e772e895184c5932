"""What may be asked of a table: each request checks, and adds the entries that grant it.

Requests work on a `Draft`: the table as it will be if the entries become durable. A request
that is not allowed raises `Refused` and leaves the draft as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bots import Level
from cardtui_engine.refusals import IllegalAction
from cardtui_server.dealer import Dealer, first_dealer, riffled
from cardtui_server.entries import (
    Acted,
    Closed,
    Entry,
    Freed,
    Hosted,
    Packed,
    Readied,
    Seated,
    Started,
    StoodIn,
    Talked,
)
from cardtui_server.errors import Reason, Refused, illegal
from cardtui_server.standing import CONTEST, Happening, Life, Sitter, Standing, fold
from cardtui_server.text import NAME_CELLS, name_key, safe_text

_BOT_NAMES: Final = ("Alba", "Beto", "Chela", "Dino", "Elsa", "Fito", "Greta", "Hugo")

_DRAW: Final = "draw"
"""The verb that others may be quicker than."""

_SEEN: Final = "The table has moved on: look at it again before you act."
_ID_USED: Final = "Another seat has used this request id: make a new one."
_NOT_HOST: Final = "Only {host}, the host of this table, may do that."
_NO_HOST: Final = "Nobody is the host of this table now: who sits down next will be."
NOT_SEATED: Final = "You hold no seat at this table: sit down first."
_IN_MATCH: Final = "A match is being played: wait until it is over."
_CLOSED: Final = "This table is closed: choose another one."


class Step(NamedTuple):
    """One entry: the table before and after it, and what happened."""

    before: Standing
    after: Standing
    entry: Entry
    told: tuple[Happening, ...]


class Answered(NamedTuple):
    """What a seat's request id was answered with: an entry's number, or a refusal."""

    seat: int
    result: int | Refused


class Held(Exception):
    """A draw that waits until the others have had their time to take the discard."""


class Draft:
    """A table as it will be once the entries that were added are durable.

    Attributes:
        waited: the window for whose end the request being granted has waited; 0 if none.
    """

    def __init__(
        self,
        standing: Standing,
        dealer: Dealer,
        answered: Mapping[str, Answered],
        past: int = 0,
    ) -> None:
        """Begin with no entries.

        Args:
            standing: the table now.
            dealer: the door to chance.
            answered: how earlier requests were answered.
            past: the number of the latest window whose time is over.
        """
        self.standing = standing
        self.dealer = dealer
        self.steps: list[Step] = []
        self.fresh: dict[str, Answered] = {}
        self.waited = 0
        self.past = past
        self._answered = answered

    def add(self, entry: Entry) -> int:
        """Add an entry and return its number.

        Raises:
            IllegalAction: the rules refuse the action.
        """
        before = self.standing
        after, told = fold(before, entry)
        self.standing = after
        self.steps.append(Step(before, after, entry, told))
        return after.seq

    def mark(self) -> tuple[Standing, int]:
        """Return how far the draft has come, for `back_to`."""
        return self.standing, len(self.steps)

    def back_to(self, mark: tuple[Standing, int]) -> None:
        """Forget what was added since."""
        self.standing, steps = mark
        del self.steps[steps:]

    def answered(self, request_id: str) -> Answered | None:
        """Return how a request id was answered before."""
        return self.fresh.get(request_id) or self._answered.get(request_id)


def act(
    draft: Draft,
    seat: int,
    player: str,
    action: Action,
    *,
    expected: int | None = None,
    request_id: str = "",
) -> int:
    """Do an action for a seat; the player must hold it then, ``""`` stands for a bot.

    Raises:
        Refused: it is not allowed.
        Held: it is to be asked again when the window is over.
    """
    if request_id:
        known = draft.answered(request_id)
        if known is not None:
            if known.seat != seat:
                raise Refused(Reason.REASON_REQUEST_ID, _ID_USED)
            if isinstance(known.result, Refused):
                raise known.result.with_traceback(None)
            return known.result
    try:
        seq = _act(draft, seat, player, Acted(seat, action, request_id), expected)
    except Refused as refused:
        if request_id:
            draft.fresh[request_id] = Answered(seat, refused)
        raise
    if request_id:
        draft.fresh[request_id] = Answered(seat, seq)
    return seq


def _act(draft: Draft, seat: int, player: str, acted: Acted, expected: int | None) -> int:
    standing = draft.standing
    sitter = standing.sitters[seat]
    if sitter is None or sitter.player != player:
        raise Refused(Reason.REASON_NOT_SEATED, NOT_SEATED)
    if standing.life is Life.CLOSED:
        raise Refused(Reason.REASON_TABLE_STATE, _CLOSED)
    if standing.state is None:
        raise Refused(Reason.REASON_TABLE_STATE, "The match has not begun: say that you are ready.")
    seen, held = standing.position, _is_held(standing, seat, acted.action)
    if held and player:
        # What others declared since is no reason to refuse: the discard still lies there. A
        # bot looks again, for it decides by the position.
        seen = standing.opened
    if (expected is not None and seen > expected) or draft.waited not in (0, standing.opened):
        raise Refused(Reason.REASON_STALE, _SEEN)
    if held and draft.past != standing.opened:
        raise Held
    try:
        return draft.add(acted)
    except IllegalAction as refusal:
        raise illegal(refusal) from refusal


def _is_held(standing: Standing, seat: int, action: Action) -> bool:
    """Whether the action is the draw that others may be quicker than."""
    turn = standing.turn
    return (
        action.verb == _DRAW
        and standing.opened > 0
        and turn is not None
        and turn.phase != CONTEST
        and seat in turn.to_act
    )


def waive(draft: Draft, seat: int, window: int) -> int:
    """Answer for a seat that was asked in a contest and let that window pass."""
    standing = draft.standing
    sitter = standing.sitters[seat]
    if standing.opened != window or sitter is None:
        raise Refused(Reason.REASON_STALE, _SEEN)
    return _act(draft, seat, sitter.player, Acted(seat, Action("waive"), ""), None)


def talk(draft: Draft, player: str, name: str, text: str) -> int:
    """Say a line; where words commit, a seated player's line is an action."""
    standing = draft.standing
    _check_open(standing)
    seat = standing.seat_of(player)
    if seat is not None and standing.state is not None and "say" in standing.rules.verbs:
        return _act(draft, seat, player, Acted(seat, Action("say", text=text), ""), None)
    return draft.add(Talked(seat, name, text))


def sit(draft: Draft, player: str, name: str, seat: int | None) -> int:
    """Take a seat, any free one if none is named; return it."""
    standing = draft.standing
    _check_open(standing)
    held = standing.seat_of(player)
    if held is not None:
        if seat in (None, held):
            return held
        raise Refused(
            Reason.REASON_SEAT_TAKEN, "You sit at this table already, in seat {seat}.", seat=held
        )
    chosen = _seat_to_take(standing, player, seat)
    name = _own_name(standing, chosen, name)
    draft.add(Seated(chosen, player, name, 0))
    if not standing.host:
        draft.add(Hosted(player, name))
    return chosen


def leave(draft: Draft, player: str) -> None:
    """Get up; during a match a bot takes over."""
    standing = draft.standing
    _check_open(standing)
    seat = seat_held(standing, player)
    if standing.life is Life.PLAYING:
        draft.add(StoodIn(seat, _bot_name(standing), Level.NORMAL))
    else:
        draft.add(Freed(seat))
    if standing.host == player:
        _pass_host_on(draft)


def add_bot(draft: Draft, player: str, seat: int | None, level: int) -> int:
    """Seat a bot; return its seat."""
    standing = draft.standing
    _check_host(standing, player)
    _check_no_match(standing)
    if level not in list(Level):
        raise Refused(Reason.REASON_BAD_REQUEST, "Choose a level for the bot.")
    chosen = _seat_to_take(standing, "", seat)
    draft.add(Seated(chosen, "", _bot_name(standing), level))
    return chosen


def remove_bot(draft: Draft, player: str, seat: int) -> None:
    """Take a bot away."""
    standing = draft.standing
    _check_host(standing, player)
    _check_no_match(standing)
    _check_seat(standing, seat)
    sitter = standing.sitters[seat]
    if sitter is None or not sitter.bot:
        raise Refused(Reason.REASON_BAD_REQUEST, "There is no bot in seat {seat}.", seat=seat)
    draft.add(Freed(seat))


def set_ready(draft: Draft, player: str, ready: bool) -> None:
    """Say that one is ready, or not; with every seat taken and ready the match starts."""
    standing = draft.standing
    _check_open(standing)
    _check_no_match(standing)
    seat = seat_held(standing, player)
    sitter = standing.sitters[seat]
    if sitter is not None and sitter.ready != ready:
        draft.add(Readied(seat, ready))
    sitters = draft.standing.sitters
    if all(each is not None and each.ready for each in sitters):
        _start(draft)


def start(draft: Draft, player: str) -> None:
    """Start a match, the first one or another one, bots in the free seats."""
    _check_host(draft.standing, player)
    _check_no_match(draft.standing)
    for seat, sitter in enumerate(draft.standing.sitters):
        if sitter is None:
            draft.add(Seated(seat, "", _bot_name(draft.standing), Level.NORMAL))
    _start(draft)


def close(draft: Draft, player: str) -> None:
    """Close the table."""
    _check_host(draft.standing, player)
    draft.add(Closed())


def close_unused(draft: Draft) -> None:
    """Close a table that nobody uses; one where a match is played stays."""
    if draft.standing.life in (Life.WAITING, Life.OVER):
        draft.add(Closed())


def close_abandoned(draft: Draft) -> None:
    """Close a table at which nobody sits, even in a match of bots."""
    if draft.standing.life is not Life.CLOSED and not draft.standing.people():
        draft.add(Closed())


def deal(draft: Draft) -> None:
    """Deal the pack that the position waits for."""
    standing = draft.standing
    number = standing.packs + 1
    gathered = standing.rules.gathered(standing.state)
    if gathered is None:
        pack = draft.dealer.pack(standing.secret, number, standing.rules.pack)
    else:
        pack = riffled(standing.secret, number, gathered)
    draft.add(Packed(number, pack))


def seat_held(standing: Standing, player: str) -> int:
    """Return the seat that a player holds.

    Raises:
        Refused: the player holds none.
    """
    seat = standing.seat_of(player)
    if seat is None:
        raise Refused(Reason.REASON_NOT_SEATED, NOT_SEATED)
    return seat


def _start(draft: Draft) -> None:
    secret = draft.dealer.secret()
    standing = draft.standing
    dealer = first_dealer(draft.dealer, secret, standing.made.seats)
    draft.add(Started(standing.match + 1, secret, dealer))


def _pass_host_on(draft: Draft) -> None:
    """Make the first person at the table its host; with none there the next who sits down."""
    people = draft.standing.people()
    sitter = draft.standing.sitters[people[0]] if people else None
    draft.add(Hosted(sitter.player, sitter.name) if sitter else Hosted("", ""))


def _seat_to_take(standing: Standing, player: str, seat: int | None) -> int:
    """Return the seat, or a free one, if that player (or a bot, ``""``) may take it."""
    may: Callable[[Sitter | None], bool] = lambda each: (  # noqa: E731
        each is None or (player != "" and each.away == player)
    )
    if seat is not None:
        _check_seat(standing, seat)
        if may(standing.sitters[seat]):
            return seat
        raise Refused(
            Reason.REASON_SEAT_TAKEN, "Seat {seat} is taken: choose another one.", seat=seat
        )
    for each in range(standing.made.seats):
        if may(standing.sitters[each]):
            return each
    raise Refused(
        Reason.REASON_SEAT_TAKEN, "Every seat of this table is taken: watch, or choose another."
    )


def _check_seat(standing: Standing, seat: int) -> None:
    if not 0 <= seat < standing.made.seats:
        raise Refused(
            Reason.REASON_BAD_REQUEST,
            "This table has the seats 0 to {last}.",
            last=standing.made.seats - 1,
        )


def _check_open(standing: Standing) -> None:
    if standing.life is Life.CLOSED:
        raise Refused(Reason.REASON_TABLE_STATE, _CLOSED)


def _check_host(standing: Standing, player: str) -> None:
    _check_open(standing)
    if not standing.host:
        raise Refused(Reason.REASON_NOT_HOST, _NO_HOST)
    if standing.host != player:
        raise Refused(Reason.REASON_NOT_HOST, _NOT_HOST, host=standing.host_name)


def _check_no_match(standing: Standing) -> None:
    if standing.life is Life.PLAYING:
        raise Refused(Reason.REASON_TABLE_STATE, _IN_MATCH)


def _own_name(standing: Standing, seat: int, name: str) -> str:
    """Return the name, numbered if somebody in another seat has it already."""
    used = _names(standing, but=seat)
    candidate, count = name, 1
    while name_key(candidate) in used:
        count += 1
        suffix = f" {count}"
        candidate = safe_text(name, NAME_CELLS - len(suffix)) + suffix
    return candidate


def _bot_name(standing: Standing) -> str:
    used = _names(standing)
    return next(name for name in _BOT_NAMES if name_key(name) not in used)


def _names(standing: Standing, but: int | None = None) -> set[str]:
    return {
        name_key(sitter.name)
        for seat, sitter in enumerate(standing.sitters)
        if sitter is not None and seat != but
    }
