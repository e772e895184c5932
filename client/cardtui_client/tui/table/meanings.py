"""Which verbs are offered at a table, and which of those with the same key that key means."""

from __future__ import annotations

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import Argument, argument, verb_of
from cardtui_client.faces.registry import presenter_of
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Do


def choice_of(verb: str, model: TableModel) -> actions_pb2.Choice | None:
    """Return what is offered under that verb."""
    found = (each for each in model.choices() if verb_of(each) == verb)
    return next(found, None)


def next_choice(model: TableModel) -> actions_pb2.Choice | None:
    """Return what is next, if there is nothing to choose about it."""
    face = presenter_of(model)
    for choice in model.choices():
        enter = face.verb(verb_of(choice)).key == "enter"
        if enter and argument(choice) is Argument.NONE:
            return choice
    return None


def is_meant(do: Do, model: TableModel) -> bool:
    """Tell whether that verb is the one meant now of those with the same key."""
    if model.view is None or model.seat is None:
        return False
    keys = {Do(verb, value): said.key for verb, value, said in presenter_of(model).keyed()}
    if do not in keys:
        return False
    same = [each for each, key in keys.items() if key == keys[do]]
    offered = {Do(verb_of(choice)) for choice in model.choices()}
    return do == next((each for each in same if each in offered), same[0])
