"""What is painted on the table: cards, matches, seats, buttons; without a terminal."""

import re
from itertools import pairwise, product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cardtui.v1 import cards_pb2
from cardtui_client import i18n
from cardtui_client.faces.registry import face_of
from cardtui_client.model.cards import SUIT_SIGNS, card_of, corner, face
from cardtui_client.scene.commands import Do
from cardtui_client.scene.middle import AmountZone, ButtonZone, HandScene, Pot, Stub
from cardtui_client.scene.scene import (
    Amount,
    Button,
    Earlier,
    Played,
    Scene,
    SeatScene,
    Tally,
    Tone,
)
from cardtui_client.text import cell_width, fit, wrap
from cardtui_client.tui.paint.actions import arrange, grouped, paint_amount, paint_buttons
from cardtui_client.tui.paint.canvas import (
    DIGIT_LINES,
    Canvas,
    Palette,
    Place,
    mix,
    readable,
    style,
)
from cardtui_client.tui.paint.cards import PINTAS, Extent, Look, Size, draw_card, frame
from cardtui_client.tui.paint.fan import draw_fan_hand, fan_of
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import hand_size, paint_hand
from cardtui_client.tui.paint.layout import lay_out, sides_of
from cardtui_client.tui.paint.pack import Side
from cardtui_client.tui.paint.paper import BESIDE_NAME_COLUMN
from cardtui_client.tui.paint.piles import draw_pot, ring_of
from cardtui_client.tui.paint.pips import printed, strip_rows
from cardtui_client.tui.paint.score import draw_pad, half_of, squares
from cardtui_client.tui.themes import DEFAULT_COLOURS, THEMES
from cardtui_client.tui.widgets.painted import palette_of
from cardtui_engine.bits import Bits
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.library.random_play import random_match, random_options
from cardtui_engine.library.registry import get_rules
from tests.support.colours import PALETTE, PALETTES, contrast
from tests.support.nights import games_and_by_night

CARDS = [card for card in cards_pb2.Card.values() if not face(card).hidden]
BLOCKS = set("▌▐▀▄▗▖▝▘")
HOSTILE = (
    "[/nope]",
    "[@click=app.quit]x[/]",
    "\x1b[31mred\x1b]0;t\x07",
    "a\u202eb\u2066c",
    "日本語日本語日本語",
)


def canvas(
    width: int, height: int, palette: Palette = PALETTE, *, ascii_only: bool = False
) -> Canvas:
    return Canvas(width, height, palette, ascii_only=ascii_only)


def drawn(card: int, size: Size, look: Look = Look.PLAIN) -> list[str]:
    board = canvas(size.width + 4, size.height + 4)
    draw_card(board, 2, 2, card, size, look=look)
    return [board.row_text(y) for y in range(board.height)]


def ascii_lines(card: int, size: Size, look: Look) -> list[str]:
    board = canvas(size.width + 4, size.height + 4, ascii_only=True)
    draw_card(board, 2, 2, card, size, look=look)
    return ["".join(run.text for run in board.segments(y)) for y in range(board.height)]


# --- cards -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", list(Size))
def test_every_card_says_rank_and_suit_in_every_size(size: Size) -> None:
    for card in CARDS:
        text = "\n".join(drawn(card, size))
        times = 1 if size is Size.LINE else 2
        assert text.count(corner(face(card))) >= times, (corner(face(card)), size)


@pytest.mark.parametrize("size", [size for size in Size if size is not Size.LINE])
def test_a_card_stays_in_its_place(size: Size) -> None:
    for card in [*CARDS, cards_pb2.CARD_HIDDEN]:
        for look in Look:
            rows = drawn(card, size, look)
            around = rows[0] + "".join(row[0] + row[-1] for row in rows) + rows[-1]
            assert not around.strip(), (face(card), size, look)
            edge = rows[1] + "".join(row[1] + row[-2] for row in rows) + rows[-2]
            assert set(edge) <= BLOCKS | {" "}, "only rings and shadows lie outside of a card"


def test_a_spanish_suit_is_told_by_the_breaks_of_its_frame_and_by_its_drawing() -> None:
    looks = {}
    for card in CARDS:
        shown = face(card)
        if shown.deck != "spanish":
            continue
        for size in (Size.MEDIUM, Size.LARGE):
            top = frame(shown, size)[0]
            assert len(top) == size.width
            assert top.count(" ") == PINTAS[shown.suit]
        bare = tuple(row.replace(shown.suit, " ") for row in drawn(card, Size.LARGE))
        looks[shown.code] = bare
    assert len(set(looks.values())) == 40, "no two cards look the same, even without letters"


def test_french_suits_are_signs_of_one_cell_without_variation_selectors() -> None:
    for card in CARDS:
        for size in Size:
            text = "".join(drawn(card, size))
            assert "\ufe0f" not in text
            assert all(cell_width(char) == 1 for char in text)


PLAIN = [card for card in CARDS if face(card).rank in "23456789T"]
WITH_PIPS = [size for size in Size if size.framed]


def pips_of(card: int, size: Size) -> list[Place]:
    """Return where the pips lie on the inside of a card."""
    shown = face(card)
    parts = printed(shown, size.name)[1:]
    return [Place(x, y, len(shape[0]), len(shape)) for x, y, shape in parts]


def inked(card: int, size: Size) -> list[tuple[int, int]]:
    """Return the cells that the pips of a card fill, each as often as one does."""
    return [
        (x + column, y + row)
        for x, y, shape in printed(face(card), size.name)[1:]
        for row, line in enumerate(shape)
        for column, char in enumerate(line)
        if char != " "
    ]


@pytest.mark.parametrize("size", WITH_PIPS)
def test_pips_are_as_many_as_the_rank_says(size: Size) -> None:
    for card in PLAIN:
        rank = face(card).rank
        assert len(pips_of(card, size)) == (10 if rank == "T" else int(rank)), face(card).code


@pytest.mark.parametrize("size", [Size.TINY, Size.SMALL])
def test_a_card_too_small_for_pips_has_one_of_its_suit_whatever_its_rank(size: Size) -> None:
    for card in PLAIN:
        assert len(pips_of(card, size)) == 1, face(card).code


@pytest.mark.parametrize("size", WITH_PIPS)
def test_no_pips_lean_nor_touch_the_frame_nor_lie_over_each_other(size: Size) -> None:
    width, height = size.width - 2, size.height - 2
    for card in PLAIN:
        pips = pips_of(card, size)
        mirrored = {pip._replace(x=width - pip.x - pip.width) for pip in pips}
        assert mirrored == set(pips), face(card).code
        cells = inked(card, size)
        assert len(cells) == len(set(cells)), face(card).code
        assert all(0 <= x < width and 0 <= y < height for x, y in cells), face(card).code


@pytest.mark.parametrize("size", [size for size in Size if size is not Size.LINE])
@pytest.mark.parametrize("look", Look)
def test_nothing_covers_the_index(size: Size, look: Look) -> None:
    for card in CARDS:
        name, rows = corner(face(card)), drawn(card, size, look)[2:-2]
        assert rows[0][2:].startswith(name), face(card).code
        assert rows[-1][:-2].endswith(name), face(card).code


@pytest.mark.parametrize("size", [size for size in Size if size is not Size.LINE])
def test_suits_of_a_rank_are_told_by_what_is_printed(size: Size) -> None:
    looks: dict[tuple[str, str], set[object]] = {}
    for card in CARDS:
        shown = face(card)
        looks.setdefault((shown.deck, shown.rank), set()).add(printed(shown, size.name)[1:])
    assert {len(told) for (_deck, rank), told in looks.items() if rank in {*"123456789AT"}} == {4}


def test_figures_of_a_court_are_told_from_each_other_at_every_size_but_the_smallest() -> None:
    for size in (Size.SMALL, *WITH_PIPS):
        for codes in ("10B 11B 12B", "JS QS KS XX"):
            deck = "SPANISH" if codes.endswith("B") else "FRENCH"
            cards = [cards_pb2.Card.Value(f"CARD_{deck}_{code}") for code in codes.split()]
            assert len({printed(face(card), size.name)[0] for card in cards}) == len(cards)


def test_with_ascii_only_nothing_but_ascii_is_drawn() -> None:
    for card in [*CARDS, cards_pb2.CARD_HIDDEN]:
        for size, look in product(Size, Look):
            text = "".join(ascii_lines(card, size, look))
            assert text.isascii(), (face(card), size, look)
            assert "?" not in text, (face(card), size, look)


@pytest.mark.parametrize("rank", ["1", "4", "10", "12"])
@pytest.mark.parametrize("size", Size)
def test_coins_are_a_round_sign_that_is_no_nought(rank: str, size: Size) -> None:
    text = "\n".join(drawn(cards_pb2.Card.Value(f"CARD_SPANISH_{rank}O"), size))
    assert f"{rank}●" in text
    assert not {"O", "0"} & {*text.replace(f"{rank}●", "")}


@pytest.mark.parametrize("code", ["1O", "7O", "12O"])
@pytest.mark.parametrize("size", Size)
def test_in_ascii_the_sign_of_coins_stands_apart_from_the_rank(code: str, size: Size) -> None:
    lines = ascii_lines(cards_pb2.Card.Value(f"CARD_SPANISH_{code}"), size, Look.WINNING)
    named = [line for line in lines if code[:-1] in line]
    assert len(named) == (1 if size is Size.LINE else 2)
    assert all(f"{code[:-1]} o" in line for line in named)


def test_in_ascii_keys_are_spelled() -> None:
    board = canvas(40, 2, ascii_only=True)
    paint_buttons(board, (Button(Do("play"), "enter", "Play a card"),))
    assert "enter  Play a card" in "".join(run.text for y in (0, 1) for run in board.segments(y))


def test_in_ascii_codes_of_cards_do_not_touch_each_other() -> None:
    board = canvas(20, 1, ascii_only=True)
    look = style(board.palette.ink)
    board.text(2, 0, "7● 12● 3C", look)
    assert "".join(segment.text for segment in board.segments(0)).split() == [
        *("7", "o", "12o", "3C")
    ]


def test_a_card_that_is_none_is_drawn_as_a_back() -> None:
    assert drawn(9999, Size.SMALL) == drawn(cards_pb2.CARD_HIDDEN, Size.SMALL)


def test_own_cards_are_as_big_as_the_room_allows() -> None:
    assert hand_size(9, 80, 3) is Size.LARGE
    assert hand_size(7, 80, 3) is Size.MEDIUM
    assert hand_size(9, 80, 9) is Size.LINE
    assert hand_size(9, 80, 3, "small") is Size.SMALL
    assert hand_size(9, 80, 3, "line") is Size.LINE


# --- the pot ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chips", [5, 40, 1234])
@pytest.mark.parametrize(
    ("middle", "chip", "dot"),
    [
        (Place(0, 0, 94, 39), 11, (4, 2)),
        (Place(0, 0, 60, 23), 7, (2, 1)),
    ],
)
def test_the_larger_its_ring_the_larger_are_the_chips_and_the_number_of_a_pot(
    middle: Place, chip: int, dot: tuple[int, int], chips: int
) -> None:
    board = canvas(middle.width, middle.height)
    draw_pot(board, middle, Pot(chips, cap=7))
    drawn = board.plain()
    assert max(len(run) for run in re.findall("▄+", drawn)) == chip
    inked = {
        (x, y)
        for y, line in enumerate(board.styles)
        for x, look in enumerate(line)
        if look.bgcolor is not None and look.bgcolor.name == PALETTE.felt_ink
    }
    across = max(x for x, _y in inked) - min(x for x, _y in inked) + 1
    if chips < 1000:
        assert across in (wide := dot[0] * (4 * len(str(chips)) - 1), wide - dot[0])
        assert len({y for _x, y in inked}) == DIGIT_LINES * dot[1]
    assert across <= ring_of(middle).width - 4
    ring = ring_of(middle)
    lines = drawn.splitlines()
    told = [y for y, line in enumerate(lines) if line.strip()]
    assert (told[0], told[-1]) == (ring.y, ring.y + ring.height - 1)
    assert "at most 7 each" in drawn


def test_in_a_small_middle_the_pot_has_its_number_in_words() -> None:
    middle = Place(0, 0, 60, 12)
    board = canvas(middle.width, middle.height)
    draw_pot(board, middle, Pot(5))
    assert "pot 5" in board.plain()


# --- matches ---------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [9, 10])
@pytest.mark.parametrize(
    ("width", "height", "size"), [(142, 15, Size.LARGE), (104, 10, Size.MEDIUM)]
)
def test_a_hand_of_many_lies_side_by_side_where_there_is_room(
    width: int, height: int, size: Size, count: int
) -> None:
    fan = fan_of(Extent(width, height), BESIDE_NAME_COLUMN, count, "auto")
    assert fan.size is size
    assert fan.step >= size.width - 1  # they share an edge at most


@pytest.mark.parametrize("width", [80, 84])
def test_cards_lie_over_each_other_before_they_are_hard_to_read(width: int) -> None:
    fan = fan_of(Extent(width, 9), BESIDE_NAME_COLUMN, 9, "auto")
    assert fan.size is Size.MEDIUM
    assert fan.step < Size.MEDIUM.width - 1


HELD = tuple(
    card
    for name in ["JS", "QS", "KH", "JD", "AH", "AD", "9C", "TC", "7D", "2S"]
    if (card := card_of(name, "french")) is not None
)


@pytest.mark.parametrize(
    ("width", "height", "size", "step"),
    [
        (46, 8, Size.SMALL, 4),
        (60, 9, Size.MEDIUM, 5),
        (70, 7, Size.SMALL, 6),
        (70, 9, Size.MEDIUM, 6),
        (86, 13, Size.LARGE, 7),
        (96, 13, Size.LARGE, 8),
    ],
)
@pytest.mark.parametrize("count", [9, 10])
def test_a_card_that_is_covered_shows_its_name_and_a_whole_pip_or_face(
    width: int, height: int, size: Size, step: int, count: int
) -> None:
    board, held = canvas(width, height), HELD[:count]
    draw_fan_hand(board, 1, HandScene(held), picked=None, hovered=None, wanted="auto")
    fan = fan_of(Extent(width, height), 1, count, "auto")
    assert (fan.size, fan.seen) == (size, step)
    top = height - size.height - 1
    for at, card in enumerate(held[:-1]):
        x, shown = fan.x + at * fan.step, face(card)
        assert board.row_text(top)[x:].startswith(corner(shown))
        strip = [
            board.row_text(y)[x + size.framed : x + fan.step]
            for y in range(top + 1, top + size.height - 1)
        ]
        printed_there = strip_rows(shown, step - size.framed, len(strip))
        assert any(row.strip() for row in printed_there)
        drawn = [row.strip() for row in strip if row.strip()]
        assert drawn == [row.strip() for row in printed_there if row.strip()], shown.code


def test_in_a_strip_suits_and_figures_are_told_apart() -> None:
    for cells in (4, 5, 7):
        for rank in "A27TJQK":
            cards = [card_of(f"{rank}{suit}", "french") for suit in "SHDC"]
            assert len({strip_rows(face(card or 0), cells, 7) for card in cards}) == 4
        court = [card_of(f"{rank}S", "french") for rank in "JQK"]
        assert len({strip_rows(face(card or 0), cells, 7) for card in court}) == 3


@pytest.mark.parametrize(("width", "height"), [(60, 9), (80, 9), (86, 13), (96, 13), (130, 13)])
@pytest.mark.parametrize("suit", "SHDC")
def test_a_covered_card_has_as_many_pips_as_its_number_says(
    width: int, height: int, suit: str
) -> None:
    board = canvas(width, height)
    held = tuple(card_of(f"{rank}{suit}", "french") or 0 for rank in "23456789TA")
    draw_fan_hand(board, 1, HandScene(held), picked=None, hovered=None, wanted="auto")
    fan = fan_of(Extent(width, height), 1, len(held), "auto")
    rows = [board.row_text(y) for y in range(height - fan.size.height, height - 2)]
    seen = [
        "".join(row[fan.x + at * fan.step :][: fan.step] for row in rows).count(SUIT_SIGNS[suit])
        for at in range(9)
    ]
    assert seen == list(range(2, 11))


def test_five_matches_make_a_square_with_a_diagonal() -> None:
    assert squares(0) == []
    assert [len("".join(shape).replace(" ", "")) for shape in squares(12)] == [13, 13, 7]
    assert "╱" in squares(5)[0][1]
    assert "╱" not in squares(4)[0][1]


@pytest.mark.parametrize(
    ("points", "left", "good"), [(0, 0, False), (15, 15, False), (16, 1, True), (30, 15, True)]
)
def test_a_side_begins_anew_at_the_buenas(points: int, left: int, good: bool) -> None:
    assert half_of(points, 15) == (left, good)


def test_the_pad_shows_both_sides_and_which_half_they_are_in() -> None:
    board = canvas(20, 12)
    draw_pad(board, 0, 0, (Tally("Us", 12, 30, malas=15), Tally("Them", 22, 30, malas=15)))
    text = board.plain()
    assert "Us 12" in text
    assert "Them 22" in text
    assert "malas" in text
    assert "buenas" in text
    assert text.count("╱") == 3


def test_a_long_match_is_counted_where_squares_do_not_fit() -> None:
    board = canvas(20, 12)
    draw_pad(board, 0, 0, (Tally("Us", 38, 100, malas=50), Tally("Them", 2, 100, malas=50)))
    assert "7 ×5" in board.plain()


# --- the felt --------------------------------------------------------------------------------


def test_the_next_seat_is_at_the_right_where_play_goes_counter_clockwise() -> None:
    assert sides_of(4, 0, clockwise=False)[1] is Side.RIGHT
    assert sides_of(4, 2, clockwise=False)[3] is Side.RIGHT
    assert sides_of(6, 0, clockwise=False)[1] is Side.RIGHT_LOW
    assert sides_of(6, 0, clockwise=False)[5] is Side.LEFT_LOW


def test_the_next_seat_is_at_the_left_where_play_goes_clockwise() -> None:
    assert sides_of(4, 0, clockwise=True)[1] is Side.LEFT
    assert sides_of(3, 0, clockwise=True)[1] is Side.LEFT_HIGH
    assert sides_of(3, 0, clockwise=True)[2] is Side.RIGHT_HIGH


def test_partners_sit_opposite() -> None:
    assert sides_of(4, 1, clockwise=False)[3] is Side.TOP


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize(
    "place",
    [Place(17, 0, 63, 11), Place(0, 0, 80, 11), Place(17, 0, 67, 24), Place(17, 0, 107, 34)],
)
@pytest.mark.parametrize("tall", [False, True])
def test_nothing_on_the_felt_lies_over_anything_else(seats: int, place: Place, tall: bool) -> None:
    layout = lay_out(place, seats, 0, clockwise=False, tall_plates=tall and seats < 6)
    things = [*layout.plates.values(), *layout.cards.values()]
    assert len(layout.cards) == seats
    taken: set[tuple[int, int]] = set()
    for thing in things:
        cells = {
            (x, y)
            for x in range(thing.x, thing.x + thing.width)
            for y in range(thing.y, thing.y + thing.height)
        }
        assert not cells & taken, (layout, thing)
        assert all(place.x <= x < place.x + place.width and 0 <= y < place.height for x, y in cells)
        taken |= cells


def test_a_hostile_name_is_drawn_as_the_letters_it_has() -> None:
    for name in HOSTILE:
        board = canvas(80, 11)
        seat = SeatScene(1, name=name, bubble=name, notes=(name,), turn=True)
        paint_felt(board, Scene((SeatScene(0, "Ana"), seat), clockwise=True))
        text = board.plain()
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2066]", text)
        assert all(cell_width(board.row_text(y)) == 80 for y in range(board.height))


def test_the_card_that_wins_is_marked_without_colour_too() -> None:
    board = canvas(80, 11)
    trick = (
        Played(0, cards_pb2.CARD_SPANISH_7C),
        Played(1, cards_pb2.CARD_SPANISH_3C, winning=True),
    )
    seats = (SeatScene(0, "Ana"), SeatScene(1, "Beto"))
    paint_felt(board, Scene(seats, clockwise=False, trick=trick))
    rows = [line for line in board.plain().splitlines() if "★" in line]
    assert len(rows) == 1
    assert "3C" in rows[0]


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("size", [(80, 11), (120, 27)])
def test_a_card_turned_up_beside_the_pack_is_seen_whole_at_every_table(
    seats: int, size: tuple[int, int]
) -> None:
    board = canvas(*size)
    people = tuple(
        SeatScene(seat, f"P{seat}", cards=2, dealer=seat == seats - 1, mark="mão" * (seat == 0))
        for seat in range(seats)
    )
    trick = tuple(Played(seat, cards_pb2.CARD_FRENCH_3S) for seat in range(seats))
    flip = Stub(cards_pb2.CARD_FRENCH_QD)
    paint_felt(board, Scene(people, clockwise=False, trick=trick, stub=flip))
    assert board.plain().count("Q♦") == 2, "both of its corners"


# --- canvas and text -------------------------------------------------------------------------


def test_painting_outside_of_the_canvas_is_cut_off() -> None:
    board = canvas(5, 2)
    look = style("#ffffff")
    board.text(-2, 0, "abcdefghij", look)
    board.text(0, 7, "x", look)
    board.fill(Place(-5, -5, 50, 50), style("#ffffff", "#000000"))
    board.text(3, 1, "日本", look)
    assert [board.row_text(y) for y in range(2)] == ["     ", "   日"]


def test_half_a_wide_character_leaves_a_blank() -> None:
    board = canvas(4, 1)
    look = style("#ffffff")
    board.text(0, 0, "日本", look)
    board.text(1, 0, "x", look)
    assert board.row_text(0) == " x本"
    board.text(2, 0, "y", look)
    assert board.row_text(0) == " xy "
    board = canvas(6, 1)
    board.text(0, 0, "日本語", look)
    board.fill(Place(1, 0, 2, 1), look)
    assert board.row_text(0) == "    語"
    board.fill(Place(3, 0, 2, 1), look)
    assert board.row_text(0) == "      "


@given(st.text(max_size=60), st.integers(1, 30))
def test_what_fits_is_never_wider_and_never_a_control(text: str, cells: int) -> None:
    short = fit(text, cells)
    assert cell_width(short) <= cells
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in short)


@given(
    st.text(alphabet=st.characters(categories=("L", "N", "P", "Z")), max_size=80),
    st.integers(2, 20),
)
@example("0000000000000000 、、", 3)  # a wide sign where one cell is left
def test_wrapped_lines_lose_nothing_and_are_never_wider(text: str, cells: int) -> None:
    lines = wrap(text, cells)
    assert all(cell_width(line) <= cells for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize("cells", [0, -1, -20])
def test_where_there_is_no_room_a_text_still_ends(cells: int) -> None:
    assert "".join(wrap("at most", cells)) == "atmost"


# --- actions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize(
    "calls",
    [
        ("¡Truco! 2", "¡Envido! 2", "¡Real envido! 3", "¡Falta envido! 30"),
        (
            "¡Quiero! 3",
            "No quiero 2",
            "¡Quiero vale cuatro! 4",
            "¡Envido! 2",
            "¡Real envido! 3",
            "¡Falta envido! 30",
        ),
    ],
)
def test_all_that_one_can_do_at_truco_fits_into_two_lines_of_80_columns(
    calls: tuple[str, ...], language: str
) -> None:
    i18n.set_language(language)
    tones = {"¡Quiero!": Tone.YES, "No quiero": Tone.NO}
    answers = "No quiero 2" in calls
    buttons = (
        *([] if answers else [Button(Do("play"), "enter", i18n._("Play a card"))]),
        *(
            Button(
                Do(call), "x", call[:-2].strip(), call[-2:].strip(), tones.get(call[:-2], Tone.CALL)
            )
            for call in calls
        ),
        Button(Do("resign"), "m", i18n._("Fold (al mazo)"), "1", Tone.NO),
    )
    rows = arrange(buttons, 80, 2)
    assert len(rows) <= 2
    told = [placed.button.label for row in rows for placed in row]
    assert sorted(told) == sorted(button.words for button in buttons)


def test_buttons_lie_in_groups_and_what_gives_up_is_the_quietest() -> None:
    tones = (Tone.NO, Tone.YES, Tone.CALL, Tone.CALL, Tone.NO)
    buttons = tuple(
        Button(Do(key), key, "Word", "1", tone) for key, tone in zip("nqtex", tones, strict=True)
    )
    assert ["".join(each.key for each in group) for group in grouped(buttons)] == ["qn", "te", "x"]
    for width in (80, 60):
        for row in arrange(buttons, width, 2):
            ends = [placed.x + len(placed.button.label) + 5 for placed in row]
            gaps = [after.x - end for end, after in zip(ends, row[1:], strict=False)]
            same = [
                any({one.button.key, two.button.key} <= {*group} for group in ("qn", "te"))
                for one, two in pairwise(row)
            ]
            assert all(
                gap <= 2 if together else gap > 2 for gap, together in zip(gaps, same, strict=True)
            )
    board = canvas(80, 2)
    paint_buttons(board, buttons)
    ground = {key: board.styles[0][board.row_text(0).index(f" {key} ")].bgcolor for key in "qtn"}
    panel = PALETTE.panel
    far = {key: contrast(look.name, panel) for key, look in ground.items() if look is not None}
    assert far["n"] < far["t"] < far["q"]


def answers_in(game: str) -> set[tuple[frozenset[str], frozenset[str]]]:
    """Return verbs between which seats had to choose in matches, and those that give up."""
    rules, found = get_rules(game), set()
    for seed in range(6):
        bits, seats = Bits(seed), rules.seats[seed % len(rules.seats)]
        for step in random_match(rules, seats, bits, random_options(rules, seats, bits), 200):
            for seat in rules.turn(step.before).to_act:
                choices = rules.legal(step.before, seat)
                no = frozenset(each.verb for each in choices if each.kind is ChoiceKind.GIVES_UP)
                if no:
                    found.add((frozenset(each.verb for each in choices), no))
    return found


@pytest.mark.parametrize("game", games_and_by_night())
def test_to_give_up_is_the_loudest_answer_in_no_game_and_no_theme(game: str) -> None:
    presenter = face_of(game)
    told = answers_in(game)
    assert told
    for verbs, refusals in told:
        keys = dict(zip(sorted(verbs), "abcdefghijkl", strict=False))
        paint = tuple(
            Button(Do(verb), key, "Word", tone=presenter.verb(verb).tone)
            for verb, key in keys.items()
        )
        for name, palette in PALETTES.items():
            board = canvas(80, 2, palette)
            paint_buttons(board, paint)
            far = {verb: contrast(cap_of(board, key), palette.panel) for verb, key in keys.items()}
            quiet = max(far[verb] for verb in refusals)
            assert quiet < min((far[verb] for verb in verbs - refusals), default=21), (name, far)


def cap_of(board: Canvas, key: str) -> str:
    """Return the colour behind a key of a button."""
    y = next(y for y in range(board.height) if f" {key} " in board.row_text(y))
    ground = board.styles[y][board.row_text(y).index(f" {key} ")].bgcolor
    assert ground is not None
    return ground.name


def test_a_group_that_is_wider_than_a_line_goes_on_in_the_next() -> None:
    buttons = tuple(Button(Do(key), key, "eyebrow") for key in "123456789")
    rows = arrange(buttons, 80, 2)
    assert [len(row) for row in rows] == [6, 3]
    assert all(placed.x + len(placed.button.label) + 5 < 80 for row in rows for placed in row)


def test_a_button_says_its_key_what_it_does_and_its_price() -> None:
    board = canvas(60, 2)
    paint_buttons(board, (Button(Do("quiero"), "q", "¡Quiero!", "4"),))
    assert " q  ¡Quiero! 4" in board.plain()
    assert board.zone_at(4, 0) == ButtonZone(Do("quiero"))
    assert board.zone_at(40, 0) is None


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_slider_gives_every_number_of_a_small_range(width: int) -> None:
    board = canvas(width, 2)
    paint_amount(board, Amount("Bet", 1, 7, 3), ())
    amounts = {area.zone for area in board.areas if isinstance(area.zone, AmountZone)}
    assert amounts == {AmountZone(number) for number in range(1, 8)}


# --- colours ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(THEMES))
def test_suits_can_be_read_on_their_card_in_every_theme(name: str) -> None:
    theme = THEMES[name]
    palette = palette_of({**DEFAULT_COLOURS, **theme.variables}, dark=theme.dark, four_colours=True)
    for ink in palette.suits.values():
        assert contrast(ink, palette.card) >= 4.5, (name, ink)
    assert contrast(palette.felt_ink, palette.felt) >= 7


def test_two_colours_are_for_french_suits() -> None:
    palette = palette_of(DEFAULT_COLOURS, dark=True, four_colours=False)
    assert palette.suits["french:S"] == palette.suits["french:C"]
    assert palette.suits["french:H"] == palette.suits["french:D"] != palette.suits["french:S"]
    assert len({palette.suits[f"spanish:{suit}"] for suit in "EBOC"}) == 4


def test_colours_are_mixed_and_answered_by_black_or_white() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert readable("#ffffff") == "#101010"
    assert readable("#123526") == "#ffffff"


@pytest.mark.parametrize(("width", "height"), [(120, 14), (160, 20)])
@pytest.mark.parametrize("earlier", [True, False])
def test_no_suit_is_printed_beneath_words_beside_your_cards(
    width: int, height: int, *, earlier: bool
) -> None:
    deck = [cards_pb2.CARD_SPANISH_1E, cards_pb2.CARD_SPANISH_7O, cards_pb2.CARD_SPANISH_4C]
    suits = () if earlier else (("E", "espadas"), ("B", "bastos"), ("O", "oros"), ("C", "copas"))
    scene = Scene(
        seats=(SeatScene(0, "Ana", side=0, you=True),),
        hand=HandScene(tuple(deck), suits=suits),
        tallies=(Tally("Us", 3, 0), Tally("Them", 5, 1)),
        cloth="spanish",
        earlier=(Earlier("1st", None, tuple(deck[:2]), 0),) if earlier else (),
    )
    area = canvas(width, height)
    paint_hand(area, scene)
    beside = BESIDE_NAME_COLUMN - len(" B ")
    right = ["".join(line[-beside:]) for line in area.chars]
    assert any("7" in line if earlier else "bastos" in line for line in right)
    assert not [line for line in right if (BLOCKS | {"█"}) & set(line)]
