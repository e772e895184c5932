"""The terms of a table from the request to the log and the listing."""

from __future__ import annotations

import pytest

from cardtui.v1 import lobby_service_pb2
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.entries import Created, RatedSet, SpectatorsSet, SpectatorTalk
from cardtui_server.match.refusals import Refused
from cardtui_server.rpc.terms import TERMS, Term, terms_of

_RULES = {"game", "seats", "preset", "options"}
_ASKED = lobby_service_pb2.CreateTableRequest.DESCRIPTOR.fields_by_name


def test_every_term_that_is_asked_for_and_noted_is_read() -> None:
    assert {term.field for term in TERMS} == (set(_ASKED) & set(Created._fields)) - _RULES


@pytest.mark.parametrize(
    "term", [each for each in TERMS if each.most is not None], ids=lambda term: term.field
)
def test_what_is_too_much_is_refused_with_the_name_of_its_field(term: Term) -> None:
    assert term.most is not None
    request = lobby_service_pb2.CreateTableRequest()
    setattr(request, term.field, term.most)
    assert terms_of(request)[term.field] == term.most
    setattr(request, term.field, term.most + 1)
    with pytest.raises(Refused) as refused:
        terms_of(request)
    assert refused.value.arguments["field"] == term.field


def test_a_table_is_made_as_it_was_asked_for_and_its_terms_change_one_by_one() -> None:
    request = lobby_service_pb2.CreateTableRequest(
        clock_milliseconds=30_000, reserve_milliseconds=60_000, private=True
    )
    request.watching.delay_hands = 2
    made, _rules = NewTable.of("cacho", 2, **terms_of(request)).checked("p0", "P0", "table")
    assert (made.clock_milliseconds, made.reserve_milliseconds) == (30_000, 60_000)
    assert (made.private, made.rated, made.delay_hands) == (True, False, 2)
    assert (made.name, made.pause_milliseconds, made.patience_milliseconds) == ("table", 4000, None)
    assert RatedSet(True).put(made) == made._replace(rated=True)
    silent = SpectatorsSet(False, SpectatorTalk.OFF, 2).put(made)
    assert silent == made._replace(spectator_talk=SpectatorTalk.OFF)
