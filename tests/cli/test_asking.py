"""What commands ask on a terminal: whether to trust a server, and for its password."""

from pathlib import Path

import grpc
import pytest

from cardtui.v1 import errors_pb2
from cardtui_client.command_line import profile
from cardtui_client.command_line.errors import Failed
from cardtui_client.i18n import set_language
from cardtui_client.net.address import Address
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.known_servers import KnownServers, Tokens
from cardtui_client.net.trust import UnknownServer
from cardtui_client.settings import Settings, read_settings

UNKNOWN = UnknownServer(Address("192.168.1.7", 8782), "000G4-0R40M-30E20-91842")


def refused(reason: errors_pb2.Reason.ValueType) -> Refused:
    return Refused(
        errors_pb2.Refusal(reason=reason, sentence="No."), grpc.StatusCode.UNAUTHENTICATED
    )


WANTS_PASSWORD = refused(errors_pb2.REASON_BAD_PASSWORD)


def typing(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(profile, "can_ask", lambda: True)

    def prompt(*_words: object, **_more: object) -> str:
        return text

    monkeypatch.setattr("click.prompt", prompt)


@pytest.mark.parametrize(
    ("language", "typed", "trusted"),
    [
        ("en", "yes", True),
        ("en", " YES ", True),
        ("en", "", False),
        ("en", "y", False),
        ("pt_BR", "sim", True),
        ("es_AR", "no", False),
    ],
)
def test_only_a_whole_yes_trusts_a_server(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    typed: str,
    trusted: bool,
) -> None:
    set_language(language)
    typing(monkeypatch, typed)
    assert profile.ask_trust(UNKNOWN) is trusted
    assert UNKNOWN.pin in capsys.readouterr().err


def test_where_nobody_can_be_asked_nothing_is_trusted_and_advice_is_given() -> None:
    assert not profile.ask_trust(UNKNOWN)
    with pytest.raises(Failed, match="--password-file FILE, or in CARDTUI_PASSWORD"):
        profile.ask_password(WANTS_PASSWORD)


def test_a_password_is_asked_for_only_if_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    typing(monkeypatch, "trinta")
    assert profile.ask_password(WANTS_PASSWORD) == "trinta"
    assert profile.ask_password(refused(errors_pb2.REASON_BAD_TOKEN)) is None
    typing(monkeypatch, "")
    assert profile.ask_password(WANTS_PASSWORD) is None


def nameless(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, login: str) -> Settings:
    """Return the settings of somebody who has chosen no name, and types one if asked."""
    monkeypatch.setenv("LOGNAME", login)
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path))
    typing(monkeypatch, "Rita")
    return read_settings()


def test_whose_login_is_nobodys_is_asked_for_a_name_in_lines_which_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = nameless(monkeypatch, tmp_path, "root")
    profile.ask_nameless(settings)
    assert (settings.name, read_settings().name) == ("Rita", "Rita")


def test_nobody_is_asked_for_a_name_whom_the_login_or_the_server_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = nameless(monkeypatch, tmp_path, "beto")
    profile.ask_nameless(settings)
    assert (settings.name, profile.person_name(settings)) == ("", "beto")
    monkeypatch.setenv("LOGNAME", "root")
    KnownServers(tmp_path).keep(UNKNOWN.address, "ab" * 32)
    Tokens(tmp_path).keep("ab" * 32, "Caro", "a token")
    profile.ask_nameless(settings, "192.168.1.7")
    assert (settings.name, profile.person_name(settings)) == ("", "player")
