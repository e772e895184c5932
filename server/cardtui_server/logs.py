"""Where the server tells what goes wrong: one JSON line for each, never a function's variables."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog


def printed() -> Any:
    """Return a logger to standard error, of what a host should look at and that it is over."""
    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
    )


def unprinted() -> Any:
    """Return a logger that leaves it to Python's own ``cardtui.server`` where the lines go."""
    return structlog.wrap_logger(
        logging.getLogger("cardtui.server"),
        processors=[structlog.processors.format_exc_info, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
    )
