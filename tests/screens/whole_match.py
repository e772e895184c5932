"""Somebody who plays a whole match on the screen, with the keyboard alone or the mouse alone."""

import random
from enum import Enum
from typing import Final

from textual.pilot import Pilot

from cardtui.v1 import tables_pb2
from cardtui_client.scene.commands import Bare, Command, Do
from cardtui_client.scene.middle import ButtonZone, CardZone, Zone
from cardtui_client.scene.scene import Button, ChosenAmount, Offers, Question
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.table_parts import ActionBar, Felt, Hand
from tests.screens.opening import until
from tests.support.screen import lines

_MOST_MOVES: Final = 4000
"""A match that takes more never ends."""

_PASSING: Final = 40
"""How many moves may come to nothing, one after another: cards are picked, questions asked."""


class Hands(Enum):
    """The device to play with."""

    KEYBOARD = "keyboard"
    MOUSE = "mouse"


class WholeMatch:
    """Plays at a table until its match is over."""

    def __init__(self, pilot: Pilot[None], app: CardtuiApp, hands: Hands, seed: int) -> None:
        self._pilot = pilot
        self._app = app
        self._hands = hands
        self._luck = random.Random(seed)
        self.moves = 0

    @property
    def _screen(self) -> TableScreen:
        screen = self._app.screen
        assert isinstance(screen, TableScreen), screen
        return screen

    async def play(self) -> None:
        """Play until the match is over, and its end can be seen."""
        await until(self._pilot, lambda: isinstance(self._app.screen, TableScreen))
        idle, known = 0, -1
        while not self._over():
            await until(self._pilot, lambda: self._over() or self._may_do())
            if self._over():
                break
            seq = self._screen.controller.model.seq
            idle = idle + 1 if seq == known else 0
            known = seq
            self.moves += 1
            shown = "\n".join(lines(self._app))
            assert idle < _PASSING, f"nothing comes of what is done:\n{shown}"
            assert self.moves < _MOST_MOVES, f"this match never ends:\n{shown}"
            await self._move(idle)
        await until(self._pilot, lambda: not self._screen.controller.pacer.behind)

    def _over(self) -> bool:
        return self._screen.controller.model.table.state == tables_pb2.TABLE_STATE_OVER

    def _may_do(self) -> bool:
        """Tell whether it is on this person to do something that can be seen."""
        controller = self._screen.controller
        if controller.pacer.behind or controller.picture is None:
            return False
        bar = controller.picture.bar
        return not isinstance(bar, Offers) or bool(self._wanted(bar.buttons))

    def _wanted(self, buttons: tuple[Button, ...]) -> list[Button]:
        found = [
            each
            for each in buttons
            if isinstance(each.command, Do) or each.command in (Bare.CUT_HERE, Bare.GO_ON)
        ]
        if self._screen.controller.model.is_my_turn:
            found += [each for each in buttons if each.command is Bare.PROCEED]
        return found

    async def _move(self, idle: int) -> None:
        controller = self._screen.controller
        picture = controller.picture
        assert picture is not None
        match picture.bar:
            case Question(answers=answers):
                await self._take(answers[0].command, answers[0].key)
            case ChosenAmount():
                await self._take(Bare.PROCEED, "enter")
            case Offers(buttons):
                wanted = self._wanted(buttons)
                hand = len(picture.own.hand.cards)
                cards = controller.model.is_my_turn and hand and not idle % 2
                if cards and (idle or self._luck.random() < 0.7):
                    await self._press_card(self._luck.randrange(hand))
                elif wanted:
                    chosen = self._luck.choice(wanted)
                    await self._take(chosen.command, chosen.key)

    async def _take(self, command: Command, key: str) -> None:
        if self._hands is Hands.KEYBOARD:
            await self._pilot.press(key)
        else:
            await self._click(self._screen.query_one(ActionBar), ButtonZone(command))

    async def _press_card(self, index: int) -> None:
        if self._hands is Hands.KEYBOARD:
            await self._pilot.press(str((index + 1) % 10) if index < 10 else "right")
            await self._pilot.press("enter")
        elif self._luck.random() < 0.5:
            await self._drag(index)
        else:
            await self._click(self._screen.query_one(Hand), CardZone(index))
            await self._click(self._screen.query_one(Hand), CardZone(index))

    async def _drag(self, index: int) -> None:
        """Drag a card to the felt; in passing, it is held up."""
        hand, felt = self._screen.query_one(Hand), self._screen.query_one(Felt)
        areas = [] if hand._canvas is None else hand._canvas.areas
        place = next((each.place for each in areas if each.zone == CardZone(index)), None)
        if place is None:
            return
        await self._pilot.mouse_down(hand, offset=(place.x, place.y))
        await self._pilot.hover(felt, offset=(felt.size.width // 2, felt.size.height // 2))
        await self._pilot.mouse_up(felt, offset=(felt.size.width // 2, felt.size.height // 2))
        await self._pilot.pause()
        assert hand.held_up is None
        assert not felt.lit

    async def _click(self, widget: Painted, zone: Zone) -> None:
        """Click on something that may have gone by now, as it may for a person."""
        canvas = widget._canvas
        areas = [] if canvas is None else [each for each in canvas.areas if each.zone == zone]
        if areas:
            place = areas[0].place
            await self._pilot.click(widget, offset=(place.x, place.y))
        await self._pilot.pause()
