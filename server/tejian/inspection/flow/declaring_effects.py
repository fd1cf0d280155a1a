"""What follows from a move of a declaration, in the same transaction: fields, numbers, items, people told."""

from collections.abc import Sequence
from datetime import datetime, time
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.online import OnlineApplication
from tejian.kit.database.db import new_id
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import PROCESSES
from tejian.messages.api import send_sms, tell
from tejian.system.accounts.api import users_of
from tejian.system.models.accounts import SysUser

from . import declaring_guards as guards
from .departments import department
from .effects import fill, in_a_sentence
from .forms import AcceptForm
from .materials import missing_of, write_materials

LETTERS = {"1000": "GL", "2000": "RQ", "3000": "DT", "4000": "QZ", "5000": "CC", "6000": "YL", "9000": "SD"}
LETTERS |= {"7310": "AQ", "7000": "YJ", "8000": "GD"}


def note_submitted(d: Doing) -> None:
    """记录提交人与时间"""
    d.subject.submitted = clock.now()


def tell_submitted(d: Doing) -> None:
    """短信告知申报回执"""
    main = d.subject
    data = {"appno": main.appno, "unitname": main.unitname, "count": str(main.equcount)}
    send_sms(d.db, "SBDJ", main.INSCONTACTTEL, data, main.appno)


def assign_review(d: Doing) -> None:
    """写入检验部门与资料审查人"""
    reviewer = d.form["reviewer"] or ""
    if reviewer and d.db.scalar(select(SysUser.org_id).where(SysUser.id == reviewer, SysUser.enabled)) != d.me.org_id:
        raise BadInput("资料审查人：请从选项中选择", field="reviewer")
    d.subject.chedept = department(d.db, d.me, d.form["chedept"], "")
    d.subject.reviewer = reviewer
    if d.subject.reviewer:
        route = f"/businessPro/dataReview?id={d.subject.id}"
        tell(d.db, [d.subject.reviewer], "资料审查", f"{d.subject.appno} 待您资料审查", route=route)


def refer(d: Doing) -> None:
    """转到另一检验部门，单号不变"""
    wanted = department(d.db, d.me, d.form["chedept"], d.subject.equclass)
    if wanted == d.subject.chedept:
        raise Refused("已在该部门")
    d.subject.chedept = wanted


def write_acceptance(d: Doing) -> None:
    """写入约定检验日期与检验部门"""
    form: AcceptForm = d.form
    if form.agreeddate and form.agreeddate < clock.today():
        raise Refused(f"约定检验日期{form.agreeddate}已过")
    fill(d.subject, form, "agreeddate")
    if form.chedept:
        d.subject.chedept = department(d.db, d.me, form.chedept, d.subject.equclass)
    write_materials(d.db, d.subject, [one.model_dump() for one in form.materials])


def no_due_day(d: Doing) -> None:
    """不定补正期限"""
    d.subject.supplementdue = None


def note_due_day(d: Doing) -> None:
    """记录补正期限，即本环节的办理期限"""
    d.subject.supplementdue = due = d.form["supplementdue"]
    d.subject.limit_at = datetime.combine(due, time(23, 59, 59), clock.SHANGHAI)


def ask_supplement(d: Doing) -> None:
    """通知单位补正"""
    main = d.subject
    main.status = at.SUPPLEMENT
    data = {"appno": main.appno, "missing": main.backDescription, "due": str(main.supplementdue or "")}
    send_sms(d.db, "BZTZ", main.INSCONTACTTEL, data, main.appno)


def tell_returned(d: Doing) -> None:
    """短信告知单位申报退回"""
    main = d.subject
    main.status = at.SUPPLEMENT
    reason = "。".join(filter(None, [missing_of(d.db, main), in_a_sentence(d)]))
    send_sms(d.db, "SBTH", main.INSCONTACTTEL, {"appno": main.appno, "reason": reason}, main.appno)


def tell_asker(d: Doing) -> None:
    """网上申报的，告知提交人和单位"""
    main = d.subject
    query = select(OnlineApplication).where(OnlineApplication.appmain_id == main.id)
    application = d.db.scalars(query.limit(1)).first()
    if application is None:
        return
    what = "作废" if main.step == at.VOID else "退回"
    people = list(dict.fromkeys([application.sender_id, *users_of(d.db, main.unitsysid)]))
    title = f"{application.onlineno} 的申报单{main.appno}已{what}：{in_a_sentence(d)}"
    tell(d.db, people, f"申报{what}", title, route=f"/businessPro/onlineApplyInfo?id={application.id}")


def tell_refused(d: Doing) -> None:
    """告知单位不予受理及理由"""
    main = d.subject
    data = {"appno": main.appno, "reason": in_a_sentence(d)}
    send_sms(d.db, "BYSL", main.INSCONTACTTEL, data, main.appno)
    tell(d.db, users_of(d.db, main.unitsysid), "不予受理", f"{main.appno}不予受理：{data['reason']}", route="/home")


def make_items(d: Doing) -> None:
    """每台设备生成一条业务流水"""
    main: AppMain = d.subject
    main.acceptdate, main.acceptby = clock.today(), d.me.name
    every = guards.own_business(d)
    have = {b.appitem_id: b for b in every}
    devices = guards.own_devices(d)
    business = PROCESSES["business"]
    fresh = []
    for item in guards.own_items(d):
        row = have.pop(item.id, None)
        if row is None:
            row = AppBuss(id=new_id(), appmain_id=main.id, appitem_id=item.id, equdatasysid=item.equdatasysid)
            fresh.append(row)
        elif row.step != at.ACCEPT:
            continue
        _copy(main, item, devices[item.equdatasysid], row)
        business.put(d.db, row, business.start)
        row.last_by = d.me.id
    taken_off = [gone for gone in have.values() if gone.step == at.ACCEPT]  # while the declaration was returned
    business.follow(d, "void", taken_off)
    letters = LETTERS.get(main.equclass, "QT")
    for row in fresh:  # numbers last: others wait for the counter
        row.seisn = take_number(d.db, "seisn", kind=letters)
        d.db.add(row)
        business.log(Doing(d.db, d.me, row), "spawn", "受理生成", "", row.step)
    main.status = business.by_code[business.start].state
    d.shared[f"arranged {main.id}"] = [b.seisn for b in [*every, *fresh] if b.step == business.start]


def numbers_of(db: Session, rows: Sequence[AppMain]) -> dict[str, Any]:
    """The answer of an acceptance: the numbers of the items."""
    numbers = select(AppBuss.seisn).where(AppBuss.appmain_id.in_([m.id for m in rows]))
    return {"seisns": list(db.scalars(numbers.order_by(AppBuss.seisn))), "count": len(rows)}


def _copy(main: AppMain, item: AppItem, device: Device, row: AppBuss) -> None:
    row.appno, row.equclass, row.seisort, row.testsort = main.appno, main.equclass, main.seisort, main.testsort
    row.equclacode, row.equname, row.equcode = item.equclacode, item.equname, item.equcode
    row.usecertno, row.useplace, row.areacode = item.usecertno, item.useplace, device.areacode
    row.unitsysid, row.unitname = main.unitsysid, main.unitname
    row.cheorg, row.chedept, row.duedate = main.cheorg, main.chedept, item.ninspdate
    row.acceptdate, row.fee, row.flow_version = main.acceptdate, item.fee, main.flow_version
    row.plandate = main.agreeddate or main.plandate
    row.mother_id, row.again = item.mother_id, item.again


def tell_accepted(d: Doing) -> None:
    """短信通知受理"""
    main = d.subject
    numbers = d.shared[f"arranged {main.id}"]
    data = {
        "appno": main.appno,
        "seisn": "、".join(numbers[:3]) + (f"等{len(numbers)}件" if len(numbers) > 3 else ""),
        "fee": f"{main.feepreview}",
        "date": str(main.agreeddate or main.plandate or ""),
    }
    send_sms(d.db, "SLTZ", main.INSCONTACTTEL, data, main.appno)


def void_items(d: Doing) -> None:
    """业务一并作废，设备解除占用"""
    main = d.subject
    main.voidreason = d.reason.text[:500]
    business = PROCESSES["business"]
    query = select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.id).with_for_update()
    business.follow(d, "void", d.db.scalars(query))
    send_sms(d.db, "SBZF", main.INSCONTACTTEL, {"appno": main.appno, "reason": in_a_sentence(d)}, main.appno)
