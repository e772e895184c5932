"""What one can type at a table besides actions, and what help there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.lobby_service_pb2 import VerbClause
from cardtui_client.games.offers import HIDE, word_of
from cardtui_client.games.registry import face_of
from cardtui_client.i18n import _, mark_p, p_
from cardtui_client.model.verbs import sheet_word
from cardtui_client.text import safe_text

_COMMANDS: Final = {
    "say": mark_p("command to type", "say"),
    "spectators": mark_p("command to type", "spectators"),
    "hand": mark_p("command to type", "hand"),
    "table": mark_p("command to type", "table"),
    "ready": mark_p("command to type", "ready"),
    "start": mark_p("command to type", "start"),
    "wait": mark_p("command to type", "wait"),
    "pause": mark_p("command to type", "pause"),
    "back": mark_p("command to type", "back"),
    "bot": mark_p("command to type", "bot"),
    "help": mark_p("command to type", "help"),
    "quit": mark_p("command to type", "quit"),
}
_ALIASES: Final = {"?": "help", "leave": "quit"}
_CLAUSE_CELLS: Final = 2000
_NAME_CELLS: Final = 8
_CLAUSE: Final = re.compile(r"- \*\*([A-Z]{1,3}-[0-9]{1,3})\*\*")
_HIDDEN: Final = "face_down"
"""The argument of a card that is played face down."""


def command_of(word: str) -> str:
    """Return the command that a word names, in the reader's language or in English."""
    said = word.casefold()
    if said in _ALIASES:
        return _ALIASES[said]
    for command, name in _COMMANDS.items():
        if said in (command, p_("command to type", name)):
            return command
    return ""


def help_lines(
    game: str = "", clauses: Sequence[VerbClause] = (), *, seated: bool = True
) -> list[str]:
    """Return what one can type, a line each, with words of the game at hand.

    Args:
        game: the game's id.
        clauses: the clauses of its sheet that say most about its verbs.
        seated: whether one plays.
    """
    face = face_of(game)
    shown = face.example
    words = ", ".join(word_of(verb, face) + rest for verb, rest in shown.verbs)

    def word(command: str) -> str:
        return p_("command to type", _COMMANDS[command])

    say = _("{word} TEXT: say something at the table.", word=word("say"))
    table = _("{word}: the table as it stands.", word=word("table"))
    asked = word_of(shown.asked, face)
    rule = _("? WORD: the rule about a word, such as ? {asked}.", asked=asked)
    if clause := safe_text(clause_of(shown.asked, clauses), _NAME_CELLS):
        rule = _(
            "? WORD: the rule about a word or a clause, such as ? {asked} or ? {clause}.",
            asked=asked,
            clause=clause,
        )
    rules = [rule] if shown.asked else []
    if not seated:
        return [say, table, *rules, _("{word}: leave.", word=word("quit"))]
    return [
        _("Enter: what you can do now; between hands: go on."),
        _("A number: that line of the list. Or a word: {words}.", words=words)
        if words
        else _("A number: that line of the list. Or its word."),
        say,
        _("{word}: show what spectators say, or hide it.", word=word("spectators")),
        _("{word}: your cards.", word=word("hand")),
        table,
        _("{word}: you are ready for a match.", word=word("ready")),
        _("{word}: start the match, if the table is yours.", word=word("start")),
        _("{word}: hold the next hand, or let it begin.", word=word("wait")),
        _("{word}: ask for a pause, or for its end.", word=word("pause")),
        _("{word}: play yourself again, after a bot played for you.", word=word("back")),
        _("{word} SEAT: let a bot play for who is away.", word=word("bot")),
        *rules,
        _("{word}: leave; your seat is kept.", word=word("quit")),
    ]


def clause_of(
    word: str,
    clauses: Iterable[VerbClause],
    phase: Phase.ValueType = Phase.PHASE_UNSPECIFIED,
) -> str:
    """Return the clause that says most about a word of the sheet in that phase, ``""`` for none."""
    found = {each.phase: each.clause for each in clauses if _is_about(each, word)}
    return found.get(phase) or found.get(Phase.PHASE_UNSPECIFIED, "")


def _is_about(clause: VerbClause, word: str) -> bool:
    if word == HIDE:
        return clause.argument == _HIDDEN
    return sheet_word(clause.verb) == word and not clause.argument


def clause_lines(sheet: str, clause: str) -> list[str]:
    """Return the clause as a rule sheet has it, in Markdown, or what to type instead."""
    lines = sheet.splitlines()
    found = [line for line in lines if line.startswith(f"- **{clause}**")]
    if not found:
        named = (match for match in map(_CLAUSE.match, lines) if match is not None)
        some = next((match.group(1) for match in named), "")
        return [
            _(
                "No such rule. Type ? and a word, or a clause such as {clause}.",
                clause=some,
            )
            if some
            else _("No such rule. Type ? and a word.")
        ]
    return [safe_text(line.replace("*", "").removeprefix("- "), _CLAUSE_CELLS) for line in found]
