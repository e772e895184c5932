"""What table is asked for: options from the command line, as the wire has them."""

import re

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.table_options import TableOptions, table_request
from cardtui_client.faces.characters import UnknownBot, are_wanted, wanted_bots


def options(game: str, *given: str, seats: int | None = None) -> dict[str, tables_pb2.OptionValue]:
    request = table_request(game, TableOptions(seats=seats, options=given))
    return dict(request.options)


def test_without_wishes_a_table_has_the_fewest_seats_and_no_bots() -> None:
    request = table_request("cacho", TableOptions())
    assert (request.seats, request.seat, request.bots) == (2, 0, tables_pb2.BOT_LEVEL_UNSPECIFIED)


def test_bots_of_a_level_take_the_other_seats() -> None:
    request = table_request("cacho", TableOptions(seats=4, preset="check"), bots="hard")
    assert (request.seats, request.preset, request.bots) == (4, "check", tables_pb2.BOT_LEVEL_HARD)


@pytest.mark.parametrize("word", ["true", "yes", "ON", "1"])
def test_a_switch_may_be_said_in_several_words(word: str) -> None:
    assert options("cacho", f"third_round_check={word}") == {
        "third_round_check": tables_pb2.OptionValue(flag=True)
    }


def test_each_kind_of_option_goes_as_what_it_is() -> None:
    assert options("truco-argentino", "target=15", "second_tie=first") == {
        "target": tables_pb2.OptionValue(number=15),
        "second_tie": tables_pb2.OptionValue(choice="first"),
    }
    assert options("cacho", "chip_value=R$ 0,25 = um feijão", "buy_in=20") == {
        "chip_value": tables_pb2.OptionValue(text="R$ 0,25 = um feijão"),
        "buy_in": tables_pb2.OptionValue(number=20),
    }


def test_a_number_for_each_seat_is_a_list() -> None:
    assert options("cacho", "buy_in=10,20,30", seats=3) == {
        "buy_in": tables_pb2.OptionValue(by_seat=tables_pb2.NumberBySeat(numbers=[10, 20, 30]))
    }


def test_a_rated_table_has_the_rules_of_a_preset_and_the_same_chips_for_all() -> None:
    assert table_request("cacho", TableOptions(terms={"rated": "yes"})).rated
    assert table_request("cacho", TableOptions(options=("hands=0",), terms={"rated": "yes"})).rated
    for options, terms in (("hands=3",), {}), ((), {"buyins": "20-80"}):
        with pytest.raises(Failed, match="Matches are rated by the rules of a preset"):
            table_request("cacho", TableOptions(options=options, terms={"rated": "yes", **terms}))


def test_partners_may_be_drawn_and_the_window_chosen() -> None:
    request = table_request(
        "truco-brasileiro", TableOptions(seats=4, terms={"partners": "high-card"})
    )
    assert request.partners == tables_pb2.PARTNERS_HIGH_CARD
    assert not request.HasField("window_milliseconds")
    request = table_request("cacheta", TableOptions(seats=4, terms={"window": "1.5"}))
    assert (request.partners, request.window_milliseconds) == (0, 1500)
    none = table_request("pif-paf", TableOptions(seats=3, terms={"window": "0"}))
    assert none.HasField("window_milliseconds")


@pytest.mark.parametrize(
    ("wish", "asked"),
    [
        ({}, tables_pb2.FIRST_DEALER_UNSPECIFIED),
        ({"dealer": "lot"}, tables_pb2.FIRST_DEALER_LOT),
        ({"dealer": "high-card"}, tables_pb2.FIRST_DEALER_HIGH_CARD),
    ],
)
def test_the_first_dealer_may_be_found_by_lot_or_by_high_card(
    wish: dict[str, str], asked: int
) -> None:
    request = table_request("cacho", TableOptions(terms=wish))
    assert request.first_dealer == asked


@pytest.mark.parametrize(
    ("game", "seats", "wish", "why"),
    [
        ("truco-argentino", 2, {"partners": "high-card"}, "at least four"),
        ("cacho", 4, {"partners": "high-card"}, "two teams"),
        ("pif-paf-tradicional", 4, {"window": "2"}, "nobody takes discards out of turn"),
    ],
)
def test_what_a_game_has_no_use_for_is_refused(
    game: str, seats: int, wish: dict[str, str], why: str
) -> None:
    with pytest.raises(Failed, match=why):
        table_request(game, TableOptions(seats=seats, terms=wish))


def test_a_table_may_have_a_clock_and_patience() -> None:
    def asked(**given: str) -> tuple[int, int, int | None]:
        request = table_request("cacho", TableOptions(terms=given))
        patient = request.HasField("patience_milliseconds")
        patience = request.patience_milliseconds if patient else None
        return request.clock_milliseconds, request.reserve_milliseconds, patience

    assert asked() == (0, 0, None)
    assert asked(clock="off", patience="0") == (0, 0, 0)
    assert asked(clock="30+60", patience="90") == (30_000, 60_000, 90_000)
    assert asked(clock="45") == (45_000, 0, None)
    assert asked(clock="long") == (120_000, 600_000, None)
    for wrong in ("4", "30+", "soon", "601", "30+3601", "-5"):
        with pytest.raises(Failed, match="--clock takes seconds such as 30"):
            asked(clock=wrong)


def test_players_may_buy_their_own_chips() -> None:
    def asked(game: str = "cacho", **given: str) -> tuple[int, int]:
        request = table_request(game, TableOptions(terms=given))
        return request.least_buy_in, request.most_buy_in

    assert asked() == (0, 0)
    assert asked(buyins="50-200") == (50, 200)
    for wrong in ("50", "200-50", "0-5", "few-many", ""):
        with pytest.raises(Failed, match="--buy-ins takes the least and the most chips"):
            asked(buyins=wrong)
    with pytest.raises(Failed, match="buy_in takes a number from 3"):
        asked(buyins="2-50")
    with pytest.raises(Failed, match="In truco-paulista nobody buys chips: leave out --buy-ins"):
        asked("truco-paulista", buyins="50-200")


def test_bots_are_wanted_by_name_one_by_one_and_the_rest_like_the_last() -> None:
    request = table_request("cacho", TableOptions(seats=4), bots="Chela:hard, beto,easy")
    assert [(each.level, each.character) for each in request.wanted_bots] == [
        (tables_pb2.BOT_LEVEL_HARD, tables_pb2.CHARACTER_CHELA),
        (tables_pb2.BOT_LEVEL_NORMAL, tables_pb2.CHARACTER_BETO),
        (tables_pb2.BOT_LEVEL_EASY, tables_pb2.CHARACTER_UNSPECIFIED),
    ]
    assert request.bots == tables_pb2.BOT_LEVEL_EASY
    with pytest.raises(Failed, match="there is room for 1"):
        table_request("cacho", TableOptions(), bots="chela,beto")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("chella", "did you mean chela?"),
        ("xyz", "choose from easy, normal, hard, alba"),
        ("chela:hrad", "did you mean hard?"),
        ("", "choose from"),
        ("hard,,easy", "choose from"),
    ],
)
def test_who_is_not_there_is_told_with_who_is(text: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=re.escape(said)):
        wanted_bots(text)


def test_a_match_goes_on_where_the_bots_that_sit_are_those_that_are_wanted() -> None:
    request = table_request("cacho", TableOptions(seats=3), bots="fito:hard")
    hard, fito, alba = tables_pb2.BOT_LEVEL_HARD, tables_pb2.CHARACTER_FITO, 1

    def seats(*bots: tuple[int, int]) -> list[tables_pb2.Seat]:
        own = tables_pb2.Seat(seat=0, name="Ana")
        return [own, *(tables_pb2.Seat(bot=level, character=who) for level, who in bots)]  # type: ignore[arg-type]

    assert are_wanted(seats((hard, fito), (hard, alba)), request)
    assert not are_wanted(seats((hard, alba), (hard, fito)), request)
    assert not are_wanted(seats((hard, fito), (1, alba)), request)
    assert not are_wanted(seats(), request)
