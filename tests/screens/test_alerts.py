"""What the terminal shows outside of its screen: a title, and notifications."""

import pytest

from cardtui_client.text import in_letters
from cardtui_client.tui.terminal_app import Alerts

KEPT, BACK = "\x1b[22;2t", "\x1b]2;\x07\x1b[23;2t"


def test_the_title_is_kept_changed_once_and_given_back() -> None:
    sent: list[str] = []
    alerts = Alerts(sent.append)
    alerts.entitle("")
    assert sent == [], "nothing was changed"
    for title in ("cardtui", "cardtui", "Your turn", "Your turn"):
        alerts.entitle(title)
    assert sent == [KEPT, "\x1b]2;cardtui\x07", "\x1b]2;Your turn\x07"]
    alerts.rest()
    alerts.rest()
    assert sent[3:] == [BACK]


def test_while_it_rests_nothing_is_sent_and_then_what_is_to_be_seen() -> None:
    sent: list[str] = []
    alerts = Alerts(sent.append)
    alerts.entitle("cardtui")
    alerts.rest()
    before = len(sent)
    alerts.entitle("Your turn")
    alerts.notify("psst")
    assert len(sent) == before
    alerts.wake()
    alerts.wake()
    assert sent[before:] == [KEPT, "\x1b]2;Your turn\x07"]


def test_only_who_looks_elsewhere_is_notified() -> None:
    sent: list[str] = []
    alerts = Alerts(sent.append)
    alerts.notify("cardtui: it is your turn.")
    alerts.watched = True
    alerts.notify("cardtui: it is your turn.")
    assert sent == ["\x1b]9;cardtui: it is your turn.\x07"]


@pytest.mark.parametrize("name", ["\x07\x1b]52;c;aGk=\x07", "a\u202eb", "\x9b2J", "x" * 500])
def test_no_name_reaches_the_terminal_as_more_than_letters(name: str) -> None:
    sent: list[str] = []
    alerts = Alerts(sent.append)
    alerts.notify(f"cardtui: {name} says your name.")
    (told,) = sent
    body = told.removeprefix("\x1b]9;").removesuffix("\x07")
    assert body.isprintable()
    assert len(body) <= 80
    alerts.entitle("\x1b\x07")
    assert len(sent) == 1


def test_a_terminal_of_letters_alone_is_sent_the_sequence_whole() -> None:
    sent: list[str] = []
    alerts = Alerts(lambda sequence: sent.append(in_letters(sequence)))
    alerts.notify("cardtui: é a sua vez.")
    alerts.entitle("Sua vez · cardtui")
    assert sent[0] == "\x1b]9;cardtui: e a sua vez.\x07"
    assert sent[-1].startswith("\x1b]2;Sua vez ")
    assert sent[-1].endswith("cardtui\x07")
