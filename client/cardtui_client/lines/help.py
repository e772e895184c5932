"""What the help says in lines (`help_lines`): what you can type, at a table and in the lobby.
What it tells first: `first_lines`. How a rule is read by a word or a clause: `clause_found`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cardtui.v1.lobby_service_pb2 import VerbClause
from cardtui_client.faces.clause_words import clauses_meant
from cardtui_client.faces.game_words import clause_of, clause_texts
from cardtui_client.faces.match_won import rule_words
from cardtui_client.faces.offers import word_of
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.table_actions import ACTION_OF
from cardtui_client.i18n import _, p_
from cardtui_client.limits import CLAUSE_CELLS
from cardtui_client.lines.typed_words import HOST_COMMANDS, TABLE_ACTION_COMMANDS, Command, typed
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Talk
from cardtui_client.scene.commands import Command as TableCommand
from cardtui_client.text import safe_text, unaccented

_CLAUSE_LINE: Final = re.compile(r"- \*\*([A-Z]{1,3}-[0-9]{1,3})\*\*")
"""How a clause of a rule sheet begins."""

_FOR_PARTNERS: Final[tuple[TableCommand, ...]] = (Talk(team=True), Bare.ASK_SIGNAL, Bare.ASK_LOOK)
_LISTED_FIRST: Final = (Bare.READY, Bare.ASK_SWAP, Bare.ASK_BUY_IN, Bare.ASK_HINT)
_FOR_HOSTS: Final = (Bare.ADMIT, Bare.DENY)
_FOR_PLAYERS: Final[tuple[TableCommand, ...]] = (
    *_LISTED_FIRST,
    *(
        each
        for each in TABLE_ACTION_COMMANDS
        if each not in (Talk(), *_FOR_PARTNERS, *_LISTED_FIRST, *_FOR_HOSTS)
    ),
)
"""What those who play may ask for around the match."""


def help_lines(
    game: str = "",
    clauses: Sequence[VerbClause] = (),
    *,
    seated: bool = True,
    lobby: bool = False,
    teams: bool = False,
    for_now: bool = False,
) -> list[str]:
    """Return what you can type, a line each, with words of the game at hand.

    Args:
        clauses: the clauses of its sheet that say most about its verbs.
        seated: whether you play.
        lobby: whether you came from a lobby, and can go back there.
        teams: whether you play in a team.
        for_now: whether the table ends once you leave it.
    """
    quick = _("!: quick phrases and reactions, such as !1.")
    mute = _(
        "{word} NAME, or bots, or all: no longer show what they say; {unmute}: show it again.",
        word=typed(Command.MUTE),
        unmute=typed(Command.UNMUTE),
    )
    report = _(
        "{word} NAME WHY: report to the person who runs the server what somebody has said.",
        word=typed(Command.REPORT),
    )
    table = _table()
    ledger = _("{word}: who has won how many chips, and who owes whom.", word=typed(Command.LEDGER))
    rules = _rules(game, clauses)
    every = [
        _(
            "{word}: how things stand, once more: table, cards, what you can do.",
            word=typed(Command.REPEAT),
        ),
        _(
            "{word}: keep what happens back until you press Enter, or tell it at once again.",
            word=typed(Command.HOLD),
        ),
        _("{word}: who sits where, and by which rules.", word=typed(Command.DESCRIBE)),
        _(
            "{word} NAME: what somebody has won and lost here; alone: you.",
            word=typed(Command.ABOUT),
        ),
        _("{word}: the ranking at this game here.", word=typed(Command.RANKING)),
        *_of_people(),
    ]
    back = [_("{word}: back to the lobby; your seat is kept.", word=typed(Command.LEAVE))]
    if not seated:
        back = [_("{word}: back to the lobby.", word=typed(Command.LEAVE))]
    back = back if lobby else []
    if not seated:
        away = _away(seated=False, for_now=for_now)
        start = [_help_of(Talk()), quick, mute, report, table, ledger]
        return [*start, *every, *rules, _sit(), *back, away]
    return [
        *_acts(game),
        _help_of(Talk()),
        *(map(_help_of, _FOR_PARTNERS) if teams else ()),
        quick,
        mute,
        report,
        _("{word}: show what spectators say, or hide it.", word=typed(Command.SPECTATORS)),
        _hand(),
        table,
        ledger,
        *every,
        *map(_help_of, _FOR_PLAYERS),
        _("{word} SEAT: let a bot play for who is away.", word=typed(Command.BOT)),
        *_for_hosts(),
        *rules,
        _("{word}: get up; your seat becomes free.", word=typed(Command.STAND)),
        _("{word}: get up, and watch this table.", word=typed(Command.WATCH)),
        *back,
        _away(seated=True, for_now=for_now),
    ]


def first_lines(
    game: str,
    clauses: Sequence[VerbClause] = (),
    *,
    seated: bool = True,
    waiting: bool = False,
    host: bool = False,
    teams: bool = False,
    for_now: bool = False,
) -> list[str]:
    """Return what matters most of `help_lines` as the table stands, and how to read the rest.

    Args:
        clauses: as for `help_lines`.
        seated: whether you play.
        waiting: whether no match is going on.
        host: whether the table is yours.
        teams: whether you play in a team.
        for_now: whether the table ends once you leave it.
    """
    if not seated:
        now = [_table(), _sit()]
    elif waiting:
        now = [_help_of(Bare.READY), *(_to_begin() if host else ()), _table()]
    else:
        now = [*_acts(game), _hand(), _table(), _help_of(Bare.ASK_HINT)]
    partner = [_help_of(_FOR_PARTNERS[0])] if teams and seated else []
    return [
        *now,
        _help_of(Talk()),
        *partner,
        *_rules(game, clauses),
        _away(seated=seated, for_now=for_now),
        _("? {all}: everything that you can type here.", all=all_word()),
    ]


def all_word() -> str:
    """Return what to type behind a question mark to read all of the help."""
    return p_("all of the help", "all")


def asks_for_all(about: str) -> bool:
    """Tell whether all of the help is wanted, in the reader's language or in English."""
    return about.strip().casefold() in ("all", all_word().casefold())


def _acts(game: str) -> list[str]:
    """Return how to do what is offered, with words of the game."""
    face = face_of(game)
    words = ", ".join(word_of(verb, face) + rest for verb, rest in face.example.verbs)
    return [
        _("Enter: what you can do now; after a hand, or when only bots still play: go on."),
        _("A number: that line of the list. Or a word: {words}.", words=words)
        if words
        else _("A number: that line of the list. Or its word."),
    ]


def _rules(game: str, clauses: Sequence[VerbClause]) -> list[str]:
    """Return how to read a rule, with a word of the game; nothing where it has none."""
    face = face_of(game)
    example = face.example.asked
    if not example:
        return []
    asked = word_of(example, face)
    if clause := safe_text(clause_of(example, clauses), CLAUSE_CELLS):
        return [
            _(
                "? WORD: the rule about a word or a clause, such as ? {asked} or ? {clause}.",
                asked=asked,
                clause=clause,
            )
        ]
    return [_("? WORD: the rule about a word, such as ? {asked}.", asked=asked)]


def _hand() -> str:
    return _("{word}: your cards.", word=typed(Command.HAND))


def _table() -> str:
    return _("{word}: the table as it stands.", word=typed(Command.TABLE))


def _sit() -> str:
    return _(
        "{word} SEAT: sit down at this table, in any free seat or in that one.",
        word=typed(Command.JOIN),
    )


def _away(*, seated: bool, for_now: bool) -> str:
    word = typed(Command.QUIT)
    if not seated:
        return _("{word}: leave.", word=word)
    if for_now:
        return _("{word}: leave; the table ends.", word=word)
    return _("{word}: leave; your seat is kept.", word=word)


def _to_begin() -> list[str]:
    """Return what the host of a table types before a match."""
    return [
        _("{word}: start the match; bots take the free seats.", word=typed(Command.START)),
        _("{word} LEVEL SEAT: seat a bot; both may be left out.", word=typed(Command.BOT)),
        _("{word} SEAT: remove the bot there.", word=typed(Command.REMOVE)),
        _("{word} NAME=VALUE: change the rules before a match.", word=typed(Command.CHANGE)),
    ]


def decided_lines(model: TableModel) -> list[str]:
    """Return which rule decided the hand that has just ended; none once another is dealt."""
    rule = rule_words(model)
    return [_("What decided the last hand: {rule}.", rule=rule)] if rule else []


def _of_people() -> list[str]:
    return [
        _("{word}: your friends here, and who is ignored.", word=typed(Command.FRIENDS)),
        _(
            "{friend} NAME, {ignore} NAME: they are a friend, or ignored; {forget} NAME: neither.",
            friend=typed(Command.FRIEND),
            ignore=typed(Command.IGNORE),
            forget=typed(Command.FORGET),
        ),
        _("{word} NAME TEXT: say something to a friend alone.", word=typed(Command.TELL)),
    ]


def lobby_help_lines() -> list[str]:
    """Return what you can type in the lobby, a line each."""
    return [
        _("{word}: the tables.", word=typed(Command.LIST)),
        _(
            "{word} TABLE: who sits there, and by which rules. TABLE is its number or its name.",
            word=typed(Command.DESCRIBE),
        ),
        _(
            "{word} NAME: what somebody has won and lost here; alone: you.",
            word=typed(Command.ABOUT),
        ),
        _(
            "{word} GAME: the ranking at a game here; alone: at all games.",
            word=typed(Command.RANKING),
        ),
        *_of_people(),
        _(
            "{word}: the machines on which you are known here; {word} ID: end one of them.",
            word=typed(Command.DEVICES),
        ),
        _("{word}: the games; with a game, its options.", word=typed(Command.GAMES)),
        _(
            "{word} GAME NAME=VALUE…: create a table and sit down, such as {word} cacho seats=4.",
            word=typed(Command.CREATE),
        ),
        _(
            "{word} TABLE SEAT: sit down; any free seat unless you say which.",
            word=typed(Command.JOIN),
        ),
        _(
            "{word} GAME: sit down with others who wait for it, or at a new table.",
            word=typed(Command.QUICK),
        ),
        _(
            "{word} CODE: sit down at a private table; {word} CODE {watch}: watch it.",
            word=typed(Command.CODE),
            watch=typed(Command.WATCH),
        ),
        _("{word} TABLE: look on, without a seat.", word=typed(Command.WATCH)),
        _(
            "For a table of your own: {words}, each with TABLE after it.",
            words=", ".join(sorted(typed(each) for each in HOST_COMMANDS)),
        ),
        _("{word}: the list again.", word=typed(Command.REPEAT)),
        _("{word}: leave the server; your seats are kept.", word=typed(Command.QUIT)),
    ]


def _help_of(command: TableCommand) -> str:
    """Return what the table of actions says of a word."""
    return _(ACTION_OF[command].help, word=typed(command))


def _for_hosts() -> list[str]:
    return [
        _("If the table is yours:"),
        *_to_begin(),
        _("{word} SEAT: take a player’s seat away.", word=typed(Command.KICK)),
        _(
            "{word} NAME: ban somebody for the evening; {lift} NAME lifts it.",
            word=typed(Command.BAN),
            lift=typed(Command.UNBAN),
        ),
        *map(_help_of, _FOR_HOSTS),
        _("{word} SEAT: make another player the host.", word=typed(Command.HOST)),
        _("{word} TEXT: tell everybody here something.", word=typed(Command.ANNOUNCE)),
        _("{word}: close the table.", word=typed(Command.CLOSE)),
    ]


def clause_lines(sheet: str, asked: str) -> list[str]:
    """Return a rule as a sheet has it, or what to type instead; see `clause_found`."""
    found, some = clause_found(sheet, asked)
    if found:
        return found
    if some:
        return [_("No such rule. Type ? and a word, or a clause such as {clause}.", clause=some)]
    return [_("No such rule. Type ? and a word.")]


def clause_found(sheet: str, asked: str) -> tuple[list[str], str]:
    """Return a rule as a sheet has it, and a clause that there is; empty where there is none.

    Args:
        asked: a clause, its number alone, a word that is in one, or a word of the table.
    """
    clauses = _clauses(sheet)
    some = next(iter(clauses), "")
    if asked.isdecimal():
        asked = f"{some.partition('-')[0]}-{asked.zfill(2)}"
    word = re.compile(rf"\b{re.escape(unaccented(asked.casefold()))}\b")
    mentions = next((each for each, text in clauses.items() if word.search(text)), "")
    means = next((each for each in clauses_meant(asked) if clause_texts(sheet, each)), "")
    return clause_texts(sheet, asked) or clause_texts(sheet, means or mentions), some


@lru_cache(maxsize=8)
def _clauses(sheet: str) -> dict[str, str]:
    """Return the clauses of a sheet, each as words are looked for in it."""
    found = ((_CLAUSE_LINE.match(line), line) for line in sheet.splitlines())
    return {match.group(1): unaccented(line.casefold()) for match, line in found if match}
