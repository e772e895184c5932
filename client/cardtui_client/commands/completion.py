"""``cardtui completion``: prints what a shell needs to complete commands and games."""

from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import get_completion_class


@click.command(
    epilog="""\b
Examples:
  cardtui completion bash > ~/.local/share/bash-completion/completions/cardtui
  cardtui completion zsh > ~/.zfunc/_cardtui
  cardtui completion fish > ~/.config/fish/completions/cardtui.fish
"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of SHELL."""
    click.echo(script(shell))


def script(shell: str) -> str:
    """Return what that shell needs to complete our words."""
    import_module("cardtui_client.commands.bash_completion")
    from cardtui_client.commands.main import cli

    completion = get_completion_class(shell)
    assert completion is not None
    return completion(cli, {}, "cardtui", "_CARDTUI_COMPLETE").source()
