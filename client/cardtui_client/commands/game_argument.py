"""A game as an argument: completed by the shell; a wrong name is answered with all there are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

import click
from click.shell_completion import CompletionItem

from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

_DEAL: Final = "#"
"""What a text of a deal begins with, where nothing of deals is loaded."""


class _Game(click.types.StringParamType):  # ParamType[str] exists only since click 8.4
    name = "game"

    def convert(
        self,
        value: str,
        param: click.Parameter | None,  # noqa: ARG002 - click's signature
        ctx: click.Context | None,  # noqa: ARG002 - click's signature
    ) -> str:
        """Return the game's id; its beginning will do if only one game begins so."""
        from cardtui_engine.library.registry import game_ids

        ids = game_ids()
        fitting = [each for each in ids if each.startswith(value.lower())] if value else []
        if len(fitting) == 1:
            return fitting[0]
        if value in ids:
            return value
        near = fitting or get_close_matches(value, ids, 1) or _with_a_word_like(value, ids)
        sentences = [_("There is no game “{game}”.", game=value)]
        if value.startswith(_DEAL):
            sentences.append(_("What begins with # is a deal, which comes after its game."))
        elif near:
            sentences.append(_("Did you mean {game}?", game=", ".join(near)))
        sentences.append(_("Choose from {names}.", names=", ".join(ids)))
        raise Failed(" ".join(sentences), USAGE)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        param: click.Parameter,  # noqa: ARG002 - click's signature
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the games that begin so."""
        from cardtui_engine.library.registry import game_ids

        return [CompletionItem(game) for game in game_ids() if game.startswith(incomplete)]


def _with_a_word_like(value: str, ids: Sequence[str]) -> list[str]:
    """Return the games in whose ids a word is much like the first one typed."""
    words = {word for each in ids for word in each.split("-")}
    typed = (value.lower().replace("-", " ").split() or [""])[0]
    meant = get_close_matches(typed, words, 1)
    return [each for each in ids if {*meant} & {*each.split("-")}]


GAME = _Game()
"""The type of an argument that names a game."""


def first_game() -> str:
    """Return the game that is meant where none is named."""
    from cardtui_engine.library.registry import game_ids

    return game_ids()[0]
