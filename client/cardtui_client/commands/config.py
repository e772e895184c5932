"""``cardtui config``: where the settings are, what they are, and changing them in your editor.
It also prints the limits of a server that you run, and the keys. What the settings are is in
`settings/values.py`.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cardtui_client.command_line.errors import Failed, reason
from cardtui_client.command_line.profile import load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.settings import Settings


@click.group(
    epilog="""\b
Examples:
  cardtui config path
  cardtui config show
  cardtui config set theme light
  cardtui config keys
  CARDTUI_NAME=Ana cardtui config show
"""
)
def command() -> None:
    """Show or change the settings.

    A flag beats a CARDTUI_* variable, which beats the file, which beats the default.
    """


@command.command()
def path() -> None:
    """Print where the settings file is (or would be)."""
    click.echo(_config_file())


@command.command()
def show() -> None:
    """Print every setting, and where it comes from."""
    from cardtui_client.settings import SETTING_NAMES
    from cardtui_client.settings.config_file import parsed, text_of

    settings = load_settings()
    file = settings.path
    in_file = parsed(file, text_of(file) or "") if file is not None else {}
    for name in SETTING_NAMES:
        variable = f"CARDTUI_{name.upper()}"
        source = (
            variable
            if variable in os.environ
            else str(settings.path)
            if name in in_file
            else "default"
        )
        value = json.dumps(getattr(settings, name), ensure_ascii=False)
        click.echo(f"{name} = {value}".ljust(32) + f"  # {source}{_why(name, settings)}")
    if settings.limits:
        click.echo("\n[limits]")
        for limit, number in settings.limits.items():
            click.echo(f"{json.dumps(limit)} = {json.dumps(number)}")
    for _where, evening in settings.evenings:
        click.echo("\n[[evening]]")
        for each, given in evening.items():
            click.echo(f"{json.dumps(each)} = {json.dumps(given, default=str, ensure_ascii=False)}")


@command.command("set")
@click.argument("name")
@click.argument("value")
def change(*, name: str, value: str) -> None:
    """Change a setting in the file. All of them: cardtui config show."""
    from cardtui_client.settings import BadSettings, write_settings
    from cardtui_client.settings.config_file import take_text

    settings, file = load_settings(), _config_file()
    try:
        take_text(settings, name, value)
        write_settings(settings)
    except BadSettings as error:
        raise Failed(str(error), USAGE) from None
    except OSError as error:
        raise _unwritten(file, error) from None
    click.echo(f"{name} = {json.dumps(getattr(settings, name), ensure_ascii=False)}  # {file}")


def _unwritten(file: Path, error: OSError) -> Failed:
    sentence = _(
        "{path} cannot be written ({error}); choose another file with --config.",
        path=file,
        error=reason(error),
    )
    return Failed(sentence, FAILED)


def _why(name: str, settings: Settings) -> str:
    """Return what a setting that chooses by itself has come to, where that is not the usual."""
    if name == "card_style" and settings.card_style == "auto" and settings.letters_alone:
        return "; " + _("ASCII, because this terminal’s locale is not UTF-8.")
    return ""


@command.command()
def limits() -> None:
    """Print every limit of a server that you run, and what it counts.

    Change them in the settings file, under [limits], or with cardtui host --limit.
    """
    from cardtui_client.hosting.opening import chosen_limits
    from cardtui_server.limits import MEANINGS, PROFILES, shown

    settings = load_settings()
    chosen, plain = chosen_limits(settings), PROFILES[settings.profile]
    for name, meaning in MEANINGS.items():
        value = shown(name, chosen)
        source = settings.path if name in settings.limits else settings.profile
        if shown(name, plain) == value:
            source = settings.profile
        line = f"{name} = {value if value.isdigit() else json.dumps(value)}"
        click.echo(f"{line.ljust(28)}  # {_(meaning)} ({source})")


@command.command()
def keys() -> None:
    """Print where your own keys are kept, and every key by the name of what it does.

    What is printed is a keymap file: keep the lines that you change.
    """
    from cardtui_client.settings import BadSettings
    from cardtui_client.settings.config_file import keymap_path
    from cardtui_client.tui.own_keys import check_keymap, usual_keys
    from cardtui_client.tui.table.keymap import KEYMAP

    settings = load_settings()
    try:
        own = {} if settings.path is None else check_keymap(settings.path)
    except BadSettings as error:
        raise Failed(str(error), USAGE) from None
    if settings.path is not None:
        click.echo(f"# {keymap_path(settings.path)}")
    for name, usual in usual_keys().items():
        line = f"{json.dumps(name)} = {json.dumps(own[name].key if name in own else usual)}"
        entry = KEYMAP.get(name)
        click.echo(f"{line.ljust(40)}# {_(entry.words)}" if entry is not None else line)


def _config_file() -> Path:
    """Return where the settings file is, or would be.

    Raises:
        Failed: it can be nowhere.
    """
    from cardtui_client.settings import config_path, no_config

    file = config_path(os.environ)
    if file is None:
        raise Failed(no_config(), USAGE)
    return file


@command.command()
def edit() -> None:
    """Open the settings file in your editor ($VISUAL or $EDITOR).

    If there is none yet, one that explains every setting is offered.
    """
    file = _config_file()
    if not sys.stdin.isatty():
        raise Failed(_("There is no terminal to edit in. The file is {file}.", file=file), USAGE)
    _check_editor()
    try:
        if file.exists():
            click.edit(filename=str(file))
        elif not _create(file):
            click.echo(_("Nothing was changed, so there is no file."))
            return
    except click.ClickException as error:
        raise Failed(error.message, FAILED) from None
    except OSError as error:
        raise _unwritten(file, error) from None
    load_settings()


def _check_editor() -> None:
    """Refuse a variable that names no editor, in words that say which it is.

    Raises:
        Failed: it has an open quote, or nothing but blanks.
    """
    name = next((each for each in ("VISUAL", "EDITOR") if os.environ.get(each)), None)
    try:
        named = name is None or bool(shlex.split(os.environ[name]))
    except ValueError:
        named = False
    if not named:
        sentence = _(
            "{variable} names no editor: “{value}”.", variable=name, value=os.environ[str(name)]
        )
        raise Failed(sentence, USAGE)


def _create(file: Path) -> bool:
    """Let a file be made from the template; return whether anything was changed in it."""
    from cardtui_client.files import write_atomically
    from cardtui_client.settings.config_file import template

    offered = template()
    text = click.edit(offered, extension=".toml")
    if text is None or text == offered:
        return False
    write_atomically(file, text)
    return True
