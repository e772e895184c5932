"""A hostile server: whatever it sends, lines are told without a fault or a control byte."""

import unicodedata
from typing import Any, cast

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import given
from hypothesis import strategies as st

from cardtui.v1 import errors_pb2, events_pb2, table_service_pb2, views_pb2
from cardtui_client.faces.arguments import is_check
from cardtui_client.faces.narration import outcome, sentences
from cardtui_client.faces.offers import offers
from cardtui_client.faces.prices import price_text, risk_question
from cardtui_client.faces.registry import label_of
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.parser import raw_action, understand
from cardtui_client.model.refusals import refusal_text
from cardtui_client.model.table import Gap, TableModel
from tests.support.nights import few_examples

EVIL = st.sampled_from(
    [
        "truco", "envido", "cacho", "over", "third", "", "a\nb", "\u202e\u2066", "\x9b2J",
        "\x1b]52;c;aGk=\x07", "[@click=app.quit]x[/]", "{0.__class__}", "{x:>99999999}",
        "A\u0301\u0301\u0301\u0301",
    ]
)  # fmt: skip
NUMBER = st.integers(0, 7) | st.sampled_from([2**31 - 1, 41, 94])
SIGNED = NUMBER | st.sampled_from([-1, -(2**31)])


def values(field: FieldDescriptor, depth: int) -> st.SearchStrategy[Any]:
    match field.type:
        case FieldDescriptor.TYPE_STRING:
            return EVIL
        case FieldDescriptor.TYPE_BYTES:
            return st.binary(max_size=64)
        case FieldDescriptor.TYPE_BOOL:
            return st.booleans()
        case FieldDescriptor.TYPE_MESSAGE:
            return messages(field.message_type, depth - 1)
        case FieldDescriptor.TYPE_SINT32 | FieldDescriptor.TYPE_SINT64:
            return SIGNED
        case _:
            return NUMBER


def messages(descriptor: Any, depth: int) -> st.SearchStrategy[Message]:
    return st.composite(_message)(descriptor, depth)


def _message(draw: st.DrawFn, descriptor: Descriptor, depth: int) -> Message:
    made = GetMessageClass(descriptor)()
    fields = [
        field
        for field in descriptor.fields
        if (depth > 0 or field.message_type is None)
        and not (field.message_type and field.message_type.GetOptions().map_entry)
    ]
    if not fields:
        return made
    for field in draw(st.lists(st.sampled_from(fields), max_size=6, unique_by=lambda f: f.name)):
        if field.is_repeated:
            several = draw(st.lists(values(field, depth), max_size=3))
            getattr(made, field.name).extend(several)
        elif field.message_type is not None:
            part = getattr(made, field.name)
            part.SetInParent()
            part.MergeFrom(draw(values(field, depth)))
        else:
            setattr(made, field.name, draw(values(field, depth)))
    return made


def frames() -> st.SearchStrategy[Any]:
    parts = list(table_service_pb2.Frame.DESCRIPTOR.fields)
    return st.sampled_from(parts).flatmap(
        lambda field: messages(field.message_type, 5).map(
            lambda part: table_service_pb2.Frame(**{field.name: cast("Any", part)})
        )
    )


def is_clean(line: str) -> bool:
    return not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl") for char in line)


@pytest.mark.slow
@pytest.mark.once
@few_examples()
@given(messages(table_service_pb2.Snapshot.DESCRIPTOR, 5), st.lists(frames(), max_size=6), EVIL)
def test_no_frame_brings_a_fault_or_a_control_byte(
    snapshot: Any, feed: list[Any], typed: str
) -> None:
    model = TableModel()
    narrator = Narrator(model)
    lines: list[str] = []
    for frame in (table_service_pb2.Frame(snapshot=snapshot), *feed):
        if frame.HasField("update"):  # one that does not follow is never taken in
            frame.update.seq = model.seq + 1
        try:
            lines.extend(narrator.tell(frame))
        except Gap:
            continue
        for event in frame.update.events:
            lines.extend(sentences(event, model))
        lines.extend([*narrator.table_lines(), *narrator.hand_lines(), *narrator.offer_lines()])
        lines.extend(outcome(model))
        for choice in model.choices():
            lines.extend([label_of(choice, model), price_text(choice, model)])
            risk_question(choice, model)
            is_check(choice)
        for line in (typed, "1", "play 7E", "bet 3"):
            understand(line, offers(model), model)
            raw_action(line, model)
    assert all(is_clean(line) for line in lines)


@pytest.mark.slow
@pytest.mark.once
@few_examples()
@given(
    st.none() | messages(views_pb2.PublicView.DESCRIPTOR, 3),
    messages(table_service_pb2.Snapshot.DESCRIPTOR, 3),
    st.lists(messages(events_pb2.Event.DESCRIPTOR, 4), min_size=1, max_size=5),
)
def test_no_event_brings_a_fault_or_a_control_byte(
    before: Any, snapshot: Any, events: list[Any]
) -> None:
    model = TableModel()
    model.fold(table_service_pb2.Frame(snapshot=snapshot))
    model.before = before
    lines = [line for event in events for line in sentences(event, model)]
    assert all(is_clean(line) for line in lines)


@pytest.mark.slow
@given(messages(errors_pb2.Refusal.DESCRIPTOR, 2), st.dictionaries(EVIL, EVIL, max_size=3))
def test_no_refusal_brings_a_fault_or_a_control_byte(
    refusal: errors_pb2.Refusal, arguments: dict[str, str]
) -> None:
    refusal.arguments.update(arguments)
    assert is_clean(refusal_text(refusal))
