"""What an action of the game is: its price, what is at stake with it, its rule and its clause."""

from __future__ import annotations

from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games import choices
from cardtui_client.games.laying import clause_of, clause_texts
from cardtui_client.i18n import _, language
from cardtui_client.limits import CLAUSE_CELLS
from cardtui_client.model.verbs import sheet_word
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import Do
from cardtui_client.scene.scene import Button
from cardtui_client.text import safe_text
from cardtui_client.tui.table.meanings import choice_of
from cardtui_client.tui.table.modes.mode import Situation


def action_of_key(key: str, now: Situation) -> Button | None:
    """Return the button of that key, if it is an action of the game."""
    found = (each for each in now.offered if each.key == key and isinstance(each.command, Do))
    return next(found, None)


async def explain(key: str, now: Situation, connection: Connection) -> list[str]:
    """Return what the action of that key is, in paragraphs; nothing for no action."""
    button, model = action_of_key(key, now), now.model
    if button is None or not isinstance(button.command, Do):
        return []
    choice = choice_of(button.command.verb, model)
    price = ""
    if choice is not None:
        price = choices.stake(choice, model) or choices.price_text(choice, model)
    told = [f"{button.label}: {price}" if price else button.label]
    try:
        sheet = await connection.get_rules(model.table.game, language())
    except (Refused, Unreachable) as error:
        return [*told, str(error)]
    phase = Phase.PHASE_UNSPECIFIED if model.view is None else model.view.phase
    clause = clause_of(sheet_word(button.command.verb), sheet.clauses, phase)
    rule = clause_texts(sheet.markdown, safe_text(clause, CLAUSE_CELLS)) if clause else []
    return [*told, *(rule or [_("The rule sheet has no clause about it.")])]
