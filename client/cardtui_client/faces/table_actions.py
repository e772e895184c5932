"""Keys and typed words at a table, but for a game's own verbs, and when each can be done.
They are `TABLE_ACTIONS`; when you can have a hint: `_may_be_advised`; which stand in the row at the
bottom: `FOOTER_ACTIONS`. The keys of any other screen are in its own file, such as `tui/home.py`.

A row says under which name, key and words people find it, and what it asks the server. Keys,
buttons, palette, help and the words to type read it. What comes of it on the screen alone stands
in `tui.table.modes.idle`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from enum import Enum
from typing import Final, NamedTuple, Protocol

from cardtui.v1 import tables_pb2
from cardtui_client.faces.arguments import verb_of
from cardtui_client.faces.hint_words import Words, hint_sentence
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import away_seats, request_words
from cardtui_client.i18n import _, mark, mark_p
from cardtui_client.model.table import TableModel
from cardtui_client.model.table_summary import seats_to_ask_for
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import (
    AskSitIn,
    Bare,
    Command,
    Open,
    OpenPeople,
    OpenRules,
    ScrollLog,
    Shift,
    StartMatch,
    Step,
    Talk,
)


class Feed(Protocol):
    """What is needed of the feed of a table."""

    async def back(self) -> None:
        """Say that you are back."""


class There(NamedTuple):
    """A table that is asked.

    Attributes:
        connection: the session on its server.
        feed: its feed.
        table_id: its id.
        model: what is known of it.
        named: whom a word that was typed names; ``""`` for nobody.
        words: says an act by its key where keys are pressed; ``None`` where words are typed.
    """

    connection: Connection
    feed: Feed
    table_id: str
    model: TableModel
    named: str = ""
    words: Words | None = None


class Answer(NamedTuple):
    """What to say once the server has answered.

    Attributes:
        says: says it in the language in use.
        lasts: whether it can be of use later, so that a log keeps it.
    """

    says: Callable[[], str]
    lasts: bool = False


async def start(there: There) -> None:
    """Begin the match."""
    await there.connection.start(there.table_id)


async def come_back(there: There) -> None:
    """Say that you are back, after a bot played."""
    await there.feed.back()


async def hint(there: There) -> Answer:
    """Ask what a strong bot would do now."""
    advice = await there.connection.advise(there.table_id)
    if advice.position != there.model.position:
        return Answer(lambda: _("The table has changed: ask for a hint again."))
    model = there.model.frozen()
    return Answer(lambda: hint_sentence(advice, model, there.words), lasts=True)


async def ask_for_seat(there: There) -> Answer | None:
    """Ask for a bot's seat, or ask for it no longer."""
    if there.model.request is not None:
        await there.connection.leave(there.table_id)
        return None
    answer = await there.connection.join(there.table_id, ask=True)
    told = request_words(answer.table, there.model.name)
    return Answer(lambda: told) if told else None


async def let_in(there: There) -> Answer | None:
    """Let somebody in who asks for a bot's seat."""
    return await _answer(there, granted=True)


async def keep_out(there: There) -> Answer | None:
    """Say no to somebody who asks for a bot's seat."""
    return await _answer(there, granted=False)


async def _answer(there: There, *, granted: bool) -> Answer | None:
    """Answer the one who is named, or the first who still waits for an answer."""
    asking = there.model.table.asking
    said = there.named.strip().casefold()
    waits = (each for each in asking if said == each.name.casefold() or not (said or each.granted))
    asker = next(waits, None)
    if asker is None:
        return Answer(
            lambda: (
                _("Nobody of that name asks for a seat.") if said else _("Nobody asks for a seat.")
            )
        )
    await there.connection.answer_seat(there.table_id, asker.player, granted=granted)
    return None


class When(Enum):
    """While what else is offered it may be done: its key must be another than theirs."""

    HAND = "hand"
    BREAK = "break"
    ALWAYS = "always"


class TableAction(NamedTuple):
    """What can be done at a table.

    Attributes:
        id: the name under which a person may choose another key.
        key: the usual key.
        words: what it does, to be said in the reader's language.
        command: what its key stands for.
        offered: tells whether its key does something now; ``None``: while a button stands for it.
        when: while what else is offered.
        in_palette: whether the palette has it; what only moves something, or is offered on every
            screen, it has not.
        brief: what it is called in the row of keys that always work; ``""`` for none of these.
        handy: tells whether that row has it now; ``None``: while it is offered.
        word: what you type for it in lines, in English; ``""`` for nothing.
        help: what the help says of that word, ``{word}``.
        asks: asks the server for it, where it needs no more than its name.
        waits: what is said until the server has answered.
    """

    id: str
    key: str
    words: str
    command: Command
    offered: Callable[[TableModel], bool] | None = None
    when: When = When.HAND
    in_palette: bool = True
    brief: str = ""
    handy: Callable[[TableModel], bool] | None = None
    word: str = ""
    help: str = ""
    asks: Callable[[There], Awaitable[Answer | None]] | None = None
    waits: str = ""

    def is_handy(self, model: TableModel) -> bool:
        """Tell whether the row of keys that always work has it now."""
        tells = self.handy or self.offered
        return tells is not None and tells(model)


# --- when it is offered ----------------------------------------------------------------------


def in_match(model: TableModel) -> bool:
    """Tell whether a match is going on in which you hold a seat."""
    return model.table.state == tables_pb2.TABLE_STATE_PLAYING and model.seat is not None


def _always(_model: TableModel) -> bool:
    return True


def _is_seated(model: TableModel) -> bool:
    return model.seat is not None


def _melds(model: TableModel) -> bool:
    return _is_seated(model) and bool(presenter_of(model).melding(model).verb)


def _at_server(model: TableModel) -> bool:
    return not model.is_prepared


def _knows_people(model: TableModel) -> bool:
    return bool(model.table.id) and not model.is_prepared


def _in_match_at_server(model: TableModel) -> bool:
    return in_match(model) and not model.is_prepared


def _has_order(model: TableModel) -> bool:
    return model.view is not None and bool(presenter_of(model).card_order(model).ties)


def _is_sat_in(model: TableModel) -> bool:
    return in_match(model) and model.is_sat_in(model.seat)


def _misses_somebody(model: TableModel) -> bool:
    return in_match(model) and bool(away_seats(model))


def _cuts(model: TableModel) -> bool:
    """Tell whether you play a game in which a pack is cut."""
    return in_match(model) and any(each.cuts for each in presenter_of(model).verbs.values())


def _cuts_now(model: TableModel) -> bool:
    """Tell whether the pack is yours to cut."""
    face = presenter_of(model)
    return any(face.verb(verb_of(each)).cuts for each in model.choices())


def _sees_signals(model: TableModel) -> bool:
    return in_match(model) and bool(model.gazes)


def _has_company(model: TableModel) -> bool:
    return model.has_company


def _may_ask_for_seat(model: TableModel) -> bool:
    watches = model.seat is None and _knows_people(model) and not is_asked_for_seat(model)
    return watches and (model.request is not None or bool(seats_to_ask_for(model.table)))


def is_asked_for_seat(model: TableModel) -> bool:
    """Tell whether you, the host, are asked for a bot's seat."""
    return model.is_host and any(not each.granted for each in model.table.asking)


def _may_be_advised(model: TableModel) -> bool:
    """Tell whether a hint can be had now: at a casual table, while something may be done."""
    table = model.table
    offers = bool(model.choices()) and not model.is_sat_in(model.seat)
    casual = not (table.rated or table.match_rated or table.paused)
    return _in_match_at_server(model) and offers and casual


# --- the rows --------------------------------------------------------------------------------

TABLE_ACTIONS: Final = (
    # The program's keys under the program's names, to be seen at
    # once by those who see or hear more by them.
    TableAction(
        "app.settings",
        "f3",
        mark("Settings: hear spectators, and more"),
        Open.SETTINGS,
        _is_seated,
        in_palette=False,
    ),
    # your own cards
    TableAction(
        "table.before", "left", mark("Choose another card"), Step(-1), _is_seated, in_palette=False
    ),
    TableAction(
        "table.next", "right", mark("Choose another card"), Step(1), _is_seated, in_palette=False
    ),
    TableAction(
        "table.move_left", "shift+left", mark("Move the card"), Shift(-1), _melds, in_palette=False
    ),
    TableAction(
        "table.move_right", "shift+right", mark("Move the card"), Shift(1), _melds, in_palette=False
    ),
    TableAction("table.select", "space", mark("Select for a meld"), Bare.SELECT, in_palette=False),
    TableAction("table.lay", "m", mark("Lay the melds"), Bare.LAY),
    TableAction(
        "verb.play",
        "enter",
        mark("Play or discard the card"),
        Bare.PROCEED,
        _is_seated,
        in_palette=False,
    ),
    TableAction("table.sort", "o", mark("Sort your cards"), Bare.SORT, _melds),
    TableAction(
        "app.keys",
        "question_mark",
        mark("Keys, and what the marks mean"),
        Open.KEYS,
        _always,
        in_palette=False,
        brief=mark("keys"),
    ),
    # around the match
    TableAction(
        "table.log_up", "pageup", mark("Scroll the log"), ScrollLog(1), _always, in_palette=False
    ),
    TableAction(
        "table.log_down",
        "pagedown",
        mark("Scroll the log"),
        ScrollLog(-1),
        _always,
        in_palette=False,
    ),
    TableAction(
        "table.go_on",
        "space",
        mark("Continue"),
        Bare.GO_ON,
        when=When.BREAK,
        word=mark_p("command to type", "next"),
        help=mark("{word}: on to the next hand: after a hand, or when only bots still play."),
    ),
    TableAction(
        "table.ready",
        "r",
        mark("Ready"),
        Bare.READY,
        when=When.BREAK,
        word=mark_p("command to type", "ready"),
        help=mark("{word}: you are ready for a match."),
    ),
    TableAction("table.add_bot", "b", mark("Add a bot"), Bare.ADD_BOT, when=When.BREAK),
    TableAction("table.remove_bot", "x", mark("Remove a bot"), Bare.REMOVE_BOT, when=When.BREAK),
    TableAction(
        "table.start",
        "s",
        mark("Start"),
        StartMatch(),
        when=When.BREAK,
        asks=start,
        waits=mark("Starting the match…"),
    ),
    TableAction(
        "table.swap",
        "c",
        mark("Swap seats"),
        Bare.ASK_SWAP,
        when=When.BREAK,
        word=mark_p("command to type", "swap"),
        help=mark("{word} SEAT: swap seats, before a match; a person there must agree."),
    ),
    TableAction(
        "table.buy_in",
        "k",
        mark("Buy chips"),
        Bare.ASK_BUY_IN,
        when=When.BREAK,
        word=mark_p("command to type", "buy"),
        help=mark("{word} CHIPS: bring that many, where players buy their own."),
    ),
    TableAction(
        "table.copy",
        "y",
        mark("Copy the line that is shown"),
        Bare.COPY,
        when=When.BREAK,
    ),
    TableAction("table.retry", "r", mark("Try again"), Bare.RETRY, when=When.BREAK),
    TableAction("table.turn_table", "v", mark("Turn the table"), Bare.TURN_TABLE, when=When.BREAK),
    TableAction(
        "table.log",
        "l",
        mark("Show or hide the log"),
        Bare.TOGGLE_LOG,
        _always,
        when=When.ALWAYS,
        brief=mark("log"),
    ),
    TableAction(
        "table.talk",
        "slash",
        mark("Talk: say something"),
        Talk(),
        _at_server,
        when=When.ALWAYS,
        brief=mark("talk"),
        word=mark_p("command to type", "say"),
        help=mark("{word} TEXT: say something at the table."),
    ),
    TableAction(
        "table.talk_team",
        "f8",
        mark("Team talk"),
        Talk(team=True),
        _has_company,
        word=mark_p("command to type", "team"),
        help=mark("{word} TEXT: say it to your team alone: before a match, or over a raise."),
    ),
    TableAction(
        "table.look_again",
        "w",
        mark("Watch the replay of this match"),
        Open.REPLAY,
        when=When.BREAK,
    ),
    TableAction(
        "table.mistakes",
        "m",
        mark("Your costliest mistake in this match"),
        Open.MISTAKES,
        when=When.BREAK,
    ),
    TableAction(
        "table.rules",
        "f2",
        mark("Rules"),
        OpenRules(),
        _always,
        when=When.ALWAYS,
        in_palette=False,
        brief=mark("rules"),
    ),
    TableAction("table.people", "i", mark("About the people here"), OpenPeople(), _knows_people),
    TableAction(
        "table.leave",
        "escape",
        mark("Leave"),
        Bare.LEAVE,
        _always,
        when=When.ALWAYS,
        brief=mark("leave"),
    ),
    TableAction(
        "table.hold",
        "w",
        mark("Make the next hand wait"),
        Bare.HOLD,
        when=When.BREAK,
        word=mark_p("command to type", "wait"),
        help=mark("{word}: make the next hand wait, or let it begin."),
    ),
    TableAction(
        "table.pause",
        "f7",
        mark("Pause, or play on"),
        Bare.PAUSE,
        _in_match_at_server,
        word=mark_p("command to type", "pause"),
        help=mark("{word}: ask for a pause, or for its end."),
    ),
    TableAction(
        "table.back",
        "f5",
        mark("Play yourself again"),
        Bare.BACK,
        _is_sat_in,
        word=mark_p("command to type", "back"),
        help=mark("{word}: play yourself again, after a bot played for you."),
        asks=come_back,
        waits=mark("Telling the table that you are back…"),
    ),
    TableAction(
        "table.hint",
        "j",
        mark("Get a hint"),
        Bare.ASK_HINT,
        _in_match_at_server,
        brief=mark("hint"),
        handy=_may_be_advised,
        word=mark_p("command to type", "hint"),
        help=mark("{word}: what a strong bot would do now; not at rated tables."),
        asks=hint,
        waits=mark("A bot thinks about it…"),
    ),
    TableAction(
        "table.sit_in",
        "f6",
        mark("Let a bot play for who is away"),
        AskSitIn(),
        _misses_somebody,
    ),
    TableAction(
        "table.signal",
        "f9",
        mark("Give a signal"),
        Bare.ASK_SIGNAL,
        _sees_signals,
        word=mark_p("command to type", "signal"),
        help=mark("{word} GESTURE: give a signal to those who look at you; alone: all gestures."),
    ),
    TableAction(
        "table.look",
        "f10",
        mark("Look at somebody"),
        Bare.ASK_LOOK,
        _sees_signals,
        word=mark_p("command to type", "look"),
        help=mark("{word} SEAT: look there, to see the signals; alone: who looks where."),
    ),
    TableAction(
        "table.ask_seat",
        "plus",
        mark("Ask for a seat that a bot holds, or no longer"),
        Bare.ASK_SEAT,
        _may_ask_for_seat,
        when=When.BREAK,
        brief=mark("ask for a seat"),
        asks=ask_for_seat,
        waits=mark("Asking for a bot’s seat…"),
    ),
    TableAction(
        "table.admit",
        "plus",
        mark("Let in the player who asks for a seat"),
        Bare.ADMIT,
        is_asked_for_seat,
        brief=mark("let in"),
        word=mark_p("command to type", "admit"),
        help=mark("{word} NAME: let in who asks for a bot’s seat; alone: the first."),
        asks=let_in,
        waits=mark("Telling the table…"),
    ),
    TableAction(
        "table.deny",
        "minus",
        mark("Say no to the player who asks for a seat"),
        Bare.DENY,
        is_asked_for_seat,
        brief=mark("say no"),
        word=mark_p("command to type", "deny"),
        help=mark("{word} NAME: say no to who asks for a bot’s seat; alone: to the first."),
        asks=keep_out,
        waits=mark("Telling the table…"),
    ),
    TableAction(
        "table.cut_for_me",
        "z",
        mark("Cut for me from now on, or no longer"),
        Bare.CUT_FOR_ME,
        _cuts,
        brief=mark("cut for me"),
        handy=_cuts_now,
        word=mark_p("command to type", "autocut"),
        help=mark("{word}: have the pack cut for you from now on, or cut it yourself again."),
    ),
    TableAction(
        "table.order",
        "o",
        mark("The order of the cards"),
        Open.ORDER,
        _has_order,
        word=mark_p("command to type", "order"),
        help=mark("{word}: the order of the cards, which of them you hold, and have seen."),
    ),
    TableAction("table.other_number", "V", mark("Say another number"), Bare.SAY_OTHER),
    TableAction("table.hide", "h", mark("Play face down"), Bare.HIDE),
    TableAction("table.recall", "u", mark("Take back what waits to be sent"), Bare.RECALL),
)
"""In the order in which the help with keys and the palette have them."""

ACTION_OF: Final[Mapping[Command, TableAction]] = {each.command: each for each in TABLE_ACTIONS}
"""The row of each command that has one."""

_LESSON_WORDS: Final[Mapping[Command, str]] = {
    Bare.TOGGLE_LOG: mark("Show or hide the coach"),
    ScrollLog(1): mark("Scroll what the coach says"),
    ScrollLog(-1): mark("Scroll what the coach says"),
}
"""What those are called in a lesson, where the coach stands in place of the log."""


def words_of(action: TableAction, model: TableModel) -> str:
    """Return what an action does, in words that hold what the row at the bottom calls it."""
    return _(_LESSON_WORDS.get(action.command, action.words) if model.is_prepared else action.words)


FOOTER_ACTIONS: Final = tuple(
    ACTION_OF[each]
    for each in (
        Bare.ADMIT,
        Bare.DENY,
        Bare.ASK_SEAT,
        Bare.CUT_FOR_ME,
        Bare.TOGGLE_LOG,
        Talk(),
        Bare.ASK_HINT,
        OpenRules(),
        Open.KEYS,
        Bare.LEAVE,
    )
)
"""The keys that always work, the most wanted first."""
