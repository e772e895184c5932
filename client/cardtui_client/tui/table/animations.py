"""How long each event is shown, as a card turned up (`_FIRST_CARD_SECONDS`) or the end of a hand
(`_HAND_SECONDS`).
How high card, cuts (`_CUT_SECONDS`) and dealing are shown, shot by shot; what the top line says of
a lost connection (`banner_of`), and what it warns of (`warning_of`). How long cards and calls stay
is in `tui/table/picture.py`.

Between two positions the eye wants to see how it came. Each is a shot with a short time; any key
skips them. For high card all turn a card up, ties another one, and then comes what it brought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import actions_pb2, events_pb2, tables_pb2, views_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.presenter import Change, Presenter
from cardtui_client.faces.record_words import distrust_text
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.seats import MOST_CARDS, MOST_DRAWS, came, purpose, who
from cardtui_client.faces.staging import fresh_of, stage
from cardtui_client.faces.standing import is_awaited
from cardtui_client.i18n import _
from cardtui_client.model.cards import HIDDEN_CARD
from cardtui_client.model.refusals import notice_text, stopped_text
from cardtui_client.model.table import FINAL_REASONS, Status, TableModel
from cardtui_client.model.verbs import part_of_action, word_in
from cardtui_client.net.feed import FeedStatus
from cardtui_client.net.stream import end_sentence
from cardtui_client.scene.middle import HandScene, Pack
from cardtui_client.scene.moves import Moment
from cardtui_client.scene.scene import Fresh, Played, Scene
from cardtui_client.text import safe_text
from cardtui_client.tui.table.picture import Seen, Shot, shot_of, standing

_FIRST_CARD_SECONDS: Final = 2.2
_NEXT_CARD_SECONDS: Final = 1.6
_RESULT_SECONDS: Final = 2.6


def high_card_shots(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event], *, arrived: bool
) -> tuple[Shot, ...]:
    """Return what is to be seen of a draw: a shot for each time, and for what came of it.

    Args:
        model: the table after the draw.
        seen: how you look at it.
        happened: what has just happened.
        arrived: whether you have just come to the table; then a draw is shown as long as the
            first hand lasts, since bots are quicker than who has just asked for a match.
    """
    shots: list[Shot] = []
    for event in happened:
        if event.HasField("partners_found"):
            words = who(event.partners_found, model)
            shots.append(
                _draw_shot(_bare(model, drawn=None, moved=True), seen, [], words, _RESULT_SECONDS)
            )
        elif event.HasField("high_cards_drawn"):
            shots += _draw_shots(model, seen, event.high_cards_drawn)
    if shots:
        return tuple(shots)
    view = model.view
    if arrived and model.high_cards is not None and view is not None and view.hand <= 1:
        return () if model.is_over else _draw_shots(model, seen, model.high_cards)
    return ()


def _draw_shots(
    model: TableModel, seen: Seen, drawn: events_pb2.HighCardsDrawn
) -> tuple[Shot, ...]:
    """Return the shots of a draw; none if it moves people to seats that there are not."""
    draws = drawn.draws[:MOST_DRAWS]
    seats = [seat.seat for seat in model.table.seats]
    if not (
        sorted(draw.before for draw in draws)
        == sorted(draw.seat for draw in draws)
        == seats
        == list(range(len(seats)))
    ) or any(not draw.cards for draw in draws):
        return ()
    rounds = min(max(len(draw.cards) for draw in draws), MOST_CARDS)
    before, after = _bare(model, drawn, moved=False), _bare(model, drawn, moved=True)
    shots = [
        _draw_shot(
            before,
            seen,
            _turned_up(draws, count, all_stay=drawn.for_partners),
            purpose(drawn) if not count else _("A tie: they draw again."),
            _NEXT_CARD_SECONDS if count else _FIRST_CARD_SECONDS,
        )
        for count in range(rounds)
    ]
    told = came(drawn, after)
    if drawn.for_partners:
        half = {draw.seat for draw in draws[: len(draws) // 2]}
        lying = [Played(draw.seat, draw.cards[-1], draw.seat in half) for draw in draws]
        shots.append(_draw_shot(after, seen, lying, told.pop(0), _RESULT_SECONDS))
    if drawn.for_dealer:
        last = [each for each in draws if drawn.for_partners or len(each.cards) >= rounds]
        best = draws[0].seat
        lying = [Played(each.seat, each.cards[-1], each.seat == best, old=True) for each in last]
        shot = _draw_shot(after, seen, lying, told.pop(0), _RESULT_SECONDS)
        shots.append(shot._replace(scene=_dealing(shot.scene, draws[0].seat)))
    return tuple(shots)


def _draw_shot(
    model: TableModel, seen: Seen, played: list[Played], words: str, seconds: float
) -> Shot:
    scene = stage(model, viewpoint=seen.viewpoint, hide_paper=True)
    scene = scene._replace(trick=tuple(played))
    return Shot(scene, scene, sentence=words, seconds=seconds)


def _dealing(scene: Scene, dealer: int) -> Scene:
    """Return the scene with the mark of who deals, and the words."""
    seats = [
        seat._replace(dealer=True, bubble=_("I deal first")) if seat.seat == dealer else seat
        for seat in scene.seats
    ]
    return scene._replace(seats=tuple(seats))


def _turned_up(
    draws: Sequence[events_pb2.HighCardDraw], count: int, *, all_stay: bool
) -> list[Played]:
    """Return the cards that lie before the players after they have drawn so often.

    Args:
        draws: what everybody drew.
        count: how often.
        all_stay: whether who did not tie keeps the last card, for the place that it gives;
            for the dealer alone only who ties for the highest stays.
    """
    up = [
        Played(each.before, each.cards[count], fresh=True) for each in draws if each.cards[count:]
    ]
    if not all_stay:
        return up
    done = [each for each in draws if not each.cards[count:]]
    return [*up, *(Played(each.before, each.cards[-1], old=True) for each in done)]


def _bare(model: TableModel, drawn: events_pb2.HighCardsDrawn | None, *, moved: bool) -> TableModel:
    """Return the table with its people and no cards, as it is after the draw or was before."""
    bare = TableModel()
    bare.table.CopyFrom(model.table)
    bare.table.state = tables_pb2.TABLE_STATE_WAITING
    if drawn is None or drawn.for_partners:
        before = tables_pb2.PARTNERS_HIGH_CARD  # nobody is on a side
        bare.table.partners = tables_pb2.PARTNERS_UNSPECIFIED if moved else before
    bare.presence.CopyFrom(model.presence)
    bare.take_seat(model.seat)
    if moved or drawn is None:
        return bare
    holders = {seat.seat: seat for seat in model.table.seats}
    for draw in drawn.draws:
        seat = bare.table.seats[draw.before]
        seat.CopyFrom(holders[draw.seat])
        seat.seat = draw.before
        if draw.seat == model.seat:
            bare.take_seat(draw.before)
    return bare


_CUT_SECONDS: Final = 0.35
_JOIN_SECONDS: Final = 0.3
_WHOLE_PACK_SECONDS: Final = 0.5
_HAND_SECONDS: Final = 1.8
_MOST_CUTS: Final = 3
"""No game has a pack cut more often."""


def moments(
    model: TableModel, seen: Seen, happened: Sequence[events_pb2.Event]
) -> tuple[Shot, ...]:
    """Return what is to be seen before the table as it is now."""
    if model.before is None or model.view is None:
        return ()

    def staged(view: views_pb2.PublicView | None, fresh: Fresh) -> Scene:
        before = view is not None
        return stage(model, fresh, view=view, viewpoint=seen.viewpoint, hide_paper=before)

    fresh = fresh_of(happened, model)
    change = Change(model, model.view, model.before, happened, fresh, staged)
    face = presenter_of(model)
    found = (*_cut(change, face), *face.animations(change), *_last(change, face))
    return tuple(map(_shot, found))


def parting(scene: Scene, pack: Pack, *, mine: bool) -> tuple[Shot, ...]:
    """Return how a pack parts where it is pointed at, and how the halves change places."""
    return tuple(map(_shot, _parting(scene, pack, mine=mine)))


def _parting(scene: Scene, pack: Pack, *, mine: bool) -> tuple[Moment, ...]:
    return (
        Moment(scene.with_pack(pack._replace(apart=True), mine=mine), _CUT_SECONDS),
        Moment(scene.with_pack(pack._replace(under=True), mine=mine), _JOIN_SECONDS),
    )


def _cut(change: Change, face: Presenter) -> tuple[Moment, ...]:
    act, model = change.act, change.model
    if act is None or not face.verb(verb_of_action(act.action)).cuts:
        return ()
    cards = model.table.pack_size
    made, end = _places(act.action, cards)
    # After a foul it lies there as before.
    if change.view.phase == Phase.PHASE_CUT or change.was.phase != Phase.PHASE_CUT or not made:
        return ()
    scene = change.before()._replace(hand=HandScene())
    mine = act.seat == scene.viewpoint
    # Of your own cuts all but the last have been seen when they were made.
    first = len(made) - 1 if act.seat == model.seat else 0
    shots: list[Moment] = []
    for number in range(first, len(made)):
        shots += _parting(scene, Pack(cards, made[number], cuts=made[:number]), mine=mine)
    return (
        *shots,
        Moment(scene.with_pack(Pack(cards, cuts=made, end=end), mine=mine), _WHOLE_PACK_SECONDS),
    )


def _places(action: actions_pb2.Action, cards: int) -> tuple[tuple[int, ...], str]:
    """Return where the pack was cut, and its end to deal from, ``""`` where that is fixed.

    What a broken server may tell is left out.
    """
    part = part_of_action(action)
    fields = part.DESCRIPTOR.fields_by_name
    if "at" not in fields:
        return (), ""
    told = tuple(part.at) if fields["at"].is_repeated else (part.at,)
    places = tuple(at for at in told[:_MOST_CUTS] if 0 < at < cards)
    source = fields["source"].enum_type if "source" in fields else None
    return places, "" if source is None else word_in(source, part.source)


def _last(change: Change, face: Presenter) -> tuple[Moment, ...]:
    """Return the last moment of a hand, which the view after it no longer shows.

    When a hand ends all cards go back at once. For the eye the last card, or the last word,
    is put into what the table was before.
    """
    act = change.act
    if act is None or not any(event.HasField("hand_ended") for event in change.happened):
        return ()
    scene = change.before()
    verb = face.verb_now(verb_of_action(act.action), act.seat, change.model.before, change.model)
    ended = change.trick_ended
    winner = ended.seat if ended is not None and ended.HasField("seat") else None
    if verb.into_trick and (card := _laid(change, act.action)) is not None:
        laid = tuple(each for each in scene.trick if not each.old)
        played = (*laid, Played(act.seat, card, fresh=winner is None))
        trick = tuple(each._replace(winning=each.seat == winner) for each in played)
        scene = scene._replace(trick=trick)
    elif said := verb.aloud():
        seats = (
            each._replace(bubble=said) if each.seat == act.seat else each for each in scene.seats
        )
        scene = scene._replace(seats=tuple(seats))
    return (Moment(scene, _HAND_SECONDS, Fresh(spoke=frozenset({act.seat}))),)


def _laid(change: Change, action: actions_pb2.Action) -> int | None:
    """Return the card that came to lie in the trick: as it was played, or turned up."""
    if not action.HasField("play"):
        return change.shown
    return HIDDEN_CARD if action.play.face_down else action.play.card


def _shot(moment: Moment) -> Shot:
    return Shot(moment.scene, moment.scene, fresh=moment.fresh, seconds=moment.seconds)


_WHY_CELLS: Final = 120
"""As much of why a connection was lost, before what is done about it."""

_END_CELLS: Final = 200
"""As much of why a feed has ended."""


def news_shots(
    model: TableModel,
    seen: Seen,
    happened: Sequence[events_pb2.Event],
    *,
    animated: bool,
    arrived: bool,
) -> tuple[Shot, ...]:
    """Return how what happened is shown: the table as it is now comes last.

    Args:
        model: the table as it is now.
        seen: how you look at it.
        happened: what led there.
        animated: whether it is shown how it came.
        arrived: whether you have just come to the table, and are told how it stands.
    """
    before: tuple[Shot, ...] = ()
    if animated:
        drawn = high_card_shots(model, seen, happened, arrived=arrived)
        before = (*drawn, *moments(model, seen, happened))
    shot = shot_of(model, seen, happened)
    if arrived:
        # With the last shot: what a show is about to tell is not told before it.
        before_it, after = model.frozen(), shot.tells
        shot = shot._replace(tells=lambda: (*standing(before_it), *after()))
    return (*before, shot)


def came_round(happened: Sequence[events_pb2.Event], seat: int | None) -> bool:
    """Tell whether others acted after the seat did: a turn of its own is another one then."""
    acted = [
        event.acted.seat
        for event in happened
        if event.HasField("acted") and not event.acted.action.HasField("say")
    ]
    return seat in acted and acted[-1] != seat


def warning_of(model: TableModel) -> str:
    """Return what is wrong, or soon will be, while the connection stands; ``""`` for nothing."""
    return stopped_text(model) or distrust_text(model) or notice_text(model)


def banner_of(status: FeedStatus, model: TableModel) -> str:
    """Return what the top line says of a feed that stands so; ``""`` for nothing."""
    match status.status:
        case Status.LIVE:
            return warning_of(model)
        case Status.CONNECTING:
            # Where the game is known it is named there, and the status line says the rest.
            return "" if is_awaited(model) else _("Joining the table…")
        case Status.RECONNECTING:
            return _("{why} Reconnecting…", why=safe_text(status.sentence, _WHY_CELLS))
        case Status.ENDED if model.end is not None and model.end.reason in FINAL_REASONS:
            return end_sentence(model.end)  # in the language in use by now
        case Status.ENDED:
            return safe_text(status.sentence, _END_CELLS)
