"""The terms of a table besides its game's rules (`TERMS`): name, flag, values, the usual one, and
who may change each.
Which clocks and delays are offered: `_CLOCKS`, `_DELAYS`; the longest pause and patience:
`_LONGEST_PAUSE`, `_LONGEST_PATIENCE`. How values are typed: `typed`; the form: `tui/new_table.py`;
which values the server takes: `server/cardtui_server/rpc/terms.py`.

A value is the text that one types for it; `Term.read` knows the values of its wire fields. The
forms, flags, lines and rights of hosts are made from this; a new term is one more value here. None
of it loads messages: the command line has its flags before anything is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cardtui_client.faces import typed
from cardtui_client.i18n import _, mark, mark_p, n_
from cardtui_client.limits import MOST_BUY_IN, TABLE_NAME_CELLS

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from cardtui.v1 import lobby_service_pb2, tables_pb2
    from cardtui_client.faces.game_words import Menu


class Kind(Enum):
    """What a term is in a form, and on the command line."""

    CHOICE = "one of a few values"
    SWITCH = "yes or no"
    NUMBER = "a number up to the most"
    TEXT = "a text of so many cells at most"


def _nothing(_table: tables_pb2.Table) -> list[str]:
    return []


def _no_word(_table: tables_pb2.Table) -> str:
    return ""


def _always(_menu: Menu, _seats: int) -> bool:
    return True


class Flag(NamedTuple):
    """A term on the command line.

    Attributes:
        name: the flag, without dashes.
        help: what it is for.
        metavar: what stands for its value; ``""`` where the values are listed, or there is none.
    """

    name: str
    help: str
    metavar: str = ""


class Right(NamedTuple):
    """How the host changes a term of a table that is there.

    Attributes:
        choices: the values that are offered, each with the sentence for it; ``{value}`` stands for
            the value in words.
        request: returns what asks a server for the term as it is in a table.
        between: whether it stays as it is while a match is played.
        told: tells that it has changed, where no event does.
    """

    choices: Mapping[str, str]
    request: Callable[[tables_pb2.Table], Message]
    between: bool = False
    told: Callable[[tables_pb2.Table], list[str]] = _nothing


class Term(NamedTuple):
    """A term of a table.

    Attributes:
        name: what you type, as ``name=value``; its field in the form has the same name.
        kind: what it is in the form.
        fields: its fields in a request; most are those of a table, too.
        read: returns the values of these fields for a text; an enum's value by its name. It raises
            `BadValue` for a text that is no value.
        label: what it is called in the form.
        about: what the form says of it.
        values: those that are offered, as you type them, each in a few words.
        words: says such a value, where it is not just these words.
        usual: the value where nothing is chosen; ``""`` if the game says it.
        most: the greatest number, or the greatest width of a text.
        flag: its flag on the command line; ``None`` if it has none.
        fits: tells whether a game with so many seats has a use for it.
        misfit: the sentence where it has none.
        told: tells it at a table, in sentences; nothing where it is as usual.
        short: tells it in a list of tables, in a word; ``""`` where it is as usual.
        right: how the host changes it; ``None`` if it stays as the table was made.
    """

    name: str
    kind: Kind
    fields: tuple[str, ...]
    read: Callable[[str], tuple[Any, ...]]
    label: str
    about: str = ""
    values: Mapping[str, str] = {}
    words: Callable[[str], str] | None = None
    usual: str = ""
    most: int = 0
    flag: Flag | None = None
    fits: Callable[[Menu, int], bool] = _always
    misfit: str = ""
    told: Callable[[tables_pb2.Table], list[str]] = _nothing
    short: Callable[[tables_pb2.Table], str] = _no_word
    right: Right | None = None

    def say(self, value: str) -> str:
        """Return a value that is offered in a few words."""
        return _(self.values.get(value, value)) if self.words is None else self.words(value)

    def put(self, message: Message, text: str) -> None:
        """Put the value that a text stands for into a request or a table.

        Raises:
            BadValue: it stands for none.
        """
        for field, value in zip(self.fields, self.read(text), strict=True):
            _put(message, field, value)

    def is_same(self, one: Message, other: Message) -> bool:
        """Tell whether it is the same in two messages; it is not where one of them has none."""
        both = [(_value(one, field), _value(other, field)) for field in self.fields]
        return all(first == second and first is not None for first, second in both)


def _one(read: Callable[[str], object], text: str) -> tuple[object]:
    return (read(text),)


def _named(names: Mapping[str, str], text: str) -> tuple[str]:
    """Return the protocol's name for a word."""
    return (names[typed.one_of(text, names)],)


_SWITCH: Final = partial(_one, typed.switch)


def _seconds(most: int) -> Callable[[str], tuple[object]]:
    return partial(_one, partial(typed.seconds, most=most))


def _own_seat(text: str) -> tuple[int | None]:
    return (0 if typed.switch(text) else None,)


def _has_partners(menu: Menu, seats: int) -> bool:
    return menu.has_partners(seats)


def _partners_told(table: tables_pb2.Table) -> list[str]:
    from cardtui_client.faces.seats import announced

    return announced(table)


def _clock_words(value: str) -> str:
    act, reserve = (each // 1000 for each in typed.clock(value))
    if not act:
        return _("no clock")
    words = _("{act} s, {reserve} s in reserve", act=act, reserve=reserve)
    return _("long: {clock}", clock=words) if value == "long" else words


def _clock_told(table: tables_pb2.Table) -> list[str]:
    act, reserve = table.clock_milliseconds // 1000, table.reserve_milliseconds // 1000
    if not act:
        return []
    return [
        _("Clock: {act} s for each decision, {reserve} s in reserve.", act=act, reserve=reserve)
    ]


def _holds_draws(menu: Menu, _seats: int) -> bool:
    return menu.game.holds_draws


def _has_chips(menu: Menu, _seats: int) -> bool:
    return bool(menu.chips)


def _limits_told(table: tables_pb2.Table) -> list[str]:
    if not table.most_buy_in:
        return []
    least, most = (min(each, MOST_BUY_IN) for each in (table.least_buy_in, table.most_buy_in))
    return [_("Each player buys {least} to {most} chips.", least=least, most=most)]


def _rated_told(table: tables_pb2.Table) -> list[str]:
    from cardtui_client.faces.seats import rated_lines

    return rated_lines(table)


def _rated_short(table: tables_pb2.Table) -> str:
    from cardtui_client.faces.seats import rated_words

    return "".join(rated_words(table))


def _set_rated(table: tables_pb2.Table) -> Message:
    from cardtui.v1 import host_service_pb2

    return host_service_pb2.SetRatedRequest(table=table.id, rated=table.rated)


def _rated_changed(table: tables_pb2.Table) -> list[str]:
    if table.rated:
        return [_("Matches at this table are rated now. Everybody is asked again.")]
    return [_("Matches at this table are not rated any more. Everybody is asked again.")]


def _private_told(table: tables_pb2.Table) -> list[str]:
    from cardtui_client.model.table_summary import code_words

    return [code_words(table)] if table.private else []


def _private_short(table: tables_pb2.Table) -> str:
    return _("private") if table.private else ""


def _watching(text: str) -> tuple[bool, str]:
    """Return whether nobody may watch, and who hears what spectators say."""
    talk = {
        "apart": "SPECTATOR_TALK_UNSPECIFIED",
        "everybody": "SPECTATOR_TALK_EVERYBODY",
        "silent": "SPECTATOR_TALK_OFF",
        "no": "SPECTATOR_TALK_UNSPECIFIED",
    }
    return text == "no", talk[typed.one_of(text, talk)]


def _watching_told(table: tables_pb2.Table) -> list[str]:
    from cardtui_client.faces.seats import spectator_lines

    return spectator_lines(table.watching) if table.HasField("watching") else []


def _watching_short(table: tables_pb2.Table) -> str:
    return _("no spectators") if table.watching.refused else ""


def _delay_words(value: str) -> str:
    hands, milliseconds = typed.delay(value)
    if hands:
        return n_("1 hand later", "{n} hands later", hands)
    if milliseconds:
        return n_("1 second later", "{n} seconds later", milliseconds // 1000)
    return _("at once")


def _set_watching(table: tables_pb2.Table) -> Message:
    from cardtui.v1 import host_service_pb2

    return host_service_pb2.SetSpectatorsRequest(table=table.id, watching=table.watching)


def _set_bots_yield(table: tables_pb2.Table) -> Message:
    from cardtui.v1 import host_service_pb2

    return host_service_pb2.SetBotsYieldRequest(table=table.id, bots_yield=table.bots_yield)


def _bots_yield_changed(table: tables_pb2.Table) -> list[str]:
    if table.bots_yield:
        return [_("Friends may take a bot’s seat without asking now.")]
    return [_("Friends ask the host now before they take a bot’s seat.")]


_CLOCKS: Final = ("off", "15+30", "30+60", "60+180", "long")
_DELAYS: Final = ("off", "1h", "2h", "30s", "120s")

_LONGEST_PAUSE: Final = 60
_LONGEST_PATIENCE: Final = 3600
_LONGEST_WINDOW: Final = 10
"""Seconds; `server/cardtui_server/rpc/terms.py` takes as much."""

TERMS: Final[tuple[Term, ...]] = (
    Term(
        "sit",
        Kind.CHOICE,
        ("seat",),
        _own_seat,
        mark("You"),
        values={"yes": mark("sit down"), "no": mark("watch")},
        usual="yes",
    ),
    Term(
        "name",
        Kind.TEXT,
        ("name",),
        partial(_one, partial(typed.short_text, cells=TABLE_NAME_CELLS)),
        mark("Name"),
        mark("The table’s name in the lobby; empty for your own name."),
        most=TABLE_NAME_CELLS,
    ),
    Term(
        "partners",
        Kind.CHOICE,
        ("partners",),
        partial(
            _named,
            {
                "seats": "PARTNERS_UNSPECIFIED",
                "high-card": "PARTNERS_HIGH_CARD",
                "lot": "PARTNERS_LOT",
                "strength": "PARTNERS_STRENGTH",
            },
        ),
        mark("Partners"),
        mark(
            "They sit opposite each other. By strength, from the matches played here, both teams "
            "are even."
        ),
        values={
            "seats": mark("as they sit"),
            "high-card": mark("by high card"),
            "lot": mark("by lot"),
            "strength": mark("by strength"),
        },
        usual="seats",
        flag=Flag(
            "partners",
            mark(
                "How partners are found before each match, where four or more play; default: as "
                "they sit."
            ),
        ),
        fits=_has_partners,
        misfit=mark(
            "Partners are found only where at least four play in two teams: leave {name} out, or "
            "choose another number of seats."
        ),
        told=_partners_told,
    ),
    Term(
        "dealer",
        Kind.CHOICE,
        ("first_dealer",),
        partial(_named, {"lot": "FIRST_DEALER_LOT", "high-card": "FIRST_DEALER_HIGH_CARD"}),
        mark("First dealer"),
        mark("How the first dealer of each match is chosen."),
        values={"lot": mark("by lot"), "high-card": mark("by high card")},
        flag=Flag(
            "first-dealer",
            mark(
                "Choose the first dealer by lot or by high card; default: as in the rules of the "
                "game."
            ),
        ),
    ),
    Term(
        "pause",
        Kind.NUMBER,
        ("pause_milliseconds",),
        _seconds(_LONGEST_PAUSE),
        mark("Pause"),
        mark("Seconds between hands, 0 to {most}; the table goes on at once when all are ready."),
        usual="4",
        most=_LONGEST_PAUSE,
    ),
    Term(
        "clock",
        Kind.CHOICE,
        ("clock_milliseconds", "reserve_milliseconds"),
        typed.clock,
        mark("Clock"),
        mark("For each decision, and in reserve for the match; then the mildest action is done."),
        values=dict.fromkeys(_CLOCKS, ""),
        words=_clock_words,
        usual="off",
        flag=Flag(
            "clock",
            mark(
                "Seconds for each decision, and in reserve for the match, such as 30+60; or long, "
                "or off (the default)."
            ),
            mark_p("usage", "ACT+RESERVE"),
        ),
        told=_clock_told,
    ),
    Term(
        "patience",
        Kind.NUMBER,
        ("patience_milliseconds",),
        _seconds(_LONGEST_PATIENCE),
        mark("Patience"),
        mark(
            "Seconds that a player may be away before a bot plays meanwhile, 0 (for ever) to "
            "{most}."
        ),
        usual="60",
        most=_LONGEST_PATIENCE,
        flag=Flag(
            "patience",
            mark("How long a player may be away before a bot plays meanwhile, 0 for ever; 60."),
            mark_p("usage", "SECONDS"),
        ),
    ),
    Term(
        "window",
        Kind.NUMBER,
        ("window_milliseconds",),
        _seconds(_LONGEST_WINDOW),
        mark("Time to take a discard"),
        mark(
            "Seconds to take a discard before the next draw, 0 to {most}; less where only bots "
            "play."
        ),
        usual="3",
        most=_LONGEST_WINDOW,
        flag=Flag(
            "window",
            mark(
                "How long others may take a discard before the next draw; 3 with people, 10 with "
                "a long clock."
            ),
            mark_p("usage", "SECONDS"),
        ),
        fits=_holds_draws,
        misfit=mark("In {game} nobody takes discards out of turn: leave out {name}."),
    ),
    Term(
        "buyins",
        Kind.SWITCH,
        ("least_buy_in", "most_buy_in"),
        typed.limits,
        mark("Own chips"),
        mark("Each player buys what they like, from half to twice the chips of the rules."),
        flag=Flag(
            "buy-ins",
            mark("Let players buy their own chips, such as 50-200, before the match starts."),
            mark_p("usage", "LEAST-MOST"),
        ),
        fits=_has_chips,
        misfit=mark("In {game} nobody buys chips: leave out {name}."),
        told=_limits_told,
    ),
    Term(
        "rated",
        Kind.SWITCH,
        ("rated",),
        _SWITCH,
        mark("Rated"),
        mark("Matches of people against people count for their ratings; by a preset’s rules."),
        flag=Flag("rated", mark("Have matches of people against people count for their ratings.")),
        told=_rated_told,
        short=_rated_short,
        right=Right(
            {"yes": mark("Make the table rated"), "no": mark("Make the table casual")},
            _set_rated,
            between=True,
            told=_rated_changed,
        ),
    ),
    Term(
        "private",
        Kind.SWITCH,
        ("private",),
        _SWITCH,
        mark("Private"),
        mark("Others do not see the table; they join with its code."),
        flag=Flag(
            "private", mark("Keep the table out of the list of others; they join with its code.")
        ),
        told=_private_told,
        short=_private_short,
    ),
    Term(
        "friends",
        Kind.CHOICE,
        ("bots_yield",),
        _SWITCH,
        mark("Late friends"),
        mark("During a match they take a bot’s seat at the next hand; never in a rated one."),
        values={"yes": mark("take a bot’s seat"), "no": mark("ask the host")},
        usual="yes",
        right=Right(
            {
                "yes": mark("Let friends take a bot’s seat without asking"),
                "no": mark("Have friends ask before they take a bot’s seat"),
            },
            _set_bots_yield,
            told=_bots_yield_changed,
        ),
    ),
    Term(
        "spectators",
        Kind.CHOICE,
        ("watching.refused", "watching.talk"),
        _watching,
        mark("Spectators"),
        mark("You can change this at any time."),
        values={
            "apart": mark("talk apart"),
            "everybody": mark("talk to everybody"),
            "silent": mark("watch in silence"),
            "no": mark("not taken"),
        },
        usual="apart",
        told=_watching_told,
        short=_watching_short,
        right=Right(
            {
                "apart": mark("Let spectators watch, and talk apart"),
                "everybody": mark("Let spectators watch, and talk to everybody"),
                "silent": mark("Let spectators watch in silence"),
                "no": mark("Take no spectators"),
            },
            _set_watching,
        ),
    ),
    Term(
        "delay",
        Kind.CHOICE,
        ("watching.delay_hands", "watching.delay_milliseconds"),
        typed.delay,
        mark("They see it"),
        mark("So that nobody who watches can tell a player what others hold."),
        values=dict.fromkeys(_DELAYS, ""),
        words=_delay_words,
        usual="off",
        right=Right(
            dict.fromkeys(_DELAYS, mark("Let spectators see a match: {value}")), _set_watching
        ),
    ),
)
"""All of them, in the order in which they are asked for and told."""


def request_for(
    menu: Menu, seats: int, wishes: Mapping[str, str], dashes: str = ""
) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask a server for, but for the rules; the maker sits down on the first seat.

    Args:
        menu: what a new table may have.
        seats: how many.
        wishes: the values of terms, by name; others are left to the server.
        dashes: what stood before the names where they were typed, which then are those of flags.

    Raises:
        BadValue: one of them is no value, or the game has no use for the term.
    """
    from cardtui.v1 import lobby_service_pb2

    for term in TERMS:
        if term.name in wishes and not term.fits(menu, seats):
            raise typed.BadValue(term.misfit, game=menu.game.id, name=_typed(term, dashes))
    request = lobby_service_pb2.CreateTableRequest(game=menu.game.id, seats=seats, seat=0)
    put_terms(request, wishes, dashes)
    return request


def put_terms(
    message: lobby_service_pb2.CreateTableRequest | tables_pb2.Table,
    wishes: Mapping[str, str],
    dashes: str = "",
) -> None:
    """Put the values of terms into a request or a table; see `request_for`.

    Raises:
        BadValue: one of them is no value.
    """
    for term in TERMS:
        if term.name in wishes:
            try:
                term.put(message, wishes[term.name])
            except typed.BadValue as error:
                raise typed.BadValue(error.of(_typed(term, dashes))) from None
    if message.watching.refused:  # who sees nothing sees nothing late
        message.watching.delay_hands = message.watching.delay_milliseconds = 0


def _typed(term: Term, dashes: str) -> str:
    return f"{dashes}{term.flag.name}" if dashes and term.flag is not None else term.name


def terms_told(table: tables_pb2.Table, *names: str) -> list[str]:
    """Return the terms of a table in sentences, or those of these names; the usual ones are not."""
    return [line for term in TERMS if not names or term.name in names for line in term.told(table)]


def told_shortly(table: tables_pb2.Table) -> list[str]:
    """Return the terms of a table in a word each, as a list of tables has room for them."""
    return [*filter(None, (term.short(table) for term in TERMS))]


def told_changes(before: tables_pb2.Table, now: tables_pb2.Table) -> list[str]:
    """Return which terms the host has changed, as far as no event tells it."""
    return [
        line
        for term in TERMS
        if term.right is not None and not term.is_same(before, now)
        for line in term.right.told(now)
    ]


def choices(table: tables_pb2.Table) -> Iterator[tuple[str, Message]]:
    """Yield what the host can choose now and would change something, and what asks for it."""
    from cardtui.v1 import tables_pb2

    playing = table.state == tables_pb2.TABLE_STATE_PLAYING
    for term in TERMS:
        if term.right is None or (term.right.between and playing):
            continue
        for value, sentence in term.right.choices.items():
            wanted = changed(table, {term.name: value})
            if not term.is_same(wanted, table):
                yield _(sentence, value=term.say(value)), term.right.request(wanted)


def changes(table: tables_pb2.Table, wishes: Mapping[str, str]) -> list[Message]:
    """Return what asks a server for terms as the host of a table wishes them.

    Raises:
        BadValue: one of the wishes is no value of its term.
    """
    wanted = changed(table, wishes)
    rights = [term.right for term in TERMS if term.right and term.name in wishes]
    return [request(wanted) for request in dict.fromkeys(right.request for right in rights)]


def changed(table: tables_pb2.Table, wishes: Mapping[str, str]) -> tables_pb2.Table:
    """Return a table as its host wants it.

    Raises:
        BadValue: one of the wishes is no value of its term.
    """
    wanted = type(table)()
    wanted.CopyFrom(table)
    put_terms(wanted, wishes)
    return wanted


def _put(message: Message, field: str, value: object) -> None:
    """Set a field, also one of a message within; an enum's value by its name, ``None`` for none."""
    within, dot, rest = field.partition(".")
    if dot:
        _put(getattr(message, within), rest, value)
    elif value is None:
        message.ClearField(field)
    elif (names := message.DESCRIPTOR.fields_by_name[field].enum_type) is not None:
        setattr(message, field, names.values_by_name[str(value)].number)
    else:
        setattr(message, field, value)


def _value(message: Message, field: str) -> object:
    """Return a field's value, also one of a message within; ``None`` if there is no such field."""
    within, _dot, rest = field.partition(".")
    inner = getattr(message, within, None)
    return _value(inner, rest) if rest and inner is not None else inner
