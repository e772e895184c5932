"""What you may do now: as a numbered list, by quick keys, and as `buttons` in their order.
Which buttons there are before, in, between and after matches; what digits say while you talk
(`quick_keys`), when you may speak to your team alone (`may_talk_apart`); the row of keys (`hints`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2, tables_pb2
from cardtui_client.faces.arguments import (
    Argument,
    argument,
    build,
    burns,
    cards_of,
    is_check,
    lays_melds,
    may_hide,
    price_of_throwing,
    span_of,
    stands_alone,
    verb_of,
    words_of,
)
from cardtui_client.faces.laying import lay_choice
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.prices import button_price, comes_of, lay_price, price_text
from cardtui_client.faces.registry import has_rules, is_of_other, label_of, presenter_of
from cardtui_client.faces.seats import line_to_join
from cardtui_client.faces.standing import between_hands, buys, tops_up
from cardtui_client.faces.table_actions import ACTION_OF, FOOTER_ACTIONS, TableAction
from cardtui_client.i18n import _, p_
from cardtui_client.model.cards import card_words
from cardtui_client.model.quick_talk import PHRASES, REACTIONS, phrase_words, reaction_name
from cardtui_client.model.table import Status, TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.commands import (
    Bare,
    Command,
    Do,
    Open,
    OpenRules,
    SayQuick,
    StartMatch,
    Talk,
)
from cardtui_client.scene.scene import Button, Tone
from cardtui_client.text import safe_text

_WORD_CELLS: Final = 32


class Offer(NamedTuple):
    """One line of the list: a choice, with its card where it takes one.

    Attributes:
        choice: what may be done.
        line: the line to show, without its number.
        card: the card, ``None`` for what takes none.
        word: the word, ``None`` for what takes none.
        face_down: whether the card is played face down.
    """

    choice: actions_pb2.Choice
    line: str
    card: int | None = None
    word: str | None = None
    face_down: bool = False

    def is_like(self, other: Offer) -> bool:
        """Tell whether another offer is of the same act, in whatever words."""
        return self._replace(line="") == other._replace(line="")


def word_of(verb: str, face: Presenter) -> str:
    """Return what to type for a verb in the reader's language."""
    return face.verb(verb).typed() or sheet_word(verb).replace("_", " ")


def source_words(word: str, face: Presenter) -> str:
    """Return what a word of a verb is called; codes of cards stand as they are typed."""
    return safe_text(face.word(word) if word.islower() else word, _WORD_CELLS)


def hide_word() -> str:
    """Return what to type before a card to play it face down."""
    return p_("verb to type", "hide")


def offers(model: TableModel) -> list[Offer]:
    """Return what you may do now, in the server's order, a line for each card.

    What is sure to fail comes last, so that nobody is burned by the first number of the list.
    """
    face = presenter_of(model)
    choices = sorted(model.choices(), key=lambda each: (burns(each), _is_last(each, face)))
    return [offer for choice in choices for offer in _offers_of(choice, model, face)]


def _called_now(verb: str, face: Presenter, model: TableModel) -> str:
    """Return what you would call out with a verb as the table stands."""
    seat = -1 if model.seat is None else model.seat
    return face.verb_now(verb, seat, model.view, model).call


def _offers_of(choice: actions_pb2.Choice, model: TableModel, face: Presenter) -> list[Offer]:
    verb = verb_of(choice)
    if not verb:
        return []  # a newer server's verb
    word = _("pass (a check)") if is_check(choice) else word_of(verb, face)
    price = price_text(choice, model)
    if (called := _called_now(verb, face, model)) != face.verb(verb).call:
        price = f"“{called}”"
    price = f" ({price})" if price else ""
    bare = [Offer(choice, word + price)] if stands_alone(choice) else []
    match argument(choice):
        case Argument.CARD:
            if burns(choice):
                return bare  # whatever is thrown
            if lays_melds(choice):
                return [*bare, *_ways_out(choice, word, model)]
            return [*bare, *_cards(choice, word, face.wild(model.view))]
        case Argument.CUT:
            return [Offer(choice, _cut_line(choice, word))]
        case Argument.WORD:
            return [
                Offer(
                    choice,
                    face.value_line(choice, value, model)
                    or f"{word} {safe_text(value, _WORD_CELLS)}{price}",
                    word=value,
                )
                for value in words_of(choice)
            ]
        case Argument.NUMBER:
            return [Offer(choice, face.number_line(choice, word, price, model))]
        case Argument.NONE:
            return [Offer(choice, word + price)]


def plain_cut(model: TableModel) -> actions_pb2.Action | None:
    """Return a cut in the middle, if you may cut the pack now."""
    choice = cut_offered(model)
    if choice is None or (span := span_of(choice)).high < 1:
        return None
    if argument(choice) is Argument.CUT:
        return build(choice)
    return build(choice, number=(span.low + span.high) // 2)


def cut_offered(model: TableModel) -> actions_pb2.Choice | None:
    """Return the choice to cut the pack, if that is what you may do."""
    face = presenter_of(model)
    return next((each for each in model.choices() if face.verb(verb_of(each)).cuts), None)


def cut_words(key: str, *, for_me: bool) -> str:
    """Return what to say once it was chosen who cuts, and with which key that is changed back."""
    if for_me:
        return _("From now on the pack is cut for you. {key}: cut it yourself.", key=key)
    return _("From now on you cut the pack yourself. {key}: have it cut.", key=key)


def _cards(choice: actions_pb2.Choice, word: str, wild: Sequence[int]) -> list[Offer]:
    held = cards_of(choice)
    cards = [Offer(choice, f"{word} {card_words(card, wild)}", card) for card in held]
    if may_hide(choice):
        hide = hide_word()
        cards += [
            Offer(choice, f"{hide} {card_words(card, wild)}", card, face_down=True) for card in held
        ]
    return cards


def end_word(end: str) -> str:
    """Return what to type for the end of the pack to deal from."""
    match end:
        case "top":
            return p_("end of the pack", "top")
        case "bottom":
            return p_("end of the pack", "bottom")
        case _:
            return safe_text(end, _WORD_CELLS)


def _cut_line(choice: actions_pb2.Choice, word: str) -> str:
    low, high, most = span_of(choice)
    return _(
        "{word} (in the middle); or {word} 12 30 {end}: 1 to {most} cuts, each of {low} to {high} "
        "cards off the top, dealt from the {end}",
        word=word,
        end=end_word(next(reversed(words_of(choice)), "")),
        most=most,
        low=low,
        high=high,
    )


def _ways_out(choice: actions_pb2.Choice, word: str, model: TableModel) -> list[Offer]:
    thrown = price_of_throwing(choice)
    price = "" if thrown is None else f" ({price_text(choice, model, thrown)})"
    wild = presenter_of(model).wild(model.view)
    lines = {
        card: _("{word}, discarding {card}", word=word, card=card_words(card, wild))
        for card in cards_of(choice)
    }
    return [Offer(choice, line + price, card) for card, line in lines.items()]


_DIGIT_COUNT: Final = 10
_MOST_WORDS: Final = 12
"""So many buttons there are for the words of one choice."""


class Keys:
    """The key of everything, your own keys before the usual ones."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def of(self, command: Command) -> str:
        """Return the first key of a command that is no verb."""
        action = ACTION_OF[command]
        return self.named(action.id, action.key)

    def next(self) -> str:
        """Return the first key that does what is next."""
        return self.of(Bare.PROCEED)

    def of_verb(self, verb: str, usual: str) -> str:
        """Return the first key of a verb, whose usual one that is."""
        # Enter does what is next, whatever that is.
        return self.next() if usual == "enter" else self.named(f"verb.{verb}", usual)

    def named(self, name: str, usual: str) -> str:
        """Return the first key of what has that name in the keymap."""
        return self._own.get(name, usual).partition(",")[0].strip() or usual


class QuickKey(NamedTuple):
    """A digit, what it says, and the command that it stands for."""

    key: str
    words: str
    command: Command


def quick_keys(*, reactions: bool) -> list[QuickKey]:
    """Return the digits of the phrases, or of the reactions; the last one leads to the others."""
    if reactions:
        keys = [
            QuickKey(str(number), f"{grimace.form} {reaction_name(each)}", SayQuick(reaction=each))
            for number, (each, grimace) in enumerate(REACTIONS.items(), 1)
        ]
        return [*keys, QuickKey("0", _("Phrases"), Bare.TURN_QUICK_TALK)]
    keys = [
        QuickKey(str(number), phrase_words(each), SayQuick(phrase=each))
        for number, each in enumerate(PHRASES, 1)
    ]
    return [*keys, QuickKey("0", _("Reactions"), Bare.TURN_QUICK_TALK)]


def quick_command(key: str, *, reactions: bool) -> Command | None:
    """Return what a digit stands for while nothing has been typed."""
    return next((each.command for each in quick_keys(reactions=reactions) if each.key == key), None)


def may_talk_apart(model: TableModel) -> bool:
    """Tell whether you may say something to your team alone now."""
    if model.table.state != tables_pb2.TABLE_STATE_PLAYING:
        return model.talks_apart
    if model.seat is None or model.view is None or not model.has_company:
        return False
    return presenter_of(model).consults(model.view, model)


def verb_buttons(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    """Return a button for each thing that the seat may do in the game now."""
    face = presenter_of(model)
    offered = [choice for choice in model.choices() if verb_of(choice)]
    offered.sort(key=lambda each: (not _plays(each, face), burns(each), _is_last(each, face)))
    found: list[Button] = []
    by_hand = lay_choice(model)
    for choice in offered:
        verb = verb_of(choice)
        values = face.verb(verb).values
        if values and (not is_of_other(face) or {*words_of(choice)} <= {*values}):
            found += [
                Button(Do(verb, value), keys.of_verb(f"{verb}-{value}", each.key), each.title())
                for value in words_of(choice)
                if (each := values.get(value)) is not None
            ]
            continue
        if argument(choice) is Argument.WORD:
            button = _verb_button(choice, model, keys, face)
            found += _word_buttons(verb, choice, button, model)
            continue
        found.append(_verb_button(choice, model, keys, face))
        if face.may_say_other(choice, model):
            found.append(_button(Bare.SAY_OTHER, keys, _("Another number"), Tone.CALL))
        if choice is by_hand:
            lay = _button(Bare.LAY, keys, _("Lay the melds"))
            found.append(lay._replace(price=lay_price(choice)))
    return tuple(found)


def _word_buttons(
    verb: str, choice: actions_pb2.Choice, button: Button, model: TableModel
) -> Iterator[Button]:
    """Yield a button for each word of a choice whose words are not known before a match.

    Their keys are digits while no card is picked by one; else the key of the verb asks which.
    """
    words, face = words_of(choice)[:_MOST_WORDS], presenter_of(model)
    if len(words) > 1 and any(cards_of(each) for each in model.choices()):
        yield button._replace(label=f"{button.label}…")
        return
    for number, word in enumerate(words, 1):
        key = button.key if len(words) == 1 else str(number) if number < _DIGIT_COUNT else ""
        label = f"{button.label} {source_words(word, face)}"
        yield button._replace(command=Do(verb, word), key=key, label=label)


def _is_last(choice: actions_pb2.Choice, face: Presenter) -> bool:
    """Tell whether it ends your hand, so that nothing else stands after it."""
    return verb_of(choice) == face.last_verb


def _plays(choice: actions_pb2.Choice, face: Presenter) -> bool:
    """Tell whether a card is played with it: that stands first."""
    return face.verb(verb_of(choice)).into_trick and argument(choice) is Argument.CARD


def _verb_button(
    choice: actions_pb2.Choice, model: TableModel, keys: Keys, face: Presenter
) -> Button:
    verb = verb_of(choice)
    said = face.verb(verb)
    key = keys.of_verb(verb, said.key)
    if is_check(choice) and face.check is not None:
        key = keys.of_verb(face.check.verb, face.check.key)
    return Button(
        Do(verb),
        key,
        label_of(choice, model),
        button_price(choice, model),
        Tone.PLAIN if burns(choice) else said.tone,
        comes_of(choice, model),
    )


def buttons(model: TableModel, keys: Keys, *, seen: int) -> tuple[Button, ...]:
    """Return everything that may be done now.

    Args:
        seen: the number of the last hand whose end you have said to have seen.
    """
    if model.status is Status.ENDED:
        retry = () if model.end is not None else (_button(Bare.RETRY, keys, _("Try again")),)
        return (*retry, *_look_again(model, keys), _button(Bare.LEAVE, keys, _("Leave")))
    seated = model.seat is not None
    match model.table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _waiting(model, keys)
        case tables_pb2.TABLE_STATE_OVER:
            return _over(model, keys)
        case tables_pb2.TABLE_STATE_CLOSED:
            return (*_look_again(model, keys), _button(Bare.LEAVE, keys, _("Leave")))
        case _:
            pass
    if not seated:
        turn = (_button(Bare.TURN_TABLE, keys, _("Turn the table")),)
        return turn if len(model.table.seats) > 1 and model.view is not None else ()
    if model.table.paused:
        asks = model.seat in model.presence.asking_pause
        return (_button(Bare.PAUSE, keys, _("Wait on") if asks else _("Play on"), Tone.YES),)
    skip = _skip(keys) if model.may_skip and model.view and seen < model.view.hand else ()
    if model.is_out:
        return (*skip, *_more_chips(model, keys), _button(Bare.LEAVE, keys, _("Leave")))
    back = (
        (_button(Bare.BACK, keys, _("I am back"), Tone.YES),) if model.is_sat_in(model.seat) else ()
    )
    if between_hands(model):
        return (*back, *_between(model, keys, seen=seen))
    apart = (_button(Talk(team=True), keys, _("Team talk")),) if may_talk_apart(model) else ()
    return (*back, *verb_buttons(model, keys), *apart, *skip)


def _between(model: TableModel, keys: Keys, *, seen: int) -> tuple[Button, ...]:
    """Return what may be done between two hands."""
    going = () if model.view and seen >= model.view.hand else (_go_on(keys),)
    more = _more_chips(model, keys)
    if model.times.hand_pause(model.now()) is None:
        return (*going, *more)
    holds = model.seat in model.times.holding
    return (*going, _button(Bare.HOLD, keys, _("Let it begin") if holds else _("Wait")), *more)


def _more_chips(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    return (_button(Bare.ASK_BUY_IN, keys, _("Chips")),) if tops_up(model) is not None else ()


def _waiting(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    table = model.table
    own = model.sitter(model.seat)
    offered: list[Button] = []
    if own is not None:
        word = _("Wait, not yet") if own.ready else _("Ready")
        offered.append(_button(Bare.READY, keys, word, Tone.PLAIN if own.ready else Tone.YES))
    if model.is_host:
        offered.append(_button(StartMatch(), keys, _("Start"), Tone.YES))
        if any(not seat.name for seat in table.seats):
            offered.append(_button(Bare.ADD_BOT, keys, _("Add a bot")))
        if any(seat.bot or seat.bot_account for seat in table.seats):
            offered.append(_button(Bare.REMOVE_BOT, keys, _("Remove a bot")))
    if line_to_join(model):
        offered.append(_button(Bare.COPY, keys, _("Copy")))
    if own is not None:
        offered += _among_seats(model, keys)
    offered.append(_button(Bare.LEAVE, keys, _("Leave")))
    return tuple(offered)


def _over(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    """Return what may be done after a match."""
    if model.leads_back:
        back = Button(Bare.LEAVE, "enter", _("Back to the tournament"), tone=Tone.YES)
        return back, *_look_again(model, keys)
    own = model.sitter(model.seat)
    offered: list[Button] = []
    if model.record is not None and model.record.line:
        # The deal of the day is played once: there is something to share, and no rematch.
        offered.append(_button(Bare.COPY, keys, _("Copy the result"), Tone.YES))
    elif own is not None:
        word, tone = _("Rematch"), Tone.YES
        if own.ready:
            word, tone = _("Wait, not yet"), Tone.PLAIN
        offered.append(_button(Bare.READY, keys, word, tone))
        if model.is_host and any(not seat.name for seat in model.table.seats):
            offered.append(_button(StartMatch(), keys, _("Start")))
        offered += _among_seats(model, keys)
    offered += _look_again(model, keys)
    offered.append(_button(Bare.LEAVE, keys, _("Leave")))
    return tuple(offered)


def _look_again(model: TableModel, keys: Keys) -> tuple[Button, ...]:
    """Return what leads to the match that is over, once its record is kept."""
    if model.record is None or not has_rules(model.table.game):
        return ()
    watch = _button(Open.REPLAY, keys, _("Watch the replay"))
    if model.seat is None:
        return (watch,)
    return watch, _button(Open.MISTAKES, keys, _("Your costliest mistake"))


def _among_seats(model: TableModel, keys: Keys) -> list[Button]:
    """Return what may be done about seats and partners before a match."""
    swaps = len(model.table.seats) > 1 and not model.table.tournament
    offered = [_button(Bare.ASK_SWAP, keys, _("Swap seats"))] if swaps else []
    if buys(model):
        offered.append(_button(Bare.ASK_BUY_IN, keys, _("Chips")))
    if may_talk_apart(model):
        offered.append(_button(Talk(team=True), keys, _("Team talk")))
    return offered


def _skip(keys: Keys) -> tuple[Button, ...]:
    return (_button(Bare.GO_ON, keys, _("Next hand"), Tone.YES),)


def _go_on(keys: Keys) -> Button:
    return _button(Bare.GO_ON, keys, _("Continue"), Tone.YES)


def _button(command: Command, keys: Keys, label: str, tone: Tone = Tone.PLAIN) -> Button:
    return Button(command, keys.of(command), label, tone=tone)


def hints(model: TableModel, keys: Keys, unread: int, clause: str = "") -> tuple[Button, ...]:
    """Return the keys that always work, the most wanted first; the rules open at a clause.

    Args:
        keys: of all that can be done.
        unread: how many lines of talk came while the log was hidden.
        clause: at which the rules open; ``""`` for their beginning.
    """
    if clause:
        rule = _button(OpenRules(), keys, _("rule {clause}", clause=clause))
        return rule, _button(Open.KEYS, keys, _("keys"))
    return tuple(
        _button(each.command, keys, _brief(each, model, unread))
        for each in FOOTER_ACTIONS
        if each.is_handy(model)
    )


def _brief(action: TableAction, model: TableModel, unread: int) -> str:
    """Return what an action is called there: in a lesson, the log is the coach's."""
    if action.command is Bare.TOGGLE_LOG and model.is_prepared:
        return _("coach")
    if action.command is Bare.TOGGLE_LOG and unread:
        return _("log ({unread} new)", unread=unread)
    if action.command is Bare.ASK_SEAT and model.request is not None:
        return _("no longer ask")
    return _(action.brief)
