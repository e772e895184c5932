"""Records that are signed: who vouches for them, and what comes of attacks on what they signed."""

from base64 import b64encode
from collections.abc import Callable

import pytest

from cardtui_client.faces.record_words import vouching_lines
from cardtui_client.model.chain_check import heads_of
from cardtui_engine.library.record_reading import read
from cardtui_server.fairness.signatures import OVER, SERVER, message
from cardtui_server.fairness.verification import Kind, Verdict, verify
from tests.support.signed_matches import GIVEN, played, signer


def vouched(text: str) -> dict[str, str]:
    """Return what each has signed last."""
    return {each.name or "server": each.when for each in verify(read(text)).vouchers}


def lines_of(verdict: Verdict) -> list[str]:
    return vouching_lines([each._asdict() for each in verdict.vouchers])


def kinds(text: str) -> set[Kind]:
    return {each.kind for each in verify(read(text)).findings}


def with_lines(text: str, change: Callable[[list[str]], list[str]]) -> str:
    return "\n".join(change(text.rstrip("\n").split("\n"))) + "\n"


def without(text: str, *words: str) -> str:
    return with_lines(
        text, lambda lines: [each for each in lines if each.split(" ")[0] not in words]
    )


def line(text: str, begins: str) -> str:
    return next(each for each in text.split("\n") if each.startswith(begins))


async def test_all_who_signed_vouch_for_all_of_it() -> None:
    text = await played()
    assert verify(read(text)).findings == ()
    assert vouched(text) == {"server": "over", "P0": "over", "P1": "over"}
    assert lines_of(verify(read(text))) == ["Signed to the end: the server, P0, P1."]


async def test_signatures_take_no_more_than_they_may() -> None:
    text = await played()
    plain = without(text, "signed", "server")
    hands, keys = 10, 4 * len(" " + "00" * 32)
    assert len(text) - len(plain) + keys <= hands * 120


async def test_who_withholds_a_signature_is_named() -> None:
    text = await played(signs=("p1",))
    assert verify(read(text)).findings == ()
    assert vouched(text) == {"server": "over", "P0": "", "P1": "over"}
    assert lines_of(verify(read(text)))[1] == "Signed nothing: P0."


async def test_a_closed_match_is_signed_to_its_last_hand_by_the_players() -> None:
    text = await played(close=True)
    assert verify(read(text)).findings == ()
    assert vouched(text) == {"server": "closed", "P0": "2", "P1": "2"}
    assert lines_of(verify(read(text))) == [
        "Signed to the end: the server.",
        "Signed to hand 2: P0, P1.",
    ]


async def test_signatures_cut_off_leave_nobody_who_vouches() -> None:
    text = without(await played(), "signed", "server")
    verdict = verify(read(text))
    assert verdict.holds
    assert not any(each.when for each in verdict.vouchers)
    assert lines_of(verdict)[0] == "Nobody vouches for the end."


async def test_a_signature_from_another_match_or_table_is_false() -> None:
    first, second = await played(), await played(matches=2)
    stolen = second.replace(line(second, "signed 0"), line(first, "signed 0"))
    assert Kind.SIGNATURE in kinds(stolen)
    stolen = second.replace(line(second, "server "), line(first, "server "))
    assert Kind.SERVER_SIGNATURE in kinds(stolen)


async def test_a_signature_of_one_hand_is_none_of_another() -> None:
    text = await played(close=True)
    at = line(text, "signed 0")
    assert Kind.SIGNATURE in kinds(text.replace(at, at.replace(" 2 ", " 1 ")))
    assert Kind.SIGNATURE in kinds(text.replace(at, at.replace(" 2 ", " over ")))


async def test_a_signature_at_another_seat_is_false() -> None:
    text = await played()
    own, other = line(text, "signed 0"), line(text, "signed 1")
    swapped = text.replace(own, own.replace("signed 0", "signed @")).replace(
        other, other.replace("signed 1", "signed 0")
    )
    assert Kind.SIGNATURE in kinds(swapped.replace("signed @", "signed 1"))
    assert Kind.SIGNATURE in kinds(text.replace(other, own.replace("signed 0", "signed 1")))


async def test_who_reveals_the_key_of_another_player_has_no_signature_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GIVEN, "p1", GIVEN["p1"][:32] + GIVEN["p0"][32:])
    text = await played(signs=("p0",))
    assert vouched(text) == {"server": "over", "P0": "over", "P1": ""}
    own = line(text, "signed 0")
    assert Kind.SIGNATURE in kinds(text.replace(own, own.replace("signed 0", "signed 1")))


async def test_a_key_changed_in_the_record_breaks_chain_and_signature() -> None:
    text = await played()
    key = GIVEN["p0"][32:].hex()
    forged = with_lines(
        text,
        lambda lines: [
            each.replace(key, "ab" * 32) if each.startswith("player") else each for each in lines
        ],
    )
    assert {Kind.CHAIN, Kind.SIGNATURE, Kind.KEY} <= kinds(forged)


def chained_anew(text: str) -> str:
    """Return a record whose chain fits it again."""
    return text.replace(line(text, "chain "), f"chain {heads_of(text)[-1].hex()}")


async def test_a_course_written_anew_has_no_true_signature() -> None:
    text = await played()
    forged = chained_anew(text.replace('player 1 "P1"', 'player 1 "Eva"'))
    assert {Kind.SIGNATURE, Kind.SERVER_SIGNATURE} <= kinds(forged)
    assert lines_of(verify(read(without(forged, "signed", "server"))))[0] == (
        "Nobody vouches for the end."
    )


async def test_another_server_can_sign_only_by_a_key_of_its_own() -> None:
    text = await played()
    origin = read(text).origin
    assert origin is not None
    made = signer(1).sign(message(origin.table, origin.match, OVER, SERVER, origin.chain))
    own = line(text, "server ")
    forged = own.rsplit(" ", 1)[0] + " " + b64encode(made).decode()
    assert Kind.SERVER_SIGNATURE in kinds(text.replace(own, forged))
    named = f"server {signer(1).public.hex()} over {b64encode(made).decode()}"
    assert verify(read(text.replace(own, named))).vouchers[0].key == signer(1).public
