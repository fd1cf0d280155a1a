"""Waiting for what another process or thread does: for its sign, never for a time.

The limit only ends a run that hangs; no test is judged by it.
"""

import time
from collections.abc import Callable

HANGS = 600.0  # seconds


def until(true: Callable[[], object], what: str) -> None:
    """Return as soon as `true()` says so."""
    end = time.monotonic() + HANGS
    while not true():
        if time.monotonic() > end:
            raise RuntimeError(f"waited in vain: {what}")
        time.sleep(0.02)
