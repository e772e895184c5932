"""``cardtui completion``: prints what a shell needs to complete commands and games.

In bash ``name=value`` are three words: loading this module is enough for them to be put together.
"""

from __future__ import annotations

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
)


@add_completion_class
class _Bash(BashComplete):
    """Puts the three words of ``name=value`` together again."""

    # The value goes on right behind the sign.
    source_template = BashComplete.source_template.replace(
        "    return 0\n", "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n    return 0\n"
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        args, incomplete = super().get_completion_args()
        self._before = ""
        if incomplete == "=":
            incomplete = ""
        elif args[-1:] == ["="]:
            args = args[:-1]
        else:
            return args, incomplete
        if args and not args[-1].startswith("-"):
            self._before = f"{args[-1]}="
            return args[:-1], self._before + incomplete
        return args, incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        item.value = item.value.removeprefix(self._before)
        return super().format_completion(item)


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
    from cardtui_client.commands.main import cli

    completion = get_completion_class(shell)
    assert completion is not None
    return completion(cli, {}, "cardtui", "_CARDTUI_COMPLETE").source()
