"""What the supervision of construction has to do with the business item of its report."""

from collections.abc import Sequence

from sqlalchemy import select

from tejian.archives.models.products import Product
from tejian.inspection import codes as at
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.supervised import (
    CLOSED,
    DONE,
    ISSUE,
    NONE,
    PASSED,
    VOID,
    LiaisonSheet,
    Supervision,
    SupervisionPaper,
    SupervisionPoint,
)
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import REINSPECTION, STOP, papers_for, points_for
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import PROCESSES

from .declaring_effects import LETTERS

COPIED: tuple[str, ...] = (
    "seisn",
    "testsort",
    "equclass",
    "equdatasysid",
    "equname",
    "equcode",
    "useplace",
    "unitsysid",
    "unitname",
)
COPIED += ("cheorg", "chedept", "areacode")


def supervision_of(d: Doing) -> Supervision | None:
    """The supervision beside a business item; None for any other inspection."""

    def load(keys: Sequence[str]) -> dict[str, Supervision]:
        query = select(Supervision).where(Supervision.appbuss_id.in_(keys)).order_by(Supervision.id)
        return {one.appbuss_id: one for one in d.db.scalars(query.with_for_update())}

    return d.of_batch("supervisions", load) or None


def begin_supervision(d: Doing) -> None:
    """监督检验，每台设备或产品生成监检任务、停止点与竣工（出厂）资料目录"""
    main: AppMain = d.subject
    if main.seisort not in at.WITNESSED and main.testsort != REINSPECTION:
        return
    notice = d.db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == main.notify_id)).first()
    process = PROCESSES["supervision"]
    begun = select(Supervision.id).where(Supervision.appbuss_id == AppBuss.id).exists()
    query = select(AppBuss).where(AppBuss.appmain_id == main.id, ~begun).order_by(AppBuss.seisn)
    d.db.flush()
    for item in d.db.scalars(query).all():
        before = d.db.scalars(select(Supervision).where(Supervision.appbuss_id == (item.mother_id or None))).first()
        if before is None and main.seisort not in at.WITNESSED:
            continue
        row = Supervision(appbuss_id=item.id)
        for name in COPIED:
            setattr(row, name, getattr(item, name))
        if notice is not None:
            row.notify_id, row.notifyno = notice.id, notice.notifyno
            row.contractor_id = notice.contractor_id
            row.contractorname, row.startdate = notice.contractorname, notice.startdate
        else:  # what is made, its maker declares
            row.contractor_id, row.contractorname, row.startdate = main.unitsysid, main.unitname, main.plandate
        process.put(d.db, row, process.start)
        d.db.add(row)
        row.testsort = before.testsort if before else row.testsort
        d.db.flush()
        if before:
            _carry_on(d, before, row)
        else:
            _write_lists(d, row, item.equclacode)


FOUND: tuple[str, ...] = ("seq", "stage", "hold", "name", "requirement", "loadtest", "agreed", "result", "pointdate")
FOUND += ("inspector", "medium", "pressure", "holdmin", "problem")
PAPER = ("seq", "name", "required", "state", "pages", "note")


def _carry_on(d: Doing, before: Supervision, row: Supervision) -> None:
    """A re-inspection goes on from what the supervision that failed had found; what was left open is open still."""
    same: dict[str, str] = {}
    for old in d.db.scalars(select(SupervisionPoint).where(SupervisionPoint.supervision_id == before.id)).all():
        point = SupervisionPoint(supervision_id=row.id, **{name: getattr(old, name) for name in FOUND})
        d.db.add(point)
        d.db.flush()
        same[old.id] = point.id
    for paper in d.db.scalars(select(SupervisionPaper).where(SupervisionPaper.supervision_id == before.id)).all():
        d.db.add(SupervisionPaper(supervision_id=row.id, **{name: getattr(paper, name) for name in PAPER}))
    left = (LiaisonSheet.supervision_id == before.id, LiaisonSheet.step != CLOSED)
    for sheet in d.db.scalars(select(LiaisonSheet).where(*left)).all():
        sheet.supervision_id, sheet.point_id = row.id, same.get(sheet.point_id, "")


def _write_lists(d: Doing, row: Supervision, kind: str) -> None:
    for n, point in enumerate(points_for(records.witness_points(d.db), kind, row.testsort), 1):
        one = SupervisionPoint(supervision_id=row.id, seq=n, stage=point.stage, hold=point.hold, name=point.name)
        one.requirement, one.loadtest = point.requirement, point.loadtest
        d.db.add(one)
    for n, paper in enumerate(papers_for(records.completion_papers(d.db), kind, row.testsort), 1):
        d.db.add(SupervisionPaper(supervision_id=row.id, seq=n, name=paper.name, required=paper.required))


def open_stops(d: Doing, key: str) -> list[str]:
    """The stop points of a supervision that were not passed."""
    query = select(SupervisionPoint.name).where(
        SupervisionPoint.supervision_id == key,
        SupervisionPoint.hold == STOP,
        SupervisionPoint.result.not_in((PASSED, NONE)),
    )
    return list(d.db.scalars(query.order_by(SupervisionPoint.seq)))


def open_sheets(d: Doing, key: str) -> list[str]:
    """The numbers of its liaison sheets that are not closed."""
    query = select(LiaisonSheet.liaisonno).where(LiaisonSheet.supervision_id == key, LiaisonSheet.step != CLOSED)
    return list(d.db.scalars(query.order_by(LiaisonSheet.liaisonno)))


def refuse_open(d: Doing, row: Supervision) -> str | None:
    """The sentence while a stop point or a liaison sheet is open."""
    if stops := open_stops(d, row.id):
        return f"{row.seisn}：停止点“{stops[0]}”尚未符合" + (f" 等{len(stops)}处" if len(stops) > 1 else "")
    if sheets := open_sheets(d, row.id):
        return f"{row.seisn}：监检联络单{'、'.join(sheets[:3])}未关闭"
    return None


def supervision_passed(d: Doing) -> str | None:
    """监检停止点与联络单已关闭，竣工资料审查通过（合格的监督检验）"""
    row = supervision_of(d)
    if row is None or row.step in (DONE, VOID) or d.subject.unqualcode:
        return None
    if sentence := refuse_open(d, row):
        return sentence
    name = PROCESSES["supervision"].name_of(row.step)
    return None if row.step == ISSUE else f"{row.seisn}：监督检验{name}，不能批准报告"


def issue_certificate(d: Doing) -> None:
    """合格的监督检验取证书编号，不合格的终止监检"""
    row = supervision_of(d)
    if row is None or row.step in (DONE, VOID):
        return
    process = PROCESSES["supervision"]
    if d.subject.unqualcode:
        process.follow(d, "stop", [row])
        return
    row.certdate = clock.today()
    row.certno = take_number(d.db, "jjcert", kind=LETTERS.get(row.equclass, "QT"))
    process.follow(d, "issue", [row])


def write_certificate(d: Doing) -> None:
    """产品的监检证书写入产品台账，更正为不合格时收回"""
    row = supervision_of(d)
    product = (
        d.db.get(Product, row.equdatasysid, with_for_update=True) if row else None
    )  # lint: allow by-id (stored key)
    if row is None or product is None:
        return
    product.inspcertno = "" if d.subject.unqualcode else row.certno
    product.inspman, product.appno = d.subject.inspectornames[:64], d.subject.appno


def stop_supervision(d: Doing) -> None:
    """终止监检"""
    row = supervision_of(d)
    if row is not None:
        PROCESSES["supervision"].follow(d, "stop", [row])
