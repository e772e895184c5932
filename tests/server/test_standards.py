"""What tools expect of any service: errors in Google's model, and what a server is."""

from pathlib import Path

import grpc
import pytest
from google.rpc import error_details_pb2  # type: ignore[import-untyped] # it ships no types

from cardtui.v1 import session_service_pb2, table_service_pb2
from cardtui_server.settings import Settings
from tests.support.calling import SWIFT, Caller, details, running


async def test_an_error_tells_tools_its_reason_and_people_its_sentence() -> None:
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await ana.call(ana.tables.GetView, table_service_pb2.GetViewRequest(table="nowhere"))
        info, message = error_details_pb2.ErrorInfo(), error_details_pb2.LocalizedMessage()
        unpacked = [each.Unpack(info) or each.Unpack(message) for each in details(error.value)]
        assert unpacked.count(True) == 2
        assert (info.reason, info.domain) == ("UNKNOWN_TABLE", "cardtui")
        assert info.metadata["table"] == "nowhere"
        assert (message.locale, message.message) == ("en", error.value.details())
        await ana.close()


@pytest.mark.parametrize("durable", [True, False])
async def test_a_server_says_which_protocol_it_speaks_and_what_it_keeps(
    durable: bool, tmp_path: Path
) -> None:
    kept = Settings(port=0, data=tmp_path, note=False, limits=SWIFT.limits)
    async with running(kept if durable else SWIFT) as server:
        ana = Caller(server.address)
        request = session_service_pb2.GetServerRequest()
        found = await ana.call(ana.sessions.GetServer, request)
        assert found.protocol_revision == 1
        assert list(found.capabilities) == (
            [session_service_pb2.CAPABILITY_DURABLE] if durable else []
        )
        await ana.close()
