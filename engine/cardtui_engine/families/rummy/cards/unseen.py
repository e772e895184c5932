"""Unseen cards: the same play with other cards in the hands of others and in the stock.

A card is there twice, so that it is places that exchange what lies in them. What was thrown has
been seen by everybody, and stays, whether or not it still is in view.
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
    cards = [card for seat in others for card in hands[seat]]
    cards += play.stock
    shuffle(cards, bits)
    drawn = iter(cards)
    for seat in others:
        hands[seat] = tuple([next(drawn) for _ in hands[seat]])
    if contest is not None and contest.claimant != viewer:
        old, new = play.hands[contest.claimant], hands[contest.claimant]
        contest = _with_cards(contest, old, new)
    return play._replace(hands=tuple(hands), stock=tuple(drawn), contest=contest)


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
