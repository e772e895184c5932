"""The contract of a game's face: `Presenter`, and what is said where a game has no words for it.
What the others wait for in each phase: `_AWAITED`; the words for deeds that games share, as
`CHECKED`.

Each method has a default, which says it the general way from what the wire tells. A game overrides
what it says in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui.v1.signals_pb2 import Gesture
from cardtui_client.faces.arguments import span_of, verb_of
from cardtui_client.i18n import _, mark, mark_p, n_, p_
from cardtui_client.model.cards import card_words, corner, face
from cardtui_client.model.sides import actor_of, chips_line, lone_opponent, own_bet, score_line
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word, verb_at, words_of
from cardtui_client.scene.middle import Line, Score
from cardtui_client.scene.moves import Moment
from cardtui_client.scene.scene import NOTHING_FRESH, CardOrder, Fresh, Scene, Tone
from cardtui_client.text import safe_text

Staged = Callable[[views_pb2.PublicView | None, Fresh], Scene]
"""Returns the scene of a public view, ``None`` for the table as it is now."""


class Change(NamedTuple):
    """What has just happened.

    Attributes:
        model: the table after it.
        view: what everybody may know after it.
        was: what everybody knew before.
        happened: what happened, in order.
        fresh: what of it is worth pointing out.
        staged: makes the scenes.
    """

    model: TableModel
    view: views_pb2.PublicView
    was: views_pb2.PublicView
    happened: Sequence[events_pb2.Event]
    fresh: Fresh
    staged: Staged

    def now(self, *, fresh: bool = False) -> Scene:
        """Return the table as it is now, with what is fresh pointed out or not."""
        return self.staged(None, self.fresh if fresh else NOTHING_FRESH)

    def before(self) -> Scene:
        """Return the table as it was, with nobody to act."""
        before = views_pb2.PublicView()
        before.CopyFrom(self.was)
        scene = self.staged(before, NOTHING_FRESH)
        return scene._replace(seats=tuple(seat._replace(turn=False) for seat in scene.seats))

    @property
    def act(self) -> events_pb2.Acted | None:
        """What somebody did."""
        return next((event.acted for event in self.happened if event.HasField("acted")), None)

    @property
    def shown(self) -> cards_pb2.Card.ValueType | None:
        """The card that was shown."""
        shown = (each.cards_shown.cards for each in self.happened if each.HasField("cards_shown"))
        return next((cards[0] for cards in shown if cards), None)

    @property
    def trick_ended(self) -> events_pb2.TrickEnded | None:
        """How a trick ended."""
        ended = (each.trick_ended for each in self.happened if each.HasField("trick_ended"))
        return next(ended, None)

    @property
    def began(self) -> int | None:
        """The phase that began."""
        began = (each.phase_began.phase for each in self.happened if each.HasField("phase_began"))
        return next(began, None)

    @property
    def dealt(self) -> bool:
        """Whether you were dealt cards yourself."""
        return any(
            event.HasField("cards_dealt") and event.cards_dealt.seat == self.model.seat
            for event in self.happened
        )


class Risk(NamedTuple):
    """What is at stake with an act.

    Attributes:
        words: what it comes to, in the reader's language; ``""`` where the price says all.
        price: what it costs or gives away; ``None`` for the price of the choice.
    """

    words: str = ""
    price: int | None = None


class DeedWords(NamedTuple):
    """The words of one deed.

    Attributes:
        other: of another: a message of the catalogues, in the context ``deed``.
        own: to you: the same in the context ``own deed``.
    """

    other: str
    own: str

    def words(self, *, own: bool) -> str:
        """Return the words in the reader's language."""
        return p_("own deed", self.own) if own else p_("deed", self.other)


NO_BEST_CUT: Final = mark("Nobody knows where a card lies: no cut is better than another.")
"""Why one cuts as one does."""

CHECKED: Final = DeedWords(mark_p("deed", "checked"), mark_p("own deed", "checked"))
DREW: Final = DeedWords(mark_p("deed", "drew"), mark_p("own deed", "drew"))
GOT: Final = DeedWords(mark_p("deed", "got"), mark_p("own deed", "got"))
SHOWED: Final = DeedWords(mark_p("deed", "showed"), mark_p("own deed", "showed"))
TURNED_UP: Final = DeedWords(mark_p("deed", "turned up"), mark_p("own deed", "turned up"))
TOOK: Final = DeedWords(mark_p("deed", "took"), mark_p("own deed", "took"))
WON_ENVIDO: Final = DeedWords(
    mark_p("deed", "won the envido with"), mark_p("own deed", "won the envido with")
)
WON_FLOR: Final = DeedWords(
    mark_p("deed", "won the flor with"), mark_p("own deed", "won the flor with")
)


@dataclass(frozen=True, slots=True)
class Verb:
    """What is said of a verb of a game.

    Attributes:
        label: what its button says: a message of the catalogues. Without one, its call.
        call: what is called out at the table, in the game's own language; ``""`` for what is
            done without a word.
        calls: the same where it depends on the stake that is proposed.
        word: what you type for it: a message of the catalogues. Without one, the rule sheet's
            word.
        word_context: the context of that message; another one where a verb with the same English
            word has another one elsewhere.
        deed: what is said of who has done it; what is called out is quoted instead.
        key: its usual key; ``""`` for none. Enter does what is next, whatever that is.
        tone: the tone of its button.
        silent: whether nothing is said as it is done, nor pointed out as if it were.
        into_trick: whether it puts a card into the trick.
        aside: whether it may be done out of turn.
        cuts: whether its numbers point at places in the pack; you begin in the middle.
        bare: whether it can be tried without its arguments.
        values: what is said of it with each value of its argument, where each has a button.
        weight: how much its call risks: 1 to 3; 0 for what is said in passing.
        weights: the same where it depends on the stake that is proposed.
        effect: what it lets you do later, in few words, where it has no price: a message.
        why: why it is right where a bot weighs nothing, in a sentence: a message, too.
    """

    label: str = ""
    call: str = ""
    calls: Mapping[int, str] = field(default_factory=dict)
    word: str = ""
    word_context: str = "verb to type"
    deed: DeedWords | None = None
    key: str = ""
    tone: Tone = Tone.PLAIN
    silent: bool = False
    into_trick: bool = False
    aside: bool = False
    cuts: bool = False
    bare: bool = False
    values: Mapping[str, Verb] = field(default_factory=dict)
    weight: int = 0
    weights: Mapping[int, int] = field(default_factory=dict)
    effect: str = ""
    why: str = ""

    def title(self, stake: int = 0) -> str:
        """Return what it is called on a button, in the reader's language or the game's."""
        return self.calls.get(stake) or _(self.label) or self.call

    def aloud(self, stake: int = 0) -> str:
        """Return what is called out, ``""`` for what is done without a word."""
        return self.calls.get(stake, self.call)

    def weighs(self, stake: int = 0) -> int:
        """Return how much its call risks: 1 to 3; 0 for what is said in passing."""
        return self.weights.get(stake, self.weight)

    def typed(self) -> str:
        """Return what you type for it, ``""`` for the rule sheet's word."""
        return p_(self.word_context, self.word) if self.word else ""


Happened = tuple[events_pb2.Event, ...]
"""An act, and what came with it."""

_NAME_CELLS = 40


def lies_words(seat: int, card: int, model: TableModel) -> str:
    """Tell which card a seat has put into the trick on the table."""
    return actor_of(seat, model).did(
        mark("{name} has played {card}."), mark("You have played {card}."), card=card_words(card)
    )


class Check(NamedTuple):
    """How a key checks where a pass may be a check: its verb, its usual key, and the clause."""

    verb: str
    key: str
    clause: str


class Example(NamedTuple):
    """Words of a game to show how you type.

    Attributes:
        verbs: what may be done, by the sheet's word, each with what follows it.
        asked: the sheet's word that the rules are asked about.
    """

    verbs: tuple[tuple[str, str], ...]
    asked: str


class Melding(NamedTuple):
    """What is known of melds while one lays them down.

    Attributes:
        verb: the verb that lays a hand down on your own turn; ``""`` for none.
        least: the fewest cards that make a meld.
        ten: whether all ten cards may go out in melds; if not, you are always thrown.
        whole: whether all of your own cards are in melds.
    """

    verb: str = ""
    least: int = 0
    ten: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class OptionFace:
    """What is said of an option.

    Attributes:
        name: a message of the catalogues.
        choices: what its values are called, where they are few: messages, too.
    """

    name: str
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PresetFace:
    """What is said of a preset.

    Attributes:
        name: a message of the catalogues.
        about: how it plays, in a sentence: a message, too.
    """

    name: str
    about: str


_AWAITED: Final[Mapping[int, str]] = {
    Phase.PHASE_PLAY: mark_p("awaited", "a card"),
    Phase.PHASE_ANSWER: mark_p("awaited", "an answer"),
    Phase.PHASE_ENVIDO: mark_p("awaited", "the number of their envido"),
    Phase.PHASE_SHOW: mark_p("awaited", "whether they want to see the envido"),
    Phase.PHASE_FLOR: mark_p("awaited", "their flor"),
    Phase.PHASE_MAO: mark_p("awaited", "what becomes of the three cards"),
    Phase.PHASE_ELEVEN: mark_p("awaited", "whether this hand is played"),
    Phase.PHASE_IRON: mark_p("awaited", "a card turned up"),
    Phase.PHASE_FIRST: mark_p("awaited", "a bet or a pass"),
    Phase.PHASE_SECOND: mark_p("awaited", "a bet or a pass"),
    Phase.PHASE_THIRD: mark_p("awaited", "a bet or a pass"),
    Phase.PHASE_BETTING: mark_p("awaited", "a bet or a fold"),
    Phase.PHASE_MATCHING: mark_p("awaited", "the chips to stay in, or a fold"),
    Phase.PHASE_DRAW: mark_p("awaited", "a draw"),
    Phase.PHASE_DISCARD: mark_p("awaited", "a discard"),
    Phase.PHASE_CONTEST: mark_p("awaited", "whether they want the discard"),
    Phase.PHASE_STAYING: mark_p("awaited", "whether they stay in the hand"),
}
"""By phase, what is awaited."""


class Presenter:
    """The face of a game.

    Attributes:
        id: the game's id; ``""`` for a game that this client does not know.
        name: what it is called, in every language.
        about: what you do in it to win, in a sentence: a message of the catalogues.
        verbs: what is said of its verbs, by the rule sheet's word; in the order in which a key
            that several have means them.
        options: what is said of its options.
        asked_first: the options that a form asks before the preset.
        sums: of an option, those of which it has to be the sum at least.
        presets: what is said of its presets; the first has the defaults.
        example: what help shows of it.
        demo: options of a match that one only watches, where it would not end by itself.
        unit: what is won in it, where it is not chips: a message, too.
        card_verb: what you do with a card that you pick: plays or throws it; ``""`` for
            nothing.
        draws: whether a card that comes by itself was drawn.
        own_loss: the verbs that cost you points, and bring nobody any.
        last_verb: what stands at the end of what is offered; ``""`` where the server's order will
            do.
        check: how a key checks, in a game where a pass may be a check; ``None`` elsewhere.
        told_by_summary: the events that need no sentence where the end of a hand is summed up.
    """

    id: str = ""
    name: str = ""
    about: ClassVar[str] = ""
    verbs: ClassVar[Mapping[str, Verb]] = {}
    options: ClassVar[Mapping[str, OptionFace]] = {}
    asked_first: ClassVar[tuple[str, ...]] = ()
    sums: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    presets: ClassVar[Mapping[str, PresetFace]] = {}
    demo: ClassVar[Mapping[str, int]] = {}
    example: ClassVar[Example] = Example((), "")
    unit: ClassVar[str] = mark("points")
    card_verb: ClassVar[str] = ""
    draws: ClassVar[bool] = False
    own_loss: ClassVar[tuple[str, ...]] = ()
    last_verb: ClassVar[str] = ""
    check: ClassVar[Check | None] = None
    told_by_summary: ClassVar[frozenset[str]] = frozenset(
        ("points_scored", "cards_shown", "hand_ended", "pot_won")
    )

    # --- verbs ---------------------------------------------------------------------------

    def picked_words(self, card: int, key: str, model: TableModel) -> str:
        """Return what to press once a card is picked up."""
        return _(
            "{card} is picked up: {key} again plays it, ← → pick up another.",
            card=corner(face(card)),
            key=key,
        )

    def verb(self, verb: str) -> Verb:
        """Return what is said of a verb of the wire; of one not known, what the wire says."""
        known = self.verbs.get(sheet_word(verb))
        return known or Verb(in_words(sheet_word(verb)).capitalize())

    def verb_now(
        self, verb: str, seat: int, view: views_pb2.PublicView | None, model: TableModel
    ) -> Verb:
        """Return the same where a seat does it as the table stands: some change with that."""
        return self.verb(verb)

    def wire_verb(self, word: str) -> str:
        """Return what the sheet's word is called on the wire, in this game."""
        return verb_at(self.id, word)

    def keyed(self) -> Iterator[tuple[str, str, Verb]]:
        """Yield all that has a key of its own: the verb on the wire, the value, what is said."""
        for word, verb in self.verbs.items():
            for value, each in verb.values.items() or (("", verb),):
                if each.key not in ("", "enter"):
                    yield self.wire_verb(word), value, each

    def price(self, choice: actions_pb2.Choice, n: int, model: TableModel) -> str:
        """Return what a choice plays for, gives away or costs at that price, in words."""
        if model.view is not None and model.view.chips:
            return n_("{n} chip", "{n} chips", n)
        if choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP:
            if name := lone_opponent(model):
                return n_("{name} gets {n} point", "{name} gets {n} points", n, name=name)
            return n_("they get {n} point", "they get {n} points", n)
        return n_("for {n} point", "for {n} points", n)

    def points_words(self, n: int) -> str:
        """Return so many points, as they are called in the game."""
        return n_("1 point", "{n} points", n)

    def risk(
        self, choice: actions_pb2.Choice, model: TableModel, number: int | None = None
    ) -> Risk | None:
        """Return what is at stake with a choice where that is asked about once.

        Args:
            number: the amount that is chosen for it; ``None`` for none.
        """
        return None

    def chips_in(self, model: TableModel) -> int:
        """Return the chips that you have put into the pot of this hand; 0 without a pot."""
        return own_bet(model)

    def wins(self, choice: actions_pb2.Choice, model: TableModel) -> int:
        """Return the chips that a choice wins at once; 0 for none."""
        return 0

    def short_numbers(self, choice: actions_pb2.Choice) -> str:
        """Return for a button which numbers a choice takes, ``""`` where that says nothing."""
        return ""

    def amount_words(self, verb: str, amount: str) -> str:
        """Return for a button the amount that is being chosen for a verb."""
        return amount

    def only_number(self, choice: actions_pb2.Choice, model: TableModel) -> int | None:
        """Return the number that is said at once with the verb's own key; ``None`` for none."""
        return None

    def may_say_other(self, choice: actions_pb2.Choice, model: TableModel) -> bool:
        """Tell whether another number than that may be of use."""
        return False

    def usual_number(self, verb: str, low: int, high: int, model: TableModel) -> int:
        """Return the number to begin choosing from."""
        return (low + high) // 2 if self.verb(verb).cuts else low

    def number_line(
        self, choice: actions_pb2.Choice, word: str, price: str, model: TableModel
    ) -> str:
        """Return the line of the list for a choice that takes a number.

        Args:
            word: what to type for it.
            price: its price in brackets, ``""`` for none.
        """
        low, high, _most = span_of(choice)
        if self.verb(verb_of(choice)).cuts:
            return _("{word} N: {low} to {high} cards off the top", word=word, low=low, high=high)
        return _("{word} N, from {low} to {high}", word=word, low=low, high=high) + price

    def value_line(self, choice: actions_pb2.Choice, value: str, model: TableModel) -> str:
        """Return the line of the list for a choice with that value; ``""`` for the general one."""
        return ""

    def phrases(self) -> tuple[str, ...]:
        """Return what may be typed whole, besides verbs: beginnings of lines of the list."""
        return ()

    def consults(self, view: views_pb2.PublicView, model: TableModel) -> bool:
        """Tell whether you may talk something over with your partners before you answer."""
        return False

    def melding(self, model: TableModel) -> Melding:
        """Return what is known of melds."""
        return Melding()

    def attempt(
        self, verb: str, model: TableModel, number: int = 1, value: str = ""
    ) -> actions_pb2.Action:
        """Return an action that is not offered, so that the server says which rule forbids it.

        Args:
            number: the number or the card, where it takes one.
            value: the word, where it takes one.
        """
        action = actions_pb2.Action()
        part = getattr(action, verb)
        part.SetInParent()
        fields = part.DESCRIPTOR.fields
        if not fields or self.verb(verb).bare:
            return action
        first = fields[0]
        kind = first.enum_type
        if kind is not None and kind != cards_pb2.Card.DESCRIPTOR:
            known = words_of(kind)
            number = known.get(value, next(iter(known.values())))
        if first.type in (FieldDescriptor.TYPE_ENUM, FieldDescriptor.TYPE_SINT32):
            setattr(part, first.name, number)
        return action

    # --- signals -------------------------------------------------------------------------

    def signals(self, table: tables_pb2.Table) -> Mapping[Gesture.ValueType, str]:
        """Return what gestures mean at that table by tradition: messages of the catalogues."""
        del table
        return {}

    def brief_signals(self, table: tables_pb2.Table) -> Mapping[Gesture.ValueType, str]:
        """Return the same in a word each; nothing where gestures mean what the players agreed."""
        return {}

    def has_own_signals(self, table: tables_pb2.Table) -> bool:
        """Return whether a gesture means at that table what a team has agreed on."""
        return not self.signals(table)

    # --- names ---------------------------------------------------------------------------

    def option_name(self, option: str) -> str:
        """Return what an option is called."""
        known = self.options.get(option)
        return _(known.name) if known else in_words(option).capitalize()

    def choice_name(self, option: str, choice: str) -> str:
        """Return what a value of an option of few values is called."""
        known = self.options.get(option)
        words = known.choices.get(choice) if known else None
        return _(words) if words else in_words(choice)

    def preset_name(self, preset: str) -> str:
        """Return what a preset is called."""
        known = self.presets.get(preset)
        return _(known.name) if known else in_words(preset)

    def word(self, word: str) -> str:
        """Return what a word of the rules is called in the reader's language."""
        return in_words(word)

    def preset_meaning(self, preset: str) -> str:
        """Return in a sentence how a preset plays; nothing of one that is not known here."""
        known = self.presets.get(preset)
        return _(known.about) if known else ""

    # --- sentences -------------------------------------------------------------------------

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        """Tell an event.

        Args:
            model: the table after it.
            among: all that happened with it.

        Returns:
            The sentences, none where nothing is to be said; ``None`` for the general ones.
        """
        return None

    def prompt(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """Return what is awaited of you, whose turn it is."""
        return _("Your turn.")

    def awaits(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """Return in few words what the others wait for; ``""`` where that is not known."""
        awaited = _AWAITED.get(view.phase)
        return p_("awaited", awaited) if awaited else ""

    def answered(self, view: views_pb2.PublicView) -> str:
        """Return the call that waits for an answer, as the sheet calls it; ``""`` for none."""
        return ""

    def prompt_aside(self, model: TableModel) -> str:
        """Return what you may do out of turn."""
        return _("You may interrupt.")

    def waiting(self, action: actions_pb2.Action) -> str:
        """Return what to say of an act that the server has not answered yet."""
        return _("Sending…")

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """Return the points or chips of everybody as one sentence."""
        return chips_line(model) if view.chips else score_line(model)

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """Return how the last hand ended: who won what and why; nothing before that."""
        return []

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        """Return in a few words why the last hand went as it did."""
        return ""

    def final_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """Return what a match that is over counted, beside its winners."""
        return []

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """Return how things stand in the game, beside the score."""
        return []

    def passed(self, view: views_pb2.PublicView, model: TableModel) -> Sequence[Happened]:
        """Return what the view still shows of what was done in this hand, in order."""
        return ()

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        """Return what your own cards make, as a sentence; ``""`` if that says nothing."""
        return ""

    def wild(self, view: views_pb2.PublicView | None) -> Sequence[int]:
        """Return the cards that are wild in this hand."""
        return ()

    def card_order(self, model: TableModel) -> CardOrder:
        """Return the order of the cards in this hand, where single cards beat each other."""
        return CardOrder()

    # --- pictures ----------------------------------------------------------------------------

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        """Return the scene with what the game adds to names and cards.

        Args:
            scene: what is to be seen of any game.
            view: the public view to show, the model's or one before it.
            fresh: what to point out.
        """
        return scene

    def animations(self, change: Change) -> tuple[Moment, ...]:
        """Return what the game lets one see between two positions."""
        return ()

    def hand_paper(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        """Return how the last hand ended, for the paper over the felt; nothing before that."""
        told = self.outcome(view, model)
        if not told:
            return []
        return [*map(Line, (*told, self.standing(view, model)))]

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        """Return how a match ended, for the same paper.

        Args:
            room: how many lines there are for it on the smallest screens.
        """
        return self.hand_paper(view, model)

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        """Return what each has won at the end, for large digits: chips, where there are any."""
        return [
            Score(actor_of(seat, model).name, str(chips), won=seat in view.winners)
            for seat, chips in sorted(enumerate(view.chips), key=lambda each: -each[1])
        ]


def in_words(name: str) -> str:
    """Return a name of the wire as words, safe to draw."""
    return safe_text(name.replace("_", " ").replace("-", " "), _NAME_CELLS)
