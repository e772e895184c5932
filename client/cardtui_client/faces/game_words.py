"""Games, options and levels in words and as you type them; what a new table may have (`Menu`).
When rules are called by a preset, or your own: `preset_name`, `Menu.fitting`; which preset a form
begins with: `usual_preset`; which clause a word of the sheet leads to: `clause_of`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.lobby_service_pb2 import VerbClause
from cardtui_client.faces.characters import manner_of
from cardtui_client.faces.presenter import in_words
from cardtui_client.faces.registry import face_of, has_to_learn, learn_games, presenter_of
from cardtui_client.faces.typed import HIDE_WORD, MOST_CHOICES, BadValue, number, one_of, switch
from cardtui_client.i18n import _, mark
from cardtui_client.limits import MOST_OPTIONS, MOST_PRESETS, MOST_SEATS
from cardtui_client.model.cards import enumerate_words, in_corners
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text

_VALUE_CELLS: Final = 40
_FEWEST_PLAYERS: Final = 2
"""So many players must have chips enough for a match to begin."""
_PRESET_CELLS: Final = 24

_LEVEL_WORDS: Final = {
    tables_pb2.BOT_LEVEL_EASY: mark("easy"),
    tables_pb2.BOT_LEVEL_NORMAL: mark("normal"),
    tables_pb2.BOT_LEVEL_HARD: mark("hard"),
}

OWN_RULES: Final = ""
_FEWEST_SEATS_FOR_PARTNERS: Final = 4
"""With fewer seats there is nobody to be partners with."""

Named = Sequence[tuple[str, str]]
"""The values of a choice: what each is called, and the value."""

_TEXT_CELLS: Final = 300
_RULE_CELLS: Final = 2000
_FACE_DOWN_ARGUMENT: Final = "face_down"

Kind = tables_pb2.OptionKind


def game_name(game: str) -> str:
    """Return what the game is called."""
    return face_of(game).name or in_words(game)


def game_title(table: tables_pb2.Table) -> str:
    """Return the game’s name, with the preset’s unless that plays as the source does."""
    name = game_name(table.game)
    if not table.preset or table.preset == next(iter(face_of(table.game).presets), ""):
        return name
    return f"{name}, {safe_text(preset_name(table.game, table.preset), _PRESET_CELLS)}"


def preset_name(game: str, preset: str) -> str:
    """Return what the preset is called; ``""`` is for rules of the table's own."""
    return face_of(game).preset_name(preset) if preset else _("custom rules")


def usual_preset(game: tables_pb2.Game) -> str:
    """Return the preset that most tables play, or else the first; ``""`` where there is none."""
    presets = sorted(game.presets, key=lambda preset: not preset.usual)
    return next((preset.name for preset in presets), "")


def preset_choice(game: tables_pb2.Game, preset: str) -> str:
    """Return what the preset is called where you choose among several."""
    name = preset_name(game.id, preset)
    if preset and preset == usual_preset(game) and len(game.presets) > 1:
        return _("{preset} (usual)", preset=name)
    return name


def preset_about(game: str, preset: str) -> str:
    """Return how the preset plays; nothing of rules of the table's own."""
    return face_of(game).preset_meaning(preset) if preset else ""


def preset_meaning(game: str, preset: str) -> str:
    """Return how the preset plays, for a form in which its options can be changed."""
    parts = (preset_about(game, preset), _("Change what you like below."))
    return " ".join(each for each in parts if each)


def option_name(game: str, option: str) -> str:
    """Return what the option is called."""
    return face_of(game).option_name(option)


def choice_name(game: str, option: str, choice: str) -> str:
    """Return what a value of an option of few values is called."""
    return face_of(game).choice_name(option, choice)


def level_name(level: int) -> str:
    """Return what the level of a bot is called."""
    known = _LEVEL_WORDS.get(level)  # type: ignore[call-overload]  # an unknown level is a plain number
    return _(known) if known else ""


def bot_words(seat: tables_pb2.Seat) -> str:
    """Return how strong the bot in a seat is, and its manner."""
    manner = manner_of(seat.character)
    if not manner:
        return _("(bot, {level})", level=level_name(seat.bot))
    return _("(bot, {level}, {manner})", level=level_name(seat.bot), manner=manner)


def value_words(game: str, option: str, value: tables_pb2.OptionValue) -> str:
    """Return an option's value as people read it."""
    match value.WhichOneof("value"):
        case "flag":
            return _("yes") if value.flag else _("no")
        case "number":
            return str(value.number)
        case "choice":
            return choice_name(game, option, value.choice)
        case "text":
            return safe_text(value.text, _VALUE_CELLS) or "–"
        case "by_seat":
            return ", ".join(str(number) for number in value.by_seat.numbers[:8])
        case _:
            return "–"


def changed_options(
    game: tables_pb2.Game, options: Mapping[str, tables_pb2.OptionValue]
) -> list[tuple[str, tables_pb2.OptionValue]]:
    """Return the options that differ from the sheet's defaults, in the sheet's order."""
    return [
        (spec.name, options[spec.name])
        for spec in game.options
        if spec.name in options and options[spec.name] != spec.default
    ]


def own_options(
    game: tables_pb2.Game, table: tables_pb2.Table
) -> list[tuple[str, tables_pb2.OptionValue]]:
    """Return a table's options that neither its preset nor, without one, the usual says."""
    usual = next((each for each in game.presets if each.usual), tables_pb2.Preset())
    preset = next((each for each in game.presets if each.name == table.preset), usual)
    return [
        (spec.name, table.options[spec.name])
        for spec in game.options
        if spec.name in table.options
        and table.options[spec.name] != preset.options.get(spec.name, spec.default)
    ]


async def learn_verbs(connection: Connection, model: TableModel) -> bool:
    """Ask a server once for the verbs of a strange game; tell whether that was to be asked."""
    if not has_to_learn(model):
        return False
    described = [tables_pb2.Game(id=model.table.game)]  # without an answer it is not asked again
    with suppress(Refused, Unreachable):
        described += (await connection.list_games()).games
    learn_games(described)
    return True


class Menu:
    """What may be chosen for a new table, by what is chosen already.

    Attributes:
        game: the chosen game.
    """

    def __init__(self, games: Sequence[tables_pb2.Game], game: str) -> None:
        learn_games(games)
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
        """The game's own way to find the first dealer, as you type it."""
        by_card = self.game.first_dealer == tables_pb2.FIRST_DEALER_HIGH_CARD
        return "high-card" if by_card else "lot"

    @property
    def chips(self) -> str:
        """The option that says how many chips players start with; ``""`` if there are none."""
        kind = tables_pb2.OPTION_KIND_NUMBER_BY_SEAT
        return next((spec.name for spec in self.game.options if spec.kind == kind), "")

    def has_partners(self, seats: int) -> bool:
        """Return whether that many seats form partnerships."""
        return self.game.teams and seats >= _FEWEST_SEATS_FOR_PARTNERS

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


def value_of(spec: tables_pb2.OptionSpec, text: str, seats: int) -> tables_pb2.OptionValue:
    """Return the value that a text stands for; for a switch, ``""`` is off.

    Args:
        seats: the number of seats at the table.

    Raises:
        BadValue: it is no value of the option.
    """
    text = text.strip()
    match spec.kind:
        case Kind.OPTION_KIND_FLAG:
            return tables_pb2.OptionValue(flag=switch(text))
        case Kind.OPTION_KIND_CHOICE:
            chosen = one_of(text, spec.choices) if spec.choices else text
            return tables_pb2.OptionValue(choice=chosen)
        case Kind.OPTION_KIND_NUMBER:
            return tables_pb2.OptionValue(number=number(text, _numbers(spec)))
        case Kind.OPTION_KIND_NUMBER_BY_SEAT:
            parts = text.replace(",", " ").split()
            if len(parts) == 1:
                return tables_pb2.OptionValue(number=number(parts[0], _numbers(spec)))
            if len(parts) != seats:
                raise BadValue(
                    mark("Enter one number for all, or {seats}: one for each seat."), seats=seats
                )
            by_seat = tables_pb2.NumberBySeat(
                numbers=[number(part, _numbers(spec)) for part in parts]
            )
            return tables_pb2.OptionValue(by_seat=by_seat)
        case _:
            if spec.high and len(text) > spec.high:
                raise BadValue(mark("That is too long: at most {high} letters."), high=spec.high)
            return tables_pb2.OptionValue(text=text)


def least_of(game: str, name: str, options: Mapping[str, tables_pb2.OptionValue]) -> int:
    """Return what an option has to be at least, by what others are; 0 if they say nothing of it."""
    parts = face_of(game).sums.get(name, ())
    return sum(options[part].number for part in parts if part in options)


def contradictions(
    game: str, options: Mapping[str, tables_pb2.OptionValue]
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield what does not go together: an option, those that it is too low for, and a sentence."""
    for name, parts in face_of(game).sums.items():
        if not {name, *parts} <= options.keys():
            continue
        value, least = options[name], least_of(game, name, options)
        by_seat = value.WhichOneof("value") == "by_seat"
        enough = [each >= least for each in value.by_seat.numbers] if by_seat else []
        if sum(enough) >= _FEWEST_PLAYERS if by_seat else value.number >= least:
            continue
        sentence = _(
            "“{name}” has to be at least {least}, as much as {others}.",
            name=option_name(game, name),
            least=least,
            others=enumerate_words([f"“{option_name(game, part)}”" for part in parts]),
        )
        yield name, parts, sentence


def text_of(spec: tables_pb2.OptionSpec, value: tables_pb2.OptionValue) -> str:
    """Return the text that `value_of` takes for a value."""
    match value.WhichOneof("value"):
        case "flag":
            return "yes" if value.flag else ""
        case "number":
            return str(value.number)
        case "choice":
            known = spec.choices[:MOST_CHOICES]
            return value.choice if value.choice in known else next(iter(known), "")
        case "by_seat":
            return ", ".join(str(number) for number in value.by_seat.numbers[:MOST_SEATS])
        case _:
            return safe_text(value.text, _TEXT_CELLS)


def _numbers(spec: tables_pb2.OptionSpec) -> range:
    return range(spec.low, spec.high + 1, max(spec.step, 1))


def clause_now(word: str, clauses: Iterable[VerbClause], model: TableModel) -> str:
    """Return the clause that says most about a word of the sheet as the table stands."""
    view = model.view
    if view is None:
        return clause_of(word, clauses)
    return clause_of(word, clauses, view.phase, presenter_of(model).answered(view))


def clause_of(
    word: str,
    clauses: Iterable[VerbClause],
    phase: Phase.ValueType = Phase.PHASE_UNSPECIFIED,
    answered: str = "",
) -> str:
    """Return the clause that says most about a word of the sheet, ``""`` for none.

    Args:
        phase: what the game waits for.
        answered: the waiting call that is answered, as the sheet calls it.
    """
    found = {
        (each.phase, sheet_word(each.answered)): each.clause
        for each in clauses
        if _is_about(each, word)
    }
    anywhen = Phase.PHASE_UNSPECIFIED
    places = ((phase, answered), (anywhen, answered), (phase, ""), (anywhen, ""))
    return next((found[place] for place in places if place in found), "")


def _is_about(clause: VerbClause, word: str) -> bool:
    if word == HIDE_WORD:
        return clause.argument == _FACE_DOWN_ARGUMENT
    return sheet_word(clause.verb) == word and not clause.argument


def clause_texts(sheet: str, clause: str) -> list[str]:
    """Return the clause as a rule sheet has it, without its marks; nothing for no such clause."""
    lines = in_corners(sheet).splitlines()
    found = [line for line in lines if line.startswith(f"- **{clause}**")]
    return [safe_text(line.replace("*", "").removeprefix("- "), _RULE_CELLS) for line in found]
