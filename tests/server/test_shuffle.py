"""Joint shuffles: all commit, all reveal, and only then a match begins, with nobody's key."""

import hashlib
import hmac
import random
from collections import Counter

import pytest

from cardtui.v1 import shuffle_pb2
from cardtui_engine.cards import Card
from cardtui_engine.library.records import GRAMMAR
from cardtui_server.fairness.commitments import (
    absent_bits,
    bot_bits,
    match_key,
    seat_commitment,
    server_commitment,
)
from cardtui_server.fairness.packs import Stream, bot_seed, first_dealer, riffled, shuffled
from cardtui_server.match.entries import Committed, Packed, Revealed, Started
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.replay import replay
from cardtui_server.match.requests import (
    AddBot,
    BuyIn,
    ChangeRules,
    Close,
    Kick,
    Leave,
    RemoveBot,
    Request,
    Reveal,
    SetReady,
    Sit,
    Start,
    SwapSeats,
)
from cardtui_server.match.state import Life
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.table.actor import Table
from cardtui_server.table.pace import LONGEST_REVEALING_SECONDS
from cardtui_server.wire.journal import WireJournal
from tests.support.calling import Caller, running
from tests.support.playing import House, Onlooker, attach, brief, frames, play, quiet, snapshot


def bits(seat: int) -> bytes:
    """Return what the player in a seat gives."""
    return bytes([seat + 1]) * 32


async def shuffling(house: House, seats: int = 3, people: int = 2, *, game: str = "cacho") -> Table:
    """Return a table of people, who have committed, and bots: a match is about to begin."""
    table = await house.table(game, seats, people=people, start=False, options=brief(game))
    for seat in range(people):
        await table.ask(SetReady(f"p{seat}", ready=True, commitment=seat_commitment(bits(seat))))
    await quiet()
    assert table.state.shuffling
    return table


async def reveal(table: Table, *seats: int) -> None:
    for seat in seats:
        await table.ask(Reveal(f"p{seat}", bits(seat)))
    await quiet()


async def written(house: House, table: Table) -> list[object]:
    rows = await house.store.read(table.id)
    return [each.stamped.entry for each in replay(rows, WireJournal())]


async def test_a_match_begins_once_all_have_revealed_what_they_committed_to(house: House) -> None:
    table = await shuffling(house)
    assert (table.state.life, table.state.match) == (Life.WAITING, 0)
    await reveal(table, 0)
    assert table.state.shuffling
    await reveal(table, 1)
    assert (table.state.life, table.state.match) == (Life.PLAYING, 1)


async def test_the_key_and_its_packs_follow_from_the_secret_and_everybodys_bits(
    house: House,
) -> None:
    table = await shuffling(house)
    await reveal(table, 1, 0)
    entries = await written(house, table)
    committed = next(each for each in entries if isinstance(each, Committed))
    started = next(each for each in entries if isinstance(each, Started))
    packed = next(each for each in entries if isinstance(each, Packed))
    secret = committed.secret
    bot = bot_bits(table.id, 1, 2, secret)
    assert committed.commitment == server_commitment(table.id, 1, secret)
    assert committed.seats == tuple(map(seat_commitment, (bits(0), bits(1), bot)))
    assert committed.bits == (b"", b"", bot)
    assert [each for each in entries if isinstance(each, Revealed)] == [
        Revealed(1, bits(1)),
        Revealed(0, bits(0)),
    ]
    key = match_key(table.id, 1, secret, [bits(0), bits(1), bot])
    assert (started.key, started.secret) == (key, secret)
    assert table.state.key == key
    assert started.dealer == shuffled(key, 0, [Card(seat) for seat in range(3)])[0]
    assert packed.cards == shuffled(key, 1, table.state.rules.pack_of(table.state.game))


async def test_who_does_not_reveal_in_time_is_replaced_by_the_hash_of_the_commitment(
    house: House,
) -> None:
    table = await shuffling(house)
    await reveal(table, 0)
    reader, onlooker = attach(table, None, None), Onlooker()
    onlooker.fold(frames(reader))
    await house.passes(LONGEST_REVEALING_SECONDS - 0.1)
    assert table.state.shuffling
    await house.passes(0.2)
    assert table.state.life is Life.PLAYING
    found = table.state.shuffle
    assert found is not None
    assert [each.missing for each in found.seats] == [False, True, False]
    onlooker.fold(frames(reader))
    missed = [event for event in onlooker.events if event.HasField("bits_missed")]
    assert [event.bits_missed.seat for event in missed] == [1]
    used = [bits(0), absent_bits(seat_commitment(bits(1))), found.seats[2].bits]
    assert table.state.key == match_key(table.id, 1, found.secret, used)


async def test_who_gave_none_is_not_waited_for(house: House) -> None:
    table = await house.table(seats=2, start=False)
    await table.ask(SetReady("p1", ready=True))
    await table.ask(Start("p0", commitment=seat_commitment(bits(0))))
    await reveal(table, 0)
    found = table.state.shuffle
    assert found is not None
    assert found.seats[1].commitment == b""
    assert table.state.life is Life.PLAYING
    assert table.state.key == match_key(table.id, 1, found.secret, [bits(0), absent_bits(b"")])


async def test_where_nobody_gives_bits_the_match_begins_at_once_from_the_servers_secret(
    house: House,
) -> None:
    table = await house.table(seats=3, people=1)
    found = table.state.shuffle
    assert found is not None
    assert not found.joint
    assert table.state.key == found.secret
    assert found.commitment == server_commitment(table.id, 1, found.secret)
    assert not any(isinstance(each, Committed) for each in await written(house, table))


async def test_other_bits_than_those_committed_to_do_not_count(house: House) -> None:
    table = await shuffling(house)
    for wrong in (b"", bits(1), bits(0)[1:], bits(0) + b"\0"):
        with pytest.raises(Refused, match="not the bits") as refused:
            await table.ask(Reveal("p0", wrong))
        assert refused.value.reason is Reason.BAD_REQUEST
    found = table.state.shuffle
    assert found is not None
    assert found.seats[0].missing


async def test_bits_are_revealed_once_and_by_who_has_committed_to_them(house: House) -> None:
    table = await shuffling(house)
    await reveal(table, 0)
    entries = table.state.entries
    await reveal(table, 0)
    assert table.state.entries == entries
    with pytest.raises(Refused) as refused:
        await table.ask(Reveal("somebody", bits(1)))
    assert refused.value.reason is Reason.NOT_SEATED


async def test_bits_that_come_after_the_match_has_begun_count_no_more(house: House) -> None:
    table = await shuffling(house)
    await house.passes(LONGEST_REVEALING_SECONDS + 1)
    key = table.state.key
    with pytest.raises(Refused, match="No match waits") as refused:
        await table.ask(Reveal("p0", bits(0)))
    assert refused.value.reason is Reason.TABLE_STATE
    assert table.state.key == key


async def test_a_commitment_counts_for_one_match(house: House) -> None:
    table = await shuffling(house)
    await reveal(table, 0, 1)
    await play(table, random.Random(1))
    assert table.state.life is Life.OVER
    for player in ("p0", "p1"):
        await table.ask(SetReady(player, ready=True))
    found = table.state.shuffle
    assert found is not None
    assert (found.match, found.joint) == (2, False)


CALLED_OFF: list[Request] = [
    SetReady("p0", ready=False),
    ChangeRules("p0", "", {}),
    SwapSeats("p0", 1, "p1"),
    AddBot("p0", 1),
    RemoveBot("p0", 2),
    Start("p0"),
    Sit("p9", "P9"),
]


@pytest.mark.parametrize("request_", CALLED_OFF, ids=lambda each: type(each).__name__)
async def test_nobody_calls_off_a_match_whose_bits_are_being_revealed(
    house: House, request_: Request
) -> None:
    table = await shuffling(house)
    await reveal(table, 0)
    before = table.state
    with pytest.raises(Refused):
        await table.ask(request_)
    assert table.state == before


async def test_chips_are_not_chosen_any_more_once_a_match_is_about_to_begin(house: House) -> None:
    table = await shuffling(house)
    state = table.state._replace(made=table.state.made._replace(least_buy_in=1, most_buy_in=100))
    table._publisher.state = state
    with pytest.raises(Refused, match="A match is being played"):
        await table.ask(BuyIn("p0", 50))


@pytest.mark.parametrize("going", [Leave("p1"), Kick("p0", 1)], ids=["leaves", "is kicked"])
async def test_a_bot_plays_for_who_goes_meanwhile_and_the_match_begins_all_the_same(
    house: House, going: Request
) -> None:
    table = await shuffling(house)
    await table.ask(going)
    sitter = table.state.sitters[1]
    assert sitter is not None
    assert sitter.bot
    await reveal(table, 0)
    assert table.state.shuffling
    await house.passes(LONGEST_REVEALING_SECONDS)
    assert table.state.life is Life.PLAYING


async def test_a_server_that_dies_in_between_goes_on_with_the_same_shuffle(house: House) -> None:
    table = await shuffling(house)
    await reveal(table, 1)
    before = table.state.shuffle
    await house.restart()
    again = await house.lobby.find(table.id)
    await quiet()
    assert again.state.shuffle == before
    await reveal(again, 0)
    assert again.state.life is Life.PLAYING
    assert again.state.shuffle == before._replace(  # type: ignore[union-attr] # there is one
        begun=True,
        grammar=GRAMMAR,
        seats=again.state.shuffle.seats,  # type: ignore[union-attr]
    )


async def test_after_a_restart_the_match_begins_although_nobody_reveals(house: House) -> None:
    table = await shuffling(house)
    await house.restart()
    again = await house.lobby.find(table.id)
    await quiet()
    await house.passes(LONGEST_REVEALING_SECONDS)
    assert again.state.life is Life.PLAYING


async def test_partners_and_the_first_dealer_are_drawn_once_all_have_revealed(house: House) -> None:
    table = await house.table(
        "truco-argentino", 4, people=4, start=False, partners=1, first_dealer=2
    )
    for seat in range(4):
        await table.ask(SetReady(f"p{seat}", ready=True, commitment=seat_commitment(bits(seat))))
    assert not table.state.draws
    await reveal(table, 0, 1, 2, 3)
    assert len(table.state.draws) == 4


# --- what everybody is told ----------------------------------------------------------------


def seats_of(shuffle: shuffle_pb2.Shuffle) -> list[tuple[bytes, bytes]]:
    return [(each.commitment, each.bits) for each in shuffle.seats]


async def test_everybody_sees_who_has_committed_and_revealed(house: House) -> None:
    table = await shuffling(house)
    reader, onlooker = attach(table, None, None), Onlooker()
    await reveal(table, 1)
    onlooker.fold(frames(reader))
    found, state = onlooker.shuffle, table.state.shuffle
    assert state is not None
    assert (found.match, found.begun, found.secret) == (1, False, b"")
    assert found.commitment == state.commitment
    assert seats_of(found)[0] == (seat_commitment(bits(0)), b"")
    assert seats_of(found)[1] == (seat_commitment(bits(1)), bits(1))
    assert all(seats_of(found)[2])


async def test_nobody_is_told_the_secret_or_the_key_before_the_match_is_over(house: House) -> None:
    table = await shuffling(house)
    viewers = (None, 0, 1)
    readers = [attach(table, viewer, None) for viewer in viewers]
    found = table.state.shuffle
    assert found is not None
    told = b""
    await reveal(table, 0, 1)
    while table.state.life is Life.PLAYING:
        told += b"".join([reader.take() for reader in readers])
        told += b"".join([snapshot(table, seat).SerializeToString() for seat in viewers])
        await play(table, random.Random(table.state.seq), actions=1)
        await quiet()
    assert found.secret not in told
    assert found.commitment in told
    after = [reader.take() for reader in readers]
    assert all(found.secret in each for each in after)
    assert table.state.key not in told + b"".join(after)
    assert snapshot(table, None).shuffle.secret == found.secret


async def test_closing_a_table_in_the_middle_of_a_match_reveals_the_secret(house: House) -> None:
    table = await shuffling(house)
    reader = attach(table, 1, None)
    onlooker = Onlooker()
    await reveal(table, 0, 1)
    onlooker.fold(frames(reader))
    assert not onlooker.shuffle.secret
    await table.ask(Close("p0", operator=False))
    onlooker.fold(frames(reader))
    assert server_commitment(table.id, 1, onlooker.shuffle.secret) == onlooker.shuffle.commitment


async def test_a_match_that_is_called_off_by_closing_the_table_reveals_the_secret_too(
    house: House,
) -> None:
    table = await shuffling(house)
    reader, onlooker = attach(table, None, None), Onlooker()
    await reveal(table, 0)
    await table.ask(Close("p0", operator=False))
    onlooker.fold(frames(reader))
    assert server_commitment(table.id, 1, onlooker.shuffle.secret) == onlooker.shuffle.commitment


# --- over the wire -------------------------------------------------------------------------


async def test_players_commit_and_reveal_over_the_wire() -> None:
    async with running() as server:
        ana, bea = [await Caller.of(server.address, name) for name in ("Ana", "Bea")]
        made = await ana.create(game="cacho", seats=2)
        await ana.join(made.id)
        await bea.join(made.id)
        await bea.ready(made.id, seat_commitment(bits(1)))
        stream = ana.play(made.id)
        await ana.start(made.id, seat_commitment(bits(0)))
        await stream.until(lambda: len(stream.shuffle.seats) == 2)
        await stream.send(reveal={"bits": bits(0)})
        await bea.reveal(made.id, bits(1))
        await stream.until(lambda: stream.shuffle.begun)
        assert seats_of(stream.shuffle) == [
            (seat_commitment(bits(seat)), bits(seat)) for seat in (0, 1)
        ]
        await ana.close()
        await bea.close()


PACK = tuple(Card(number) for number in range(40))


def test_a_pack_is_a_permutation() -> None:
    assert sorted(shuffled(b"secret", 1, PACK)) == list(PACK)


def test_the_same_secret_and_number_give_the_same_pack() -> None:
    assert shuffled(b"secret", 7, PACK) == shuffled(b"secret", 7, PACK)
    assert shuffled(b"secret", 7, PACK) != shuffled(b"secret", 8, PACK)
    assert shuffled(b"secret", 7, PACK) != shuffled(b"Secret", 7, PACK)


def test_the_documented_algorithm_gives_the_same_pack() -> None:
    """Fisher–Yates from the end, each number from whole bytes, masked, rejected if too great."""
    block, counter, pack = b"", 0, list(PACK)
    for last in range(len(pack) - 1, 0, -1):
        mask = (1 << last.bit_length()) - 1
        while True:
            if not block:
                message = b"pack\x00" + (3).to_bytes(8, "big") + counter.to_bytes(8, "big")
                block = hmac.new(b"secret", message, hashlib.sha512).digest()
                counter += 1
            value, block = block[0] & mask, block[1:]
            if value <= last:
                break
        pack[last], pack[value] = pack[value], pack[last]
    assert tuple(pack) == shuffled(b"secret", 3, PACK)


def test_a_riffle_follows_from_the_secret_the_number_and_the_pack_before() -> None:
    """One byte a card, its lowest bit 0 for the upper packet, and 1 for the lower."""
    gathered = tuple(reversed(PACK))
    message = b"riffle\x00" + (3).to_bytes(8, "big") + bytes(8)
    bits = [byte & 1 for byte in hmac.new(b"secret", message, hashlib.sha512).digest()[:40]]
    upper, lower = list(gathered[: bits.count(0)]), list(gathered[bits.count(0) :])
    expected = tuple((lower if bit else upper).pop(0) for bit in bits)
    assert riffled(b"secret", 3, gathered) == expected
    assert riffled(b"secret", 4, gathered) != expected


def test_every_order_of_three_cards_is_about_as_frequent() -> None:
    three = (Card(0), Card(1), Card(2))
    seen = Counter(shuffled(b"even", number, three) for number in range(6000))
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


def test_every_seat_is_drawn_to_deal_first() -> None:
    keys = (number.to_bytes(64, "big") for number in range(400))
    drawn = Counter(first_dealer(shuffled, key, 4) for key in keys)
    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 60


def test_a_number_below_one_needs_no_bits() -> None:
    assert Stream(b"secret", "any", 0).below(1) == 0


def test_bots_draw_from_other_bits_than_packs_and_than_each_other() -> None:
    seeds = {bot_seed(b"secret", seat, position) for seat in range(4) for position in range(50)}
    assert len(seeds) == 200
    assert Stream(b"secret", "pack", 0).word() not in seeds


def test_nothing_from_the_system_repeats() -> None:
    dealer = SystemDealer()
    assert len({dealer.secret() for _ in range(20)}) == 20
    assert len({dealer.token() for _ in range(20)}) == 20
    assert len(dealer.secret()) == 64
    assert len({dealer.new_id(6) for _ in range(50)}) > 45
