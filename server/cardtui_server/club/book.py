"""A club as its log says (`Book`): who is banned, muted, a friend or ignored, which reports wait,
and what you read when you are banned (`_BANNED`). How many reports may wait for the operator:
`_MOST_WAITING_REPORTS`, of one person `_MOST_REPORTS_OF_ONE`; how many friends and ignored people
you may have: `_MOST_PEOPLE`; how often that may change in a day: `_MOST_CHANGES_A_DAY`. How often
you may appeal: `appeal`. What a person may read of it: `Concerning`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, NamedTuple

from cardtui_server.club.entries import (
    Appealed,
    Erased,
    Lifted,
    Related,
    Relation,
    Reported,
    Restricted,
    Settled,
    Stamped,
)
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.safe_text import name_key

_MOST_WAITING_REPORTS: Final = 200
_MOST_REPORTS_OF_ONE: Final = 3
_MOST_PEOPLE: Final = 200
_MOST_CHANGES_A_DAY: Final = 200

_MOST_PAST: Final = 1000
"""How many changes of who is a friend may stand in the log that hold no longer."""

_DAY_MILLISECONDS: Final = 24 * 3600 * 1000

_BANNED: Final = (
    "You are banned from this server for good. Reason: {why}. You may answer once: cardtui account"
    " appeal."
)
_BANNED_UNTIL: Final = (
    "You are banned from this server until {until}. Reason: {why}. You may answer once: cardtui"
    " account appeal."
)
_MUTED: Final = (
    "You may not talk here any more. Reason: {why}. You may answer once: cardtui account appeal."
)
_MUTED_UNTIL: Final = (
    "You may not talk here until {until}. Reason: {why}. You may answer once: cardtui account"
    " appeal."
)
_SELF: Final = "That is you."
_MANY_PEOPLE: Final = "You know {most} people as friends or ignored: forget one of them first."
_MANY_CHANGES: Final = (
    "You have said {most} times today who is a friend or ignored: go on tomorrow."
)
_NOT_RESTRICTED: Final = "You are neither banned nor muted here."
_APPEALED: Final = "You have answered already: wait for the person who runs the server."
_NOBODY: Final = "{name} is neither banned nor muted here."
_NO_REPORT: Final = "There is no report {number}: cardtui club reports lists them."
_REPORTED: Final = "You have reported {name} at this table already."
_MANY: Final = "You have {most} reports that nobody has looked at yet: wait until that is done."
_FULL: Final = "So many reports wait for the person who runs this server that none is taken now."


class Report(NamedTuple):
    """A report, with its number and when it was made."""

    number: int
    time: int
    said: Reported
    settled: bool = False


class Restriction(NamedTuple):
    """A ban or a mute: its number, when it began, when it was lifted (0: not), what is answered."""

    number: int
    time: int
    said: Restricted
    lifted: int = 0
    appeal: str = ""

    def ends(self) -> int:
        """Return when it ends or ended, in milliseconds since 1970; 0 for never."""
        return self.lifted or self.said.until

    def holds(self, now: int) -> bool:
        """Return whether it is in force."""
        return not self.lifted and (not self.said.until or now < self.said.until)

    def refusal(self) -> Refused:
        """Return what who is concerned is told."""
        said = self.said
        told = (_MUTED, _MUTED_UNTIL) if said.mute else (_BANNED, _BANNED_UNTIL)
        ends = datetime.fromtimestamp(said.until / 1000, UTC)
        until = f"{ends:%Y-%m-%d %H:%M} UTC" if said.until else ""
        reason = Reason.NOT_ALLOWED if said.mute else Reason.BANNED
        return Refused(reason, told[bool(said.until)], why=said.why.rstrip(" ."), until=until)


@dataclass(slots=True)
class Book:
    """What the log of a club has come to.

    Attributes:
        entries: how many entries it has.
        reports: by number, those that are kept.
        restrictions: by number, all that are kept, also those that are over.
        people: by player id, who is a friend or ignored.
    """

    entries: int = 0
    reports: dict[int, Report] = field(default_factory=dict)
    restrictions: dict[int, Restriction] = field(default_factory=dict)
    people: dict[str, dict[str, Relation]] = field(default_factory=dict)
    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    _past: set[int] = field(default_factory=set)
    _asked: dict[str, dict[str, None]] = field(default_factory=dict)
    _day: int = 0
    _changes: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, found: Iterable[Stamped]) -> Book:
        """Return what these entries come to."""
        book = cls()
        for each in found:
            book.take(each)
        return book

    def take(self, stamped: Stamped) -> None:
        """Take over the next entry."""
        self.entries += 1
        number, (time, entry) = self.entries, stamped
        match entry:
            case Reported():
                self.reports[number] = Report(number, time, entry)
            case Settled(of) if of in self.reports:
                self.reports[of] = self.reports[of]._replace(settled=True)
            case Restricted():
                self.restrictions[number] = Restriction(number, time, entry)
            case Lifted(of) if of in self.restrictions:
                self.restrictions[of] = self.restrictions[of]._replace(lifted=time)
            case Appealed(of, words) if of in self.restrictions:
                self.restrictions[of] = self.restrictions[of]._replace(appeal=words)
            case Related(player, other, relation):
                self._relate(number, player, other, Relation(relation))
                if time // _DAY_MILLISECONDS != self._day:
                    self._day, self._changes = time // _DAY_MILLISECONDS, Counter()
                self._changes[player] += 1
            case _:
                pass

    def _relate(self, number: int, player: str, other: str, relation: Relation) -> None:
        before = self._numbers.pop((player, other), None)
        if before is not None:
            self._past.add(before)
        known = self.people.setdefault(player, {})
        known.pop(other, None)
        if relation:
            known[other] = relation
            self._numbers[player, other] = number
        else:
            self._past.add(number)
        if not known:
            del self.people[player]
        asking = self._asked.setdefault(other, {})
        asking.pop(player, None)
        if relation is Relation.FRIEND:
            asking[player] = None
        if not asking:
            del self._asked[other]

    def relation(self, player: str, other: str) -> Relation:
        """Return what another player is to a player."""
        return self.people.get(player, {}).get(other, Relation.NONE)

    def are_friends(self, one: str, other: str) -> bool:
        """Return whether both have each other as a friend."""
        return self.relation(one, other) is self.relation(other, one) is Relation.FRIEND

    def known_to(self, player: str) -> dict[str, Relation]:
        """Return who is something to a player, or asks to be a friend, by id."""
        own = self.people.get(player, {})
        asking = [each for each in self._asked.get(player, ()) if each not in own]
        return {**own, **dict.fromkeys(asking[-_MOST_PEOPLE:], Relation.ASKS)}

    def relate(self, player: str, other: str, relation: Relation, now: int) -> list[Related]:
        """Return the entries by which a player says what another one is; none if nothing changes.

        Raises:
            Refused: it is the player, or there are too many, or too many changes on this day.
        """
        if player == other:
            raise Refused(Reason.BAD_REQUEST, _SELF)
        if self.relation(player, other) is relation:
            return []
        known = self.people.get(player, {})
        if relation and other not in known and len(known) >= _MOST_PEOPLE:
            raise Refused(Reason.LIMIT, _MANY_PEOPLE, most=_MOST_PEOPLE)
        if now // _DAY_MILLISECONDS == self._day and self._changes[player] >= _MOST_CHANGES_A_DAY:
            raise Refused(Reason.LIMIT, _MANY_CHANGES, most=_MOST_CHANGES_A_DAY)
        return [Related(player, other, relation)]

    def in_force(self, now: int) -> list[Restriction]:
        """Return what holds now, the newest first."""
        return [each for each in reversed(self.restrictions.values()) if each.holds(now)]

    def on(self, player: str, address: str, now: int) -> Iterator[Restriction]:
        """Yield what holds now for a player or an address, the newest first; ``""`` is nobody."""
        for each in self.in_force(now):
            concerned = each.said.address or each.said.player
            if concerned and concerned == (address if each.said.address else player):
                yield each

    def on_name(self, name: str, now: int) -> list[Restriction]:
        """Return what holds now for a name, in any case, with its address, or for an address.

        Raises:
            Refused: nothing does.
        """
        key = name_key(name)
        found = [
            each
            for each in self.in_force(now)
            if each.said.address == name or name_key(each.said.player_name) == key
        ]
        if not found or not name:
            raise Refused(Reason.UNKNOWN_PLAYER, _NOBODY, name=name)
        return found

    def called(self, name: str) -> dict[str, str]:
        """Return by id who is called so, in any case, or has that id, where it stands here."""
        reports = [each.said for each in self.reports.values()]
        people = [(each.player, each.player_name) for each in reports]
        people += [(each.other, each.other_name) for each in reports]
        for each in self.restrictions.values():
            people.append((each.said.player, each.said.player_name))
        key = name_key(name)
        return {id_: each for id_, each in people if id_ and (id_ == name or name_key(each) == key)}

    def check_report(self, wanted: Reported) -> Reported:
        """Return a report that may be made.

        Raises:
            Refused: it was made before, or too many wait for the operator.
        """
        waiting = [each.said for each in self.reports.values() if not each.settled]
        own = [each for each in waiting if each.player == wanted.player]
        if any((each.table, each.other) == (wanted.table, wanted.other) for each in own):
            raise Refused(Reason.BAD_REQUEST, _REPORTED, name=wanted.other_name)
        if len(own) >= _MOST_REPORTS_OF_ONE:
            raise Refused(Reason.LIMIT, _MANY, most=_MOST_REPORTS_OF_ONE)
        if len(waiting) >= _MOST_WAITING_REPORTS:
            raise Refused(Reason.LIMIT, _FULL)
        return wanted

    def report(self, number: int) -> Report:
        """Return a report.

        Raises:
            Refused: there is none with that number.
        """
        if number not in self.reports:
            raise Refused(Reason.BAD_REQUEST, _NO_REPORT, number=number)
        return self.reports[number]

    def appeal(self, player: str, address: str, words: str, now: int) -> Appealed:
        """Return the answer of somebody who is banned or muted; a ban comes first.

        Raises:
            Refused: they are neither, or have answered already.
        """
        found = sorted(self.on(player, address, now), key=lambda each: each.said.mute)
        if not found:
            raise Refused(Reason.NOT_ALLOWED, _NOT_RESTRICTED)
        for each in found:
            if not each.appeal:
                return Appealed(each.number, words)
        raise Refused(Reason.NOT_ALLOWED, _APPEALED)

    def outdated(self, now: int, report_days: float, other_days: float) -> set[int]:
        """Return the numbers of reports, bans and mutes that are kept no longer.

        Args:
            now: the time, in milliseconds since 1970.
            report_days: how long a report is kept.
            other_days: how long a ban or a mute is kept once it is over.
        """
        reports = {
            each.number
            for each in self.reports.values()
            if now - each.time > report_days * _DAY_MILLISECONDS
        }
        past = self._past if len(self._past) > _MOST_PAST else set[int]()
        return (
            past
            | reports
            | {
                each.number
                for each in self.restrictions.values()
                if not each.holds(now) and now - each.ends() > other_days * _DAY_MILLISECONDS
            }
        )


def without(stamped: Stamped, number: int, gone: set[int]) -> Stamped:
    """Return an entry; an empty one if it, or what it is about, is among those that go."""
    entry = stamped.entry
    about = entry.number if isinstance(entry, Settled | Lifted | Appealed) else number
    return stamped._replace(entry=Erased()) if about in gone else stamped


def names(stamped: Stamped, player: str) -> bool:
    """Return whether an entry names a player."""
    entry = stamped.entry
    return isinstance(entry, Reported | Restricted | Related) and player in (
        entry.player,
        getattr(entry, "other", ""),
    )


def of_operator(_number: int, stamped: Stamped) -> Stamped | None:
    """Return an entry as the operator may read it: not who is a friend, or ignored."""
    return None if isinstance(stamped.entry, Related) else stamped


class Concerning:
    """What the log says of one player, as they may read it.

    That is what they have said of others, and what was done about them; but not who reported them,
    in which words, or who has them as a friend or ignores them.
    """

    def __init__(self, player: str) -> None:
        self._player = player
        self._own = set[int]()

    def told(self, number: int, stamped: Stamped) -> Stamped | None:
        """Return the next entry as they may read it; ``None`` if it does not concern them."""
        entry = stamped.entry
        if isinstance(entry, Settled | Lifted | Appealed):
            return stamped if entry.number in self._own else None
        if isinstance(entry, Related):
            return stamped if entry.player == self._player else None
        if not names(stamped, self._player):
            return None
        self._own.add(number)
        if isinstance(entry, Reported) and entry.player != self._player:
            entry = entry._replace(player="", player_name="", why="")
        return stamped._replace(entry=entry)
