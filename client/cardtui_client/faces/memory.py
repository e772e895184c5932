"""What a match is remembered for, as a sentence: `moment_words`; what lines mode tells at its end.
Which moment that is, is decided in `client/cardtui_studio/deeds.py`.
"""

from __future__ import annotations

from cardtui_client.faces.record_words import kept_lines, package_words
from cardtui_client.faces.registry import missing_package, presenter_of
from cardtui_client.faces.standing import chips_words
from cardtui_client.history.kept_records import Moment, Remembered
from cardtui_client.i18n import _
from cardtui_client.model.sides import for_side
from cardtui_client.model.table import TableModel
from cardtui_client.net.record_keeper import Kept, Missing


def lines_at_end(
    kept: Kept | Missing, line: str, model: TableModel, *, place: str = ""
) -> list[str]:
    """Return the lines at the end of a match, once its record is kept or will not come.

    Args:
        kept: what came of the record.
        line: the line of its result to be shared; ``""`` for none.
        place: where the record is found; ``""`` for its path.
    """
    verdict = kept.verdict if isinstance(kept, Kept) else None
    moment = None if verdict is None else verdict.moment
    remembered = [] if moment is None else [moment_words(moment, model)]
    package = missing_package(model) if isinstance(kept, Kept) else ""
    lacks = [package_words(package)] if package else []
    return [*remembered, *kept_lines(kept, line, place), *lacks]


def moment_words(moment: Moment, model: TableModel) -> str:
    """Return what a match is remembered for."""
    hand, name = moment.hand, model.name_of(moment.seat)
    own = moment.seat == model.seat
    won = _worth(moment.worth, model)
    match moment.kind:
        case Remembered.BLUFF if own:
            return _("Remember hand {hand}: your bluff won {won}.", hand=hand, won=won)
        case Remembered.BLUFF:
            return _(
                "Remember hand {hand}: {name} won {won} with a bluff.",
                hand=hand,
                name=name,
                won=won,
            )
        case Remembered.ENVIDO if own:
            return _(
                "Remember hand {hand}: your envido of {number} won {won}.",
                hand=hand,
                number=moment.number,
                won=won,
            )
        case Remembered.ENVIDO:
            return _(
                "Remember hand {hand}: {name}’s envido of {number} won {won}.",
                hand=hand,
                name=name,
                number=moment.number,
                won=won,
            )
        case Remembered.STRAIGHT if own:
            return _(
                "Remember hand {hand}: you went out with a straight of {count} cards.",
                hand=hand,
                count=moment.worth,
            )
        case Remembered.STRAIGHT:
            return _(
                "Remember hand {hand}: {name} went out with a straight of {count} cards.",
                hand=hand,
                name=name,
                count=moment.worth,
            )
        case _:
            whom = for_side(model, model.team_of(moment.seat))
            return _(
                "Remember hand {hand}, which brought most: {won} for {whom}.",
                hand=hand,
                won=won,
                whom=whom,
            )


def _worth(worth: int, model: TableModel) -> str:
    if model.is_for_chips:
        return chips_words(worth)
    return presenter_of(model).points_words(worth)
