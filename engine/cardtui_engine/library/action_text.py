"""Actions as text and back, by one grammar: the lines of records and of bot programs, and what a
match in a script takes. What players type is read in `client/cardtui_client/lines/parser.py`.

There is one grammar, and only this module reads and writes it. An action is its verb, then its
arguments: the verb's first argument as a bare value, the others as ``name=value``.

>>> from cardtui_engine.library.registry import get_rules
>>> cacho, pif_paf = get_rules("cacho"), get_rules("pif-paf")
>>> argentino, brasileiro = get_rules("truco-argentino"), get_rules("truco-brasileiro")
>>> parse_action_text("bet", cacho)
Action('bet')
>>> parse_action_text('say "I have nothing."', argentino)
Action('say', text='I have nothing.')
>>> parse_action_text("play 7D face_down=true", brasileiro)
Action('play', card=32, face_down=True)
>>> parse_action_text("cut 3,5 from=top", brasileiro)
Action('cut', at=(3, 5), source='top')
>>> action_text(parse_action_text("go_out melds=4S-5S-6S/7C-7D-7H discard=2C", pif_paf), pif_paf)
'go_out 2C melds=4S-5S-6S/7C-7D-7H'

A card is its code. Commas separate numbers, hyphens the cards of a meld, and slashes melds. Text is
a JSON string, since it may hold anything.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any, Final

from cardtui_engine.actions import Action, Kind, Param, Verb, action_data, malformed, parse_action
from cardtui_engine.rules import AnyRules
from cardtui_engine.shared_refusals import NO_ARGUMENT, NO_VERB

_ARGUMENT_NAME: Final = re.compile(r"([a-z_]+)=")
_QUOTED: Final = r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"'
_TOKEN: Final = re.compile(_QUOTED + r'|[^\s"]\S*')
_FLAGS: Final = {"true": True, "false": False}
_KEPT_TEXTS: Final = 1024
"""Of how many actions the text is kept: most occur again and again."""


@lru_cache(maxsize=_KEPT_TEXTS)
def action_text(action: Action, rules: AnyRules) -> str:
    """Return an action as text.

    >>> from cardtui_engine.library.registry import get_rules
    >>> action_text(Action("bet", to=3), get_rules("cacho"))
    'bet 3'

    Args:
        action: an action of the right form (`check_form`).
    """
    data = action_data(action, rules.deck)
    words = [action.verb]
    for place, param in enumerate(rules.verbs[action.verb].params):
        if param.name in data:
            value = _written(data[param.name], param.kind)
            words.append(value if place == 0 else f"{param.name}={value}")
    return " ".join(words)


def parse_action_text(text: str, rules: AnyRules) -> Action:
    """Return the action that a text describes; the inverse of `action_text`.

    >>> from cardtui_engine.library.registry import get_rules
    >>> parse_action_text("bet 3", get_rules("cacho")).to
    3

    Raises:
        IllegalAction: ``malformed``: the game has no such verb, or the arguments do not fit it.
    """
    name, rest = [*text.split(maxsplit=1), "", ""][:2]
    verb = rules.verbs.get(name)
    if verb is None:
        raise malformed(NO_VERB, verb=name)
    return parse_action({"do": name, **_arguments(rest, verb)}, rules.verbs, rules.deck)


def _arguments(text: str, verb: Verb) -> dict[str, Any]:
    """Return the arguments as plain data, by name."""
    params = {param.name: param for param in verb.params}
    values: dict[str, Any] = {}
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        begun = place
        param = verb.params[0] if verb.params and not values else None
        if named := _ARGUMENT_NAME.match(text, place):
            param = params.get(named[1])
            if param is None:
                raise malformed(NO_ARGUMENT, verb=verb.name, name=named[1])
            place = named.end()
        token = _TOKEN.match(text, place)
        if param is None or param.name in values or token is None:
            unclear = text[begun:].strip()
            raise malformed(NO_ARGUMENT, verb=verb.name, name=unclear)
        values[param.name] = _read(token[0], param)
        place = token.end()
    return values


def _read(token: str, param: Param) -> Any:
    """Return a value as plain data; one of the wrong type stays text and is refused later."""
    match param.kind:
        case Kind.NUMBER:
            return _number(token)
        case Kind.NUMBERS:
            return [_number(each) for each in token.split(",") if each]
        case Kind.FLAG:
            return _FLAGS.get(token, token)
        case Kind.MELDS:
            return [meld.split("-") for meld in token.split("/") if meld]
        case Kind.TEXT:
            return json.loads(token) if token.startswith('"') else token
        case Kind.CARD | Kind.WORD:
            return token


def _number(token: str) -> int | str:
    return int(token) if re.fullmatch(r"-?[0-9]{1,18}", token) else token


def _written(value: Any, kind: Kind) -> str:
    match kind:
        case Kind.NUMBERS:
            return ",".join(map(str, value)) or ","
        case Kind.FLAG:
            return "true"
        case Kind.MELDS:
            return "/".join("-".join(meld) for meld in value) or "/"
        case Kind.TEXT:
            return json.dumps(value, ensure_ascii=False)
        case Kind.CARD | Kind.NUMBER | Kind.WORD:
            return str(value)
