"""A match told as lines, as the client in lines tells it while it is played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtui_client.games.game_words import game_title
from cardtui_client.i18n import _
from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.cards import cards_words
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Eyes
from cardtui_client.tui.film import Film


def told(film: Film, eyes: Eyes, first: int, last: int) -> Iterator[str]:
    """Yield what is told of some hands.

    Args:
        film: the match.
        eyes: whose eyes it is told from.
        first: the number of the first hand.
        last: of the last one.
    """
    begin, end = 0, film.last
    if film.hands:
        begin, end = film.hands[first - 1].first - 1, film.hands[last - 1].last
    narrator = Narrator(TableModel(), again=False)
    model = narrator.model
    model.fold(film.snapshot(begin, eyes.seat))
    yield f"{game_title(model.table)}."
    if eyes.seat is not None:
        yield _("You see what {name} saw.", name=film.names[eyes.seat])
    yield from narrator.table_lines()
    held: Sequence[int] = [0] * len(film.names)
    for at in range(begin + 1, end + 1):
        yield from narrator.tell(film.update(at, eyes.seat))
        if eyes.all_cards:
            cards = film.cards(at)
            for name, before, hand in zip(film.names, held, cards, strict=True):
                if len(hand) > before:
                    yield _("{name} holds {cards}.", name=name, cards=cards_words(hand))
            held = [len(hand) for hand in cards]
