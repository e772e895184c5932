"""What may be chosen for a new table: games, seats, sets of rules, bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import game_name, preset_choice, usual_preset
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_OPTIONS, MOST_PRESETS, MOST_SEATS

OWN_RULES: Final = ""
_PARTNERS: Final = 4
"""With fewer seats there is nobody to be partners with."""

Named = Sequence[tuple[str, str]]
"""The values of a choice: what each is called, and the value."""


class Offers:
    """What may be chosen, by what is chosen already.

    Attributes:
        game: the chosen game.
    """

    def __init__(self, games: Sequence[tables_pb2.Game], game: str) -> None:
        self._games = {each.id: each for each in games}
        self.game = self._games.get(game, games[0])

    def choose(self, game: str) -> None:
        """Choose another game."""
        self.game = self._games[game]

    def games(self) -> Named:
        """Return the games."""
        return [(game_name(game), game) for game in self._games]

    def seats(self) -> Named:
        """Return the numbers of seats."""
        return [(str(n), str(n)) for n in self.game.seats[:MOST_SEATS]]

    def presets(self) -> Named:
        """Return the sets of rules."""
        names = [preset.name for preset in self.game.presets[:MOST_PRESETS]]
        return [(preset_choice(self.game, name), name) for name in (*names, OWN_RULES)]

    @property
    def fewest(self) -> str:
        """The least number of seats."""
        return str(self.game.seats[0])

    @property
    def usual(self) -> str:
        """The set of rules to begin with: the one that most tables play."""
        return usual_preset(self.game) or OWN_RULES

    @property
    def first_dealer(self) -> str:
        """The game's own way to find the first dealer, as one types it."""
        by_card = self.game.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD
        return "high-card" if by_card else "lot"

    @property
    def chips(self) -> str:
        """The option that says how many chips players start with; ``""`` if there are none."""
        kind = tables_pb2.OPTION_KIND_NUMBER_BY_SEAT
        return next((spec.name for spec in self.game.options if spec.kind == kind), "")

    def has_partners(self, seats: int) -> bool:
        """Return whether that many seats form partnerships."""
        return self.game.teams and seats >= _PARTNERS

    def specs(self, preset: str) -> list[tables_pb2.OptionSpec]:
        """Return the options, with the values of a set of rules as their defaults."""
        values, found = self.values(preset), []
        for spec in self.game.options[:MOST_OPTIONS]:
            described = tables_pb2.OptionSpec()
            described.CopyFrom(spec)
            described.default.CopyFrom(values[spec.name])
            found.append(described)
        return found

    def values(self, preset: str) -> dict[str, tables_pb2.OptionValue]:
        """Return the options' values in a set of rules."""
        values = {spec.name: spec.default for spec in self.game.options[:MOST_OPTIONS]}
        for each in self.game.presets:
            if each.name == preset:
                values.update({k: v for k, v in each.options.items() if k in values})
        return values

    def told(
        self, options: Mapping[str, tables_pb2.OptionValue]
    ) -> tuple[str, dict[str, tables_pb2.OptionValue]]:
        """Return how to ask for just these values: a set of rules, and what differs from it."""
        preset = self.fitting(options) or OWN_RULES
        base = self.values(preset)
        return preset, {name: value for name, value in options.items() if base[name] != value}

    def fitting(self, options: Mapping[str, tables_pb2.OptionValue]) -> str | None:
        """Return the set of rules that has just these values."""
        names = [preset.name for preset in self.game.presets]
        return next((name for name in names if self.values(name) == options), None)


def bot_choices() -> Named:
    """Return who may take the other seats."""
    return [
        (_("free for people"), str(tables_pb2.BOT_LEVEL_UNSPECIFIED)),
        (_("easy bots"), str(tables_pb2.BOT_LEVEL_EASY)),
        (_("normal bots"), str(tables_pb2.BOT_LEVEL_NORMAL)),
        (_("hard bots"), str(tables_pb2.BOT_LEVEL_HARD)),
    ]


def level_of(text: str) -> tables_pb2.BotLevel.ValueType:
    """Return the level that a value of `bot_choices` stands for."""
    return next(level for level in tables_pb2.BotLevel.values() if str(level) == text)
