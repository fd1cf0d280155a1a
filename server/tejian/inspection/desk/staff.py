"""人员信息 (staffInfo): one person of the institute, with all that decides what he may be given to do.

Qualifications, signature and seal, the instruments in his hands, when he is away, what he has in hand, what ends soon.
"""

from datetime import timedelta
from typing import Any

from sqlalchemy import case, func, or_, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.flow.api import STEP_NAMES, late_at_step
from tejian.inspection.models.absence import KINDS, StaffLeave
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.records import api as records
from tejian.instruments.models import OUT, Instrument, InstrumentLoan
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock, dictionary, shapes
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown, add_record, of
from tejian.kit.web.edge import Area
from tejian.system.models.accounts import StaffQual, SysUser
from tejian.system.models.organisations import Org
from tejian.system.permissions import STAFF_QUERY, STAFF_SAVE

SOON = 90  # days: time to apply for the renewal, as the list of qualifications says it
MOST = 200
PAGE = "/sysmng/userManage/staffInfo?id={id}"
area = Area()


def _more(db: Session, me: User, row: SysUser) -> dict[str, Any]:
    """What several facts and parts share."""
    day = clock.today()
    quals = select(StaffQual).where(StaffQual.user_id == row.id).order_by(StaffQual.validto, StaffQual.id)
    L = InstrumentLoan
    out = select(L).where(L.borrower_id == row.id, L.step == OUT, L.visible(me)).limit(MOST)
    loans = {one.instrument_id: one for one in db.scalars(out)}
    in_charge = (Instrument.org_id == row.org_id) & (Instrument.keeper == row.name)
    tools = select(Instrument).where(or_(in_charge, Instrument.id.in_(loans)), Instrument.visible(me))
    away = select(StaffLeave).where(StaffLeave.user_id == row.id, StaffLeave.visible(me))
    mine = B.inspectors.contains([row.id]), B.step.not_in(at.CLOSED), B.visible(me)
    late = func.count(case((late_at_step(B), 1)))
    load = select(B.step, func.count(), late, func.min(B.limit_at)).where(*mine).group_by(B.step)
    return {
        "quals": list(db.scalars(quals)),
        "loans": loans,
        "tools": list(db.scalars(tools.order_by(Instrument.nextcal, Instrument.id).limit(MOST))),
        "leaves": list(db.scalars(away.order_by(StaffLeave.begins.desc(), StaffLeave.id).limit(MOST))),
        "load": db.execute(load).all(),
        "org": db.scalars(select(Org).where(Org.id == row.org_id, Org.kind == "institute")).first(),
        "day": day,
        "soon": day + timedelta(days=SOON),
    }


def _values(_db: Session, _me: User, row: SysUser) -> dict[str, Any]:
    """What leaves the server of an account: no number, no address, nothing secret."""
    return {name: getattr(row, name) for name in ("id", "version", "login", "name", "org_id", "dept_id")}


def _ends(end: Any, more: dict[str, Any]) -> shapes.Tone:
    """How the end of something is coloured: passed, soon, or neither."""
    return "no" if end and end < more["day"] else "ca" if end and end < more["soon"] else ""


def _quals(shown: Shown) -> list[dict[str, Any]]:
    return [record(one) | {"validtoTone": _ends(one.validto, shown.more)} for one in shown.more["quals"]]


def _tools(shown: Shown) -> list[dict[str, Any]]:
    rows = []
    for one in shown.more["tools"]:
        loan = shown.more["loans"].get(one.id)
        late = bool(loan and loan.dueday < clock.today())
        held = {"held": f"借用，应还 {loan.dueday}" if loan else "保管", "heldTone": "no" if late else ""}
        tone = {"nextcalTone": _ends(one.nextcal, shown.more)}
        rows.append(record(one) | held | tone | {"instnoLink": f"/instrumentMng/instrument?id={one.id}"})
    return rows


def _leaves(shown: Shown) -> list[dict[str, Any]]:
    day = shown.more["day"]

    def state(one: StaffLeave) -> dict[str, str]:
        word = "未开始" if one.begins > day else "已结束" if one.ends < day else "进行中"
        return {"state": word, "stateTone": "ca" if word == "进行中" else "", "kind": KINDS[one.kind]}

    return [record(one) | state(one) for one in shown.more["leaves"]]


def _load(shown: Shown) -> list[dict[str, Any]]:
    order = list(STEP_NAMES)
    return [
        {
            "id": step,
            "step": STEP_NAMES[step],
            "count": count,
            "late": late,
            "lateTone": "no" if late else "",
            "limit": clock.minute(limit) if limit else "",
        }
        for step, count, late, limit in sorted(shown.more["load"], key=lambda one: order.index(one[0]))
    ]


def _notices(shown: Shown) -> list[Notice]:
    """What has ended and what ends soon, in words; and that he is away today."""
    more, out = shown.more, []
    items = dictionary.words(shown.db, shown.me.dict_version)["C623"]
    for one in more["quals"]:
        if one.status == "有效" and (tone := _ends(one.validto, more)):
            out.append(Notice(f"{items.get(one.item, one.item)}{_until(one.validto, tone)}", tone))
    for one in more["tools"]:
        if tone := _ends(one.nextcal, more):
            out.append(Notice(f"{one.name}（{one.instno}）检定{_until(one.nextcal, tone)}", tone))
    for leave in more["leaves"]:
        if leave.begins <= more["day"] <= leave.ends:
            out.append(Notice(f"{leave.begins}至{leave.ends}{leave.word}，这几天不安排检验"))
    if not shown.row.signature and more["quals"]:
        out.append(Notice("还没有上传电子签名，不能签署记录和报告"))
    return out


def _until(day: Any, tone: str) -> str:
    return f"已于 {day} 到期" if tone == "no" else f"到 {day} 为止"


def _seal(shown: Shown) -> tuple[str, str]:
    """Whether what he signs is sealed in earnest."""
    org = shown.more["org"]
    why = records.demonstration(shown.db, org) if org is not None else ""
    return (why, "ca") if why else ("", "")


STAFF = RecordView(
    no="staff_info",
    title="人员信息",
    permission=STAFF_QUERY,
    model=SysUser,
    url="/api/system/staff/record",
    values=_values,
    more=_more,
    heading=lambda s: s.row.name,
    subtitle=lambda s: "　".join(filter(None, (s.text("org_id"), s.text("dept_id")))),
    notices=_notices,
    facts=[
        Fact(
            label="账户",
            text=lambda s: "启用" if s.row.enabled else "停用",
            tone=lambda s: "ok" if s.row.enabled else "no",
            dot=True,
        ),
        Fact(
            label="有效资格",
            text=lambda s: f"{sum(q.status == '有效' and q.validto >= s.more['day'] for q in s.more['quals'])} 项",
            link="#quals",
        ),
        Fact(
            label="电子签名",
            text=lambda s: "已上传" if s.row.signature else "未上传",
            tone=lambda s: "ok" if s.row.signature else "ca",
            note=lambda s: "签名口令已设" if s.row.pin_hash else "签名口令未设",
        ),
        Fact(
            label="机构印章",
            text=lambda s: (
                s.more["org"].name if s.more["org"] is not None and s.more["org"].kind == "institute" else "无"
            ),
            note=_seal,
        ),
        Fact(label="手上的仪器", text=lambda s: f"{len(s.more['tools'])} 台", link="#tools"),
        Fact(
            label="在办",
            text=lambda s: f"{sum(one[1] for one in s.more['load'])} 件",
            note=lambda s: (f"超期 {late} 件", "no") if (late := sum(one[2] for one in s.more["load"])) else "",
            link="#load",
        ),
    ],
    parts=[
        Part(
            "quals",
            "检验资格",
            [
                of(StaffQual.item),
                of(StaffQual.certno, 180, type="code"),
                of(StaffQual.issuedate, 110),
                of(StaffQual.validto, 110),
                of(StaffQual.status, 80),
                of(StaffQual.remark, 200),
            ],
            _quals,
            noun="资格",
            form="sys_staff_qual_form",
            delete="/api/system/staff/delete",
            permission=STAFF_SAVE,
            owner=lambda s: {"user_id": s.row.id},
        ),
        Part(
            "tools",
            "手上的仪器",
            [
                of(Instrument.instno, 130),
                of(Instrument.name),
                of(Instrument.model, 130),
                Col("held", "怎样在手上", None, 170),
                of(Instrument.nextcal, 110),
            ],
            _tools,
            noun="仪器",
            empty="没有保管或借用的仪器",
        ),
        Part(
            "leaves",
            "请假外出",
            [
                Col("kind", "类别", None, 90),
                Col("state", "状态", None, 90),
                of(StaffLeave.begins, 110),
                of(StaffLeave.ends, 110),
                of(StaffLeave.half, 70),
                of(StaffLeave.reason),
            ],
            _leaves,
            noun="请假外出",
            empty="没有请假或外出",
        ),
        Part(
            "load",
            "在办业务",
            [
                Col("step", "环节", None, 160),
                Col("count", "件数", None, 90, "number"),
                Col("late", "超期", None, 90, "number"),
                Col("limit", "最早的办理期限", None, 160),
            ],
            _load,
            noun="在办业务",
            empty="没有在办的检验业务",
        ),
    ],
    actions=[Action("signature", "签名", STAFF_QUERY, needs="one")],
)
add_record(area, STAFF)
