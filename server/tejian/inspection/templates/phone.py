"""模板管理 of 移动平台: the templates in force as phones draw them, and the packs that still hold an older version."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.fieldwork import PackJob
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.templates import TemplateVersion
from tejian.inspection.records import api as records
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.columns import Col as Shown_
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, add_list, like
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Panel, Part, RecordView, Shown
from tejian.system.permissions import EXPORT
from tejian.system.rules.api import PUBLISHED, RuleRow

from .lists import BEGIN, CODE, TemplateList, coming, counted_of, drafts, edition, layouts, since
from .parts import ITEMS, LAYOUTS, LIMITS, PHONE, PREFILLS, TEXTS
from .preview import Preview, preview
from .process import PAGE, TEMPLATE
from .ruling import ruling

R, T, P, B = RuleRow, TemplateVersion, PackJob, AppBuss
CALL = "/api/mobilePlat/template"
INFO = "/mobilePlat/templatemain/templateInfo?id={id}"
IN_HAND = (at.CONFIRM, at.BUILD, at.ENTER)  # the steps whose jobs lie on phones
MOST = 200
SHOWN = (ITEMS, PHONE, TEXTS, LIMITS, PREFILLS)

phone_list = add_list(
    TemplateList(
        no="phone_template_list",
        title="模板管理",
        permission=p.TEMPLATE_QUERY,
        export_permission=EXPORT,
        source=select(R),
        key=R.id,
        visible=layouts,
        url=f"{CALL}/find",
        sort="place",
        columns=[
            Col("template", "模板", CODE, 110, "code", fixed="left", link=INFO),
            Col("name", "名称", R.data["name"].astext, 240),
            Col("kinds", "设备类别", R.data["kinds"].astext, 160),
            Col("items", "检验项目", counted_of(ITEMS), 90, "number"),
            Col("placed", "已排现场次序", counted_of(PHONE, "turn"), 120, "number"),
            Col("photos", "须拍照项目", counted_of(PHONE, "photo"), 110, "number"),
            Col("phrases", "有常用说明", counted_of(PHONE, "phrases"), 110, "number"),
            Col("edition", "现行版次", edition, 90, "number"),
            Col("since", "生效日期", since, 110, "date"),
            Col("coming", "待生效", coming, 110, "date"),
            Col("drafts", "在办草案", drafts, 90, "number"),
            Col("place", "", R.seq),
        ],
        search=[like("name", "模板", R.data["name"].astext, CODE, quick=True)],
        actions=[
            Action("view", "查看", p.TEMPLATE_QUERY, place="row", kind="route", needs="one", route=INFO),
            BEGIN,
        ],
    )
)


class Whole:
    """A template in force with what phones hold of it, read once."""

    def __init__(self, db: Session, me: User, head: RuleRow):
        self.code = str(head.data["template"])
        rows: dict[str, list[dict[str, str]]] = {}
        for row in ruling(db, self.code, clock.today()):
            if row.tbl in SHOWN:
                rows.setdefault(row.tbl, []).append({key: str(text or "") for key, text in row.data.items()})
        self.rows = rows
        published = select(T).where(T.template == self.code, T.step == PUBLISHED, T.effective <= clock.today())
        self.last = db.scalars(published.order_by(T.effective.desc(), T.edition.desc()).limit(1)).first()
        self.edition = self.last.edition if self.last else 1
        codes = sorted({one.template_code for one in records.seisorts(db) if self.code in one.item_templates})
        held = select(P, B).join(B, B.id == P.appbuss_id)
        held = held.where(P.visible(me), P.template.in_(codes), B.step.in_(IN_HAND))
        begins = self.last.effective if self.last else None
        old = B.templateday < begins if begins else B.id.is_(None)
        self.old = db.scalar(select(func.count()).select_from(held.where(old).subquery())) or 0
        self.many = db.scalar(select(func.count()).select_from(held.subquery())) or 0
        first = held.order_by(cast(old, Integer).desc(), B.plandate, P.id).limit(MOST)
        self.packs = [(pack, row) for pack, row in db.execute(first)]

    def is_old(self, row: AppBuss) -> bool:
        """Whether the record of an item goes by an older version than the one in force."""
        begins = self.last.effective if self.last else None
        return bool(begins and row.templateday and row.templateday < begins)

    @property
    def drawn(self) -> Preview:
        items = self.rows.get(ITEMS, [])
        return preview(self.code, f"第{self.edition}版　{len(items)}项", self.rows)


def head(db: Session, me: User, key: str) -> RuleRow:
    """The layout that a template is known by; another rule is none."""
    row = visible_or_refuse(db, me, RuleRow, key)
    if row.tbl != LAYOUTS:
        raise Refused("请在模板管理的列表中选择模板")
    return row


def _packs(shown: Shown) -> Sequence[dict[str, Any]]:
    whole: Whole = shown.more
    return [
        {
            **record(pack),
            "held": "旧版" if whole.is_old(row) else "现行版",
            "heldTone": "ca" if whole.is_old(row) else "go",
            "reportno": row.reportno or row.seisn,
            "reportnoLink": f"/businessPro/applyInfo?seisn={row.seisn}",
            "equname": row.equname,
            "unitname": row.unitname,
            "stepName": STEP_NAMES.get(row.step, row.step),
            "plandate": row.plandate,
        }
        for pack, row in whole.packs
    ]


def _versions(shown: Shown) -> list[dict[str, Any]]:
    query = select(T).where(T.template == shown.more.code).order_by(T.createtime.desc()).limit(MOST)
    return [
        {
            **record(one),
            "templatenoLink": PAGE.format(id=one.id),
            "stepName": TEMPLATE.name_of(one.step),
            "stepNameTone": TEMPLATE.tones.get(one.step, ""),
        }
        for one in shown.db.scalars(query)
    ]


def _duties(shown: Shown) -> str:
    rows = shown.more.rows.get(PHONE, [])
    return f"{sum(bool(one['photo']) for one in rows)} 项"


def _on_phones(shown: Shown) -> str:
    whole: Whole = shown.more
    told = f"{whole.old} 份是旧版，办完为止仍用旧版" if whole.old else "都是现行版"
    return told if whole.many else ""


PHONE_VIEW = RecordView(
    no="phone_template",
    title="移动端模板",
    permission=p.TEMPLATE_QUERY,
    model=RuleRow,
    row=head,
    url=f"{CALL}/record",
    more=Whole,
    heading=lambda s: f"移动端模板 {s.more.code}",
    name=lambda s: s.more.code,
    identity=lambda s: str(s.row.data["name"]),
    facts=[
        Fact(
            label="现行版次",
            text=lambda s: f"第 {s.more.edition} 版",
            note=lambda s: f"{s.more.last.effective} 起" if s.more.last else "",
        ),
        Fact(label="检验项目", text=lambda s: f"{len(s.more.rows.get(ITEMS, []))} 项"),
        Fact(label="须拍照", text=_duties),
        Fact(label="任务包", text=lambda s: f"{s.more.many} 份", note=_on_phones),
    ],
    parts=[
        Panel("preview", "手机预览", "phonePreview", lambda s: s.more.drawn),
        Part(
            "versions",
            "版本",
            columns=[
                Shown_("templateno", "版本编号", None, 130, "code"),
                Shown_("name", "名称", None, 180),
                Shown_("stepName", "状态", None, 90),
                Shown_("effective", "生效日期", None, 110, "date"),
                Shown_("edition", "版次", None, 70, "number"),
                Shown_("document", "文件依据", None),
                Shown_("drafter", "起草人", None, 90),
                Shown_("publisher", "发布人", None, 90),
            ],
            rows=_versions,
            noun="版本",
            empty="还没有起草过新版本",
        ),
        Part(
            "packs",
            "持有的任务包",
            columns=[
                Shown_("held", "版本", None, 80),
                Shown_("reportno", "报告编号", None, REPORT_NO_WIDTH, "code"),
                Shown_("equname", "设备名称", None, 140),
                Shown_("unitname", "受检单位", None, 200),
                Shown_("stepName", "环节", None, 100),
                Shown_("plandate", "安排日期", None, 110, "date"),
                Shown_("user_idName", "使用人", None, 90),
                Shown_("edition", "记录版次", None, 90, "number"),
                Shown_("given", "下发时间", None, 150, "datetime"),
            ],
            rows=_packs,
            noun="任务包",
            empty="没有终端持有这一模板的任务",
            hint=f"记录从开始到提交用同一版；这里列出前 {MOST} 份，旧版在前",
        ),
    ],
    actions=[
        Action("open", "起草新版本", p.TEMPLATE_DRAFT, kind="move", needs="one", form=BEGIN.form),
    ],
)
