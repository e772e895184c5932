"""Sessions: which players the server knows by a token, for how long (`name_days` in `limits.py`),
on up to `MOST_MACHINES` machines. Which machine may sign out which (`end_device`), and who is
forgotten when too many are known (`_forgotten`).

A player has a session on each machine, with a token of its own; all have the player's id and name.
At most `MOST_MACHINES` do, and a session ends none but younger ones of the same player. So a
thief with a copied token cannot shut out its owner, who has that one or an older one: a code that
is made with it, and whatever comes of that, is younger.

Only players who are connected are surely in memory, and some who were here lately
(`_REMEMBERED_PLAYERS`); the store is asked for all others.

When `Limits.players` are known, those make room who have no result here: first who never sat
down, then who was away for longest. If all have one, newcomers are refused.

What is begun is done to its end, though the caller hangs up: the disk and the memory say the same.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, TypeVar

from cardtui_server.limits import Limits
from cardtui_server.lobby.account_codes import CODE_SECONDS
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.lobby.names import DAY_MILLISECONDS, Names
from cardtui_server.lookalikes import likeness
from cardtui_server.match.bot_accounts import ID_PREFIX as BOT_ID
from cardtui_server.match.bot_accounts import account_name, is_bot_account
from cardtui_server.match.rated import guest_id, is_guest
from cardtui_server.match.refusals import RETRY_SECONDS, Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.dealer import PLAYER_ID_LETTERS, Dealer
from cardtui_server.ports.log_store import LogStore, NoRoom, Player, StoreError, all_players
from cardtui_server.safe_text import NAME_CELLS, name_key, safe_text
from cardtui_server.table.outage import Outage
from cardtui_server.thread_queue import ThreadQueue

_LONGEST_TOKEN: Final = 200

_DEVICE_LETTERS: Final = 6

_HEARD_SECONDS: Final = 1.0
"""Seconds until a player is known whom another server of the cluster has let in."""

_REMEMBERED_PLAYERS: Final = 1000
"""How many players are in memory who are not connected, or up to twice as many."""

MOST_MACHINES: Final = 8
"""How many sessions a player may have; nobody becomes the player on another machine then."""

SHUT_OUT: Final = (
    "You were shut out on this machine from another machine of yours: make a code there (cardtui"
    " account code), and use it here."
)

_TOO_MANY_MACHINES: Final = (
    "{name} has {count} machines, and may have no more: end one first (cardtui account devices)."
)
_NO_DEVICE: Final = "You have no machine “{device}” here."
_OLDER_MACHINE: Final = (
    "You can sign out machines that were added after this one: do it from one older than"
    " “{device}”, or ask the person who runs the server to recover your name."
)
_NAME_TAKEN: Final = "Somebody has just taken the name “{name}” here: choose another one."
_SERVER_FULL: Final = (
    "This server knows as many players as it may: ask the person who runs it to raise “players”."
)


_PLAYERS_UNREADABLE: Final = "The server cannot read its list of players right now: try again."

OTHER_KIND_OF_PLAYER: Final = "Bot accounts and people have tokens of their own: use another one."

T = TypeVar("T")


class _Use(NamedTuple):
    """When a player was here last, and whether they ever had a seat."""

    used: int
    sat: bool


class Sessions:
    """The players that this server knows.

    Attributes:
        online: by player id, how many streams the player has open at this server.
        ended: called with each session that another server has ended: the player's id, and the hash
            of its token.
        names: whose each name is.
        remembered: how many players are in memory who are not connected.
    """

    def __init__(
        self,
        store: LogStore,
        dealer: Dealer,
        seated: Callable[[], set[str]],
        outage: Outage,
        *,
        clock: Clock,
        limits: Limits | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        """Begin with nobody in memory.

        Args:
            store: keeps the sessions.
            dealer: the source of tokens and ids.
            seated: returns the ids of the players who hold a seat.
            outage: notes whether sessions can be written down.
            clock: tells how long sessions have not been used.
            limits: how many are kept, and for how long.
            cluster: the servers that let players in, too; ``None`` for a lone server.
        """
        self.online: Counter[str] = Counter()
        self._store = store
        self._dealer = dealer
        self._seated = seated
        self._outage = outage
        self._clock = clock
        self._limits = limits or Limits()
        self._cluster = cluster
        self.ended: Callable[[str, bytes], None] = lambda _player, _token_hash: None
        self._by_hash: dict[bytes, Player] = {}
        self._by_id: dict[str, tuple[Player, ...]] = {}  # the session used last comes first
        self._whole: set[str] = set()  # the ids of those all of whose sessions are in memory
        self.names = Names(self._alike, self._here, clock, self._limits)
        self.remembered = _REMEMBERED_PLAYERS
        self._queue = ThreadQueue()
        self._count = 0  # of the players that are kept; never too few
        self._places = 0  # of players who are being written down
        self._coming: dict[str, Player] = {}  # by id, who gets a name now
        self._going: set[bytes] = set()  # the hashes of tokens that are being forgotten
        self._changes = 0  # how often what is kept has changed

    async def load(self) -> None:
        """Forget who has not been here for long, and count the others.

        Raises:
            StoreError: the store cannot be read.
        """
        if self._cluster is not None:
            self._cluster.watch_sessions(self._hear)
            self._cluster.watch_online(lambda: self.online)
        uses = await self._uses()
        await self._queue.run(partial(self._forget_old, self._limits.players, uses))

    def connected(self) -> set[str]:
        """Return the ids of the players who are connected, to this server or another."""
        elsewhere = set() if self._cluster is None else self._cluster.online_elsewhere()
        return elsewhere | self.online.keys()

    def came(self, player: str) -> None:
        """Count a stream that a player has opened."""
        self.online[player] += 1

    def left(self, player: str) -> None:
        """Stop counting a stream of a player that has ended."""
        self.online[player] -= 1
        if not self.online[player]:
            del self.online[player]

    async def learn(self, token: str) -> None:
        """Have the player whose token it is in memory, if there is one.

        Raises:
            Refused: that cannot be read now.
        """
        if token and len(token) <= _LONGEST_TOKEN:
            await self._learn(_hash(token))

    async def _learn(self, token_hash: bytes) -> None:
        if token_hash not in self._by_hash:
            found = await self._read(partial(self._store.player, token_hash))
            if found is not None and token_hash not in self._going:
                self._keep((found,))

    async def _sessions_of(self, player_id: str) -> tuple[Player, ...]:
        """Return the sessions of a player, the one used last first.

        Raises:
            Refused: they cannot be read now.
        """
        if player_id not in self._whole:
            found = await self._read(partial(self._store.sessions, [player_id]))
            if known := [each for each in found if each.token_hash not in self._going]:
                self._drop(player_id)
                self._keep(known)
                self._whole.add(player_id)
        return self._by_id.get(player_id, ())

    async def names_of(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of those players who are known, by id.

        Raises:
            Refused: they cannot be read now.
        """
        wanted = list(players)
        away = [each for each in wanted if each not in self._by_id]
        found = await self._read(partial(self._store.sessions, away)) if away else []
        return {each.id: each.name for each in found} | {
            each: self._by_id[each][0].name for each in wanted if each in self._by_id
        }

    async def _alike(self, name: str) -> list[Player]:
        """Return the players of a name, in whatever case, and of those that look like it.

        Who is about to get one of them is among them.

        Raises:
            Refused: they cannot be read now.
        """
        found = await self._read(partial(self._store.alike, name))
        key, like = name_key(name), likeness(name)
        coming = [
            each
            for each in self._coming.values()
            if name_key(each.name) == key or likeness(each.name) == like
        ]
        found = [each for each in found if each.token_hash not in self._going]
        latest = {each.id: each for each in sorted(found, key=lambda each: each.used)}
        return list((latest | {each.id: each for each in coming}).values())

    async def _read(self, read: Callable[[], Awaitable[T]]) -> T:
        """Return what the store has, with all that was written while it was asked.

        Raises:
            Refused: it cannot be read now.
        """
        while True:
            before = self._changes
            try:
                found = await read()
            except StoreError as error:
                raise Refused(Reason.READ_ONLY, _PLAYERS_UNREADABLE, retry=RETRY_SECONDS) from error
            if self._changes == before:
                return found

    def find(self, token: str) -> Player | None:
        """Return the player whose token it is, if they are in memory: see `learn`."""
        if not token or len(token) > _LONGEST_TOKEN:
            return None
        return self._by_hash.get(_hash(token))

    async def open(
        self, name: str, token: str, *, guest: bool = False, bot_account: bool = False
    ) -> tuple[Player, str]:
        """Return the player whose token it is, renamed if a name is given, and the token.

        An unknown token makes a new player: it may come from another server, or from one that has
        lost its data. A name that another player has, who is here or is known here, gets a number.

        Args:
            name: the name that is asked for.
            token: of an earlier session; ``""`` for a new player.
            guest: whether a new player's token is kept nowhere.
            bot_account: whether a program plays under it.

        Raises:
            Refused: the name has no character that can be shown, or looks like another player's,
                or the session cannot be written down, or the token is a person's where a bot
                account asks, or the other way round.
        """
        shown = account_name(name) if bot_account else safe_text(name, NAME_CELLS)
        await self.learn(token)
        before = self.find(token)
        if before is None:
            return await self._welcome(shown, guest=guest, bot_account=bot_account)
        if is_bot_account(before.id) is not bot_account:
            raise Refused(Reason.BAD_TOKEN, OTHER_KIND_OF_PLAYER)
        if (await self._now(before, shown))[0] == before:
            return before, token
        return await self._queue.run(partial(self._reopen, token, shown)), token

    async def _reopen(self, token: str, shown: str) -> Player:
        """Note that a session is used again, under that name."""
        await self.learn(token)
        before = self.find(token)
        if before is None:  # recovered in this moment
            raise Refused(Reason.BAD_TOKEN, SHUT_OUT)
        others = [each for each in await self._sessions_of(before.id) if each != before]
        player, alike = await self._now(before, shown)
        self._coming[player.id] = player  # nobody else gets the name meanwhile
        try:
            if player.name != before.name and not await self._claim(player, alike):
                raise Refused(Reason.NAME_TAKEN, _NAME_TAKEN, name=player.name)
            await self._save(player, *(each._replace(name=player.name) for each in others))
        finally:
            del self._coming[player.id]
        return player

    async def open_another(self, player_id: str, *, alone: bool) -> tuple[Player, str] | None:
        """Return a player with a token for a further machine; ``None`` if nobody has that id.

        Args:
            alone: whether the player's other tokens become void.

        Raises:
            Refused: the session cannot be written down.
        """
        return await self._queue.run(partial(self._open_another, player_id, alone=alone))

    async def _open_another(self, player_id: str, *, alone: bool) -> tuple[Player, str] | None:
        others = await self._sessions_of(player_id)
        if not others:
            return None
        token = self._dealer.token()
        if len(others) >= MOST_MACHINES and not alone:
            sentence, count = _TOO_MANY_MACHINES, len(others)
            raise Refused(Reason.LIMIT, sentence, name=others[0].name, count=count)
        now = self._clock.wall()
        began = max(now, 1 + max(each.began for each in others))
        player = others[0]._replace(token_hash=_hash(token), used=now, began=began)
        await self._save(player, instead_of=others if alone else ())
        return player, token

    async def devices(self, player_id: str) -> list[Player]:
        """Return the sessions of a player, the oldest first.

        Raises:
            Refused: they cannot be read now.
        """
        return sorted(await self._sessions_of(player_id), key=lambda each: each.began)

    async def end_device(self, by: bytes, device: str) -> Player:
        """End a younger session of the same player, and return it.

        Args:
            by: the hash of the token with which it is ended.
            device: what `device_id` calls the session that ends.

        Raises:
            Refused: there is none, or it is not younger, or that cannot be written down.
        """
        return await self._queue.run(partial(self._end_device, by, device))

    async def _end_device(self, by: bytes, device: str) -> Player:
        await self._learn(by)
        one = self._by_hash.get(by)
        if one is None:  # ended in this moment
            raise Refused(Reason.BAD_TOKEN, SHUT_OUT)
        others = await self._sessions_of(one.id)
        found = next((each for each in others if device_id(each) == device), None)
        if found is None:
            raise Refused(Reason.BAD_REQUEST, _NO_DEVICE, device=safe_text(device, NAME_CELLS))
        if found.began <= one.began:
            raise Refused(Reason.NOT_ALLOWED, _OLDER_MACHINE, device=device)
        await self._save(one, instead_of=[found])
        return found

    async def erase(self, player_id: str) -> None:
        """Know a player no longer, on none of their machines.

        Raises:
            Refused: that cannot be written down.
        """
        await self._queue.run(partial(self._erase, player_id))

    async def _erase(self, player_id: str) -> None:
        sessions = await self._sessions_of(player_id)
        try:
            await self._store.forget(sessions)
        except NoRoom as error:
            raise self._outage.began(error) from error
        hashes = [each.token_hash for each in sessions]
        self._changes += 1
        self._count -= bool(sessions)
        self._drop(player_id)
        for each in hashes:
            self.ended(player_id, each)
        if self._cluster is not None:
            self._cluster.tell_sessions((), hashes)

    async def sat_down(self, player_id: str) -> None:
        """Note that a player has had a seat: the name is kept for longer from now on."""
        with suppress(Refused):  # the seat is taken all the same; it is noted another time
            known = self._by_id.get(player_id)
            if known is None or not known[0].sat:
                await self._queue.run(partial(self._note_sat, player_id))

    async def _note_sat(self, player_id: str) -> None:
        sessions = await self._sessions_of(player_id)
        if sessions and not sessions[0].sat:
            await self._save(*(each._replace(sat=True) for each in sessions))

    async def _welcome(self, shown: str, *, guest: bool, bot_account: bool) -> tuple[Player, str]:
        """Return a new player of that name, and the token.

        Raises:
            Refused: see `open`; or so many players are known that nobody else can be.
        """
        if not shown:
            raise Refused(Reason.BAD_REQUEST, "Choose a name that others can read.")
        token = self._dealer.token()
        id_ = self._dealer.new_id(PLAYER_ID_LETTERS)
        if bot_account:
            id_ = BOT_ID + id_
        elif guest:
            id_ = guest_id(id_)
        if self._is_full():
            await self._queue.run(self._make_room)
            if self._is_full():
                raise Refused(Reason.LIMIT, _SERVER_FULL)
        self._places += 1
        now = self._clock.wall()
        player = Player(_hash(token), id_, shown, now, began=now)
        return await asyncio.shield(self._add(player)), token

    def _is_full(self) -> bool:
        return self._count + self._places >= self._limits.players

    async def _make_room(self) -> None:
        with suppress(StoreError):  # there will be another time
            await self._forget_old(self._limits.players * 9 // 10, await self._uses())

    async def _add(self, player: Player) -> Player:
        """Write a new player down, under the name that was asked for or one with a number."""
        shown = player.name
        try:
            while True:
                name, alike = await self.names.free(shown, player.id)
                player = player._replace(name=name)
                self._coming[player.id] = player  # nobody else gets the name meanwhile
                if await self._claim(player, alike):
                    break
            await self._save(player)
            self._whole.add(player.id)
            self._count += 1
        finally:
            self._coming.pop(player.id, None)
            self._places -= 1
        return player

    async def _claim(self, player: Player, alike: Collection[str]) -> bool:
        """Return whether a player's name is theirs at all servers of the cluster.

        Args:
            player: has the name from now on.
            alike: the ids of those who have it, or one that looks like it, and may lose it.

        Raises:
            Refused: that cannot be written down.
        """
        if self._cluster is None:
            return True
        like = likeness(player.name)
        before = ""
        try:
            owner = await self._store.claim(like, player.id)
            while owner != player.id:
                if (owner not in alike or owner == before) and await self._keeps(owner, like):
                    return False
                before = owner
                owner = await self._store.claim(like, player.id, instead_of=before)
        except NoRoom as error:
            raise self._outage.began(error) from error
        return True

    async def _keeps(self, owner: str, like: str) -> bool:
        """Return whether somebody who has claimed a likeness bears such a name after a while.

        They have just got it elsewhere, or have another name now, or nobody knows them: their
        server was gone before it had written them down.
        """
        heard = asyncio.Event()
        self._clock.call_later(_HEARD_SECONDS, heard.set)
        await heard.wait()
        theirs = await self._read(partial(self._store.sessions, [owner]))
        return any(likeness(each.name) == like for each in theirs)

    async def is_first(self, code: bytes, claim: str) -> bool:
        """Return whether an account code was not used before, at any server of the cluster.

        Args:
            code: its hash.
            claim: what tells this use from all others.

        Raises:
            Refused: that cannot be written down.
        """
        if self._cluster is None:
            return True
        try:
            key = f"\0code {code.hex()}"
            return await self._store.claim(key, claim, seconds=CODE_SECONDS) == claim
        except NoRoom as error:
            raise self._outage.began(error) from error

    async def _now(self, before: Player, shown: str) -> tuple[Player, Collection[str]]:
        """Return a session as it is once it has been opened again, and of whom its name may be.

        Raises:
            Refused: the name looks like another player's.
        """
        player, now, alike = before, self._clock.wall(), frozenset[str]()
        if shown and shown != before.name:
            name, alike = await self.names.renamed(before, shown)
            player = player._replace(name=name)
        return (
            player._replace(used=now) if abs(now - player.used) >= DAY_MILLISECONDS else player
        ), alike

    async def _save(self, *sessions: Player, instead_of: Sequence[Player] = ()) -> None:
        """Write sessions of one player down, instead of others of theirs.

        Raises:
            Refused: they cannot be written down.
        """
        before = [self._by_hash.get(each.token_hash, each) for each in sessions]
        try:
            await self._store.save_players(sessions, instead_of=[*instead_of, *before])
        except NoRoom as error:
            raise self._outage.began(error) from error
        self._outage.ended()
        ended = [each.token_hash for each in instead_of]
        self._changes += 1
        self._keep(sessions, ended)
        if self._cluster is not None:
            self._cluster.tell_sessions(sessions, ended)

    def _hear(self, sessions: Sequence[Player], ended: Sequence[bytes]) -> None:
        """Know sessions as another server has kept them, if the player is in memory."""
        self._changes += 1
        known = [self._by_hash[each] for each in ended if each in self._by_hash]
        for each in known:
            self.ended(each.id, each.token_hash)
        if not sessions:  # nobody knows the player any more
            for each in known:
                self._drop(each.id)
        if sessions and sessions[0].id in self._by_id:
            self._keep(sessions, ended)
        else:
            self._count += 1  # they may be new; if that is too many, all are counted

    def _keep(self, sessions: Sequence[Player], instead_of: Sequence[bytes] = ()) -> None:
        """Know some sessions of one player, instead of others of theirs."""
        player = sessions[0]
        whole = player.id in self._whole
        found = {each.token_hash: each for each in (*sessions, *self._drop(player.id))}
        found.update({each.token_hash: each for each in sessions})
        for token_hash in instead_of:
            found.pop(token_hash, None)
        self._by_hash.update(found)
        newest_first = tuple(sorted(found.values(), key=lambda each: -each.used))
        self._by_id[player.id] = newest_first
        if whole:
            self._whole.add(player.id)
        away = len(self._by_id) - len(self.online)
        if away > 2 * self.remembered:
            for each in [each for each in self._by_id if each not in self.online][: away // 2]:
                self._drop(each)

    def _drop(self, player_id: str) -> tuple[Player, ...]:
        """Have a player in memory no longer; return the sessions, if there were any."""
        self._whole.discard(player_id)
        sessions = self._by_id.pop(player_id, ())
        for each in sessions:
            del self._by_hash[each.token_hash]
        return sessions

    async def _uses(self) -> dict[str, _Use]:
        """Return when each player was here, by id; count them.

        Raises:
            StoreError: that cannot be read.
        """
        while True:
            before, uses = self._changes, dict[str, _Use]()
            async for each in all_players(self._store):
                used = max(each.used, uses[each.id].used) if each.id in uses else each.used
                uses[each.id] = _Use(used, each.sat)
            if self._changes == before:
                self._count = len(uses)
                return uses

    async def _forget_old(self, most: int, uses: Mapping[str, _Use]) -> None:
        """Forget who has not been here for long, and who never played if that leaves too many.

        Nobody who is here or holds a seat is forgotten.
        """
        long_ago = self._clock.wall() - self._limits.name_days * DAY_MILLISECONDS
        if len(uses) <= most and all(each.used >= long_ago for each in uses.values()):
            return
        try:
            played = await self._store.who_played()
            gone = self._forgotten(most, uses, played)
            found = await self._store.sessions(gone)
        except StoreError:
            return  # there will be another time
        # From here on nobody comes back until they are forgotten.
        here = self._here() | self._coming.keys()
        goes = [each for each in found if each.id not in here and each.used <= uses[each.id].used]
        self._going.update(each.token_hash for each in goes)
        for player_id in {each.id for each in goes}:
            self._drop(player_id)
        try:
            await self._store.forget(goes)
            self._changes += 1
            self._count -= len({each.id for each in goes})
        except NoRoom:
            pass  # there will be another time
        finally:
            self._going.clear()

    def _forgotten(self, most: int, uses: Mapping[str, _Use], played: Collection[str]) -> list[str]:
        """Return the ids of those to forget so that no more are left, if that can be."""
        here = self._here()
        long_ago = self._clock.wall() - self._limits.name_days * DAY_MILLISECONDS
        away = [each for each in uses if each not in here]
        gone = dict.fromkeys(each for each in away if uses[each].used < long_ago)
        passing = (each for each in away if each not in played or is_guest(each))
        for each in sorted(passing, key=lambda each: (uses[each].sat, uses[each].used)):
            if len(uses) - len(gone) <= most:
                break
            gone[each] = None
        return list(gone)

    def _here(self) -> set[str]:
        """Return the ids of the players who are connected or hold a seat."""
        return self.connected() | self._seated()


def device_id(session: Player) -> str:
    """Return what a player calls a session of theirs: letters that tell nothing of its token."""
    return hashlib.sha256(session.token_hash).hexdigest()[:_DEVICE_LETTERS]


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
