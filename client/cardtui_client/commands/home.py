"""Bare ``cardtui``: the home screen on a terminal, the help anywhere else."""

from __future__ import annotations

import sys

import click

from cardtui_client.commands.plain_option import wants_lines
from cardtui_client.commands.profile import load_settings


def open_home(ctx: click.Context) -> int:
    """Open the home screen, or print the help where it cannot be shown; return the exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty() and sys.stderr.isatty()):
        return _print_help(ctx)
    settings = load_settings()
    if wants_lines(settings, None):
        return _print_help(ctx)
    from cardtui_client.commands.front_end import open_screens
    from cardtui_client.tui.launch import AtHome

    return open_screens(settings, AtHome())


def _print_help(ctx: click.Context) -> int:
    click.echo(ctx.get_help())
    return 0
