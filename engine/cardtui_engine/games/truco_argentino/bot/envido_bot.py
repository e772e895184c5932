"""What a bot says at envido: when it keeps quiet, when the score asks for a falta envido
(`_FALTA_DIVISOR`), and the number that it declares. From which number on a bold bot bets anyway:
`_LEAST_BOLD_NUMBER`; bets and answers are weighed in `envido_play`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import HONEST, Advice, Reason, by_odds
from cardtui_engine.choices import Choice
from cardtui_engine.families.truco.shown import pooled
from cardtui_engine.games.truco_argentino.bets import falta_points
from cardtui_engine.games.truco_argentino.bot.envido_game import CLASSES, SILENT
from cardtui_engine.games.truco_argentino.bot.envido_play import advised, weighed
from cardtui_engine.games.truco_argentino.bot.knowledge import NO_GESTURES
from cardtui_engine.games.truco_argentino.bot.naive import envido_word
from cardtui_engine.games.truco_argentino.bot.signals import shown_flores
from cardtui_engine.games.truco_argentino.bot.spots import spot_of
from cardtui_engine.games.truco_argentino.bot.styles import WEAK_OPENING_RATE, Style
from cardtui_engine.games.truco_argentino.calls import OPEN, EnvidoClaim
from cardtui_engine.games.truco_argentino.habits import NO_HABIT, ArgentinoHabit
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.verbs import BETS
from cardtui_engine.games.truco_argentino.view import ArgentinoView
from cardtui_engine.gestures import Gesture


class Speaker(NamedTuple):
    """Who speaks.

    Attributes:
        terms: the table's options.
        style: its level.
        bluff: how much more than its level it bluffs.
        gestures: by partner, the signal that it believes.
        nerve: how much bolder than its level it is.
    """

    terms: Terms
    style: Style
    bluff: float
    gestures: Mapping[int, Gesture] = NO_GESTURES
    nerve: float = 0.0


_FALTA_DIVISOR: Final = 3
"""The score asks for a falta envido where a third of the match decides it, or was lost already."""

_EVEN_CHANCE: Final = 0.5
"""The chance from which a bet that is accepted pays."""

_LEAST_BOLD_NUMBER: Final = 32
"""The number from which a bold character says one anyway, a quarter as often as it has nerve."""


def habits_of(view: ArgentinoView, style: Style, *, partners: bool = False) -> ArgentinoHabit:
    """Return what the opponents or partners have shown, as far as the level minds it."""
    if not style.reads or not view.game.habits:
        return NO_HABIT
    game, seat = view.game, view.own.seat
    them = [each for each in game.active if each != seat and (each ^ seat) & 1 != partners]
    return pooled([game.habits[each] for each in them]) if them else NO_HABIT


def envido_advice(
    speaker: Speaker, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits
) -> Advice | None:
    """Return what to say at envido; ``None`` to say nothing, if nothing was asked."""
    terms, style, bluff, gestures, _nerve = speaker
    envido = view.game.envido
    last = envido.bets[-1] if envido is not None and envido.state == OPEN else ""
    offered = [each for each in BETS if each in choices]
    if not last and (not offered or shown_flores(view, gestures)):
        return None  # a partner's flor cancels an envido (TA-82)
    words = ["quiero", "no_quiero", *offered] if last else [SILENT, *offered]
    if style.calm and not _falta_fits(speaker, view, bits):
        words = [each for each in words if each != "falta_envido"]
    if style.naive:
        word = envido_word(view.own.game.number, last, words, bits)
        return None if word == SILENT else Advice(Action(word), Reason.ONLY)
    if not last and view.own.game.number < style.opens and bits.chance() >= WEAK_OPENING_RATE:
        return None
    if bits.chance() < style.slip:
        some = len(words) if last else 2
        word = words[bits.below(some)]
        return None if word == SILENT else Advice(Action(word), Reason.MIX, (style.slip / some,))
    good = [seat for seat, gesture in gestures.items() if gesture is Gesture.HEAD]
    partners = habits_of(view, style, partners=True)
    spot = spot_of(view, terms, habits_of(view, style), partners, good)
    if style.blur:
        felt = spot.own + bits.below(2 * style.blur + 1) - style.blur
        spot = spot._replace(own=min(max(felt, 0), CLASSES - 1))
    honest = bluff <= HONEST.bluff
    said = (
        advised(spot, words)
        if honest
        else weighed(spot, words, bits.chance(), bluff, quiet=style.reads)
    )
    if said.word == SILENT:
        return None
    action = Action(said.word)
    if said.word in ("quiero", "no_quiero"):
        gives_up = said.word == "no_quiero"
        return by_odds(action, (said.wins, said.even), said.often, gives_up=gives_up)
    if honest:
        return by_odds(action, (said.wins, max(said.even, _EVEN_CHANCE)), said.often)
    return Advice(action, Reason.MIX, (said.often,))


def _falta_fits(speaker: Speaker, view: ArgentinoView, bits: Bits) -> bool:
    """Return whether a calm bot may stake so much: seldom while the match is young."""
    terms, scores, team = speaker.terms, view.common.scores, view.own.seat & 1
    least = terms.target / _FALTA_DIVISOR
    behind = scores[1 - team] - scores[team]
    if behind >= least or min(falta_points(terms, (scores[0], scores[1]))) <= least:
        return True
    return view.own.game.number >= _LEAST_BOLD_NUMBER and bits.chance() < speaker.nerve / 4


def declared(terms: Terms, view: ArgentinoView, choices: Mapping[str, Choice]) -> Action:
    """Declare the true number if that is of use, and else tell nobody what it is (TA-42, TA-43)."""
    game, own = view.game, view.own
    assert game.envido is not None
    number = own.game.number
    claims = [claim for claim in game.envido.claims if claim.number is not None]
    if not claims or "son_buenas" not in choices:
        return Action("declare", points=number)

    def rank(claim: EnvidoClaim) -> tuple[int, int]:
        return (claim.number or 0, -((claim.seat - game.mano) % terms.seats))

    best = max(claims, key=rank)
    spoken = {claim.seat for claim in game.envido.claims}
    waiting = [each for each in game.active if each not in spoken and each not in game.resigned]
    won = (best.seat ^ own.seat) & 1 == 0 and not any((each ^ own.seat) & 1 for each in waiting)
    if won or rank(best) > rank(EnvidoClaim(own.seat, number)):
        return Action("son_buenas")
    return Action("declare", points=number)
