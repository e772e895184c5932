"""What a client in a browser reads and writes instead of a terminal: the pipe to the site.

It is Textual's driver for that, but a client whose site is gone ends: nobody would ever see it
again.
"""

from __future__ import annotations

from textual import messages
from textual.drivers.web_driver import WebDriver


class BrowserDriver(WebDriver):
    """Ends the client when the pipe has ended."""

    def run_input_thread(self) -> None:
        """Read until there is no more to come, and then leave."""
        super().run_input_thread()
        self._app.post_message(messages.ExitApp())
