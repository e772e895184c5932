"""Events of all games, draws and deals among them, what points are scored for (`ScoreReason`), and
what is hidden from whom where a game does not say otherwise (`hidden_from`).

An accepted action gives `Acted` first, and then its consequences. All games share these classes.
Each event is a small frozen value, and never equal to an event of another class. `hidden_from` is
the default redaction: cards that were dealt face down are `UNKNOWN` to everybody except the seat
that got them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.distinct import distinct
from cardtui_engine.outcome import Ending

Viewer = int | None
"""The seat that looks, or ``None`` for a spectator."""


@distinct
class Acted(NamedTuple):
    """A seat's action was accepted."""

    seat: int
    action: Action


@distinct
class HandStarted(NamedTuple):
    """A hand began, with a new pack."""

    hand: int
    dealer: int


@distinct
class CardsDealt(NamedTuple):
    """A seat was dealt cards, listed in the order in which it got them."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class PhaseBegan(NamedTuple):
    """A phase began that players should notice, such as a betting round or a duel."""

    phase: str


@distinct
class TrickEnded(NamedTuple):
    """A trick was completed.

    ``team`` is the team that won it and ``seat`` the seat whose card won; both are ``None`` for a
    tie. ``leader`` is the seat that leads the next trick.
    """

    team: int | None
    seat: int | None
    leader: int


@distinct
class EnvidoSettled(NamedTuple):
    """An envido was decided: one team folded, or the numbers were compared.

    If numbers were declared, ``seat`` and ``number`` say which one won; otherwise both are
    ``None``. ``wrong`` says that the seat did not have that number, and the other team won.
    """

    team: int
    points: int
    seat: int | None
    number: int | None
    wrong: bool = False


@distinct
class FlorSettled(NamedTuple):
    """A flor was decided: one side alone has some, a bet was declined, or flores were compared.

    ``seat`` and ``number`` say whose won an accepted bet; otherwise both are ``None``.
    """

    team: int
    points: int
    seat: int | None = None
    number: int | None = None


@distinct
class CardsShown(NamedTuple):
    """A seat's cards were shown to everybody."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class PotWon(NamedTuple):
    """A seat took chips from the pot."""

    seat: int
    chips: int


@distinct
class ChipsBought(NamedTuple):
    """A seat bought chips between two hands; ``has`` is all that it has now."""

    seat: int
    chips: int
    has: int


@distinct
class ChipsBet(NamedTuple):
    """A seat put chips into the pot in a betting round; ``to`` is all that it has put in so far.

    ``raised`` says whether that is more than the highest bet before, if there was one.
    """

    seat: int
    chips: int
    to: int
    raised: bool = False


@distinct
class Checked(NamedTuple):
    """A seat stayed in the hand and paid nothing."""

    seat: int


@distinct
class Fouled(NamedTuple):
    """The seat's action was a foul; what it costs follows."""

    seat: int


class ScoreReason(StrEnum):
    """What points were scored for."""

    HAND = "hand"
    """The hand itself: its stake, or what it costs to end it."""
    ENVIDO = "envido"
    """The envido."""
    FLOR = "flor"
    """The flor."""
    DUELS = "duels"
    """All the duels of one deal together."""


@distinct
class PointsScored(NamedTuple):
    """A team scored; where everybody plays alone, ``team`` is the seat."""

    team: int
    points: int
    reason: ScoreReason = ScoreReason.HAND


@distinct
class Redealt(NamedTuple):
    """The cards were shuffled back, and the same dealer deals again."""

    dealer: int


@distinct
class CardTaken(NamedTuple):
    """A seat took the top discard into its hand."""

    seat: int
    card: Card


@distinct
class Noted(NamedTuple):
    """A seat did what its action does not say: a word of a game of another package, and cards."""

    seat: int
    word: str
    cards: tuple[Card, ...] = ()


@distinct
class PackRenewed(NamedTuple):
    """The discard pile was turned over, unshuffled, as the new stock of ``cards`` cards."""

    cards: int


@distinct
class ContestOpened(NamedTuple):
    """A claim is contested: ``seat``, which is nearer, is asked first if it wants the discard."""

    seat: int
    claimant: int


@distinct
class Burned(NamedTuple):
    """A seat cut the line but could not knock; it may not cut again in this hand."""

    seat: int


@distinct
class PlayerOut(NamedTuple):
    """A seat is out of the match: it has no points left, or too few chips."""

    seat: int


@distinct
class HandEnded(NamedTuple):
    """The hand ended, or one duel of a six-handed deal; ``reason`` is the sheet's word."""

    winners: tuple[int, ...]
    reason: str


@distinct
class GameEnded(NamedTuple):
    """A team won a game of the match, and the next game begins at 0–0."""

    team: int


@distinct
class MatchEnded(NamedTuple):
    """The match was decided; the outcome gives the same reason."""

    winners: tuple[int, ...]
    reason: Ending


Event = (
    Acted
    | HandStarted
    | CardsDealt
    | PhaseBegan
    | TrickEnded
    | EnvidoSettled
    | FlorSettled
    | CardsShown
    | PotWon
    | ChipsBought
    | ChipsBet
    | Checked
    | Fouled
    | PointsScored
    | Redealt
    | CardTaken
    | Noted
    | PackRenewed
    | ContestOpened
    | Burned
    | PlayerOut
    | HandEnded
    | GameEnded
    | MatchEnded
)


def hidden_from(event: Event, viewer: Viewer) -> Event:
    """Return the event as the viewer may know it; the same object if nothing is hidden."""
    if isinstance(event, CardsDealt) and event.seat != viewer:
        return CardsDealt(event.seat, (UNKNOWN,) * len(event.cards))
    return event
