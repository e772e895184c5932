"""Requests about people: friends' private lines, reports, appeals, and what the operator does. When
two friends may not write to each other: `_play_together`. How long a ban may be: `_MOST_HOURS`; how
many reports and bans are listed: `_MOST_LISTED`; how many reports from one address may wait:
`_MOST_REPORTS_OF_ADDRESS`. How many of one person, and how many friends: `club/book.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from itertools import islice
from typing import Final

from cardtui.v1 import club_service_pb2 as messages
from cardtui_server.club.book import Book, of_operator
from cardtui_server.club.entries import (
    Appealed,
    Lifted,
    Relation,
    Reported,
    Restricted,
    Settled,
)
from cardtui_server.lobby.club import Club, Follower
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.table_list import ListedTable
from cardtui_server.lobby.tables import Lobby
from cardtui_server.lobby.tournaments import Tournaments
from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.log_store import Player, is_tournament_id
from cardtui_server.rpc.addresses import is_loopback, sender_of
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.interceptor import Interceptor, caller
from cardtui_server.rpc.limited import TALK
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.parsing import decode
from cardtui_server.rpc.parsing import line as said_line
from cardtui_server.rpc.streams import Context, send
from cardtui_server.rpc.table_requests import TableRequests
from cardtui_server.safe_text import NAME_CELLS, TALK_CELLS, name_key, safe_text
from cardtui_server.table.actor import Table
from cardtui_server.wire.club import report_message, restriction_messages

_HOUR_MILLISECONDS: Final = 3600 * 1000
_MOST_HOURS: Final = 100 * 365 * 24
_MOST_LISTED: Final = 500
_MOST_REPORTS_OF_ADDRESS: Final = 40

_RELATIONS: Final = {each.value: each for each in Relation if each is not Relation.ASKS}

_NO_RELATION: Final = "Somebody is a friend, or ignored, or neither."
_PROGRAM: Final = "{name} is a program: it is nobody’s friend."
_NO_FRIEND: Final = "You have not named {name} a friend: private lines go between friends alone."
_IGNORES: Final = "{name} has not named you a friend yet: private lines go between friends alone."
_AT_A_MATCH: Final = (
    "You and {name} are at one match, or in one round of a tournament: private lines go between"
    " you again when it is over."
)
_AWAY: Final = "{name} is not here now."

_SILENT: Final = "{name} has said nothing here lately: there is no talk to report."
_SELF: Final = "You cannot report yourself."
_MANY_THERE: Final = (
    "From where you are, {most} reports wait for the person who runs this server: report again when"
    " they are done."
)
_WHY: Final = "Say why: those whom it concerns read it."
_WORDS: Final = "Say why that is wrong."
_HOURS: Final = "A ban or a mute takes a number of hours, or is for good."
_NO_MUTE: Final = "An address cannot be muted: name a player."
_OWN: Final = "{address} is this machine itself, where many may come from: ban the player."
_NOWHERE: Final = (
    "Nobody knows an address of {name}: they are not here, or come as many others do, by this"
    " machine or a proxy."
)
_OTHERS: Final = (
    "From {address} these are here, too: {names}. To ban them all, say that you are sure (--yes)."
)


class ClubService(TableRequests):
    """Serves `ClubService`."""

    def __init__(
        self,
        club: Club,
        lobby: Lobby,
        sessions: Sessions,
        limiter: Limiter,
        interceptor: Interceptor,
        *,
        tournaments: Tournaments,
    ) -> None:
        super().__init__(lobby, limiter)
        self._club = club
        club.together = self._play_together
        self._tournaments = tournaments
        self._sessions = sessions
        self._interceptor = interceptor
        self._came_from: dict[tuple[str, str, str], str] = {}
        """The address of each report that waits, by `_key`; kept in memory alone."""

    # --- what players ask ------------------------------------------------------------------

    async def set_relation(
        self, request: messages.SetRelationRequest, who: Caller
    ) -> messages.SetRelationResponse:
        """Keep what somebody is to the caller."""
        relation = _RELATIONS.get(request.relation)
        if relation is None:
            raise Refused(Reason.BAD_REQUEST, _NO_RELATION)
        other = await self._meant_by(request.name, who)
        if is_bot_account(other.id) and relation is Relation.FRIEND:
            raise Refused(Reason.BAD_REQUEST, _PROGRAM, name=other.name)
        await self._club.add(lambda book: book.relate(who.id, other.id, relation, self._club.now()))
        known = self._club.book.known_to(who.id).get(other.id, Relation.NONE)
        person = self._person(who.id, other, known, self._club.here())
        return messages.SetRelationResponse(person=person)

    async def _meant_by(self, name: str, who: Caller) -> Player:
        """Return the player of a name; the caller's own come first, those who ask last."""
        book = self._club.book
        if own := await self._called(name, book.people.get(who.id, {})):
            return own
        try:
            return await self._sessions.names.owner(name)
        except Refused:
            if asking := await self._called(name, book.known_to(who.id)):
                return asking
            raise

    async def _called(self, name: str, known: Mapping[str, Relation]) -> Player | None:
        """Return who of those people is called so."""
        key = name_key(name.strip())
        for player, called in (await self._sessions.names_of(known)).items():
            if name_key(called) == key:
                return Player(b"", player, called)
        return None

    async def tell_friend(
        self, request: messages.TellFriendRequest, who: Caller
    ) -> messages.TellFriendResponse:
        """Tell a friend something."""
        self._limiter.count_talk(who)
        other = await self._meant_by(request.name, who)
        text = said_line(request.text)
        if not self._club.book.are_friends(who.id, other.id):
            word = _IGNORES if self._club.book.relation(who.id, other.id) else _NO_FRIEND
            raise Refused(Reason.NOT_ALLOWED, word, name=other.name)
        if self._play_together(who.id, other.id):
            raise Refused(Reason.TABLE_STATE, _AT_A_MATCH, name=other.name)
        if other.id not in self._club.here():
            raise Refused(Reason.NOT_PRESENT, _AWAY, name=other.name)
        self._club.tell(who.id, who.name, other.id, text)
        return messages.TellFriendResponse()

    def _play_together(self, one: str, other: str) -> bool:
        """Return whether both are at one match, or at matches or in a round of one tournament.

        It goes by what the first one may know: a late spectator learns nothing from it. A table of
        a duplicate counts as long as it is held, since others may still play the same packs. Of a
        table at another server it is known who sits there, not who watches.
        """
        if self._tournaments.has_in_one_round(one, other):
            return True
        at: tuple[set[str], set[str]] = (set(), set())
        for table in self._lobby.listed():
            known = table.known_to(one)
            if known.life is Life.PLAYING or known.made.held:
                host = known.made.host
                match = host if is_tournament_id(host) else table.id
                for player, found in zip((one, other), at, strict=True):
                    if _is_at(table, known, player):
                        found.add(match)
        return bool(at[0] & at[1])

    async def follow_people(self, data: bytes, context: Context) -> None:
        """Send who is known to the caller, and what friends say, as long as anybody is known."""
        decode(messages.FollowPeopleRequest, data)
        who = caller()
        told: list[messages.Person] | None = None
        follower = Follower(who.id)
        self._club.followers.add(follower)
        self._club.come_or_gone([who.id])
        try:
            while True:
                known, here = self._club.book.known_to(who.id), self._club.here()
                names = await self._sessions.names_of(known)
                people = [
                    self._person(who.id, Player(b"", each, names[each]), relation, here)
                    for each, relation in known.items()
                    if each in names
                ]
                people.sort(key=lambda each: name_key(each.name))
                if told != people:
                    told = people
                    answer = messages.FollowPeopleResponse(people=people)
                    await send(context, answer.SerializeToString())
                if not people:
                    return
                for name, text in await follower.take():
                    answer = messages.FollowPeopleResponse(name=name, text=text)
                    await send(context, answer.SerializeToString())
        finally:
            self._club.followers.discard(follower)
            self._club.come_or_gone([who.id])

    def _person(
        self, player: str, other: Player, relation: Relation, here: set[str]
    ) -> messages.Person:
        mutual = self._club.book.are_friends(player, other.id)
        return messages.Person(
            player=other.id,
            name=other.name,
            relation=messages.Relation.ValueType(relation),
            mutual=mutual,
            here=mutual and other.id in here,
        )

    async def report_talk(
        self, request: messages.ReportTalkRequest, who: Caller
    ) -> messages.ReportTalkResponse:
        """Keep that a caller reports what somebody has said."""
        table = await self._named(request.table, who)
        self._limiter.count(TALK, who)
        player, name = _speaker(table.known_to(who.id), who, request.name)
        wanted = Reported(
            table=table.id,
            table_name=table.state.made.name,
            at=table.state.entries,
            player=who.id,
            player_name=who.name,
            other=player,
            other_name=name,
            why=_line(request.why, _WHY),
        )

        def checked(book: Book) -> list[Reported]:
            self._check_address(book, who)
            return [book.check_report(wanted)]

        await self._club.add(checked)
        self._came_from[_key(wanted)] = who.origin
        return messages.ReportTalkResponse()

    def _check_address(self, book: Book, who: Caller) -> None:
        """Keep the people at one address from taking the room that reports have.

        Raises:
            Refused: too many from there wait.
        """
        waiting = [_key(each.said) for each in book.reports.values() if not each.settled]
        came = self._came_from
        self._came_from = {each: came[each] for each in waiting if each in came}
        there = sum(each == who.origin for each in self._came_from.values())
        if who.origin and there >= _MOST_REPORTS_OF_ADDRESS:
            raise Refused(Reason.LIMIT, _MANY_THERE, most=_MOST_REPORTS_OF_ADDRESS)

    async def appeal(self, request: messages.AppealRequest, who: Caller) -> messages.AppealResponse:
        """Keep what somebody says against a ban or a mute."""
        self._limiter.count(TALK, who)
        words = _line(request.words, _WORDS)

        def wanted(book: Book) -> list[Appealed]:
            return [book.appeal(who.id, who.origin, words, self._club.now())]

        await self._club.add(wanted)
        return messages.AppealResponse()

    # --- what the operator asks ------------------------------------------------------------

    async def list_reports(
        self, _: messages.ListReportsRequest, __: Caller
    ) -> messages.ListReportsResponse:
        """Return the reports that are kept."""
        found = islice(reversed(self._club.book.reports.values()), _MOST_LISTED)
        return messages.ListReportsResponse(reports=map(report_message, found))

    async def read_report(
        self, request: messages.ReadReportRequest, _: Caller
    ) -> messages.ReadReportResponse:
        """Return a report with its talk."""
        report = self._club.book.report(request.number)
        if request.settle and not report.settled:
            await self._club.add(lambda _: [Settled(report.number)])
            report = report._replace(settled=True)
        lines = [
            messages.ReportedLine(
                time_milliseconds=each.time,
                name=each.said.name,
                text=each.said.text,
                after=each.after,
            )
            for each in await self._club.talk_of(report)
        ]
        return messages.ReadReportResponse(report=report_message(report), lines=lines)

    async def restrict(
        self, request: messages.RestrictRequest, _: Caller
    ) -> messages.RestrictResponse:
        """Mute or ban somebody."""
        if not 0 <= request.hours <= _MOST_HOURS:
            raise Refused(Reason.BAD_REQUEST, _HOURS)
        why = _line(request.why, _WHY)
        now = self._club.now()
        until = now + max(1, round(request.hours * _HOUR_MILLISECONDS)) if request.hours else 0
        found = await self._meant(request)
        entries = [Restricted(request.mute, *each, until, why) for each in found]
        await self._club.add(lambda _: entries)
        held = [each for each in self._club.book.in_force(now) if each.said in entries]
        return messages.RestrictResponse(restrictions=restriction_messages(held[: len(entries)]))

    async def _meant(self, request: messages.RestrictRequest) -> list[tuple[str, str, str]]:
        """Return who is meant: the id, the name, and the address of each.

        Raises:
            Refused: nobody is, or they cannot be banned so.
        """
        wanted = request.who.strip()
        if _is_address(wanted):
            if request.mute:
                raise Refused(Reason.BAD_REQUEST, _NO_MUTE)
            return [("", "", await self._address(sender_of(wanted), request))]
        player = await self._sessions.names.owner(wanted)
        meant = [(player.id, player.name, "")]
        if request.also_address:
            found = self._interceptor.origins_of(player.id)
            if not found or request.mute:
                sentence = _NO_MUTE if request.mute else _NOWHERE
                raise Refused(Reason.BAD_REQUEST, sentence, name=player.name)
            for address in found:
                await self._address(address, request, player.id)
                meant.append((player.id, player.name, address))
        return meant

    async def _address(self, address: str, request: messages.RestrictRequest, but: str = "") -> str:
        """Return an address that may be banned.

        Raises:
            Refused: it may not.
        """
        if is_loopback(address) and not self._limiter.limits.loopback:
            raise Refused(Reason.BAD_REQUEST, _OWN, address=address)
        here = self._interceptor.players_at(address) - {but}
        alone = 0 if but else 1
        if len(here) > alone and not request.sure:
            names = ", ".join(sorted((await self._sessions.names_of(here)).values()))
            raise Refused(Reason.NOT_ALLOWED, _OTHERS, address=address, names=names)
        return address

    async def lift(self, request: messages.LiftRequest, _: Caller) -> messages.LiftResponse:
        """Lift all bans of somebody, and let them talk."""
        name = request.who.strip()
        wanted = sender_of(name) if _is_address(name) else safe_text(name, NAME_CELLS)
        now = self._club.now()
        await self._club.add(
            lambda book: [Lifted(each.number) for each in book.on_name(wanted, now)]
        )
        return messages.LiftResponse()

    async def list_restrictions(
        self, _: messages.ListRestrictionsRequest, __: Caller
    ) -> messages.ListRestrictionsResponse:
        """Return who is banned or muted now."""
        held = self._club.book.in_force(self._club.now())[:_MOST_LISTED]
        return messages.ListRestrictionsResponse(restrictions=restriction_messages(held))

    async def read_club_log(self, data: bytes, context: Context) -> None:
        """Send who did what."""
        decode(messages.ReadClubLogRequest, data)
        async for line in self._club.lines(of_operator):
            piece = messages.ReadClubLogResponse(lines=f"{line}\n")
            await send(context, piece.SerializeToString())


def _key(report: Reported) -> tuple[str, str, str]:
    return report.table, report.player, report.other


def _is_at(table: ListedTable, known: TableState, player: str) -> bool:
    """Return whether a player sits at a table, or watches there."""
    if not isinstance(table, Table):
        return player in table.here
    return known.seat_of(player) is not None or table.is_watched_by(player)


def _speaker(state: TableState, who: Caller, name: str) -> tuple[str, str]:
    """Return the id and the name of the person of that name whom the caller has heard lately.

    Raises:
        Refused: they are the caller, or have said nothing.
    """
    apart = [each.said for each in state.apart.get(who.id, ())]
    key = name_key(name.strip())
    for said in reversed((*apart, *state.talk)):
        if said.player and name_key(said.name) == key:
            if said.player == who.id:
                raise Refused(Reason.BAD_REQUEST, _SELF)
            return said.player, said.name
    raise Refused(Reason.BAD_REQUEST, _SILENT, name=safe_text(name, NAME_CELLS))


def _line(text: str, sentence: str) -> str:
    """Return a line that somebody types, made safe.

    Raises:
        Refused: it is empty, and the sentence says so.
    """
    safe = safe_text(text, TALK_CELLS)
    if not safe:
        raise Refused(Reason.BAD_REQUEST, sentence)
    return safe


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
