"""The table screen: opens other screens over it, sits down, gets up, and fills the palette.
What an action, a mark or a face means in the help: `explain`, `legend_of`, `faces_of`. How wide
the side panel is, and from when on it stands beside the felt, is in `board`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, assert_never

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from cardtui.v1 import tables_pb2
from cardtui_client.faces.game_words import clause_now, clause_texts
from cardtui_client.faces.match_won import clauses
from cardtui_client.faces.muting import mute_commands, people_at
from cardtui_client.faces.prices import price_text, stake
from cardtui_client.faces.registry import has_rules, presenter_of
from cardtui_client.faces.seats import gesture_words, left_behind, lent_words, line_to_copy
from cardtui_client.faces.standing import between_hands
from cardtui_client.faces.table_actions import ACTION_OF, TABLE_ACTIONS, words_of
from cardtui_client.i18n import _, language
from cardtui_client.limits import CLAUSE_CELLS
from cardtui_client.model.cards import enumerate_words, in_codes, suits_named
from cardtui_client.model.quick_talk import GESTURES
from cardtui_client.model.table import Status, TableModel
from cardtui_client.model.table_summary import seats_to_take
from cardtui_client.model.verbs import sheet_word
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import TableFeed
from cardtui_client.scene.commands import (
    AskAccount,
    Bare,
    Command,
    Depart,
    Do,
    Explain,
    Open,
    OpenPeople,
    OpenRules,
    PressPile,
    ScrollLog,
)
from cardtui_client.scene.middle import Laid, Piles
from cardtui_client.scene.scene import Button, ChosenAmount, Question, Scene
from cardtui_client.settings import Settings
from cardtui_client.text import in_ascii, safe_text
from cardtui_client.tui.host_rights import HostRights
from cardtui_client.tui.paint.cards import CROWN_SIGN, WILD_SIGN
from cardtui_client.tui.paint.fan import DRAWN_SIGN, SELECTABLE_SIGN, SELECTED_SIGN, THROW_SIGN
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.paint.plates import (
    CHIP_SIGN,
    DISCARD_SIGN,
    LOST_CHIP_SIGN,
    PACK_SIGN,
    TAKE_SIGN,
    WINNER_SIGN,
)
from cardtui_client.tui.protocols import HasRules, PaletteCommand, ShowsReplays
from cardtui_client.tui.screens import LocalizedScreen, OfferedKey
from cardtui_client.tui.table import effects, keymap
from cardtui_client.tui.table.board import TALL_WINDOW, WIDE_WINDOW, Board
from cardtui_client.tui.table.controller import TableController
from cardtui_client.tui.table.modes.mode import CUT_OFF, Situation, choice_of
from cardtui_client.tui.table.modes.playing import drawing
from cardtui_client.tui.table.recent_hands import RecentHand
from cardtui_client.tui.table.sending import Feed
from cardtui_client.tui.table.ui_state import TableUi
from cardtui_client.tui.widgets.log import CoachView, Typed
from cardtui_client.tui.widgets.painted import Pressed


class BoardScreen(LocalizedScreen[None]):
    """A board, and no more; the screens made of it say what you do there.

    Attributes:
        board: the widgets of the table.
    """

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE_WINDOW, "-wide")]  # noqa: RUF012 - as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL_WINDOW, "-tall")]  # noqa: RUF012 - as Textual has it

    DEFAULT_CSS = """
    BoardScreen {
        Board, #body, #table { layers: default over; }
        #body { height: 1fr; }
        #table { width: 1fr; }
        #foot { height: auto; layer: over; dock: bottom; }
        SidePanel { display: none; layer: over; dock: right; }
        &.-panel SidePanel { display: block; }
        &.-wide SidePanel { display: block; layer: default; dock: none; }
        &.-wide.-no-panel SidePanel { display: none; }
    }
    """

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board

    def compose(self) -> ComposeResult:
        yield self.board

    def keys_now(self) -> list[OfferedKey]:
        """Return the keys of the buttons, and those that always work."""
        buttons, hints = self.board.actions.buttons, self.board.status.hints
        offered = [OfferedKey(each.key, each.words, each.tone.value) for each in buttons]
        return [*offered, *(OfferedKey(each.key, each.label) for each in hints)]

    def tell_above(self, sentence: str, seconds: float) -> None:
        """See `TellsAbove`."""
        self.board.top.tell(sentence, seconds)


async def explain(button: Button | None, model: TableModel, connection: Connection) -> list[str]:
    """Return what the action of that button is, in paragraphs; nothing for no action."""
    if button is None or not isinstance(button.command, Do):
        return []
    choice = choice_of(button.command.verb, model)
    price = ""
    if choice is not None:
        price = stake(choice, model) or price_text(choice, model)
    told = [f"{button.label}: {price}" if price else button.label]
    try:
        sheet = await connection.get_rules(model.table.game, language())
    except (Refused, Unreachable) as error:
        return [*told, str(error)]
    clause = clause_now(sheet_word(button.command.verb), sheet.clauses, model)
    rule = clause_texts(sheet.markdown, safe_text(clause, CLAUSE_CELLS)) if clause else []
    return [*told, *(rule or [_("The rule sheet has no clause about it.")])]


def legend_of(scene: Scene) -> list[tuple[str, str]]:
    """Return each mark, and what it means."""
    return [*_of_seats(scene), *_of_play(scene), *_of_hand(scene)]


def faces_of(model: TableModel) -> list[tuple[str, str]]:
    """Return the face of each signal that you may give, and what it means; none where none are."""
    if not model.gazes or model.seat is None:
        return []
    return [(mimicry.face, gesture_words(each, model)) for each, mimicry in GESTURES.items()]


def _of_seats(scene: Scene) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    own = next((seat for seat in scene.seats if seat.you), None)
    if any(seat.dealer for seat in scene.seats):
        found.append((PACK_SIGN, _("Deals")))
    found += [(seat.mark, _("Plays first")) for seat in scene.seats if seat.mark]
    if any(seat.letter for seat in scene.seats):
        words = _("The teams") if own is None else _("The teams; yours is {team}", team=own.letter)
        found.append(("A B", words))
    if any(seat.lives is not None for seat in scene.seats):
        found.append((f"{CHIP_SIGN} {LOST_CHIP_SIGN}", _("Points left, and lost")))
    elif any(seat.chips is not None for seat in scene.seats):
        found.append((CHIP_SIGN, _("Chips")))
    if any(seat.thrown is not None for seat in scene.seats):
        found.append((DISCARD_SIGN, _("The last discard of that seat")))
    if any(seat.taken is not None for seat in scene.seats):
        found.append((TAKE_SIGN, _("Took this discard last")))
    if any(seat.winner for seat in scene.seats):
        found.append((WINNER_SIGN, _("Has won")))
    return found


def _of_play(scene: Scene) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if scene.tallies and not scene.bowl:
        found.append(("•─•", _("A matchstick is a point, a square five")))
    elif scene.tallies:
        found.append(("•", _("A bean is a point")))
    if any(played.winning for played in scene.trick):
        found.append((WINNER_SIGN, _("Wins the trick so far")))
    laid = scene.middle.cards if isinstance(scene.middle, Laid) else ()
    if {*scene.crowned} & {*scene.hand.cards, *laid, *(played.card for played in scene.trick)}:
        found.append((CROWN_SIGN, _("Above all other cards in this hand")))
    if scene.stake is not None and scene.stake.asked:
        found.append((scene.stake.title, _("The call, and what the hand would be worth")))
    elif scene.stake is not None:
        found.append((scene.stake.title, _("What this hand is worth")))
    if isinstance(scene.middle, Piles) and scene.middle.completes:
        found.append((scene.middle.completes, _("The top discard would help your hand")))
    if any(tally.pending for tally in scene.tallies):
        found.append(("+2", _("Won, but not counted before the hand ends")))
    if any("→" in deed.effect for deed in scene.lately):
        found.append(("→", _("What the hand is worth from then on")))
    return found


def _of_hand(scene: Scene) -> list[tuple[str, str]]:
    hand = scene.hand
    found: list[tuple[str, str]] = []
    if hand.drawn is not None:
        found.append((DRAWN_SIGN, _("Drawn last")))
    if hand.wild:
        found.append((WILD_SIGN, _("A wild card")))
    if hand.marks:
        found += [(SELECTABLE_SIGN, _("Can be selected")), (SELECTED_SIGN, _("Is selected"))]
    elif hand.melds:
        found.append(("━a━", _("Cards of one meld")))
    if hand.throws and not hand.marks:
        found.append((THROW_SIGN, _("Can be discarded to go out")))
    return found


def table_commands(ui: TableUi, now: Situation) -> list[Button]:
    """Return what may be done now, with its price: what the game offers, then what is around it."""
    found = [
        button._replace(price=_price(button.command, now)) for button in now.offered if button.key
    ]
    known = {each.command for each in found}
    for action in TABLE_ACTIONS:
        wanted = action.in_palette and action.command not in known
        if wanted and keymap.is_active(action, ui, now):
            key = now.keys.of(action.command)
            found.append(Button(action.command, key, words_of(action, now.model)))
    return found


def _price(command: Command, now: Situation) -> str:
    if isinstance(command, Do) and (choice := choice_of(command.verb, now.model)) is not None:
        return price_text(choice, now.model)
    return ""


class TableScreen(BoardScreen):
    """One table, played at or watched.

    Attributes:
        controller: the table without the screen.
    """

    @dataclass
    class LookBack(Message):
        """The person wants to look back at what was seen here, while the match goes on.

        Attributes:
            hands: the last hands.
            connection: the session at the table.
        """

        hands: Sequence[RecentHand]
        connection: Connection

    @dataclass
    class ToTournament(Message):
        """The person's match for a tournament is over.

        Attributes:
            screen: the table.
            connection: the session there.
            tournament: its id.
        """

        screen: TableScreen
        connection: Connection
        tournament: str

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(entry.key, keymap.action_of(entry), entry.words, id=entry.id)
        for entry in keymap.KEYMAP.values()
    ]

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        seat: bool,
        settings: Settings,
        *,
        game: str = "",
        joins: str = "",
        feed: Feed | None = None,
        coach: CoachView | None = None,
    ) -> None:
        """Make the screen.

        Args:
            seat: whether to play on your seat there; otherwise to watch.
            game: what is played there, where that is known before the table is.
            joins: the command by which others join; ``""`` where no other machine can.
            feed: what the table sends; by default its feed on that server.
            coach: says in a lesson what there is to do.
        """
        super().__init__(Board(coach))
        self.subject = (connection, table_id)
        self.connection = connection
        self._settings = settings
        feed = feed or TableFeed(
            connection, table_id, seat, hears=settings.spectators, tells_hands_shown=True
        )
        self.controller = TableController(self.board, feed, connection, table_id, settings)
        self.controller.model.table.game = game
        self.controller.model.joins = joins

    @property
    def table(self) -> tables_pb2.Table | None:
        """The table, once it is known."""
        table = self.controller.model.table
        return table if table.id else None

    @property
    def in_match(self) -> bool:
        """Whether a match is going on in which this person holds a seat."""
        return self.controller.now.in_match

    # --- coming and going ----------------------------------------------------------------

    def stood(self) -> None:
        self._take_settings()
        self.follow()

    def on_screen_resume(self) -> None:
        """Come back from the settings, which may have changed."""
        if self.stands:
            self._take_settings()

    async def on_unmount(self) -> None:
        """Get up; the seat is kept."""
        await self.controller.close()

    def say_anew(self) -> None:
        super().say_anew()
        self.board.retell()
        self.controller.retell()

    def _take_settings(self) -> None:
        if (hearing := self.controller.take_settings()) is not None:
            self.run_worker(hearing, group="hear")
        self.board.take_settings(self.controller.settings)
        self.controller.stage()

    @work(exclusive=True, group="feed")
    async def follow(self) -> None:
        """Take in what the feed brings until it ends; play on where you have a seat now."""
        await self.controller.follow()
        if self.controller.model.was_seated:
            self._take_given_seat(self.controller.table_id)

    def _depart(self) -> None:
        """Leave, and keep the seat; if you ask for a seat, ask no longer."""
        model = self.controller.model
        if lent := lent_words(model):
            self.app.notify(lent)
        if model.request is not None:
            self.app.run_worker(self._ask_no_more(), group="lobby")
        if model.leads_back:
            told = self.ToTournament(self, self.connection, model.table.tournament)
            self.post_message(told)
            return
        self.dismiss()

    async def _ask_no_more(self) -> None:
        with suppress(Refused, Unreachable):  # then the request ends by itself
            await self.connection.leave(self.controller.table_id)

    @work(group="lobby")
    async def _get_up(self) -> None:
        if await self.controller.give_up_seat():
            self.dismiss()

    @work(exclusive=True, group="place")
    async def _sit_down(self) -> None:
        """Take a free seat at the table that one watches, and play on here."""
        from cardtui_client.tui.dialogs import sit_down

        table = self.table
        if table is not None and await sit_down(
            self, self.connection, table, waiting=self.controller.under_way.waiting
        ):
            await self._take_place(table.id, seat=True)

    @work(exclusive=True, group="place")
    async def _take_given_seat(self, table_id: str) -> None:
        await self._take_place(table_id, seat=True)

    @work(exclusive=True, group="place")
    async def _get_up_and_watch(self) -> None:
        """Give the seat up and stay; ask first where that leaves something behind."""
        from cardtui_client.tui import dialogs

        table = self.table
        if table is None:
            return
        controller = self.controller

        def left() -> str:
            return left_behind(controller.model)

        if left():
            question = dialogs.Question(
                lambda: _("Get up and watch? {what}", what=left()), lambda: _("Get up")
            )
            if not await self.app.push_screen_wait(question):
                return
        if await self.controller.give_up_seat():
            await self._take_place(table.id, seat=False)

    async def _take_place(self, table_id: str, *, seat: bool) -> None:
        """Go on at this table from another place: nothing stays of what you knew in the old one."""
        await self.controller.close()
        feed = TableFeed(
            self.connection, table_id, seat, hears=self._settings.spectators, tells_hands_shown=True
        )
        self.begin_anew(feed, table_id)
        self.follow()

    def begin_anew(self, feed: Feed, table_id: str) -> None:
        """Show what another feed brings: nothing stays of what you knew before it."""
        self.controller.retire()
        self.controller = TableController(
            self.board, feed, self.connection, table_id, self._settings
        )
        self._take_settings()

    def _show_ledger(self) -> None:
        from cardtui_client.faces.standing import ledger_lines
        from cardtui_client.tui.dialogs import Told

        model = self.controller.model
        self.app.push_screen(Told(lambda: _("Who owes whom"), lambda: ledger_lines(model)))

    @work(group="lobby")
    async def _change_rules(self) -> None:
        from cardtui_client.tui.new_table import TableRules

        table = self.table
        if table is None:
            return
        try:
            games = (await self.connection.list_games()).games
        except (Refused, Unreachable) as error:
            self.notify(str(error), severity="error")
            return
        if await self.app.push_screen_wait(TableRules(self.connection, table, games)):
            self.notify(_("The rules of the table are changed."))

    # --- keys and clicks -----------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Give keys to what waits for them first; the bindings have the others."""
        self._look()
        if event.key == "escape" and self.board.let_go() is not None:
            event.stop()
            event.prevent_default()
            return
        digit = event.character if event.character and event.character in "0123456789" else ""
        command = self.controller.command_of(digit or event.key) or self._bound(event.key)
        if command is not None:
            event.stop()
            event.prevent_default()
            self.press(command)
        elif self.focused is None and self.is_of_no_use(event):
            sentence = _("{key} does nothing now.", key=event.character)
            self.controller.interaction.tell(sentence)

    def _bound(self, key: str) -> Command | None:
        """Return what a binding of the table has that key stand for now.

        Textual looks for bindings once a key has come up through all that is below them: the
        next key, which the table takes at once, would overtake it.
        """
        if self.focused is not None:
            return None  # what has the focus may have a use of its own for it
        ui, now = self.controller.ui, self.controller.now
        bindings = self._bindings.key_to_bindings.get(key, ())
        for binding in bindings:
            entry = keymap.bound_to(binding.action)
            if entry is not None and keymap.is_active(entry, ui, now):
                return entry.command
        return None

    def action_press(self, key: str) -> None:
        """Do what a key stands for, by its name."""
        self.press(keymap.KEYMAP[key].command)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys do something now."""
        if action == "press" and isinstance(parameters[0], str):
            entry = keymap.KEYMAP[parameters[0]]
            return keymap.is_active(entry, self.controller.ui, self.controller.now)
        return super().check_action(action, parameters)

    def palette_commands(self) -> list[PaletteCommand]:
        """Return what the command palette offers here besides what it offers everywhere."""
        from cardtui_client.tui.friends import friends_offered, reports_offered
        from cardtui_client.tui.people import people_offered

        ui, now = self.controller.ui, self.controller.now
        offered = [
            PaletteCommand(each.label, each.price, partial(self.press, each.command), each.key)
            for each in table_commands(ui, now)
        ]
        if now.model.ledger is not None:
            offered.append(PaletteCommand(_("Who owes whom"), "", self._show_ledger))
        offered += people_offered(self, self.connection, now.model.table)
        if now.model.is_host and not now.in_match:
            offered.append(PaletteCommand(_("Change the rules"), "", self._change_rules))
        is_own = now.model.is_over and now.model.seat is not None
        if is_own and has_rules(now.model.table.game) and isinstance(self.app, ShowsReplays):
            look = partial(self.app.choose_replay, now.model.table.id)
            offered.append(PaletteCommand(_("Watch the replay of this match"), "", look))
            share = partial(self.app.share_deal, now.model.table.id)
            offered.append(PaletteCommand(_("Share the cards of this match"), "", share))
        if now.model.table.id and not now.model.is_over and self.controller.recent_hands.hands:
            offered.append(PaletteCommand(_("Look back at this match"), "", self._look_back))
        muting = mute_commands(now.model)
        offered += [
            PaletteCommand(words, "", partial(self.press, command)) for words, command in muting
        ]
        offered += reports_offered(self, self.connection, now.model)
        people = people_at(now.model)
        offered += friends_offered(self, self.connection, people, now.model.mutes)
        if now.model.table.id and now.model.status is not Status.ENDED:
            if now.model.seat is None:
                if seats_to_take(now.model.table):
                    offered.append(PaletteCommand(_("Sit down at this table"), "", self._sit_down))
            else:
                offered.append(PaletteCommand(_("Get up and watch"), "", self._get_up_and_watch))
        if now.model.is_host and self.table is not None:
            offered += HostRights(self, self.connection, self.table).offered()
        return offered

    def _copy(self) -> None:
        if line := line_to_copy(self.controller.model):
            self.app.copy_to_clipboard(line)
            self.controller.interaction.tell(_("Copied: {line}", line=line))

    def _look_back(self) -> None:
        self.post_message(self.LookBack(self.controller.recent_hands.hands, self.connection))

    def on_typed(self, event: Typed) -> None:
        """Have looked what the line that is being typed would call."""
        self.controller.typed(event.text)

    def on_pressed(self, event: Pressed) -> None:
        """Do what something that was clicked stands for."""
        self.press(event.command)

    def on_resize(self) -> None:
        """Take note of whether there is room for the side panel."""
        self._look()

    def _look(self) -> None:
        """Have the controller know what Textual knows: the room there is, and the focus."""
        wide, talking = self.size.width >= WIDE_WINDOW, isinstance(self.focused, Input)
        self.controller.look(wide=wide, talking=talking)

    def press(self, command: Command) -> None:
        """Do what a command comes to now, on the screen and beyond it."""
        self._look()
        before = self.controller.ui.panel
        effect = self.controller.press(command)
        if self.controller.ui.panel != before:
            self.controller.draw()  # what is not shown cannot have the keys
        self.board.move_panel(before, self.controller.ui.panel)
        if isinstance(effect, effects.Request):
            self.run_worker(self.controller.request(effect), group="request")
        elif effect is not None:
            self._carry_out(effect)

    def _carry_out(self, effect: effects.ScreenEffect) -> None:
        match effect:
            case Bare.RETRY:
                self.follow()
            case Bare.COPY:
                self._copy()
            case AskAccount(seat):
                if self.table is not None:
                    rights = HostRights(self, self.connection, self.table)
                    self.run_worker(rights.invite(seat), group="host")
            case Depart(keep_seat=True):
                self._depart()
            case Depart():
                self._get_up()
            case OpenRules(clause):
                if isinstance(self.app, HasRules):
                    self.app.open_rules(clause or self.clause)
            case Open.REPLAY:
                if isinstance(self.app, ShowsReplays):
                    self.app.choose_replay(self.controller.table_id)
            case Open.MISTAKES:
                if isinstance(self.app, ShowsReplays):
                    self.app.choose_replay(self.controller.table_id, worst=True)
            case Open.SETTINGS:
                self.call_later(self.app.run_action, "open_settings")
            case Open.ORDER:
                self._show_order()
            case Explain(command):
                self._explain(command)
            case Open.KEYS:
                self.call_later(self.app.run_action, "keys")
            case OpenPeople(seat):
                from cardtui_client.tui.people import show_people

                if self.table is not None:
                    show_people(self, self.connection, self.table, seat)
            case ScrollLog(pages):
                self.board.scroll_log(pages)
            case _:
                assert_never(effect)

    @property
    def clause(self) -> str:
        """The clause at which the rules open: what decided the hand whose end is shown."""
        model = self.controller.model
        return clauses(model).partition(",")[0] if between_hands(model) else ""

    def _explain(self, command: Command) -> None:
        """Say what a button, a word or a pile does: of an action of the game, with its rule."""
        now = self.controller.now
        meant = drawing(command.source, now.model) if isinstance(command, PressPile) else command
        button = None if meant is None else now.button(meant)
        key = button.key if button is not None and self.explains(button.key) else ""
        if not key and (action := ACTION_OF.get(command)) is not None:
            told = f"{key_name(now.keys.of(command))}: {words_of(action, now.model)}."
            self.controller.interaction.tell(told)
            return
        self.call_later(self.app.run_action, f"keys({key!r})")

    def _show_order(self) -> None:
        from cardtui_client.tui.table.card_order import CardOrderScreen

        model = self.controller.model
        order = presenter_of(model).card_order(model)
        if not order.ties:
            self._carry_out(Open.KEYS)  # no card is above another in this game
            return
        self.app.push_screen(
            CardOrderScreen(order, model.deck, ascii_only=self.board.felt.ascii_only)
        )

    # --- the help with keys --------------------------------------------------------------

    def offered_keys(self) -> list[tuple[str, str]]:
        """Return the keys of what may be done now, and what they do, with the price."""
        if self.controller.now.is_cut_off:
            return []
        bar = self.board.actions
        steps = keymap.number_keys() if isinstance(bar.bar, ChosenAmount) else []
        return [*keymap.keys_offered(bar.buttons), *steps]

    def asks_now(self) -> str:
        if self.controller.now.is_cut_off:
            return _(CUT_OFF)
        match self.board.actions.bar:
            case Question(sentence):
                return sentence
            case ChosenAmount(_, (label, low, high, *_value)):
                return _("{label}: {low} to {high}", label=label, low=low, high=high)
            case _:
                return super().asks_now()

    def _action_of_key(self, key: str) -> Button | None:
        """Return the button of that key, if it is an action of the game."""
        buttons = self.board.actions.buttons
        return next((e for e in buttons if e.key == key and isinstance(e.command, Do)), None)

    def is_of_use(self, action: str) -> bool:
        """Tell whether the help names an action now."""
        bound = keymap.bound_to(action)
        return bound is None or keymap.is_of_use(bound, self.controller.now)

    def explains(self, key: str) -> bool:
        """Tell whether that key stands for an action of the game that is offered now."""
        return self._action_of_key(key) is not None

    async def explanation(self, key: str) -> list[str]:
        """Return what the action of that key is: its price, its rule and clause."""
        told = await explain(self._action_of_key(key), self.controller.model, self.connection)
        return [in_codes(line) for line in told] if self.board.felt.ascii_only else told

    def marks(self) -> list[tuple[str, str]]:
        """Return the marks that are to be seen on the table, and what they mean."""
        picture = self.controller.picture
        if picture is None:
            return []
        scene = picture.felt._replace(hand=picture.own.hand)
        model, ascii_only = self.controller.model, self.board.felt.ascii_only
        suits = suits_named(model.deck, ascii_only=ascii_only, seen=scene.hand.cards)
        words = _("Suits: {suits}", suits=enumerate_words([*suits.values()]))
        told = [(" ".join(suits), words)] if suits else []
        told += [*legend_of(scene), *faces_of(model)]
        if ascii_only:
            return [(in_ascii(mark), words) for mark, words in told]
        return told

    def waiting_words(self, action: str) -> str:
        """Return what an action of the game is called that is not offered now."""
        return keymap.waiting_words(action, self.controller.model)

    def words_here(self, action: str) -> str:
        """Return what an action is called here, which is another thing in a lesson."""
        bound = keymap.bound_to(action)
        return "" if bound is None else words_of(bound, self.controller.model)
