"""What a player wants a new table to be, before the server knows whether it can be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules, FirstDealer
from cardtui_server.lobby.games import chosen_options, find_rules
from cardtui_server.match.entries import Created, Partners, SpectatorTalk
from cardtui_server.match.rated import check_rated
from cardtui_server.match.refusals import Reason, Refused

MOST_CHIPS: Final = 1_000_000
"""The most chips that a table may let a player bring."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table that a player wants to make.

    Attributes:
        game: the id of its game.
        seats: the number of seats.
        preset: the name of one of the game's presets; ``""`` for none.
        options: the options whose values differ from the preset's.
        name: the table's name; ``""`` for one made from its maker's.
        pause_milliseconds: the hand pause.
        thinking_milliseconds: how long a bot thinks before it acts; ``None`` for the server's
            choice.
        window_milliseconds: the claim window; ``None`` for the server's choice.
        partners: how partners are found before each match; 0 if players choose their seats.
        first_dealer: how the first dealer is found; 0 for the game's own way.
        clock_milliseconds: the time to act; 0 for none.
        reserve_milliseconds: the reserve of each player beyond that.
        patience_milliseconds: how long a player may be away before a bot sits in; 0 if none does by
            itself, ``None`` for the server's choice.
        private: whether only who knows its id may see it.
        refuses_spectators: whether nobody may watch, except the host.
        spectator_talk: who hears what spectators say.
        delay_hands: how many hands later spectators see a match than it is played.
        delay_milliseconds: how much later they see it, if not by hands.
        fill_milliseconds: how long it waits for people before bots fill it; 0 for ever.
        least_buy_in: the fewest chips that a player may bring, where each buys their own; else 0.
        most_buy_in: the most.
        rated: whether its matches are rated.
        seat: the seat that the maker takes; ``None`` for none.
        bots: the level of the bots in the other seats; 0 for no bots.
        wanted_bots: level and character of the bots in the first of them; the rest are as ``bots``
            says.
    """

    game: str
    seats: int
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    name: str = ""
    pause_milliseconds: int = 0
    thinking_milliseconds: int | None = None
    window_milliseconds: int | None = None
    partners: int = 0
    first_dealer: int = 0
    clock_milliseconds: int = 0
    reserve_milliseconds: int = 0
    patience_milliseconds: int | None = None
    private: bool = False
    refuses_spectators: bool = False
    spectator_talk: SpectatorTalk = SpectatorTalk.APART
    delay_hands: int = 0
    delay_milliseconds: int = 0
    fill_milliseconds: int = 0
    least_buy_in: int = 0
    most_buy_in: int = 0
    rated: bool = False
    seat: int | None = None
    bots: int = 0
    wanted_bots: tuple[tuple[int, int], ...] = ()

    def checked(self, host: str, host_name: str, name: str) -> tuple[Created, AnyRules]:
        """Return the first entry of that table's log, and the rules of its game.

        Args:
            host: the id of the player who makes it.
            host_name: that player's name.
            name: the table's name, which no other table has.

        Raises:
            Refused: there is no such game, option or number of seats, or the options do not go
                together.
        """
        rules = find_rules(self.game)
        if self.partners and not rules.has_partners(self.seats):
            raise Refused(
                Reason.BAD_OPTION,
                "Partners are drawn only where at least four play in two teams.",
            )
        if self.partners not in list(Partners):
            raise Refused(
                Reason.BAD_OPTION, "Partners are found by high card, by lot or by strength."
            )
        if self.first_dealer not in (0, *FirstDealer):
            raise Refused(Reason.BAD_OPTION, "The first dealer is drawn by lot or by high card.")
        values, preset = chosen_options(rules, self.preset, self.options, self.seats)
        self._check_buy_ins(rules, values)
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
            partners=Partners(self.partners),
            first_dealer=FirstDealer(self.first_dealer or rules.first_dealer),
            clock_milliseconds=self.clock_milliseconds,
            reserve_milliseconds=self.reserve_milliseconds if self.clock_milliseconds else 0,
            patience_milliseconds=self.patience_milliseconds,
            private=self.private,
            refuses_spectators=self.refuses_spectators,
            spectator_talk=self.spectator_talk,
            delay_hands=self.delay_hands,
            delay_milliseconds=self.delay_milliseconds,
            fill_milliseconds=self.fill_milliseconds,
            least_buy_in=self.least_buy_in,
            most_buy_in=self.most_buy_in,
            rated=self.rated,
        )
        check_rated(made)
        return made, rules

    def _check_buy_ins(self, rules: AnyRules, values: Mapping[str, OptionValue]) -> None:
        """Refuse limits of buy-ins that do not go with the game and its options."""
        least, most = self.least_buy_in, self.most_buy_in
        if not least and not most:
            return
        if not rules.chips_option or not isinstance(values[rules.chips_option], int):
            raise Refused(Reason.BAD_OPTION, "Players do not buy their own chips in that game.")
        if not 0 < least <= most <= MOST_CHIPS:
            raise Refused(
                Reason.BAD_OPTION,
                "The limits of buy-ins go from 1 to {most}, the least first.",
                most=MOST_CHIPS,
            )
        # With the least that all may bring, a match must be able to begin.
        chosen_options(rules, "", {**values, rules.chips_option: least}, self.seats)
