"""Sessions: whom the server knows by a token, how long (`name_days`), on up to `MOST_MACHINES`.

A player has a session on each machine, with a token of its own; all have the player's id and name.
At most `MOST_MACHINES` do, and a session ends none but younger ones of the same player. So a
thief with a copied token cannot shut out its owner, who has that one or an older one: a code that
is made with it, and whatever comes of that, is younger.

When `Limits.players` are known, those make room who have no result here: first who never sat
down, then who was away for longest. If all have one, newcomers are refused.

What is begun is done to its end, though the caller hangs up: the disk and the memory say the same.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.lobby.names import DAY, Names, likeness
from cardtui_server.match.bot_accounts import ID as BOT_ID
from cardtui_server.match.bot_accounts import account_name, is_bot_account
from cardtui_server.match.rated import guest_id, is_guest
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.dealer import PLAYER_ID_LETTERS, Dealer
from cardtui_server.ports.log_store import LogStore, NoRoom, Player, StoreError
from cardtui_server.safe_text import NAME_CELLS, safe_text
from cardtui_server.table.outage import Outage
from cardtui_server.thread_queue import ThreadQueue

_LONGEST_TOKEN: Final = 200

_DEVICE_LETTERS: Final = 6

_HEARD_WITHIN: Final = 1.0
"""Seconds until a player is known whom another server of the cluster has let in."""

MOST_MACHINES: Final = 8
"""How many sessions a player may have; nobody becomes the player on another machine then."""

VOID: Final = (
    "You were shut out on this machine from another machine of yours: make a code there (cardtui"
    " account code), and use it here."
)

_MACHINES: Final = (
    "{name} has {count} machines, and may have no more: end one first (cardtui account devices)."
)
_NO_DEVICE: Final = "You have no machine “{device}” here."
_OLDER: Final = (
    "You can sign out machines that were added after this one: do it from one older than"
    " “{device}”, or ask the person who runs the server to recover your name."
)
_TAKEN: Final = "Somebody has just taken the name “{name}” here: choose another one."
_FULL: Final = (
    "This server knows as many players as it may: ask the person who runs it to raise “players”."
)


OTHER_KIND: Final = "Bot accounts and people have tokens of their own: use another one."


class Sessions:
    """The players that this server knows.

    Attributes:
        online: by player id, how many streams the player has open at this server.
        ended: called with each session that another server has ended: the player's id, and the hash
            of its token.
        names: whose each name is.
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
        """Begin with no sessions.

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
        self.names = Names(self._here, clock, self._limits)
        self._queue = ThreadQueue()

    async def load(self) -> None:
        """Read the sessions of earlier runs, and forget those that have not been used for long."""
        if self._cluster is not None:
            self._cluster.watch_sessions(self._hear)
            self._cluster.watch_online(lambda: self.online)
        for player in await self._store.players():
            self._keep((player,))
        await self._queue.run(partial(self._forget_old, self._limits.players))

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
        """Get to know the player whose token it is, if another server has let them in."""
        if self._cluster is None or not token or len(token) > _LONGEST_TOKEN or self.find(token):
            return
        with suppress(StoreError):  # they are a stranger for now
            if found := await self._store.player(_hash(token)):
                self._keep((found,))

    def find(self, token: str) -> Player | None:
        """Return the player whose token it is, if any."""
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
        before = self.find(token)
        if before is None:
            return await self._welcome(shown, guest=guest, bot_account=bot_account)
        if is_bot_account(before.id) is not bot_account:
            raise Refused(Reason.BAD_TOKEN, OTHER_KIND)
        if self._now(before, shown) == before:
            return before, token
        return await self._queue.run(partial(self._reopen, token, shown)), token

    async def _reopen(self, token: str, shown: str) -> Player:
        """Note that a session is used again, under that name."""
        before = self.find(token)
        if before is None:  # recovered in this moment
            raise Refused(Reason.BAD_TOKEN, VOID)
        player = self._now(before, shown)
        others = [each for each in self._by_id[player.id] if each != before]
        self.names.note(player)  # nobody else gets the name meanwhile
        try:
            if player.name != before.name and not await self._claim(player):
                raise Refused(Reason.NAME_TAKEN, _TAKEN, name=player.name)
            await self._save(player, *(each._replace(name=player.name) for each in others))
        except Refused:
            self.names.note(before)
            raise
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
        others = self._by_id.get(player_id)
        if others is None:
            return None
        token = self._dealer.token()
        if len(others) >= MOST_MACHINES and not alone:
            sentence, count = _MACHINES, len(others)
            raise Refused(Reason.LIMIT, sentence, name=others[0].name, count=count)
        now = self._clock.wall()
        began = max(now, 1 + max(each.began for each in others))
        player = others[0]._replace(token_hash=_hash(token), used=now, began=began)
        goes = [each.token_hash for each in others] if alone else ()
        await self._save(player, instead_of=goes)
        return player, token

    def devices(self, player_id: str) -> list[Player]:
        """Return the sessions of a player, the oldest first."""
        return sorted(self._by_id.get(player_id, ()), key=lambda each: each.began)

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
        one = self._by_hash.get(by)
        if one is None:  # ended in this moment
            raise Refused(Reason.BAD_TOKEN, VOID)
        others = self._by_id[one.id]
        found = next((each for each in others if device_id(each) == device), None)
        if found is None:
            raise Refused(Reason.BAD_REQUEST, _NO_DEVICE, device=safe_text(device, NAME_CELLS))
        if found.began <= one.began:
            raise Refused(Reason.NOT_ALLOWED, _OLDER, device=device)
        await self._save(one, instead_of=[found.token_hash])
        return found

    async def sat_down(self, player_id: str) -> None:
        """Note that a player has had a seat: the name is kept for longer from now on."""
        if self._has_sat(player_id):
            return
        with suppress(Refused):  # the seat is taken all the same; it is noted another time
            await self._queue.run(partial(self._note_sat, player_id))

    async def _note_sat(self, player_id: str) -> None:
        if not self._has_sat(player_id):
            await self._save(*(each._replace(sat=True) for each in self._by_id[player_id]))

    def _has_sat(self, player_id: str) -> bool:
        """Return whether it is noted that a player has had a seat; nobody is noted who is gone."""
        return player_id not in self._by_id or self._by_id[player_id][0].sat

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
        if len(self._by_id) >= self._limits.players:
            most = self._limits.players * 9 // 10
            await self._queue.run(partial(self._forget_old, most))
            if len(self._by_id) >= self._limits.players:
                raise Refused(Reason.LIMIT, _FULL)
        now = self._clock.wall()
        player = Player(_hash(token), id_, self.names.free(shown), now, began=now)
        self._keep((player,))  # nobody else gets the name or the place meanwhile
        return await asyncio.shield(self._add(player, shown)), token

    async def _add(self, player: Player, shown: str) -> Player:
        try:
            while not await self._claim(player):
                self._drop(player.id)
                player = player._replace(name=self.names.free(shown))
                self._keep((player,))
            await self._save(player)
        except Refused:
            self._drop(player.id)
            raise
        return player

    async def _claim(self, player: Player) -> bool:
        """Return whether a player's name is theirs at all servers of the cluster.

        If it is somebody else's, they have just got it elsewhere: it is told in a moment.

        Raises:
            Refused: that cannot be written down.
        """
        if self._cluster is None:
            return True
        like = likeness(player.name)
        before = self.names.like(like, player.id)
        try:
            owner = await self._store.claim(like, player.id, instead_of=before)
            if owner == player.id:
                return True
            heard = asyncio.Event()
            self._clock.call_later(_HEARD_WITHIN, heard.set)
            await heard.wait()
            if self.names.name_of(owner):
                return False
            # Nobody has heard of them: their server was gone before it had told.
            return await self._store.claim(like, player.id, instead_of=owner) == player.id
        except NoRoom as error:
            raise self._outage.began(error) from error

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
            return await self._store.claim(f"\0code {code.hex()}", claim) == claim
        except NoRoom as error:
            raise self._outage.began(error) from error

    def _now(self, before: Player, shown: str) -> Player:
        """Return a session as it is once it has been opened again under that name.

        Raises:
            Refused: the name looks like another player's.
        """
        player, now = before, self._clock.wall()
        if shown and shown != before.name:
            player = player._replace(name=self.names.renamed(before, shown))
        return player._replace(used=now) if abs(now - player.used) >= DAY else player

    async def _save(self, *sessions: Player, instead_of: Sequence[bytes] = ()) -> None:
        """Write sessions of one player down, instead of others of theirs.

        Raises:
            Refused: they cannot be written down.
        """
        try:
            await self._store.save_players(sessions, instead_of=instead_of)
        except NoRoom as error:
            raise self._outage.began(error) from error
        self._outage.ended()
        self._keep(sessions, instead_of)
        if self._cluster is not None:
            self._cluster.tell_sessions(sessions, instead_of)

    def _hear(self, sessions: Sequence[Player], ended: Sequence[bytes]) -> None:
        """Know sessions as another server has kept them."""
        for each in ended:
            if (gone := self._by_hash.get(each)) is not None:
                self.ended(gone.id, each)
        if sessions:
            self._keep(sessions, ended)

    def _keep(self, sessions: Sequence[Player], instead_of: Sequence[bytes] = ()) -> None:
        """Know some sessions of one player, instead of others of theirs."""
        player = sessions[0]
        found = {each.token_hash: each for each in (*sessions, *self._drop(player.id))}
        found.update({each.token_hash: each for each in sessions})
        for token_hash in instead_of:
            found.pop(token_hash, None)
        self._by_hash.update(found)
        newest_first = tuple(sorted(found.values(), key=lambda each: -each.used))
        self._by_id[player.id] = newest_first
        self.names.note(newest_first[0])

    def _drop(self, player_id: str) -> tuple[Player, ...]:
        """Forget what is known of a player; return the sessions, if there were any."""
        sessions = self._by_id.pop(player_id, ())
        for each in sessions:
            del self._by_hash[each.token_hash]
        self.names.forget(player_id)
        return sessions

    async def _forget_old(self, most: int) -> None:
        """Forget who has not been here for long, and who never played if that leaves too many.

        Nobody who is here or holds a seat is forgotten.
        """
        if len(self._by_id) <= most and not self._lapsed():
            return
        try:
            played = await self._store.who_played()
        except StoreError:
            return  # there will be another time
        # From here on nothing waits until they are forgotten: nobody comes back in between.
        lapsed = self._lapsed()
        passing = [each for each in self._away() if each.id not in played or is_guest(each.id)]
        passing.sort(key=lambda each: (each.sat, each.used))
        gone = dict.fromkeys([each.id for each in lapsed])
        for each in passing:
            if len(self._by_id) - len(gone) <= most:
                break
            gone[each.id] = None
        sessions = [self._drop(each) for each in gone]
        try:
            hashes = [each.token_hash for one in sessions for each in one]
            await self._store.save_players((), instead_of=hashes)
        except NoRoom:
            for one in sessions:
                self._keep(one)

    def _lapsed(self) -> list[Player]:
        """Return who is away and has not been here for so long that the name lapsed."""
        now, kept = self._clock.wall(), self._limits.name_days * DAY
        return [each for each in self._away() if now - each.used > kept]

    def _away(self) -> list[Player]:
        """Return the latest session of each player who is not here."""
        here = self._here()
        return [each[0] for id_, each in self._by_id.items() if id_ not in here]

    def _here(self) -> set[str]:
        """Return the ids of the players who are connected or hold a seat."""
        return self.connected() | self._seated()


def device_id(session: Player) -> str:
    """Return what a player calls a session of theirs: letters that tell nothing of its token."""
    return hashlib.sha256(session.token_hash).hexdigest()[:_DEVICE_LETTERS]


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
