"""The `FACES` of all games, in the order of `tiles`, and what they call a choice (`label_of`).
What a picked card can do, the mildest first: `card_verbs`; faces of other packages: `_other_face`.

Lines of text and the screen share this, so that the same thing is called the same everywhere. The
calls of a game stay in the game's own language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from cardtui.v1 import actions_pb2, tables_pb2
from cardtui_client.faces.arguments import cards_of, is_check, plainest, span_of, verb_of
from cardtui_client.faces.cacheta import Cacheta
from cardtui_client.faces.cacho import Cacho
from cardtui_client.faces.other import OtherFace
from cardtui_client.faces.pif_paf import PifPaf
from cardtui_client.faces.pif_paf_tradicional import PifPafTradicional
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.tiles import TILES
from cardtui_client.faces.truco_argentino.face import TrucoArgentino
from cardtui_client.faces.truco_brasileiro import TrucoBrasileiro
from cardtui_client.faces.truco_paulista import TrucoPaulista
from cardtui_client.i18n import _
from cardtui_client.model.cards import game_of
from cardtui_client.model.table import TableModel
from cardtui_client.text import safe_text

GENERIC_FACE: Final = Presenter()
"""All of it is said the general way."""

_BY_ID: Final[Mapping[str, Presenter]] = {
    face.id: face
    for face in (
        Cacheta(),
        Cacho(),
        PifPaf(),
        PifPafTradicional(),
        TrucoArgentino(),
        TrucoBrasileiro(),
        TrucoPaulista(),
    )
}

FACES: Final = tuple([_BY_ID[tile.game] for tile in TILES])
"""In the order in which games are shown."""

_TITLE_CELLS: Final = 40

FACES_GROUP: Final = "cardtui.faces"
"""The group of entry points that are faces of games of other packages, named after their ids."""

GAMES_GROUP: Final = "cardtui.games"
"""The group of entry points that are games of other packages."""

_BY_FIELD: Final = {face.id.replace("-", "_"): face for face in FACES}


def face_of(game: str) -> Presenter:
    """Return the face of the game with that id: ours, one that is installed, or the general one."""
    return _BY_ID.get(game) or _other_face(game)


@lru_cache(maxsize=64)
def _other_face(game: str) -> Presenter:
    """Return the face of a game of another package.

    A package that is installed here may bring one; what a server says of a game loads nothing.
    """
    if not game:
        return GENERIC_FACE
    from importlib.metadata import entry_points

    try:
        found = {each.name: each for each in entry_points(group=FACES_GROUP)}
        made = found[game].load()() if game in found else None
    except Exception:  # noqa: BLE001 - a broken face must not keep anybody from the table
        made = None
    return made if isinstance(made, Presenter) else OtherFace(game)


def unit_of(game: str, *, chips: bool) -> str:
    """Return what is won in a match of a game, for any amount but one.

    >>> unit_of("truco-paulista", chips=False), unit_of("cacho", chips=True)
    ('tentos', 'chips')
    """
    return _("chips") if chips else _(face_of(game).unit)


def learn_games(games: Iterable[tables_pb2.Game]) -> None:
    """Learn the verbs of games of other packages; call them as a server does without their face."""
    for game in games:
        face = None if game.id in _BY_ID else face_of(game.id)
        if isinstance(face, OtherFace):
            face.learn(game)
        if game.title and face is not None and type(face) is OtherFace:
            face.name = safe_text(game.title, _TITLE_CELLS)


def has_to_learn(model: TableModel) -> bool:
    """Tell whether the verbs of the game at a table are still to be asked of its server."""
    face = presenter_of(model) if model.table.id else None
    return isinstance(face, OtherFace) and not face.is_learned


@lru_cache(maxsize=64)
def has_rules(game: str) -> bool:
    """Tell whether the rules of a game are installed here, which a replay needs."""
    if game in _BY_ID:
        return True
    from importlib.metadata import entry_points

    return any(each.name == game for each in entry_points(group=GAMES_GROUP))


def missing_package(model: TableModel) -> str:
    """Return the package of the game at a table where it is not installed; ``""`` elsewhere."""
    face = presenter_of(model)
    if isinstance(face, OtherFace) and not has_rules(model.table.game):
        return face.package
    return ""


def is_of_other(face: Presenter) -> bool:
    """Tell whether a face shows a game of another package."""
    return face.id not in _BY_ID


def presenter_of(model: TableModel) -> Presenter:
    """Return the face of the game that is played, or will be played, at a table."""
    return _BY_FIELD.get(game_of(model.view)) or face_of(model.table.game)


def card_verb(model: TableModel, chosen: str = "") -> str:
    """Return what you do with a card that you pick; ``""`` for nothing.

    Args:
        chosen: the verb that was chosen before the card, in a game of another package.
    """
    face = presenter_of(model)
    if face.card_verb or face.id in _BY_ID:
        return face.card_verb
    verbs = card_verbs(model)
    return chosen if chosen in verbs else next(iter(verbs), "")


def card_verbs(model: TableModel) -> list[str]:
    """Return all that you may do with a card now, the mildest first."""
    return [verb_of(each) for each in model.choices() if cards_of(each)]


def first_of_other(model: TableModel) -> actions_pb2.Action | None:
    """Return what is done first where no card is played in a game of another package.

    Whatever gives something up is left out.
    """
    face, choices = presenter_of(model), model.choices()
    if face.id in _BY_ID or any(cards_of(each) for each in choices):
        return None
    kept = [each for each in choices if each.kind != actions_pb2.CHOICE_KIND_GIVES_UP]
    return next((plainest(each) for each in kept if verb_of(each)), None)


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
