"""``cardtui conform``: runs rule scenarios against the engine, one line each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from cardtui_client.command_line.errors import Failed, reason, unreadable
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.files import read_given
from cardtui_client.i18n import _

_MOST_CELLS = 2000


@click.command(
    epilog="""\b
Examples:
  cardtui conform tests/conformance
  cardtui conform one.json tests/conformance/cacho

Exits 0 only if every scenario holds, and 2 if a path has none.
"""
)
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
def command(paths: tuple[Path, ...]) -> int:
    """Check the engine against the rule scenarios at PATH.

    A file holds one scenario or a list; folders are searched for *.json.
    """
    held = failed = 0
    for file in [file for path in paths for file in _files(path)]:
        for name, why in _results(file):
            if why is None:
                held += 1
                click.echo(f"{click.style('ok', fg='green')}    {_clean(name)}")
            else:
                failed += 1
                click.echo(f"{click.style('FAIL', fg='red')}  {_clean(name)}: {_clean(why)}")
    click.echo(f"{held} hold, {failed} fail", err=True)
    return FAILED if failed else 0


def _files(path: Path) -> list[Path]:
    try:
        if path.is_dir():
            files = sorted(path.rglob("*.json"))
            if not files:
                raise Failed(_("{path} has no *.json files.", path=path), USAGE)
            return files
        if path.exists():
            return [path]
    except OSError as error:
        raise unreadable(path, error) from None
    raise Failed(_("{path} does not exist.", path=path), USAGE)


def _results(file: Path) -> Iterator[tuple[str, str | None]]:
    """Run a file's scenarios; yield each one's id and what does not hold, if anything."""
    from cardtui_engine.library.scenarios.parse import ScenarioError, parse
    from cardtui_engine.library.scenarios.run import run

    try:
        scenarios = parse(read_given(file).decode("utf-8-sig"))
    except ScenarioError as error:
        yield str(file), f"{error.place}: {error.reason}"
        return
    except UnicodeDecodeError as error:
        yield str(file), f"byte {error.start}: this is not UTF-8 text"
        return
    except OSError as error:
        yield str(file), f"it cannot be read: {reason(error)}"
        return
    for scenario in scenarios:
        try:
            failure = run(scenario)
        except ScenarioError as error:
            yield str(file), f"{error.place}: {error.reason}"
            continue
        if failure is None:
            yield scenario.id, None
        else:
            yield scenario.id, f"step {failure.step}: {failure.reason} ({file})"


def _clean(text: str) -> str:
    """Keep the control characters of a scenario file out of the terminal."""
    from cardtui_client.text import safe_text

    return safe_text(text, _MOST_CELLS)
