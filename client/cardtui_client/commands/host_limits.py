"""What a server that one runs allows: from the flags of ``cardtui host``, or else the settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.option_stack import with_options
from cardtui_client.exit_codes import USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.settings import Settings
    from cardtui_server.failures import StartError
    from cardtui_server.limits import Limits
    from cardtui_server.rpc.addresses import AddressRules


def _names(
    _ctx: click.Context, _param: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    from cardtui_server.limits import MEANINGS

    return [
        CompletionItem(f"{name}=", help=_(meaning))
        for name, meaning in MEANINGS.items()
        if name.startswith(incomplete)
    ]


_OPTIONS: Final = (
    click.option(
        "--profile",
        type=click.Choice(("home", "club", "open")),
        help="The limits: for a home, for a club, or none for programs.",
    ),
    click.option(
        "--limit",
        "limits",
        multiple=True,
        metavar="NAME=NUMBER",
        shell_complete=_names,
        help="Set one of them (cardtui config limits lists them); may be repeated.",
    ),
    click.option(
        "--allow",
        multiple=True,
        metavar="NETWORK",
        help="Take calls only from there, as from 10.0.0.0/8; may be repeated.",
    ),
    click.option(
        "--deny", multiple=True, metavar="NETWORK", help="Take none from there; may be repeated."
    ),
    click.option(
        "--proxy",
        "proxies",
        multiple=True,
        metavar="NETWORK",
        help="Believe this proxy when it says where a call comes from; may be repeated.",
    ),
)


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the flags that say what its server allows."""
    return with_options(command, *_OPTIONS)


def chosen_limits(
    settings: Settings, profile: str | None = None, limits: Sequence[str] = ()
) -> Limits:
    """Return the limits of a server.

    Args:
        settings: say what no flag says.
        profile: of the flag, if it was given.
        limits: of the flags, as ``NAME=NUMBER``.

    Raises:
        Failed: one of them is no limit, or does not take that value.
    """
    from cardtui_server.failures import StartError
    from cardtui_server.limits import PROFILES

    named: dict[str, str] = {}
    for each in limits:
        name, equals, value = each.partition("=")
        if not equals:
            raise Failed(_("--limit takes NAME=NUMBER, such as tables=50."), USAGE)
        named[name.strip()] = value
    try:
        # A profile that was asked for by a flag does not mix with the file's own numbers.
        base = PROFILES[profile or settings.profile]
        if profile is None:
            base = base.changed(settings.limits, str(settings.path))
        return base.changed(named, "--limit")
    except StartError as error:
        raise _failed(error) from None


def chosen_rules(
    settings: Settings,
    allow: Sequence[str] = (),
    deny: Sequence[str] = (),
    proxies: Sequence[str] = (),
) -> AddressRules:
    """Return which addresses may call a server; each flag beats its setting.

    Raises:
        Failed: something is no network.
    """
    from cardtui_server.failures import StartError
    from cardtui_server.rpc.addresses import AddressRules, read_networks

    def read(flag: str, given: Sequence[str], kept: str, setting: str) -> Any:
        if given:
            return read_networks(" ".join(given), flag)
        return read_networks(kept, f"{settings.path}, {setting}")

    try:
        return AddressRules(
            read("--allow", allow, settings.allow, "allow"),
            read("--deny", deny, settings.deny, "deny"),
            read("--proxy", proxies, settings.proxies, "proxies"),
        )
    except StartError as error:
        raise _failed(error) from None


def _failed(error: StartError) -> Failed:
    return Failed(_(error.template, **error.arguments), USAGE)
