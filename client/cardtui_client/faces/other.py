"""The face of a game of another package: shows a view by what its fields are (`OtherFace`).
How its verbs get keys, and which letters none gets: `RESERVED_LETTERS`; how much of a view is
shown: `_MOST_FIELDS`, `_MOST_CARDS`.

Tricks, rows of cards, piles and melds are drawn as such; all else is told in words and numbers. A
package may bring a face that inherits from this one and says some things better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain
from string import ascii_lowercase
from typing import ClassVar, Final

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, other_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import bare, verb_of
from cardtui_client.faces.presenter import (
    OptionFace,
    Presenter,
    PresetFace,
    Verb,
    in_words,
)
from cardtui_client.i18n import _, language, mark_p, n_, p_
from cardtui_client.model.cards import card_words, cards_words, corner, face
from cardtui_client.model.sides import actor_of, dealt_by, for_seats, goes_to, short_side
from cardtui_client.model.table import TableModel
from cardtui_client.scene.middle import Laid, Line, Middle, Piles, Pot, Score
from cardtui_client.scene.scene import Fresh, Played, Scene, SeatScene, Tone
from cardtui_client.text import safe_text

_MOST_FIELDS: Final = 40
_MOST_CARDS: Final = 60
_MOST_PLAYED: Final = 12
_WORD_CELLS: Final = 40
_MOST_NOTES: Final = 3
_MOST_FACTS: Final = 4
_TEAM_COUNT: Final = 2
_MOST_VERBS: Final = 40
_MOST_WORDS: Final = 12
_MOST_SCORES: Final = 3
"""So many scores the top line has; more stand at the seats."""

_COMMON_WORDS: Final = (
    mark_p("word of a game", "play"),
    mark_p("word of a game", "draw"),
    mark_p("word of a game", "discard"),
    mark_p("word of a game", "pass"),
    mark_p("word of a game", "take"),
    mark_p("word of a game", "takes"),
    mark_p("word of a game", "close"),
    mark_p("word of a game", "lay"),
    mark_p("word of a game", "bet"),
    mark_p("word of a game", "fold"),
    mark_p("word of a game", "stock"),
    mark_p("word of a game", "discards"),
    mark_p("word of a game", "table"),
    mark_p("word of a game", "trick"),
    mark_p("word of a game", "melds"),
    mark_p("word of a game", "points"),
    mark_p("word of a game", "tricks"),
    mark_p("word of a game", "pot"),
    mark_p("word of a game", "trump"),
    mark_p("word of a game", "target"),
    mark_p("word of a game", "colour"),
    mark_p("word of a game", "red"),
    mark_p("word of a game", "blue"),
    mark_p("word of a game", "green"),
    mark_p("word of a game", "yellow"),
    mark_p("word of a game", "standard"),
)
"""Words that many rules have: they are known in every language, also without a face."""

RESERVED_LETTERS: Final = "hijlmouz"
"""The letters that mean something else at every table during a hand: no verb gets one."""

Fields = Sequence[other_pb2.OtherField]


class OtherFace(Presenter):
    """The general face of a game that has no messages of its own.

    Attributes:
        words: by language, what the words of the rules are called: verbs, options, presets,
            fields of the view. English is told where there is nothing else, and the word itself
            where there is nothing at all.
        great_cards: whether the great cards of Truco, in a Spanish deck, have their double frame.
    """

    words: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    great_cards: ClassVar[bool] = False

    def __init__(self, game: str = "") -> None:
        """Show the game with that id."""
        self.id = self.id or game
        self.name = self.name or _capital(in_words(self.id))
        self.is_learned, self.package = False, ""

    def learn(self, game: tables_pb2.Game) -> None:
        """Learn the verbs of the game as a server describes them, so that each has its key.

        Its package is only named to people: nothing is loaded for it.
        """
        self.package = safe_text(game.package, _WORD_CELLS)
        self.is_learned, known = True, dict(type(self).verbs)
        for verb in game.verbs[:_MOST_VERBS]:
            said = [each for one in verb.parameters for each in one.words][:_MOST_WORDS]
            values = {each: Verb(tone=Tone.YES) for each in said} if len(said) > 1 else {}
            known.setdefault(verb.name, Verb(tone=Tone.YES, values=values))
        self.verbs = known  # type: ignore[misc]  # the words of a server, not of the class

    def word(self, word: str) -> str:
        """Return what a word of the rules is called in the reader's language."""
        told = self.words.get(language(), {}).get(word)
        if told is None and word in _COMMON_WORDS:
            told = p_("word of a game", word)
        return told or self.words.get("en", {}).get(word) or in_words(word)

    # --- names -------------------------------------------------------------------------------

    def verb(self, verb: str) -> Verb:
        word, known = self.word(verb), self.verbs.get(verb, Verb(tone=Tone.YES))
        keys, label = self._keys(), known.label or _capital(word)
        return replace(
            known,
            label=label,
            word=known.word or word,
            key=known.key or keys.get((verb, ""), ""),
            values={
                value: replace(
                    said,
                    label=said.label or f"{_(label)} {self.word(value)}",
                    key=said.key or keys.get((verb, value), ""),
                )
                for value, said in known.values.items()
            },
        )

    def keyed(self) -> Iterator[tuple[str, str, Verb]]:
        for name in self.verbs:
            verb = self.verb(name)
            for value, each in verb.values.items() or (("", verb),):
                if each.key not in ("", "enter"):
                    yield name, value, each

    def _keys(self) -> Mapping[tuple[str, str], str]:
        """Return the key of each verb, and of each word that a verb takes: a letter of its own.

        It is the first letter of what is typed that is still free; verbs come before words. All of
        the game share the letters, so that a key means the same during a whole match.
        """
        verbs = {(verb, ""): self.word(verb) for verb in self.verbs if not self.verbs[verb].values}
        said = verbs | {
            (verb, value): self.word(value)
            for verb, known in self.verbs.items()
            for value in known.values
        }
        given = {each.key for known in self.verbs.values() for each in _all_of(known)}
        free = [
            each for each in ascii_lowercase if each not in given and each not in RESERVED_LETTERS
        ]
        keys: dict[tuple[str, str], str] = {}
        for name, word in said.items():
            wanted = (each for each in word.casefold() if each in free)
            if key := next(wanted, "") or next(iter(free), ""):
                keys[name] = key
                free.remove(key)
        return keys

    def wire_verb(self, word: str) -> str:
        return word

    def option_name(self, option: str) -> str:
        return _capital(self.word(option))

    def choice_name(self, option: str, choice: str) -> str:
        return self.word(choice)

    def preset_name(self, preset: str) -> str:
        return self.word(preset)

    def attempt(
        self, verb: str, model: TableModel, number: int = 1, value: str = ""
    ) -> actions_pb2.Action:
        offered = next((each for each in model.choices() if verb_of(each) == verb), None)
        action = actions_pb2.Action() if offered is None else bare(offered)
        action.other.verb = verb
        if number > 1:
            action.other.card = cards_pb2.Card.ValueType(number)
        if value:
            action.other.source = value
        return action

    # --- sentences -----------------------------------------------------------------------------

    def sentences(
        self, event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event]
    ) -> list[str] | None:
        if event.HasField("trick_ended") and event.trick_ended.HasField("seat"):
            return [goes_to(actor_of(event.trick_ended.seat, model))]
        return None

    def standing(self, view: views_pb2.PublicView, model: TableModel) -> str:
        if view.chips or not view.scores:
            return super().standing(view, model)
        sides = [f"{short_side(model, side)} {score}" for side, score in enumerate(view.scores[:8])]
        return _("Score: {sides}.", sides="; ".join(sides))

    def outcome(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        last = view.other.last
        if not last.winners:
            return []
        winners = for_seats([seat for seat in last.winners if seat < _MOST_PLAYED], model)
        why = self.why_ended(view, model)
        told = (
            _("The hand goes to {winners}: {why}.", winners=winners, why=why)
            if why
            else _("The hand goes to {winners}.", winners=winners)
        )
        return [told, *self._laid(view, model)]

    def why_ended(self, view: views_pb2.PublicView, model: TableModel) -> str:
        reason = view.other.last.reason
        return safe_text(self.word(reason), _WORD_CELLS) if reason else ""

    def _laid(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        """Return the melds that lie before the seats, a sentence each."""
        return [
            f"{model.name_of(meld.seat)}: {cards_words(meld.cards[:_MOST_CARDS])}."
            for each in _fields(view.other.fields)
            for meld in each.value.melds.melds[:_MOST_PLAYED]
            if meld.HasField("seat") and meld.seat < len(model.table.seats) and meld.cards
        ]

    def state_lines(self, view: views_pb2.PublicView, model: TableModel) -> list[str]:
        return [
            f"{_capital(self.word(each.name))}: {value}"
            for each in _fields(view.other.fields)
            if (value := self._told(each.value, model))
        ]

    def own_words(self, own: views_pb2.OwnView, view: views_pb2.PublicView | None) -> str:
        told = [
            f"{self.word(each.name)} {value.number}"
            for each in _fields(own.other.fields)
            if (value := each.value).HasField("number")
        ]
        return f"{'; '.join(map(_capital, told))}." if told else ""

    # --- pictures --------------------------------------------------------------------------------

    def scene(
        self, scene: Scene, model: TableModel, view: views_pb2.PublicView, fresh: Fresh
    ) -> Scene:
        fields = [*_fields(view.other.fields)]
        # Between two hands some rules have counted on, others have not.
        number = "" if view.phase == Phase.PHASE_DEAL else _("Hand {hand}", hand=view.hand)
        facts = [*filter(None, (number, dealt_by(view.dealer, model)))]
        facts += [
            f"{self.word(each.name)} {each.value.number}"
            for each in fields
            if each.value.HasField("number")
        ][:_MOST_FACTS]
        facts += [
            f"{self.word(each.name)} {corner(face(each.value.card))}"
            for each in fields
            if _is(each, "card")
        ][:_MOST_FACTS]
        facts += [
            f"{self.word(each.name)} {self.word(each.value.text)}"
            for each in fields
            if each.value.text
        ][:_MOST_FACTS]
        middle = _middle(fields, view)
        if isinstance(middle, Laid):
            facts += [
                f"{self.word(each.name)} {_pile_words(pile)}"
                for each in fields
                for pile in each.value.piles.piles[:_MOST_FACTS]
                if not pile.HasField("seat")
            ]
        trick = next((each.value.trick.played for each in fields if _is(each, "trick")), ())
        return scene._replace(
            great=self.great_cards,
            seats=tuple(self._seat(seat, view, fields, model) for seat in scene.seats),
            top=scene.top._replace(facts=tuple(facts), score=self._score(view, model)),
            trick=tuple(
                Played(each.seat, each.card, fresh=each.seat in fresh.played)
                for each in trick[:_MOST_PLAYED]
                if each.seat < len(model.table.seats)
            ),
            middle=middle or scene.middle,
        )

    def hand_paper(self, view: views_pb2.PublicView, model: TableModel) -> list[Line]:
        told = self.outcome(view, model)  # the first sentence of it is the title
        return [*map(Line, (*told[1:], self.standing(view, model)))] if told else []

    def final_scores(self, view: views_pb2.PublicView, model: TableModel) -> list[Score]:
        if view.chips or not view.scores:
            return super().final_scores(view, model)
        if len(view.scores) > _MOST_SCORES:
            return []
        scores = [
            Score(short_side(model, side), str(score), won=_has_won(side, view, model))
            for side, score in sorted(enumerate(view.scores), key=lambda each: -each[1])
        ]
        return sorted(scores, key=lambda each: not each.won)  # the fewest points may win

    def match_paper(self, view: views_pb2.PublicView, model: TableModel, room: int) -> list[Line]:
        # Large digits have room for a few; more are told in words.
        few = bool(view.chips) or len(view.scores) <= _MOST_SCORES
        return [Line(self.standing(view, model), is_score=few)]

    def _score(self, view: views_pb2.PublicView, model: TableModel) -> str:
        if view.chips and model.seat is not None and model.seat < len(view.chips):
            return n_("{n} chip", "{n} chips", view.chips[model.seat])
        if len(view.scores) <= _MOST_SCORES:
            sides = enumerate(view.scores)
            return "  ".join(f"{short_side(model, side)} {score}" for side, score in sides)
        own = -1 if model.seat is None else model.team_of(model.seat)
        return (
            f"{short_side(model, own)} {view.scores[own]}" if own in range(len(view.scores)) else ""
        )

    def _seat(
        self,
        seat: SeatScene,
        view: views_pb2.PublicView,
        fields: Sequence[other_pb2.OtherField],
        model: TableModel,
    ) -> SeatScene:
        """Return a seat with what the view tells of it alone: its numbers and its pile."""
        number, seats = seat.seat, len(model.table.seats)
        notes: list[str] = []
        shown: tuple[int, ...] = ()
        scored = _MOST_SCORES < len(view.scores) == seats and not view.chips
        points = [n_("{n} pt", "{n} pts", view.scores[number])] if scored else []
        for each in fields:
            value = each.value
            if value.HasField("numbers"):
                side = number if len(value.numbers.numbers) == seats else model.team_of(number)
                if side < len(value.numbers.numbers) in (seats, len(view.scores)):
                    notes.append(f"{self.word(each.name)} {value.numbers.numbers[side]}")
            notes += [
                f"{self.word(each.name)} {pile.cards}"
                for pile in value.piles.piles[:_MOST_PLAYED]
                if pile.HasField("seat") and pile.seat == number
            ]
            for meld in value.melds.melds[:_MOST_PLAYED]:
                if meld.HasField("seat") and meld.seat == number:
                    shown = (*shown, *meld.cards[:_MOST_PLAYED])
        if shown and view.phase not in (Phase.PHASE_DEAL, Phase.PHASE_OVER) and seat.cards:
            points.insert(0, n_("{n} card", "{n} cards", seat.cards))  # its backs are not seen
        return seat._replace(
            notes=(*points, *seat.notes, *notes[:_MOST_NOTES]),
            chips=view.chips[number] if number < len(view.chips) else None,
            shown=shown,
        )

    def _told(self, value: other_pb2.OtherValue, model: TableModel) -> str:
        """Return a value in words; ``""`` for nothing."""
        match value.WhichOneof("value"):
            case "number":
                return str(value.number)
            case "flag":
                return _("yes") if value.flag else ""
            case "text":
                return safe_text(self.word(value.text), _WORD_CELLS) if value.text else ""
            case "card":
                return card_words(value.card)
            case "cards":
                return cards_words(value.cards.cards[:_MOST_CARDS]) or _("none")
            case "trick":
                return "; ".join(
                    f"{model.name_of(each.seat)} {card_words(each.card)}"
                    for each in value.trick.played[:_MOST_PLAYED]
                )
            case "piles":
                return "; ".join(
                    _of(model, each, n_("{n} card", "{n} cards", each.cards))
                    + (f" ({card_words(each.top)})" if each.top else "")
                    for each in value.piles.piles[:_MOST_PLAYED]
                )
            case "melds":
                return "; ".join(
                    _of(model, each, cards_words(each.cards[:_MOST_CARDS]))
                    for each in value.melds.melds[:_MOST_PLAYED]
                )
            case "numbers":
                numbers = value.numbers.numbers[:_MOST_PLAYED]
                if len(numbers) != len(model.table.seats):
                    if model.has_teams and len(numbers) == _TEAM_COUNT:
                        sides = [f"{short_side(model, at)} {n}" for at, n in enumerate(numbers)]
                        return ", ".join(sides)
                    return ", ".join(map(str, numbers))
                return ", ".join(f"{model.name_of(at)} {n}" for at, n in enumerate(numbers))
            case "list":
                inside = [self._told(each, model) for each in value.list.values[:_MOST_PLAYED]]
                return "; ".join(filter(None, inside))
            case "record":
                return ", ".join(
                    f"{self.word(each.name)} {told}"
                    for each in _fields(value.record.fields)
                    if (told := self._told(each.value, model))
                )
            case _:
                return ""


def _middle(fields: Sequence[other_pb2.OtherField], view: views_pb2.PublicView) -> Middle | None:
    """Return what lies in the middle: rows and melds, piles, or the chips that are played for."""
    rows = [each.value.cards.cards for each in fields]
    rows += [
        meld.cards
        for each in fields
        for meld in each.value.melds.melds[:_MOST_PLAYED]
        if not meld.HasField("seat")
    ]
    if groups := [tuple(row[:_MOST_CARDS]) for row in rows if row]:
        breaks = tuple(accumulate(map(len, groups)))[:-1]
        return Laid(tuple(chain.from_iterable(groups)), breaks=breaks)
    piles = [
        pile
        for each in fields
        for pile in each.value.piles.piles[:_MOST_PLAYED]
        if not pile.HasField("seat")
    ]
    if len(piles) == 1:
        return Piles(piles[0].cards, 0, flip=int(piles[0].top) or None)
    if piles:
        closed = next((each.cards for each in piles if not each.top), 0)
        opened = next((each for each in piles if each.top), None)
        top = () if opened is None else (int(opened.top),)
        return Piles(closed, 0 if opened is None else opened.cards, top)
    cards = [int(each.value.card) for each in fields if _is(each, "card")]
    if cards:
        return Laid(tuple(cards[:_MOST_PLAYED]))
    return Pot(view.pot) if view.pot else None


def _pile_words(pile: other_pb2.OtherPile) -> str:
    """Return a pile in the fewest words: how many cards, and the one that lies open."""
    return f"{pile.cards} {corner(face(pile.top))}" if pile.top else str(pile.cards)


def _all_of(verb: Verb) -> Iterable[Verb]:
    """Return what has a key of its own: the verb, or each of its values."""
    return verb.values.values() or (verb,)


def _fields(fields: Fields) -> Iterator[other_pb2.OtherField]:
    """Yield the fields that hold something, and not more than can be shown."""
    for each in fields[:_MOST_FIELDS]:
        if each.value.WhichOneof("value") is not None:
            yield each


def _is(field: other_pb2.OtherField, kind: str) -> bool:
    return field.value.WhichOneof("value") == kind


def _of(model: TableModel, each: other_pb2.OtherPile | other_pb2.OtherMeld, told: str) -> str:
    return f"{model.name_of(each.seat)} {told}" if each.HasField("seat") else told


def _has_won(side: int, view: views_pb2.PublicView, model: TableModel) -> bool:
    return any(model.team_of(seat) == side for seat in view.winners)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


__all__ = ["OptionFace", "OtherFace", "PresetFace", "Verb"]
