"""How strong a bot is that takes over for a player (`replacement_level`), which bots take free
seats at the start, normal ones if none were chosen (`fill_with_bots`), and what a bot is called
where a person has its name (`newcomer`).
"""

from __future__ import annotations

from cardtui_engine.bots import Level
from cardtui_server.characters import NATURES, Character
from cardtui_server.match.entries import Seated
from cardtui_server.match.state import TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.safe_text import NAME_CELLS, name_key, numbered


def replacement_level(state: TableState) -> int:
    """Return the level of a bot that plays for a player: no weaker than the bots at the table."""
    return max((each.level for each in state.sitters if each), default=0) or Level.NORMAL


def fill_with_bots(tx: Transaction) -> None:
    """Let bots take the free seats: those that wait for the start, and then others."""
    here = {each.character for each in tx.state.sitters if each is not None and each.bot}
    waiting = [each for each in tx.state.made.waiting_bots if each.character not in here - {0}]
    for seat, sitter in enumerate(tx.state.sitters):
        if sitter is None:
            level, wanted = waiting.pop(0) if waiting else (Level.NORMAL, 0)
            name, character = newcomer(tx.state, wanted)
            tx.add(Seated(seat, "", name, level, character))


def newcomer(state: TableState, wanted: int = 0) -> tuple[str, Character]:
    """Return the name that a new bot has here, and who it is: the one wanted, or who is free.

    Where all sit here already, another one of the same name comes; where a person has the name
    of the one wanted, the bot's says that it is one.
    """
    used = names_at(state)
    free = [each for each in Character if name_key(NATURES[each].name) not in used]
    character = Character(wanted) if wanted else next(iter(free), Character.ALBA)
    name = NATURES[character].name
    people = {name_key(each.name) for each in state.sitters if each is not None and not each.bot}
    if name_key(name) in people:
        name = f"{name} bot"
    return numbered(name, used, NAME_CELLS), character


def names_at(state: TableState, but: int | None = None) -> set[str]:
    """Return the keys of the names at a table, those of one seat left out."""
    return {
        name_key(sitter.name)
        for seat, sitter in enumerate(state.sitters)
        if sitter is not None and seat != but
    }
