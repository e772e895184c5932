"""Who sits at the table of a lesson, and what their names are where a sentence names them."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.i18n import _

_OTHERS: Final = (("Nora", "Alma"), ("Tito", "Beto"), ("Lila", "Rosa"))
"""Who plays with the learner, from the second seat on: two names, as the learner may have one."""


class Cast(NamedTuple):
    """The names, by seat; a lesson's sentences have places for those of the others."""

    learner: str
    nora: str
    tito: str
    lila: str

    def say(self, sentence: str) -> str:
        """Return one of the lesson's sentences in the language in use, with the names."""
        return _(sentence, nora=self.nora, tito=self.tito, lila=self.lila)


def cast_with(learner: str) -> Cast:
    """Return the names, none of which is the learner's."""
    same = learner.strip().casefold()
    others = [first if first.casefold() != same else second for first, second in _OTHERS]
    return Cast(learner, *others)
