"""``cardtui results``: what this person has won and lost, as lines."""

from __future__ import annotations

import sys

import click

from cardtui_client.commands.profile import load_settings


@click.command(
    epilog="""\b
Examples:
  cardtui results
"""
)
def command() -> None:
    """Show what you have won and lost.

    Every match that you play to its end is counted, on any server. What is counted stays on this
    machine, in the data folder.
    """
    from cardtui_client.games.result_words import result_lines
    from cardtui_client.lines.terminal import write_lines
    from cardtui_client.settings.results import Results

    write_lines(sys.stdout, result_lines(Results(load_settings())))
