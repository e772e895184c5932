"""What is to be seen at a table, as plain values: what the painting functions are given.

A scene is made from the model by `cardtui_client.games.staging`; whoever paints knows
neither messages nor rules.
"""

from __future__ import annotations

from typing import NamedTuple

from cardtui_client.scene.flights import Flying, Shout
from cardtui_client.scene.hand import HandScene
from cardtui_client.scene.log import Deed
from cardtui_client.scene.middle import Middle, Pack, Print
from cardtui_client.scene.paper import Finale, Line
from cardtui_client.scene.seats import SeatScene
from cardtui_client.scene.shows import CloseUp, Ribbon
from cardtui_client.scene.stake import Stake
from cardtui_client.scene.stub import Stub
from cardtui_client.scene.tricks import Earlier, Played


class Top(NamedTuple):
    """The top line.

    Attributes:
        title: game and preset.
        facts: hand, stake or pot, whose deal: most telling first.
        score: the score in words.
    """

    title: str
    facts: tuple[str, ...] = ()
    score: str = ""


class Tally(NamedTuple):
    """The points of one side as people keep them with matches.

    Attributes:
        name: short.
        points: the whole score.
        target: the points that win.
        fresh: whether it has just scored.
        side: the side whose colour it has.
        malas: how many of the points that win are *malas*; 0 where they are not told apart.
        pending: the points that are won, but not counted yet.
    """

    name: str
    points: int
    target: int
    fresh: bool = False
    side: int = 0
    malas: int = 0
    pending: int = 0


class Scene(NamedTuple):
    """All that is to be seen on the felt.

    Attributes:
        seats: all seats, by number.
        viewpoint: the seat at the bottom.
        clockwise: which way play goes.
        top: the top line.
        trick: the cards on the table.
        earlier: the finished tricks of this hand.
        crowned: the cards that are above all others in this hand; empty where none are marked.
        tallies: the matches of both sides; empty where there are none.
        bowl: whether they are beans out of a bowl instead.
        middle: what lies in the middle.
        cloth: the deck whose suits are printed on the cloth; ``""`` for none.
        own_pack: the pack that lies before who sits at the bottom, to be cut; or ``None``.
        stub: the rest of the pack, or ``None``.
        close_up: a card that is just turned up, or ``None``.
        ribbon: what is just announced, or ``None``.
        stake: what is played for; ``None`` where that is not told apart.
        caption: a short sentence in the middle: what waits, what was bet.
        lately: the last that happened, the latest last.
        paper: the lines of a paper that lies over the middle; empty for none.
        finale: the same at the end of a match, large, where the felt has room; or ``None``.
        hand: one's own cards.
        flying: what is on its way; empty at rest.
        shout: a call as wide as the felt, or ``None``.
    """

    seats: tuple[SeatScene, ...] = ()
    viewpoint: int = 0
    clockwise: bool = True
    top: Top = Top("")
    trick: tuple[Played, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    crowned: tuple[int, ...] = ()
    tallies: tuple[Tally, ...] = ()
    bowl: bool = False
    middle: Middle = Print()
    cloth: str = ""
    own_pack: Pack | None = None
    stub: Stub | None = None
    close_up: CloseUp | None = None
    ribbon: Ribbon | None = None
    stake: Stake | None = None
    caption: str = ""
    lately: tuple[Deed, ...] = ()
    paper: tuple[Line, ...] = ()
    finale: Finale | None = None
    hand: HandScene = HandScene()
    flying: tuple[Flying, ...] = ()
    shout: Shout | None = None

    def with_pack(self, pack: Pack, *, mine: bool) -> Scene:
        """Return it with a pack that is cut: before who sits at the bottom, or in the middle."""
        return self._replace(own_pack=pack) if mine else self._replace(middle=pack)
