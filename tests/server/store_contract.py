"""What every log store must do, as tests: a store's test class inherits them."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator

import pytest

from cardtui_server.ports.log_store import (
    MOST_APPENDED_BYTES,
    Behind,
    Damaged,
    LogStore,
    NoRoom,
    Player,
    Result,
    SeatResult,
    all_players,
    append_all,
)
from tests.support.races import raced

NO_IDS = ("", " ", "A", "a ", "á", "a.b", "a*", "a>", "a\0", "\ud800", "'; --", "x" * 33)
"""Texts that are no id of a table."""


_WRITERS = 6
_RACES = 5


async def open_ids(store: LogStore) -> list[str]:
    """Return the ids of the tables that are not closed."""
    return [each.id async for page in store.open_tables() for each in page]


def a_result(table: str, match: int, game: str = "cacho") -> Result:
    """Return a result with a seat of each kind."""
    seats = (SeatResult("p1", 0, None, True), SeatResult("", 2, 1, False))
    return Result(table, match, game, "club", 1_700_000_000_000, seats)


class StoreContract(ABC):
    """Tests that hold for every store."""

    @abstractmethod
    def make(self) -> LogStore:
        """Return the store under test; a second call opens the same data beside it, or anew."""

    @abstractmethod
    def fill(self, store: LogStore, *, full: bool) -> None:
        """Let the store have no room, or room again."""

    async def opened(self) -> LogStore:
        """Return the store under test, ready for use."""
        store = self.make()
        await store.open()
        return store

    @pytest.fixture
    async def store(self) -> AsyncIterator[LogStore]:
        store = await self.opened()
        yield store
        await store.close()

    async def test_an_empty_store_has_nothing(self, store: LogStore) -> None:
        assert await open_ids(store) == []
        assert await store.read("t") == []
        assert (await store.players()).found == []

    async def test_rows_return_in_order(self, store: LogStore) -> None:
        await store.append("t", 0, [b"1", b"2"])
        await store.append("t", 2, [b"", b"4"])
        assert await store.read("t") == [b"1", b"2", b"", b"4"]
        assert await store.read("t", 2) == [b"", b"4"]
        assert await store.read("t", 4) == []

    async def test_tables_do_not_mix(self, store: LogStore) -> None:
        await store.append("a", 0, [b"a1"])
        await store.append("b", 0, [b"b1"])
        await store.append("a", 1, [b"a2"])
        assert await store.read("a") == [b"a1", b"a2"]
        assert await store.read("b") == [b"b1"]
        assert sorted(await open_ids(store)) == ["a", "b"]

    @pytest.mark.parametrize("expected", [0, 1, 3, 99])
    async def test_who_expects_another_number_is_late_and_writes_nothing(
        self, store: LogStore, expected: int
    ) -> None:
        await store.append("t", 0, [b"1", b"2"])
        with pytest.raises(Behind):
            await store.append("t", expected, [b"x"])
        assert await store.read("t") == [b"1", b"2"]
        await store.append("t", 2, [b"3"])

    async def test_of_several_that_expect_the_same_number_one_wins(self, store: LogStore) -> None:
        results = await asyncio.gather(
            *(store.append("t", 0, [bytes([number])]) for number in range(8)),
            return_exceptions=True,
        )
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Behind) for result in results) == 7
        assert len(await store.read("t")) == 1

    async def test_two_stores_on_the_same_data_do_not_overwrite_each_other(
        self, store: LogStore
    ) -> None:
        other = await self.opened()
        await store.append("t", 0, [b"1"])
        await other.append("t", 1, [b"2"])
        with pytest.raises(Behind):
            await store.append("t", 1, [b"x"])
        await store.append("t", 2, [b"3"])
        assert await other.read("t") == [b"1", b"2", b"3"]
        results = await asyncio.gather(
            *(each.append("t", 3, [b"4"]) for each in (store, other) for _ in range(4)),
            return_exceptions=True,
        )
        assert sum(result is None for result in results) == 1
        assert sum(isinstance(result, Behind) for result in results) == 7
        assert await store.read("t") == await other.read("t") == [b"1", b"2", b"3", b"4"]
        await other.close()

    async def test_of_six_writers_one_wins_each_race(self, store: LogStore) -> None:
        others = [await self.opened() for _ in range(_WRITERS - 1)]
        await raced([store, *others], _RACES)
        for each in others:
            await each.close()

    async def test_an_append_that_is_repeated_finds_itself(self, store: LogStore) -> None:
        for last in (False, True):
            after = 2 * last
            for _ in range(3):
                await store.append(
                    "t",
                    after,
                    [b"1", b"2"],
                    append_id=b"%d" % last,
                    last=last,
                    results=[a_result("t", 1 + last)],
                )
            with pytest.raises(Behind):
                await store.append("t", after, [b"1", b"2"], append_id=b"another")
        assert await store.read("t") == [b"1", b"2"] * 2
        assert [each.result.match for each in await store.results("cacho")] == [1, 2]

    async def test_many_tables_at_once_lose_nothing(self, store: LogStore) -> None:
        async def write(table: str) -> None:
            for seq in range(20):
                await store.append(table, seq, [f"{table} {seq}".encode()])

        await asyncio.gather(*(write(f"t{number}") for number in range(10)))
        for number in range(10):
            rows = await store.read(f"t{number}")
            assert rows == [f"t{number} {seq}".encode() for seq in range(20)]

    async def test_a_closed_table_is_not_open_and_can_be_read(self, store: LogStore) -> None:
        await store.append("a", 0, [b"1"])
        await store.append("b", 0, [b"1"])
        await store.append("a", 1, [b"2"], last=True)
        assert await open_ids(store) == ["b"]
        assert await store.read("a") == [b"1", b"2"]

    @pytest.mark.parametrize("expected", [0, 1, 2, 3])
    async def test_nothing_comes_after_the_last_row_of_a_closed_table(
        self, store: LogStore, expected: int
    ) -> None:
        await store.append("t", 0, [b"1"])
        await store.append("t", 1, [b"2"], last=True)
        for rows in ([b"3"], []):
            with pytest.raises(Behind):
                await store.append("t", expected, rows)
        assert await store.read("t") == [b"1", b"2"]
        assert await open_ids(store) == []

    async def test_the_log_of_a_closed_table_is_read_as_before_from_wherever(
        self, store: LogStore
    ) -> None:
        other = await self.opened()
        rows = [b"%d" % number for number in range(40)] + [bytes(100_000)] * 5 + [b"", b"end"]
        for number, row in enumerate(rows[:40]):
            await store.append("t", number, [row])
        await append_all(other, "u", rows)
        for number, row in enumerate(rows[40:-1], 40):
            await store.append("t", number, [row])
        assert await other.read("t", 39) == rows[39:-1]
        await store.append("t", len(rows) - 1, rows[-1:], append_id=b"end", last=True)
        for _ in range(5):  # whatever the store does with closed logs, meanwhile or later
            assert await store.read("t") == await other.read("t") == rows
            for after in (1, 39, 41, len(rows) - 1, len(rows)):
                assert await store.read("t", after) == await other.read("t", after) == rows[after:]
            await store.check("t")
        await other.append("u", len(rows), [b"more"], last=True)
        await store.append("t", len(rows) - 1, rows[-1:], append_id=b"end", last=True)
        await other.close()
        again = await self.opened()
        assert await again.read("t") == rows
        assert await again.read("u") == [*rows, b"more"]
        assert await open_ids(again) == []
        for expected in (0, 1, len(rows)):
            with pytest.raises(Behind):
                await again.append("t", expected, [b"x"])
        for after in (len(rows) + 1, 99):
            with pytest.raises(Damaged):
                await again.read("t", after)
        await again.close()

    async def test_no_rows_change_nothing_but_are_late_like_others(self, store: LogStore) -> None:
        await store.append("new", 0, [], last=True)
        with pytest.raises(Behind):
            await store.append("new", 1, [])
        assert await open_ids(store) == []
        await store.append("t", 0, [b"1"])
        await store.append("t", 1, [], last=True)
        for expected in (0, 2):
            with pytest.raises(Behind):
                await store.append("t", expected, [])
        assert await open_ids(store) == ["t"]
        await store.append("t", 1, [b"2"])
        await store.append("new", 0, [b"1"])
        assert await store.read("t") == [b"1", b"2"]
        assert sorted(await open_ids(store)) == ["new", "t"]

    async def test_who_has_seen_more_than_there_is_is_told(self, store: LogStore) -> None:
        await store.append("t", 0, [b"1", b"2"])
        for table, after in (("t", 3), ("t", 99), ("none", 1)):
            with pytest.raises(Damaged):
                await store.read(table, after)

    async def test_only_small_letters_and_digits_are_an_id(self, store: LogStore) -> None:
        for table in NO_IDS:
            with pytest.raises(ValueError, match="no id of a table"):
                await store.append(table, 0, [b"1"])
        await store.append("0" + "z" * 31, 0, [b"1"])
        assert await open_ids(store) == ["0" + "z" * 31]

    async def test_more_than_a_store_takes_at_once_is_refused(self, store: LogStore) -> None:
        half = bytes(MOST_APPENDED_BYTES // 2)
        await store.append("t", 0, [half, half])
        with pytest.raises(ValueError, match="bytes at once"):
            await store.append("t", 2, [half, half, b"1"])
        assert len(await store.read("t")) == 2

    async def test_a_write_whose_caller_goes_away_is_done_all_the_same(
        self, store: LogStore
    ) -> None:
        writing = asyncio.ensure_future(store.append("t", 0, [b"1"]))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.wait([writing])
        with pytest.raises(Behind):
            await store.append("t", 0, [b"x"])
        assert await store.read("t") == [b"1"]

    async def test_without_room_nothing_is_written_and_with_room_it_goes_on(
        self, store: LogStore
    ) -> None:
        await store.append("t", 0, [b"1"])
        self.fill(store, full=True)
        big = b"x" * 200_000
        for _ in range(3):
            with pytest.raises(NoRoom):
                await store.append("t", 1, [b"2", big])
        with pytest.raises(NoRoom):
            await store.append("new", 0, [big])
        assert await store.read("t") == [b"1"]
        self.fill(store, full=False)
        await store.append("t", 1, [b"2", big])
        assert await store.read("t") == [b"1", b"2", big]
        assert await open_ids(store) == ["t"]

    async def test_a_closed_log_gets_other_rows_or_is_gone(self, store: LogStore) -> None:
        other = await self.opened()
        for table in ("a", "b", "c"):
            await store.append(table, 0, [b"1", b"talk of " + table.encode()])
        await store.append("a", 2, [b"end"], last=True)
        await store.append("b", 2, [b"end"], last=True)
        assert (await store.last("a"), await store.last("c"), await store.last("d")) == (
            *(b"end", b"talk of c", b""),
        )
        for _ in range(2):  # it may be done again
            await store.redact("a", [b"1", b"", b"end"])
        await store.redact("b", [])
        for each in (store, other, again := await self.opened()):
            assert await each.read("a") == [b"1", b"", b"end"]
            assert await each.read("a", 2) == [b"end"]
            await each.check("a")
            assert await each.read("b") == []
            assert await each.tables() == {"a": True, "c": False}
            assert await open_ids(each) == ["c"]
        await other.redact("a", [b"1", b"", b""], instead_of=[b"1", b"", b"end"])
        with pytest.raises(Behind):  # which another server has not read yet
            await store.redact("a", [b"", b"", b"end"], instead_of=[b"1", b"", b"end"])
        assert await store.read("a") == [b"1", b"", b""]
        for table, rows in (("a", [b"1"]), ("c", []), ("c", [b"1", b"2"]), ("d", [])):
            with pytest.raises(Behind):
                await store.redact(table, rows)
        with pytest.raises(Behind):
            await store.append("a", 3, [b"more"])
        assert await store.read("c") == [b"1", b"talk of c"]
        await again.close()
        await other.close()

    async def test_old_results_are_kept_no_longer_and_the_others_as_they_were(
        self, store: LogStore
    ) -> None:
        for match in range(1, 6):
            old = a_result("a", match)._replace(ended=match)
            await store.append("a", match - 1, [b"1"], results=[old])
        found = await store.results("cacho")
        await store.forget_results(0)
        assert await store.results("cacho") == found
        await store.forget_results(4)
        assert await store.results("cacho") == found[3:]
        assert await store.results("cacho", most=1) == found[3:4]
        assert await store.results("cacho", found[3].cursor) == found[4:]
        await store.append("a", 5, [b"1"], results=[a_result("a", 6)])
        (new,) = await store.results("cacho", found[4].cursor)
        assert new.result.match == 6
        assert [each.match for each in await store.results_of("p1")] == [4, 5, 6]
        assert await store.who_played() == {"p1"}

    async def test_what_is_kept_has_a_size(self, store: LogStore) -> None:
        await store.append("t", 0, [b"1"])
        before = await store.size()
        await store.append("t", 1, [bytes(100_000)])
        await store.append("t", 2, [b"end"], last=True)
        most = await store.size()
        assert most > before
        await store.redact("t", [])
        assert await store.size() < most

    async def test_results_are_kept_with_the_rows_that_they_come_from(
        self, store: LogStore
    ) -> None:
        async def results(game: str, after: str = "") -> list[Result]:
            return [each.result for each in await store.results(game, after)]

        one, two, other = a_result("a", 1), a_result("b", 1), a_result("a", 2, game="pif-paf")
        await store.append("a", 0, [b"1", b"2"], results=[one, other])
        await store.append("b", 0, [b"1"], results=[two])
        with pytest.raises(Behind):
            await store.append("b", 0, [b"x"], results=[a_result("b", 2)])
        assert await results("cacho") == [one, two]
        assert await results("pif-paf") == [other]
        ((cursor, first),) = await store.results("cacho", most=1)
        assert first == one
        assert await results("cacho", cursor) == [two]
        end = (await store.results("cacho", cursor))[0].cursor
        assert await store.results("cacho", end) == []
        again = await self.opened()
        assert await again.results("cacho") == await store.results("cacho")
        await again.append("b", 1, [b"2"], results=[a_result("b", 2)])
        assert [each.result.match for each in await store.results("cacho", end)] == [2]
        await again.close()

    async def test_results_are_added_in_order_and_once(self, store: LogStore) -> None:
        one, two, three = a_result("b", 1), a_result("a", 1), a_result("c", 1)
        other = a_result("a", 2, game="pif-paf")
        await store.append("a", 0, [b"1"])
        await store.add_results([])
        await store.add_results([one, other, two])
        await store.add_results([one, other, two, three])
        found = await store.results("cacho")
        assert [each.result for each in found] == [one, two, three]
        assert [each.result for each in await store.results("cacho", found[1].cursor)] == [three]
        assert [each.result for each in await store.results("pif-paf")] == [other]
        await store.append("a", 1, [b"2"], results=[a_result("a", 3)])
        assert len(await store.results("cacho")) == 4

    async def test_all_tables_are_told_oldest_first(self, store: LogStore) -> None:
        assert await store.tables() == {}
        for table in ("c", "a", "d", "b"):
            await store.append(table, 0, [b"1"], last=table in "ab")
        assert [*(await store.tables()).items()] == [
            ("c", False),
            ("a", True),
            ("d", False),
            ("b", True),
        ]

    async def test_players_are_kept_under_their_latest_name(self, store: LogStore) -> None:
        await store.save_players([Player(b"h1", "p1", "Ana")])
        await store.save_players([Player(b"h2", "p2", "Bia")])
        await store.save_players([Player(b"h1", "p1", "Anna")])
        assert sorted((await store.players()).found) == [
            Player(b"h1", "p1", "Anna"),
            Player(b"h2", "p2", "Bia"),
        ]
        other = await self.opened()
        assert await other.player(b"h1") == Player(b"h1", "p1", "Anna")
        assert await other.player(b"h3") is None
        await other.close()

    async def test_players_are_kept_with_their_use_until_they_are_forgotten(
        self, store: LogStore
    ) -> None:
        players = [Player(b"h%d" % each, f"p{each}", "Ana", 7, each > 1) for each in range(4)]
        await store.save_players(players[:3])
        await store.save_players(
            players[3:], instead_of=[players[0], players[2], Player(b"h9", "p9", "Zoe")]
        )
        assert sorted((await store.players()).found) == [players[1], players[3]]

    async def test_players_are_found_by_token_by_id_by_name_and_by_what_looks_like_it(
        self, store: LogStore
    ) -> None:
        ana, pad = Player(b"h1", "p1", "Ana"), Player(b"h2", "p1", "Ana")
        ivan, eva = Player(b"h3", "p2", "IVAN"), Player(b"h4", "bot-p3", "Eva")
        await store.save_players([ana, pad])
        await store.save_players([ivan, eva])
        assert await store.player(b"h2") == pad
        assert sorted(await store.sessions(["p1", "bot-p3", "p9"])) == [ana, pad, eva]
        assert await store.sessions([]) == await store.sessions(["p9"]) == []
        for name, found in [("aná", [ana, pad]), ("ivan", [ivan]), ("lvan", [ivan]), ("Bo", [])]:
            assert sorted(await store.alike(name)) == found
        after = [each._replace(name="Bo") for each in (ana, pad)]
        await store.save_players(after, instead_of=[ana, pad])
        assert await store.alike("Ana") == []
        assert sorted(await store.alike("bo")) == sorted(await store.sessions(["p1"])) == after
        await store.forget(after[:1])
        assert await store.player(b"h1") is None
        assert await store.sessions(["p1"]) == after[1:]

    async def test_all_players_are_read_in_pages(self, store: LogStore) -> None:
        players = [Player(b"%04d" % each, f"p{each}", f"N{each}") for each in range(1100)]
        for first in range(0, len(players), 100):
            await store.save_players(players[first : first + 100])
        assert sorted([each async for each in all_players(store)]) == players

    async def test_what_was_written_is_there_when_the_store_is_opened_anew(self) -> None:
        first = await self.opened()
        await first.append("t", 0, [b"1", b"2"])
        await first.append("gone", 0, [b"1"], last=True)
        await first.save_players([Player(b"h1", "p1", "Ana")])
        await first.close()
        again = await self.opened()
        assert await open_ids(again) == ["t"]
        assert (await again.players()).found == [Player(b"h1", "p1", "Ana")]
        await again.append("t", 2, [b"3"])
        assert await again.read("t") == [b"1", b"2", b"3"]
        await again.close()


class SharedStoreContract(StoreContract):
    """Tests that hold for a store that several servers share."""

    async def test_a_name_belongs_to_one_of_those_who_claim_it(self, store: LogStore) -> None:
        other = await self.opened()
        stores = [store, other] * 3
        claims = [each.claim("ana", f"p{number}") for number, each in enumerate(stores)]
        (winner,) = set(await asyncio.gather(*claims))
        assert await store.claim("ana", winner) == winner
        assert await other.claim("ana", "p9", instead_of="p8") == winner
        assert await other.claim("ana", "p9", instead_of=winner) == "p9"
        assert await store.claim("bia", "p1") == "p1"
        await other.claim("ana", "", instead_of="p9")  # it is given up, and free for anybody
        assert await store.claim("ana", "p7") == "p7"
        await other.close()
