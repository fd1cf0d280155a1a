"""The job that counts an edition: all of it is kept, or nothing and why."""

import logging

from sqlalchemy import delete, select, text
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import SYSTEM
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.statistics.models.editions import COUNTING, FAILED, KEPT, SUMMED, StatEdition, StatPart

from . import summing, taking
from .forms import PAGE
from .guarding import JOB
from .meaning import meaning_of
from .process import settle
from .reading import store

log = logging.getLogger(__name__)
STAGES = 3  # records, digests, cells
MEMORY = "set local work_mem = '256MB'"  # one job at a time: it may sort and hash in memory


@jobs.job(JOB, retry=0, queue="imports")
def run(db: Session, edition_id: str, take: int) -> None:
    """Count the edition as it was ordered; nothing where it was stopped or ordered anew meanwhile."""
    hold(db, f"{JOB} {edition_id}")  # never twice at once
    row = _waiting(db, edition_id, take, lock=False)
    if row is None:
        return
    try:
        with db.begin_nested():
            message = _count(db, row)
            row = _waiting(db, edition_id, take, lock=True)
            if row is None:
                raise Refused("已停止")
            store(db, row, _cells(db, row))
        _end(db, row, KEPT, "统计完成", message)
        return
    except Refused as refusal:
        message = refusal.message
    except Exception:
        log.exception("statistics edition %s", edition_id)
        message = "统计时发生异常，没有保存结果，请联系管理员"
    if row := _waiting(db, edition_id, take, lock=True):
        _end(db, row, FAILED, "统计失败", message)


def _waiting(db: Session, key: str, take: int, *, lock: bool) -> StatEdition | None:
    """The edition, while it waits for this very count."""
    query = select(StatEdition).where(StatEdition.id == key, StatEdition.take == take, StatEdition.step == COUNTING)
    query = query.execution_options(populate_existing=True)
    return db.scalars(query.with_for_update() if lock else query).first()


def _note(row: StatEdition, passed: int) -> None:
    jobs.note(StatEdition, row.id, total=STAGES, passed=passed)


def _count(db: Session, row: StatEdition) -> str:
    """Keep what stands behind the cells; gives what is said of it."""
    for text_ in ("set local statement_timeout = 0", MEMORY):
        db.execute(text(text_))
    _note(row, 0)
    taking.forget(db, row.id)
    if row.way == SUMMED:
        districts = summing.shares(db, row)
        summing.keep(db, row, districts)
        missing = sum(one.part is None for one in districts)
        return f"汇总{len(districts) - missing}个区划" + (f"，{missing}个区划没有汇总" if missing else "")
    db.execute(delete(StatPart).where(StatPart.edition_id == row.id))
    taking.take(db, taking.counter_of(db, row), row)
    _note(row, 1)
    return "统计完成"


def _cells(db: Session, row: StatEdition) -> taking.Cells:
    if row.way == SUMMED:
        db.flush()
        parts = {one.part_id: one.areacode for one in summing.kept_parts(db, row.id) if one.part_id}
        return summing.summed(db, meaning_of(row), parts)
    return taking.cells_of(meaning_of(row), taking.groups_of(db, row.id))


def _end(db: Session, row: StatEdition, code: str, label: str, message: str) -> None:
    settle(Doing(db, SYSTEM, row), code, label, message)
    if code == KEPT:
        row.passed = row.total = STAGES
    news = f"{row.editionno} {row.name}：{message}"[:200]
    tell(db, [row.maker_id], "统计报表", news, route=PAGE.format(id=row.id))
