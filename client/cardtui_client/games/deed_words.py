"""What somebody has done, in a word or two: as it is said of another, and to oneself.

English says both alike; other languages do not. What is called out at the table is quoted
instead (`Verb.call`), and is the same of everybody.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.i18n import mark_p, p_


class DeedWords(NamedTuple):
    """The words of one deed.

    Attributes:
        other: of another: a message of the catalogues, in the context ``deed``.
        own: to oneself: the same in the context ``deed of one's own``.
    """

    other: str
    own: str

    def words(self, *, own: bool) -> str:
        """Return the words in the reader's language."""
        return p_("deed of one's own", self.own) if own else p_("deed", self.other)


CHECKED: Final = DeedWords(mark_p("deed", "checked"), mark_p("deed of one's own", "checked"))
DREW: Final = DeedWords(mark_p("deed", "drew"), mark_p("deed of one's own", "drew"))
GOT: Final = DeedWords(mark_p("deed", "got"), mark_p("deed of one's own", "got"))
SHOWED: Final = DeedWords(mark_p("deed", "showed"), mark_p("deed of one's own", "showed"))
TURNED_UP: Final = DeedWords(mark_p("deed", "turned up"), mark_p("deed of one's own", "turned up"))
TOOK: Final = DeedWords(mark_p("deed", "took"), mark_p("deed of one's own", "took"))
