"""The keys of quick talk: which digit stands for which phrase or reaction, and its words."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_client.i18n import _
from cardtui_client.model.quick_talk import PHRASES, REACTIONS, phrase_words, reaction_name
from cardtui_client.scene.commands import Bare, Command, SayQuick


class QuickKey(NamedTuple):
    """A digit, what it says, and the command that it stands for."""

    key: str
    words: str
    command: Command


def quick_keys(*, reactions: bool) -> list[QuickKey]:
    """Return the digits of the phrases, or of the reactions; the last one leads to the others."""
    if reactions:
        keys = [
            QuickKey(str(number), f"{grimace.form} {reaction_name(each)}", SayQuick(reaction=each))
            for number, (each, grimace) in enumerate(REACTIONS.items(), 1)
        ]
        return [*keys, QuickKey("0", _("Phrases"), Bare.TURN_QUICK_TALK)]
    keys = [
        QuickKey(str(number), phrase_words(each), SayQuick(phrase=each))
        for number, each in enumerate(PHRASES, 1)
    ]
    return [*keys, QuickKey("0", _("Reactions"), Bare.TURN_QUICK_TALK)]


def quick_command(key: str, *, reactions: bool) -> Command | None:
    """Return what a digit stands for while nothing has been typed."""
    return next((each.command for each in quick_keys(reactions=reactions) if each.key == key), None)
