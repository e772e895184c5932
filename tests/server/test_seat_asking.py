"""A bot's seat during a match: asked for, promised by the host or the terms, given at the hand."""

import pytest

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_engine.library.registry import get_rules
from cardtui_server.match.entries import BotsYieldSet, RatedSet, SpectatorsSet, SpectatorTalk
from cardtui_server.match.events import Talk
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import (
    AnswerSeat,
    BanPlayer,
    ChangeTerms,
    Kick,
    Leave,
    Say,
    SetReady,
    Sit,
    Start,
)
from cardtui_server.match.seat_asking import MOST_ASKING, SEAT_ASKED
from cardtui_server.match.state import Life, TableState
from cardtui_server.table.actor import Table
from cardtui_server.table.pace import ASKERS_PATIENCE_SECONDS
from cardtui_server.table.reader import Reader, Watcher
from cardtui_server.table.subscription import Subscription
from tests.server.at_table import END, end_of, one_act, reason, refuses
from tests.server.buy_ins import made
from tests.server.clocks import pass_time, waiting
from tests.support.nights import games_and_by_night
from tests.support.playing import House, act, brief, frames, quiet


def ask(seat: int | None = None, player: str = "dora") -> Sit:
    return Sit(player, player.title(), seat, ask=True)


def watch(table: Table, player: str = "dora") -> Subscription:
    return table.attach(Reader(watcher=Watcher(player)))


async def with_a_bot(house: House, game: str = "cacho") -> Table:
    """Return a table where one person plays a match against bots."""
    return await house.table(game, min(get_rules(game).seats), people=1, options=brief(game))


async def next_hand(house: House, table: Table) -> None:
    """Play, with bots that play by themselves, until another hand begins or the match is over."""
    hand = table.state.tally.hand
    for _ in range(1000):
        state = table.state
        if state.life is not Life.PLAYING or state.tally.hand != hand:
            return
        await one_act(house, table)
    raise AssertionError(f"the hand does not end: {table.state.turn}")


def asking(table: Table) -> list[tuple[str, bool]]:
    return [(each.player, each.granted) for each in table.state.asking]


def shown(state: TableState) -> list[int]:
    """Return the seats that bots hold."""
    return [seat for seat, each in enumerate(state.sitters) if each and each.bot]


async def test_where_no_host_is_left_who_asks_first_comes_in_and_is_the_host(house: House) -> None:
    table = await house.table("cacho", 3, people=1, options=brief("cacho"))
    await table.ask(ask())
    await table.ask(Leave("p0"))
    await table.ask(ask(player="emil"))
    await next_hand(house, table)
    assert [table.state.seat_of(player) for player in ("dora", "emil")] == [1, 2]
    assert (table.state.host, table.state.host_name) == ("dora", "Dora")


@pytest.mark.parametrize("game", games_and_by_night())
async def test_a_seat_that_the_host_promised_changes_hands_at_the_next_hand(
    house: House, game: str
) -> None:
    table = await with_a_bot(house, game)
    bot = shown(table.state)[0]
    stream = watch(table)
    assert await table.ask(ask()) == SEAT_ASKED
    await next_hand(house, table)
    if table.state.life is Life.PLAYING:
        assert asking(table) == [("dora", False)]
        await table.ask(AnswerSeat("p0", "dora", granted=True))
        assert table.state.seat_of("dora") is None
        await next_hand(house, table)
    sitter = table.state.sitters[bot]
    assert sitter is not None
    assert (sitter.player, sitter.name, sitter.bot) == ("dora", "Dora", 0)
    assert not table.state.asking
    assert end_of(stream) == END.END_REASON_SEATED


async def test_a_spectator_who_gets_a_seat_sees_no_card_of_the_hand_before(house: House) -> None:
    table = await house.table("truco-argentino", 4, people=3, pause=5, thinking=10_000)
    watch(table)
    await table.ask(ask())
    await table.ask(AnswerSeat("p0", "dora", granted=True))
    hand = table.state.tally.hand
    for player in ("p0", "p1", "p2"):
        table.attach(Reader(player))
    for _ in range(100):
        if table.state.resting:
            break
        seat = waiting(table)
        await act(table, seat, table.state.rules.mildest(table.state.game, seat))
        await pass_time(house, 1)
    assert table.state.resting
    assert table.state.seat_of("dora") is None, "the hand's cards may still be seen"
    await pass_time(house, 11)
    view = table_service_pb2.Snapshot.FromString(table.snapshot("dora"))
    assert (view.seat, view.view.hand) == (table.state.seat_of("dora"), hand + 1)


async def test_where_bots_yield_nobody_is_asked_but_whom_the_host_has_put_out(house: House) -> None:
    table = await house.table(seats=4, people=2)
    await table.ask(ChangeTerms("p0", BotsYieldSet(True)))
    await table.ask(ask())
    assert asking(table) == [("dora", True)]
    await table.ask(Kick("p0", 1))
    watch(table, "p1")
    await table.ask(ask(player="p1"))
    assert asking(table) == [("dora", True), ("p1", False)]
    await table.ask(AnswerSeat("p0", "p1", granted=True))
    await next_hand(house, table)
    assert table.state.seat_of("p1") == 1, "the own seat, where a bot holds it"
    assert table.state.seat_of("dora") == 2


@pytest.mark.parametrize("promised", [False, True])
async def test_where_only_the_host_plays_and_stays_away_the_match_goes_on_for_who_asks(
    house: House, promised: bool
) -> None:
    table = await house.table("cacho", 3, people=1, options=brief("cacho"), patience=30)
    await table.ask(ChangeTerms("p0", BotsYieldSet(promised)))
    watch(table)
    await table.ask(ask())
    await pass_time(house, 29)
    assert asking(table) == [("dora", promised)]
    await pass_time(house, 2)
    assert asking(table) == [("dora", True)]
    for _ in range(200):
        await pass_time(house, 1)  # bots play, also for the host
    assert table.state.seat_of("dora") == 1
    table.attach(Reader("dora"))
    await pass_time(house, 1)
    assert (table.state.host, table.state.lender) == ("dora", "p0")
    table.attach(Reader("p0"))
    await pass_time(house, 1)
    assert (table.state.host, table.state.seat_of("p0")) == ("p0", 0)


async def test_whom_the_host_has_put_out_waits_until_the_host_is_back(house: House) -> None:
    table = await house.table("cacho", 3, people=2, options=brief("cacho"), patience=30)
    await table.ask(Kick("p0", 1))
    watch(table, "p1")
    await table.ask(ask(player="p1"))
    hand, moves = table.state.tally.hand, table.state.seq
    await pass_time(house, 100)
    assert asking(table) == [("p1", False)]
    assert (table.state.tally.hand, table.state.seq) == (hand, moves), "it rests"
    table.attach(Reader("p0"))
    await table.ask(AnswerSeat("p0", "p1", granted=True))
    assert asking(table) == [("p1", True)]


async def test_no_more_are_let_in_than_bots_play_while_the_host_is_away(house: House) -> None:
    table = await house.table("cacho", 3, people=1, options=brief("cacho"), patience=30)
    for player in ("dora", "emil", "fina"):
        watch(table, player)
        await table.ask(ask(player=player))
    await pass_time(house, 31)
    await pass_time(house, 31)
    assert asking(table) == [("dora", True), ("emil", True), ("fina", False)]


async def test_a_request_is_refused_taken_back_and_ends_when_its_player_goes(house: House) -> None:
    table = await house.table(seats=4, people=2)
    host = table.attach(Reader("p0"))
    frames(host)
    await table.ask(ask())
    await table.ask(AnswerSeat("p0", "dora", granted=False))
    await table.ask(ask(3))
    await table.ask(Leave("dora"))
    events = [each for frame in frames(host) for each in frame.update.events]
    steps = [each.seat_asked.step for each in events if each.HasField("seat_asked")]
    assert steps == [
        tables_pb2.ASK_STEP_ASKED,
        tables_pb2.ASK_STEP_REFUSED,
        tables_pb2.ASK_STEP_ASKED,
        tables_pb2.ASK_STEP_ENDED,
    ]
    stream = watch(table)
    await table.ask(ask())
    await pass_time(house, ASKERS_PATIENCE_SECONDS + 1)
    assert asking(table) == [("dora", False)]
    table.detach(stream)
    await pass_time(house, ASKERS_PATIENCE_SECONDS - 1)
    assert asking(table) == [("dora", False)]
    await pass_time(house, 2)
    assert not table.state.asking
    with refuses("REASON_STALE"):
        await table.ask(AnswerSeat("p0", "dora", granted=True))


async def test_only_the_host_answers_and_each_bot_gives_its_seat_once(house: House) -> None:
    table = await house.table(seats=4, people=3)
    await table.ask(ask())
    await table.ask(ask(player="emil"))
    for wish, why in (
        (AnswerSeat("p1", "dora", granted=True), "REASON_NOT_HOST"),
        (AnswerSeat("dora", "dora", granted=True), "REASON_NOT_HOST"),
        (ask(1, "fina"), "REASON_SEAT_TAKEN"),
    ):
        with pytest.raises(Refused) as refused:
            await table.ask(wish)
        assert reason(refused) == why
    await table.ask(AnswerSeat("p0", "dora", granted=True))
    with pytest.raises(Refused, match="full"):
        await table.ask(AnswerSeat("p0", "emil", granted=True))
    with pytest.raises(Refused, match="full"):
        await table.ask(ask(player="fina"))
    await table.ask(AnswerSeat("p0", "dora", granted=False))
    await table.ask(AnswerSeat("p0", "emil", granted=True))
    assert asking(table) == [("emil", True)]


async def test_no_more_than_so_many_ask_at_a_time(house: House) -> None:
    table = await house.table(seats=4, people=2)
    for number in range(MOST_ASKING):
        await table.ask(ask(player=f"q{number}"))
    with refuses("REASON_LIMIT"):
        await table.ask(ask())


async def test_nobody_comes_into_a_rated_match(house: House) -> None:
    table = await house.table("truco-argentino", 4, people=3, start=False)
    await table.ask(ChangeTerms("p0", RatedSet(True)))
    await table.ask(ChangeTerms("p0", BotsYieldSet(True)))
    for player in ("p0", "p1", "p2"):
        await table.ask(SetReady(player, ready=True))
    await quiet()
    assert table.state.rated
    with pytest.raises(Refused, match="rated"):
        await table.ask(ask())


async def test_a_request_and_a_promise_outlive_a_restart_and_who_is_banned_asks_no_more(
    house: House,
) -> None:
    table = await house.table(seats=4, people=2)
    await table.ask(ask())
    await table.ask(ask(player="emil"))
    await table.ask(AnswerSeat("p0", "emil", granted=True))
    await table.ask(BanPlayer("p0", "dora", "dora", "Dora", 9))
    await table.ask(ask(2, "fina"))
    table = await house.restarted(table)
    assert asking(table) == [("emil", True), ("fina", False)]
    await pass_time(house, ASKERS_PATIENCE_SECONDS + 1)
    assert not table.state.asking, "neither has come back"


async def test_a_player_who_still_asks_sits_down_once_the_match_is_over(house: House) -> None:
    table = await house.table(seats=4, people=2, options=brief("cacho"))
    watch(table)
    await table.ask(ask(3))
    while table.state.life is Life.PLAYING:
        await next_hand(house, table)
    sitter = table.state.sitters[3]
    assert sitter is not None
    assert (sitter.player, sitter.ready) == ("dora", False)
    (result,) = await house.store.results_of("p0")
    assert [each.player for each in result.seats] == ["p0", "p1", "", ""]


async def test_the_ledger_counts_what_a_late_friend_has_won_from_then_on(house: House) -> None:
    table = await made(house)
    await table.ask(Start("p0"))
    await quiet()
    watch(table)
    await table.ask(ask())
    await table.ask(AnswerSeat("p0", "dora", granted=True))
    await next_hand(house, table)
    seat = table.state.seat_of("dora")
    assert seat == 2
    brought = table.state.tally.chips[seat]
    while table.state.life is Life.PLAYING:
        await next_hand(house, table)
    accounts = table.state.ledger.accounts
    own = next(each for holder, each in accounts.items() if holder.player == "dora")
    won = table.state.tally.chips[seat] - brought
    assert own.won == won
    assert sum(each.won for each in accounts.values()) == 0
    (result,) = await house.store.results_of("p0")
    assert (result.seats[seat].player, result.seats[seat].chips) == ("dora", won)


async def test_who_left_with_chips_by_mistake_comes_back_if_the_host_says_yes(house: House) -> None:
    table = await made(house)
    await table.ask(Start("p0"))
    await table.ask(ChangeTerms("p0", BotsYieldSet(True)))
    await quiet()
    await table.ask(Leave("p1"))
    watch(table, "p1")
    assert await table.ask(ask(player="p1")) == SEAT_ASKED
    assert asking(table) == [("p1", False)]
    await table.ask(AnswerSeat("p0", "p1", granted=True))
    await next_hand(house, table)
    assert table.state.seat_of("p1") == 1


async def test_the_players_hear_what_is_said_by_who_asks(house: House) -> None:
    table = await house.table(seats=3, people=2)
    watch(table)
    await table.ask(Say("dora", "Dora", "hello", watching=True))
    await table.ask(ask())
    await table.ask(Say("dora", "Dora", "may I?", watching=True))
    heard = [(said.text, said.talk) for said in table.state.talk]
    assert heard == [("hello", Talk.SPECTATORS), ("may I?", Talk.PLAYERS)]


async def test_who_watches_later_gets_a_seat_in_the_match_as_it_is_now(house: House) -> None:
    table = await house.table("truco-argentino", 4, people=3)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, delay_hands=2)))
    stream = watch(table)
    await table.ask(ask())
    await table.ask(AnswerSeat("p0", "dora", granted=True))
    late = tables_pb2.Table.FromString(table.shown)
    assert [each.player for each in late.asking] == ["dora"], "a request is nothing of the match"
    await next_hand(house, table)
    assert table.state.seat_of("dora") == 3
    assert end_of(stream) == END.END_REASON_SEATED
    late = tables_pb2.Table.FromString(table.shown)
    assert late.seats[3].bot, "who sits there is of the match"


async def test_who_is_put_out_and_asks_again_still_asks_where_the_match_is_seen_later(
    house: House,
) -> None:
    table = await house.table("truco-argentino", 4, people=3)
    later = SpectatorsSet(False, SpectatorTalk.APART, delay_milliseconds=20_000)
    await table.ask(ChangeTerms("p0", later))
    watch(table)
    await table.ask(ask())
    await table.ask(AnswerSeat("p0", "dora", granted=True))
    await next_hand(house, table)
    await table.ask(Kick("p0", 3))
    watch(table)
    await table.ask(ask())
    await pass_time(house, 21)
    shown_late = tables_pb2.Table.FromString(table.shown)
    assert shown_late.seats[3].bot, "all of it has been seen"
    assert [each.player for each in shown_late.asking] == ["dora"]


async def test_a_request_that_ends_as_its_seat_is_given_costs_no_seat(house: House) -> None:
    table = await house.table(seats=3, people=2)
    await table.ask(ask())
    await table.ask(AnswerSeat("p0", "dora", granted=True))
    await next_hand(house, table)
    await table.ask(Leave("dora", asked=True))
    assert table.state.seat_of("dora") == 2
