"""All `POSITIONS` of games and states of tables at which tests press every key and button."""

from collections.abc import Callable

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_engine.actions import Action
from cardtui_server.wire.codec import codec_for
from tests.support import rummy_tables
from tests.support.brazilian_tables import SCENES as BRASILEIRO
from tests.support.paulista_tables import SCENES as PAULISTA
from tests.support.table_driver import ScriptedTable, cacho, truco


def answering() -> ScriptedTable:
    """A truco that you have to answer."""
    table = truco(setup={"dealer": 0})
    table.do(1, "truco")
    return table


def declaring() -> ScriptedTable:
    """An envido in which a seat declares its number."""
    table = truco(setup={"dealer": 0})
    table.do(1, "envido")
    table.do(0, "quiero")
    table.do(1, "declare", points=7)
    return table


def raised() -> ScriptedTable:
    """A third round in which one must answer a raise."""
    table = cacho(4)
    for seat, verb, chips in (
        (0, "bet", None),
        (1, "bet", None),
        (2, "pass", None),
        (3, "bet", None),
        (0, "bet", 2),
        (1, "raise", 5),
        (3, "call", None),
    ):
        table.do(seat, verb, **({} if chips is None else {"to": chips}))
    return table


def between() -> ScriptedTable:
    """A hand has ended."""
    table = truco()
    table.do(0, "truco")
    table.do(1, "no_quiero")
    return table


def over() -> ScriptedTable:
    """A match has ended."""
    table = truco(setup={"scores": [29, 22]})
    table.do(0, "truco")
    table.do(1, "no_quiero")
    return table


def waiting(*names: str, bots: tuple[int, ...] = (1,), viewer: int | None = 0) -> ScriptedTable:
    """A table at which no match is going on."""
    names = names or ("Ana", "Beto", "", "")
    return ScriptedTable("truco-argentino", len(names), names=names, bots=bots, viewer=viewer)


def closed() -> ScriptedTable:
    """A table that was closed."""
    table = waiting()
    table.table.state = tables_pb2.TABLE_STATE_CLOSED
    return table


def cut_once() -> ScriptedTable:
    """A pack that is cut once, or tapped."""
    table = ScriptedTable("truco-argentino", 2, {"dealer": 1, "hand": 2}, preset="fuente")
    table.deal()
    return table


def watched() -> ScriptedTable:
    """A table that one watches."""
    return truco(4, viewer=None)


_OWN = (truco, answering, declaring, raised, between, over, waiting, closed, cut_once, watched)

POSITIONS: dict[str, Callable[[], ScriptedTable]] = {
    **{each.__name__: each for each in _OWN},
    **{f"rummy {name}": made for name, made in rummy_tables.SCENES.items()},
    **{f"brasileiro {name}": made for name, made in BRASILEIRO.items()},
    **{f"paulista {name}": made for name, made in PAULISTA.items()},
}


SAID = "Hint: q, ¡Quiero! (for 2 points). You win about 62 of 100 such hands; 33 are enough."


def hinting() -> ScriptedTable:
    """A truco that you have to answer, and a strong bot would accept."""
    table = answering()
    table.hint = table_service_pb2.AdviseResponse(
        action=codec_for("truco-argentino").actions.write(Action("quiero")),
        reason=table_service_pb2.ADVICE_REASON_CHANCE,
        numbers=[0.62, 0.33],
        position=table.seq,
    )
    return table
