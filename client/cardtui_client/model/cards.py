"""The face of a card on the wire: its deck, rank, suit and code, and its name (`card_name`).
With which signs its suit is written: `SUIT_SIGNS`, `COIN_SIGN`; what you may type for a card:
`card_typed`. Lists in sentences: `enumerate_words` (a, b and c), `either_words` (a, b or c).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple

from google.protobuf.message import Message

from cardtui.card_numbers import SUITS, pack, unpack
from cardtui.v1 import cards_pb2, views_pb2
from cardtui_client.i18n import _, mark, mark_p, p_

HIDDEN_CARD: Final = cards_pb2.CARD_HIDDEN


class CardFace(NamedTuple):
    """What is on a card.

    Attributes:
        deck: ``"spanish"`` or ``"french"``, `OTHER_DECK` for the suits of other decks; ``""`` for
            the back of a card.
        rank: as in its code: ``1``…``12``, or ``A 2 … 9 T J Q K``; ``""`` if hidden.
        suit: its letter: ``E B O C``, or ``S H D C``; ``""`` if hidden.
        code: rank and suit; ``"??"`` if hidden. The joker's are ``X``, ``X`` and ``XX``.
        hidden: whether it lies face down for this viewer.
    """

    deck: str
    rank: str
    suit: str
    code: str
    hidden: bool


OTHER_DECK: Final = "other"
"""What stands for a deck that is neither Spanish nor French."""
SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""The French suits; never with a variation selector, which would make them two cells."""
JOKER_SUIT: Final = "X"
"""What stands for the suit of a joker, which has none."""
COIN_SIGN: Final = "●"
"""The suit of coins, whose letter would read as a nought: 7O."""

_LETTER_OF_SIGN: Final = {sign: letter for letter, sign in SUIT_SIGNS.items()}
CARD_CORNER: Final = re.compile(
    rf"(?<![\w-])(?:1[0-2]|[1-9AJQK])[EBC{COIN_SIGN}{''.join(_LETTER_OF_SIGN)}](?!\w)"
)
"""What may be a card in a sentence, as `corner` has it."""
_QUOTED_CARDS: Final = re.compile(r"`(?:(?:(?:1[0-2]|[1-9AJQK])[EBOCSHD]|XX) ?)+`")
"""Cards in a rule sheet, which has their codes in every language."""
_ONLY_FRENCH_SUITS: Final = re.compile(r"[SHD]\b")
_SIGN_AFTER_RANK: Final = re.compile(rf"(?<=[0-9AJQK])[{COIN_SIGN}{''.join(_LETTER_OF_SIGN)}]")

_CARD_BACK: Final = CardFace("", "", "", "??", hidden=True)

_RANK_NAMES: Final = {
    "A": mark("ace"),
    "1": mark("ace"),
    "2": mark("two"),
    "3": mark("three"),
    "4": mark("four"),
    "5": mark("five"),
    "6": mark("six"),
    "7": mark("seven"),
    "8": mark("eight"),
    "9": mark("nine"),
    "T": mark("ten"),
    "10": mark("ten"),
    "11": mark("eleven"),
    "12": mark("twelve"),
    "J": mark("jack"),
    "Q": mark("queen"),
    "K": mark("king"),
}

_SPANISH_SUITS: Final = {
    "E": mark_p("Spanish suit", "swords"),
    "B": mark_p("Spanish suit", "clubs"),
    "O": mark_p("Spanish suit", "coins"),
    "C": mark_p("Spanish suit", "cups"),
}

_FRENCH_SUITS: Final = {
    "S": mark_p("French suit", "spades"),
    "H": mark_p("French suit", "hearts"),
    "D": mark_p("French suit", "diamonds"),
    "C": mark_p("French suit", "clubs"),
}


_SUIT_LETTERS: Final = {
    "S": mark_p("letter of a suit", "S"),
    "H": mark_p("letter of a suit", "H"),
    "D": mark_p("letter of a suit", "D"),
    "C": mark_p("letter of a suit", "C"),
}
_COIN_LETTER: Final = "O"

_OTHER_SUITS: Final = {
    "A": mark_p("suit", "acorns"),
    "L": mark_p("suit", "leaves"),
    "N": mark_p("suit", "bells"),
    "R": mark_p("suit", "red"),
    "Y": mark_p("suit", "yellow"),
    "G": mark_p("suit", "green"),
    "B": mark_p("suit", "blue"),
    "K": mark_p("suit", "black"),
    "T": mark_p("suit", "trumps"),
}

_SHORTEST_CODE: Final = 2
"""A card has a rank and a suit."""


def _read(name: str) -> CardFace:
    deck, _sep, code = name.removeprefix("CARD_").partition("_")
    if deck not in ("SPANISH", "FRENCH"):
        return _CARD_BACK
    return CardFace(deck.lower(), code[:-1], code[-1], code, hidden=False)


_FACE_OF_CARD: Final[Mapping[int, CardFace]] = {
    number: _read(name) for name, number in cards_pb2.Card.items()
}
_CARD_OF_CODE: Final = {(shown.deck, shown.code): card for card, shown in _FACE_OF_CARD.items()}


_DECK_OF_SUIT: Final = {
    **dict.fromkeys(("swords", "batons", "coins", "cups"), "spanish"),
    **dict.fromkeys(("spades", "hearts", "diamonds", "clubs", "joker"), "french"),
}


def face(card: int) -> CardFace:
    """Return what is on the card; the back for a hidden one and for what is no card."""
    known = _FACE_OF_CARD.get(card)
    return _packed_face(card) if known is None else known


@lru_cache(maxsize=1024)
def _packed_face(card: int) -> CardFace:
    """Return what is on a card of another deck; the back for what is no card."""
    found = unpack(card)
    if found is None:
        return _CARD_BACK
    suit, rank = found
    letter = SUITS[suit]
    return CardFace(
        _DECK_OF_SUIT.get(suit, OTHER_DECK), rank, letter, f"{rank}{letter}", hidden=False
    )


def card_of(code: str, deck: str) -> int | None:
    """Return the wire's card of that code in that deck, ``None`` if there is none.

    The code is that of the wire, or the card as `corner` has it.
    """
    typed = _SIGN_AFTER_RANK.sub(
        lambda sign: _LETTER_OF_SIGN.get(sign[0], "O"), code.upper().replace(" ", "")
    )
    if deck == "french" and typed.startswith("10"):
        typed = "T" + typed[2:]
    if deck != OTHER_DECK or len(typed) < _SHORTEST_CODE:
        return _CARD_OF_CODE.get((deck, typed))
    for suit, letter in SUITS.items():
        if letter == typed[-1] and suit not in _DECK_OF_SUIT:
            with suppress(ValueError):
                return pack(suit, typed[:-1])
    return None


def card_typed(text: str, deck: str) -> int | None:
    """Return the card that somebody means who types that, ``None`` if it is none.

    A suit's letter is that of the language in use, as `as_typed` has it, or else that of the wire.
    """
    code = text.upper().replace(" ", "").replace(coin_word().upper(), _COIN_LETTER)
    if deck == "french" and code:
        letters = {
            _letter(sign) or _COIN_LETTER: letter for sign, letter in _LETTER_OF_SIGN.items()
        }
        code = code[:-1] + letters.get(code[-1], code[-1])
    return card_of(code, deck)


def card_in_corner(corner: str) -> int | None:
    """Return the card that has that in its corner, ``None`` if there is none."""
    return card_of(corner, "french" if corner[-1] in _LETTER_OF_SIGN else "spanish")


def rank_name(shown: CardFace) -> str:
    """Return the rank in words; of one that has no name, the rank as it stands on the card."""
    return _(_RANK_NAMES[shown.rank]) if shown.rank in _RANK_NAMES else shown.rank


def suit_name(shown: CardFace) -> str:
    """Return the suit in words."""
    if shown.deck == "spanish":
        return p_("Spanish suit", _SPANISH_SUITS[shown.suit])
    if shown.deck == OTHER_DECK:
        return p_("suit", _OTHER_SUITS[shown.suit])
    return p_("French suit", _FRENCH_SUITS[shown.suit])


def suits_named(deck: str, *, ascii_only: bool, seen: Collection[int] = ()) -> dict[str, str]:
    """Return the name of each suit that stands as a letter on the cards, by that letter.

    Coins have a sign, which stands beside the letters; the signs of French suits tell themselves.
    Of another deck only the suits of the cards that are seen are known.
    """
    if deck == OTHER_DECK:
        shown = [face(card) for card in sorted(seen) if face(card).suit not in ("", JOKER_SUIT)]
        return {corner(each)[-1]: suit_name(each) for each in shown if each.deck != "french"}
    if deck == "spanish":
        coin = "o" if ascii_only else COIN_SIGN
        return {
            coin if suit == _COIN_LETTER else suit: p_("Spanish suit", name)
            for suit, name in _SPANISH_SUITS.items()
        }
    return {
        _letter(SUIT_SIGNS[suit]) or "o": p_("French suit", name)
        for suit, name in _FRENCH_SUITS.items()
        if ascii_only
    }


def card_name(card: int) -> str:
    """Return the card in words, such as "seven of swords"."""
    shown = face(card)
    if shown.hidden:
        return _("a card face down")
    if shown.suit == JOKER_SUIT:
        return _("joker")
    return _("{rank} of {suit}", rank=rank_name(shown), suit=suit_name(shown))


def card_words(card: int, wild: Collection[int] = ()) -> str:
    """Return the card in words with its corner, such as "seven of swords (7E)", and if wild so."""
    shown = face(card)
    if shown.hidden or shown.suit == JOKER_SUIT:
        return card_name(card)
    mark = _("(wild)") if card in wild else ""
    return f"{card_name(card)} ({corner(shown)}){mark}"


def cards_words(cards: Iterable[int], wild: Collection[int] = ()) -> str:
    """Return several cards in words with their codes, as a list in a sentence."""
    return enumerate_words([card_words(card, wild) for card in cards])


def enumerate_words(words: list[str]) -> str:
    """Return "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} and {last}", some=", ".join(words[:-1]), last=words[-1])


_MOST_LISTED_NUMBERS: Final = 2
"""So many numbers in a row are named one by one."""


def either_words(words: list[str]) -> str:
    """Return "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return _("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def either_numbers(numbers: Iterable[int]) -> str:
    """Return numbers of which one is to be chosen.

    >>> either_numbers([2, 3, 4]), either_numbers([2, 4, 6]), either_numbers([4])
    ('2 to 4', '2, 4 or 6', '4')
    """
    found = sorted({*numbers})
    if len(found) > _MOST_LISTED_NUMBERS and found[-1] - found[0] == len(found) - 1:
        return p_("number of players", "{low} to {high}", low=found[0], high=found[-1])
    return either_words([*map(str, found)])


def corner(shown: CardFace) -> str:
    """Return what stands in the card's corner, such as ``7E``, ``7●`` or ``10♥``."""
    if shown.hidden:
        return "??"
    if shown.suit == JOKER_SUIT:
        return shown.code
    if shown.deck == "french":
        return f"{'10' if shown.rank == 'T' else shown.rank}{SUIT_SIGNS[shown.suit]}"
    return f"{shown.rank}{COIN_SIGN}" if shown.suit == "O" else shown.code


def in_corners(sheet: str) -> str:
    """Return a rule sheet with its cards as `corner` has them, instead of in codes.

    >>> in_corners("`1C` beats `7O`."), in_corners("`4C`, `7H`, `AS`")
    ('`1C` beats `7●`.', '`4♣`, `7♥`, `A♠`')
    """
    quoted = " ".join(found[0] for found in _QUOTED_CARDS.finditer(sheet))
    deck = "french" if _ONLY_FRENCH_SUITS.search(quoted) else "spanish"

    def shown(code: re.Match[str]) -> str:
        card = card_of(code[0], deck)
        return code[0] if card is None else corner(face(card))

    return _QUOTED_CARDS.sub(lambda found: re.sub(r"\w+", shown, found[0]), sheet)


def as_typed(text: str) -> str:
    """Return a text with its cards as people write and type them, in letters of the language.

    A suit whose letter reads as a nought is written as a word.

    >>> as_typed("seven of coins (7●), ten of hearts (10♥)")
    'seven of coins (7 coins), ten of hearts (10H)'
    """
    return _SIGN_AFTER_RANK.sub(lambda sign: _letter(sign[0]) or f" {coin_word()}", text)


def in_codes(text: str) -> str:
    """Return a text with its cards as a screen has them that can show letters alone.

    >>> in_codes("seven of coins (7●), ten of hearts (10♥)")
    'seven of coins (7 o), ten of hearts (10H)'
    """
    return _SIGN_AFTER_RANK.sub(lambda sign: _letter(sign[0]) or " o", text)


def letters_of_suits() -> dict[str, str]:
    """Return what stands for the sign of each French suit where only letters can be shown.

    Whatever reads as a nought is left to the sign of coins.
    """
    return {sign: _letter(sign) or COIN_SIGN for sign in _LETTER_OF_SIGN}


def coin_word() -> str:
    """Return the suit of coins as it is written behind a rank."""
    return p_("behind a rank, as in 7 coins", "coins")


def _letter(sign: str) -> str:
    """Return the letter of a suit in the language in use; ``""`` for one that reads as a nought."""
    letter = (
        p_("letter of a suit", _SUIT_LETTERS[_LETTER_OF_SIGN[sign]])
        if sign != COIN_SIGN
        else _COIN_LETTER
    )
    return "" if letter == _COIN_LETTER else letter


def brief(text: str) -> str:
    """Return a text with its cards by their corners alone, for where they can be seen.

    >>> brief("Ana plays seven of coins (7●).")
    'Ana plays 7●.'
    >>> brief("The eldest (K♣) begins.")
    'The eldest K♣ begins.'
    """
    if "(" not in text:
        return text  # no card is named: most texts of a screen name none
    named = _("{rank} of {suit}", rank=r"\w+", suit=r"\w+")
    return re.sub(
        rf"(?:{named} )?\(([0-9AJQK]+[EBC{COIN_SIGN}{''.join(_LETTER_OF_SIGN)}])\)", r"\1", text
    )


def game_of(view: views_pb2.PublicView | views_pb2.OwnView | None) -> str:
    """Return the field in which a game's own part stands, ``""`` if there is none."""
    return (view.WhichOneof("game") or "") if view is not None else ""


def part_of(view: views_pb2.PublicView | views_pb2.OwnView | None) -> Message | None:
    """Return the game's own part, ``None`` if there is none that this client knows."""
    game = game_of(view)
    return getattr(view, game) if game else None
