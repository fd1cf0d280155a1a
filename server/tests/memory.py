"""Databases of tests lie in memory where there is room for them: they are made, copied and deleted by the hundred."""

import os
import shutil
from pathlib import Path

import psutil

MEMORY = Path("/dev/shm")
NEEDED = 8 << 30  # bytes: the databases of a whole run take about three gigabytes


def use() -> None:
    """Tell every process of this run that its clusters belong into memory; without room they lie where they do."""
    if os.geteuid() != 0 or os.environ.get("TEJIAN_CLUSTERS") or not MEMORY.is_dir():
        return
    if min(shutil.disk_usage(MEMORY).free, psutil.virtual_memory().available) > NEEDED:
        os.environ["TEJIAN_CLUSTERS"] = str(MEMORY / "tejian")
