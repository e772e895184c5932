"""Lines typed ahead, told later, awaited, or asked about before they are done."""

import io
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from cardtui.v1 import actions_pb2, tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.offers import offers
from cardtui_client.lines.acting import Dialogue, TypedAhead
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.typed_lines import Teller
from cardtui_client.model.table import TableModel
from cardtui_client.tui.timers import UnderWay
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings
from tests.client.people import House, made, shown
from tests.support.table_driver import cacho
from tests.support.tables import card, choice, model_of

MINE: dict[str, Any] = {
    "phase": Phase.PHASE_PLAY,
    "to_act": [0],
    "choices": [choice("play", cards=[card("7E")])],
}
THEIRS: dict[str, Any] = {"phase": Phase.PHASE_PLAY, "to_act": [1]}


def ahead(*, seat: bool = True, **fields: Any) -> TypedAhead:
    return TypedAhead(model_of("truco-argentino", **fields), seat=seat)


def test_a_word_and_a_number_wait_for_ones_turn() -> None:
    assert not ahead(**THEIRS).may_use("play 7E")
    assert not ahead(**THEIRS).may_use("1")
    assert ahead(**MINE).may_use("play 7E")
    assert ahead(**MINE).may_use("1")


def test_what_was_done_is_waited_for_until_the_table_shows_it() -> None:
    typed = ahead(**MINE)
    typed.done = 10_000
    assert not typed.may_use("play 7E")


def test_enter_goes_on_once_after_each_hand() -> None:
    between = ahead(phase=Phase.PHASE_DEAL)
    assert between.may_use("")
    assert not between.may_use("play 7E")
    between.went_on = 1
    assert not between.may_use("")


@pytest.mark.parametrize(("said", "goes_on"), [("bet", False), ("pass", True)])
def test_enter_goes_on_where_only_bots_still_play(said: str, goes_on: bool) -> None:
    table = cacho(2 + goes_on)
    table.table.seats[-1].bot = tables_pb2.BOT_LEVEL_NORMAL
    table.do(0, said)
    model = TableModel()
    model.fold(table.snapshot())
    typed = TypedAhead(model, seat=True)
    assert typed.may_use("") is goes_on
    typed.went_on = 2
    assert not typed.may_use("")


def test_after_the_match_and_for_who_watches_nothing_is_worth_waiting_for() -> None:
    assert ahead(phase=Phase.PHASE_OVER).may_use("play 7E")
    assert ahead(seat=False, **THEIRS).may_use("play 7E")


def test_after_a_match_what_is_for_the_next_one_waits_once_that_was_asked_for() -> None:
    over = ahead(phase=Phase.PHASE_OVER)
    over.wished = over.next_match
    assert not over.may_use("play 7E")
    over.wished = 7  # an earlier match: ask again
    assert over.may_use("play 7E")


def test_news_are_kept_back_while_somebody_types_and_answers_are_not() -> None:
    output = io.StringIO()
    teller = Teller(output)
    teller.news(["one"])
    teller.toggle()
    teller.news(["two"])
    teller.answer(["three"])
    assert output.getvalue() == "one\nthree\n"
    assert teller.tell_kept()
    assert not teller.tell_kept()
    assert output.getvalue() == "one\nthree\ntwo\n"
    teller.toggle()
    teller.news(["four"])
    assert output.getvalue().endswith("four\n")


def test_a_table_that_never_stops_talking_fills_no_memory() -> None:
    output = io.StringIO()
    teller = Teller(output)
    teller.toggle()
    for number in range(700):
        teller.news([str(number)])
    teller.tell_kept()
    lines = output.getvalue().splitlines()
    assert lines[0] == "200 lines were dropped."
    assert lines[1:] == [str(number) for number in range(200, 700)]


class Timer:
    """A timer that cannot be stopped any more."""

    def stop(self) -> None:
        pass


def test_a_turn_that_was_due_already_says_nothing_after_the_answer() -> None:
    due, said = list[Callable[[], None]](), list[str]()

    def after(_seconds: float, turn: Callable[[], None]) -> Timer:
        due.append(turn)
        return Timer()

    under_way = UnderWay(after, lambda: said.append(under_way.words), turns=lambda: True)
    with under_way.waiting(lambda: "Connecting…"):
        due[0]()
        assert said == ["Connecting…", "/ Connecting…"]
    assert said[-1] == ""
    said.append("Nobody answers.")  # by the task that waited
    due[-1]()
    assert said[-1] == "Nobody answers."
    with under_way.waiting(lambda: "Once more…"):
        due[-2]()
        assert said[-1] == "Once more…", "only the turns of its own wait count"


@pytest.fixture
async def house() -> AsyncIterator[House]:
    settings = Settings(port=0, data=None, thinking=0.0, note=False, limits=Limits.open())
    running = await serve(settings)
    opened = House(running)
    yield opened
    await opened.close()
    await running.stop(grace=0)


async def test_the_host_who_gets_up_in_a_match_is_asked_and_told_what_becomes_of_it(
    house: House,
) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(ana, seat=0)
    host = house.visits(ana, tty=True)
    await host.asks("join 1", "You are Ana, in seat 1.")
    await host.asks("stand", "Get up? The table has no host until somebody sits down. Type yes")
    await host.asks("no", "Cancelled.")
    guest = house.visits(bia, tty=True)
    await guest.asks("join 1", "You are Bia, in seat 2.")
    await host.screen.shows("Bia sits down")
    await host.asks("start", "Bia is not ready. Start all the same? Type yes")
    await host.asks("yes", "Hand 1")
    await host.asks("stand", "A bot plays on in your seat. Somebody else becomes the host. Type")
    await host.asks("y", "You get up. A bot plays on in your seat.")
    await guest.screen.shows("You are the host of this table now.")
    await guest.asks("watch", "A bot plays on in your seat. The table has no host until")
    await guest.asks("hand", "Cancelled.")
    await guest.asks("watch", "A bot plays on in your seat. The table has no host until")
    await guest.asks("yes", "You get up. A bot plays on in your seat.")
    assert not any(seat.player for seat in (await shown(ana)).seats)


async def test_who_has_a_bot_play_where_one_plays_is_told_so(house: House) -> None:
    host = house.visits(await house.comes("Ana"), tty=True)
    await host.asks("create cacho seats=2 bots=easy", "You are Ana, in seat 1.")
    await host.asks("ready", "Hand 1")
    await host.asks("bot 2", "A bot plays there already.")
    await host.asks("bot 1", "Nobody is away.")


async def test_the_host_who_closes_the_table_is_asked_where_that_ends_a_match(
    house: House,
) -> None:
    ana = await house.comes("Ana")
    host = house.visits(ana, tty=True)
    await host.asks("create cacho seats=2 bots=easy", "You are Ana, in seat 1.")
    await host.asks("ready", "Hand 1")
    await host.asks("close", "Close the table? The match ends for everybody. Type yes")
    await host.asks("no", "Cancelled.")
    assert len((await ana.list_tables()).tables) == 1
    await host.asks("close", "Close the table? The match ends for everybody. Type yes")
    await host.asks("yes", "Create the first one")  # at once, whether told as done or as seen
    await host.asks("create cacho seats=2", "You are Ana, in seat 1.")
    await host.asks("close", "Create the first one")  # at once, whether told as done or as seen


async def test_who_leaves_nothing_behind_is_not_asked(house: House) -> None:
    ana, bia = await house.comes("Ana"), await house.comes("Bia")
    await made(ana, seat=0)
    guest = house.visits(bia, tty=True)
    await guest.asks("join 1", "You are Bia, in seat 2.")
    await guest.asks("stand", "You get up. Your seat is free.")


async def test_who_comes_under_a_taken_name_is_told_and_so_is_who_watches_a_late_table(
    house: House,
) -> None:
    ana, bia, other = [await house.comes(name) for name in ("Ana", "Bia", "Bia")]
    await made(ana, seat=0, watching=tables_pb2.Spectators(delay_hands=1))
    second = house.visits(other, named="Bia")
    await second.screen.shows("Somebody else here is called “Bia”: you are “Bia 2”.")
    first = house.visits(bia, named="bia")
    await first.asks("watch 1", "You are watching, 1 hand later.")
    assert not any("Somebody else" in line for line in first.screen.lines)
    await first.asks("join", "Spectators see a match 1 hand later than it is played.")


def at_truco(*choices: actions_pb2.Choice) -> TableModel:
    now: dict[str, Any] = {"phase": Phase.PHASE_PLAY, "to_act": [0], "choices": choices}
    return model_of("truco-argentino", **now)


def test_a_number_of_an_older_list_does_what_that_line_said_or_nothing() -> None:
    six, seven = choice("play", cards=[card("6E")]), choice("play", cards=[card("7E")])
    heard = [*offers(at_truco(seven)), *offers(at_truco(six))]
    dialogue = Dialogue(Narrator(at_truco(six)), careful=False)
    gone = dialogue.meant("1", heard)
    assert gone.action is None
    assert gone.lines == ["The table has changed.", "1) play six of swords (6E)"]
    still = dialogue.meant("2", heard)
    assert still.action is not None
    assert still.action.play.card == card("6E")
