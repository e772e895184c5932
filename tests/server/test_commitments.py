"""The key of a match follows from the server's secret and the bits of every seat."""

import hashlib
import hmac

from cardtui_server.fairness.commitments import (
    BITS_BYTES,
    absent_bits,
    bot_bits,
    match_key,
    seat_commitment,
    server_commitment,
)

SECRET = bytes(range(64))
MINE, YOURS = b"\x11" * 32, b"\x22" * 32


def test_commitments_are_the_documented_hashes() -> None:
    assert server_commitment("abc", 3, SECRET) == (
        hashlib.sha512(b"cardtui server\0abc\x003\0" + SECRET).digest()
    )
    assert seat_commitment(MINE) == hashlib.sha256(b"cardtui seat\0" + MINE).digest()


def test_the_servers_commitment_holds_for_one_match_of_one_table() -> None:
    places = [("abc", 3), ("abd", 3), ("abc", 4)]
    assert len({server_commitment(*place, SECRET) for place in places}) == len(places)


def test_the_key_is_the_documented_hmac() -> None:
    message = b"cardtui key\0abc\x003\0" + MINE + YOURS
    assert match_key("abc", 3, SECRET, [MINE, YOURS]) == hmac.digest(SECRET, message, "sha512")


def test_the_key_changes_with_everybodys_bits_and_with_their_order() -> None:
    keys = {
        match_key("abc", 3, SECRET, [MINE, YOURS]),
        match_key("abc", 3, SECRET, [YOURS, MINE]),
        match_key("abc", 3, SECRET, [MINE, MINE]),
        match_key("abc", 3, SECRET[::-1], [MINE, YOURS]),
        match_key("abc", 4, SECRET, [MINE, YOURS]),
    }
    assert len(keys) == 5


def test_each_bot_has_bits_of_its_own() -> None:
    drawn = [bot_bits("abc", 3, seat, SECRET) for seat in range(6)]
    assert len(set(drawn)) == 6
    assert {len(bits) for bits in drawn} == {BITS_BYTES}


def test_what_stands_for_a_seat_that_does_not_reveal_follows_from_its_commitment() -> None:
    commitment = seat_commitment(MINE)
    assert absent_bits(commitment) == hashlib.sha256(b"cardtui absent\0" + commitment).digest()
    assert len(absent_bits(b"")) == BITS_BYTES
