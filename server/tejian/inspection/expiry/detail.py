"""到龄检验详情: when the design life of a device ends, what assessed it, and which extension is on file."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.equipment.api import page_of
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.forms.columns import Col
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown, of

from .lists import API

# the applications for a longer design life of a device, the newest first: who registers use keeps them
extensions: Port[[Session, str], list[dict[str, Any]]] = Port("extensions of the design life", lambda _db, _key: [])


def _more(db: Session, me: User, row: Equipment) -> dict[str, Any]:
    """The assessments of the device, its extensions, the newest first; which of the former the reader may open."""
    query = select(B).where(B.equdatasysid == row.id, B.seisort == at.ASSESSMENT, B.step != at.VOID)
    assessed = list(db.scalars(query.order_by(B.id.desc())))
    mine = set(db.scalars(select(B.id).where(B.id.in_([one.id for one in assessed]), B.visible(me))))
    return {"assessed": assessed, "mine": mine, "longer": extensions(db, row.id)}


def _assessments(s: Shown) -> list[dict[str, Any]]:
    links = dict.fromkeys(s.more["mine"], "/businessPro/applyInfo?seisn={}")
    return [record(one) | {"seisnLink": links.get(one.id, "").format(one.seisn)} for one in s.more["assessed"]]


def _last(s: Shown) -> str:
    """The day of the last assessment of which the report was issued."""
    days = [one.inspdate for one in s.more["assessed"] if one.step in at.ISSUED and one.inspdate]
    return str(max(days)) if days else "没有"


def _registered(s: Shown) -> str:
    until = next((one["until"] for one in s.more["longer"] if one["done"]), None)
    return f"延长至{until}" if until else "没有"


def _notices(s: Shown) -> list[Notice]:
    left = s.days_to("designenddate")
    if left is None or left >= 0:
        return []
    if _last(s) == "没有":
        return [Notice("已达设计使用年限，没有安全评估：继续使用须经安全评估合格并办理使用登记变更", "no")]
    return (
        [Notice("已达设计使用年限，已有安全评估；延长后的年限以使用登记变更为准")] if _registered(s) == "没有" else []
    )


AGE_VIEW = RecordView(
    no="expiry_age",
    title="到龄检验详情",
    permission=p.APPLY_QUERY,
    model=Equipment,
    url=f"{API}/ageRecord",
    more=_more,
    heading=lambda s: f"{s.row.equname} {s.row.equcode}",
    name=lambda s: f"到龄 {s.row.equcode}",
    subtitle=lambda s: f"{s.row.useorgname}　{s.row.useplace}",
    facts=[
        Fact(
            "designenddate",
            "设计年限届满",
            tone=lambda s: tone_of(s.days_to("designenddate")),
            note=lambda s: remaining(s.days_to("designenddate")),
        ),
        Fact(text=_last, label="最近安全评估", link="#assessments"),
        Fact(text=_registered, label="延长使用登记", link="#extensions"),
        Fact("ninspdate", "下次检验日期", tone=lambda s: tone_of(s.days_to("ninspdate"))),
        Fact("prodate", "制造日期"),
        Fact("equstatus", "使用状态"),
    ],
    notices=_notices,
    parts=[
        Part(
            "assessments",
            "安全评估",
            [
                of(B.seisn, 130, type="code"),
                of(B.testsort, 160),
                of(B.acceptdate, 110),
                of(B.inspdate, 110),
                of(B.status, 110),
                of(B.conclusion, 140),
                of(B.reportno, REPORT_NO_WIDTH, type="code"),
                of(B.nextdate, 120),
            ],
            _assessments,
            empty="没有申报过安全评估",
        ),
        Part(
            "extensions",
            "延长使用登记",
            [
                Col("number", "登记申请编号", None, 160, "code"),
                Col("applied", "申请日期", None, 110, "date"),
                Col("until", "延长后届满日期", None, 130, "date"),
                Col("stepname", "办理环节", None, 110),
                Col("issued", "发证日期", None, 110, "date"),
            ],
            lambda s: s.more["longer"],
            empty="没有延长设计使用年限的使用登记变更",
        ),
    ],
    actions=lambda s: [
        Action("archive", "设备档案", p.APPLY_QUERY, kind="route", needs="one", route=page_of(s.row.equclass, s.row.id))
    ],
    history=True,
)
