"""Asks the engine what a bot does (`BotDecisions`) or a hint advises (`Hints`), from one seat's
view alone.

Decisions follow from the log: a bot's random bits come from the match's key, its seat and how many
moves there were. What is said, who comes and how long anything takes have no part in them. Hints
are thought of in a thread, one at a time; `advice_for` makes them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Bot, Level, Signaller, heeding, simple_action
from cardtui_engine.gestures import Gesture
from cardtui_engine.library.advising import advice_for
from cardtui_engine.library.registry import get_bot_maker, own_games
from cardtui_engine.library.simulate import first_act
from cardtui_engine.views import SeatView
from cardtui_server.characters import manner_of
from cardtui_server.fairness.packs import Stream, bot_seed
from cardtui_server.match.state import TableState
from cardtui_server.match.timed_rules import RulesFailed, time_limit

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


class BotDecisions:
    """Decides for the bots of one table; it may be used in a thread, by one caller at a time."""

    def __init__(self, log: FilteringBoundLogger) -> None:
        self._log = log
        self._made: dict[tuple[int, int], Bot] = {}

    def first(self, state: TableState, seats: Sequence[int]) -> tuple[int, Action] | None:
        """Return the seat and action of the first of these seats whose bot wants to act, if any.

        Partners may leave it to each other to give up (`first_act`).
        """
        return first_act(state.rules, state.game, seats, partial(self._decided, state))

    def signal(self, state: TableState, seat: int, lookers: Sequence[int]) -> Gesture | None:
        """Return the signal that the bot in a seat gives to those who look there, if any."""
        bot = self._bot(state, seat)
        if not isinstance(bot, Signaller):
            return None
        bits = Bits(Stream(state.key, f"which signal {seat}", state.packs).word())
        return bot.signal(state.rules.seat_view(state.game, seat), lookers, bits)

    def _decided(self, state: TableState, seat: int, view: SeatView[Any, Any]) -> Action | None:
        bits = Bits(bot_seed(state.key, seat, state.moves))
        try:
            with nullcontext() if state.rules.id in own_games() else time_limit(state.rules.id):
                action = heeding(self._bot(state, seat), state.signs).decide(view, bits)
        except RulesFailed:
            raise
        except Exception as error:  # noqa: BLE001 - a bot that fails must not stop the game
            self._log.error("bot failed", game=state.rules.id, exc_info=error)
            action = None
        turn = state.turn
        assert turn is not None
        if action is None and seat in turn.to_act:
            return simple_action(view)
        return action

    def _bot(self, state: TableState, seat: int) -> Bot:
        sitter = state.sitters[seat]
        assert sitter is not None
        key = (sitter.level, sitter.character)
        if key not in self._made:
            made = state.made
            make = get_bot_maker(made.game)
            level, manner = Level(sitter.level), manner_of(sitter.character)
            self._made[key] = make(made.options, made.seats, level, manner)
        return self._made[key]


class Hints:
    """Thinks of the hints of all tables; however many are wanted, one processor is enough."""

    def __init__(self) -> None:
        self._thinking = asyncio.Lock()

    async def hint(self, state: TableState, seat: int) -> Advice:
        """Return what a strong bot would do in a seat, and why."""
        made, view = state.made, state.rules.seat_view(state.game, seat)
        async with self._thinking:
            return await asyncio.to_thread(advice_for, made.game, made.options, made.seats, view)
