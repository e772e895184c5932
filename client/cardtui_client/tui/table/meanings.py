"""What a key means at a table: which verb, with which number to begin from."""

from __future__ import annotations

from cardtui.v1 import actions_pb2
from cardtui_client.games import choices
from cardtui_client.games.arguments import span_of, verb_of
from cardtui_client.games.keys import VERBS
from cardtui_client.games.rummy.view import OUT
from cardtui_client.games.truco_brasileiro.calls import middle_cut
from cardtui_client.model.table import TableModel


def choice_of(verb: str, model: TableModel) -> actions_pb2.Choice | None:
    """Return what is offered under that verb."""
    found = (each for each in model.choices() if verb_of(each) == verb)
    return next(found, None)


def verb_meant(verb: str, model: TableModel) -> str:
    """Return which of the verbs with the same key is meant now, ``""`` for none."""
    view = model.view
    if view is None or model.seat is None:
        return ""
    known = VERBS.get(view.WhichOneof("game") or "", ())
    same = [each for each in known if choices.key(each) == choices.key(verb)]
    offered = {verb_of(choice) for choice in model.choices()}
    return next((each for each in same if each in offered), same[0] if same else "")


def attempt(verb: str, model: TableModel, number: int = 1) -> actions_pb2.Action:
    """Return an action that is not offered, so that the server says which rule forbids it."""
    verb, _sep, word = verb.partition("-")
    if verb == "truco_brasileiro_cut":
        return middle_cut()
    action = actions_pb2.Action()
    part = getattr(action, verb)
    part.SetInParent()
    if verb == "draw":
        action.draw.source = (
            actions_pb2.DRAW_SOURCE_DISCARDS
            if word == "discards"
            else actions_pb2.DRAW_SOURCE_STOCK
        )
        return action
    if verb in OUT:
        if verb == "go_out" and model.own is not None and model.own.hand:
            part.discard = model.own.hand[0]
        return action
    fields = part.DESCRIPTOR.fields
    is_fixed = model.view is not None and model.view.cacho.HasField("stake")
    if fields and (verb != "bet" or not is_fixed):
        setattr(part, fields[0].name, number)
    return action


def usual_number(verb: str, choice: actions_pb2.Choice, model: TableModel) -> int:
    """Return the number to begin choosing from."""
    if verb == "declare" and model.own is not None:
        return model.own.truco_argentino.number
    low, high, _most = span_of(choice)
    return (low + high) // 2 if verb == "cut" else low
