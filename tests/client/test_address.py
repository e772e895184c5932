"""Addresses, as people type or paste them."""

import pytest

from cardtui_client.net.address import Address, BadAddress, parse_address


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
