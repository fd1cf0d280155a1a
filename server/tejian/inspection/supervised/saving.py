"""What is written between the moves: points, test dates, papers, and new liaison sheets."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.flow.api import LETTERS, SUPERVISOR, choices
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.supervised import (
    CLOSED,
    DATA,
    FAILED,
    FIRST,
    NONE,
    PASSED,
    SENT,
    WORK,
    LiaisonSheet,
    Supervision,
    SupervisionPaper,
    SupervisionPoint,
)
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused, Unsigned
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, Saved, held, put

from .process import LIAISON, NOT_MINE, SUPERVISION


def people_for(db: Session, me: User, ids: Sequence[str]) -> list[Option]:
    """Who may supervise these works, and why the others may not."""
    own = [one.appbuss_id for one in many_visible_or_refuse(db, me, Supervision, ids)]
    return choices(db, me, db.scalars(select(AppBuss).where(AppBuss.id.in_(own))).all(), SUPERVISOR)


def case_of(db: Session, me: User, key: str, *steps: str) -> Supervision:
    """The supervision at one of these steps, locked, of which the user is an inspector."""
    row = visible_or_refuse(db, me, Supervision, key, lock=True)
    if me.id not in row.inspectors:
        raise NoPermission(NOT_MINE)
    if row.step not in steps:
        raise Refused(f"{row.seisn}当前{SUPERVISION.name_of(row.step)}，不能填写")
    return row


def before_point(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """What was found at a point: a day of the work, its data when it is a test, words when it does not conform."""
    if not row.id:
        raise Refused("停止点和见证点按规则表生成")
    case = case_of(db, me, row.supervision_id, WORK)
    now = {name: values.get(name, getattr(row, name)) for name in ("result", "pointdate", "problem")}
    day = now["pointdate"]
    if day > clock.today():
        raise BadInput(f"监检日期{day}不得晚于今天", field="pointdate")
    if case.firstdate and day < case.firstdate:
        raise BadInput(f"监检日期{day}不得早于首次监检日期{case.firstdate}", field="pointdate")
    if now["result"] in (FAILED, NONE) and not now["problem"]:
        raise BadInput("不符合或不适用时须写明情况与问题", field="problem")
    if row.loadtest and now["result"] == PASSED:
        for name, label in (
            ("medium", "试验介质（载荷）"),
            ("pressure", "试验压力（载荷）"),
            ("holdmin", "保压（持荷）时间"),
        ):
            if not values.get(name, getattr(row, name)):
                raise BadInput(f"{label}：耐压或载荷试验必填", field=name)
    if now["result"] == PASSED and (sheet := _open_sheet(db, row)):
        raise Refused(f"监检联络单{sheet}未关闭，不能判为符合")
    row.inspector = me.name


def _open_sheet(db: Session, point: SupervisionPoint) -> str | None:
    query = select(LiaisonSheet.liaisonno).where(LiaisonSheet.point_id == point.id, LiaisonSheet.step != CLOSED)
    return db.scalar(query.order_by(LiaisonSheet.liaisonno).limit(1))


def agree_test(db: Session, me: User, form: Input) -> Saved:
    """The day on which a pressure or load test will be made."""
    row = held(db, me, SupervisionPoint, form)  # type: ignore[arg-type]
    case_of(db, me, row.supervision_id, FIRST, WORK)
    if not row.loadtest or row.result == PASSED:
        raise Refused("只能为尚未完成的耐压或载荷试验约定日期")
    if form["agreed"] < clock.today():
        raise BadInput(f"约定日期{form['agreed']}已过", field="agreed")
    row.agreed = form["agreed"]
    db.flush()
    return {"id": row.id, "version": row.version}


def before_paper(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    if not row.id:
        raise Refused("竣工资料目录按规则表生成")
    case_of(db, me, row.supervision_id, WORK, DATA)
    if values.get("state", row.state) == NONE and not values.get("note", row.note):
        raise BadInput("不适用须说明", field="note")


def make_sheet(db: Session, me: User, form: Input) -> Saved:
    """Tell the contractor of a problem that was found at a point; the sheet has its number at once."""
    point = visible_or_refuse(db, me, SupervisionPoint, form["point_id"], lock=True)
    case = case_of(db, me, point.supervision_id, WORK, DATA)
    if form["due"] < clock.today():
        raise BadInput(f"回复期限{form['due']}已过", field="due")
    if not me.signed:  # the sheet goes out in the hand of who makes it
        raise Unsigned
    sheet = LiaisonSheet(supervision_id=case.id, point_id=point.id, pointname=point.name, problem=form["problem"])
    sheet.due, sheet.issued, sheet.issuer, sheet.issuer_id = form["due"], clock.today(), me.name, me.id
    LIAISON.put(db, sheet, SENT)
    sheet.liaisonno = take_number(db, "liaison", kind=LETTERS.get(case.equclass, "QT"))
    db.add(sheet)
    db.flush()
    return {"id": sheet.id, "version": sheet.version}


def witness_all(db: Session, me: User, case: Supervision) -> None:
    """Every point conforms and every paper is there, as its forms would say one by one."""
    tested = {"medium": "载荷", "pressure": Decimal(125), "holdmin": Decimal(10)}
    for point in db.scalars(select(SupervisionPoint).where(SupervisionPoint.supervision_id == case.id)).all():
        conforms = {"result": PASSED, "pointdate": clock.today()}
        put(db, me, point, conforms | (tested if point.loadtest else {}), POINT_HOOKS)
    for paper in db.scalars(select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)).all():
        put(db, me, paper, {"state": PASSED}, PAPER_HOOKS)


def keep(db: Session, me: User, row: Any) -> None:
    raise Refused("按规则表生成的内容不能删除，不适用的请注明")


POINT_HOOKS = Hooks(before_point, before_delete=keep)
PAPER_HOOKS = Hooks(before_paper, before_delete=keep)
