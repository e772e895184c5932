"""What click itself says to people: messages for our catalogues, where its gettext finds them."""

from __future__ import annotations

from typing import Final

from cardtui_client.i18n import mark, mark_n

WORDS: Final = (
    mark("Usage:"),
    mark("Options"),
    mark("Positional arguments"),
    mark("Commands"),
    mark("default: {default}"),
    mark("required"),
    mark("(dynamic)"),
    mark("Show this message and exit."),
    mark("Try '{command} {option}' for help."),
    mark("Error: {message}"),
    mark("Missing command."),
    mark("Missing argument"),
    mark("Missing option"),
    mark("Missing parameter"),
    mark("Choose from:\n\t{choices}"),
    mark("No such option {name!r}."),
    mark("No such option: {name}"),  # before click 8.4
    mark("No such command {name!r}."),
    mark("Invalid value: {message}"),
    mark("Invalid value for {param_hint}: {message}"),
    mark("Option {name!r} does not take a value."),
    mark("{value!r} is not a valid {number_type}."),
    mark("{value} is not in the range {range}."),
    mark_n("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    mark_n("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    mark_n("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    mark_n("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
)
