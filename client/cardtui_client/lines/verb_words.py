"""Which verbs the words of a line mean, in the game at hand or in another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cardtui_client.games.offers import HIDE, hide_word
from cardtui_client.games.presenter import Presenter, Verb
from cardtui_client.games.registry import FACES
from cardtui_client.model.verbs import VERBS, sheet_word

_APART: Final = re.compile(r"(?<=\d)\s+o(?!\S)")
"""The sign of coins, where it stands behind a blank as lines are written."""


def words_in(line: str) -> list[str]:
    """Return the words of a line; a coin set apart from its rank belongs to it."""
    return _APART.sub("o", line.casefold()).split()


def hides(word: str) -> bool:
    """Tell whether a word says that a card is to be played face down."""
    return word in (HIDE, hide_word().casefold())


def verb_named(line: str, face: Presenter) -> str:
    """Return the verb of the sheet that a word names, ``""`` if it names none."""
    words = words_in(line)
    if len(words) == 1 and hides(words[0]):
        return HIDE
    verbs, rest = verbs_meant(words, face)
    return sheet_word(next(iter(verbs), "")) if not rest else ""


def verbs_meant(words: Sequence[str], face: Presenter) -> tuple[set[str], Sequence[str]]:
    """Return the verbs that the first words may mean, and what follows them.

    One key serves several verbs, of which a seat has one at a time. A verb of another game is
    understood, too: it is just not offered.
    """
    for length in (2, 1):
        said = " ".join(words[:length]).replace("_", " ").strip("¡!¿?")
        if not said or len(words) < length:
            continue
        if verbs := _named(said, face):
            return verbs, words[length:]
        if length == 1:
            for verb, value, each in face.keyed():
                if value and each.key == said:
                    return {verb}, [value]
            if verbs := {verb for verb, _value, each in face.keyed() if each.key == said}:
                return verbs, words[1:]
        if verbs := {verb for other in FACES for verb in _named(said, other)}:
            return verbs, words[length:]
    return set(), ()


def _named(said: str, face: Presenter) -> set[str]:
    """Return the verbs of a game of which that is the word."""
    known = face.verbs or {sheet_word(verb): Verb() for verb in VERBS}
    return {
        face.wire_verb(word)
        for word, verb in known.items()
        if said in (verb.typed().casefold(), word.replace("_", " "))
    }
