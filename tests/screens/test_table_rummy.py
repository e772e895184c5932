"""The rummy games on the table screen: golden pictures, and what keys and clicks do."""

from typing import Any

import pytest

from cardtui_client import i18n
from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import CardZone, Laid, Mood, PileZone
from cardtui_client.scene.scene import Offers
from cardtui_client.tui.table.keymap import KEYMAP, action_of
from cardtui_client.tui.widgets.table_parts import ActionBar, Felt, Hand, StatusLine
from tests.screens.at_table import Table, show, sits
from tests.screens.conftest import LookRight
from tests.support import rummy_tables as tables
from tests.support.rummy_tables import SCENES
from tests.support.screen import SMALL, WIDE, lines, scenes_at_sizes
from tests.support.table_driver import ScriptedTable, cacho


@scenes_at_sizes(SCENES, "cacheta", "eight_betting", "vou")
async def test_the_table(scene: str, size: tuple[int, int], looks_right: LookRight) -> None:
    await show(SCENES[scene](), size, looks_right)


@pytest.mark.parametrize("language", ["pt_BR", "es_AR"])
async def test_a_language(language: str, reads_right: LookRight) -> None:
    i18n.set_language(language)
    await show(tables.na_boa(), SMALL, reads_right)


async def test_nothing_but_ascii(looks_right: LookRight) -> None:
    await show(tables.drawing(), SMALL, looks_right, card_style="ascii")


async def test_a_picked_card_among_many(looks_right: LookRight) -> None:
    await show(tables.going_out(), SMALL, looks_right, "o", "o", "o", "3")


async def test_clicks_draw_and_throw() -> None:
    async with sits(tables.claiming()) as at:
        await at.click(Felt, PileZone("stock"))
        assert at.said == ["draw"]
        await at.click(Hand, CardZone(1))
        await at.click(Felt, PileZone("discards"))
        assert at.said == ["draw", "discard"]


async def test_who_is_out_is_told_so_and_asked_for_nothing() -> None:
    hands = ["3S 4S 5S 7H 7C 7D 9D TD KD", *tables.HANDS[1:3]]
    table = tables.rummy(
        "cacheta", 3, viewer=2, flip="8C", stock=["JD"], scores=[10, 7, 1],
        hands=[hand.split() for hand in hands],
    )  # fmt: skip
    tables.move(table, "0 draw stock")
    async with sits(table, WIDE, name="Carla") as at:
        tables.move(table, "0 knock")
        await at.settle()
        assert at.text.count("You are out;") == 2  # in the log, and below
        assert "You are out; the others play on." in at.status
        assert not at.offers("Continue")


@pytest.fixture
def never_overdue(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer be overdue, however slow the machine."""

    def after(_model: object) -> float:
        return 3600.0

    monkeypatch.setattr("cardtui_client.tui.table.sending.overdue_after", after)


async def waits(table: ScriptedTable, key: str, at: Table) -> None:
    """Press a key whose act the table does not answer yet."""
    table.answers.clear()
    await at.pilot.press(key)
    await at.until(lambda: bool(table.acts))


@pytest.mark.usefixtures("never_overdue")
@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("s", "Drawing… the others may still take the discard."),
        ("d", "Taking the discard… the others may still come first."),
    ],
)
async def test_a_draw_that_waits_says_so_and_offers_nothing(key: str, sentence: str) -> None:
    async with sits(tables.claiming()) as at:
        at.app.table_screen.controller.acts.unanswered = 0.01
        await waits(at.scripted, key, at)
        await at.until(lambda: sentence in at.status)
        assert not at.offers("Draw")
        assert not at.offers("Take the discard")
        at.scripted.answers.set()
        await at.settle()
        assert "hoose a card to discard" in at.status


@pytest.mark.usefixtures("never_overdue")
async def test_an_act_that_is_answered_at_once_changes_no_word_before() -> None:
    async with sits(tables.claiming()) as at:
        at.app.table_screen.controller.acts.unanswered = 60.0
        await waits(at.scripted, "s", at)
        assert at.offers("Draw")
        bar = at.app.table_screen.query_one(ActionBar).bar
        assert isinstance(bar, Offers)
        assert bar.sent  # the buttons fade at once
        assert "Your turn" in at.status
        await at.pilot.press("d")  # what is pressed meanwhile gets a word
        await at.until(lambda: "Drawing…" in at.status)
        at.scripted.answers.set()
        await at.settle()
        assert at.said == ["draw"]
        bar = at.app.table_screen.query_one(ActionBar).bar
        assert isinstance(bar, Offers)
        assert not bar.sent


async def test_a_draw_that_comes_too_late_offers_again_what_may_be_done() -> None:
    async with sits(tables.claiming()) as at:
        at.app.table_screen.controller.acts.unanswered = 0.01
        await waits(at.scripted, "k", at)  # no such act now: it will be refused
        await at.until(lambda: "Sending" in at.status)
        assert not at.offers("Draw")
        at.scripted.answers.set()
        await at.settle()
        assert at.offers("Draw")


async def test_melds_are_marked_and_what_can_be_thrown() -> None:
    async with sits(tables.going_out()) as at:
        assert at.text.count("━a") == 3
        assert at.text.count("━c") == 3
        assert at.text.count("▲") == 1
        assert "you can go out" in at.text


@pytest.mark.clause("CA-03")
async def test_wild_cards_are_marked_in_ones_hand() -> None:
    async with sits(tables.cacheta()) as at:
        assert at.text.count("9♣★") == 1
        assert at.text.count("9♠★") == 1
        assert at.text.count("★") == 2


async def test_what_befell_a_seat_is_read_whole_beside_its_cards_on_every_screen() -> None:
    for size in (SMALL, WIDE):
        async with sits(tables.betting(), size=size) as at:
            assert "folded" in at.text
        async with sits(tables.na_boa(), size=size) as at:
            await at.press("c", "enter")
            assert "burned" in at.text
            assert "out" in at.text


@pytest.mark.clause("CA-50", "CA-51", "CA-52")
async def test_the_end_of_a_match_shows_points_and_tells_what_a_tournament_counts() -> None:
    async with sits(tables.won()) as at:
        rows = [line.split() for line in at.text.splitlines()]
        heads = next(at for at, row in enumerate(rows) if row[-2:] == ["points", "wins"])
        named = [[word for word in row if word.isalnum()] for row in rows[heads + 1 : heads + 4]]
        assert [row[-3:] for row in named] == [
            ["You", "4", "1"],
            ["Beto", "0", "0"],
            ["Carla", "0", "0"],
        ]
    async with sits(tables.won(), size=WIDE) as at:
        assert "Victory points: you 5, Beto 2, Carla 2." in at.text
        assert "Game points: you 4, Beto 3, Carla 3." in at.text


@pytest.mark.parametrize("size", [(60, 24), SMALL, (100, 30), WIDE, (200, 60)])
async def test_the_melds_of_the_winner_lie_on_the_felt_as_cards(size: tuple[int, int]) -> None:
    async with sits(tables.knocked(), size) as at:
        assert "Points: you 10, Beto 6, Carla 0." in at.text
        middle = at.app.table_screen.query_one(Felt).sight.scene.middle
        assert isinstance(middle, Laid)
        melds = ["3S 4S 5S", "7C 7D 7H", "9D TD JD"]
        assert [tables.codes(group) for group in middle.groups] == melds
        for corner in ("3♠", "4♠", "5♠", "7♣", "7♦", "7♥", "9♦", "10♦", "J♦"):
            assert corner in at.text


@pytest.mark.parametrize("size", [SMALL, WIDE], ids=["small", "wide"])
async def test_the_wild_cards_of_a_meld_are_marked(size: tuple[int, int]) -> None:
    async with sits(tables.knocked_with_wild_cards(), size) as at:
        assert at.text.count("9♠★") == 1
        assert at.text.count("9♣★") == 1


async def test_a_long_refusal_is_told_to_its_end_with_its_clause() -> None:
    sentence = (
        "With nine cards, of which one more would make a knock, you may say that you are "
        "na boa only before you draw."
    )
    async with sits(tables.throwing()) as at:
        screen = at.app.table_screen
        stood = [screen.query_one(each).region for each in (Felt, Hand)]
        screen.controller.interaction.tell(sentence, Mood.REFUSED, "CA-40")
        await at.settle()
        assert [screen.query_one(each).region for each in (Felt, Hand)] == stood
        assert " ".join(at.status.replace("f2 rule CA-40  ? keys", "").split()) == sentence
        assert "rule CA-40" in at.status
        assert screen.query_one(StatusLine).size.height == 2
        screen.controller.interaction.untell()
        await at.settle()
        assert screen.query_one(StatusLine).size.height == 1


async def test_all_cards_that_fit_are_told_the_open_one_first_and_its_pile_says_so() -> None:
    hands = ["3S 4S 5S 7H 7C 7D 9C TC TD", *tables.HANDS[1:3]]
    table = tables.rummy(
        "pif-paf", 3, begin="play", stock=["2S", "3H", "JC"], hands=[each.split() for each in hands]
    )
    tables.move(table, "0 draw stock", "0 discard 2S", "1 draw stock", "1 discard 3H")
    async with sits(table) as at:
        assert "completes!" not in at.text
    tables.move(table, "2 draw stock", "2 discard JC")
    async with sits(table) as at:
        for words in ("missing: J♣ 10♠", "10♥ 8♣", "completes!"):
            assert words in at.text


async def test_the_keys_speak_of_cutting_the_line_and_put_what_burns_last() -> None:
    async with sits(tables.na_boa()) as at:
        offered = [words for _key, words in at.app.table_screen.offered_keys()]
        assert offered[-1] == "Cut the line (burns you)"
    async with sits(tables.cacheta()) as at:
        screen = at.app.table_screen
        bound = {binding.id: binding.description for _key, binding in screen._bindings}
        assert bound["verb.cacheta_cut"] == "Cut the line"
        assert screen.waiting_words(action_of(KEYMAP["verb.knock"])) == "Knock"


@pytest.mark.parametrize("game", ["cacheta", "pif-paf", "pif-paf-tradicional"])
async def test_a_discard_that_helps_is_marked_before_one_card_is_missing(game: str) -> None:
    hands = ["2D 3D 5D 6D KC 9S 8H JS QH", *tables.HANDS[1:3]]
    begun: dict[str, Any] = {"flip": "7C"} if game == "cacheta" else {"begin": "play"}
    table = tables.rummy(
        game, 3, stock=["2S", "3H", "4D"], hands=[each.split() for each in hands], **begun
    )
    tables.move(table, "0 draw stock", "0 discard 2S", "1 draw stock", "1 discard 3H")
    async with sits(table) as at:
        assert "fits" not in at.text
    tables.move(table, "2 draw stock", "2 discard 4D")
    async with sits(table) as at:
        assert "fits" in at.text
    model = TableModel()
    model.fold(table.snapshot())
    told = Narrator(model).offer_lines()
    assert "2) take the discard: four of diamonds (4♦), fits" in told
    tables.move(table, "0 draw stock")
    async with sits(table) as at:
        assert "fits" not in at.text


@pytest.mark.parametrize("game", ["cacho", "pif-paf", "pif-paf-tradicional", "cacheta"])
@pytest.mark.parametrize(("hands", "told"), [(0, "until one is left"), (10, "of 10")])
async def test_the_head_says_what_ends_the_match_and_how_far_it_is(
    game: str, hands: int, told: str
) -> None:
    options = {"rounds" if game == "cacheta" else "hands": hands}
    table = cacho(options=options) if game == "cacho" else tables.rummy(game, options=options)
    async with sits(table) as at:
        head = lines(at.app)[0]
        assert told in head
        assert head.endswith(" chips") == (game != "cacheta")


async def test_the_head_says_who_leads_whatever_becomes_of_the_pot() -> None:
    for chips, told in (([90, 50, 30], "you lead"), ([50, 90, 30], "Beto leads")):
        async with sits(tables.rummy("pif-paf", chips=chips)) as at:
            head = lines(at.app)[0]
            assert told in head
            assert head.endswith(f"{chips[0]} of 173 chips"), "three are in the pot"
    async with sits(tables.rummy("pif-paf", chips=[50, 52, 50])) as at:
        assert "lead" not in lines(at.app)[0]
