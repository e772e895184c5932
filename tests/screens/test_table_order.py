"""The order of the cards on one key: as the rules have it, with what you hold and have seen."""

from collections.abc import Sequence

import pytest

from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.standing import order_lines
from cardtui_client.i18n import set_language
from cardtui_client.model.cards import card_of, face
from cardtui_client.model.table import TableModel
from cardtui_client.tui.table.card_order import CardOrderScreen
from cardtui_client.tui.table.screen import TableScreen
from cardtui_engine.cards import FRENCH, SPANISH, Card, Deck
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH, PACK
from cardtui_engine.games.truco_argentino.cards import PACK as ARGENTINE
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_paulista.cards import manilhas_of
from tests.screens.brazilian_screen import shown
from tests.screens.conftest import LookRight
from tests.support.brazilian_tables import playing
from tests.support.paulista_tables import paulista
from tests.support.rummy_tables import rummy
from tests.support.screen import SMALL, lines, small_and_wide
from tests.support.table_driver import ScriptedTable, TableApp, played, truco


def model_of(table: ScriptedTable) -> TableModel:
    model = TableModel()
    model.fold(table.snapshot())
    return model


def heights(strength: Sequence[int], pack: Sequence[Card], deck: Deck) -> list[set[int | None]]:
    """Return the wire's cards from the highest down, those of one height together."""
    found: dict[int, set[int | None]] = {}
    for card in pack:
        found.setdefault(strength[card], set()).add(card_of(deck.code(card), deck.name))
    return [found[height] for height in sorted(found, reverse=True)]


def ties(table: ScriptedTable) -> list[set[int | None]]:
    model = model_of(table)
    return [{*tie} for tie in presenter_of(model).card_order(model).ties]


def test_it_is_that_of_the_rules() -> None:
    argentine = heights(STRENGTH, ARGENTINE, SPANISH)
    assert ties(truco()) == argentine
    assert ties(playing()) == heights(OLD_STRENGTH, PACK, FRENCH)
    flip = FRENCH.card("4H")
    for clean, fixed in ((False, False), (False, True), (True, True)):
        rules = manilhas_of(clean=clean, fixed=fixed)
        options = {"deck": "clean" if clean else "full", "manilha": "fixed" if fixed else "vira"}
        hands = [["3S", "2S", "AH"], ["KS", "JD", "JS"]]
        table = paulista(2, {"hands": hands}, **options)
        known = None if fixed else flip
        assert ties(table) == heights(rules.strength(known), rules.pack, FRENCH), options


def test_what_you_hold_and_have_seen_is_told_in_lines() -> None:
    table = played(truco(), "0 play 7C", "1 play 12O")
    first, held, seen = order_lines(model_of(table))
    assert "ace of clubs; seven of swords; seven of coins; any three; any two; ace of" in first
    assert "ace of coins = ace of cups; any twelve;" in first
    assert held == "You hold: ace of swords (1E) and eleven of coins (11●)."
    assert seen == "Seen already: twelve of coins (12●) and seven of cups (7C)."
    assert order_lines(model_of(rummy("cacheta"))) == [
        "No card is higher than another one at this game."
    ]


def test_the_card_turned_up_has_been_seen() -> None:
    model = model_of(paulista())
    order = presenter_of(model).card_order(model)
    assert {face(card).code for card in order.seen} == {"4H"}
    assert [face(tie[0]).code for tie in order.ties[:4]] == ["5C", "5H", "5S", "5D"]


@small_and_wide
async def test_a_key_shows_it_and_any_other_one_closes_it(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    table = truco()
    async with TableApp(table).run_test(size=size) as pilot:
        await pilot.pause()
        played(table, "0 play 7C", "1 play 12O")
        while not table.queue.empty():
            await pilot.pause()
        await pilot.press("o")
        await pilot.pause()
        assert type(pilot.app.screen) is CardOrderScreen
        looks_right(pilot.app)
        await pilot.press("t")
        await pilot.pause()
        assert type(pilot.app.screen) is not CardOrderScreen
        assert not table.acts, "the key closed it, and did no more"


@pytest.mark.parametrize(
    ("language", "suits"),
    [
        ("en", "E swords (espadas)  B clubs (bastos)  ● coins  C cups"),
        ("es_AR", "E espadas  B bastos  ● oros  C copas"),
        ("pt_BR", "E espadas  B paus (bastos)  ● ouros  C copas"),
    ],
)
async def test_the_letters_of_the_suits_are_named_over_it_and_among_the_marks(
    language: str, suits: str
) -> None:
    set_language(language)
    app = TableApp(truco())
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        letters, names = screen.marks()[0]
        assert letters == "E B ● C"
        assert all(each in names for each in suits.split() if each.isalpha() and len(each) > 1)
        await pilot.press("o")
        await pilot.pause()
        assert any(suits in line for line in lines(app))


async def test_it_has_room_in_the_smallest_window_and_a_click_closes_it() -> None:
    async with shown(paulista(), (70, 20)) as pilot:
        await pilot.press("o")
        await pilot.pause()
        told = "\n".join(lines(pilot.app))
        assert "[3♠]" in told
        assert "(4♥)" in told
        assert "4♣" in told
        assert "any key" in told
        await pilot.click("#order")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, CardOrderScreen)


async def test_at_rummy_the_key_sorts_the_hand() -> None:
    async with TableApp(rummy("cacheta")).run_test(size=SMALL) as pilot:
        await pilot.press("o")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, CardOrderScreen)
