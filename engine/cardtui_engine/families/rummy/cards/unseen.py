"""Unseen cards: the same play with other cards in the hands of others and in the stock.

A card is there twice, so that it is places that exchange what lies in them. What was thrown has
been seen by everybody, and stays, whether or not it still is in view; so does what a seat took from
the discard pile and must still hold.
"""

from __future__ import annotations

from cardtui_engine.cards import Card
from cardtui_engine.domains import RandomBits
from cardtui_engine.events import Viewer
from cardtui_engine.families.rummy.cards.claims import Contest
from cardtui_engine.families.rummy.cards.play import Play
from cardtui_engine.hidden import shuffle


def redrawn(play: Play, viewer: Viewer, bits: RandomBits) -> Play:
    """Return the play with the cards that the viewer cannot see exchanged at random."""
    hands, contest = [*play.hands], play.contest
    others = [seat for seat in range(len(hands)) if seat != viewer]
    hidden = [_hidden(play, seat) for seat in others]
    cards = [
        card
        for seat, places in zip(others, hidden, strict=True)
        for card, moves in zip(hands[seat], places, strict=True)
        if moves
    ]
    cards += play.stock
    shuffle(cards, bits)
    drawn = iter(cards)
    for seat, places in zip(others, hidden, strict=True):
        hands[seat] = tuple(
            [
                next(drawn) if moves else card
                for card, moves in zip(hands[seat], places, strict=True)
            ]
        )
    if contest is not None and contest.claimant != viewer:
        old, new = play.hands[contest.claimant], hands[contest.claimant]
        contest = _with_cards(contest, old, new)
    return play._replace(hands=tuple(hands), stock=tuple(drawn), contest=contest)


def _hidden(play: Play, seat: int) -> list[bool]:
    """Return, by place in a seat's hand, whether nobody has seen what lies there."""
    known = [*play.shown[seat].taken] if play.shown else []
    places = []
    for card in play.hands[seat]:
        places.append(card not in known)
        if not places[-1]:
            known.remove(card)
    return places


def _with_cards(contest: Contest, old: tuple[Card, ...], new: tuple[Card, ...]) -> Contest:
    """Return the claim with the claimant's other cards in the places of those that it laid out."""
    left = [*zip(old, new, strict=True)]

    def stands_for(card: Card) -> Card:
        for at, (before, after) in enumerate(left):
            if before == card:
                del left[at]
                return after
        return card  # the one that is claimed

    declared = contest.declared
    melds = tuple([tuple([stands_for(card) for card in meld]) for meld in declared.melds])
    thrown = None if declared.thrown is None else stands_for(declared.thrown)
    return contest._replace(declared=declared._replace(melds=melds, thrown=thrown))
