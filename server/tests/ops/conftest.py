"""A small platform that is archived, and an empty one that is restored."""

import hashlib
import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from tejian.ops import postgres
from tejian.settings import Settings

CONTENT = hashlib.sha256(b"report").hexdigest()
KEYS = json.dumps({"active": "1", "keys": {"1": "ab" * 32}, "blind": "cd" * 32})


@pytest.fixture
def source(tmp_path: Path) -> Iterator[Settings]:
    settings = Settings(data=str(tmp_path / "source"))
    postgres.ensure_running(settings.data_dir)
    with psycopg.connect(postgres.urls(settings.data_dir).owner) as db:
        db.execute("create table thing (name text)")
    path = settings.data_dir / "files" / CONTENT[:2] / CONTENT[2:4] / CONTENT
    path.parent.mkdir(parents=True)
    path.write_bytes(b"report")
    settings.secret()
    settings.keys_file.write_text(KEYS)
    yield settings
    postgres.remove(settings.data_dir)


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Settings]:
    settings = Settings(data=str(tmp_path / "target"))
    yield settings
    postgres.remove(settings.data_dir)


def add(settings: Settings, name: str) -> datetime:
    """A committed row, and a moment between it and the next."""
    with psycopg.connect(postgres.urls(settings.data_dir).owner) as db:
        db.execute("insert into thing values (%s)", [name])
    time.sleep(0.05)
    now = datetime.now(UTC)
    time.sleep(0.05)
    return now


def names(settings: Settings) -> list[str]:
    with postgres.running(settings.data_dir) as at, psycopg.connect(at.owner) as db:
        return [row[0] for row in db.execute("select name from thing order by name")]
