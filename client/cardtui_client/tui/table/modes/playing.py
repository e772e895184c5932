"""Plays cards: a verb by its key or button, a card by its place, a pile by a click, melds laid.
“Are you sure?” is asked by `_asking_or`, and before a discard by `_asked_to_throw`; what is
confirmed by its own key instead of Enter: `_KIND_CONFIRMED_BY_OWN_KEY`. Which moves are risky is in
each game's face. Where Enter does nothing: `_nothing_next`; what the middle says while you lay
melds: `target`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from cardtui.v1 import actions_pb2
from cardtui_client.faces.arguments import (
    Argument,
    argument,
    build,
    cards_of,
    is_check,
    lays_melds,
    may_hide,
    plainest,
    span_of,
    stands_alone,
    verb_of,
    words_of,
)
from cardtui_client.faces.laying import Laid, Step, lay_action, lay_choice, melding_at
from cardtui_client.faces.offers import source_words
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.prices import lay_price, risk_question
from cardtui_client.faces.registry import (
    card_verb,
    card_verbs,
    first_of_other,
    is_of_other,
    label_of,
    only_number,
    presenter_of,
)
from cardtui_client.faces.typed import NO_WORDS
from cardtui_client.i18n import _, n_
from cardtui_client.model.cards import corner, face
from cardtui_client.model.cards import face as face_of
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Command, Do, Open, PressCard, Throw
from cardtui_client.scene.middle import Mood, Target
from cardtui_client.scene.scene import Amount, Button, ChosenAmount, Tone
from cardtui_client.tui.paint.key_names import key_name
from cardtui_client.tui.table.effects import Act
from cardtui_client.tui.table.modes.mode import (
    CUT_OFF,
    Mode,
    Outcome,
    Prompt,
    Situation,
    act,
    choice_of,
    must_answer,
    next_choice,
)
from cardtui_client.tui.table.ui_state import HeldCards, TableUi

_MOST_WORDS_ASKED: Final = 9
"""So many words of a verb have a digit each."""

_KIND_CONFIRMED_BY_OWN_KEY: Final = actions_pb2.CHOICE_KIND_GIVES_UP
"""What the key that asked says yes to, pressed again: nobody folds twice by a slip."""


def do_verb(do: Do, ui: TableUi, now: Situation) -> Outcome:
    """Do a verb, or ask what it still needs; what is not offered the server refuses."""
    ui = ui.untold()
    choice = choice_of(do.verb, now.model)
    if (check := presenter_of(now.model).check) is not None and do == Do(check.verb):
        return _check(check.clause, ui, now)
    if choice is None or (do.word and do.word not in words_of(choice)):
        return act(ui, presenter_of(now.model).attempt(do.verb, now.model, value=do.word))
    button = now.button(Do(do.verb))
    low, high, _most = span_of(choice)
    match argument(choice):
        case Argument.CARD if lays_melds(choice):
            return _lay_down(choice, button, ui, now)
        case Argument.CARD if do.verb in card_verbs(now.model) and is_of_other(_face(now)):
            return _with_a_card(do.verb, ui, now)
        case Argument.CARD:
            return proceed(ui, now)
        case Argument.WORD if do.word:
            return act(ui, build(choice, word=do.word))
        case Argument.WORD if is_of_other(_face(now)):
            return _which_word(choice, ui, now)
        case Argument.NUMBER if low == high:
            return _asking_or(choice, Do(do.verb, number=low), ui, now)
        case Argument.NUMBER if (number := only_number(choice, now.model)) is not None:
            return act(ui, build(choice, number=number))
        case Argument.NUMBER if button is not None:
            return _which_number(choice, button, ui, now)
        case Argument.NONE if button is not None:
            return _asking_or(choice, do, ui, now)
        case _:
            return Outcome(ui)  # not shown yet: the next shot will offer it


def _face(now: Situation) -> Presenter:
    return presenter_of(now.model)


def _with_a_card(verb: str, ui: TableUi, now: Situation) -> Outcome:
    """Do a verb with the picked card; without one, the card that is picked next is meant for it."""
    chosen = ui._replace(chosen=verb)
    if (card := ui.cards.picked_card) is not None:
        return play(card, chosen, now)
    choice, held = choice_of(verb, now.model), ui.cards.cards
    fitting = () if choice is None else cards_of(choice)
    first = next((at for at, card in enumerate(held) if card in fitting), None)
    chosen = chosen._replace(cards=ui.cards.pick(first))
    card = chosen.cards.picked_card
    return play(card, chosen, now) if len(held) == 1 and card is not None else Outcome(chosen)


def _which_word(choice: actions_pb2.Choice, ui: TableUi, now: Situation) -> Outcome:
    """Do a verb with the one word that it may have; of several, ask which is meant."""
    verb, words = verb_of(choice), words_of(choice)[:_MOST_WORDS_ASKED]
    if len(words) == 1:
        return act(ui, build(choice, word=words[0]))
    label = label_of(choice, now.model)
    answers = [
        Button(Do(verb, word), str(number), f"{label} {source_words(word, _face(now))}")
        for number, word in enumerate(words, 1)
    ]
    back = Button(Bare.TAKE_BACK, "escape", _("Back"))
    return Outcome(ui.asked("", *answers, back, about=Do(verb)))


def _check(clause: str, ui: TableUi, now: Situation) -> Outcome:
    """Check by a pass; where that is no check, say so: the server would take the pass."""
    choice = next(filter(is_check, now.model.choices()), None)
    if choice is not None:
        return act(ui, build(choice))
    sentence = _("You can check only in the third round, before any bet, if the table allows it.")
    return Outcome(ui.told(sentence, Mood.REFUSED, clause))


def _which_number(
    choice: actions_pb2.Choice, button: Button, ui: TableUi, now: Situation
) -> Outcome:
    """Have a number chosen for the verb of that button."""
    low, high, _most = span_of(choice)
    value = presenter_of(now.model).usual_number(verb_of(choice), low, high, now.model)
    amount = Amount(button.label, low, high, min(max(value, low), high))
    return Outcome(ui._replace(waiting=ChosenAmount(button, amount)))


def say_other(ui: TableUi, now: Situation) -> Outcome:
    """Have a number chosen that is not the true one, where that may be of use."""
    ui, face = ui.untold(), presenter_of(now.model)
    for choice in now.model.choices():
        button = now.button(Do(verb_of(choice)))
        if button is not None and face.may_say_other(choice, now.model):
            return _which_number(choice, button, ui, now)
    return Outcome(ui)


def do_surely(do: Do, ui: TableUi, now: Situation) -> Outcome:
    """Do a verb about which you were asked, if it is still offered."""
    choice = choice_of(do.verb, now.model)
    if choice is None or (do.number is not None and not span_of(choice).holds(do.number)):
        return Outcome(ui)
    return Outcome(ui, Act(build(choice, number=do.number)))


def throw(card: int, ui: TableUi, now: Situation) -> Outcome:
    """Throw a card about which you were asked, if that is still offered."""
    choice = choice_of(card_verb(now.model, ui.chosen), now.model)
    if choice is None or card not in cards_of(choice):
        return Outcome(ui)
    return Outcome(ui._replace(cards=ui.cards.pick(None)), Act(build(choice, card=card)))


def proceed(ui: TableUi, now: Situation) -> Outcome:
    """Do what there is nothing to choose about; else play the picked card, or pick one."""
    if (choice := next_choice(now.model)) is not None:
        return act(ui, build(choice))
    if not ui.chosen and (action := first_of_other(now.model)) is not None:
        return act(ui, action)
    if must_answer(now.model) and not card_verbs(now.model) and ui.cards.cards:
        return play(ui.cards.picked_card or ui.cards.cards[0], ui, now)  # the refusal says why
    if not now.in_match:
        return Outcome(ui.told(_nothing_next(now)))
    if now.is_cut_off and ui.cards.picked is None:
        return Outcome(ui.told(_(CUT_OFF)))
    if ui.cards.picked is None:
        ui = ui._replace(cards=ui.cards.step(1))
        if now.model.own is None or len(now.model.own.hand) != 1:
            return Outcome(ui)
    card = ui.cards.picked_card
    return Outcome(ui) if card is None else play(card, ui, now)


def _nothing_next(now: Situation) -> str:
    """Return that the key of what is next does nothing, and which key does what is offered first.

    No match is begun by who hurried through the one before.
    """
    told = _("{key} does nothing now.", key=key_name(now.keys.next()))
    first = next((f"{key_name(each.key)}: {each.label}." for each in now.offered if each.key), "")
    return f"{told} {first}".rstrip()


def hide(ui: TableUi, _now: Situation) -> Outcome:
    """Have the next card be played face down, or face up again."""
    return Outcome(ui.untold()._replace(hiding=not ui.hiding))


def _can_pick(ui: TableUi, now: Situation) -> bool:
    """Tell whether a picked card is of any use: it can be played once, or moved."""
    return bool(card_verb(now.model)) or ui.cards.given.own_order


def point(by: int, ui: TableUi, now: Situation) -> Outcome:
    """Pick another card."""
    return Outcome(ui._replace(cards=ui.cards.step(by)) if _can_pick(ui, now) else ui)


def put_down(ui: TableUi, _now: Situation) -> Outcome:
    """Have no card picked any more; if there is nothing to take back, tell what can be done."""
    after = ui.untold()._replace(cards=ui.cards.pick(None), chosen="")
    return Outcome(after, Open.KEYS if after == ui else None)


def press_card(index: int, ui: TableUi, now: Situation, *, dragged: bool = False) -> Outcome:
    """Pick the card at that place; play it if it was picked or dragged, or if nothing is asked."""
    if now.model.seat is None or not _can_pick(ui, now):
        return Outcome(ui)
    choice = next_choice(now.model)
    if choice is not None and presenter_of(now.model).verb(verb_of(choice)).into_trick:
        return proceed(ui, now)
    again = ui.cards.picked == index
    ui = ui._replace(cards=ui.cards.pick(index))
    card = ui.cards.picked_card
    at_once = again or dragged or ui.chosen or not now.confirm
    return play(card, ui, now) if at_once and card is not None else Outcome(ui)


def press_pile(source: str, ui: TableUi, now: Situation) -> Outcome:
    """Draw from a pile; or throw the picked card on the discards, where that is offered."""
    card = ui.cards.picked_card
    throws = choice_of(card_verb(now.model, ui.chosen), now.model) is not None
    if source == "discards" and card is not None and throws:
        return play(card, ui, now)
    draws = drawing(source, now.model)
    return do_verb(draws, ui, now) if draws is not None and now.in_match else Outcome(ui)


def drawing(source: str, model: TableModel) -> Do | None:
    """Return what draws from a pile; ``None`` where nothing does."""
    verbs = (verb for verb, value, _said in presenter_of(model).keyed() if value == source)
    return next((Do(verb, source) for verb in verbs), None)


def play(card: int, ui: TableUi, now: Situation) -> Outcome:
    """Play or throw a card; where that is not offered, the server says why not."""
    ui, model = ui.untold(), now.model
    verb = card_verb(model, ui.chosen)
    choice = choice_of(verb, model)
    if choice is not None and card in cards_of(choice):
        if now.confirm and lay_choice(model) is not None:
            return Outcome(_asked_to_throw(card, choice, ui, now))
        hidden = ui.hiding and may_hide(choice)
        ui = ui._replace(hiding=False, cards=ui.cards.pick(None), chosen="")
        return act(ui, build(choice, card=card, face_down=hidden))
    if model.view is not None and verb:
        return act(ui, presenter_of(model).attempt(verb, model, card))
    return Outcome(ui)


def _lay_down(
    choice: actions_pb2.Choice, button: Button | None, ui: TableUi, now: Situation
) -> Outcome:
    """Go out in the best way there is, or by throwing the picked card."""
    picked = ui.cards.picked_card
    question = risk_question(choice, now.model) if now.confirm else ""
    if button is not None and question:
        return _ask_sure(question, Do(verb_of(choice)), ui, now)
    if stands_alone(choice):
        return act(ui, build(choice))
    chosen = picked in cards_of(choice)
    return act(ui, build(choice, card=picked) if chosen else plainest(choice))


def take_number(choice: actions_pb2.Choice, number: int, ui: TableUi, now: Situation) -> Outcome:
    """Do a verb with the amount that was chosen for it."""
    return _asking_or(choice, Do(verb_of(choice), number=number), ui, now)


def _asking_or(choice: actions_pb2.Choice, do: Do, ui: TableUi, now: Situation) -> Outcome:
    """Ask once before what may cost too much; else do it."""
    question = risk_question(choice, now.model, do.number) if now.confirm else ""
    if question and now.button(Do(do.verb)) is not None:
        return _ask_sure(question, do, ui, now)
    return act(ui, build(choice, number=do.number))


def _ask_sure(question: str, do: Do, ui: TableUi, now: Situation) -> Outcome:
    button = now.button(Do(do.verb))
    assert button is not None
    choice = choice_of(do.verb, now.model)
    again = (
        choice is not None
        and choice.kind == _KIND_CONFIRMED_BY_OWN_KEY
        and button.key not in NO_WORDS
    )
    key = button.key if again else "enter"
    answer = button._replace(key=key, command=replace(do, sure=True))
    if do.number is not None:
        amount = presenter_of(now.model).amount_words(do.verb, str(do.number))
        answer = answer._replace(price=amount)
    return Outcome(ui.asked(question, answer, about=button.command))


def _asked_to_throw(card: int, choice: actions_pb2.Choice, ui: TableUi, now: Situation) -> TableUi:
    """Return it asking before a card is thrown from a hand that can go out."""
    question = _("You can go out. Discard {card} anyway?", card=corner(face_of(card)))
    answer = Button(Throw(card), "enter", label_of(choice, now.model))
    return ui.asked(question, answer, about=Do(verb_of(choice)))


@dataclass(frozen=True, slots=True)
class LayingMode(Mode):
    """Lets melds be put together; it ends with the hand out, taken back, or changed.

    Attributes:
        cards: the cards, and what has been done with them.
        laid: the melds and the selection among them.
    """

    cards: HeldCards
    laid: Laid

    def buttons(self, below: tuple[Button, ...], now: Situation, /) -> tuple[Button, ...]:
        """See `Mode.buttons`: what the middle does, the best ways out, and one step back."""
        if not below:
            return below
        target = self.target(now.model)
        best = tuple(each for each in below if each.tone is Tone.CALL)
        back = Button(Bare.TAKE_BACK, "escape", _back(self.laid))
        if not target.ready:
            return (*best, back)
        price = self._price(now)
        middle = Button(Bare.PRESS_MIDDLE, now.keys.next(), target.words, price, Tone.YES)
        return (middle, *best, back)

    def prompt(self, below: Prompt, now: Situation, /) -> Prompt:
        if not now.offered:
            return below
        if self.target(now.model).ready:
            return _("Click the middle, or press {key}.", key=key_name(now.keys.next())), Mood.TURN
        if self._best(now) is not None:
            told = _(
                "{key} goes out in the best way; choose cards only to lay them otherwise.",
                key=key_name(now.keys.next()),
            )
            return told, Mood.TURN
        return _("Select cards: click them, or press their numbers."), Mood.TURN

    def press(self, command: Command, ui: TableUi, now: Situation, /) -> Outcome | None:
        """See `Mode.press`; Escape takes one step back where that is offered."""
        match command:
            case Bare.PROCEED if (best := self._best(now)) is not None:
                return _lay_down(best, now.button(Do(verb_of(best))), ui, now)
            case Bare.PROCEED | Bare.PRESS_MIDDLE | Bare.LAY:
                return self._press_middle(ui, now)
            case Bare.SELECT:
                return select(ui, now)
            case PressCard(index):
                cards = ui.cards.pick(index).toggle(index)
                return Outcome(ui.untold()._replace(cards=cards))
            case Bare.TAKE_BACK:
                return Outcome(ui.untold()._replace(cards=ui.cards.step_back()))
            case Bare.LEAVE if now.button(Bare.TAKE_BACK) is not None:
                return Outcome(ui.untold()._replace(cards=ui.cards.step_back()))
            case _:
                return None

    def target(self, model: TableModel) -> Target:
        """Return what the middle of the felt says."""
        laid = self.laid
        called = presenter_of(model).verb(self.cards.given.lays).title().strip("¡!")
        match step := self._step(model):
            case Step.FEW:
                words = _few(len(laid.selected), melding_at(model).least)
            case Step.NOTHING:
                words = _("Select the cards of a meld.")
            case Step.KEEP_ONE:
                words = _("Leave one card out: it is discarded.")
            case Step.MELD:
                count = len(laid.selected)
                words = n_("Lay {n} card as a meld", "Lay {n} cards as a meld", count)
            case Step.OUT if laid.loose:
                thrown = corner(face(laid.loose[0]))
                words = _("{word}, discarding {card}", word=called, card=thrown)
            case Step.OUT:
                words = _("{word}, with all cards", word=called)
        note = _("Checked when you go out.") if laid.melds else ""
        return Target(laid.melds, words, step in (Step.MELD, Step.OUT), note)

    def _press_middle(self, ui: TableUi, now: Situation) -> Outcome:
        ui, verb = ui.untold(), self.cards.given.lays
        match self._step(now.model):
            case Step.MELD:
                return Outcome(ui._replace(cards=ui.cards.meld()))
            case Step.OUT:
                return Outcome(ui, Act(lay_action(verb, self.laid, now.model)))
            case Step.FEW:
                count, least = len(self.laid.selected), melding_at(now.model).least
                return Outcome(ui.told(_few(count, least), Mood.REFUSED))
            case Step.NOTHING | Step.KEEP_ONE:
                return Outcome(ui)

    def _best(self, now: Situation) -> actions_pb2.Choice | None:
        """Return the choice to go out with no card chosen; ``None`` once one is, or without it."""
        begun = self.laid.melds or self.laid.selected
        return None if begun else lay_choice(now.model)

    def _step(self, model: TableModel) -> Step:
        return self.laid.step(melding_at(model))

    def _price(self, now: Situation) -> str:
        choice = lay_choice(now.model)
        goes_out = self._step(now.model) is Step.OUT
        return lay_price(choice, self.laid) if choice is not None and goes_out else ""


def begin(ui: TableUi, _now: Situation) -> Outcome:
    """Begin to lay cards down, where that has a place."""
    return Outcome(ui.untold()._replace(cards=ui.cards.begin_laying()))


def select(ui: TableUi, _now: Situation) -> Outcome:
    """Select the picked card, or put it back; with none, the next is picked."""
    cards = (ui.cards if ui.cards.picked is not None else ui.cards.step(1)).begin_laying()
    if cards.picked is not None:
        cards = cards.toggle(cards.picked)
    return Outcome(ui.untold()._replace(cards=cards))


def _few(count: int, least: int) -> str:
    return n_(
        "A meld has {least} cards or more: {n} is selected.",
        "A meld has {least} cards or more: {n} are selected.",
        count,
        least=least,
    )


def _back(laid: Laid) -> str:
    """Return what a step back takes back."""
    if laid.selected:
        return _("Deselect")
    return _("Take the last meld back") if laid.melds else _("Back")
