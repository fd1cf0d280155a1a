"""A notice of construction: 登记 → 提交 → 受理 or 退回 → 竣工, on one page.

Sources: 《特种设备安全法》第二十三条 (in writing before the work begins), workflow practice (receipt the same day; the
device is 安装告知中 or 改造修理中 until its supervised inspection has passed).
"""

from typing import Any

from sqlalchemy import select

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.construction import (
    BACK,
    CANCELLED,
    COMPLETED,
    DRAFT,
    FILED,
    OPEN,
    RECEIVED,
    ConstructionNotice,
)
from tejian.inspection.models.items import AppMain
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import INSTALL
from tejian.kit.database.db import hold
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import tell

from . import forms
from .judging import NOTIFIED, REBUILT, archived, devices_of, licensed, on_another, refuse_device

HANDLE, QUERY = "/businessPro/constructionInfInsp", "/businessPro/constructionQuery"
PAGE = "/businessPro/detailSGGZ?id={id}"
SUPERVISED_WORKS = ("01", "02", "03", "05")  # C640: those after which the device is not in use until it is inspected


def not_the_filer(me: User) -> Any:
    """提交人以外有此权限的人"""
    return ConstructionNotice.filer_id != me.id


def by_own_side(me: User) -> Any:
    """登记的一方：施工单位登记的由其提交，其余由检验机构提交"""
    return ConstructionNotice.byunit == me.unit_id


# -- guards -------------------------------------------------------------------------------------------------------


def has_devices(d: Doing) -> str | None:
    """至少一台设备"""
    return None if devices_of(d.db, d.subject) else "告知没有设备，请先添加施工设备"


def before_the_work(d: Doing) -> str | None:
    """施工前告知：计划开工日期未过"""
    start = d.subject.startdate
    return f"计划开工日期{start}已过，须在施工前告知" if start < clock.today() else None


def devices_fit(d: Doing) -> str | None:
    """设备可以这样施工，且不在其他告知中"""
    rows = devices_of(d.db, d.subject)
    hold(d.db, *(f"construct {one.equdatasysid}" for one in rows))  # two notices of one device at the same moment
    now = archived(d.db, rows)
    wrong = [said for one in rows if (said := refuse_device(d.subject, now[one.equdatasysid]))]
    if not wrong and (said := on_another(d.db, d.subject, rows)):
        wrong = [said]
    return "；".join(wrong[:3]) + (f" 等{len(wrong)}台" if len(wrong) > 3 else "") if wrong else None


def contractor_licensed(d: Doing) -> str | None:
    """施工单位的许可含该类设备，今天和开工日都有效"""
    _, sentence = licensed(d.db, d.subject, [one.equclacode for one in devices_of(d.db, d.subject)])
    return sentence


def one_institute(d: Doing) -> str | None:
    """设备由同一检验机构检验"""
    now = archived(d.db, devices_of(d.db, d.subject)).values()
    if len({one.cheorgsysid for one in now}) > 1:
        return "设备由不同的检验机构检验，请分别告知"
    without = [one.equcode or one.equname for one in now if not one.cheorgsysid]
    return f"{without[0]}：设备没有检验机构，请由检验机构登记告知" if without else None


def not_declared(d: Doing) -> str | None:
    """没有据此申报的监督检验"""
    gone = (at.VOID, at.REFUSED, at.ENDED)
    query = select(AppMain.appno).where(AppMain.notify_id == d.subject.id, AppMain.step.not_in(gone))
    found = d.db.scalar(query.limit(1))
    return f"施工告知{d.subject.notifyno}已申报监督检验（{found}），不能注销" if found else None


def own_notice(d: Doing) -> str | None:
    """本单位登记的告知"""
    return None if d.subject.byunit == d.me.unit_id else "该告知由检验机构登记，请联系检验机构注销"


# -- effects ------------------------------------------------------------------------------------------------------


def to_institute(d: Doing) -> None:
    """送设备的检验机构"""
    d.subject.cheorg = next(iter(archived(d.db, devices_of(d.db, d.subject)).values())).cheorgsysid


def note_licence(d: Doing) -> None:
    """记施工单位的许可证"""
    licence, _ = licensed(d.db, d.subject, [one.equclacode for one in devices_of(d.db, d.subject)])
    assert licence is not None
    s = d.subject
    s.licno, s.licitems, s.licvalidto = licence.number, ",".join(licence.items)[:256], licence.until


def tell_supervision(d: Doing) -> None:
    """告知施工地的监管人员"""
    s = d.subject
    words = f"{s.contractorname} {s.unitname} {s.place}"
    tell(d.db, records.supervisors_of(d.db, s.areacode), "施工告知", words, route=PAGE.format(id=s.id))


def number_it(d: Doing) -> None:
    """取施工告知编号，记许可证"""
    s = d.subject
    note_licence(d)
    s.notifyno = take_number(d.db, "notify", kind=s.areacode[:6])


def mark_devices(d: Doing) -> None:
    """设备转为安装告知中或改造修理中，档案记告知编号和日期"""
    s, rows = d.subject, devices_of(d.db, d.subject)
    now = archived(d.db, rows, lock=True)
    for one in rows:
        device = now[one.equdatasysid]
        one.statusbefore = device.equstatus
        if s.worktype in SUPERVISED_WORKS:
            device.equstatus = NOTIFIED if s.worktype == INSTALL else REBUILT
        facts = {"notifyno": s.notifyno, "notifydate": str(s.notifydate), "constype": s.worktype}
        if s.worktype == INSTALL:
            device.insorgname = s.contractorname
            facts |= {"insorgsysid": s.contractor_id, "inslicno": s.licno}
        device.params = {**device.params, **facts}


def restore_devices(d: Doing) -> None:
    """记注销原因，设备恢复告知前的状态"""
    d.subject.reason = d.reason.text[:500]
    if d.before != RECEIVED:
        return
    rows = devices_of(d.db, d.subject)
    now = archived(d.db, rows, lock=True)
    for one in rows:
        if now[one.equdatasysid].equstatus in (NOTIFIED, REBUILT):
            now[one.equdatasysid].equstatus = one.statusbefore


def note_withdrawn(d: Doing) -> None:
    """记施工单位撤回"""
    d.subject.reason = "施工单位撤回"


def tell_filer(d: Doing) -> None:
    """告知提交人"""
    s = d.subject
    words = {RECEIVED: "已受理", BACK: f"被退回：{s.reason}"}[s.step]
    title = f"{s.notifyno or s.contractorname} {s.unitname} 施工告知{words}"
    tell(d.db, [s.filer_id], "施工告知", title[:200], route=PAGE.format(id=s.id))


def finished(device: Equipment) -> None:
    """A device whose supervised inspection has passed: ready for use, or in use again."""
    after = {NOTIFIED: "0", REBUILT: codes.IN_USE}
    device.equstatus = after.get(device.equstatus, device.equstatus)


# -- the process --------------------------------------------------------------------------------------------------

OWN_SIDE = "由登记的一方提交"
WITH_FILER: dict[str, Any] = {"tone": "ca", "route": QUERY, "page": PAGE, "verb": "编辑", "refusal": OWN_SIDE}
NOTIFICATION = add_process(
    Process(
        name="construction",
        title="施工告知",
        model=ConstructionNotice,
        api="/api/construction",
        one_by_one=True,
        start=DRAFT,
        ends=[COMPLETED, CANCELLED, RECEIVED],
        numbers=lambda s: (s.notifyno, s.notifyno),
        about=lambda m: (m.unitname, m.contractorname),
        steps=[
            Step(DRAFT, "暂存", by_own_side, waits="施工告知待提交", **WITH_FILER),
            Step(BACK, "退回", by_own_side, waits="施工告知被退回", **WITH_FILER),
            Step(
                FILED,
                "已提交",
                not_the_filer,
                tone="ca",
                waits="施工告知待受理",
                route=HANDLE,
                page=PAGE,
                verb="受理",
                refusal="不能受理自己提交的施工告知",
            ),
            Step(RECEIVED, "已受理", nobody, tone="go"),
            Step(COMPLETED, "已竣工", nobody, tone="ok"),
            Step(CANCELLED, "已注销", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "file",
                "提交",
                OPEN,
                FILED,
                p.NOTIFY_FILE,
                guards=[has_devices, before_the_work, devices_fit, contractor_licensed],
                stamps=["filed", "filer", "filer_id"],
                forgets=["reason"],
                effects=[note_licence, tell_supervision],
                buttons=[Button("row", confirm="提交后不能再修改，等待受理")],
                done="已提交，等待受理",
            ),
            Move(
                "file_own",
                "提交",
                OPEN,
                FILED,
                p.NOTIFY_OWN,
                guards=[has_devices, before_the_work, devices_fit, contractor_licensed, one_institute],
                stamps=["filed", "filer", "filer_id"],
                forgets=["reason"],
                effects=[to_institute, note_licence, tell_supervision],
                call="/api/construction/own/file",
                buttons=[Button("row", confirm="提交后不能再修改，等待受理")],
                done="已提交，等待受理",
            ),
            Move(
                "withdraw",
                "撤回",
                [BACK, FILED],
                CANCELLED,
                p.NOTIFY_OWN,
                anyone=True,
                guards=[own_notice],
                effects=[note_withdrawn],
                call="/api/construction/own/withdraw",
                buttons=[Button("row", confirm="撤回后本告知注销，设备可以另行告知")],
                done="已撤回",
            ),
            Move(
                "receive",
                "受理",
                [FILED],
                RECEIVED,
                p.NOTIFY_RECEIVE,
                guards=[has_devices, devices_fit, contractor_licensed],
                stamps=["receiver", "notifydate"],
                effects=[number_it, mark_devices, tell_filer],
                buttons=[Button("row", confirm="受理后取告知编号，设备转为施工状态")],
                done="已受理",
            ),
            Move(
                "return",
                "退回",
                [FILED],
                BACK,
                p.NOTIFY_RECEIVE,
                needs_reason=True,
                takes=["reason"],
                effects=[tell_filer],
                form=forms.RETURN,
                buttons=[Button("row")],
            ),
            Move(
                "cancel",
                "注销",
                [*OPEN, FILED, RECEIVED],
                CANCELLED,
                p.NOTIFY_FILE,
                anyone=True,
                needs_reason=True,
                guards=[not_declared],
                effects=[restore_devices],
                form=forms.CANCEL,
            ),
            Move(
                "complete",
                "竣工",
                [RECEIVED],
                COMPLETED,
                p.APPROVE,
                within="/api/appbuss/approveReport",
                follows=True,
            ),
        ],
    )
)
