"""What a choice costs: in the list, on its button (`button_price`), in the question before a risk.
The words of that question (“Are you sure?”): `risk_question`. Which moves are risky is in each face
(`risk`); when it is asked, in `tui/table/modes/playing.py` and `lines/acting.py`.

What a game says otherwise stands in its face: `price`, `own_loss`, `short_numbers`.
"""

from __future__ import annotations

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import Argument, argument, burns, price_of_throwing, verb_of
from cardtui_client.faces.laying import Laid
from cardtui_client.faces.presenter import Risk
from cardtui_client.faces.registry import label_of, only_number, presenter_of
from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import lone_opponent, plays_in_teams
from cardtui_client.model.table import TableModel


def price_text(choice: actions_pb2.Choice, model: TableModel, price: int | None = None) -> str:
    """Return what the choice plays for, gives away or costs; ``""`` where that says nothing.

    Args:
        price: the price with an argument that makes a difference; ``None`` for the choice's own.
    """
    if burns(choice):
        return _("it would burn you")
    if price is None and not choice.HasField("price"):
        return _unpriced(choice, model)
    n = choice.price if price is None else price
    if verb_of(choice) in presenter_of(model).own_loss:
        return n_("you lose {n} point", "you lose {n} points", n)
    if choice.kind == actions_pb2.CHOICE_KIND_TAKES:
        if name := lone_opponent(model):
            return n_("{name} loses a point", "{name} loses {n} points", n, name=name)
        return n_("the others lose a point", "the others lose {n} points", n)
    return presenter_of(model).price(choice, n, model)


def _unpriced(choice: actions_pb2.Choice, model: TableModel) -> str:
    """Return what comes of a choice that the server gives no price."""
    if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP:
        return _left(model)
    face = presenter_of(model)
    if chips := face.wins(choice, model):
        return n_("wins the pot of {n} chip", "wins the pot of {n} chips", chips)
    effect = face.verb(verb_of(choice)).effect
    return _(effect) if effect else ""


def _left(model: TableModel) -> str:
    """Return what giving up leaves behind where it has no price of its own."""
    if left := presenter_of(model).chips_in(model):
        return n_("you leave {n} chip in the pot", "you leave {n} chips in the pot", left)
    if model.is_for_chips:
        return _("you leave nothing in the pot")
    return _("your side plays on without you") if plays_in_teams(model) else ""


def stake(choice: actions_pb2.Choice, model: TableModel, number: int | None = None) -> str:
    """Return what is at stake with a choice that is asked about once; ``""`` for one that is not.

    Args:
        number: the amount that is chosen for it; ``None`` for none.
    """
    risk = Risk() if burns(choice) else presenter_of(model).risk(choice, model, number)
    if risk is None:
        return ""
    price = price_text(choice, model, risk.price)
    return "; ".join(words for words in (price, risk.words) if words)


def risk_question(choice: actions_pb2.Choice, model: TableModel, number: int | None = None) -> str:
    """Return what is asked once before the choice, with what is at stake; ``""`` for nothing."""
    if at_stake := stake(choice, model, number):
        action = label_of(choice, model)
        return _("“{action}”: {price}. Are you sure?", action=action, price=at_stake)
    return ""


def button_price(choice: actions_pb2.Choice, model: TableModel) -> str:
    """Return the price on a button, as short as it goes; a minus before what you lose."""
    if burns(choice):
        return _("(burns you)")
    face = presenter_of(model)
    if chips := face.wins(choice, model):
        return _takes(chips)
    if argument(choice) is Argument.NUMBER:
        number = only_number(choice, model)
        if told := face.short_numbers(choice) if number is None else str(number):
            return told
    if choice.HasField("price"):
        if choice.kind == actions_pb2.CHOICE_KIND_TAKES:
            return _takes(choice.price)
        return f"−{choice.price}" if verb_of(choice) in face.own_loss else str(choice.price)
    return ""


def comes_of(choice: actions_pb2.Choice, model: TableModel) -> str:
    """Return in few words, for a button, what you give away by giving up, or may do later."""
    if choice.kind != actions_pb2.CHOICE_KIND_GIVES_UP:
        effect = presenter_of(model).verb(verb_of(choice)).effect
        return _(effect) if effect and not choice.HasField("price") else ""
    if verb_of(choice) in presenter_of(model).own_loss:
        return ""  # the minus before its price says it
    if model.is_for_chips:
        return _("leaves {n}", n=presenter_of(model).chips_in(model))
    if choice.HasField("price"):
        return _("gives {n}", n=choice.price)
    return _("your side plays on") if plays_in_teams(model) else ""


def lay_price(choice: actions_pb2.Choice, laid: Laid | None = None) -> str:
    """Return what the hand laid down costs the others; it may be less if a card is thrown."""
    if choice.kind != actions_pb2.CHOICE_KIND_TAKES:
        return ""
    thrown = price_of_throwing(choice)
    if thrown is None or (laid is not None and not laid.loose):
        return _takes(choice.price)
    return _takes(thrown if laid is not None else f"{thrown}/{choice.price}")


def _takes(points: int | str) -> str:
    return _("takes {n}", n=points)
