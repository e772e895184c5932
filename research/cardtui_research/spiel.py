"""OpenSpiel: each game as a `pyspiel` game, with its parameters; importing this module registers
them all. After how many turns a game is cut off unless a parameter says otherwise: `MOST_TURNS`.

    import pyspiel
    from cardtui_research import spiel

    game = pyspiel.load_game("cardtui_cacho(players=2,hands=1,dealt=6)")

A game is named after its id, as ``cardtui_truco_argentino``. Its parameters:

| parameter | |
| --- | --- |
| ``players`` | the number of seats; by default the smallest that the game allows |
| ``hands`` | the hands after which it is over; 0 for a whole match |
| ``most_turns`` | the turns after which it is cut off, and nobody gets anything |
| ``interrupts`` | whether to ask seats that may interrupt |
| ``options`` | the options that differ from the defaults, as ``buy_in:3;third_round_check:true``, \
with blanks between numbers by seat, and texts as in addresses (``%2C`` for a comma). JSON will \
do, too, where it has no comma or the parameters come as a dictionary |
| ``pack`` | the codes of the cards that are played with, with blanks between; by default all |
| ``dealt`` | how many cards of a pack chance draws; the rest follow in the order of the deck. 0 \
for all. A smaller number changes nothing where so many cards are dealt from the top, and no pack \
is cut. |

Chance deals card by card, from the top of the pack; where a pack is riffled, it says for each card
from which half it comes. Seat 0 deals first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from cardtui_engine.bits import riffle
from cardtui_engine.cards import Card
from cardtui_engine.library.action_text import action_text
from cardtui_engine.library.display import position_text
from cardtui_engine.library.registry import game_ids, get_rules
from cardtui_engine.library.research.episodes import Episode, Task
from cardtui_engine.library.research.small_packs import with_fewer_cards

MOST_TURNS: Final = 2000
"""The turns after which a game is cut off, if nothing else is said."""


def short_name(game: str) -> str:
    """Return the name under which OpenSpiel knows a game."""
    return f"cardtui_{game.replace('-', '_')}"


class CardGame(pyspiel.Game):
    """A game of cards.

    Attributes:
        task: what is played.
        dealt: how many cards of a pack chance draws.
    """

    def __init__(self, game: str, given: Mapping[str, Any] | None = None) -> None:
        """Make a game.

        Raises:
            BadOption, BadSetup, ValueError: it cannot be played like that.
        """
        params = {**_parameters(game), **(given or {})}
        rules = get_rules(game)
        if params["pack"]:
            rules = with_fewer_cards(rules, params["pack"].split())
        options = _options_read(params["options"])
        params["options"] = _options_text(options)  # a comma would end it when it is read again
        self.task = Task(
            rules,
            seats=params["players"],
            options=options,
            hands=params["hands"],
            most_turns=params["most_turns"],
            interrupts=params["interrupts"],
        )
        pack = rules.pack_of(self.task.begin().state)
        self.dealt = min(params["dealt"] or len(pack), len(pack))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.task.ids),
            max_chance_outcomes=max(pack) + 1,
            num_players=self.task.seats,
            min_utility=-max(1.0, self.task.bound) if self.task.hands else -1.0,
            max_utility=self.task.bound,
            utility_sum=0.0,
            max_game_length=self.task.most_turns,
        )
        super().__init__(_game_type(game), info, params)

    def new_initial_state(self) -> CardState:
        """Return the start of an episode."""
        return CardState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> CardObserver:
        """Return what tells of a state as one player may know it."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CardObserver(self.task, kind, params)


class CardState(pyspiel.State):
    """A position, perhaps in the middle of a deal.

    Attributes:
        episode: the episode so far.
        drawn: what chance has said of the pack that is wanted.
    """

    def __init__(self, game: CardGame) -> None:
        """Begin an episode."""
        super().__init__(game)
        self._dealt = game.dealt
        self.episode: Episode = game.task.begin()
        self.drawn: tuple[int, ...] = ()
        self._rest: tuple[Card, ...] = ()

    def current_player(self) -> int:
        """Return who is asked."""
        episode = self.episode
        if episode.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if episode.seat is None:
            return int(pyspiel.PlayerId.CHANCE)
        return episode.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal() if player == self.episode.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can say next, and how likely each is."""
        if self._gathered() is not None:
            return [(0, 0.5), (1, 0.5)]
        left = self._left()
        share, chances = 1 / len(left), dict[int, float]()
        for card in left:
            chances[card] = chances.get(card, 0.0) + share
        return [*chances.items()]

    def _apply_action(self, action: int) -> None:
        episode = self.episode
        if episode.seat is not None:
            episode.act(action)
            return
        gathered, left = self._gathered(), self._left()
        self.drawn = (*self.drawn, action)
        if gathered is not None:
            if len(self.drawn) == len(gathered):
                self._deal(riffle(gathered, self.drawn))
            return
        at = left.index(Card(action))
        self._rest = (*left[:at], *left[at + 1 :])
        if len(self.drawn) == self._dealt or len(self._rest) == 1:
            self._deal((*map(Card, self.drawn), *self._rest))

    def _deal(self, pack: tuple[Card, ...]) -> None:
        self.drawn = self._rest = ()
        self.episode.deal(pack)

    def _left(self) -> tuple[Card, ...]:
        """Return the cards that are still to be drawn, in ascending order."""
        return self._rest or self.episode.task.rules.pack_of(self.episode.state)

    def _gathered(self) -> tuple[Card, ...] | None:
        """Return the pack that is to be riffled, if one is."""
        episode = self.episode
        chance = episode.task.rules.turn(episode.state).chance
        return None if chance is None else chance.gathered

    def _action_to_string(self, player: int, action: int) -> str:
        task = self.episode.task
        if player == pyspiel.PlayerId.CHANCE:
            return str(action) if self._gathered() else task.rules.deck.code(Card(action))
        done = task.ids.action(action)
        return "wait" if done is None else action_text(done, task.rules)

    def is_terminal(self) -> bool:
        """Return whether the episode is over."""
        return self.episode.over

    def returns(self) -> list[float]:
        """Return what it has brought to each player."""
        return self.episode.returns

    def __str__(self) -> str:
        drawn = f"\nchance: {' '.join(map(str, self.drawn))}" if self.drawn else ""
        return position_text(self.episode.task.rules, self.episode.state) + drawn


class CardObserver:
    """Tells of a state as one player may know it.

    Attributes:
        tensor: the view as numbers (`ObservationSpace`).
        dict: the same by field.
    """

    def __init__(self, task: Task, kind: Any, params: Mapping[str, Any] | None = None) -> None:
        """Make an observer; there are no parameters.

        Raises:
            ValueError: a parameter was given.
        """
        if params:
            raise ValueError(f"there are no parameters for observations; given: {params}")
        self._recalls = kind.perfect_recall
        self.tensor = np.zeros(task.observations.size, np.float32)
        self.dict = {name: self.tensor[at] for name, at in task.observations.fields.items()}

    def set_from(self, state: CardState, player: int) -> None:
        """Put what a player may know of a state into `tensor` and `dict`."""
        self.tensor[:] = state.episode.numbers(player)

    def string_from(self, state: CardState, player: int) -> str:
        """Return what a player has been told, or without perfect recall its view, as text."""
        return state.episode.key(player) if self._recalls else repr(state.episode.view(player))


def _options_read(text: str) -> dict[str, Any]:
    """Return options as they are written in a parameter.

    Raises:
        ValueError: this is neither form.
    """
    if text.lstrip().startswith("{"):
        return dict(json.loads(text))
    return dict(_option_read(each) for each in text.split(";") if each.strip())


def _option_read(text: str) -> tuple[str, Any]:
    name, colon, value = text.partition(":")
    if not colon:
        raise ValueError(f"an option is written as NAME:VALUE, not {text!r}")
    numbers = value.split()
    if len(numbers) > 1 and all(map(str.isdecimal, numbers)):
        return name.strip(), [int(each) for each in numbers]
    value = unquote(value)
    try:
        return name.strip(), json.loads(value)
    except ValueError:
        return name.strip(), value


def _options_text(options: Mapping[str, Any]) -> str:
    """Return options as text without commas; see `_options_read`."""
    return ";".join([f"{name}:{_value_text(value)}" for name, value in options.items()])


def _value_text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    if not isinstance(value, str):
        return json.dumps(value)
    try:
        json.loads(value)
    except ValueError:
        return quote(value, safe="")
    return quote(json.dumps(value), safe="")  # else it would be read as something else than text


def _parameters(game: str) -> dict[str, Any]:
    """Return the parameters of a game as they are if nothing is said."""
    return {
        "players": get_rules(game).seats[0],
        "hands": 0,
        "most_turns": MOST_TURNS,
        "interrupts": True,
        "options": "",
        "pack": "",
        "dealt": 0,
    }


def _game_type(game: str) -> Any:
    seats = get_rules(game).seats
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"cardtui: {game}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[-1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(game),
    )


def _maker(game: str) -> type[CardGame]:
    """Return the class that OpenSpiel makes a game of; it calls it with parameters alone."""

    class Made(CardGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, params)

    return Made


for _game in game_ids():
    pyspiel.register_game(_game_type(_game), _maker(_game))
