"""Bots of the tests, by their names ``tests.programs.bots:Class``."""

from typing import Any

from cardtui_engine import Action, Bits, Level, Manner


class Chance:
    """Plays at random; made as the documents say, from the options and the number of seats."""

    def __init__(self, options: Any, seats: int) -> None:
        self._seats = seats

    def decide(self, view: Any, bits: Bits) -> Action | None:
        choices = view.own.choices
        return bits.pick(choices).sample(bits) if choices else None


class Leveled(Chance):
    """Takes a level and a manner, as the bots of the house do."""

    def __init__(self, options: Any, seats: int, level: Level, manner: Manner) -> None:
        super().__init__(options, seats)
        assert level is Level.EASY


class Broken(Chance):
    """Raises once it has cards."""

    def decide(self, view: Any, bits: Bits) -> Action | None:
        if view.own.hand:
            raise ValueError("[/red] what now?")
        return super().decide(view, bits)


class Cheat(Chance):
    """Does what is never legal."""

    def decide(self, view: Any, bits: Bits) -> Action | None:
        return Action("fly")


class First(Chance):
    """Does the first thing that it may."""

    def decide(self, view: Any, bits: Bits) -> Action | None:
        return view.own.choices[0].first() if view.own.choices else None


class Proposes(First):
    """Says truco whenever it may, and runs only in seats 0 and 1."""

    def decide(self, view: Any, bits: Bits) -> Action | None:
        verbs = [choice.verb for choice in view.own.choices]
        if "truco" in verbs:
            return Action("truco")
        if "accept" in verbs:
            return Action("run" if view.own.seat < 2 else "accept")
        return super().decide(view, bits)
