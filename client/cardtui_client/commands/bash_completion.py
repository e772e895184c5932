"""Completion in bash, which takes ``name=value`` for three words and completes the last alone.

Importing this module is enough: click then uses it for bash.
"""

from __future__ import annotations

from click.shell_completion import BashComplete, CompletionItem, add_completion_class


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
