"""What the eye must find at once: nothing lies over what somebody holds, says or has won."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client import i18n
from cardtui_client.faces.staging import paper_of
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import card_of, corner, face
from cardtui_client.scene.middle import Piles, Shout
from cardtui_client.scene.scene import Played, Scene, SeatScene, Tally, Weight
from cardtui_client.text import cell_width
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Look, Size, draw_card
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.flying import draw_shout
from cardtui_client.tui.paint.layout import lay_out
from cardtui_client.tui.paint.letters import dots_of
from cardtui_client.tui.paint.paper import draw_paper
from cardtui_client.tui.paint.piles import draw_piles
from cardtui_client.tui.paint.plates import draw_plate
from cardtui_client.tui.paint.score import draw_pad
from cardtui_client.tui.table.board import own_lines
from cardtui_client.tui.table.screen import TableScreen
from cardtui_client.tui.widgets.painted import Painted
from tests.support.colours import PALETTE
from tests.support.longer import LONGER, longer
from tests.support.paulista_tables import paulista
from tests.support.rummy_tables import won
from tests.support.screen import settle
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, TableApp, cacho, played, truco
from tests.table.mid_hands import MID_HANDS


def speak(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if language == LONGER:
        monkeypatch.setattr(i18n, "_catalogue", longer)
    else:
        i18n.set_language(language)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("game", ["truco-argentino 4", "truco-argentino 6", "pif-paf 4"])
async def test_who_is_a_bot_is_said_beside_the_backs_of_its_cards(game: str, language: str) -> None:
    i18n.set_language(language)
    table = MID_HANDS[game]()
    for seat in table.table.seats:
        seat.bot = tables_pb2.BOT_LEVEL_NORMAL
    async with seated(table) as at:
        felt = Canvas(83, 25, PALETTE)
        paint_felt(felt, at.picture.felt)
    bot, told = i18n._("bot"), 0
    for chars, looks in zip(felt.chars, felt.styles, strict=True):
        for found in re.finditer(bot, "".join(chars)):
            told += 1
            beyond = looks[found.start() : found.end() + 2]
            assert all(look.bgcolor is None or look.bgcolor.name != PALETTE.back for look in beyond)
    assert told == len(table.table.seats) - 1


@pytest.mark.parametrize("height", [24, 25, 27, 33])
def test_no_card_of_a_trick_touches_a_partners_hand_or_the_last_line(height: int) -> None:
    place = Place(17, 0, 66, height)
    layout = lay_out(place, 4, 0, clockwise=False)
    partner = layout.plates[2]
    assert layout.size.height >= Size.LARGE.height
    assert layout.cards[2].y - 1 >= partner.y + partner.height, "the edge of a winning card"
    assert layout.cards[0].y + layout.cards[0].height < place.height - 1


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("game", ["truco-argentino 4", "truco-brasileiro 4", "truco-paulista 6"])
async def test_who_is_a_bot_is_said_whole_in_the_smallest_window(game: str, language: str) -> None:
    i18n.set_language(language)
    table = MID_HANDS[game]()
    for seat in table.table.seats:
        seat.bot = tables_pb2.BOT_LEVEL_NORMAL
    async with seated(table) as at:
        felt = Canvas(70, 11, PALETTE)
        paint_felt(felt, at.picture.felt)
    assert felt.plain().count(i18n._("bot")) == len(table.table.seats) - 1


def test_a_high_pad_keeps_both_halves_apart_and_shows_what_is_still_to_be_laid() -> None:
    board = Canvas(20, 32, PALETTE)
    draw_pad(board, 0, 0, (Tally("Us", 12, 30, malas=15), Tally("Them", 22, 30, malas=15)))
    lines = board.plain().splitlines()
    heads = [number for number, line in enumerate(lines) if "malas" in line or "buenas" in line]
    assert [lines[number].split() for number in heads] == [
        ["malas", "│", "malas"],
        ["buenas", "│", "buenas"],
    ]
    malas, buenas = lines[: heads[0]], lines[heads[0] : heads[1]]
    assert "".join(malas).count("╱") == 2 + 3
    assert "".join(buenas).count("╱") == 1
    assert "·" in "".join(buenas)


@pytest.mark.parametrize("language", [*i18n.LANGUAGES, LONGER])
@pytest.mark.parametrize("flip", [None, 60])
def test_words_under_the_piles_never_touch(
    flip: int | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(language, monkeypatch)
    for width in range(24, 60):
        canvas = Canvas(width, 10, PALETTE)
        wins = i18n._("completes!") if width % 2 else ""
        piles = Piles(stock=75, discards=(), pile=1, flip=flip, completes=wins)
        draw_piles(canvas, Place(0, 0, width, 10), piles)
        words = canvas.plain().splitlines()[canvas.plain().split("75")[0].count("\n")]
        assert not re.search(r"[^\W\d]\d|\d[^\W\d]", words), words


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("pile", [1, 2, 12, 104])
def test_no_number_alone_stands_under_the_discards(
    pile: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(language, monkeypatch)
    for width in range(24, 60):
        canvas = Canvas(width, 10, PALETTE)
        draw_piles(canvas, Place(0, 0, width, 10), Piles(stock=75, discards=(), pile=pile, flip=60))
        assert re.search("d[ie]sca[r…]", canvas.plain()), canvas.plain()
    if pile < 100:
        canvas = Canvas(36, 10, PALETTE)  # as between two plates in 80 columns
        draw_piles(canvas, Place(0, 0, 36, 10), Piles(stock=75, discards=(), pile=pile, flip=60))
        assert re.search(f"{pile} d[ie]scar", canvas.plain()), canvas.plain()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("wins", ["", "completes!"])
@pytest.mark.parametrize("discards", [(), (20, 21, 22)])
def test_how_many_discards_there_are_is_told_between_narrow_plates(
    language: str, wins: str, discards: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(language, monkeypatch)
    for width in range(20, 36):
        canvas = Canvas(width, 10, PALETTE)
        piles = Piles(stock=75, pile=12, discards=discards, completes=wins and i18n._(wins))
        draw_piles(canvas, Place(0, 0, width, 10), piles)
        assert re.search(r"12 d[ie]scar|11 (under|embaixo|debajo)", canvas.plain()), canvas.plain()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_befell_a_seat_is_told_whole_on_the_narrowest_plate(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(language, monkeypatch)
    for cards in (9, 10):
        canvas = Canvas(19, 3, PALETTE)
        note = i18n.p_("betting", "folded")
        seat = SeatScene(1, "Dani", cards=cards, notes=(note,), chips=97)
        draw_plate(canvas, Place(0, 0, 18, 3), seat)
        assert note in canvas.plain()


def test_a_card_that_is_picked_has_another_frame_not_another_colour_alone() -> None:
    drawn = []
    for look in (Look.PLAIN, Look.PICKED):
        canvas = Canvas(13, 9, PALETTE)
        draw_card(canvas, 0, 0, 10, Size.LARGE, look=look)
        drawn.append(canvas.plain())
    assert "┓" in drawn[1]
    assert "┓" not in drawn[0]


@pytest.mark.parametrize("size", [(60, 8), (70, 11), (80, 11), (81, 12), (90, 17), (100, 40)])
@pytest.mark.parametrize("seats", [2, 4])
def test_what_marks_a_card_of_a_trick_hides_no_corner_of_another(
    seats: int, size: tuple[int, int]
) -> None:
    cards = [card_of(code, "spanish") or 0 for code in ("4E", "5B", "6C", "7E")]
    people = tuple(SeatScene(number, name=f"N{number}", side=number % 2) for number in range(4))
    for best, look in product(range(seats), ("winning", "fresh")):
        trick = [Played(number, cards[number]) for number in range(seats)]
        trick[best] = trick[best]._replace(**{look: True})
        canvas = Canvas(*size, PALETTE)
        paint_felt(canvas, Scene(seats=people[:seats], trick=tuple(trick)))
        for card in cards[:seats]:
            assert canvas.plain().count(corner(face(card))) == 2, (best, look)


CALLS = [
    "¡Truco!",
    "¡Quiero retruco!",
    "¡Quiero vale cuatro!",
    "¡Falta envido!",
    "¡Contraflor al resto!",
    "Doze!",
    "Três!",
]


@pytest.mark.parametrize("width", [80, 86, 120])
@pytest.mark.parametrize("words", CALLS)
def test_a_call_is_read_from_across_the_room(words: str, width: int) -> None:
    canvas = Canvas(width, 12, PALETTE)
    draw_shout(canvas, Place(0, 0, width, 12), Shout(words, "Beto", 1, 1))
    inked = [
        "".join("#" if look.color == look.bgcolor else " " for look in line)
        for line in canvas.styles
    ]
    lines = [line for line in inked if line.strip()]
    drawn = [line[min(len(each) - len(each.lstrip()) for each in lines) :] for line in lines]
    across = 2 if 2 * len(dots_of(words)[0]) <= width - 2 else 1
    assert [line.rstrip()[::across] for line in drawn] == [line.rstrip() for line in dots_of(words)]


@pytest.mark.parametrize("width", [20, 40, 63])
@pytest.mark.parametrize("words", [*CALLS, "Vou: 24"])
def test_a_call_without_room_for_large_letters_is_one_line(words: str, width: int) -> None:
    canvas = Canvas(width, 6, PALETTE)
    draw_shout(canvas, Place(0, 0, width, 6), Shout(words, "Beto", 1, 1))
    name, line = (line.strip() for line in canvas.plain().splitlines() if line.strip())
    assert name == "Beto"
    assert line.replace(" ", "").rstrip("…") in words.replace(" ", "")
    assert "¡ " not in line
    assert " !" not in line


def lost_at_truco() -> ScriptedTable:
    return played(truco(2, setup={"scores": [22, 29]}), "0 truco", "1 quiero", "0 resign")


def lost_at_rummy() -> ScriptedTable:
    table = won(3)
    table.viewer = 2
    return table


def lost_at_cacho() -> ScriptedTable:
    table = cacho(2, setup={"chips": [2, 90]})
    return played(table, "0 bet", "1 bet")


@pytest.mark.parametrize(
    ("language", "begins"), [("en", "You lost"), ("pt_BR", "Você perdeu"), ("es_AR", "Perdiste")]
)
@pytest.mark.parametrize("lost", [lost_at_truco, lost_at_rummy, lost_at_cacho])
async def test_who_has_lost_reads_it_first(
    lost: Callable[[], ScriptedTable], language: str, begins: str
) -> None:
    i18n.set_language(language)
    async with seated(lost()) as at:
        paper = paper_of(at.controller.model)
    assert paper[0].strong
    assert paper[0].text.startswith(begins)
    assert paper[0].side is not None, "the colour of who has won"


async def test_the_paper_at_the_end_has_its_edges_in_a_small_window() -> None:
    async with seated(lost_at_truco()) as at:
        scene = at.picture.own
        lines = own_lines(24, 80, scene)
        assert lines >= len(scene.paper) + 2


def painted(widget: Painted) -> str:
    """Return what a widget shows."""
    assert widget._canvas is not None
    return widget._canvas.plain()


@pytest.mark.slow
async def test_what_is_told_for_a_moment_covers_no_call() -> None:
    table = truco(4)
    async with TableApp(table).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        played(table, "0 play 7C", "1 truco")
        await settle(pilot, table)
        screen: Any = pilot.app.screen
        assert isinstance(screen, TableScreen)
        felt = screen.board.felt
        before = painted(felt)
        assert "¡Truco!" in before
        sentence = "There is no free seat at this table."
        CardtuiApp.notify(pilot.app, sentence)  # type: ignore[arg-type]
        await pilot.pause()
        assert sentence in painted(screen.board.top)
        assert painted(felt) == before
        screen.board.top.tell("", 0)
        await pilot.pause()
        assert sentence not in painted(screen.board.top)


@pytest.mark.parametrize("viewer", [0, 1, None])
async def test_an_accepted_envido_is_at_stake_until_it_is_settled(viewer: int | None) -> None:
    table = truco(setup={"dealer": 0, "scores": [0, 3]}, viewer=viewer)
    async with seated(table) as at:

        async def stake(*act: Any, **arguments: Any) -> Any:
            table.do(*act, **arguments)
            await at.settle()
            shown = at.picture.felt.stake
            assert shown is not None
            return shown

        await stake(1, "falta_envido")
        said = await stake(0, "quiero")
        assert (said.title, said.worth, said.weight) == ("falta envido", 27, Weight.DECISIVE)
        await stake(1, "declare", points=29)
        settled = await stake(0, "son_buenas")
    assert (settled.title, settled.worth) == ("at stake", 1)


@pytest.mark.parametrize(
    ("first", "answer", "told"),
    [
        (("envido",), "no_quiero", "envido: declined · 1 for you"),
        (("envido", "envido"), "falta_envido", "envido + envido + falta envido"),
        (("envido", "envido", "falta_envido"), "no_quiero", "falta envido: declined · 5 for you"),
    ],
)
async def test_what_came_of_bets_stands_beside_the_last_of_them(
    first: tuple[str, ...], answer: str, told: str
) -> None:
    table = truco()
    async with seated(table) as at:
        for seat, bet in enumerate((*first, answer)):
            table.do(seat % 2, bet)
        await at.settle()
        assert at.picture.felt.caption.startswith(told)


@pytest.mark.parametrize("seat", [0, 1])
async def test_your_own_side_has_the_same_colour_whichever_seat_you_have(seat: int) -> None:
    app = TableApp(truco(viewer=seat), name="Ana" if seat == 0 else "Beto")
    async with app.run_test() as pilot:
        await settle(pilot, app.scripted)
        for painted in app.screen.query(Painted):
            palette = painted.palette
            assert (palette.side(seat), palette.side(1 - seat)) == palette.teams


async def test_an_envido_whose_numbers_were_being_said_was_not_declined() -> None:
    table = truco(setup={"dealer": 0})
    async with seated(table) as at:
        table.do(1, "envido")
        table.do(0, "quiero")
        table.do(1, "declare", points=7)
        table.do(0, "resign")
        await at.settle()
        told = " ".join([entry.text for entry in at.display.log])
        paper = str(paper_of(at.controller.model))
    for words in (told, paper):
        assert "Envido: 2 points for Beto (you folded)." in words
        assert "declined" not in words


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
async def test_a_team_of_three_is_told_by_a_name_that_is_not_cut(viewer: int | None) -> None:
    table = truco(6, viewer=viewer)
    async with seated(table) as at:
        table.do(1, "truco")
        table.do(2, "no_quiero")
        await at.settle()
        actors = {entry.deed.actor for entry in at.display.log if entry.deed}
    theirs = {None: "Beto+", 1: "Us"}.get(viewer, "Them")
    assert theirs in actors
    assert all(cell_width(actor) <= NAME_CELLS for actor in actors)


@pytest.mark.clause("TP-60")
async def test_what_a_hand_was_worth_is_one_number_also_where_the_score_stops() -> None:
    table = paulista(2, {"scores": [10, 0]})
    async with seated(table) as at:
        for move in ((0, "truco"), (1, "raise"), (0, "raise"), (1, "run")):
            table.do(*move)
        await at.settle()
        won = [entry.deed for entry in at.display.log if entry.deed][-1]
        paper = str(paper_of(at.controller.model))
    assert (won.act, won.actor) == (("+6",), "You")
    assert "6 tentos" in paper


@pytest.mark.parametrize("columns", [34, 44, 58])
@pytest.mark.parametrize("seats", [5, 6])
def test_beside_the_log_no_card_of_a_trick_covers_a_seat(seats: int, columns: int) -> None:
    """The felts of windows of 70 and 80 columns, and of none so wide that cards are larger."""
    layout = lay_out(Place(0, 0, columns, 11), seats, 0, clockwise=False)
    plates = list(layout.plates.values())
    assert len(plates) == seats - 1
    for card in layout.cards.values():
        assert not any(card.meets(plate) for plate in plates), (card, plates)


async def test_the_title_over_many_names_has_the_colour_of_who_has_won() -> None:
    async with seated(won(8)) as at:
        title = paper_of(at.controller.model)[0]
    assert (title.text, title.strong, title.side) == ("You win the match!", True, 0)
    canvas = Canvas(80, 3, PALETTE)
    draw_paper(canvas, Place(0, 0, 80, 3), (title,))
    unmarked = title._replace(strong=False, side=None)
    under = Canvas(80, 3, PALETTE)
    draw_paper(under, Place(0, 0, 80, 3), (unmarked,))
    assert canvas.plain() == under.plain()
