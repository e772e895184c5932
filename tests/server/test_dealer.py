"""Packs follow from the secret and their number, and every order is as likely."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from cardtui_engine.cards import Card
from cardtui_server.ports.dealer import (
    Stream,
    SystemDealer,
    bot_seed,
    first_dealer,
    riffled,
    shuffled,
)

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
    dealer = SystemDealer()
    drawn = Counter(first_dealer(dealer, number.to_bytes(64, "big"), 4) for number in range(400))
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
