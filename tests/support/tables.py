"""Messages of a table made by hand, without rules: `snapshot_of`, `update_of`, `choice`."""

from collections.abc import Iterable, Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2, events_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.truco_pb2 import TrucoWord
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import words_of
from cardtui_engine.library.registry import get_rules

CARD = cards_pb2.Card.DESCRIPTOR
NAMES = ("Ana", "Beto", "Carla", "Dora", "Eva", "Fito")


def card(code: str, deck: str = "SPANISH") -> Any:
    return cards_pb2.Card.Value(f"CARD_{deck}_{code}")


def truco_words(*words: str) -> list[TrucoWord.ValueType]:
    return [TrucoWord.Value(f"TRUCO_WORD_{word.upper()}") for word in words]


def seat_of(game: str, seat: int, name: str, **fields: Any) -> tables_pb2.Seat:
    return tables_pb2.Seat(seat=seat, name=name, team=get_rules(game).team_of(seat), **fields)


def table(game: str, seats: int, **fields: Any) -> tables_pb2.Table:
    return tables_pb2.Table(
        id="t1",
        name="Kitchen",
        game=game,
        state=tables_pb2.TABLE_STATE_PLAYING,
        deck=tables_pb2.Deck.Value(f"DECK_{get_rules(game).deck.name.upper()}"),
        seats=[seat_of(game, seat, NAMES[seat]) for seat in range(seats)],
        **fields,
    )


def choice(
    verb: str,
    *,
    cards: Iterable[Any] = (),
    low: int | None = None,
    high: int = 0,
    words: Iterable[str] = (),
    bare: bool = False,
    **fields: Any,
) -> actions_pb2.Choice:
    """A choice whose argument is a card, a number or a word, by the first such field of the verb.

    Where it is ``bare`` the argument may be left out.
    """
    made = actions_pb2.Choice(**fields)
    part = getattr(made.action, verb)
    part.SetInParent()
    single = [field for field in part.DESCRIPTOR.fields if not field.is_repeated]
    word = next((each.name for each in single if each.enum_type not in (None, CARD)), "")
    kinds = {field.type: field.name for field in reversed(single) if field.name != word}
    if given := [*cards]:
        domain = actions_pb2.CardsDomain(cards=given)
        made.arguments.add(name=kinds[FieldDescriptor.TYPE_ENUM], optional=bare, cards=domain)
    if low is not None:
        span = actions_pb2.RangeDomain(low=low, high=high)
        made.arguments.add(name=kinds[FieldDescriptor.TYPE_SINT32], optional=bare, range=span)
    if said := [*words]:
        kind = part.DESCRIPTOR.fields_by_name[word].enum_type
        values = actions_pb2.ValuesDomain(values=map(words_of(kind).__getitem__, said))
        made.arguments.add(name=word, optional=bare, values=values)
    if "melds" in part.DESCRIPTOR.fields_by_name and low is None:
        made.arguments.add(name="melds", optional=True, melds=actions_pb2.MeldsDomain())
    return made


def snapshot_of(
    game: str,
    *,
    seats: int = 2,
    seat: int | None = 0,
    hand: Iterable[str] = (),
    choices: Iterable[actions_pb2.Choice] = (),
    options: Mapping[str, Any] | None = None,
    inside: Mapping[str, Any] | None = None,
    **view: Any,
) -> table_service_pb2.Frame:
    field, deck = (
        ("truco_argentino", "SPANISH") if game == "truco-argentino" else ("cacho", "FRENCH")
    )
    if game == "truco-argentino":
        inside = {"stake": 1, "target": 30, "malas": 15, **(inside or {})}
        view = {"scores": [0, 0], **view}
    else:
        view = {"chips": [50] * seats, **view}
    public = views_pb2.PublicView(hand=1, **view)
    part = getattr(public, field)
    part.MergeFrom(type(part)(**(inside or {})))
    part.SetInParent()
    snapshot = table_service_pb2.Snapshot(
        seq=10, position=10, table=table(game, seats, options=options or {}), view=public
    )
    if seat is not None:
        snapshot.own.seat = seat
        snapshot.own.hand.extend(card(code, deck) for code in hand)
        snapshot.own.choices.extend(choices)
    return table_service_pb2.Frame(snapshot=snapshot)


def model_of(game: str, **fields: Any) -> TableModel:
    model = TableModel()
    model.fold(snapshot_of(game, **fields))
    return model


def acted(seat: int, verb: str, **arguments: Any) -> events_pb2.Event:
    event = events_pb2.Event(acted=events_pb2.Acted(seat=seat))
    part = getattr(event.acted.action, verb)
    part.SetInParent()
    for name, value in arguments.items():
        setattr(part, name, value)
    return event


def update_of(
    seq: int, *events: events_pb2.Event, view: views_pb2.PublicView | None = None, **fields: Any
) -> table_service_pb2.Frame:
    return table_service_pb2.Frame(
        update=table_service_pb2.Update(seq=seq, position=seq, events=events, view=view, **fields)
    )
