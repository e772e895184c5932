"""What you can do at the table screen: with keys, with the mouse, and when things go wrong."""

import re

import pytest
from textual import events
from textual._compositor import CompositorUpdate

from cardtui.v1 import cards_pb2, errors_pb2, table_service_pb2, tables_pb2
from cardtui_client import i18n
from cardtui_client.model.quick_talk import GESTURES, gesture_name
from cardtui_client.model.table import Status
from cardtui_client.net.feed import FeedStatus
from cardtui_client.scene.commands import Bare, Do, SeatBot
from cardtui_client.scene.middle import (
    AmountZone,
    ButtonZone,
    CardZone,
    Mood,
    SeatZone,
    StepZone,
)
from cardtui_client.settings import Settings
from cardtui_client.tui.paint.actions import brief_label
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.widgets.log import SidePanel
from cardtui_client.tui.widgets.table_parts import ActionBar, Felt, Hand
from tests.screens.at_table import at
from tests.support.nights import by_night
from tests.support.positions import raised, waiting
from tests.support.screen import SMALL, WIDE, lines
from tests.support.table_driver import Frame, cacho, played, truco


def still(**changes: object) -> Settings:
    settings = Settings(name="Ana", animation=False)
    for field, value in changes.items():
        setattr(settings, field, value)
    return settings


# --- the top line ----------------------------------------------------------------------------

GONE = (
    "The server’s database was deleted or replaced while it ran, so nothing more can be kept:"
    " the person who runs the server has to put it back, or start the server anew."
)


@pytest.mark.parametrize("size", [SMALL, *by_night(WIDE)])
@pytest.mark.parametrize("viewer", [0, *by_night(None)])
@pytest.mark.parametrize("language", list(i18n.LANGUAGE_NAMES))
async def test_why_nothing_can_be_done_is_said_to_its_end_and_goes_away(
    size: tuple[int, int], viewer: int | None, language: str
) -> None:
    i18n.set_language(language)
    scripted = truco(4, viewer=viewer)
    refusal = errors_pb2.Refusal(reason=errors_pb2.REASON_READ_ONLY, template=GONE, sentence=GONE)
    here = tables_pb2.Presence(connected=[0, 1])
    stopped = tables_pb2.Presence(connected=[0, 1], stopped=refusal)
    async with at(scripted, size) as table:
        felt = table.app.table_screen.query_one(Felt)
        before = felt.region
        scripted.queue.put_nowait(Frame(presence=stopped))
        await table.settle()
        assert " ".join(table.text.split()).startswith(i18n._(GONE))
        await table.press("l")
        if size == SMALL:
            panel = table.app.table_screen.query_one(SidePanel)
            assert (panel.region.y, panel.region.bottom) == (felt.region.y, felt.region.bottom)
        await table.press("l")
        scripted.queue.put_nowait(Frame(presence=here))
        await table.settle()
        assert table.text.startswith(" Truco argentino")
        assert felt.region == before


async def test_a_restart_to_come_stands_in_the_top_line_until_something_worse_does() -> None:
    scripted = truco(4)
    template = "{why} The server restarts in {left}."
    arguments = {"left": "10 min", "why": "A new release."}
    notice = errors_pb2.Refusal(template=template, arguments=arguments)
    gone = errors_pb2.Refusal(reason=errors_pb2.REASON_READ_ONLY, template=GONE, sentence=GONE)
    async with at(scripted, SMALL) as table:
        coming = tables_pb2.Presence(connected=[0, 1], notice=notice)
        scripted.queue.put_nowait(Frame(presence=coming))
        await table.settle()
        assert table.text.strip().startswith("A new release. The server restarts in 10 min.")
        worse = tables_pb2.Presence(connected=[0, 1], notice=notice, stopped=gone)
        scripted.queue.put_nowait(Frame(presence=worse))
        await table.settle()
        assert " ".join(table.text.split()).startswith(GONE)
        scripted.queue.put_nowait(Frame(presence=tables_pb2.Presence(connected=[0, 1])))
        await table.settle()
        assert table.text.startswith(" Truco argentino")


# --- playing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "place"), [(("right",), 0), (("right", "right"), 1), (("left",), 2)]
)
async def test_keys_that_come_in_one_burst_are_done_in_their_order(
    keys: tuple[str, ...], place: int
) -> None:
    async with at(truco()) as table:
        held = table.app.table_screen.controller.ui.cards.cards
        for key in (*keys, "enter"):
            table.app.post_message(events.Key(key, None))
        await table.until(lambda: bool(table.said))
        assert [act.play.card for act in table.scripted.acts] == [held[place]]


async def test_a_card_is_picked_with_a_click_and_played_with_another() -> None:
    async with at(truco()) as table:
        await table.click(Hand, CardZone(0))
        assert table.said == []
        await table.click(Hand, CardZone(0))
        assert table.scripted.acts[0].play.card == cards_pb2.CARD_SPANISH_1E


async def test_only_what_one_may_do_is_offered_with_its_price() -> None:
    async with at(truco()) as table:
        for words in ("t  ¡Truco! 2", "e  ¡Envido! 2", "r  ¡Real envido! 3", "f  ¡Falta envido! 8"):
            assert table.offers(words)
        assert not table.offers("Quiero")
        await table.press("t")
        assert not table.offers("¡Truco!")
        table.scripted.do(1, "retruco")
        await table.settle()
        assert table.offers("q  Quiero 3")
        assert table.offers("n  No quiero · gives 2")
        assert table.offers("t  Quiero vale cuatro 4")
        assert table.offers("x  Fold · gives 2")


async def test_a_call_rings_and_is_answered_by_clicking_its_button(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rung: list[bool] = []
    async with at(truco(setup={"dealer": 0}), settings=still(bell=True)) as table:
        monkeypatch.setattr(table.app, "bell", lambda: rung.append(True))
        table.scripted.do(1, "truco")
        await table.settle()
        assert rung == [True]
        assert "Beto: ¡Truco! What do you say?" in table.status
        await table.click(ActionBar, ButtonZone(Do("quiero")))
        assert table.said == ["quiero"]
        assert "worth 2" in table.text


async def test_a_question_can_be_answered_with_the_mouse() -> None:
    async with at(truco()) as table:
        await table.press("f")
        await table.click(ActionBar, ButtonZone(Bare.TAKE_BACK))
        assert table.said == []
        await table.press("f")
        await table.click(ActionBar, ButtonZone(Do("falta_envido", sure=True)))
        assert table.said == ["falta_envido"]


async def test_an_amount_is_chosen_with_the_mouse_alone() -> None:
    async with at(raised()) as table:
        await table.click(ActionBar, ButtonZone(Do("raise")))
        await table.click(ActionBar, StepZone.MORE)
        await table.click(ActionBar, StepZone.MORE)
        await table.click(ActionBar, StepZone.LESS)
        await table.click(ActionBar, ButtonZone(Bare.PROCEED))
        assert getattr(table.scripted.acts[-1], "raise").to == 7
    async with at(raised()) as table:
        await table.press("r")
        await table.click(ActionBar, AmountZone(24))
        await table.click(ActionBar, ButtonZone(Bare.PROCEED))
        assert getattr(table.scripted.acts[-1], "raise").to == 24


# --- why not ---------------------------------------------------------------------------------


# --- what is seen ----------------------------------------------------------------------------


async def test_the_trick_on_the_table_shows_who_is_winning_it() -> None:
    async with at(truco(4)) as table:
        table.scripted.do(0, "play", card="7C")
        table.scripted.do(1, "play", card="12O")
        await table.settle()
        starred = [line for line in lines(table.app) if "★" in line]
        assert len(starred) == 1
        assert "12●" in starred[0]


async def test_a_finished_trick_stays_until_the_next_card_and_then_lies_aside() -> None:
    async with at(truco()) as table:
        table.scripted.do(0, "play", card="7C")
        table.scripted.do(1, "play", card="4C")
        await table.settle()
        assert re.search(r"7C[ ─]+★", table.text)
        assert "1 You" in table.text
        table.scripted.do(0, "play", card="1E")
        await table.settle()
        assert not re.search(r"7C[ ─]+★", table.text)


async def test_bets_and_pot_and_the_resto_are_shown() -> None:
    async with at(raised()) as table:
        assert "pot 22" in table.text
        assert "at most 24 each" in table.text
        assert "● 24  bet 5" in table.text
        assert "Your turn: 3 chips to call." in table.status
        assert "passed" in table.text


async def test_at_the_showdown_everybody_sees_the_cards() -> None:
    async with at(cacho(3)) as table:
        for seat in (0, 1, 2):
            table.scripted.do(seat, "bet")
        table.scripted.do(0, "bet", to=1)
        table.scripted.do(1, "call")
        table.scripted.do(2, "call")
        await table.settle()
        assert "Beto takes the pot of 12 chips: cacho, 33." in table.text
        for card in ("6♥", "5♥", "A♠", "4♣"):
            assert card in table.text


# --- watching --------------------------------------------------------------------------------


async def test_who_is_to_have_a_bots_seat_reads_so_while_the_hand_is_watched() -> None:
    scripted = truco(4, viewer=None)
    scripted.table.asking.add(player="z", name="Zoe", granted=True)
    async with at(scripted, SMALL, name="Zoe") as table:
        assert "You have a bot’s seat from the next hand on." in table.text
    scripted = truco(4, viewer=None)
    scripted.table.asking.add(player="z", name="Zoe")
    async with at(scripted, SMALL, name="Zoe") as table:
        assert "You ask for a bot’s seat: " in table.text


async def test_who_watches_sees_no_card_and_can_do_nothing_in_the_game() -> None:
    scripted = truco(4, viewer=None)
    scripted.spectators = 3
    async with at(scripted, WIDE, name="Zoe") as table:
        assert "3 watching" in table.text
        assert "You are watching. Ana to act: a card." in table.text
        await table.press("t", "1", "1", "enter", "e")
        assert table.said == []
        for card in ("1E", "7C", "11●"):
            assert card not in table.text


# --- before the match ------------------------------------------------------------------------


async def test_the_host_seats_and_removes_bots_with_the_mouse() -> None:
    async with at(waiting()) as table:
        await table.click(Felt, SeatZone(2))
        await table.click(ActionBar, ButtonZone(SeatBot(tables_pb2.BOT_LEVEL_EASY, 2)))
        await table.click(Felt, SeatZone(1))
        assert table.scripted.asked == [
            ("add_bot", ("t1", tables_pb2.BOT_LEVEL_EASY, 2, 0)),
            ("remove_bot", ("t1", 1)),
        ]


# --- leaving ---------------------------------------------------------------------------------


async def test_leaving_a_match_asks_and_keeps_the_seat() -> None:
    async with at(truco()) as table:
        await table.press("escape")
        assert table.offers("Keep your seat, and the table waits; leave for good, and a bot plays.")
        assert table.app.table_screen.in_match
        await table.press("escape")
        assert table.app.screen is table.app.table_screen
        await table.press("escape", "enter")
        assert table.app.screen is not table.app.table_screen
        assert table.scripted.asked == []


async def test_a_seat_can_be_given_up_in_a_match() -> None:
    async with at(truco()) as table:
        await table.press("escape", "g")
        assert table.scripted.asked == [("leave", ("t1",))]


# --- the connection --------------------------------------------------------------------------


async def test_a_table_that_was_closed_says_so() -> None:
    async with at(truco()) as table:
        end = table_service_pb2.StreamEnd(reason=table_service_pb2.END_REASON_CLOSED)
        table.scripted.queue.put_nowait(table_service_pb2.Frame(end=end))
        table.scripted.queue.put_nowait(FeedStatus(Status.ENDED, "This table is closed."))
        table.scripted.queue.put_nowait(None)
        await table.settle()
        assert "This table is closed." in table.text
        await table.press("escape")
        assert table.app.screen is not table.app.table_screen


async def test_when_the_server_cannot_be_reached_one_can_try_again() -> None:
    async with at(truco()) as table:
        gone = FeedStatus(Status.ENDED, "The server cannot be reached. Your seat is kept.")
        table.scripted.queue.put_nowait(gone)
        table.scripted.queue.put_nowait(None)
        await table.settle()
        assert "The server cannot be reached." in table.text
        await table.press("r")
        assert "t  ¡Truco! 2" in table.text


# --- talk and the side panel -----------------------------------------------------------------


@pytest.mark.parametrize("keys", [(*"hola", "enter"), ("h", "escape")])
async def test_after_talk_the_keys_are_the_games_beside_a_panel_that_stays(
    keys: tuple[str, ...],
) -> None:
    async with at(truco(), WIDE) as table:
        await table.press("slash", *keys)
        await table.press("t")
        assert table.said == ["truco"]
        assert table.scripted.said == (["hola"] if "a" in keys else [])
        assert table.app.table_screen.controller.ui.panel.shown


async def test_a_digit_in_the_empty_line_says_a_phrase_and_a_click_does() -> None:
    async with at(truco(), WIDE) as table:
        await table.press("slash")
        assert "5 Liar, liar!" in table.text
        await table.press("5")
        assert table.scripted.said == ["PHRASE_LIAR"]
        assert "5 Liar, liar!" not in table.text
        await table.press("slash", "a", "5")
        assert "5 Liar, liar!" not in table.text
        assert table.app.table_screen.board.talk.value == "a5"
        await table.press("enter", "slash", "0")
        assert "1 :D laugh" in table.text
        await table.pilot.click("#quick", offset=(3, 5))
        assert table.scripted.said == ["PHRASE_LIAR", "a5", "REACTION_YAWN"]
        assert table.said == []


async def test_the_log_opens_at_its_end_and_follows_again() -> None:
    async with at(truco()) as table:
        for number in range(60):
            table.scripted.say(1, "Beto", f"line {number}")
        await table.settle()
        await table.press("l", "pageup")
        assert "line 59" not in table.text
        await table.press("l", "l")
        assert "line 59" in table.text
        await table.press("pageup", "pagedown", "pagedown")
        table.scripted.say(1, "Beto", "one more")
        await table.settle()
        assert "one more" in table.text


@pytest.mark.parametrize(("key", "said"), [("k", True), ("y", True), ("l", False), ("j", False)])
async def test_a_key_that_does_nothing_says_so(key: str, said: bool) -> None:
    async with at(truco()) as table:
        await table.press(key)
        assert (f"{key} does nothing now" in table.status) is said


async def test_what_spectators_say_is_told_apart_from_the_players_talk() -> None:
    async with at(truco()) as table:
        table.scripted.say(None, "Zoe", "dale")
        await table.settle()
        assert "Zoe (watching): dale" in table.status
        assert "log (1 new)" in table.status
        await table.press("l")
        assert "Zoe (watching): dale" in table.text


async def test_whether_one_hears_spectators_is_a_setting_that_acts_at_once() -> None:
    scripted = truco()
    scripted.table.host = "Beto"  # the host hears them always
    async with at(scripted) as table:
        screen = table.app.table_screen
        for hears in (True, False):
            screen.controller.settings.spectators = hears
            screen.on_screen_resume()
            screen.on_screen_resume()
            await table.settle()
        assert table.scripted.heard == [True, False]


async def test_the_panel_is_there_where_there_is_room_and_can_be_hidden() -> None:
    async with at(truco(), WIDE) as table:
        assert "Say something" in table.text
        await table.press("l")
        assert "Say something" not in table.text
        await table.pilot.resize_terminal(*SMALL)
        await table.press("l")
        assert "Say something" in table.text


@pytest.mark.parametrize("size", [SMALL, *by_night(WIDE)])
async def test_hostile_names_and_lines_are_only_letters(size: tuple[int, int]) -> None:
    names = ["[/nope]", "[@click=app.quit]x[/]", "\x1b[31mred\x1b]52;c;aGk=\x07", "\x9b31mx"]
    scripted = truco(4)
    for seat, name in zip((3, 1, 2), names, strict=False):
        scripted.table.seats[seat].name = name
    scripted.table.name = names[3]
    async with at(scripted, size) as table:
        for name in names:
            scripted.say(1, name, name)
        scripted.do(0, "play", card="7C")
        await table.settle()
        await table.press("l")
        everything = table.text
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", everything)
        for name in names[:2]:
            assert name[:14] in everything
        await table.press("escape")
        assert table.app.is_running


async def test_who_won_the_envido_stays_to_be_seen() -> None:
    """TA-43."""
    async with at(truco()) as table:
        table.scripted.do(0, "envido")
        table.scripted.do(1, "quiero")
        table.scripted.do(0, "declare", points=8)
        table.scripted.do(1, "son_buenas")
        await table.settle()
        assert "envido: you with 8" in table.text


async def test_a_duel_names_who_plays_it_and_who_won_those_before() -> None:
    """TA-61, TA-62."""
    setup = {"dealer": 5, "deal": "duels", "scores": [12, 14]}
    async with at(truco(6, setup=setup), WIDE) as table:
        assert "duel: Ana and Dani" in table.text
        table.scripted.do(0, "truco")
        table.scripted.do(3, "no_quiero")
        await table.settle()
        assert "duel: Beto and Eva" in table.text
        assert "duel 1 Us" in table.text
        assert "A duel: Beto and Eva." in table.text


async def test_everything_is_in_the_log_with_cards_as_they_lie_there() -> None:
    async with at(truco(), WIDE) as table:
        table.scripted.do(0, "play", card="7C")
        await table.settle()
        assert "You      7C" in table.text


# --- settings, languages, sizes --------------------------------------------------------------


@pytest.mark.parametrize("language", ["pt_BR", *by_night("es_AR")])
async def test_another_language_is_spoken_at_once_and_calls_stay(language: str) -> None:
    async with at(truco()) as table:
        english = "Your turn: play a card, or call."
        assert english in table.status
        i18n.set_language(language)
        table.app.table_screen.retell()
        await table.settle()
        assert i18n._(english) != english
        assert i18n._(english) in table.status
        assert table.offers("¡Truco!")


async def test_only_ascii_is_drawn_where_that_is_wanted() -> None:
    async with at(truco(4), settings=still(card_style="ascii")) as table:
        table.scripted.do(0, "play", card="7C")
        await table.settle()
        drawn = table.text
        words = re.sub(r"[¡¿áéíóúñ…]", "", drawn)
        assert words.isascii(), sorted(set(words) - set(map(chr, range(128))))


@pytest.mark.parametrize("size", [(80, 24), *by_night((100, 30), (110, 24), (120, 40), (200, 60))])
@pytest.mark.parametrize("seats", [6, *by_night(2, 4)])
async def test_every_size_shows_all_seats_and_ones_own_cards(
    seats: int, size: tuple[int, int]
) -> None:
    async with at(truco(seats), size) as table:
        for name in ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede")[:seats]:
            assert name in table.text
        for card in ("1E", "7C", "11●"):
            assert table.text.count(card) >= 2


@pytest.mark.nightly
async def test_the_window_can_be_resized_in_the_middle_of_a_hand() -> None:
    async with at(truco(4)) as table:
        for size in ((200, 60), (80, 24), (111, 31), (90, 50), (80, 24)):
            await table.pilot.resize_terminal(*size)
            await table.settle()
            assert "1E" in table.text
        await table.press("1", "1")
        assert table.said == ["play"]


# --- pace ------------------------------------------------------------------------------------


async def test_what_happens_is_shown_one_after_another_and_any_key_skips() -> None:
    async with at(truco(4), settings=still(animation=True)) as table:
        table.scripted.do(0, "play", card="7C")
        table.scripted.do(1, "play", card="12O")
        table.scripted.do(2, "play", card="3C")
        table.scripted.do(3, "truco")
        await table.settle()
        felt = table.app.table_screen.query_one(Felt)
        assert len(felt.sight.scene.trick) < 3
        await table.press("q")
        assert len(felt.sight.scene.trick) == 3
        assert table.said == [], "the key that skips does nothing else"
        await table.press("q")
        assert table.said == ["quiero"]


async def test_the_last_card_of_a_hand_is_seen_before_the_cards_go_back() -> None:
    ending = {"tricks": [0, 1], "leader": 0, "hands": [["1E"], ["4C"]]}
    async with at(truco(setup=ending), settings=still(animation=True)) as table:
        felt = table.app.table_screen.query_one(Felt)
        await table.press("enter", "f9")
        table.scripted.do(1, "play", card="4C")
        await table.until(lambda: len(felt.sight.scene.trick) == 2)
        shown = {each.card: each.winning for each in felt.sight.scene.trick}
        assert shown == {cards_pb2.CARD_SPANISH_1E: True, cards_pb2.CARD_SPANISH_4C: False}
        assert not felt.sight.scene.paper
        await table.press("f9")
        assert "Truco: 1 point for you" in table.text
        lies = {each.card: each.winning for each in felt.sight.scene.trick}
        assert lies == shown, "the trick stays as it lay"
        assert "4C" in table.text
        assert "The next hand starts by itself." in table.status


@pytest.mark.parametrize(
    ("size", "language"),
    [
        (SMALL, "pt_BR"),
        (WIDE, "en"),
        *(
            pytest.param(size, language, marks=pytest.mark.nightly)
            for size in (SMALL, WIDE)
            for language in i18n.LANGUAGES
            if (size, language) not in ((SMALL, "pt_BR"), (WIDE, "en"))
        ),
    ],
)
async def test_each_gesture_and_the_way_back_is_offered_once(
    size: tuple[int, int], language: str
) -> None:
    i18n.set_language(language)
    scripted = truco(4)
    scripted.gazes = [2, 3, 0, 1]
    async with at(scripted, size, settings=still(language=language)) as table:
        for key in ("f9", "f10"):
            await table.press(key)
            bar = table.app.table_screen.query_one(ActionBar)
            assert bar._canvas is not None
            shown = " ".join(bar._canvas.plain().split())
            assert shown.count(i18n._("Back")) == 1
            names = [f"{number} {gesture_name(each)}" for number, each in enumerate(GESTURES, 1)]
            assert [shown.count(name) for name in names] == [key == "f9"] * len(names)
            assert key == "f10" or ("1E" in shown and "7E 7●" in shown and "…" not in shown)
            await table.press("escape")


async def test_a_move_repaints_only_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at(truco(4), WIDE) as table:
        app = table.app
        table.scripted.do(0, "play", card="7C")
        await table.settle()
        everything = len(app.screen._compositor.render_full_update().render_segments(app.console))
        written: list[int] = []

        def display(_screen: object, update: object) -> None:
            assert isinstance(update, CompositorUpdate), "nothing but parts of the screen"
            written.append(len(update.render_segments(app.console)))

        monkeypatch.setattr(type(app), "is_headless", False)
        monkeypatch.setattr(app, "_display", display)
        table.scripted.do(1, "play", card="12O")
        await table.settle()
        assert "12●" in table.text
        assert sum(written) < everything * 3 / 5, (written, everything)


async def test_who_watches_reads_the_names_of_both_sides_beside_their_points() -> None:
    async with at(truco(4, viewer=None)) as table:
        assert "Ana & Carla 12 · Beto & Dani 22" in table.text


@pytest.mark.parametrize("few", [True, False])
@pytest.mark.parametrize("seats", [2, 4])
async def test_what_is_said_in_two_lines_moves_neither_the_felt_nor_your_cards(
    seats: int, few: bool
) -> None:
    """On the smallest screen few buttons lie closer meanwhile; many lie over your own side."""
    sentence = "First answer the call that waits for you, as the rules of this table have it. " * 2
    scripted = truco(seats, setup={"dealer": seats - 1})
    if few:
        played(scripted, "0 play 7C")
    async with at(scripted) as table:
        screen = table.app.table_screen

        def stand() -> list[int]:
            return [screen.query_one(each).region.height for each in (Felt, Hand)]

        (felt, hand), bar = stand(), screen.query_one(ActionBar)
        screen.controller.interaction.tell(sentence[:100], Mood.REFUSED, "TA-21")
        await table.settle()
        assert (bar.size.height, *stand()) == (1 if few else 2, felt, hand)
        for button in bar.buttons:
            assert f" {key_name(button.key)} " in table.text, button
            assert brief_label(button.label) in table.text, button
        screen.controller.interaction.untell()
        await table.settle()
        assert (bar.size.height, *stand()) == (2, felt, hand)
