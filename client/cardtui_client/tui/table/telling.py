"""How long notices stay at a table (`_NOTICE_SECONDS`), and whether bell, sound or title calls you.
A reaction stays `_REACTION_SECONDS`, a line of talk in a bubble `_WORDS_SECONDS`; you may type on
`_TYPING_ON_SECONDS` after a digit has said a phrase. What others ask, and that one says your name:
`FromOthers`; whether it rings then is `mentions` in `settings/values.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final

from cardtui.v1 import actions_pb2, events_pb2, tables_pb2
from cardtui_client.faces.arguments import (
    card_of,
    lays_melds,
    number_of,
    span_of,
    verb_of_action,
)
from cardtui_client.faces.hint_words import action_words, call_of, choice_among, with_arguments
from cardtui_client.faces.offers import Keys, verb_buttons
from cardtui_client.faces.registry import label_of, only_number
from cardtui_client.faces.seats import (
    host_told,
    pause_asked,
    presence_told,
    signals_told,
    silence_told,
    still_away,
    swap_asked,
)
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.quick_talk import GESTURES, REACTIONS, mentions, said_words
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import part_of_action
from cardtui_client.net.connection import Connection
from cardtui_client.scene.commands import Bare, Do
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import MOST_ENTRIES, Button, Entry, Kind, Telling
from cardtui_client.settings import Settings
from cardtui_client.sounds import Sound, Sounds
from cardtui_client.text import safe_text
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.paint.paper import talk_line
from cardtui_client.tui.table.picture import Display, talk_entry
from cardtui_client.tui.table.ui_state import Notice, Panel, Reacted, TableUi
from cardtui_client.tui.timers import Alarm

_NOTICE_SECONDS: Final = 6.0
_REACTION_SECONDS: Final = 3.0
_WORDS_SECONDS: Final = 5.0
"""What somebody says takes longer to read."""
_ESCAPE_SECONDS: Final = 1.5
"""For so long after a line was said, Esc is meant for the line."""
_TYPING_ON_SECONDS: Final = 0.6
"""A player who types on after a digit has not seen yet that it said a phrase."""
_YIELDING_MOODS: Final = (Mood.REFUSED, Mood.TURN)
"""The moods of refusals, and of what a game is about."""


def _gives_way(after: TableUi, before: TableUi) -> bool:
    """Tell whether an earlier notice gives way to what to do with a card that was picked up."""
    notice = after.notice
    return notice is not None and notice is before.notice and notice.mood in _YIELDING_MOODS


class Interaction:
    """Holds the state of the interaction, and takes back what is said or shown for a while.

    Attributes:
        ui: the state.
    """

    def __init__(self, display: Display, redraw: Callable[[], None]) -> None:
        """Begin with nothing done.

        Args:
            display: where the table is shown.
            redraw: shows what stands now.
        """
        self.ui = TableUi()
        self._display = display
        self._redraw = redraw
        self._breath = Alarm(display.after)

    def become(self, ui: TableUi) -> None:
        """Take another state; a notice that is new goes away after a while."""
        if ui.just_said and not self.ui.just_said:
            self._display.after(_ESCAPE_SECONDS, self._forget_line)
        if ui.in_breath and not self.ui.in_breath:
            self._breath.set(_TYPING_ON_SECONDS, self._breathe)
        picked = ui.cards.picked_card
        if picked is not None and picked != self.ui.cards.picked_card and _gives_way(ui, self.ui):
            ui = ui.untold()
        told, self.ui = self.ui.notice, ui
        if (notice := ui.notice) is not None and notice is not told:
            self._display.after(_NOTICE_SECONDS, lambda: self.untell(notice))

    def _forget_line(self) -> None:
        self.ui = self.ui._replace(just_said=False)

    def is_typed_on(self, key: str) -> bool:
        """Tell whether a key goes on with what a phrase was taken for; say so, and wait anew."""
        if not self.ui.in_breath or self.ui.panel.talking or len(key) != 1:
            return False
        self._breath.set(_TYPING_ON_SECONDS, self._breathe)
        self.tell(_("A digit says its phrase at once. To type a text: /, and a letter first."))
        return True

    def _breathe(self) -> None:
        self.ui = self.ui._replace(in_breath=False)

    def tell(self, sentence: str, mood: Mood = Mood.PLAIN, clause: str = "") -> None:
        """Say something in the status line for a while."""
        self.become(self.ui.told(sentence, mood, clause))
        self._redraw()

    def untell(self, said: Notice | Mood | None = None) -> None:
        """Say what is awaited again, instead of that, of what has that mood, or of anything."""
        notice = self.ui.notice
        if notice is not None and (said is None or said is notice or said is notice.mood):
            self.ui = self.ui.untold()
            self._redraw()

    def ask(self, question: str, answer: Button) -> None:
        """Ask something that you may agree to."""
        self.become(self.ui.asked(question, answer))
        self._redraw()

    def show_panel(self, panel: Panel) -> None:
        """Show another state of the side panel."""
        self.ui = self.ui._replace(panel=panel)
        self._redraw()

    def react(self, shown: Reacted) -> None:
        """Show at a seat for a moment what it has just sent; who calls draws it."""
        self.ui = self.ui.reacted(shown)
        seconds = _WORDS_SECONDS if shown.words else _REACTION_SECONDS
        self._display.after(seconds, lambda: self._calm(shown))

    def _calm(self, shown: Reacted) -> None:
        if shown in self.ui.reactions:
            self.ui = self.ui.calmed(shown)
            self._redraw()


def keyed_words(
    action: actions_pb2.Action,
    model: TableModel,
    keys: Keys,
    held: Sequence[int],
    *,
    hiding: bool = False,
) -> str:
    """Return an act as the bar has it: its keys, its label, and what is called out with it.

    Args:
        held: your cards in the order in which they are shown.
        hiding: whether the next card goes face down already.
    """
    name = verb_of_action(action)
    choice, card = choice_among(name, model), card_of(action)
    if choice is None:
        return action_words(action, model)
    if card in held and not lays_melds(choice):
        return f"{_card_keys(action, keys, held, hiding)}, {action_words(action, model)}"
    whole = with_arguments(label_of(choice, model), action, model)
    button = _button_for(action, whole, model, keys)
    if button is None:
        return action_words(action, model)
    call = call_of(name, model)
    called = f"{button.label} (“{call}”)" if call not in ("", button.label) else button.label
    number = number_of(choice, action)
    several = number is not None and span_of(choice).low < span_of(choice).high
    several = several and only_number(choice, model) is None
    pressed = (button.key, str(number), keys.next()) if several else (button.key,)
    return f"{' '.join(map(key_name, pressed))}, {with_arguments(called, action, model)}"


def _card_keys(action: actions_pb2.Action, keys: Keys, held: Sequence[int], hiding: bool) -> str:
    """Return the keys that pick a card of yours and play it, face up or down."""
    turns = getattr(part_of_action(action), "face_down", hiding) != hiding
    digit = str((list(held).index(card_of(action) or 0) + 1) % 10)
    pressed = (*((keys.of(Bare.HIDE),) if turns else ()), digit, keys.next())
    return " ".join(map(key_name, pressed))


def _button_for(
    action: actions_pb2.Action, whole: str, model: TableModel, keys: Keys
) -> Button | None:
    """Return the button of an act; of several for one verb, the one with its word."""
    name = verb_of_action(action)
    found = [each for each in verb_buttons(model, keys) if each.command == Do(name)]
    named = [each for each in verb_buttons(model, keys) if each.label.lower() == whole.lower()]
    return next(iter((*found, *named)), None)


class Attention:
    """Rings, changes the terminal's title and notifies, as far as the person wants that."""

    def __init__(self, display: Display, settings: Settings) -> None:
        self._display = display
        self._settings = settings
        self._sounds = Sounds(settings)
        self._my_turn = False
        self._mentioned = False

    def turn_came(self, sound: Sound | None = None) -> None:
        """Tell that it is the person's turn, once for each turn; a call is heard instead."""
        self._tell(_("cardtui: it is your turn."), sound if sound is Sound.CALL else Sound.TURN)

    def mentioned(self, name: str) -> None:
        """Tell that somebody of that name has said the person's name."""
        if not self._settings.mentions:
            return
        self._mentioned = True
        self._tell(_("cardtui: {name} says your name.", name=safe_text(name, NAME_CELLS)))
        self._entitle()

    def hear(self, sound: Sound) -> None:
        """Let the person hear what happens, if they want sounds."""
        self._sounds.play(sound)

    def ring(self, sound: Sound = Sound.TURN) -> None:
        """Call the person, by a sound or the bell as they want it."""
        if not self._sounds.play(sound) and self._settings.bell:
            self._display.ring()

    def noticed(self) -> None:
        """Take note that the person is there."""
        if self._mentioned:
            self._mentioned = False
            self._entitle()

    def look(self, *, my_turn: bool) -> None:
        """Let the title follow whose turn it is, and the settings."""
        self._my_turn = my_turn
        self._entitle()

    def leave(self) -> None:
        """Give the terminal its title back."""
        self._display.entitle("")

    def _tell(self, words: str, sound: Sound = Sound.TURN) -> None:
        self.ring(sound)
        if self._settings.notifications:
            self._display.alert(words)

    def _entitle(self) -> None:
        if not self._settings.terminal_title:
            self._display.entitle("")
        elif self._my_turn:
            self._display.entitle(_("Your turn: cardtui"))
        elif self._mentioned:
            self._display.entitle(_("Somebody says your name: cardtui"))
        else:
            self._display.entitle("cardtui")


class TableLog:
    """Writes the log."""

    def __init__(self, display: Display) -> None:
        """Begin with nothing told; ``display`` has the log."""
        self._display = display
        self._told: deque[Telling] = deque(maxlen=MOST_ENTRIES)
        self._last: tuple[Entry, ...] = ()

    def begin(self, tells: Telling) -> tuple[Entry, ...]:
        """Tell that, and nothing of what was told before, and return it."""
        self._told.clear()
        self._told.append(tells)
        self._last = tells()
        self._display.rewrite_log(self._last)
        return self._last

    def write(self, tells: Telling) -> tuple[Entry, ...]:
        """Tell that too, and return it; a notice that says the same again is not told."""
        entries = tells()
        if not entries or (entries == self._last and entries[0].kind is Kind.NOTICE):
            return entries
        self._told.append(tells)
        self._last = entries
        self._display.write_log(*entries)
        return entries

    def retell(self) -> tuple[Entry, ...]:
        """Tell all of it in the language in use now, and return it."""
        entries = tuple(entry for tells in self._told for entry in tells())[-MOST_ENTRIES:]
        self._display.rewrite_log(entries)
        return entries


class FromOthers:
    """Takes in what the others at a table say, show and ask for."""

    def __init__(
        self,
        connection: Connection,
        model: TableModel,
        interaction: Interaction,
        attention: Attention,
        log: TableLog,
    ) -> None:
        self._connection = connection
        self._model = model
        self._interaction = interaction
        self._attention = attention
        self._log = log
        self._away: frozenset[int] = frozenset()

    def take(self, happened: Sequence[events_pb2.Event]) -> None:
        """Show reactions, tell what the host announces, and notice your own name."""
        self._show_reactions(happened)
        for event in happened:
            if mentions(event.said, self._connection.name):
                self._attention.mentioned(event.said.name)
                break
        for event in happened:
            if event.said.talk == events_pb2.TALK_HOST:
                line = talk_line(talk_entry(event.said, self._model))
                self._interaction.tell(line, Mood.TURN)
                self._attention.ring()
            if event.HasField("seat_asked"):
                self._tell_asked(event)
            if event.HasField("host_changed"):
                self._tell_host(event)
            if event.HasField("gestured") and event.gestured.seat == self._model.seat:
                self._interaction.tell(" ".join(signals_told(event, self._model)), Mood.PLAIN)

    def _tell_asked(self, event: events_pb2.Event) -> None:
        """Tell the host who asks for a seat, and who asks what has come of it."""
        mine = event.seat_asked.name == self._model.name
        asks = event.seat_asked.step == tables_pb2.ASK_STEP_ASKED
        if mine or (asks and self._model.is_host):
            self._interaction.tell(" ".join(host_told(event, self._model)), Mood.TURN)
            self._attention.ring()

    def _tell_host(self, event: events_pb2.Event) -> None:
        """Tell who is the host now; it is a call to who is."""
        mine = self._model.is_host
        told = " ".join(host_told(event, self._model))
        self._interaction.tell(told, Mood.TURN if mine else Mood.PLAIN)
        if mine:
            self._attention.ring()

    def take_asked(self, before: tables_pb2.Presence) -> None:
        """Tell who has left since then, or does not answer, and what the others ask for."""
        for entry in self._log.write(partial(_asked, before, self._model.frozen(), self._away)):
            self._interaction.tell(entry.text, Mood.PLAIN)
        self._away = still_away(self._away, before, self._model)

    def _show_reactions(self, happened: Sequence[events_pb2.Event]) -> None:
        """Show for a moment, at the seats, what those who sit there have just sent."""
        seq = self._model.seq
        for event in happened:
            said, given = event.said, event.gestured
            if event.HasField("said") and said.HasField("seat"):
                self._interaction.react(_shown(said, seq))
            if len(happened) == 1 and given.gesture in GESTURES:  # not those from before you came
                self._interaction.react(Reacted(given.seat, GESTURES[given.gesture].face, seq))


def _shown(said: events_pb2.Said, seq: int) -> Reacted:
    """Return how a reaction, or a line of talk, is shown at its seat."""
    if said.reaction in REACTIONS:
        return Reacted(said.seat, REACTIONS[said.reaction].form, seq)
    return Reacted(said.seat, said_words(said), seq, words=True)


def _asked(
    before: tables_pb2.Presence, model: TableModel, away: Collection[int]
) -> tuple[Entry, ...]:
    waiting = model.table.state == tables_pb2.TABLE_STATE_WAITING
    lines = (
        *(() if waiting else presence_told(before, model, away)),
        *silence_told(before, model),
        *pause_asked(before, model),
        *swap_asked(before, model),
    )
    return tuple(Entry(Kind.NOTICE, line) for line in lines)
