"""A deal: what fixes all packs of a match, and the texts after ``#`` that name it.

A text of one's own is a seed: whoever types the same gets the same cards. A code begins with ``=``
and names the deal of a match that was played. It has the key from which its packs follow, who deals
first, and the seat; and a check, which also covers game, seats and options, so that a slip is told.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _
from cardtui_client.text import fit, safe_text
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import AnyRules
from cardtui_server.ports.dealer import SECRET_BYTES, SystemDealer, first_dealer

MARK: Final = "#"
"""What every text of a deal begins with."""

_CODE: Final = "="
"""What a code begins with after that."""

_LETTERS: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""No sign that a chat takes for one of its own, and no letter that looks like another."""

_CHECK_BYTES: Final = 4
_MOST_SEATS: Final = 8
_BYTES: Final = 1 + SECRET_BYTES + _CHECK_BYTES
CODE_LETTERS: Final = 95
"""So many letters hold any code: 58 to the power of 95 is more than 256 to that of 69."""

_SHOWN: Final = 12

LONGEST_TEXT: Final = 60
"""The most letters of a text of one's own."""


class Deal(NamedTuple):
    """What fixes all packs of a match, as far as the same is done with them.

    Attributes:
        game: the game's id.
        seats: how many.
        options: all options of the match.
        dealer: the seat that deals first.
        seat: the seat of the person.
        key: what all packs follow from.
    """

    game: str
    seats: int
    options: Mapping[str, OptionValue]
    dealer: int
    seat: int
    key: bytes


def code_of(deal: Deal, rules: AnyRules) -> str:
    """Return the code of a deal, with the mark before it; its key has `SECRET_BYTES`."""
    data = bytes([deal.dealer * _MOST_SEATS + deal.seat]) + deal.key + _check(deal, rules)
    value, letters = int.from_bytes(data, "big"), ""
    for _place in range(CODE_LETTERS):
        value, digit = divmod(value, len(_LETTERS))
        letters = _LETTERS[digit] + letters
    return MARK + _CODE + letters


def deal_named(text: str, rules: AnyRules, seats: int, options: Mapping[str, OptionValue]) -> Deal:
    """Return the deal that a text names, by these rules.

    Raises:
        Failed: it names none.
    """
    if not text.startswith(MARK):
        sentence = _(
            "What comes after the game is a deal, and begins with {mark}: '{mark}maria', in "
            "quotes; not “{text}”.",
            mark=MARK,
            text=_safe(text),
        )
        raise Failed(sentence, USAGE)
    said = unicodedata.normalize("NFKC", text.removeprefix(MARK)).strip()
    if said.startswith(_CODE):
        return _decoded(said.removeprefix(_CODE), rules, seats, options)
    words = " ".join(said.casefold().split())
    if not 0 < len(words) <= LONGEST_TEXT:
        sentence = _(
            "A deal has a text of 1 to {most} letters after {mark}.", mark=MARK, most=LONGEST_TEXT
        )
        raise Failed(sentence, USAGE)
    # What a shell passes on that is no text in UTF-8 has surrogates.
    data = words.encode(errors="surrogatepass")
    key = hashlib.sha512(b"cardtui deal\0" + data).digest()
    dealer = first_dealer(SystemDealer(), key, seats)
    return Deal(rules.id, seats, options, dealer, 0, key)


def deal_words(text: str) -> str:
    """Return a text that names a deal, to be shown; of a code, its beginning."""
    return fit(_safe(text), _SHOWN) if text.startswith(MARK + _CODE) else _safe(text)


def _decoded(letters: str, rules: AnyRules, seats: int, options: Mapping[str, OptionValue]) -> Deal:
    if len(letters) != CODE_LETTERS:
        sentence = _(
            "The code of this deal is not whole: there are {n} of {whole} letters. Copy the whole "
            "line.",
            n=len(letters),
            whole=CODE_LETTERS,
        )
        raise Failed(sentence, USAGE)
    value = 0
    for letter in letters:
        value = value * len(_LETTERS) + max(_LETTERS.find(letter), 0)
    wrong = _(
        "The code of this deal has a slip, or is not for {game} with these seats and options. Copy "
        "the whole line.",
        game=rules.id,
    )
    if not set(letters) <= set(_LETTERS) or value >= 256**_BYTES:
        raise Failed(wrong, USAGE)
    data = value.to_bytes(_BYTES, "big")
    dealer, seat = divmod(data[0], _MOST_SEATS)
    deal = Deal(rules.id, seats, options, dealer, seat, data[1 : 1 + SECRET_BYTES])
    if data[-_CHECK_BYTES:] != _check(deal, rules) or not (dealer < seats and seat < seats):
        raise Failed(wrong, USAGE)
    return deal


def _check(deal: Deal, rules: AnyRules) -> bytes:
    """Return a few bytes of a hash over all that the line of a deal says."""
    differ = {
        name: value
        for name, value in deal.options.items()
        if value != rules.options({}, deal.seats)[name]
    }
    said = [deal.game, deal.seats, differ, deal.dealer, deal.seat, deal.key.hex()]
    text = json.dumps(said, sort_keys=True)
    return hashlib.sha512(b"cardtui deal code\0" + text.encode()).digest()[:_CHECK_BYTES]


def _safe(text: str) -> str:
    return safe_text(text, LONGEST_TEXT)
