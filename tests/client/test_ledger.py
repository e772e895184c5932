"""Who has won and lost how many chips, and who owes whom, in chips and in money."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.faces.standing import kept_lines, ledger_lines, money_lines
from cardtui_client.history.diary import Diary
from cardtui_client.history.ledgers import Ledgers
from cardtui_client.model.person import read_ledger, worth
from cardtui_client.model.table import TableModel
from cardtui_client.net.record_keeper import Diarist
from cardtui_client.settings import Settings
from tests.support.nights import few_examples


def told(
    value: str = "R$ 0,25", *won: int, payments: tuple[tuple[int, int, int], ...] = ()
) -> table_service_pb2.Ledger:
    """Return the ledger of Ana, Beto and so on, who brought 50 each."""
    names = ("Ana", "Beto", "Carla")
    return table_service_pb2.Ledger(
        accounts=[
            table_service_pb2.Account(player=f"id of {name}", name=name, brought=50, took=50 + each)
            for name, each in zip(names, won, strict=False)
        ],
        payments=[
            table_service_pb2.Payment(payer=payer, payee=payee, chips=chips)
            for payer, payee, chips in payments
        ],
        chip_value=value,
    )


def table(ledger: table_service_pb2.Ledger | None, seat: int = 0) -> TableModel:
    """Return a table between two matches."""
    model = TableModel()
    seats = [tables_pb2.Seat(seat=at, name=name) for at, name in enumerate(["Ana", "Beto"])]
    model.table = tables_pb2.Table(state=tables_pb2.TABLE_STATE_OVER, seats=seats)
    model.ledger = ledger
    model.take_seat(seat)
    return model


@pytest.mark.parametrize(
    ("chip", "chips", "all_of_them"),
    [
        ("R$ 0,25", 37, "R$ 9,25"),
        ("$0.05", 1, "$0.05"),
        ("$ 1.000", 1500, "$ 1.500.000"),
        ("1,000.50 pesos", 2, "2,001.00 pesos"),
        ("0,125", 8, "1,000"),
        ("25 centavos", 4, "100 centavos"),
        ("1.000.000", 3, "3.000.000"),
        ("R$ 0,10", 10**9, "R$ 100000000,00"),
        ("a beer", 3, ""),
        ("3 for R$ 1", 3, ""),
        ("1.000,000.5", 3, ""),
        ("", 3, ""),
    ],
)
def test_what_a_chip_is_worth_is_multiplied_as_it_is_written(
    chip: str, chips: int, all_of_them: str
) -> None:
    assert worth(chip, chips) == all_of_them


@pytest.mark.slow
@few_examples()
@given(st.text(max_size=40), st.integers(0, 10**12))
def test_whatever_a_table_says_of_its_chips_nothing_breaks(chip: str, chips: int) -> None:
    assert isinstance(worth(chip, chips), str)


def test_debts_are_told_in_money_and_what_concerns_oneself_first() -> None:
    ledger = told("R$ 0,25", 10, -30, 20, payments=((1, 2, 20), (1, 0, 10)))
    assert money_lines(table(ledger)) == [
        "Beto owes Ana R$ 2,50 (10 chips).",
        "Beto owes Carla R$ 5,00 (20 chips).",
    ]
    assert ledger_lines(table(ledger)) == [
        "Carla brought 50 chips and won 20.",
        "Ana brought 50 chips and won 10.",
        "Beto brought 50 chips and lost 30.",
        "Beto owes Carla R$ 5,00 (20 chips).",
        "Beto owes Ana R$ 2,50 (10 chips).",
    ]


def test_without_money_debts_are_told_to_those_who_ask() -> None:
    ledger = told("", 1, -1, payments=((1, 0, 1),))
    assert money_lines(table(ledger)) == []
    assert ledger_lines(table(ledger))[-1] == "Beto owes Ana 1 chip."
    assert ledger_lines(table(told("", 0, 0)))[-1] == "All are even."


def test_nobody_owes_anything_for_a_match_that_goes_on() -> None:
    model = table(told("R$ 1", -50, -50))
    model.table.state = tables_pb2.TABLE_STATE_PLAYING
    assert ledger_lines(model) == ["Who owes whom is told once this match is over."]
    assert ledger_lines(table(None)) == ["No chips have been won or lost at this table."]


def test_what_a_server_makes_up_is_cut_short() -> None:
    ledger = told("R$ 1\x1b[31m", 5, -5, payments=((7, 0, 5), (1, 0, 2**63)))
    ledger.accounts[0].name = "A" * 999
    read = read_ledger(ledger)
    assert [len(each.payee) for each in read.debts] == [16]
    assert all("\x1b" not in each.worth for each in read.debts)


def test_who_owed_whom_is_kept_once_a_match_is_over(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path), name="Ana")
    model = table(told("R$ 0,25", 10, -10, payments=((1, 0, 10),)))
    model.table.id, model.table.name, model.table.game = "t1", "Kitchen", "cacho"
    diarist = Diarist(Diary(settings, now=lambda: 86_400.0 * 365.5), "server", "Ana")
    diarist.look(model)
    (kept,) = Ledgers(settings).latest()
    assert (kept.id, kept.name, kept.game) == ("t1", "Kitchen", "cacho")
    assert kept_lines([kept]) == [
        "1971-01-01, Kitchen, Cacho:",
        "Ana brought 50 chips and won 10.",
        "Beto brought 50 chips and lost 10.",
        "Beto owes Ana R$ 2,50 (10 chips).",
    ]
    model.table.state = tables_pb2.TABLE_STATE_PLAYING
    model.ledger = told("R$ 0,25", -40, -50)
    diarist.look(model)
    assert Ledgers(settings).latest() == [kept]
    model.table.state = tables_pb2.TABLE_STATE_CLOSED
    model.ledger = told("R$ 0,25", 0, 0)
    diarist.look(model)
    (kept,) = Ledgers(settings).latest()
    assert kept_lines([kept])[-1] == "All are even."


@pytest.mark.parametrize("text", ["[1]", '[[1, "s", "t", "n", "g", [[[1]], []]]]', '{"a": 1}'])
def test_a_file_of_ledgers_that_cannot_be_understood_is_set_aside(
    tmp_path: Path, text: str
) -> None:
    settings = Settings(data=str(tmp_path))
    (tmp_path / "ledgers.json").write_text(text)
    ledgers = Ledgers(settings)
    ledgers.keep("s", "t", "n", "cacho", read_ledger(told("", 1, -1)))
    assert len(ledgers.latest()) == 1
    assert (tmp_path / "ledgers.json.damaged-1").read_text() == text


@pytest.mark.slow
def test_only_the_latest_tables_are_kept(tmp_path: Path) -> None:
    ledgers = Ledgers(Settings(data=str(tmp_path)))
    for number in range(60):
        ledgers.keep("s", f"t{number}", "n", "cacho", read_ledger(told("", 1, -1)))
    assert [each.id for each in ledgers.latest()][::49] == ["t59", "t10"]
