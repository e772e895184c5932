"""Your keys for signing matches: one for each account, moved by an account code alone."""

import stat
from pathlib import Path

import pytest

from cardtui_client.faces.record_words import vouching_lines
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.net.signing import HALF_LETTERS, halves_of, is_signed, signed_message
from cardtui_server.fairness.commitments import BITS_BYTES, KEY_BYTES, seat_commitment
from cardtui_server.fairness.signatures import OVER, SERVER, Signer, message, signed_by_player
from cardtui_server.network.certificate import make_certificate

TEXT = signed_message("abc234", 1, 2, SERVER, bytes(32))


def test_each_account_at_each_server_has_a_key_that_stays(tmp_path: Path) -> None:
    here = GivenBits(tmp_path).at("one")
    key = here.key("Ana")
    assert len(key) == KEY_BYTES
    assert GivenBits(tmp_path).at("one").key("Ana") == key
    others = {here.key("Bia"), GivenBits(tmp_path).at("two").key("Ana")}
    assert len({key, *others}) == 3
    assert signed_by_player(key, TEXT, here.sign("Ana", TEXT))
    assert not signed_by_player(key, TEXT, here.sign("Bia", TEXT))


def test_only_you_can_read_the_file_of_keys(tmp_path: Path) -> None:
    GivenBits(tmp_path).at("one").key("Ana")
    assert stat.S_IMODE((tmp_path / "keys.json").stat().st_mode) == 0o600


def test_without_a_folder_nothing_is_signed() -> None:
    at_a_kiosk = GivenBits().at("one")
    assert at_a_kiosk.key("Ana") == at_a_kiosk.sign("Ana", TEXT) == b""
    assert at_a_kiosk.sealed_key("Ana") == (b"", "")


def test_a_commitment_binds_the_key_with_the_bits(tmp_path: Path) -> None:
    given, key = GivenBits(tmp_path).at("one"), bytes(range(KEY_BYTES))
    commitment = given.commit(key)
    kept = (tmp_path / "bits.json").read_text()
    assert key.hex() in kept
    revealed = bytes.fromhex(kept.split(commitment.hex())[1].split('"')[2])
    assert (len(revealed), revealed[BITS_BYTES:]) == (BITS_BYTES + KEY_BYTES, key)
    assert seat_commitment(revealed) == commitment != seat_commitment(revealed[:BITS_BYTES])


@pytest.mark.slow
def test_a_sealed_key_opens_with_its_letters_alone(tmp_path: Path) -> None:
    here, there = GivenBits(tmp_path / "a").at("one"), GivenBits(tmp_path / "b").at("one")
    sealed, letters = here.sealed_key("Ana")
    seed = bytes.fromhex((tmp_path / "a" / "keys.json").read_text().split('"')[3])
    assert seed not in sealed
    assert not there.take_key("Ana", sealed, letters[::-1])
    assert not there.take_key("Ana", sealed[:20], letters)
    assert not there.take_key("Ana", sealed, "")
    assert there.take_key("Ana", sealed, letters)
    assert there.key("Ana") == here.key("Ana")


@pytest.mark.parametrize(
    ("typed", "halves"),
    [
        ("hk4mz-7wq2n", ("hk4mz7wq2n", "")),
        ("HK4MZ 7WQ2N abcde-fghjk", ("hk4mz7wq2n", "abcdefghjk")),
    ],
)
def test_an_account_code_has_two_halves(typed: str, halves: tuple[str, str]) -> None:
    assert halves_of(typed) == halves
    assert len(halves[0]) == HALF_LETTERS


def test_client_and_server_sign_the_same_message() -> None:
    assert message("abc234", 1, 2, SERVER, bytes(32)) == TEXT
    assert signed_message("abc234", 1, 0, 3, b"") == message("abc234", 1, OVER, 3, b"")


def test_a_client_knows_the_signature_of_its_own_server_from_any_other() -> None:
    own, other = make_certificate(), make_certificate()
    signature = Signer(own.key).sign(TEXT)
    assert is_signed(own.chain, TEXT, signature)
    assert not is_signed(other.chain, TEXT, signature)
    assert not is_signed(own.chain, TEXT + b"?", signature)
    assert not is_signed(own.chain, TEXT, b"")


def test_a_server_that_signed_here_is_known_by_its_key(tmp_path: Path) -> None:
    certificate = make_certificate()
    GivenBits(tmp_path).know_signer(certificate.chain, "192.168.1.7:8783, ab12")
    key = Signer(certificate.key).public.hex()
    assert GivenBits(tmp_path).signer(key) == "192.168.1.7:8783, ab12"
    assert GivenBits(tmp_path).signer("00" * 33) == ""
    row = {"seat": None, "name": "", "key": key, "when": "over", "where": "192.168.1.7:8783, ab12"}
    (line,) = vouching_lines([row])
    assert line == "Signed to the end: the server at 192.168.1.7:8783, ab12."
