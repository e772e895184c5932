"""A style sheet that is read again only when its variables have changed.

Textual reads the whole style anew whenever a theme is set, also at the start, where it has just
been read with the colours of that theme. That was a tenth of the time to the first frame.
"""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet


class PatientStylesheet(Stylesheet):
    """Forgets what it has read only when the variables are others."""

    def __init__(self, *, variables: dict[str, str]) -> None:
        """Begin with the variables of the theme that is worn from the start."""
        super().__init__(variables=variables)
        self._known = dict(variables)
        self._stale = False

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take over variables; the rules are read again if they are others than before."""
        if variables != self._known:
            super().set_variables(variables)
            self._known = dict(variables)
            self._stale = True

    def reparse(self) -> None:
        """Read the rules again, if anything has changed; what was added is read when it is used."""
        if self._stale:
            super().reparse()
            self._stale = False
