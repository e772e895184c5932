"""A field as its log says: who has yet to play (`to_seat`), what it was worth for all (`counted`),
and the secret that its packs follow from (`secret_of`, `commitment_of`). Who runs it:
`lobby/field.py`.
"""

from __future__ import annotations

import hmac

from cardtui_server.fairness.commitments import server_commitment
from cardtui_server.tournament.entries import Ended, Entry, RoundEnded, Scored, Seats
from cardtui_server.tournament.scores import compared
from cardtui_server.tournament.state import Fixture, Tournament


def secret_of(state: Tournament) -> bytes:
    """Return the secret of all matches of a field: packs, first dealers and the bots' bits."""
    return hmac.digest(state.made.secret, b"cardtui field", "sha512")


def commitment_of(id_: str, state: Tournament) -> bytes:
    """Return the commitment to that secret, which everybody is told from the beginning."""
    return server_commitment(id_, 0, secret_of(state))


def to_seat(state: Tournament) -> list[Seats]:
    """Return a table for each who has entered and has none yet: they sit first, bots elsewhere."""
    have = {each.players[0] for each in state.fixtures}
    bots = ("",) * (state.made.table.seats - 1)
    new = [each for each in state.entrants.values() if each.player not in have and not each.out]
    return [Seats((each.player, *bots)) for each in new if not each.rests]


def is_wanted(state: Tournament, fixture: Fixture) -> bool:
    """Return whether a match that has no table is to get one: its player is there."""
    entrant = state.entrants[fixture.players[0]]
    away = entrant.out or entrant.rests
    return not (fixture.table or fixture.result is not None or away or state.shut)


def under_way(state: Tournament) -> list[Fixture]:
    """Return the matches that are played, or about to begin."""
    return [each for each in state.unsettled() if each.table and each.result is None]


def counted(state: Tournament) -> list[Entry]:
    """Return the end of a field: what each match was worth, compared with all others."""
    over = [each for each in state.fixtures if each.result]
    scores = compared(state.made, [each.result or () for each in over])
    found = [
        Scored(each.number, each.table, 1, score) for each, score in zip(over, scores, strict=True)
    ]
    return [*found, *map(RoundEnded, state.open), Ended()]
