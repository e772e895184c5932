"""A language that is 40 % longer than English (`LONGER`)."""

import re
from gettext import NullTranslations
from typing import Final

LONGER: Final = "longer"
_PLACE: Final = re.compile(r"(\{\w+\})")


class Longer(NullTranslations):
    """A language whose words are English with vowels that are drawn out."""

    def gettext(self, message: str) -> str:
        parts = _PLACE.split(message)
        return "".join(
            part if place % 2 else re.sub(r"([aeiou])", r"\1\1", part)
            for place, part in enumerate(parts)
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


def longer(_tag: str) -> NullTranslations:
    """Return that language in the place of a catalogue."""
    return Longer()
