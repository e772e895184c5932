"""Making a table: the options of the commands that do, checked before a server is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cardtui_client.commands import option_completion
from cardtui_client.commands.did_you_mean import with_near
from cardtui_client.commands.errors import Failed
from cardtui_client.commands.option_stack import with_options
from cardtui_client.exit_codes import USAGE
from cardtui_client.games.table_clocks import OFF, read_clock
from cardtui_client.i18n import _
from cardtui_client.limits import (
    LONGEST_CLOCK,
    LONGEST_PATIENCE,
    LONGEST_RESERVE,
    LONGEST_WINDOW,
    SHORTEST_CLOCK,
)

if TYPE_CHECKING:
    from cardtui.v1 import lobby_service_pb2, tables_pb2
    from cardtui_engine.options import OptionSpec, OptionValue
    from cardtui_engine.rules import AnyRules

FIRST_DEALERS = ("lot", "high-card")
PARTNERS = ("high-card", "lot", "strength")
_YES = ("true", "yes", "on", "1")
_NO = ("false", "no", "off", "0")


class TableOptions(NamedTuple):
    """What the command line says of the table that is wanted, as it was typed.

    Attributes:
        seats: how many; ``None`` for the fewest.
        preset: a preset's name; empty for the one that most tables play.
        options: what differs from the preset, each as ``name=value``.
        clock: the clock; ``None`` for none.
        patience: seconds that a player may be away before a bot plays.
        buy_ins: the fewest and the most chips that each player may buy; ``None`` if all start
            with the same.
        window: seconds in which others may take a discard before the next draw.
        first_dealer: one of `FIRST_DEALERS`; ``None`` for the game's own way.
        partners: one of `PARTNERS`; ``None`` where partners are those who sit opposite.
        private: whether only who has its code finds it.
        rated: whether its matches are rated.
    """

    seats: int | None = None
    preset: str = ""
    options: tuple[str, ...] = ()
    clock: str | None = None
    patience: int | None = None
    buy_ins: str | None = None
    window: float | None = None
    first_dealer: str | None = None
    partners: str | None = None
    private: bool = False
    rated: bool = False


def table_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that say what table is wanted; the command takes them as ``wanted``."""

    @wraps(command)
    def gathered(*args: Any, **values: Any) -> int:
        wanted = TableOptions(**{name: values.pop(name) for name in TableOptions._fields})
        return command(*args, wanted=wanted, **values)

    return with_options(
        gathered,
        click.option(
            "--seats",
            type=click.IntRange(2, 8),
            metavar="NUMBER",
            shell_complete=option_completion.seats,
            help="The number of seats.",
        ),
        click.option(
            "--preset",
            metavar="NAME",
            default="",
            shell_complete=option_completion.presets,
            help="Play by this preset; default: the usual one.",
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=option_completion.options,
            help="Change one option; may be repeated.",
        ),
        click.option(
            "--clock",
            metavar="ACT+RESERVE",
            help="Seconds for each decision, and in reserve for the match, such as 30+60; or long, "
            "or off (the default).",
        ),
        click.option(
            "--patience",
            type=click.IntRange(0, LONGEST_PATIENCE),
            metavar="SECONDS",
            help="How long a player may be away before a bot plays meanwhile, 0 for ever; 60.",
        ),
        click.option(
            "--buy-ins",
            metavar="LEAST-MOST",
            help="Let players buy their own chips, such as 50-200, before the match starts.",
        ),
        click.option(
            "--window",
            type=click.FloatRange(0, LONGEST_WINDOW),
            metavar="SECONDS",
            help="How long others may take a discard before the next draw; 3 with people, 10 with "
            "a long clock.",
        ),
        click.option(
            "--first-dealer",
            type=click.Choice(FIRST_DEALERS),
            help="Choose the first dealer by lot or by high card; default: as in the rules of the "
            "game.",
        ),
        click.option(
            "--partners",
            type=click.Choice(PARTNERS),
            help="How partners are found before each match, where four or more play; default: as "
            "they sit.",
        ),
        click.option(
            "--private",
            is_flag=True,
            help="Keep the table out of the list of others; they join with its code.",
        ),
        click.option(
            "--rated",
            is_flag=True,
            help="Have matches of people against people count for their ratings.",
        ),
    )


def table_request(
    game: str, wanted: TableOptions, *, bots: str = ""
) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask a server for; the maker sits down on the first seat.

    Args:
        game: its id.
        wanted: what the table is to be like.
        bots: which bots take the other seats, as one types it; empty to leave them free.

    Raises:
        Failed: the game has no such number of seats, preset, option or value, or no discards
            that others may take, or no partners, or no chips to buy.
    """
    from cardtui.v1 import lobby_service_pb2, tables_pb2
    from cardtui_client.games.characters import wanted_bots
    from cardtui_engine.library.registry import get_rules
    from cardtui_engine.options import usual_preset
    from cardtui_engine.refusals import BadOption, BadSetup

    rules = get_rules(game)
    seats, preset = wanted.seats or rules.seats[0], wanted.preset or usual_preset(rules.presets)
    if seats not in rules.seats:
        sentence = _(
            "{game} is for {allowed} players, not {seats}.",
            game=game,
            allowed=", ".join(map(str, rules.seats)),
            seats=seats,
        )
        raise Failed(sentence, USAGE)
    if wanted.window is not None and not rules.holds_draws:
        raise Failed(
            _("In {game} nobody takes discards out of turn: leave out --window.", game=game), USAGE
        )
    chosen_clock = OFF if wanted.clock is None else read_clock(wanted.clock)
    if chosen_clock is None:
        sentence = _(
            "--clock takes seconds such as 30+60 ({least} to {most}, and up to {reserve} in "
            "reserve), or long, or off; not “{clock}”.",
            least=SHORTEST_CLOCK,
            most=LONGEST_CLOCK,
            reserve=LONGEST_RESERVE,
            clock=wanted.clock,
        )
        raise Failed(sentence, USAGE)
    if wanted.partners and not rules.has_partners(seats):
        sentence = _(
            "Partners are found only where at least four play in two teams: leave --partners "
            "out, or choose another number with --seats."
        )
        raise Failed(sentence, USAGE)
    least, most = _limits(wanted.buy_ins, rules)
    presets = {each.name: each.values for each in rules.presets}
    if preset and preset not in presets:
        sentence = _(
            "{game} has no preset “{preset}”; choose from {names}.",
            game=game,
            preset=preset,
            names=", ".join(presets),
        )
        raise Failed(with_near(sentence, preset, presets), USAGE)
    specs = {spec.name: spec for spec in rules.specs}
    given = dict(_read(text, specs) for text in wanted.options)
    try:
        checked = rules.options({**presets.get(preset, {}), **given}, seats)
        rules.start(checked, seats, 0)
        for chips in {least, most} - {0}:
            rules.options({**checked, rules.chips_option: chips}, seats)
    except BadOption as error:
        raise Failed(_(error.template, **error.args_), USAGE) from None
    except BadSetup as error:
        raise Failed(f"{error}.", USAGE) from None
    if wanted.rated and (
        least or not any(rules.options(each.values, seats) == checked for each in rules.presets)
    ):
        sentence = _(
            "Matches are rated by the rules of a preset, where all bring the same chips: leave out "
            "--rated, or --option and --buy-ins."
        )
        raise Failed(sentence, USAGE)
    request = lobby_service_pb2.CreateTableRequest(
        game=game,
        seats=seats,
        preset=preset,
        options={name: _wire(specs[name], checked[name]) for name in given},
        seat=0,
        window_milliseconds=None if wanted.window is None else round(wanted.window * 1000),
        clock_milliseconds=chosen_clock.act * 1000,
        reserve_milliseconds=chosen_clock.reserve * 1000,
        patience_milliseconds=None if wanted.patience is None else wanted.patience * 1000,
        partners=tables_pb2.Partners.Value(_named("PARTNERS", wanted.partners)),
        first_dealer=tables_pb2.FirstDealer.Value(_named("FIRST_DEALER", wanted.first_dealer)),
        private=wanted.private,
        rated=wanted.rated,
        least_buy_in=least,
        most_buy_in=most,
    )
    if bots:
        wanted_bots(bots).put_into(request)
    if len(request.wanted_bots) >= seats:
        sentence = _(
            "--bots names {bots} bots; there is room for {room}.",
            bots=len(request.wanted_bots),
            room=seats - 1,
        )
        raise Failed(sentence, USAGE)
    return request


def all_options(request: lobby_service_pb2.CreateTableRequest) -> dict[str, tables_pb2.OptionValue]:
    """Return every option of the table that is asked for, as the table itself tells them."""
    from cardtui_engine.library.registry import get_rules

    rules = get_rules(request.game)
    presets = {each.name: each.values for each in rules.presets}
    found = rules.options(presets.get(request.preset, {}), request.seats)
    wire = {spec.name: _wire(spec, found[spec.name]) for spec in rules.specs}
    return {**wire, **request.options}


def _limits(buy_ins: str | None, rules: AnyRules) -> tuple[int, int]:
    """Return the fewest and the most chips that each may buy; zeros if all start with the same."""
    from cardtui_client.games.buy_ins import range_of

    if buy_ins is None:
        return 0, 0
    if not rules.chips_option:
        raise Failed(_("In {game} nobody buys chips: leave out --buy-ins.", game=rules.id), USAGE)
    limits = range_of(buy_ins)
    if limits is None:
        raise Failed(
            _(
                "--buy-ins takes the least and the most chips, such as 50-200; not “{text}”.",
                text=buy_ins,
            ),
            USAGE,
        )
    return limits


def _named(kind: str, way: str | None) -> str:
    """Return the protocol's name for a word of the command line; ``None`` is not set."""
    name = "unspecified" if way is None else way
    return f"{kind}_{name.upper().replace('-', '_')}"


def _read(text: str, specs: Mapping[str, OptionSpec]) -> tuple[str, Any]:
    """Read ``name=value`` as the kind of value that the option takes."""
    from cardtui_engine.options import OptionKind

    name, equals, value = text.partition("=")
    if not equals:
        raise Failed(_("--option takes NAME=VALUE, not “{text}”.", text=text), USAGE)
    spec = specs.get(name)
    if spec is None:
        sentence = _(
            "There is no option “{name}”; choose from {names}.", name=name, names=", ".join(specs)
        )
        raise Failed(with_near(sentence, name, specs), USAGE)
    match spec.kind:
        case OptionKind.FLAG:
            flags = {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)}
            return name, flags.get(value.lower(), value)
        case OptionKind.NUMBER:
            return name, _number(value)
        case OptionKind.NUMBER_BY_SEAT if "," in value:
            return name, [_number(each) for each in value.split(",")]
        case OptionKind.NUMBER_BY_SEAT:
            return name, _number(value)
        case OptionKind.CHOICE | OptionKind.TEXT:
            return name, value


def _number(text: str) -> int | str:
    """Return the number; other text is returned as it is, for the option itself to refuse."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else text


def _wire(spec: OptionSpec, value: OptionValue) -> tables_pb2.OptionValue:
    from cardtui.v1 import tables_pb2
    from cardtui_engine.options import OptionKind

    match value:
        case bool():
            return tables_pb2.OptionValue(flag=value)
        case int():
            return tables_pb2.OptionValue(number=value)
        case tuple():
            return tables_pb2.OptionValue(by_seat=tables_pb2.NumberBySeat(numbers=value))
        case str() if spec.kind is OptionKind.CHOICE:
            return tables_pb2.OptionValue(choice=value)
        case str():
            return tables_pb2.OptionValue(text=value)
