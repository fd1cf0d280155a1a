"""The demo city of a check, kept as a backup under what makes it: the product, its packages, the day and the draw.

It lies in a cache folder outside the project (`$XDG_CACHE_HOME/tejian` or `~/.cache/tejian`); anything that changes
the digest makes a new one, and the two newest stay.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

SERVER = Path(__file__).resolve().parents[1]
MADE_OF = ("tejian", "templates", "migrations", "requirements.lock")
BESIDE = "seal"  # the certificates of the demonstration seal are no part of a backup
NEWEST = 2


def find() -> Path | None:
    """The folder of the city that this tree makes today, if it is there."""
    folder = _folder()
    return folder if (folder / "whole").exists() else None


def keep(data: Path) -> None:
    """Back up a city that is whole, unless it is kept; a full disk is no fault of the product."""
    folder = _folder()
    if folder.exists():
        return
    folder.mkdir(parents=True)
    try:
        _cli("backup", folder / "city.tar", "--data", data)
        shutil.copytree(data / BESIDE, folder / BESIDE)
        (folder / "whole").touch()
    except (OSError, subprocess.CalledProcessError):
        shutil.rmtree(folder, ignore_errors=True)
    for old in sorted(folder.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-NEWEST]:
        shutil.rmtree(old, ignore_errors=True)


def bring(kept: Path, data: Path) -> None:
    """Put a kept city into an empty data folder."""
    _cli("restore", kept / "city.tar", "--data", data)
    shutil.copytree(kept / BESIDE, data / BESIDE)


def _cli(*words: object) -> None:
    command = [sys.executable, "-m", "tejian.cli", *map(str, words)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(SERVER)})


def _folder() -> Path:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "tejian" / f"city-{_digest()}"


def _digest() -> str:
    day = datetime.now(ZoneInfo("Asia/Shanghai")).date()
    told = hashlib.sha256(f"{day} {sys.version} {os.environ.get('TEJIAN_DEMO_SEED', '')}".encode())
    for one in MADE_OF:
        path = SERVER / one
        files = (
            sorted(p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
            if path.is_dir()
            else [path]
        )
        for file in files:
            told.update(f"{file.relative_to(SERVER)} ".encode() + hashlib.sha256(file.read_bytes()).digest())
    return told.hexdigest()[:24]
