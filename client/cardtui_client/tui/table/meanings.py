"""What a key means at a table: which verb of those that it stands for."""

from __future__ import annotations

from cardtui.v1 import actions_pb2
from cardtui_client.games.arguments import verb_of
from cardtui_client.games.keys import verb_keys
from cardtui_client.games.registry import presenter_of
from cardtui_client.model.table import TableModel


def choice_of(verb: str, model: TableModel) -> actions_pb2.Choice | None:
    """Return what is offered under that verb."""
    found = (each for each in model.choices() if verb_of(each) == verb)
    return next(found, None)


def verb_meant(verb: str, model: TableModel) -> str:
    """Return which of the verbs with the same key is meant now, ``""`` for none."""
    if model.view is None or model.seat is None:
        return ""
    keys = verb_keys(presenter_of(model))
    if verb not in keys:
        return ""
    same = [each for each, key in keys.items() if key == keys[verb]]
    offered = {verb_of(choice) for choice in model.choices()}
    return next((each for each in same if each in offered), same[0])
