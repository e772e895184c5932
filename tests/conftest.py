"""What holds for every test: the same examples in each run (how many `make chance` tries:
`max_examples`), a silent gRPC, garbage collected only between tests. Which folders are slow:
`SLOW`.
"""

import asyncio
import gc
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import settings
from hypothesis.internal.constants_ast import Constants

# gRPC reads it once per process, with its first channel; a test that runs a command in its own
# process must not depend on which tests ran there before.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

# What is drawn follows from what the terminal shows, and that from its locale.
for name in ("LC_ALL", "LC_CTYPE", "PYTHONIOENCODING"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"

# What the person has chosen who runs the tests is no part of them.
for name in [each for each in os.environ if each.startswith("CARDTUI_")]:
    if name not in ("CARDTUI_EXAMPLES", "CARDTUI_MUST_HAVE", "CARDTUI_PURE"):
        del os.environ[name]

# A server at the usual port of this machine is no part of a test.
os.environ["CARDTUI_PORT"] = "0"

# What the client keeps for a person is kept nowhere by a test that does not say where.
_KEPT = tempfile.TemporaryDirectory(prefix="cardtui-tests-")
os.environ["XDG_CONFIG_HOME"] = _KEPT.name
os.environ["XDG_DATA_HOME"] = _KEPT.name

# Under nohup, or in the background of a script, programs that the tests start would ignore these
# until they hear them themselves; in a person's terminal they do not.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)

# A test says the same of the same code each time, whatever else its worker has imported: examples
# are made of no constants of ours. `make chance` looks for what nobody tried yet.
if "CARDTUI_EXAMPLES" not in os.environ:
    vars(sys.modules["hypothesis.internal.conjecture.providers"])["_get_local_constants"] = (
        Constants
    )
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("chance", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("CARDTUI_EXAMPLES", "same"))

TESTS = Path(__file__).parent
_WORTH_TELLING = 0.005
"""From how many seconds on pytest lists what took longest."""

SLOW = {"e2e", "fingers", "research", "screens", "ssh", "surroundings", "web"}
"""The folders whose tests run whole programs or draw whole screens."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read nothing of the folders that are slow where nothing slow is wanted."""
    quick = "not slow" in config.option.markexpr
    return (quick and collection_path.parent == TESTS and collection_path.name in SLOW) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as slow what is in the folders of such tests: markers are chosen among after this.

    Workers take files of all folders in turn: while some wait for programs, others compute. Of
    proofs each worker begins with long ones.
    """
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in SLOW:
            item.add_marker(pytest.mark.slow)
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: crc32(item.path.relative_to(TESTS).as_posix().encode()))
        if config.option.markexpr == "proof":
            _begin_with_long_ones(items, vars(config)["workerinput"]["workercount"])


def _begin_with_long_ones(items: list[pytest.Item], workers: int) -> None:
    """Deal out the proofs, a pile for each worker, the smaller piles first, as xdist cuts them.

    A file of few proofs has long ones. Who has done a pile takes from the ends of the others.
    """
    proofs = [item for item in items if item.get_closest_marker("proof")]
    beside = Counter(item.path for item in proofs)
    proofs.sort(key=lambda item: beside[item.path])
    piles = [proofs[first::workers] for first in reversed(range(workers))]
    items[:] = [item for pile in piles for item in pile]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let workers say nothing of beginnings, nor of setups and teardowns that went well at once.

    Of each test six messages were written, sent and read, of which three are looked at.
    """
    for worker in session.config.pluginmanager.get_plugins():
        if hasattr(worker, "sendevent"):
            worker.sendevent = partial(_send, worker.sendevent)


def _send(send: Any, name: str, **told: Any) -> None:
    report: dict[str, Any] = told["data"] if name == "testreport" else {"when": name}
    if report["when"] != "logstart" and (
        report["when"] not in ("setup", "teardown")
        or report["outcome"] != "passed"
        or report["duration"] > _WORTH_TELLING
    ):
        send(name, **told)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let no test find what another one has kept."""
    os.environ["XDG_DATA_HOME"] = f"{_KEPT.name}/{abs(hash(item.nodeid))}"


def _kept_soon(fd: Any) -> None:
    """Let what is written come to the disk when it comes: no power is cut in this process."""


os.fsync = _kept_soon

# Nothing that is collected goes: a search for garbage would find nothing.
gc.disable()


_NEVER = (1 << 31) - 1
_MUCH = 500_000
"""Objects, of some hundred bytes each; what all tests of a worker leave is seldom as many."""


def pytest_runtest_logfinish() -> None:
    """Look for garbage between tests, and only where there is much: it took a tenth of all time."""
    if gc.get_count()[0] > _MUCH:
        gc.collect()


def pytest_collection_finish() -> None:
    """Leave what was imported out of every search for garbage: that took a seventh of all time."""
    _hash_passwords_at_once()
    _read_styles_once()
    _look_up_once()
    _wait_no_longer_than_there_is_work()
    _draw_what_is_looked_at()
    gc.freeze()
    gc.set_threshold(_NEVER, _NEVER, _NEVER)
    gc.enable()


def pytest_unconfigure() -> None:
    """Let the process end at once: to look through all it holds took two seconds of each worker."""
    gc.disable()
    gc.freeze()


@pytest.fixture(scope="module")
def lying() -> Iterator[Any]:
    """A server that lies where a test says so."""
    from tests.support.lying_server import LyingServer

    server = LyingServer()
    yield server
    server.stop()


def _hash_passwords_at_once() -> None:
    """Let a password of this process cost no quarter of a second, which only guesses should."""
    from cardtui_server.lobby.password import Password

    Password.of.__func__.__defaults__ = (16,)  # type: ignore[attr-defined] # a class method


def _read_styles_once() -> None:
    """Let every app of a process share the style rules that it reads: a seventh of its start.

    Apps only look at rules. What is read depends on the text, where it stands and the colours.
    """
    module = sys.modules.get("textual.css.stylesheet")
    if module is None:
        return
    read = module.Stylesheet._parse_rules
    known: dict[object, list[Any]] = {}

    def parse(styles: Any, *text: Any, **how: Any) -> list[Any]:
        variables, frozen = vars(styles).get("frozen", (None, None))
        if variables is not styles._variables:
            frozen = frozenset(styles._variables.items())
            vars(styles)["frozen"] = (styles._variables, frozen)
        key = (text, *how.values(), frozen)
        if key not in known:
            known[key] = read(styles, *text, **how)
        return known[key]

    module.Stylesheet._parse_rules = parse


def _look_up_once() -> None:
    """Let Textual find out once which handlers a class has, and how much a function takes.

    It does so for each message and each callback, which was a twentieth of the time of screens.
    """
    pumps: Any = sys.modules.get("textual.message_pump")
    if pumps is None:
        return
    callbacks: Any = sys.modules["textual._callback"]
    look_up, count = pumps.MessagePump._get_dispatch_methods, callbacks._count_parameters
    counts: dict[object, int] = {}

    @cache
    def handlers(pump: type, message: type, name: str) -> list[tuple[type, Any]] | None:
        """Return the handlers in their order; ``None`` where some ask more than the class."""
        of = [(each, vars(each)) for each in pump.__mro__]
        asking = {kind for _, has in of for kind in has.get("_decorated_handlers") or ()}
        if not asking.isdisjoint(message.__mro__):
            return None
        found = [(each, has.get(f"_{name}") or has.get(name)) for each, has in of]
        return [each for each in found if each[1] and not hasattr(each[1], "_textual_on")]

    def known(pump: Any, name: str, message: Any) -> Iterator[tuple[type, Any]]:
        found = handlers(pump.__class__, message.__class__, name)
        if found is None:
            yield from look_up(pump, name, message)
            return
        for each, method in found:
            if message._no_default_action:
                return
            yield each, method.__get__(pump, each)

    def counted(function: Any) -> int:
        code = getattr(function, "__code__", None)
        if code is None or hasattr(function, "__wrapped__"):
            return int(count(function))
        key = code, hasattr(function, "__self__")
        if key not in counts:
            counts[key] = count(function)
        return counts[key]

    pumps.MessagePump._get_dispatch_methods = known
    callbacks._count_parameters = counted
    # The same as before, but not in Python.
    vars(sys.modules["textual.css.model"])["RuleSet"].__hash__ = object.__hash__


def _wait_no_longer_than_there_is_work() -> None:
    """Let pilots go on once an app's loop has nothing to do: half of all time was spent waiting.

    Textual waits for a fiftieth of a second in which the process has used no processor, twice for
    each key. A picture is drawn here as much sooner.
    """
    if "textual.pilot" not in sys.modules:
        return

    async def wait_for_idle(*_seconds: float) -> None:
        loop: Any = asyncio.get_running_loop()
        for _ in range(200):
            await asyncio.sleep(0.005)
            if not loop._ready:
                return

    vars(sys.modules["textual.screen"])["UPDATE_PERIOD"] = 1 / 240
    for name in ("textual.app", "textual.pilot"):
        vars(sys.modules[name])["wait_for_idle"] = wait_for_idle


def _draw_what_is_looked_at() -> None:
    """Let an app without a terminal draw once a test looks: it would throw each frame away.

    Our own painting is done for each frame. By night all of every frame is drawn
    (`CARDTUI_MUST_HAVE=frames`), and on terminals always.
    """
    if "textual.screen" not in sys.modules or "frames" in os.environ.get("CARDTUI_MUST_HAVE", ""):
        return
    from textual._compositor import Compositor
    from textual._context import active_app, visible_screen_stack

    from cardtui_client.tui.widgets.painted import Painted

    draw = Compositor.render_update

    def render_update(self: Compositor, full: bool = False, **how: Any) -> Any:
        if full or not active_app.get().is_headless:
            return draw(self, full, **how)
        visible_screen_stack.set(how["screen_stack"])
        self._dirty_regions.clear()
        for widget in self.visible_widgets:
            if isinstance(widget, Painted):
                widget.render_line(0)
        return None

    vars(sys.modules["textual._compositor"])["Compositor"].render_update = render_update
