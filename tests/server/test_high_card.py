"""High card, for partners and the dealer: who sits where, who deals, what everybody is told."""

import random
from collections.abc import Sequence

import pytest

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, tables_pb2
from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, SPANISH, Card, Deck
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.rules import AnyRules, FirstDealer
from cardtui_server.fairness.high_card import HighCardDraw, draw_high_cards, high_ranks
from cardtui_server.match.entries import Partners, Started
from cardtui_server.match.fold import fold
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Act, Say, Start
from cardtui_server.match.state import Life
from cardtui_server.ports.dealer import Dealer, SystemDealer
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from tests.support.calling import Caller, running
from tests.support.playing import (
    House,
    Onlooker,
    act,
    any_action,
    attach,
    begin_next,
    frames,
    kinds,
    play,
    quiet,
    snapshot,
)
from tests.support.ports import FakeDealer

TABLES = [("truco-brasileiro", 4), ("truco-argentino", 4), ("truco-argentino", 6)]
HEIGHTS = {"A": 14, "K": 13, "Q": 12, "J": 11}


def height(deck: Deck, card: Card) -> int:
    """Return how high a card is: kings beat queens, and a French ace beats them all."""
    rank = deck.code(card)[:-1]
    return HEIGHTS.get(rank) or int(rank)


class RiggedDealer(FakeDealer):
    """Lets partners be drawn from packs that begin as the test wants."""

    def __init__(self, deck: Deck, *packs: str) -> None:
        super().__init__()
        self.packs = [deck.cards(pack.split()) for pack in packs]

    def draw(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        drawn = self.packs[number - 1]
        return (*drawn, *[card for card in cards if card not in drawn])


def rigged(deck: Deck, *packs: str) -> House:
    """Return a house whose partners are drawn from such packs."""
    house = House()
    house.dealer = RiggedDealer(deck, *packs)
    house.lobby = house._lobby()
    return house


def names(table: Table) -> list[str]:
    return [sitter.name if sitter else "" for sitter in table.state.sitters]


def partners_drawn(
    dealer: Dealer, rules: AnyRules, seats: int, number: int = 0
) -> tuple[HighCardDraw, ...]:
    return draw_high_cards(dealer.draw, number.to_bytes(64, "big"), rules, seats, partners=True)


def dealer_drawn(
    dealer: Dealer, rules: AnyRules, seats: int, number: int = 0
) -> tuple[HighCardDraw, ...]:
    return draw_high_cards(dealer.draw, number.to_bytes(64, "big"), rules, seats, partners=False)


# --- the draw --------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_highest_cards_play_together(game: str, seats: int) -> None:
    rules = get_rules(game)
    for number in range(300):
        draws = partners_drawn(SystemDealer(), rules, seats, number)
        assert sorted(draw.before for draw in draws) == list(range(seats))
        heights = {draw.seat: [height(rules.deck, card) for card in draw.cards] for draw in draws}
        assert min(heights[seat] for seat in range(0, seats, 2)) > max(
            heights[seat] for seat in range(1, seats, 2)
        )
        for side in (range(0, seats, 2), range(1, seats, 2)):
            ordered = [heights[seat] for seat in side]
            assert ordered == sorted(ordered, reverse=True)


def test_every_seat_plays_with_every_other_one_as_often() -> None:
    rules, together = get_rules("truco-brasileiro"), [0, 0, 0, 0]
    for number in range(600):
        draws = partners_drawn(SystemDealer(), rules, 4, number)
        after = {draw.before: draw.seat for draw in draws}
        partner = next(seat for seat in (1, 2, 3) if after[seat] % 2 == after[0] % 2)
        together[partner] += 1
    assert together[0] == 0
    assert all(150 < count < 250 for count in together[1:])


def test_who_ties_draws_again_and_nobody_else_does() -> None:
    dealer = RiggedDealer(FRENCH, "7S KD 7H AS", "2S 2D", "5S 6D")
    draws = partners_drawn(dealer, get_rules("truco-brasileiro"), 4)
    told = [(draw.before, FRENCH.sorted_codes(draw.cards[:1]), draw.seat) for draw in draws]
    assert told == [(3, ["AS"], 0), (1, ["KD"], 2), (2, ["7H"], 1), (0, ["7S"], 3)]
    assert [len(draw.cards) for draw in draws] == [1, 1, 3, 3]


def test_a_pair_that_ties_low_draws_apart_from_one_that_ties_high() -> None:
    dealer = RiggedDealer(SPANISH, "1E 12O 1B 12C", "7E 2O 6B 3C")
    draws = partners_drawn(dealer, get_rules("truco-argentino"), 4)
    assert [(draw.before, draw.seat) for draw in draws] == [(3, 0), (1, 2), (0, 1), (2, 3)]


@pytest.mark.clause("PT-02")
def test_the_highest_card_deals_first_aces_are_high_and_ties_draw_again() -> None:
    rules = get_rules("pif-paf-tradicional")
    assert rules.first_dealer is FirstDealer.HIGH_CARD
    dealer = RiggedDealer(FRENCH, "KD AS 7H AH", "2S 2D", "5S 6D")
    draws = dealer_drawn(dealer, rules, 4)
    assert [(draw.before, draw.seat) for draw in draws] == [(3, 3), (1, 1), (0, 0), (2, 2)]
    assert [FRENCH.code(card) for card in draws[0].cards] == ["AH", "2D", "6D"]


def test_everybody_is_told_which_ranks_are_high() -> None:
    assert high_ranks(get_rules("truco-argentino")) == ("12", "11", "10", *"7654321")
    assert high_ranks(get_rules("truco-brasileiro")) == tuple("AKQJ765432")
    assert high_ranks(get_rules("cacheta")) == tuple("AKQJT98765432")


def test_for_the_dealer_alone_nobody_below_the_highest_draws_again() -> None:
    dealer = RiggedDealer(FRENCH, "7S 7D KH 7H 2C")
    draws = dealer_drawn(dealer, get_rules("pif-paf-tradicional"), 5)
    assert [draw.before for draw in draws] == [2, 0, 1, 3, 4]
    assert [len(draw.cards) for draw in draws] == [1] * 5


def test_every_seat_draws_the_highest_card_as_often() -> None:
    rules = get_rules("cacho")
    firsts = [dealer_drawn(SystemDealer(), rules, 4, number)[0].seat for number in range(200)]
    assert all(35 < firsts.count(seat) < 65 for seat in range(4))


def test_only_the_game_whose_sheet_says_so_draws_its_first_dealer_by_high_card() -> None:
    by_card = [game for game in game_ids() if get_rules(game).first_dealer != FirstDealer.LOT]
    assert by_card == ["pif-paf-tradicional"]


@pytest.mark.parametrize("game", game_ids())
def test_partners_are_drawn_only_where_seats_form_partnerships(game: str) -> None:
    rules = get_rules(game)
    assert [seats for seats in rules.seats if rules.has_partners(seats)] == (
        [seats for seats in rules.seats if seats >= 4] if game.startswith("truco") else []
    )


@pytest.mark.parametrize(("game", "seats"), [("truco-argentino", 2), ("cacho", 4)])
async def test_a_table_without_partners_cannot_draw_them(game: str, seats: int) -> None:
    async with running() as server:
        ana = Caller(server.address)
        await ana.open()
        with pytest.raises(Exception, match="at least four play in two teams"):
            await ana.create(game=game, seats=seats, partners=Partners.HIGH_CARD)
        assert not server.tables
        await ana.close()
    with pytest.raises(Refused) as caught:
        await House().table(game, seats, partners=Partners.HIGH_CARD)
    assert caught.value.reason == Reason.BAD_OPTION


# --- at the table ----------------------------------------------------------------------------


@pytest.mark.clause("PT-02")
async def test_whose_card_is_the_highest_deals_and_everybody_stays_and_is_told() -> None:
    house = rigged(FRENCH, "7S KD 7H 2S")
    table = await house.table("pif-paf-tradicional", 4, people=2, start=False)
    readers = {viewer: attach(table, viewer, None) for viewer in (None, 0, 1)}
    onlookers = {viewer: Onlooker() for viewer in readers}
    for viewer, onlooker in onlookers.items():
        onlooker.fold(frames(readers[viewer]))
    before, seq = names(table), table.state.seq
    await table.ask(Start(player="p0"))
    await quiet()
    for viewer, onlooker in onlookers.items():
        onlooker.fold(frames(readers[viewer]))
        onlooker.knows(snapshot(table, viewer))
        assert onlooker.snapshots == 1
        assert onlooker.view.dealer == 1
        told = onlooker.events[0].high_cards_drawn
        assert (told.for_dealer, told.for_partners) == (True, False)
        assert [draw.seat for draw in told.draws] == [1, 0, 2, 3]
    assert names(table) == before
    assert "snapshot" not in kinds(frames(attach(table, 0, seq))), "nobody has moved"
    after = table.state
    await house.restart()
    assert house.lobby.tables[table.id].state == after


async def test_each_match_draws_its_first_dealer_anew(house: House) -> None:
    table = await house.table("pif-paf-tradicional", 2, options={"hands": 1})
    drawn = {table.state.draws}
    for _ in range(2):
        while table.state.life is Life.PLAYING:
            await quiet()
            [seat] = table.state.turn.to_act  # type: ignore[union-attr]
            cut = table.state.turn.phase == "cut"  # type: ignore[union-attr]
            await act(table, seat, Action("cut", at=50) if cut else Action("estou_fora"))
        await begin_next(table)
        drawn.add(table.state.draws)
        assert snapshot(table, None).view.dealer == table.state.draws[0].seat
    assert len(drawn) == 3


async def test_one_draw_makes_partners_and_the_first_dealer() -> None:
    house = rigged(SPANISH, "4E 12E 5E 11E")
    table = await house.table(
        "truco-argentino", 4, partners=Partners.HIGH_CARD, first_dealer=FirstDealer.HIGH_CARD
    )
    assert names(table) == ["P1", "P2", "P3", "P0"]
    told = snapshot(table, None).high_cards
    assert (told.for_partners, told.for_dealer) == (True, True)
    assert snapshot(table, None).view.dealer == 0


@pytest.mark.parametrize(
    ("game", "asked", "drawn"),
    [
        ("pif-paf-tradicional", FirstDealer.LOT, False),
        ("cacho", FirstDealer.HIGH_CARD, True),
        ("cacho", 0, False),
    ],
)
async def test_a_table_may_find_its_first_dealer_otherwise(
    house: House, game: str, asked: int, drawn: bool
) -> None:
    table = await house.table(game, 4, first_dealer=asked)
    told = snapshot(table, None)
    assert told.HasField("high_cards") is drawn
    by_card = told.table.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD
    assert by_card is drawn


async def test_there_is_no_third_way_to_find_the_first_dealer() -> None:
    with pytest.raises(Refused) as caught:
        await House().table(first_dealer=3)
    assert caught.value.reason == Reason.BAD_OPTION


async def test_a_log_in_which_another_than_the_highest_deals_is_damaged(house: House) -> None:
    table = await house.table("pif-paf-tradicional", 3, start=False)
    draws = dealer_drawn(house.dealer, table.state.rules, 3)
    assert fold(table.state, Started(1, b"", draws[0].seat, draws))[0].draws == draws
    for started in (Started(1, b"", draws[1].seat, draws), Started(1, b"", 0)):
        with pytest.raises(ValueError, match="highest"):
            fold(table.state, started)


async def test_people_and_bots_take_the_seats_that_they_drew() -> None:
    house = rigged(SPANISH, "4E 12E 5E 11E")
    table = await house.table("truco-argentino", 4, people=2, partners=Partners.HIGH_CARD)
    assert names(table) == ["P1", "Alba", "Beto", "P0"]
    assert table.state.seat_of("p0") == 3
    assert [sitter.bot for sitter in table.state.sitters if sitter] == [0, 2, 2, 0]
    assert table.state.host == "p0"


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_streams_go_on_with_the_new_seats_and_add_up_to_the_snapshot(
    game: str, seats: int
) -> None:
    house, luck = House(seed=seats), random.Random(game)
    table = await house.table(game, seats, start=False, partners=Partners.HIGH_CARD)
    players = [None, *(f"p{seat}" for seat in range(seats))]
    readers = {player: attach(table, seat_of(table, player), None) for player in players}
    onlookers = {player: Onlooker() for player in players}
    for player, onlooker in onlookers.items():
        onlooker.fold(frames(readers[player]))
    for _ in range(2):
        before = names(table)
        await begin_next(table)
        drawn = table.state.draws
        assert [names(table)[each.seat] for each in drawn] == [
            before[each.before] for each in drawn
        ]
        while table.state.life is Life.PLAYING:
            await quiet()
            for player, onlooker in onlookers.items():
                seat, told = seat_of(table, player), len(onlooker.events)
                onlooker.fold(frames(readers[player]))
                onlooker.knows(snapshot(table, seat))
                assert readers[player].viewer == player
                assert seat is None or onlooker.own.seat == seat
                assert seats_dealt_openly(onlooker.events[told:]) <= {seat}
            await act(table, *any_action(table, luck))
    for onlooker in onlookers.values():
        assert onlooker.snapshots == 1
        assert sum(event.HasField("high_cards_drawn") for event in onlooker.events) == 2


def seat_of(table: Table, player: str | None) -> int | None:
    return None if player is None else table.state.seat_of(player)


def seats_dealt_openly(happened: Sequence[events_pb2.Event]) -> set[int]:
    """Return the seats whose dealt cards these events show."""
    return {
        event.cards_dealt.seat
        for event in happened
        if any(card != cards_pb2.CARD_HIDDEN for card in event.cards_dealt.cards)
    }


async def test_a_reader_who_has_not_read_yet_gets_the_old_seat_and_then_the_new_one() -> None:
    house = rigged(SPANISH, "4E 12E 5E 11E")
    table = await house.table("truco-argentino", 4, start=False, partners=Partners.HIGH_CARD)
    reader, onlooker = attach(table, 0, None), Onlooker()
    onlooker.fold(frames(reader))
    seq = table.state.seq
    await table.ask(Start(player="p0"))
    await quiet()
    found = frames(reader)
    assert "snapshot" not in kinds(found)
    assert found[0].update.seq == seq + 1
    assert found[0].update.events[0].HasField("high_cards_drawn")
    onlooker.fold(found)
    assert onlooker.own.seat == 3
    onlooker.knows(snapshot(table, 3))


async def test_who_reads_nothing_over_two_draws_still_follows_the_own_seats() -> None:
    house, luck = House(), random.Random(0)
    table = await house.table("truco-brasileiro", 4, start=False, partners=Partners.HIGH_CARD)
    reader, onlooker = attach(table, 1, None), Onlooker()
    onlooker.fold(frames(reader))
    for _ in range(2):
        await begin_next(table)
        await play(table, luck)
    while found := frames(reader):
        onlooker.fold(found)
    onlooker.knows(snapshot(table, table.state.seat_of("p1")))


async def test_who_comes_back_from_before_the_draw_is_led_to_the_new_seat() -> None:
    """The updates of the new seat's last holder are not for who holds it now."""
    house, luck = House(), random.Random(3)
    table = await house.table("truco-argentino", 4, partners=Partners.HIGH_CARD)
    onlookers = {f"p{number}": Onlooker() for number in range(4)}
    await play(table, luck)
    for player, onlooker in onlookers.items():
        onlooker.fold(frames(table.attach(Reader(player))))
    await begin_next(table)
    await play(table, luck, 2)
    await quiet()
    for player, onlooker in onlookers.items():
        seat = table.state.seat_of(player)
        found = frames(table.attach(Reader(player, onlooker.seq)))
        assert "snapshot" not in kinds(found)
        onlooker.fold(found)
        onlooker.knows(snapshot(table, seat))
        assert onlooker.own.seat == seat
        assert seats_dealt_openly(onlooker.events) == {seat}


async def test_talk_follows_those_who_said_it() -> None:
    house = rigged(SPANISH, "4E 12E 5E 11E")
    table = await house.table("truco-argentino", 4, start=False, partners=Partners.HIGH_CARD)
    for seat in range(4):
        words = Say(player=f"p{seat}", name=f"P{seat}", text="hola")
        await table.ask(words)
    await table.ask(Say(player="p9", name="Bia", text="suerte", watching=True))
    await table.ask(Start(player="p0"))
    await quiet()
    for _ in range(2):
        talk = snapshot(table, None).talk
        people = [line for line in talk if line.HasField("seat")]
        names = [sitter.name for sitter in table.state.sitters if sitter]
        assert [names[line.seat] for line in people] == [line.name for line in people]
        assert len(talk) - len(people) == 1
        table = await house.restarted(table)


async def test_an_act_that_meets_the_draw_is_not_held_against_its_player() -> None:
    house = rigged(SPANISH, "4E 12E 5E 11E")
    table = await house.table("truco-argentino", 4, start=False, partners=Partners.HIGH_CARD)
    said = Act(seat=0, player="p0", action=Action("say", text="hola"), request_id="mine")
    answers: list[object] = []
    table.post(Start(player="p0"), answers.append)
    table.post(said, answers.append)
    await quiet()
    assert isinstance(answers[1], Refused)
    now = table.state.seat_of("p0")
    assert now
    assert await table.ask(said._replace(seat=now)) == table.state.seq


async def test_answers_move_with_their_players_and_are_known_after_a_restart() -> None:
    house, luck = House(), random.Random(1)
    table = await house.table("truco-argentino", 4, partners=Partners.HIGH_CARD)
    while True:
        seat, action = any_action(table, luck)
        sitter = table.state.sitters[seat]
        assert sitter is not None
        player = sitter.player
        mine = f"mine in match {table.state.match}"
        done = await act(table, seat, action, request_id=mine)
        await play(table, luck)
        await begin_next(table)
        if table.state.seat_of(player) != seat:
            break
    for _ in range(2):
        now = table.state.seat_of(player)
        assert now is not None
        assert await act(table, now, action, request_id=mine) == done
        with pytest.raises(Refused, match="Somebody else"):
            await act(table, seat, action, request_id=mine)
        before = table.state
        table = await house.restarted(table)
        assert table.state == before


async def test_over_the_wire_a_seat_plays_on_after_the_draw() -> None:
    async with running(dealer=RiggedDealer(SPANISH, "4E 12E 5E 11E")) as server:
        ana, eva = Caller(server.address), Caller(server.address)
        for caller, name in ((ana, "Ana"), (eva, "Eva")):
            await caller.open(name)
        table = await ana.create(
            game="truco-argentino",
            seats=4,
            seat=0,
            partners=Partners.HIGH_CARD,
            first_dealer=tables_pb2.FIRST_DEALER_HIGH_CARD,
            thinking_milliseconds=100,
        )
        assert table.partners
        assert table.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD
        assert await eva.join(table.id, 1) == 1
        mine, hers = ana.play(table.id), eva.play(table.id)
        for stream in (mine, hers):
            await stream.until(lambda stream=stream: stream.snapshots)
        await ana.start(table.id)
        for stream, seat in ((mine, 3), (hers, 0)):
            await stream.until(lambda stream=stream: stream.high_cards.draws)
            assert stream.own.seat == seat
            assert [draw.seat for draw in stream.high_cards.draws] == [0, 2, 1, 3]
            assert stream.high_cards.for_dealer
            assert stream.view.dealer == 0
            await stream.until(lambda stream=stream: list(stream.presence.connected) == [0, 3])
        for stream, seat in ((mine, 3), (hers, 0)):
            reply = await stream.act(actions_pb2.Action(say=actions_pb2.SayAction(text="hola")))
            assert not reply.HasField("refusal")
            await stream.reach(reply.seq)
            assert stream.talk[-1].seat == seat
        await ana.close()
        await eva.close()
