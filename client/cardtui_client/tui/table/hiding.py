"""Playing face down: the toggle beside the actions, and what it changes in the scene."""

from __future__ import annotations

from cardtui_client.games import arguments
from cardtui_client.games.keys import Keys
from cardtui_client.games.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Do
from cardtui_client.scene.scene import Button, Scene


def may_hide(model: TableModel) -> bool:
    """Tell whether one may play a card face down now."""
    return any(map(arguments.may_hide, model.choices()))


def with_toggle(
    offered: tuple[Button, ...], model: TableModel, keys: Keys, *, hiding: bool
) -> tuple[Button, ...]:
    """Return the buttons with the one that turns cards over, where that is allowed."""
    plays = Do(presenter_of(model).card_verb)
    if not may_hide(model) or not offered or offered[0].command != plays:
        return offered
    toggle = Button(Bare.HIDE, keys.of(Bare.HIDE), _("Face up") if hiding else _("Face down"))
    return (offered[0], toggle, *offered[1:])


def face_down(scene: Scene) -> Scene:
    """Return the scene of who is about to play a card face down."""
    return scene._replace(hand=scene.hand._replace(hint=_("the next card goes face down")))
