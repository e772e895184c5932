"""Where a server listens, and the certificate that it shows."""

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock

import grpc
import ifaddr
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from cardtui_server.app import serve
from cardtui_server.failures import StartError
from cardtui_server.network import interfaces
from cardtui_server.network.certificate import kept_certificate, make_certificate
from cardtui_server.rpc import listening
from cardtui_server.settings import Settings
from tests.support.calling import SWIFT, running
from tests.support.dated_certificate import dated_certificate
from tests.support.lasting_port import lasting_port


def test_a_certificate_is_made_once_and_kept_for_the_owner_alone(tmp_path: Path) -> None:
    made = kept_certificate(tmp_path / "data")
    assert kept_certificate(tmp_path / "data") == made
    [file] = (tmp_path / "data").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o644)
    kept_certificate(tmp_path / "data")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_damaged_certificate_is_told_and_never_replaced(tmp_path: Path) -> None:
    one, other = make_certificate(), make_certificate()
    written_before = one.key + b"written before it\n" + one.chain
    for damaged in (b"", b"\xff\x00", one.key, one.chain, one.key + other.chain, written_before):
        (tmp_path / "certificate.pem").write_bytes(damaged)
        with pytest.raises(StartError, match="is damaged"):
            kept_certificate(tmp_path)
        assert (tmp_path / "certificate.pem").read_bytes() == damaged
    program = (  # what OpenSSL does not mind is noticed without assertions, too
        "import sys\n"
        "from pathlib import Path\n"
        "from cardtui_server.network.certificate import kept_certificate\n"
        "kept_certificate(Path(sys.argv[1]))"
    )
    arguments = [sys.executable, "-O", "-c", program, str(tmp_path)]
    ended = subprocess.run(arguments, capture_output=True, check=False, timeout=60, text=True)
    assert "StartError: The certificate" in ended.stderr


def test_what_is_no_file_is_no_certificate_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "certificate.pem")
    with pytest.raises(StartError, match="Not a regular file"):
        kept_certificate(tmp_path)


def test_a_link_to_a_certificate_stays_one(tmp_path: Path) -> None:
    link, secret = tmp_path / "certificate.pem", tmp_path / "secrets" / "certificate.pem"
    link.symlink_to(secret)
    made = kept_certificate(tmp_path)
    assert link.is_symlink()
    assert kept_certificate(secret.parent) == made


def test_a_key_with_a_password_is_told_and_nobody_is_asked(tmp_path: Path) -> None:
    made = make_certificate()
    key = serialization.load_pem_private_key(made.key, None)
    locked = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(b"secret"),
    )
    (tmp_path / "certificate.pem").write_bytes(locked + made.chain)
    with pytest.raises(StartError, match="is damaged"):
        kept_certificate(tmp_path)


@pytest.mark.parametrize(
    ("begins", "ends", "said"),
    [
        (2001, 2002, "is valid from 2001-01-01 to 2002-01-01"),
        (2100, 2200, "is valid from 2100-01-01 to 2200-01-01"),
        (1970, 2049, ""),
    ],
)
async def test_a_certificate_that_is_not_valid_now_is_told_at_the_start(
    tmp_path: Path, begins: int, ends: int, said: str
) -> None:
    pem = dated_certificate(begins, ends)
    (tmp_path / "certificate.pem").write_bytes(pem)
    server = await serve(Settings(port=0, data=tmp_path))
    assert said in str(server.outdated or "")
    assert bool(server.outdated) == bool(said)
    assert (tmp_path / "certificate.pem").read_bytes() == pem
    await server.stop(0)


def test_a_certificate_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(StartError, match="--data"):
        kept_certificate(tmp_path / "data")


def test_a_certificate_is_a_p_256_key_that_signs_itself() -> None:
    made = make_certificate()
    shown = x509.load_pem_x509_certificate(made.chain)
    shown.verify_directly_issued_by(shown)
    key = shown.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    assert shown.fingerprint(hashes.SHA256()) == made.fingerprint
    # A clock that was never set says 1970, and one that was set wrongly says anything.
    assert shown.not_valid_before_utc == datetime(1970, 1, 1, tzinfo=UTC)
    assert shown.not_valid_after_utc.year == 9999


class _Adapter(NamedTuple):
    name: str
    ips: list[ifaddr.IP]


def machine(monkeypatch: pytest.MonkeyPatch, **addresses: str) -> None:
    adapters = [
        _Adapter(
            name.replace("_", "-"),
            [ifaddr.IP((each, 0, 0) if ":" in each else each, 64, name) for each in listed.split()],
        )
        for name, listed in addresses.items()
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(interfaces, "_way_out", lambda: "192.168.1.7")


def test_private_addresses_are_found_the_usual_way_out_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine(
        monkeypatch,
        lo="127.0.0.1 ::1",
        eth0="fd00::7 10.0.0.7 fe80::7",
        wlan0="192.168.1.7 169.254.3.4",
        ppp0="8.8.4.4",
        docker0="172.17.0.1",
        br_1a2b="172.18.0.1",
    )
    assert interfaces.private_addresses() == ["192.168.1.7", "10.0.0.7", "fd00::7", "169.254.3.4"]
    assert "8.8.4.4" in interfaces.all_addresses()
    assert "172.17.0.1" not in interfaces.all_addresses()


def test_an_ipv6_address_of_one_link_is_used_if_it_is_all_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine(monkeypatch, lo="127.0.0.1 ::1", eth0="fe80::7", docker0="fe80::8 172.17.0.1")
    assert interfaces.private_addresses() == ["fe80::7%eth0"]
    assert interfaces.all_addresses() == ["fe80::7%eth0"]


def test_a_machine_without_a_network_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, lo="127.0.0.1", docker0="172.17.0.1")
    with pytest.raises(StartError, match="connect it to one, or name the address"):
        interfaces.private_addresses()
    with pytest.raises(StartError, match="no address in a network"):
        interfaces.all_addresses()


async def test_one_port_serves_this_machine_plainly_and_others_over_tls() -> None:
    async with running(replace(SWIFT, lan=("127.0.0.2", "127.0.0.3"))) as server:
        assert server.address == f"127.0.0.1:{server.port}"
        assert server.lan == [f"127.0.0.2:{server.port}", f"127.0.0.3:{server.port}"]


@pytest.mark.parametrize(
    ("lan", "at"), [(("127.0.0.2", "127.0.0.3"), "127.0.0.3"), ((), listening.DOOR_HOST)]
)
def test_a_port_that_is_taken_at_one_address_is_not_chosen(
    lan: Sequence[str], at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, free = lasting_port(), lasting_port()
    offered = iter((taken, free))

    class Offering(socket.socket):
        """Is given these ports where any will do."""

        def bind(self, address: Any) -> None:
            host, port = address
            super().bind((host, port or next(offered)))

    with socket.socket() as other:
        other.bind((at, taken))
        other.listen()
        monkeypatch.setattr(socket, "socket", Offering)
        monkeypatch.setattr(grpc, "ssl_server_credentials", Mock())
        server = Mock()
        server.add_insecure_port.side_effect = [free]
        assert listening.listen(server, "127.0.0.1", lan, 0, Mock()) == free
        server.add_insecure_port.assert_called_once_with(f"127.0.0.1:{free}")


@pytest.mark.parametrize(
    ("lan", "sentence"),
    [("192.0.2.77", "is not an address of this machine"), ("127.0.0.2", "is in use")],
)
async def test_why_a_server_cannot_listen_is_told(lan: str, sentence: str) -> None:
    at = replace(SWIFT, lan=("127.0.0.2",), port=lasting_port())
    async with running(at) as server:
        settings = replace(SWIFT, host="127.0.0.4", port=server.port, lan=(lan,))
        with pytest.raises(StartError, match=sentence):
            async with running(settings):
                pass
