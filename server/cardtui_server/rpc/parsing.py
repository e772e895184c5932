"""What single fields of a request may hold: ids of `_LONGEST_ID` bytes, talk, phrases, keys, a
quick match's wait (its bounds: `table/pace.py`). The client believes ids as long:
`client/cardtui_client/limits.py`. Terms of a table are in `terms.py`.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from google.protobuf.message import DecodeError, Message

from cardtui.v1 import lobby_service_pb2, table_service_pb2
from cardtui_engine.gestures import Gesture
from cardtui_server.fairness.commitments import BITS_BYTES, KEY_BYTES
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Say, SayToTeam
from cardtui_server.quick_talk import LAST_HUMAN_PHRASE, Phrase, Reaction
from cardtui_server.rpc.caller import Caller
from cardtui_server.safe_text import TALK_CELLS, safe_text
from cardtui_server.table.pace import (
    FILL_MILLISECONDS,
    LONGEST_FILL_MILLISECONDS,
    SHORTEST_FILL_MILLISECONDS,
)

M = TypeVar("M", bound=Message)

_LONGEST_ID: Final = 64

_ONE_OF_THEM: Final = "A line is a text, a phrase or a reaction, and only one of them."
_ONLY_TEXT: Final = "Only words go to a team alone: type a line."
_WRONG_COMMITMENT: Final = "A commitment has {bytes} bytes, or is empty for none."
_WRONG_PUBLIC_KEY: Final = "A public key has {bytes} bytes, or is empty for none."
_NO_GESTURE: Final = "This server does not know that gesture: give another one."
_UNKNOWN_PHRASE: Final = (
    "This server does not know that phrase or reaction: say it in your own words."
)


def decode(message: type[M], data: bytes) -> M:
    """Return the message in the bytes of a request.

    Raises:
        Refused: the bytes are not such a message.
    """
    try:
        return message.FromString(data)
    except DecodeError as error:
        raise Refused(
            Reason.BAD_REQUEST, "The message cannot be read: is it of this version?"
        ) from error


def optional(message: Message, field: str) -> Any:
    """Return the value of an optional field; ``None`` if it is not set."""
    return getattr(message, field) if message.HasField(field) else None


def fill_milliseconds(request: lobby_service_pb2.QuickMatchRequest) -> int:
    """Return how long a table that a request makes waits for people.

    Raises:
        Refused: it is too short or too long.
    """
    wanted = request.wait_milliseconds or FILL_MILLISECONDS
    if not SHORTEST_FILL_MILLISECONDS <= wanted <= LONGEST_FILL_MILLISECONDS:
        raise Refused(
            Reason.BAD_REQUEST,
            "“{field}” goes from {least} to {most}, or is 0 for {usual}.",
            field="wait_milliseconds",
            least=SHORTEST_FILL_MILLISECONDS,
            most=LONGEST_FILL_MILLISECONDS,
            usual=FILL_MILLISECONDS,
        )
    return wanted


def request_id(act: table_service_pb2.PlayAct | table_service_pb2.SayRequest) -> str:
    """Return the id of a request.

    Raises:
        Refused: it is too long.
    """
    if len(act.request_id.encode()) > _LONGEST_ID:
        raise Refused(
            Reason.BAD_REQUEST,
            "A request id has at most {most} bytes.",
            most=_LONGEST_ID,
        )
    return act.request_id


def commitment(message: Message) -> bytes:
    """Return what a request commits to for a shuffle; ``b""`` for nothing.

    Raises:
        Refused: it has another length.
    """
    given: bytes = getattr(message, "commitment")  # noqa: B009 - several kinds of messages have it
    if len(given) not in (0, BITS_BYTES):
        raise Refused(Reason.BAD_REQUEST, _WRONG_COMMITMENT, bytes=BITS_BYTES)
    return given


def signing_key(given: bytes) -> bytes:
    """Return the public key by which a caller will sign; ``b""`` for none.

    Raises:
        Refused: it has another length.
    """
    if len(given) not in (0, KEY_BYTES):
        raise Refused(Reason.BAD_REQUEST, _WRONG_PUBLIC_KEY, bytes=KEY_BYTES)
    return given


def line(text: str) -> str:
    """Return a line of talk, made safe.

    Raises:
        Refused: the line has no character that can be shown.
    """
    safe = safe_text(text, TALK_CELLS)
    if not safe:
        raise Refused(Reason.BAD_REQUEST, "That line is empty: type something.")
    return safe


def gesture(request: table_service_pb2.SignalRequest) -> Gesture:
    """Return the gesture that somebody wants to give.

    Raises:
        Refused: there is no such gesture.
    """
    try:
        return Gesture(request.gesture)
    except ValueError:
        raise Refused(Reason.BAD_REQUEST, _NO_GESTURE) from None


def said(
    message: table_service_pb2.PlayTalk | table_service_pb2.SayRequest,
    who: Caller,
    *,
    watching: bool = False,
) -> Say | SayToTeam:
    """Return what somebody wants to say, made safe.

    Raises:
        Refused: it has no character that can be shown, is two things at once, or a phrase or
            reaction that there is not.
    """
    phrase, reaction = message.phrase, message.reaction
    asked = request_id(message) if isinstance(message, table_service_pb2.SayRequest) else ""
    if message.team:
        if phrase or reaction:
            raise Refused(Reason.BAD_REQUEST, _ONLY_TEXT)
        return SayToTeam(who.id, name=who.name, text=line(message.text), request_id=asked)
    if not phrase and not reaction:
        said = Say(who.id, name=who.name, text=line(message.text), watching=watching)
        return said._replace(request_id=asked)
    if message.text or (phrase and reaction):
        raise Refused(Reason.BAD_REQUEST, _ONE_OF_THEM)
    if phrase > LAST_HUMAN_PHRASE:
        raise Refused(Reason.BAD_REQUEST, _UNKNOWN_PHRASE)
    try:
        return Say(
            who.id,
            name=who.name,
            text="",
            watching=watching,
            phrase=Phrase(phrase) if phrase else None,
            reaction=Reaction(reaction) if reaction else None,
            request_id=asked,
        )
    except ValueError:
        raise Refused(Reason.BAD_REQUEST, _UNKNOWN_PHRASE) from None
