"""Which words in a line of talk call truco, envido or flor (`_CALL_PHRASES`,
`_CALL_PHRASES_WITH_FLOR`), and which of several calls counts (`committed`; TA-70, TA-89).
"""

from __future__ import annotations

from typing import Final
from unicodedata import category, normalize

from cardtui_engine.games.truco_argentino.calls import OPEN
from cardtui_engine.games.truco_argentino.flor import FLOR_RAISES, open_flor
from cardtui_engine.games.truco_argentino.legal import allowed
from cardtui_engine.games.truco_argentino.state import State
from cardtui_engine.games.truco_argentino.verbs import MAY_BET, MAY_RAISE, VERB_BITS

_CALL_PHRASES: Final[dict[tuple[str, ...], str]] = {
    ("vale", "cuatro"): "vale_cuatro",
    ("vale", "quatro"): "vale_cuatro",
    ("real", "envido"): "real_envido",
    ("falta", "envido"): "falta_envido",
    ("no", "quiero"): "no_quiero",
    ("son", "buenas"): "son_buenas",
    ("truco",): "truco",
    ("retruco",): "retruco",
    ("envido",): "envido",
    ("quiero",): "quiero",
}

_CALL_PHRASES_WITH_FLOR: Final[dict[tuple[str, ...], str]] = {
    **_CALL_PHRASES,
    ("flor",): "flor",
    ("contraflor",): "contraflor",
    ("contra", "flor"): "contraflor",
    ("contraflor", "al", "resto"): "contraflor_al_resto",
    ("contra", "flor", "al", "resto"): "contraflor_al_resto",
    ("con", "flor", "quiero"): "quiero",
    ("con", "flor", "me", "achico"): "no_quiero",
}
"""TA-89: where flor is played, these are calls, too."""


def calls_in(text: str, *, flor: bool = False) -> tuple[str, ...]:
    """Return the calls that a line names, in order; longer phrases come before shorter ones.

    Where ``flor`` is played, its words are calls as well.

    >>> calls_in("¡No, quiero el RETRUCO!")
    ('no_quiero', 'retruco')
    """
    letters = [
        char if char.isalnum() else " "
        for char in normalize("NFD", text.casefold())
        if category(char) != "Mn"
    ]
    words = tuple("".join(letters).split())
    phrases = _CALL_PHRASES_WITH_FLOR if flor else _CALL_PHRASES
    calls = []
    at = 0
    while at < len(words):
        for length in (4, 3, 2, 1):
            call = phrases.get(words[at : at + length])
            if call is not None:
                calls.append(call)
                at += length
                break
        else:
            at += 1
    return tuple(calls)


def committed(state: State, seat: int, text: str) -> str | None:
    """Return the call that the line makes; ``None`` if it is only talk.

    Quiero together with a raise of the waiting call is that raise; otherwise the first call that is
    allowed counts.
    """
    calls = calls_in(text, flor=state.terms.flor)
    if not calls:
        return None
    mask = allowed(state, seat)
    if mask & VERB_BITS["quiero"] and "quiero" in calls:
        envido = state.calls.envido
        raises = MAY_BET if envido is not None and envido.stage is OPEN else MAY_RAISE
        flor = open_flor(state.calls)
        if flor is not None:
            raises = FLOR_RAISES[flor.bets[-1]]
        for call in calls:
            if VERB_BITS[call] & mask & raises:
                return call
    return next((call for call in calls if VERB_BITS[call] & mask), None)
