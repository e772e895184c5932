"""Makes the tables of the bots again, with one command, and says whether they are the same.

`make tables` writes both, the envido of Truco argentino and all of Cacho, beside the modules of
`TABLE_READERS` that read them; `ARGS=--compare` writes nothing, and fails if one differs. There is
no chance in them. Sums in floating point depend on the order in which a processor adds: `make` sets
numpy to one thread, and to instructions that x86-64 processors have had for ten years.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Final

from cardtui_engine.games.cacho.bot import solved as cacho
from cardtui_engine.games.truco_argentino.bot import solved as envido
from tools import solve_truco_argentino
from tools.cacho import table
from tools.written import write

TABLE_READERS: Final[Mapping[Callable[[], bytes], ModuleType]] = {
    solve_truco_argentino.table: envido,
    table.table: cacho,
}
"""By what makes a table, the module that reads it."""


def main() -> int:
    """Make them, each in a process; return 1 if they are only compared, and one differs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--compare", action="store_true", help="write nothing; fail if one differs")
    compare, differs = parser.parse_args().compare, False
    with ProcessPoolExecutor(len(TABLE_READERS)) as pool:
        making = {pool.submit(make): reader for make, reader in TABLE_READERS.items()}
        for future, reader in making.items():
            data = future.result()
            digest = sha256(data).hexdigest()
            differs |= digest != reader.SHA256
            found = "the same" if digest == reader.SHA256 else "another"
            print(f"{reader.__name__}: {digest}, {found}", flush=True)
            if not compare:
                write(data, Path(str(reader.__file__)).with_name("solved.py"))
    return int(compare and differs)


if __name__ == "__main__":
    sys.exit(main())
