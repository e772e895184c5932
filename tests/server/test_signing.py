"""What players sign of a match counts only by the key that they revealed, for the server's head."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardtui_engine.bits import Bits
from cardtui_server.fairness.commitments import seat_commitment
from cardtui_server.fairness.signatures import HandEnd, HeadSignature
from cardtui_server.match.commands.signing import key_of, to_sign
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import AnswerSeat, Reveal, SignHead, Sit, Start
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.support.playing import House, act, quiet

PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(32))
KEY = PRIVATE.public_key().public_bytes_raw()
GIVEN = bytes(range(32)) + KEY
HAND = HandEnd(1, b"\1" * 32)


async def begun(house: House, given: bytes = GIVEN) -> Table:
    """Return a table where a person with that key plays against a bot."""
    table = await house.table("truco-argentino", 2, people=1, start=False)
    await table.ask(Start("p0", commitment=seat_commitment(given)))
    await quiet()
    await table.ask(Reveal("p0", given))
    await quiet()
    assert table.state.life is Life.PLAYING
    return table


async def after_a_hand(house: House, table: Table) -> HandEnd:
    """Return how the first hand ended."""
    while not table.state.ends:
        turn = table.state.turn
        if turn is not None and 0 in turn.to_act:
            choice = table.state.rules.legal(table.state.game, 0)[0]
            await act(table, 0, choice.sample(Bits(1)))
        else:
            house.clock.advance(0.05)
        await quiet()
    return table.state.ends[-1]


@pytest.mark.parametrize("given", [GIVEN[:40], GIVEN + b"\0", GIVEN[:16]])
async def test_bits_with_a_key_of_another_length_do_not_count(given: bytes) -> None:
    house = House()
    table = await house.table("truco-argentino", 2, people=1, start=False)
    await table.ask(Start("p0", commitment=seat_commitment(given)))
    await quiet()
    with pytest.raises(Refused):
        await table.ask(Reveal("p0", given))
    await house.stop()


async def test_a_revealed_key_is_that_of_the_seat_for_one_match() -> None:
    house = House()
    table = await begun(house)
    assert key_of(table.state, "p0") == KEY
    await house.stop()


async def test_who_has_revealed_no_key_signs_nothing() -> None:
    house = House()
    table = await begun(house, GIVEN[:32])
    with pytest.raises(Refused):
        key_of(table.state, "p0")
    await house.stop()


async def test_the_latest_signature_of_a_player_is_kept_and_survives_a_restart() -> None:
    house = House()
    table = await begun(house)
    hand, head = await after_a_hand(house, table)
    seq = table.state.seq
    wanted = SignHead("p0", 1, hand, head, b"by hand")
    assert all(each.endswith(head) for each in to_sign(table.state, table.id, wanted))
    await table.ask(wanted)
    assert table.state.vouched == {KEY: HeadSignature(0, hand, b"by hand")}
    assert table.state.seq == seq, "readers are not told"
    await table.ask(wanted._replace(signature=b"again"))
    assert table.state.vouched == {KEY: HeadSignature(0, hand, b"by hand")}
    await house.restart()
    assert house.lobby.tables[table.id].state.vouched == {KEY: HeadSignature(0, hand, b"by hand")}
    await house.stop()


async def test_nothing_is_signed_but_the_ends_of_hands_of_this_match() -> None:
    house = House()
    table = await begun(house)
    hand, head = await after_a_hand(house, table)
    right = SignHead("p0", 1, hand, head)
    wrong = [
        right._replace(match=2),
        right._replace(hand=hand + 1),
        right._replace(hand=0),
        right._replace(head=table.state.chain[::-1]),
        right._replace(player="somebody"),
    ]
    for each in wrong:
        with pytest.raises(Refused):
            to_sign(table.state, table.id, each)
    await house.stop()


async def test_who_sits_down_in_the_middle_of_a_match_brings_a_key() -> None:
    house, key = House(), b"\7" * 32
    table = await begun(house)
    await table.ask(Sit("p9", "Eva", ask=True, key=key))
    await table.ask(AnswerSeat("p0", "p9", granted=True))
    await after_a_hand(house, table)
    while table.state.seat_of("p9") is None:
        house.clock.advance(0.05)
        await quiet()
    assert key_of(table.state, "p9") == key
    assert [each.key for each in table.state.sittings() if each and each.name == "Eva"] == [key]
    await house.stop()


async def test_while_a_bot_sits_in_nobody_signs_for_the_seat() -> None:
    house = House()
    table = await begun(house)
    sitter = table.state.sitters[0]
    assert sitter is not None
    away = table.state._replace(sitters=(sitter._replace(stand_in=2), table.state.sitters[1]))
    sitting = away.sittings()[0]
    assert sitting is not None
    assert sitting.key == b""
    await house.stop()
