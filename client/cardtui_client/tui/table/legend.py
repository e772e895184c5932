"""What the marks on a table mean, for the key help (`legend_of`): those seen there now."""

from __future__ import annotations

from cardtui_client.games.signals import gesture_words
from cardtui_client.games.staging import TOGETHER
from cardtui_client.i18n import _
from cardtui_client.model.quick_talk import GESTURES
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.cards import CROWN
from cardtui_client.tui.paint.fan import DRAWN, FREE, TAKEN, THROW, WILD
from cardtui_client.tui.paint.paper import MARK
from cardtui_client.tui.paint.plates import CHIP, LOST, PACK, THREW, TOOK, WINNER


def legend_of(scene: Scene) -> list[tuple[str, str]]:
    """Return each mark, and what it means."""
    return [*_of_seats(scene), *_of_play(scene), *_of_hand(scene)]


def faces_of(model: TableModel) -> list[tuple[str, str]]:
    """Return the face of each signal that one may give, and what it means; none where none are."""
    if not model.gazes or model.seat is None:
        return []
    return [(mimicry.face, gesture_words(each, model)) for each, mimicry in GESTURES.items()]


def _of_seats(scene: Scene) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    own = next((seat for seat in scene.seats if seat.you), None)
    if any(seat.dealer for seat in scene.seats):
        found.append((PACK, _("Deals")))
    found += [(seat.mark, _("Plays first")) for seat in scene.seats if seat.mark]
    if any(seat.letter for seat in scene.seats):
        words = _("The teams") if own is None else _("The teams; yours is {team}", team=own.letter)
        found.append(("A B", words))
    if any(seat.lives is not None for seat in scene.seats):
        found.append((f"{CHIP} {LOST}", _("Points left, and lost")))
    elif any(seat.chips is not None for seat in scene.seats):
        found.append((CHIP, _("Chips")))
    if any(seat.thrown is not None for seat in scene.seats):
        found.append((THREW, _("Discarded this last")))
    if any(seat.taken is not None for seat in scene.seats):
        found.append((TOOK, _("Took this discard last")))
    if any(seat.winner for seat in scene.seats):
        found.append((WINNER, _("Has won")))
    return found


def _of_play(scene: Scene) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if TOGETHER in scene.top.facts:
        found.append((TOGETHER, _("Shuffled together: the cards are nobody’s choice")))
    if scene.tallies and not scene.bowl:
        found.append(("•─•", _("A matchstick is a point, a square five")))
    elif scene.tallies:
        found.append(("•", _("A bean is a point")))
    if any(played.winning for played in scene.trick):
        found.append((WINNER, _("Wins the trick so far")))
    if {*scene.crowned} & {*scene.hand.cards, *(played.card for played in scene.trick)}:
        found.append((CROWN, _("Above all other cards in this hand")))
    if scene.stake is not None and scene.stake.asked:
        found.append((scene.stake.title, _("What is called, and for how much it would be")))
    elif scene.stake is not None:
        found.append((scene.stake.title, _("What is played for")))
    if any(tally.pending for tally in scene.tallies):
        found.append(("+2", _("Won, but not counted before the hand ends")))
    if scene.lately:
        found.append((MARK.strip(), _("What happened last")))
    if any("→" in deed.effect for deed in scene.lately):
        found.append(("→", _("What is at stake then")))
    return found


def _of_hand(scene: Scene) -> list[tuple[str, str]]:
    hand = scene.hand
    found: list[tuple[str, str]] = []
    if hand.drawn is not None:
        found.append((DRAWN, _("Drawn last")))
    if hand.wild:
        found.append((WILD, _("A wild card")))
    if hand.marks:
        found += [(FREE, _("Can be selected")), (TAKEN, _("Is selected"))]
    elif hand.melds:
        found.append(("━a━", _("Cards of one meld")))
    if hand.throws and not hand.marks:
        found.append((THROW, _("Can be discarded to go out")))
    return found
