"""Reports of third-party institutions: registered with their file, checked against archive and authorisations."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import page_of
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.models.units import Unit
from tejian.archives.permissions import THIRD_CHECK
from tejian.archives.units.api import may_submit_tests
from tejian.archives.units.authorizations.api import refuse_inspection
from tejian.inspection.records.api import moves_dates, note_detection, supervisors_of
from tejian.kit.database.db import hold, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held, record
from tejian.messages.api import tell
from tejian.system.accounts.api import who_may
from tejian.system.models.accounts import SysUser
from tejian.system.settings.api import of_type

from .models import AGREED, REFUSED, WAITING, ThirdReport

INSPECTION, DETECTION = "I", "D"
STATES = {WAITING: "待确认", AGREED: "已同意", REFUSED: "已退回"}
TONES = {WAITING: "ca", AGREED: "go", REFUSED: "no"}
DETECTORS = 2  # who detects a lift is never alone: the workflow's import of self-inspection reports
LIST = "/bsArchives/InspectionManagement/eqmDetSearch"


def save(db: Session, me: User, kind: str, sent: Input) -> dict[str, Any]:
    """Register or correct a report. A detection waits for the institute: agreed, it goes into the archive.

    Refuses an institution that is not in the unit list, not in use, or not authorised for the device on that day.
    """
    row, values = held(db, me, ThirdReport, sent) if sent.id else ThirdReport(kind=kind), sent.values
    if row.kind != kind:
        raise Refused("报告种类不符")
    if sent.id and kind == DETECTION and row.state == AGREED:
        raise Refused(f"{row.reportno}已同意并更新档案，不能修改，请走档案更正")
    device = _device(db, me, row, values)
    unit = visible_or_refuse(db, _everyone(me), Unit, row.unit_id or values["unit_id"])
    if sent.id and (values["unit_id"], device.id) != (row.unit_id, row.equdatasysid):
        raise Refused("机构与设备登记后不能更改，请删除后重新登记")
    _check(db, me, row, values, device, unit, kind)
    for name in ("reportno", "inspdate", "conclusion", "nextdate", "inspectors", "remark"):
        setattr(row, name, values[name] if values[name] is not None or name == "nextdate" else "")
    row.unit_id, row.unitname = unit.id, unit.name
    row.equdatasysid, row.equclass, row.equcode, row.equname = (
        device.id,
        device.equclass,
        device.equcode,
        device.equname,
    )
    row.useorgsysid, row.useorgname, row.areacode = device.useorgsysid, device.useorgname, device.areacode
    if kind == DETECTION:
        row.state, row.archived, row.opinion = WAITING, "待检验机构确认，档案未变", ""
        title = f"{unit.name} {device.equcode} 检测报告{row.reportno} 待确认"
        able = SysUser.id.in_(who_may(db, THIRD_CHECK))
        mine = select(SysUser.id).where(able, SysUser.org_id == device.cheorgsysid)
        tell(db, db.scalars(mine), "检测报告", title, route=LIST)
    else:
        row.archived = "只登记报告，档案不变"
    db.add(row)
    db.flush()
    return record(row)


def _everyone(me: User) -> User:
    """Institutions are looked up among all units: an enterprise account otherwise sees only itself."""
    return replace(me, scope="all")


def _device(db: Session, me: User, row: ThirdReport, values: dict[str, Any]) -> Equipment:
    """The device by its code or key, locked: its archive may change."""
    wanted = row.equdatasysid
    if not wanted:
        code = values["equcode"].upper()
        query = select(Equipment.id).where(Equipment.equcode == code, Equipment.equDel == 0)
        wanted = db.scalar(query) or ""
        if not wanted:
            raise BadInput("设备代码：档案中没有该设备", field="equcode")
    device = visible_or_refuse(db, me, Equipment, wanted, lock=True)
    if row.equdatasysid and values["equcode"].upper() != device.equcode:
        raise Refused("机构与设备登记后不能更改，请删除后重新登记")
    return device


def _check(
    db: Session, me: User, row: ThirdReport, values: dict[str, Any], device: Equipment, unit: Unit, kind: str
) -> None:
    day = values["inspdate"]
    if day > clock.today():
        raise BadInput("检验检测日期：不得晚于今天", field="inspdate")
    if values["nextdate"] and values["nextdate"] <= day:
        raise BadInput("下次日期：须晚于检验检测日期", field="nextdate")
    if me.unit_id and unit.id != me.unit_id:
        raise Refused("只能登记本单位出具的报告")
    if refusal := refuse_institution(db, unit, device, day, kind):
        raise Refused(refusal)
    if values["conclusion"] not in {option["value"] for option in conclusions(db, me, kind)}:
        raise BadInput("结论：请从选项中选择", field="conclusion")
    if kind == DETECTION and len(set(filter(None, re.split(r"[、，,；;\s]+", values["inspectors"])))) < DETECTORS:
        raise BadInput("检测人员：至少两名，用顿号分开", field="inspectors")
    hold(db, f"third {unit.id} {values['reportno']}")
    same = select(func.count()).where(ThirdReport.unit_id == unit.id, ThirdReport.reportno == values["reportno"])
    if db.scalar(same.where(ThirdReport.id != (row.id or ""))):
        raise Refused(f"报告编号{values['reportno']}已登记", "DUPLICATE")


def conclusions(db: Session, me: User, kind: str) -> list[dict[str, str]]:
    """The conclusions that a report of this kind may have: those of detection, or the periodic ones of each class."""
    classes = dictionary.words(db, me.dict_version).get("C601", {})
    out = []
    for entry in of_type(db, me.dict_version, "C605"):
        equclass, _, seisort = (entry["parentValue"] or "").partition("-")
        if seisort == ("07" if kind == DETECTION else "02"):
            label = entry["label"] if kind == DETECTION else f"{classes.get(equclass, '')} {entry['label']}"
            out.append({"value": entry["value"], "label": label})
    return out


def refuse_institution(db: Session, unit: Unit, device: Equipment, day: Any, kind: str) -> str | None:
    """Why this institution's report of this device cannot be taken, or None.

    A maintainer with testing capability may hand in detections of the lifts it maintains (TSG T7008-2023).
    """
    if kind == DETECTION and unit.ismaintain and device.maiorgsysid == unit.id:
        if not unit.enabled or unit.blacklist:
            return f"{unit.name}已停用或列入黑名单"
        if may_submit_tests(db, unit.id, device.equclass):
            return None
        return f"{unit.name}的自行检测能力未通过审查或已过期"
    if unit.orgkind != codes.INSPECTION:
        return f"{unit.name}不是检验检测机构"
    return refuse_inspection(db, unit.id, device.equclass, device.areacode, device.useorgsysid, day)


def agree(db: Session, me: User, ids: Sequence[str]) -> int:
    """checkAgree: detections go into the archive of their devices; one that found faults is told to the supervision."""
    rows = _waiting(db, me, ids)
    for row in rows:
        if not db.scalar(files_of(row.id)):
            raise Refused(f"{row.reportno}没有上传检测报告，请先上传文件")
        device = visible_or_refuse(db, me, Equipment, row.equdatasysid, lock=True)
        row.archived = _into_archive(db, row, device)
        _decide(me, row, AGREED, "")
    return len(rows)


def refuse(db: Session, me: User, ids: Sequence[str], reason: str) -> int:
    """checkRefuse: back to who handed it in, with the reason; the archive stays as it is."""
    rows = _waiting(db, me, ids)
    for row in rows:
        _decide(me, row, REFUSED, reason)
        row.archived = "已退回，档案未变"
        tell(db, [row.createby], "检测报告", f"{row.equcode} 检测报告{row.reportno}已退回：{reason}", route=LIST)
    return len(rows)


def _waiting(db: Session, me: User, ids: Sequence[str]) -> Sequence[ThirdReport]:
    rows = many_visible_or_refuse(db, me, ThirdReport, ids, lock=True)
    for row in rows:
        if row.kind != DETECTION or row.state != WAITING:
            raise Refused(f"{row.reportno}{STATES[row.state]}，不能再确认")
    return rows


def _decide(me: User, row: ThirdReport, state: str, opinion: str) -> None:
    row.state, row.checkname, row.checktime, row.opinion = state, me.name, clock.now(), opinion[:500]


def _into_archive(db: Session, row: ThirdReport, device: Equipment) -> str:
    if moves_dates(db, device, row.conclusion):
        return note_detection(db, device, row.inspdate).said
    title = f"{row.useorgname} {row.equname}{row.equcode} 自行检测存在不符合（{row.reportno}），须整改"
    page = page_of(row.equclass, device.id)
    tell(db, supervisors_of(db, device.areacode), "自行检测不符合", title, route=page)
    return "检测存在不符合，按整改处理，档案日期不变"


def delete(db: Session, me: User, ids: Sequence[str]) -> int:
    """Take registered reports away; a detection to which the institute agreed stays."""
    rows = many_visible_or_refuse(db, me, ThirdReport, ids, lock=True)
    for row in rows:
        if me.unit_id and row.unit_id != me.unit_id:
            raise Refused("只能删除本单位登记的报告")
        if row.kind == DETECTION and row.state == AGREED:
            raise Refused(f"{row.reportno}已同意，不能删除，请走档案更正")
    for row in rows:
        db.delete(row)
    return len(rows)


def still_open(db: Session, me: User, row: ThirdReport) -> None:
    """Files of a report are added by whoever may register it."""
    if me.unit_id and row.unit_id != me.unit_id:
        raise Refused("只能上传本单位报告的文件")


def load(db: Session, me: User, report_id: str) -> dict[str, Any]:
    row = visible_or_refuse(db, me, ThirdReport, report_id)
    return record(row) | {"unit_idName": row.unitname}


def files_of(report: Any) -> Any:
    """How many files a report has."""
    return select(func.count()).where(Attachment.attrefsysid == report, Attachment.deleted.is_(False))


def with_files() -> Any:
    """How many files a report has, as a column."""
    return files_of(ThirdReport.id).scalar_subquery()
