"""Rows of the log, and notes in the room that they leave."""

from collections.abc import Callable
from itertools import product

import pytest
from rich.segment import Segment

from cardtui.v1 import events_pb2
from cardtui_client import i18n
from cardtui_client.faces.arguments import Argument, argument
from cardtui_client.scene.middle import Note
from cardtui_client.scene.scene import Deed, Entry, Kind
from cardtui_client.settings import Settings
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.paper import draw_notes, entry_lines, note_lines
from cardtui_client.tui.table.picture import talk_entry
from tests.support.colours import PALETTE
from tests.support.seated import Seated, seated
from tests.support.table_driver import ScriptedTable, TableApp, truco
from tests.table.mid_hands import MID_HANDS

WIDTH = 24
LONG = "As long a line as nobody can say at a table in one breath"


def rows(entry: Entry, *, ascii_only: bool = False) -> list[list[Segment]]:
    return entry_lines(entry, WIDTH, PALETTE, ascii_only=ascii_only)


def text_of(row: list[Segment]) -> str:
    return "".join(segment.text for segment in row)


def chips(row: list[Segment]) -> list[str]:
    """Return what stands on paper."""
    papers = [segment for segment in row if segment.style and segment.style.bgcolor]
    return [
        segment.text
        for segment in papers
        if segment.style and segment.style.bgcolor and segment.style.bgcolor.name == PALETTE.card
    ]


@pytest.mark.parametrize(
    "entry",
    [
        Entry(Kind.TALK, LONG, name="Beto", side=1),
        Entry(Kind.EVENT, LONG, deed=Deed("Beto", ("played", 3), side=1)),
    ],
)
def test_a_line_keeps_its_colour_when_you_change_sides(entry: Entry) -> None:
    def colours(below: int | None) -> list[list[list[Segment]]]:
        sides = [PALETTE._replace(below=side) for side in (0, 1)]
        return [entry_lines(entry._replace(below=below), WIDTH, each) for each in sides]

    before, after = colours(0)
    assert before == after
    before, after = colours(None)
    assert before != after, "a spectator who turns the table sees all sides change"


@pytest.mark.parametrize("viewer", [0, 1, None])
async def test_the_log_knows_on_which_side_you_sit(viewer: int | None) -> None:
    said = events_pb2.Said(seat=1, name="Beto", text="Buenas")
    async with seated(truco(viewer=viewer)) as at:
        assert talk_entry(said, at.controller.model).below == viewer


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.HEADING])
def test_what_does_not_fit_into_a_row_goes_on_moved_in(kind: Kind) -> None:
    first, *rest = map(text_of, rows(Entry(kind, LONG, name="Ana")))
    assert not first.startswith(" ")
    assert rest
    assert all(row.startswith("  ") and len(row) <= WIDTH for row in rest)


def test_between_what_was_done_and_its_effect_is_a_gap_or_the_end_of_a_row() -> None:
    for call in ("!" * cells for cells in range(1, WIDTH)):
        for effect in ("→ 3", "→ 12, enough for us"):
            told = rows(Entry(Kind.EVENT, "A sentence.", deed=Deed("Ana:", (call,), effect)))
            assert not any("!→" in text_of(row) for row in told)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("The top discard is K♣.", [" K♣ "]),
        ("All discards: 8♦ 10♥.", [" 8♦ ", " 10♥ "]),
        ("Ana shows 7●, 12E and 1B.", [" 7● ", " 12E ", " 1B "]),
        ("Hand 3 is played under TA-7B.", []),
        ("Beto has 8X and 13E.", []),
    ],
)
def test_cards_in_a_sentence_are_chips(text: str, cards: list[str]) -> None:
    painted = rows(Entry(Kind.EVENT, text))
    assert [each for row in painted for each in chips(row)] == cards
    assert "".join("".join(map(text_of, painted)).split()) == "".join(text.split())
    assert all(len(text_of(row)) <= WIDTH for row in painted)


def test_what_somebody_says_stays_as_it_was_said() -> None:
    assert not chips(rows(Entry(Kind.TALK, "Play 7E!", name="Ana"))[0])


def test_without_signs_cards_are_as_one_types_them() -> None:
    (row,) = rows(Entry(Kind.EVENT, "Ana shows K♣."), ascii_only=True)
    assert text_of(row) == "Ana shows KC."


WIDTHS = (33, 57)
"""Of a log beside the usual table, and beside a large one."""
RULES = Note("Rules", (("Points to win", "30"), ("Duels", "every other deal")))
KEYS = Note("Keys", (("← →", "Choose another card"), ("f7", "Pause")), keyed=True)


def drawn(top: int, height: int, width: int = 33) -> list[str]:
    canvas = Canvas(width + 3, height, PALETTE)
    draw_notes(canvas, 1, top, width, (RULES, KEYS))
    return canvas.plain().split("\n")


async def test_the_rules_of_the_table_and_keys_are_noted() -> None:
    async with seated(truco(4)) as at:
        table, keys, rules = at.picture.notes
        assert table == Note("Truco argentino · by the book", (("As the written rules say.", ""),))
        assert ("Points to win", "30") in rules.rows
        assert ("f8", "Team talk") in keys.rows


@pytest.mark.slow
async def test_keys_that_play_a_card_are_noted_only_where_cards_are_played() -> None:
    for game, made in MID_HANDS.items():
        async with seated(made()) as at:
            *_table, keys, _rules = at.picture.notes
            noted = {what for _key, what in keys.rows}
            of_cards = {"Play or discard the card", "Choose another card"}
            choices = at.controller.model.choices()
            takes_card = any(argument(each) is Argument.CARD for each in choices)
            may_point = not game.startswith("cacho") and (
                takes_card or not at.controller.model.is_my_turn
            )
            assert of_cards & noted == (of_cards if may_point else set()), game


async def test_many_options_leave_room_for_the_keys() -> None:
    app = TableApp(truco(4))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        log = app.table_screen.board.log_view
        canvas = Canvas(log.size.width, log.size.height, PALETTE)
        log.paint(canvas)
        assert "Team talk" in " ".join(canvas.plain().split())


def test_nothing_is_noted_of_a_table_that_is_not_known_yet() -> None:
    at = Seated(truco(), Settings(name="Ana"), "Ana")
    at.controller.stage()
    assert at.picture.notes == ()


async def test_a_key_of_ones_own_is_noted() -> None:
    async with seated(truco(4), keys={"table.pause": "z"}) as at:
        _table, keys, _rules = at.picture.notes
        assert ("z", "Pause, or play on") in keys.rows


@pytest.mark.parametrize("made", MID_HANDS.values(), ids=MID_HANDS)
async def test_every_note_has_room_beside_every_table(made: Callable[[], ScriptedTable]) -> None:
    table = made()
    for language in i18n.LANGUAGES:
        i18n.set_language(language)
        async with seated(table) as at:
            for width, note in product(WIDTHS, at.picture.notes):
                for line in note_lines(note, width, PALETTE):
                    told = "".join(part.text for part in line)
                    assert len(told) <= width, language
                    assert "…" not in told, language


def test_notes_stand_at_the_lower_edge_under_what_was_told() -> None:
    lines = drawn(top=4, height=16)
    assert not any(line.strip() for line in lines[:8])
    assert lines[-1].strip() == ""
    assert "Points to win" in lines[9]
    assert "f7" in lines[-2]


@pytest.mark.parametrize(
    ("top", "shown"), [(8, ["Rules", "Keys"]), (9, ["Rules"]), (12, ["Rules"]), (13, [])]
)
def test_notes_give_way_to_the_log_the_keys_first(top: int, shown: list[str]) -> None:
    text = "\n".join(drawn(top=top, height=17))
    assert [title for title in ("Rules", "Keys") if title in text] == shown


@pytest.mark.slow
async def test_the_log_shows_them_while_it_has_room() -> None:
    app = TableApp(truco(4))
    async with app.run_test(size=(200, 60)) as pilot:
        await pilot.pause()
        log = app.table_screen.board.log_view
        canvas = Canvas(log.size.width, log.size.height, PALETTE)
        log.paint(canvas)
        assert "Points to win" in canvas.plain()
        for number in range(60):
            app.scripted.say(1, "Beto", f"line {number}")
        await pilot.pause()
        log.paint(canvas)
        assert "Points to win" not in canvas.plain()


def test_a_card_in_brackets_stands_on_paper_without_them() -> None:
    """ "( K♣ )" has blanks inside its brackets: paper sets a card apart well enough."""
    for kind in (Kind.EVENT, Kind.NOTICE):
        (row,) = rows(Entry(kind, "Not the king of clubs (K♣)."))
        assert text_of(row) == "Not the  K♣ ."
        assert chips(row) == [" K♣ "]
