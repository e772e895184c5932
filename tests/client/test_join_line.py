"""Join lines: what they carry, how they are typed, and what is said of those that are garbled."""

import hashlib
import re
import ssl
from pathlib import Path

import pytest

from cardtui_client.net.address import (
    Address,
    BadAddress,
    JoinLine,
    invitation,
    names_machine,
    parse_address,
    parse_join_line,
    pin_of,
    read_pin,
    split_code,
)

FINGERPRINT = hashlib.sha256(b"a certificate").digest()
PIN = pin_of(FINGERPRINT)


def test_a_pin_is_four_groups_of_five_letters_that_cannot_be_mistaken() -> None:
    assert [len(group) for group in PIN.split("-")] == [5, 5, 5, 5]
    assert not set(PIN) & set("OILU")


def test_a_pin_tells_ninety_bits_of_the_fingerprint() -> None:
    number = int.from_bytes(FINGERPRINT)
    assert pin_of((number ^ 1 << 166).to_bytes(32)) != PIN
    assert pin_of((number ^ 1 << 165).to_bytes(32)) == PIN


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"192.168.1.7/{PIN}", f"192.168.1.7:8782/{PIN}"),
        (f"cardtui connect 192.168.1.7:9000/{PIN}", f"192.168.1.7:9000/{PIN}"),
        (f"cardtui://192.168.1.7:9000/{PIN}", f"192.168.1.7:9000/{PIN}"),
        (f"192.168.1.7#{PIN.lower()}", f"192.168.1.7:8782/{PIN}"),
        (
            f"192.168.1.7,10.0.0.7,[fd00::7]:9000/{PIN.replace('-', '')}",
            f"192.168.1.7,10.0.0.7,[fd00::7]:9000/{PIN}",
        ),
        ("[fd00::7],kitchen", "[fd00::7],kitchen:8782"),
        ("kitchen", "kitchen:8782"),
    ],
)
def test_a_join_line_is_read_as_people_type_or_paste_it(text: str, line: str) -> None:
    parsed = parse_join_line(text)
    assert str(parsed) == line
    assert parse_join_line(str(parsed)) == parsed
    assert parse_join_line(parsed.command) == parsed


def test_letters_that_look_alike_are_taken_for_each_other() -> None:
    digits = next(
        pin
        for pin in (pin_of(hashlib.sha256(bytes([n])).digest()) for n in range(256))
        if "0" in pin and "1" in pin
    )
    assert read_pin(digits.replace("0", "o").replace("1", "l")) == digits


@pytest.mark.parametrize(
    "pin",
    ["", PIN[:-1], PIN + "7", PIN.replace(PIN[0], "*"), PIN[1:] + PIN[0], "U" * 20],
)
def test_a_pin_that_was_not_copied_well_is_answered_with_a_sentence(pin: str) -> None:
    with pytest.raises(BadAddress, match=r"copy the whole join line once more\.$"):
        parse_join_line(f"192.168.1.7/{pin}")


def test_one_wrong_letter_is_found_out() -> None:
    for place, letter in enumerate(PIN):
        if letter != "-":
            other = "7" if letter != "7" else "8"
            with pytest.raises(BadAddress):
                read_pin(PIN[:place] + other + PIN[place + 1 :])


def test_a_line_names_at_least_one_address() -> None:
    for text in ("", "/", f"/{PIN}", ",", "cardtui connect"):
        with pytest.raises(BadAddress):
            parse_join_line(text)


def test_the_command_is_what_one_types() -> None:
    line = JoinLine(parse_join_line("10.0.0.7").addresses, PIN)
    assert line.command == f"cardtui connect 10.0.0.7:8782/{PIN}"


@pytest.mark.parametrize("code", ["", "wshpk4"])
def test_an_invitation_has_the_line_and_the_code(code: str) -> None:
    line = parse_join_line(f"192.168.1.7/{PIN}")
    text, found = split_code(invitation(line.command, code))
    assert (parse_join_line(text), found) == (line, code)


@pytest.mark.parametrize(
    ("text", "machine"),
    [
        ("127.0.0.1", True),
        ("kitchen.local:9000", True),
        ("localhost", True),
        ("Ana's kitchen", False),
    ],
)
def test_what_names_a_machine_is_not_looked_for_by_its_name(text: str, machine: bool) -> None:
    assert names_machine(text) is machine


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", "192.168.1.5:8782"),
        (" kitchen:9000 ", "kitchen:9000"),
        ("localhost:1", "localhost:1"),
        ("[::1]", "[::1]:8782"),
        ("[fe80::1]:9000", "[fe80::1]:9000"),
        ("fe80::1", "[fe80::1]:8782"),
        ("cardtui connect kitchen:9000", "kitchen:9000"),
        ("connect kitchen", "kitchen:8782"),
    ],
)
def test_addresses_are_read_as_people_type_or_paste_them(text: str, address: str) -> None:
    parsed = parse_address(text)
    assert str(parsed) == address
    assert parse_address(str(parsed)) == parsed


@pytest.mark.parametrize(
    "text",
    ["", "  ", "a b", "kitchen:", "kitchen:x", "kitchen:0", "kitchen:65536", "kitchen:٣", ":80",
     "[::1", "[::1]9", "[kitchen]:1", "1:2:3", "-x", "http://kitchen", "a" * 300, "k:999999999999"],
)  # fmt: skip
def test_what_is_no_address_is_answered_with_a_sentence(text: str) -> None:
    with pytest.raises(BadAddress) as error:
        parse_address(text)
    assert str(error.value).endswith(".")


def test_where_servers_listen_for_their_own_machine_is_told_from_all_else() -> None:
    assert Address("localhost", 1).is_own
    assert Address("127.0.0.1", 1).is_own
    assert Address("::1", 1).is_own
    assert not Address("127.0.0.2", 1).is_own
    assert not Address("192.168.1.5", 1).is_own
    assert not Address("kitchen", 1).is_own


def test_the_protocol_says_how_a_pin_is_made_of_a_certificate() -> None:
    text = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
    [certificate] = re.findall(r"```pem\n(.+?)\n```", text, re.DOTALL)
    told = dict(re.findall(r"^\| `?(SHA-256|kept|check|pin)`? \| `(.+)` \|$", text, re.MULTILINE))
    fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).digest()
    kept = int.from_bytes(fingerprint) >> 166
    check = hashlib.sha256(b"cardtui pin" + kept.to_bytes(12)).digest()
    assert told == {
        "SHA-256": fingerprint.hex(),
        "kept": f"{kept:x}",
        "check": f"{int.from_bytes(check[:2]) >> 6:x}",
        "pin": pin_of(fingerprint),
    }
