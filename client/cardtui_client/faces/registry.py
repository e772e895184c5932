"""The `FACES` of all games, and what they say of a choice: label, price, question before a risk.

Lines of text and the screen share this, so that the same thing is called the same everywhere. The
calls of a game stay in the game's own language.
"""

from __future__ import annotations

from typing import Final

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import span_of, verb_of
from cardtui_client.faces.cacheta import Cacheta
from cardtui_client.faces.cacho import Cacho
from cardtui_client.faces.pif_paf import PifPaf
from cardtui_client.faces.pif_paf_tradicional import PifPafTradicional
from cardtui_client.faces.presenter import Presenter, Risk
from cardtui_client.faces.truco_argentino.face import TrucoArgentino
from cardtui_client.faces.truco_brasileiro import TrucoBrasileiro
from cardtui_client.faces.truco_paulista import TrucoPaulista
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import game_of
from cardtui_client.model.sides import lone_opponent, own_bet
from cardtui_client.model.table import TableModel

GENERIC: Final = Presenter()
"""All of it is said the general way."""


FACES: Final[tuple[Presenter, ...]] = (
    TrucoArgentino(),
    TrucoBrasileiro(),
    TrucoPaulista(),
    Cacheta(),
    PifPaf(),
    PifPafTradicional(),
    Cacho(),
)
"""In the order in which games are shown."""

_BY_ID: Final = {face.id: face for face in FACES}
_BY_FIELD: Final = {face.id.replace("-", "_"): face for face in FACES}


def face_of(game: str) -> Presenter:
    """Return the face of the game with that id."""
    return _BY_ID.get(game, GENERIC)


def presenter_of(model: TableModel) -> Presenter:
    """Return the face of the game that is played, or will be played, at a table."""
    field = game_of(model.view)
    return _BY_FIELD.get(field, GENERIC) if field else face_of(model.table.game)


def is_check(choice: actions_pb2.Choice) -> bool:
    """Tell whether one stays in the hand with it, for nothing."""
    return choice.kind == actions_pb2.CHOICE_KIND_CHECK


def burns(choice: actions_pb2.Choice) -> bool:
    """Tell whether it is sure to fail, at a cost (CA-43)."""
    return choice.kind == actions_pb2.CHOICE_KIND_BURNS


def only_number(choice: actions_pb2.Choice, model: TableModel) -> int | None:
    """Return the number that is said at once with the choice; ``None`` where you choose one."""
    number = presenter_of(model).only_number(choice, model)
    return number if number is not None and span_of(choice).holds(number) else None


def label_of(choice: actions_pb2.Choice, model: TableModel) -> str:
    """Return what the choice is called, in the reader's language or the game's."""
    if is_check(choice):
        return _("Check")
    seat = -1 if model.seat is None else model.seat
    said = presenter_of(model).verb_now(verb_of(choice), seat, model.view, model)
    return said.title(choice.price)


def price_text(choice: actions_pb2.Choice, model: TableModel, price: int | None = None) -> str:
    """Return what the choice plays for, gives away or costs; ``""`` where that says nothing.

    Args:
        price: the price with an argument that makes a difference; ``None`` for the choice's own.
    """
    if burns(choice):
        return _("it would burn you")
    if price is None and not choice.HasField("price"):
        left = own_bet(model) if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP else 0
        if left:
            return n_("you leave {n} chip in the pot", "you leave {n} chips in the pot", left)
        return ""
    n = choice.price if price is None else price
    if choice.kind == actions_pb2.CHOICE_KIND_TAKES:
        if name := lone_opponent(model):
            return n_("{name} loses a point", "{name} loses {n} points", n, name=name)
        return n_("the others lose a point", "the others lose {n} points", n)
    return presenter_of(model).price(choice, n, model)


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
