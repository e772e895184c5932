"""What the table shows in a first match: the suits, whose letters nothing else there tells."""

import re

import pytest

from cardtui_client import i18n
from tests.screens.at_table import sits
from tests.support.screen import SMALL
from tests.support.table_driver import truco

NARROW = (60, 24)
SUITS = {
    "en": ("swords", "clubs", "coins", "cups"),
    "pt_BR": ("espadas", "paus", "ouros", "copas"),
    "es_AR": ("espadas", "bastos", "oros", "copas"),
}


@pytest.mark.parametrize("language", SUITS)
@pytest.mark.parametrize("size", [NARROW, SMALL])
async def test_a_newcomer_sees_what_the_letters_on_cards_mean(
    language: str, size: tuple[int, int]
) -> None:
    i18n.set_language(language)
    for newcomer in (True, False):
        async with sits(truco(), size, newcomer=newcomer) as at:
            for letter, name in zip("EB●C", SUITS[language], strict=True):
                told = re.search(rf"{letter} +{name}\b", at.text)
                assert (told is not None) == newcomer
