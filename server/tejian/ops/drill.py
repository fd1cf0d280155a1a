"""The drill: restores the newest backup beside the running system and shows that everything is in it.

Nothing of the running system is touched but for one line, that a drill was made and how it went.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tejian import settings as settings_module
from tejian.settings import Settings, write_private

from . import backup, connected, database, operations, postgres

LAST = "last-backup"  # in the data folder: where the newest backup lies


@dataclass
class Report:
    """What was done, how long it took, and what is wrong."""

    lines: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[Callable[[str], None]]:
        began, said = time.monotonic(), list[str]()
        yield said.append
        self.lines.append(f"{name}：{'；'.join(said) or '完成'}（{time.monotonic() - began:.1f} 秒）")

    def text(self) -> str:
        verdict = f"发现 {len(self.faults)} 处问题 / faults found" if self.faults else "全部通过 / all sound"
        return "\n".join([*self.lines, *(f"  问题：{fault}" for fault in self.faults), verdict])


def drill(settings: Settings, source: Path | None, journey: bool) -> tuple[str, bool]:
    """The report in words, and whether everything was there."""
    report = Report()
    began = time.monotonic()
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".drill-", dir=settings.data_dir) as folder:
        file = source or newest(settings)
        if file is None:
            with report.step("备份") as tell:
                file = Path(folder) / "now.tar"
                tell(backup.backup(settings, file))
        beside = Settings(data=str(Path(folder) / "restored"), heads=str(settings.heads_dir), demo=False)
        try:
            _all(beside, file, settings.keys_file, report, journey)
        except (RuntimeError, OSError, psycopg.Error) as wrong:
            report.faults.append(f"{type(wrong).__name__}: {wrong}")
        finally:
            postgres.remove(beside.data_dir)
    report.lines.append(f"共 {time.monotonic() - began:.0f} 秒")
    _keep(settings, report)
    return report.text(), not report.faults


def newest(settings: Settings) -> Path | None:
    """The backup that was made last, if it is still where it was written."""
    note = settings.data_dir / LAST
    path = Path(note.read_text().strip()) if note.exists() else None
    return path if path is not None and path.exists() else None


def _all(beside: Settings, file: Path, keys: Path, report: Report, journey: bool) -> None:
    with report.step("恢复") as tell:
        manifest = backup.manifest_of(file)
        tell(f"{file.name}，{manifest['made']} 的备份，{len(manifest['members'])} 个成员，大小与摘要逐一核对")
        backup.restore(beside, file, backup.keys_beside(file), keys)
    with connected.to_database(beside) as reachable:
        with psycopg.connect(reachable.owner_url) as db:
            with report.step("行数") as tell:
                counts = _counts(db)
                tell("，".join(f"{name} {n}" for name, n in counts.items()))
                if not counts.get("sys_user"):
                    report.faults.append("备份中没有任何账户")
            if manifest["files"] == "folder":
                with report.step("附件与报告") as tell:
                    _files(db, beside, report, tell)
        with report.step("日志封存链") as tell:
            _chain(reachable, manifest["made"], report, tell)
    if journey:
        with report.step("业务走查") as tell:
            _journey(beside, report, tell)


def _counts(db: "psycopg.Connection[Any]") -> dict[str, int]:
    """How many rows the larger tables have, most first."""
    # Tables and whole yearly tables, not the parts of these: their rows would be counted twice.
    query = """select relname from pg_class where relnamespace = 'public'::regnamespace
               and relkind in ('r', 'p') and not relispartition"""
    names = [r[0] for r in db.execute(query).fetchall()]
    counts = {}
    for name in names:
        row = db.execute(sql.SQL("select count(*) from {}").format(sql.Identifier(name))).fetchone()
        counts[name] = int(row[0]) if row else 0
    return dict(sorted(counts.items(), key=lambda one: -one[1])[:15]) | {"sys_user": counts.get("sys_user", 0)}


def _files(db: "psycopg.Connection[Any]", beside: Settings, report: Report, tell: Callable[[str], None]) -> None:
    """Every content that a row names lies in the store; that it is what it was, the restore has checked."""
    from tejian.kit.files import contents
    from tejian.kit.files.blobs import LocalStore

    store, count = LocalStore(beside.data_dir / "files"), 0
    database.load_models()
    for column in contents.columns():
        table = column.table.name
        query = sql.SQL("select {} from {}").format(sql.Identifier(column.name), sql.Identifier(table))
        for (key,) in db.execute(query):
            count += 1
            if key and not store.has(key):
                report.faults.append(f"{table} 的内容 {key} 不在备份中")
    tell(f"{count} 份内容都在" if not report.faults else f"核对 {count} 份")


def _chain(reachable: Settings, made: str, report: Report, tell: Callable[[str], None]) -> None:
    """The chain of the restored rows, and the heads that were signed before the backup was made."""
    os.environ.update(reachable.as_environment())
    settings_module.current.cache_clear()
    from tejian.kit.database import db
    from tejian.main import prepare_process
    from tejian.watch.chain import api as chain

    prepare_process()
    opened = db.configure(reachable.database_url)
    with db.new_session() as session:
        faults, read = chain.judged(session, until=datetime.fromisoformat(made))
    opened.dispose()
    report.faults += faults
    tell(f"{read['rows']} 行，{read['blocks']} 块，{read['heads']} 份链头")


def _journey(beside: Settings, report: Report, tell: Callable[[str], None]) -> None:
    from tejian.demo import journey

    from .own import own_server

    lines: list[str] = []
    with own_server(beside) as url:
        if journey.run(url, lines.append):
            report.faults.append(f"业务走查没有走完：{lines[-1]}")
        else:
            tell(f"{len(lines) - 2} 步，{lines[-2]}")  # then where the report was left, which goes with the folder


def _keep(settings: Settings, report: Report) -> None:
    now = datetime.now(UTC)
    write_private(settings.data_dir / "drills" / f"{now:%Y%m%dT%H%M%S}.txt", report.text() + "\n")
    detail = report.faults[0] if report.faults else report.lines[-1]
    with connected.to_database(settings) as reachable:
        operations.note(reachable.owner_url, "drill", not report.faults, detail)
