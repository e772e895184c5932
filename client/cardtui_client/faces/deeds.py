"""The words beside a name for the latest move (`deed_of`), to be read at a glance."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.v1 import cards_pb2, events_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase, ScoreReason
from cardtui_client.faces import presenter as deed_words
from cardtui_client.faces.brink import brink_of, brink_words
from cardtui_client.faces.presenter import DeedWords, Presenter, Verb
from cardtui_client.faces.registry import presenter_of
from cardtui_client.i18n import _, p_
from cardtui_client.model.cards import part_of
from cardtui_client.model.sides import plays_in_teams, short_side
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.scene import Deed, Tone


def deed_of(
    event: events_pb2.Event, model: TableModel, among: Sequence[events_pb2.Event] = ()
) -> Deed | None:
    """Return the event as a deed; ``None`` where it is told in a sentence all the same.

    Args:
        event: what happened.
        model: the table after it.
        among: all that happened with it: what was put in.
    """
    match event.WhichOneof("event"):
        case "acted":
            return _acted(event.acted, model, presenter_of(model), among)
        case "cards_dealt":
            dealt = event.cards_dealt
            words = deed_words.DREW if len(dealt.cards) == 1 else deed_words.GOT
            return _by(dealt.seat, (_said(words, dealt.seat, model), *dealt.cards), model)
        case "card_taken":
            taken = event.card_taken
            words = deed_words.TOOK
            return _by(taken.seat, (_said(words, taken.seat, model), taken.card), model)
        case "cards_shown":
            shown = event.cards_shown
            blind = model.before is not None and model.before.phase == Phase.PHASE_IRON
            words = deed_words.TURNED_UP if blind else deed_words.SHOWED
            return _by(shown.seat, (_said(words, shown.seat, model), *shown.cards), model)
        case "trick_ended" if event.trick_ended.HasField("seat"):
            tricks = len(getattr(part_of(model.before), "tricks", ())) + 1
            return _by(event.trick_ended.seat, ("★", _("trick {number}", number=tricks)), model)
        case "envido_settled" if event.envido_settled.HasField("seat"):
            settled = event.envido_settled
            if settled.wrong:
                return None
            number = f"★ envido {settled.number}"
            effect = _won(f"+{settled.points}", settled.team, model)
            return _by(settled.seat, (number,), model, effect)
        case "points_scored":
            scored = event.points_scored
            points = f"{_worth(scored, model, among):+d}".replace("-", "−")
            effect = _won("", scored.team, model)
            side = _colour(scored.team, model)
            return Deed(_side(scored.team, model), (points,), effect, side)
        case "pot_won":
            won = event.pot_won
            return _by(won.seat, ("★", p_("deed", "the pot")), model, f"+{won.chips}")
        case _:
            return None


def _acted(
    event: events_pb2.Acted,
    model: TableModel,
    face: Presenter,
    among: Sequence[events_pb2.Event],
) -> Deed | None:
    name = event.action.WhichOneof("action")
    if name is None:
        return None
    verb, part = face.verb(name), getattr(event.action, name)
    proposed = getattr(part_of(model.view), "proposed", 0)
    done = deed_words.CHECKED if _checked(event.seat, among) else verb.deed
    if done is not None:
        words = _said(done, event.seat, model)
    else:
        words = verb.aloud(proposed) or ("" if verb.into_trick else _typed(verb, name))
    act: list[str | int] = [words] if words else []
    numbers: list[int] = []
    for field, value in part.ListFields():
        if field.is_repeated:
            continue  # melds lie on the table, or on the paper
        if field.enum_type == cards_pb2.Card.DESCRIPTOR:
            act.append(value)
        elif field.type == field.TYPE_SINT32:
            numbers.append(value)
    act += map(str, numbers or _put_in(event.seat, among))
    return _by(event.seat, tuple(act), model, _stake(verb, model)) if act else None


def _worth(
    scored: events_pb2.PointsScored, model: TableModel, among: Sequence[events_pb2.Event]
) -> int:
    """Return what was won or lost: of a hand its stake, as the summary says.

    A score may stop at what wins the game, so that fewer points than the stake are scored.
    """
    ended = any(event.HasField("hand_ended") for event in among)
    if not ended or scored.points < 0 or scored.reason != ScoreReason.SCORE_REASON_HAND:
        return scored.points
    last = getattr(part_of(model.view), "last", None)
    return max(scored.points, getattr(last, "points", 0))


def _stake(verb: Verb, model: TableModel) -> str:
    """Return what is at stake where somebody asked for more, or agreed to it."""
    view = model.view if verb.tone is Tone.CALL else model.before
    proposed = getattr(part_of(view), "proposed", 0)
    if not proposed or verb.tone not in (Tone.CALL, Tone.YES):
        return ""
    return _decisive(f"→ {proposed}", model, proposed, view)


def _won(effect: str, team: int, model: TableModel) -> str:
    """Return what a deed brings a team, and that it has won with it."""
    if model.view is None or team not in brink_of(model.view, model, 0).sides:
        return effect
    return _decisive(effect, model, 0)


def _decisive(
    effect: str, model: TableModel, points: int, view: views_pb2.PublicView | None = None
) -> str:
    """Return what a deed does, and who wins a game or the match with so many points more."""
    view = view or model.view
    if view is None:
        return effect
    words = brink_words(brink_of(view, model, points), model)
    return ", ".join(each for each in (effect, words) if each)


def _typed(verb: Verb, name: str) -> str:
    return verb.typed() or sheet_word(name).replace("_", " ")


def _put_in(seat: int, among: Sequence[events_pb2.Event]) -> list[int]:
    """Return the chips that the seat has put in with what happened, if it has."""
    bets = (event.chips_bet for event in among if event.HasField("chips_bet"))
    return [bet.to for bet in bets if bet.seat == seat]


def _checked(seat: int, among: Sequence[events_pb2.Event]) -> bool:
    """Tell whether the seat stayed in for nothing."""
    return any(event.HasField("checked") and event.checked.seat == seat for event in among)


def _said(words: DeedWords, seat: int, model: TableModel) -> str:
    return words.words(own=seat == model.seat)


def _by(seat: int, act: tuple[str | int, ...], model: TableModel, effect: str = "") -> Deed:
    actor = _("You") if seat == model.seat else model.name_of(seat)
    return Deed(actor, act, effect, _colour(model.team_of(seat), model))


def _side(team: int, model: TableModel) -> str:
    """Return what a side is called where there is little room."""
    if model.seat is not None and team == model.team_of(model.seat):
        return p_("score", "Us") if plays_in_teams(model) else _("You")
    if model.seat is not None and plays_in_teams(model):
        return p_("score, at most 5 letters", "Them")
    return short_side(model, team)


def _colour(team: int, model: TableModel) -> int | None:
    return team if model.has_teams else None
