"""What one can type at a table besides actions, and what help there is."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.games.offers import word_of
from cardtui_client.i18n import _, mark_p, p_
from cardtui_client.text import safe_text

_COMMANDS: Final = {
    "say": mark_p("command to type", "say"),
    "spectators": mark_p("command to type", "spectators"),
    "hand": mark_p("command to type", "hand"),
    "table": mark_p("command to type", "table"),
    "ready": mark_p("command to type", "ready"),
    "start": mark_p("command to type", "start"),
    "help": mark_p("command to type", "help"),
    "quit": mark_p("command to type", "quit"),
}
_ALIASES: Final = {"?": "help", "leave": "quit"}
_CLAUSE_CELLS: Final = 2000


def command_of(word: str) -> str:
    """Return the command that a word names, in the reader's language or in English."""
    said = word.casefold()
    if said in _ALIASES:
        return _ALIASES[said]
    for command, name in _COMMANDS.items():
        if said in (command, p_("command to type", name)):
            return command
    return ""


class _Words(NamedTuple):
    """Words of a game to show how one types.

    Attributes:
        verbs: what may be done, each with what follows it.
        asked: a word to ask the rules about.
        clause: a clause of the sheet.
    """

    verbs: tuple[tuple[str, str], ...]
    asked: str
    clause: str


_GAMES: Final = {
    "truco_argentino": _Words(
        (("play", " 7E"), ("envido", ""), ("no_quiero", "")), "truco", "TA-20"
    ),
    "truco_brasileiro": _Words((("play", " 7C"), ("truco", ""), ("run", "")), "truco", "TB-30"),
    "cacho": _Words((("pass", ""), ("bet", " 3"), ("call", "")), "bet", "CC-14"),
    "pif_paf": _Words((("draw", " stock"), ("discard", " 7C"), ("go_out", "")), "go_out", "PP-40"),
    "pif_paf_tradicional": _Words(
        (("vou", " 5"), ("discard", " 7C"), ("bater", "")), "bater", "PT-40"
    ),
    "cacheta": _Words((("draw", " stock"), ("discard", " 7C"), ("knock", "")), "knock", "CA-30"),
}


def help_lines(game: str = "", *, seated: bool = True) -> list[str]:
    """Return what one can type, a line each, with words of the game at hand."""
    shown = _GAMES.get(game.replace("-", "_"), _GAMES["truco_argentino"])
    words = ", ".join(word_of(verb) + rest for verb, rest in shown.verbs)

    def word(command: str) -> str:
        return p_("command to type", _COMMANDS[command])

    say = _("{word} TEXT: say something at the table.", word=word("say"))
    table = _("{word}: how things stand.", word=word("table"))
    rule = _(
        "? WORD: the rule about a word or a clause, such as ? {asked} or ? {clause}.",
        asked=word_of(shown.asked),
        clause=shown.clause,
    )
    if not seated:
        return [say, table, rule, _("{word}: leave.", word=word("quit"))]
    return [
        _("Enter: what you can do now; between hands: go on."),
        _("A number: that line of the list. Or a word: {words}.", words=words),
        say,
        _("{word}: hear what spectators say, or do not.", word=word("spectators")),
        _("{word}: your cards.", word=word("hand")),
        table,
        _("{word}: you are ready for a match.", word=word("ready")),
        _("{word}: start the match, if the table is yours.", word=word("start")),
        rule,
        _("{word}: leave; your seat is kept.", word=word("quit")),
    ]


def clause_lines(sheet: str, clause: str) -> list[str]:
    """Return the clause as a rule sheet has it, in Markdown, or what to type instead."""
    found = [line for line in sheet.splitlines() if line.startswith(f"- **{clause}**")]
    if not found:
        return [_("No rule is called that. Type ? and a word, or a clause such as TA-20.")]
    return [safe_text(line.replace("*", "").removeprefix("- "), _CLAUSE_CELLS) for line in found]
