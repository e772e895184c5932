"""Tables of the rummy games that stand at a discard, with a pack that the test has stacked."""

from collections.abc import Sequence

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.rummy.cards.game import PACK
from cardtui_server.ports.log_store import LogStore
from cardtui_server.table.actor import Table
from tests.support.playing import House, act, quiet
from tests.support.ports import FakeDealer

THROWER = "JD KS 7S QH AC 3C 5C 8C TH"
IDLE = "KH 8S TS 2H 9H AD 4D 6C QC"
ALSO_IDLE = "2D 3D 6H TC 2C 7H AH KD QS"
WAITS_FOR_JD = "AS 2S 3S 4H 5H 6H 9D TD KC"
STOCK = "4C 4S 6D"


class StackedDealer(FakeDealer):
    """Deals the hands that a test wants, in the order of seats; the last seat deals."""

    def __init__(self, hands: Sequence[str], stock: str = STOCK) -> None:
        super().__init__()
        self.hands = [coded(hand) for hand in hands]
        self.stock = coded(stock)

    def pack(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        if not number:
            return tuple(reversed(cards))
        dealt = [card for nine in zip(*self.hands, strict=True) for card in nine]
        rest = list(PACK)
        for card in (*dealt, *self.stock):
            rest.remove(card)
        pack = (*dealt, *self.stock, *rest)
        if self.exchanged is None:
            return pack
        one, other = self.exchanged
        places = {one: other, other: one}
        return tuple(places.get(card, card) for card in pack)


def coded(codes: str) -> list[Card]:
    """Return the cards of these codes."""
    return [FRENCH.card(code) for code in codes.split()]


def stacked(*hands: str, store: LogStore | None = None, stock: str = STOCK) -> House:
    """Return a house whose packs give these hands."""
    house = House(store)
    house.dealer = StackedDealer(hands, stock)
    house.lobby = house._lobby()
    return house


async def seated(
    house: House, game: str = "pif-paf", *, window: int | None = None, thinking: int = 0
) -> Table:
    """Return a table where the first seat is to draw, nobody having bet."""
    assert isinstance(house.dealer, StackedDealer)
    seats = len(house.dealer.hands)
    table = await house.table(game, seats, window=window, thinking=thinking)
    for seat in range(table.state.made.seats):
        turn = table.state.turn
        if turn is not None and turn.phase == "betting" and turn.to_act == (seat,):
            await act(table, seat, Action("check"))
    await quiet()
    return table


async def throw(table: Table, card: str = "JD", seat: int = 0) -> None:
    """Draw from the stock and throw a card."""
    await act(table, seat, Action("draw", source="stock"))
    await act(table, seat, Action("discard", card=FRENCH.card(card)))
    await quiet()


async def at_a_discard(house: House, *, window: int | None = None, thinking: int = 0) -> Table:
    """Return a table where the first seat has just thrown the jack of diamonds."""
    table = await seated(house, window=window, thinking=thinking)
    await throw(table)
    assert table.state.turn is not None
    assert table.state.turn.phase == "draw"
    return table
