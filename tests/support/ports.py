"""The clock that stands still (`FakeClock`), and the dealer without surprises (`FakeDealer`)."""

import heapq
from collections.abc import Callable, Sequence
from itertools import count

from cardtui_engine.cards import Card
from cardtui_server.fairness.packs import shuffled
from cardtui_server.ports.dealer import SECRET_BYTES


class FakeTimer:
    """A call that a test's clock makes when its time has come."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class FakeClock:
    """A clock that moves when the test says so."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.set_back = 0.0  # the seconds by which the wall's time is behind
        self._timers: list[tuple[float, int, FakeTimer]] = []
        self._numbers = count()

    def now(self) -> float:
        return self.time

    def wall(self) -> int:
        return int((self.time - self.set_back) * 1000)

    def call_later(self, delay: float, call: Callable[[], None]) -> FakeTimer:
        timer = FakeTimer(call)
        heapq.heappush(self._timers, (self.time + delay, next(self._numbers), timer))
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass, and make the calls that fall due in it."""
        until = self.time + seconds
        while self._timers and self._timers[0][0] <= until:
            self.time, _, timer = heapq.heappop(self._timers)
            if timer.call is not None:
                call, timer.call = timer.call, None
                call()
        self.time = until

    def stall(self, seconds: float) -> None:
        """Let time pass while nothing happens; what was due happens too late, at its end."""
        self.time += seconds
        while self._timers and self._timers[0][0] <= self.time:
            _, _, timer = heapq.heappop(self._timers)
            if timer.call is not None:
                call, timer.call = timer.call, None
                call()


class FakeDealer:
    """Gives secrets, tokens and names in a known order."""

    def __init__(self, seed: int = 0) -> None:
        self._numbers = count(seed)
        self.exchanged: tuple[Card, Card] | None = None
        """Two cards that change places in every pack."""

    def pack(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        pack = shuffled(key, number, cards)
        if self.exchanged is None or not number:
            return pack
        one, other = self.exchanged
        places = {one: other, other: one}
        return tuple(places.get(card, card) for card in pack)

    def draw(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        return shuffled(key, number, cards, "high card")

    def secret(self) -> bytes:
        return next(self._numbers).to_bytes(4, "big") * (SECRET_BYTES // 4)

    def token(self) -> str:
        return f"token-{next(self._numbers)}"

    def new_id(self, length: int) -> str:
        return f"{next(self._numbers):0{length}d}"
