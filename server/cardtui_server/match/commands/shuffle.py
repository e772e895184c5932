"""How a match begins: the server commits to its secret, players reveal their bits (`reveal`) or do
not, and cards are drawn for partners or the dealer. How the key is made:
`fairness/commitments.py`.

A match that has been announced begins, whatever anybody does: nobody can look at what the others
have revealed and then call it off, except by closing the table.
"""

from __future__ import annotations

import hmac
from typing import Final

from cardtui_engine.library.records import GRAMMAR
from cardtui_engine.rules import FirstDealer
from cardtui_server.fairness.commitments import (
    BITS_BYTES,
    KEY_BYTES,
    bot_bits,
    match_key,
    seat_commitment,
    server_commitment,
    shared_key,
)
from cardtui_server.fairness.high_card import HighCardDraw, draw_high_cards
from cardtui_server.fairness.packs import first_dealer
from cardtui_server.fairness.shuffle import Shuffle, missing
from cardtui_server.match.entries import Committed, Partners, Revealed, Started
from cardtui_server.match.partners import find_partners
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import BeginMatch, BeginShared, Reveal, ShareShuffle
from cardtui_server.match.state import TableState
from cardtui_server.match.transaction import Transaction, check_open, seat_held

_NOT_AWAITED: Final = "No match waits for your bits now."
_OTHER_BITS: Final = "These are not the bits that you have committed to: they do not count."
_MATCH_BEGUN: Final = "That match has begun."


def shuffle(tx: Transaction) -> None:
    """Begin the shuffle of the next match; where nobody gives bits, begin the match.

    At a table whose packs others play, too, nobody can take their commitment back from now on; its
    tournament goes on with `share`.
    """
    state = tx.state
    if state.made.held:
        given = tuple([each.commitment if each is not None else b"" for each in state.sitters])
        tx.add(Committed(state.match + 1, b"", b"", given, (b"",) * len(given)))
        return
    match, secret = state.match + 1, tx.dealer.secret()
    commitment = server_commitment(tx.table, match, secret)
    if not any(each is not None and each.commitment for each in state.sitters):
        _start(tx, match, secret, b"", commitment)
        return
    bits = [
        bot_bits(tx.table, match, seat, secret) if each is not None and each.bot else b""
        for seat, each in enumerate(state.sitters)
    ]
    seats = [
        seat_commitment(given) if given else each.commitment if each is not None else b""
        for given, each in zip(bits, state.sitters, strict=True)
    ]
    tx.add(Committed(match, secret, commitment, tuple(seats), tuple(bits)))


def reveal(tx: Transaction, request: Reveal) -> None:
    """Note the bits that a player reveals; once nobody's are missing, begin the match.

    Raises:
        Refused: nobody waits for the player's bits, or the player has committed to others.
    """
    player, bits = request
    check_open(tx.state)
    seat = seat_held(tx.state, player)
    found = tx.state.shuffle
    if found is None or not (found.commitment and found.seats[seat].commitment):
        raise Refused(Reason.TABLE_STATE, _NOT_AWAITED)
    commitment, known = found.seats[seat]
    lengths = (BITS_BYTES, BITS_BYTES + KEY_BYTES)
    if len(bits) not in lengths or not hmac.compare_digest(seat_commitment(bits), commitment):
        raise Refused(Reason.BAD_REQUEST, _OTHER_BITS)
    if known:
        return
    if seat not in missing(found):
        raise Refused(Reason.TABLE_STATE, _NOT_AWAITED)
    tx.add(Revealed(seat, bits))
    if not found.shared and not missing(tx.state.shuffle):
        _begin(tx)


def begin_without(tx: Transaction, request: BeginMatch) -> None:
    """Begin the match, although somebody has not revealed their bits.

    Where other tables play the same packs, all wait for each other; what is missing comes no more.

    Raises:
        Refused: it has begun, or waits for nobody here.
    """
    found = tx.state.shuffle
    check_open(tx.state)
    if found is None or found.begun or found.match != request.match:
        raise Refused(Reason.STALE, _MATCH_BEGUN)
    if not tx.state.made.held:
        _begin(tx)
        return
    if not missing(found) or not found.shared:
        raise Refused(Reason.STALE, _MATCH_BEGUN)
    for seat in missing(found):
        tx.add(Revealed(seat, b""))


def share(tx: Transaction, request: ShareShuffle) -> None:
    """Commit to the secret of all tables that play the same packs, and tell what all gave.

    Raises:
        Refused: somebody else is the host, or the table has come further, or not as far.
    """
    found = _held(tx, request.player)
    if found.commitment:
        raise Refused(Reason.STALE, _MATCH_BEGUN)
    commitment = server_commitment(tx.table, found.match, request.secret)
    seats = (*(each.commitment for each in found.seats), *request.others)
    tx.add(Committed(found.match, request.secret, commitment, seats, (b"",) * len(seats)))


def begin_shared(tx: Transaction, request: BeginShared) -> None:
    """Begin the match with what was revealed at all tables that play the same packs.

    Raises:
        Refused: somebody else is the host, or the table has come further, or not as far.
    """
    found = _held(tx, request.player)
    if not found.shared or missing(found):
        raise Refused(Reason.STALE, _MATCH_BEGUN)
    for seat, bits in enumerate(request.others, found.own):
        if found.seats[seat].missing:
            tx.add(Revealed(seat, bits))
    _begin(tx)


def _held(tx: Transaction, player: str) -> Shuffle:
    """Return the shuffle of a table that waits for others."""
    check_open(tx.state)
    found = tx.state.shuffle
    if player != tx.state.host or not tx.state.made.held or found is None or found.begun:
        raise Refused(Reason.STALE, _MATCH_BEGUN)
    return found


def _begin(tx: Transaction) -> None:
    found = tx.state.shuffle
    assert found is not None
    match, secret, commitment, seats, *_ = found
    used = [each.used for each in seats]
    key = shared_key(secret, used) if found.shared else match_key(tx.table, match, secret, used)
    _start(tx, match, secret, key, commitment)


def _start(tx: Transaction, match: int, secret: bytes, key: bytes, commitment: bytes) -> None:
    """Begin the match; without a key, all its chance follows from the secret."""
    state: TableState = tx.state
    made, chance = state.made, key or secret
    draws = _draws(tx, chance)
    dealer = (
        draws[0].seat
        if made.first_dealer is FirstDealer.HIGH_CARD
        else first_dealer(tx.dealer.pack, chance, made.seats)
    )
    before = find_partners(tx, chance)
    tx.add(Started(match, secret, dealer, draws, before, key, commitment, GRAMMAR))


def _draws(tx: Transaction, chance: bytes) -> tuple[HighCardDraw, ...]:
    """Return what everybody draws for high card; empty if nobody draws."""
    made = tx.state.made
    partners = made.partners is Partners.HIGH_CARD
    if not partners and made.first_dealer is not FirstDealer.HIGH_CARD:
        return ()
    return draw_high_cards(tx.dealer.draw, chance, tx.state.rules, made.seats, partners=partners)
