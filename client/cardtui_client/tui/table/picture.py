"""What a table shows at one moment (`Shot`, `Picture`), and how long a move stays before the next.
A card: `_CARD_SECONDS`; a call: `_CALL_SECONDS`; a trick: `_TRICK_SECONDS`. Which sound is heard:
`_sound_of`; the notes in the free log: `notes_of`. How fast cards glide is in `scene/moves.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from cardtui.v1 import actions_pb2, events_pb2, tables_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces import arguments
from cardtui_client.faces.arguments import card_of, verb_of_action
from cardtui_client.faces.arrival import dealt_to_you, passed, table_lines
from cardtui_client.faces.game_words import game_name, option_name, preset_name, value_words
from cardtui_client.faces.narration import deed_of, sentences
from cardtui_client.faces.offers import Keys, buttons, hints
from cardtui_client.faces.registry import card_verb, face_of, presenter_of
from cardtui_client.faces.staging import finale_of, fresh_of, stage, time_sentence, with_times
from cardtui_client.faces.standing import prompt
from cardtui_client.faces.terms import terms_told
from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.cards import brief
from cardtui_client.model.quick_talk import said_words
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Do
from cardtui_client.scene.middle import Finale, Mood, Note, Pack
from cardtui_client.scene.scene import (
    NOTHING_FRESH,
    Bar,
    Button,
    ChosenAmount,
    Entry,
    Fresh,
    Kind,
    Offers,
    Scene,
    Telling,
    nothing,
)
from cardtui_client.sounds import Sound
from cardtui_client.text import safe_text
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.table.keymap import KEYMAP, is_active, is_of_use
from cardtui_client.tui.table.modes.mode import Prompt, Situation, choice_of, must_answer
from cardtui_client.tui.table.modes.stack import prompt_of, target_of
from cardtui_client.tui.table.ui_state import Cutting, HeldCards, Panel, Reacted, TableUi
from cardtui_client.tui.timers import Timer


def may_hide(model: TableModel) -> bool:
    """Tell whether you may play a card face down now."""
    return any(map(arguments.may_hide, model.choices()))


def with_toggle(
    offered: tuple[Button, ...], model: TableModel, keys: Keys, *, hiding: bool
) -> tuple[Button, ...]:
    """Return the buttons with the one that turns cards over, where that is allowed."""
    plays = Do(card_verb(model))
    if not may_hide(model) or not offered or offered[0].command != plays:
        return offered
    toggle = Button(Bare.HIDE, keys.of(Bare.HIDE), _("Face up") if hiding else _("Face down"))
    return (offered[0], toggle, *offered[1:])


def face_down(scene: Scene) -> Scene:
    """Return the scene of who is about to play a card face down."""
    return scene._replace(hand=scene.hand._replace(hint=_("the next card goes face down")))


_KIND_OF_TALK: Final = {
    events_pb2.TALK_SPECTATORS: Kind.ASIDE,
    events_pb2.TALK_TEAM: Kind.TEAM,
    events_pb2.TALK_HOST: Kind.HOST,
}
_CARD_SECONDS: Final = 0.5
_CALL_SECONDS: Final = 0.9
_TRICK_SECONDS: Final = 1.2


class Shot(NamedTuple):
    """What the screen shows at one moment.

    Attributes:
        scene: the table.
        fresh: what is pointed out while it is new.
        settled: the same scene with nothing pointed out.
        buttons: what may be done.
        sentence: the status line.
        mood: what kind of sentence that is.
        tells: what the log tells with it.
        seconds: how long it stays before the next one.
        bell: whether the bell rings with it.
        sound: what is heard with it, or ``None``.
    """

    scene: Scene
    settled: Scene
    fresh: Fresh = NOTHING_FRESH
    buttons: tuple[Button, ...] = ()
    sentence: str = ""
    mood: Mood = Mood.PLAIN
    tells: Telling = nothing
    seconds: float = 0.0
    bell: bool = False
    sound: Sound | None = None

    def still(self) -> Shot:
        """Return it with nothing pointed out and nothing told again."""
        settled = self._replace(scene=self.settled, fresh=NOTHING_FRESH)
        return settled._replace(tells=nothing, seconds=0.0, bell=False, sound=None)


class Seen(NamedTuple):
    """How you look at the table.

    Attributes:
        keys: the keys of what may be done.
        hand: the number of the last hand whose end you have seen.
        viewpoint: the seat at the bottom, for spectators.
        hiding: whether you are about to play a card face down.
        cutting: the cut that you are choosing, or ``None``.
    """

    keys: Keys
    hand: int = 0
    viewpoint: int | None = None
    hiding: bool = False
    cutting: Cutting | None = None


def shot_of(model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event] = ()) -> Shot:
    """Return the shot of the table as it is now."""
    fresh = fresh_of(happened, model)
    sentence, mood = prompt(model)
    hiding = seen.hiding and may_hide(model)
    settled = stage(model, viewpoint=seen.viewpoint)
    scene = stage(model, fresh, viewpoint=seen.viewpoint) if fresh != NOTHING_FRESH else settled
    if hiding:
        settled, scene = face_down(settled), face_down(scene)
    settled, scene = _with_pack(settled, model, seen), _with_pack(scene, model, seen)
    offered = buttons(model, seen.keys, seen=seen.hand)
    if seen.cutting is not None:
        offered = seen.cutting.buttons(offered, seen.keys, model)
        sentence = seen.cutting.sentence(sentence, seen.keys)
    return Shot(
        scene=scene,
        settled=settled,
        fresh=fresh,
        buttons=with_toggle(offered, model, seen.keys, hiding=hiding),
        sentence=sentence,
        mood=mood,
        tells=telling_of(happened, model),
        seconds=_seconds(happened, model),
        sound=_sound_of(happened, fresh, model),
    )


def _sound_of(
    happened: Sequence[events_pb2.Event], fresh: Fresh, model: TableModel
) -> Sound | None:
    """Return what is heard of what happened, the weightiest alone; ``None`` for nothing."""
    if any(event.HasField("match_ended") for event in happened):
        if model.seat is None or model.view is None:
            return None
        return Sound.WON if model.seat in model.view.winners else Sound.LOST
    if fresh.spoke:
        return Sound.CALL
    acts = [event.acted.action for event in happened if event.HasField("acted")]
    return Sound.CARD if any(not act.HasField("say") for act in acts) else None


def _with_pack(scene: Scene, model: TableModel, seen: Seen) -> Scene:
    """Return the scene with the pack where one is cut, before the seat that cuts it."""
    playing = model.table.state == tables_pb2.TABLE_STATE_PLAYING
    if model.view is None or model.view.phase != Phase.PHASE_CUT or not playing:
        return scene
    if seen.cutting is not None:
        return scene.with_pack(seen.cutting.pack(), mine=True)
    return scene.with_pack(Pack(model.table.pack_size), mine=scene.viewpoint in model.view.to_act)


def telling_of(happened: Sequence[events_pb2.Event], model: TableModel) -> Telling:
    """Return what tells the log what happened, whatever the table comes to later."""
    return partial(entries_of, tuple(happened), model.frozen()) if happened else nothing


def entries_of(happened: Sequence[events_pb2.Event], model: TableModel) -> tuple[Entry, ...]:
    """Return what the log tells of what happened."""
    entries: list[Entry] = []
    for event in happened:
        if event.HasField("said"):
            entries.append(talk_entry(event.said, model))
            continue
        if event.HasField("gestured"):
            name = safe_text(event.gestured.name, NAME_CELLS)
            seen = sentences(event, model)
            entries += [Entry(Kind.SIGNAL, brief(line), name=name) for line in seen]
            continue
        deed = deed_of(event, model, happened)
        told = sentences(event, model, happened, decides=deed is None)
        if event.HasField("hand_started"):
            entries += [Entry(Kind.HEADING, brief(line)) for line in told]
            continue
        # The deed says the first sentence; what a hand brought to all is told after it.
        entries += [
            Entry(Kind.EVENT, brief(line), deed=deed if number == 0 else None)
            for number, line in enumerate(told)
        ]
    return _as_seated(entries, model)


def _as_seated(entries: Iterable[Entry], model: TableModel) -> tuple[Entry, ...]:
    """Return entries that keep the colours of their sides, whatever seat you have later."""
    below = None if model.seat is None else model.team_of(model.seat)
    return tuple(entry._replace(below=below) for entry in entries)


def standing(model: TableModel) -> tuple[Entry, ...]:
    """Return what the log tells who comes to a match that is going on."""
    if model.is_prepared:
        return ()  # the coach has told it
    if model.view is None or model.table.state != tables_pb2.TABLE_STATE_PLAYING:
        return ()
    words = _("As you came to the table:")
    deeds = dict(passed(model))
    dealt = () if deeds else entries_of(dealt_to_you(model), model)
    lines = table_lines(model)
    told = (Entry(Kind.EVENT, brief(line), deed=deeds.get(line)) for line in lines)
    return _as_seated((Entry(Kind.HEADING, words), *told, *dealt), model)


def talk_entry(said: events_pb2.Said, model: TableModel) -> Entry:
    """Return a line of talk for the log, safe to draw."""
    seat = said.seat if said.HasField("seat") else None
    side = None if seat is None or not model.has_teams else model.team_of(seat)
    watching = seat is None and said.talk == events_pb2.TALK_PLAYERS
    own = seat == model.seat and (seat is not None or said.name == model.name)
    entry = Entry(
        Kind.ASIDE if watching else _KIND_OF_TALK.get(said.talk, Kind.TALK),
        said_words(said),
        name=_("You") if own else safe_text(said.name, NAME_CELLS),
        side=side,
        own=own,
    )
    return _as_seated([entry], model)[0]


def _seconds(happened: Sequence[events_pb2.Event], model: TableModel) -> float:
    """Return how long what happened is to be seen before the next thing."""
    if any(event.HasField("trick_ended") for event in happened):
        return _TRICK_SECONDS
    acts = [event.acted for event in happened if event.HasField("acted")]
    if not acts or acts[0].action.HasField("say"):
        return 0.0
    verb = presenter_of(model).verb(verb_of_action(acts[0].action))
    return _CARD_SECONDS if verb.silent else _CALL_SECONDS


_CARD_KEYS: Final = (("table.before", "table.next"), ("verb.play",))
"""Keys that choose and play a card, for games in which cards are played."""

_KEYS_WITHOUT_BUTTON: Final = (
    ("table.sort",),
    ("table.signal",),
    ("table.look",),
    ("table.talk_team",),
    ("table.pause",),
    ("app.keys",),
)
"""Keys that no button shows, the most wanted first; those beside each other do the same."""


def notes_of(ui: TableUi, now: Situation) -> tuple[Note, ...]:
    """Return the notes, the most wanted first; none in a lesson, where the coach speaks."""
    table = now.model.table
    if not table.id or now.model.is_prepared:
        return ()
    title = f"{game_name(table.game)} · {preset_name(table.game, table.preset)}"
    notes = (
        Note(title, (*_terms(table), *_shuffled(now.model))),
        Note(_("Keys"), tuple(_keys(ui, now)), keyed=True),
        Note(_("Rules"), tuple(_rules(table))),
    )
    return tuple(note for note in notes if note.rows)


def _terms(table: tables_pb2.Table) -> Iterator[tuple[str, str]]:
    """Yield how the preset of a table plays, then its clock, limits and ratings."""
    if about := face_of(table.game).preset_meaning(table.preset):
        yield about, ""
    for line in terms_told(table, "clock", "buyins", "rated"):
        yield line, ""


def _shuffled(model: TableModel) -> Iterator[tuple[str, str]]:
    """Yield whose choice the cards are, if the players took part in the shuffle."""
    if model.is_shuffled_together:
        yield _("Shuffled together: the cards are nobody’s choice"), ""


def _rules(table: tables_pb2.Table) -> Iterator[tuple[str, str]]:
    """Yield the options of a table, as the sheet has them."""
    for option in face_of(table.game).options:
        value = table.options.get(option)
        if value is not None and not _says_nothing(value):
            yield option_name(table.game, option), value_words(table.game, option, value)


def _says_nothing(value: tables_pb2.OptionValue) -> bool:
    """Tell whether an option is left empty: a number of none, or no text."""
    match value.WhichOneof("value"):
        case "number":
            return not value.number
        case "text":
            return not value.text
        case _:
            return False


def _keys(ui: TableUi, now: Situation) -> Iterator[tuple[str, str]]:
    for names in (*_CARD_KEYS, *_KEYS_WITHOUT_BUTTON):
        entries = [KEYMAP[name] for name in names]
        if all(is_active(entry, ui, now) and is_of_use(entry, now) for entry in entries):
            keys = " ".join(key_name(now.keys.named(entry.id, entry.key)) for entry in entries)
            yield keys, _(entries[0].words)


class Picture(NamedTuple):
    """What the widgets show.

    Attributes:
        felt: the table; in its middle what is laid down by hand, if anything is.
        own: the table, with your cards as you hold them.
        spoke: the seats that have just spoken.
        picked: the place of the picked card, or of the one that is on its way to the table.
        banner: what the top line says instead of the score; ``""`` for nothing.
        bar: what the action bar shows.
        sentence: what the status line says.
        mood: what kind of sentence that is.
        hints: the keys that always work.
        panel: the side panel.
        finale: the page at the end of a match for where it has room; ``None`` before.
        notes: what the log says in its free room.
        invitation: what the line to talk says while it is empty: who hears you.
        takes: the cards that are played when they are dropped on the felt.
    """

    felt: Scene
    own: Scene
    spoke: frozenset[int]
    picked: int | None
    banner: str
    bar: Bar
    sentence: str
    mood: Mood
    hints: tuple[Button, ...]
    panel: Panel
    finale: Finale | None = None
    notes: tuple[Note, ...] = ()
    invitation: str = ""
    takes: tuple[int, ...] = ()


def picture_of(
    shot: Shot,
    ui: TableUi,
    now: Situation,
    *,
    banner: str = "",
    awaited: str = "",
    sent: bool = False,
    going: actions_pb2.Action | None = None,
    suits: tuple[tuple[str, str], ...] = (),
) -> Picture:
    """Return what is to be seen.

    Args:
        ui: what the person has done.
        now: what is offered, and with which keys.
        banner: what the top line says instead of the score.
        awaited: what the status line says of an act whose answer takes long.
        sent: whether an act is not answered yet.
        going: the act that is not answered yet, or still waits to be sent.
        suits: the letters of suits, and their names, for a newcomer.
    """
    target = target_of(ui, now.model)
    scene = _without_gone(with_times(shot.scene, now.model), now.model)
    scene = _with_reactions(scene, ui.reactions)
    scene = scene._replace(lately=ui.lately)
    sentence, mood = _said(shot, ui, now, awaited)
    return Picture(
        felt=scene if target is None else scene._replace(middle=target),
        own=scene._replace(hand=ui.cards.hand_before(scene.hand.coming)._replace(suits=suits)),
        spoke=shot.fresh.spoke,
        picked=_lifted(ui.cards, going),
        banner=banner,
        bar=_bar(ui, now, sent=sent),
        sentence=sentence,
        mood=mood,
        hints=_hints(ui, now),
        panel=ui.panel,
        finale=finale_of(now.model) if scene.paper else None,
        notes=notes_of(ui, now),
        invitation=_invitation(ui.panel, now.model),
        takes=_played_when_dropped(ui, now.model) if target is None else (),
    )


def _played_when_dropped(ui: TableUi, model: TableModel) -> tuple[int, ...]:
    choice = choice_of(card_verb(model, ui.chosen), model)
    return () if choice is None else tuple(arguments.cards_of(choice))


def _invitation(panel: Panel, model: TableModel) -> str:
    """Return what the line to talk says while it is empty: to whom, where not to everybody."""
    apart = model.table.watching.talk == tables_pb2.SPECTATOR_TALK_UNSPECIFIED
    if panel.team:
        return _("To your team alone…")
    if model.seat is None and apart and not model.is_coming_in:
        return _("To spectators and the host…")
    return _("Say something…")


def _lifted(cards: HeldCards, going: actions_pb2.Action | None) -> int | None:
    """Return the place of the card that leaves the hand, else of the picked one."""
    card = None if going is None else card_of(going)
    if card is None or card not in cards.cards:
        return cards.picked
    picked = cards.picked
    return picked if picked is not None and cards.cards[picked] == card else cards.cards.index(card)


def _without_gone(scene: Scene, model: TableModel) -> Scene:
    """Return the scene in which no bubble hides that the player of a seat is away."""
    gone = {each.seat for each in scene.seats if model.is_away(each.seat)}
    gone = {seat for seat in gone if not model.is_sat_in(seat)}  # a bot goes on speaking there
    if not gone:
        return scene
    seats = (
        seat._replace(bubble="", loud=False) if seat.seat in gone else seat for seat in scene.seats
    )
    return scene._replace(seats=tuple(seats))


def _with_reactions(scene: Scene, reactions: tuple[Reacted, ...]) -> Scene:
    """Return the scene with what seats show for a moment, beside what they have called."""
    shown = {each.seat: each for each in reactions}
    if not shown:
        return scene
    return scene._replace(
        seats=tuple(
            seat._replace(bubble=_beside(seat.bubble, shown[seat.seat]))
            if seat.seat in shown
            else seat
            for seat in scene.seats
        )
    )


def _beside(call: str, shown: Reacted) -> str:
    """Return what a bubble says: a call, and what its seat has said or shown since."""
    between = " · " if shown.words else " "
    return between.join(filter(None, (call, shown.form)))


def _bar(ui: TableUi, now: Situation, *, sent: bool) -> Bar:
    match ui.waiting:
        case ChosenAmount(Button(command=Do(verb)) as button, amount):
            words = presenter_of(now.model).amount_words(verb, amount.shown)
            return ChosenAmount(button._replace(price=words), amount)
        case None:
            return Offers(now.offered, sent)
        case waiting:
            return waiting


def _said(shot: Shot, ui: TableUi, now: Situation, awaited: str) -> Prompt:
    told = time_sentence(shot.sentence, now.model), shot.mood
    if (notice := ui.notice) is not None:
        if notice.mood is Mood.REFUSED and must_answer(now.model):
            # What you are asked stays: a refusal is no reason to forget it.
            return f"{notice.sentence} {prompt_of(ui, told, now)[0]}", notice.mood
        return notice.sentence, notice.mood
    if awaited:
        return awaited, Mood.PLAIN
    return prompt_of(ui, told, now)


def _hints(ui: TableUi, now: Situation) -> tuple[Button, ...]:
    """Return the keys that always work; a key that a button has does what that one says."""
    clause = "" if ui.notice is None else ui.notice.clause
    taken = {button.key: button.command for button in now.offered}
    always = hints(now.model, now.keys, ui.panel.unread, clause)
    return tuple(hint for hint in always if taken.get(hint.key, hint.command) == hint.command)


class Display(Protocol):
    """Where a table is shown."""

    @property
    def moves(self) -> bool:
        """Whether it shows how things move."""

    def show(self, picture: Picture) -> None:
        """Show that."""

    def write_log(self, *entries: Entry) -> None:
        """Add entries to the log."""

    def rewrite_log(self, entries: Sequence[Entry]) -> None:
        """Show those entries in the log instead."""

    def ring(self) -> None:
        """Ring the bell."""

    def alert(self, words: str) -> None:
        """Have the terminal notify who looks elsewhere."""

    def entitle(self, words: str) -> None:
        """Give the terminal that title; ``""`` gives its own back."""

    def run(self, work: Coroutine[None, None, None]) -> None:
        """Have something done that takes time; nobody waits for it."""

    def soon(self, call: Callable[[], None]) -> None:
        """Call back once what waits to be done now is done."""

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call back after so many seconds."""
