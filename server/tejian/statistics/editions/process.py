"""An edition: 统计中 → 草稿 → 已复核 → 已上报; a reported one is locked, and corrected by another that points at it."""

from typing import Any

from tejian.kit.database.numbering import number_new
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody
from tejian.statistics import permissions as p
from tejian.statistics.models.editions import COUNTING, FAILED, KEPT, REPORTED, REVIEWED
from tejian.statistics.models.editions import StatEdition as E

from . import guarding as g
from .forms import API, LIST, PAGE

COPIED = ("form_id", "code", "name", "first", "last", "areacode", "way", "definition")


def begin_correction(d: Doing) -> None:
    """按同一口径统计更正版，原来的照旧保留"""
    old = d.subject
    new = E(**{name: getattr(old, name) for name in COPIED}, round=old.round + 1, corrects_id=old.id)
    new.why, new.maker_id, new.dept_id = d.reason.text[:500], d.me.id, d.me.dept_id
    begun(d, new)


def begun(d: Doing, new: E) -> None:
    """A new edition, numbered and ordered to be counted."""
    number_new(d.db, new)
    EDITION.put(d.db, new, COUNTING)
    d.db.add(new)
    d.db.flush()
    EDITION.log(Doing(d.db, d.me, new), "begin", "统计", "", COUNTING)
    g.order(d.db, new)


WAITS: dict[str, Any] = {"tone": "ca", "page": PAGE, "route": LIST}
EDITION = add_process(
    Process(
        name="stat_edition",
        title="统计报表",
        model=E,
        api=API,
        one_by_one=True,
        start=COUNTING,
        ends=[REPORTED],
        numbers=lambda s: (s.editionno, s.code),
        about=lambda m: (m.name, m.editionno),
        steps=[
            Step(COUNTING, "统计中", nobody, tone="ca"),
            Step(FAILED, "统计失败", g.own_area, waits="统计失败的报表", verb="重新统计", **WAITS | {"tone": "no"}),
            Step(KEPT, "草稿", g.own_area, follows=True, waits="统计报表待复核", verb="复核", **WAITS),
            Step(REVIEWED, "已复核", g.own_area, waits="统计报表待上报", verb="上报", **WAITS),
            Step(REPORTED, "已上报", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("stop", "停止统计", [COUNTING], FAILED, p.EDITION_MAKE),
                anyone=True,
                guards=[g.of_own_area],
                effects=[g.give_up],
            ),
            Move(
                *("review", "复核", [KEPT], REVIEWED, p.EDITION_REPORT),
                guards=[g.by_another, g.adds_up],
                stamps=["reviewer_id", "reviewed"],
            ),
            Move(
                *("again", "重新统计", [FAILED, KEPT], COUNTING, p.EDITION_MAKE),
                guards=[g.form_in_use],
                effects=[g.count_again],
                done="已开始统计，完成后收到消息",
            ),
            Move(
                *("back", "退回", [REVIEWED], KEPT, p.EDITION_REPORT),
                needs_reason=True,
                forgets=["reviewer_id", "reviewed"],
            ),
            Move(
                *("report", "上报", [REVIEWED], REPORTED, p.EDITION_REPORT),
                guards=[g.form_in_use, g.unchanged],
                stamps=["reporter_id", "reported"],
            ),
            Move(
                *("correct", "更正", [REPORTED], STAY, p.EDITION_MAKE),
                anyone=True,
                needs_reason=True,
                guards=[g.of_own_area, g.not_corrected],
                effects=[begin_correction],
            ),
        ],
    )
)


def settle(d: Doing, code: str, label: str, message: str) -> None:
    """What the job found: the edition stands as a draft, or says why it was not counted."""
    before = d.subject.step
    d.subject.message = message[:500]
    if code == KEPT:
        d.subject.frozen = clock.now()
    EDITION.put(d.db, d.subject, code)
    EDITION.log(Doing(d.db, d.me, d.subject), "settle", label, before, code)
