"""What fixes all packs of a match: a `Deal`, the texts and codes for it, and its command.
How long a text of your own may be: `LONGEST_TEXT`; in which letters a code is: `_LETTERS`.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cardtui_client.command_line.errors import Failed
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _
from cardtui_client.text import fit, safe_text
from cardtui_client.tui.film import NotShared
from cardtui_engine.library.records import Pack, Record
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import OptionValue, usual_preset
from cardtui_engine.rules import AnyRules
from cardtui_server.fairness.packs import first_dealer, shuffled
from cardtui_server.fairness.verification import key_of
from cardtui_server.ports.dealer import SECRET_BYTES

DEAL_MARK: Final = "#"
"""What every text of a deal begins with."""

_CODE_MARK: Final = "="
"""What a code begins with after that."""

_LETTERS: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""No sign that a chat takes for one of its own, and no letter that looks like another."""

_CHECK_BYTES: Final = 4
_MOST_SEATS: Final = 8
_CODE_BYTES: Final = 1 + SECRET_BYTES + _CHECK_BYTES
CODE_LETTERS: Final = 95
"""So many letters hold any code: 58 to the power of 95 is more than 256 to that of 69."""

_SHOWN_CELLS: Final = 12

LONGEST_TEXT: Final = 60
"""The most letters of a text that you typed."""


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
    return DEAL_MARK + _CODE_MARK + letters


def deal_named(text: str, rules: AnyRules, seats: int, options: Mapping[str, OptionValue]) -> Deal:
    """Return the deal that a text names, by these rules.

    Raises:
        Failed: it names none.
    """
    if not text.startswith(DEAL_MARK):
        sentence = _(
            "What comes after the game is a deal, and begins with {mark}: '{mark}maria', in "
            "quotes; not “{text}”.",
            mark=DEAL_MARK,
            text=_safe(text),
        )
        raise Failed(sentence, USAGE)
    said = unicodedata.normalize("NFKC", text.removeprefix(DEAL_MARK)).strip()
    if said.startswith(_CODE_MARK):
        return _decoded(said.removeprefix(_CODE_MARK), rules, seats, options)
    words = " ".join(said.casefold().split())
    if not 0 < len(words) <= LONGEST_TEXT:
        sentence = _(
            "A deal has a text of 1 to {most} letters after {mark}.",
            mark=DEAL_MARK,
            most=LONGEST_TEXT,
        )
        raise Failed(sentence, USAGE)
    # What a shell passes on that is no text in UTF-8 has surrogates.
    data = words.encode(errors="surrogatepass")
    key = hashlib.sha512(b"cardtui deal\0" + data).digest()
    dealer = first_dealer(shuffled, key, seats)
    return Deal(rules.id, seats, options, dealer, 0, key)


def deal_words(text: str) -> str:
    """Return a text that names a deal, to be shown; of a code, its beginning."""
    return (
        fit(_safe(text), _SHOWN_CELLS) if text.startswith(DEAL_MARK + _CODE_MARK) else _safe(text)
    )


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
    if not set(letters) <= set(_LETTERS) or value >= 256**_CODE_BYTES:
        raise Failed(wrong, USAGE)
    data = value.to_bytes(_CODE_BYTES, "big")
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


_PLAY_COMMAND: Final = ("cardtui", "play")


def shared(record: Record, seat: int) -> str:
    """Return the line that plays the deals of a match.

    Args:
        record: the match, which is over: a record comes no sooner.
        seat: in which seat to play it.

    Raises:
        NotShared: the record does not say what its packs follow from.
    """
    rules, origin = get_rules(record.game), record.origin
    key = b"" if origin is None or not origin.secret else key_of(origin, record.seats)
    packs = [each.cards for each in record.entries if isinstance(each, Pack)]
    if len(key) != SECRET_BYTES or not packs:
        raise NotShared(_("This record does not say what its packs follow from."))
    start = rules.start(record.options, record.seats, record.dealer)
    if shuffled(key, 1, rules.pack_of(start)) != packs[0]:
        raise NotShared(_("The packs of this record do not follow from its key."))
    return line_of(Deal(record.game, record.seats, record.options, record.dealer, seat, key))


def line_of(deal: Deal) -> str:
    """Return the line that plays a deal, as you type it."""
    rules = get_rules(deal.game)
    return shlex.join([*_PLAY_COMMAND, deal.game, *_wanted(deal, rules), code_of(deal, rules)])


def _wanted(deal: Deal, rules: AnyRules) -> Iterator[str]:
    """Yield the options of the command line by which its table has these rules."""
    if deal.seats != rules.seats[0]:
        yield f"--seats={deal.seats}"
    usual = usual_preset(rules.presets)
    bases = {usual: {}, **{each.name: each.values for each in rules.presets}}
    differences = {
        name: {
            option: deal.options[option]
            for option, value in rules.options(values, deal.seats).items()
            if deal.options[option] != value
        }
        for name, values in bases.items()
    }
    preset = min(differences, key=lambda name: (len(differences[name]), name != usual))
    if preset != usual:
        yield f"--preset={preset}"
    for option, value in differences[preset].items():
        yield f"--option={option}={_typed(value)}"


def _typed(value: OptionValue) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)
