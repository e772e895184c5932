"""What a new table is to be, before it is known whether it can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules, FirstDealer
from cardtui_server.lobby.games import chosen_options, find_rules
from cardtui_server.match.entries import Created
from cardtui_server.match.refusals import Reason, Refused


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that somebody wants.

    Attributes:
        game: the id of its game.
        seats: how many seats.
        preset: the name of a preset of that game, ``""`` for none.
        options: options that differ from the preset's.
        name: its name; ``""`` for its maker's.
        pause_milliseconds: how long one hand waits for the next.
        thinking_milliseconds: how long bots think, ``None`` for as long as the server says.
        window_milliseconds: how long others may take a discard, ``None`` for as long as the
            server says.
        draw_partners: whether partners are drawn before each match.
        first_dealer: how the first dealer is found, 0 for the game's own way.
        seat: the seat that the maker takes, ``None`` for none.
        bots: the level of the bots in the other seats, 0 for none.
    """

    game: str
    seats: int
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    name: str = ""
    pause_milliseconds: int = 0
    thinking_milliseconds: int | None = None
    window_milliseconds: int | None = None
    draw_partners: bool = False
    first_dealer: int = 0
    seat: int | None = None
    bots: int = 0

    def checked(self, host: str, host_name: str, name: str) -> tuple[Created, AnyRules]:
        """Return the first entry of that table's log, and the rules of its game.

        Args:
            host: the id of its maker.
            host_name: that player's name.
            name: a name for it that no other table has.

        Raises:
            Refused: there is no such game, option or number of seats.
        """
        rules = find_rules(self.game)
        if self.draw_partners and not rules.has_partners(self.seats):
            raise Refused(
                Reason.BAD_OPTION,
                "Partners are drawn only where at least four play in two teams.",
            )
        if self.first_dealer not in (0, *FirstDealer):
            raise Refused(Reason.BAD_OPTION, "The first dealer is drawn by lot or by high card.")
        values, preset = chosen_options(rules, self.preset, self.options, self.seats)
        made = Created(
            game=self.game,
            seats=self.seats,
            preset=preset,
            options=values,
            name=name,
            pause_milliseconds=self.pause_milliseconds,
            thinking_milliseconds=self.thinking_milliseconds,
            host=host,
            host_name=host_name,
            window_milliseconds=self.window_milliseconds,
            draw_partners=self.draw_partners,
            first_dealer=FirstDealer(self.first_dealer or rules.first_dealer),
        )
        return made, rules
