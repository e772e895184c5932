"""What chips are worth: the amount that a table says of one chip, so many times over, to the cent.

A table says it as people write it: ``R$ 0,25``, ``$1.50``, ``25 centavos``, ``$ 1.000``. The answer
is written the same way. What has no number, or several, is worth nothing that can be reckoned.
"""

from __future__ import annotations

import re
from typing import Final

_NUMBER: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_GROUP: Final = 3
"""The digits of a group, as in 1.000.000."""


def worth(chip: str, chips: int) -> str:
    """Return what so many chips are worth; ``""`` if nobody can say.

    >>> worth("R$ 0,25", 37), worth("$1.50", 3), worth("25 centavos", 4), worth("$ 1.000", 12)
    ('R$ 9,25', '$4.50', '100 centavos', '$ 12.000')
    >>> worth("a beer", 2), worth("", 2), worth("3 for R$ 1", 2)
    ('', '', '')

    Args:
        chip: what one is worth, as the table says it.
        chips: how many there are.
    """
    found = _NUMBER.findall(chip)
    if len(found) != 1:
        return ""
    (number,) = found
    whole, point, part = _parted(number)
    grouping = "".join(sign for sign in ".," if sign in whole)
    if len(grouping) > 1:
        return ""  # nobody writes a number so
    digits = str(int(re.sub("[.,]", "", whole) + part) * chips).zfill(len(part) + 1)
    end = len(digits) - len(part)
    units, cents = digits[:end], digits[end:]
    if grouping:
        units = f"{int(units):,}".replace(",", grouping)
    return chip.replace(number, units + point + cents)


def _parted(number: str) -> tuple[str, str, str]:
    """Return the units, the decimal sign and what follows it.

    A sign that stands before three digits parts thousands, unless only a 0 stands before it: no
    coin has three decimals. Where both signs stand, the last one is the decimal sign.
    """
    at = max(number.rfind("."), number.rfind(","))
    if at < 0:
        return number, "", ""
    units, sign, part = number[:at], number[at], number[at + 1 :]
    several = units.count(sign) > 0
    thousands = len(part) == _GROUP and units.lstrip("0") and not (set(".,") - {sign}) & set(units)
    return (number, "", "") if several or thousands else (units, sign, part)
