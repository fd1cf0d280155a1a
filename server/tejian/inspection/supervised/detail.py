"""The page of a supervision: its people and days, the points, the liaison sheets, the papers, the way it took."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.supervised import (
    DATA,
    DONE,
    FIRST,
    VOID,
    WORK,
    LiaisonSheet,
    SupervisionPaper,
    SupervisionPoint,
)
from tejian.inspection.models.supervised import Supervision as S
from tejian.kit.forms.columns import Col
from tejian.kit.forms.formview import FormView, Group, field_of
from tejian.kit.ground.actions import Action
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.process.moves import course, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, of

from .forms import HOLDS, RESULTS, STATES
from .process import LIAISON, SUPERVISION

FACTS = FormView(
    "supervision_facts",
    "监督检验",
    "",
    [
        Group(
            "监检",
            [
                field_of(one, readonly=True)
                for one in (
                    *(S.testsort, S.equname, S.equcode, S.unitname, S.useplace, S.contractorname, S.notifyno),
                    *(S.startdate, S.inspectornames, S.visitdate, S.firstdate, S.attendants, S.firstnote),
                    *(S.handed, S.examiner, S.examined, S.certno, S.certdate),
                )
            ],
        )
    ],
)


def _of(shown: Shown, model: Any, order: Any) -> list[dict[str, Any]]:
    query = select(model).where(model.supervision_id == shown.row.id).order_by(order, model.id)
    return [record(one) | {"casestep": shown.row.step} for one in shown.db.scalars(query)]


def _points(shown: Shown) -> list[dict[str, Any]]:
    rows = _of(shown, SupervisionPoint, SupervisionPoint.seq)
    return [row | ({"resultTone": "no"} if row["result"] == "2" else {}) for row in rows]


def _sheets(shown: Shown) -> list[dict[str, Any]]:
    return _of(shown, LiaisonSheet, LiaisonSheet.liaisonno)


def _papers(shown: Shown) -> list[dict[str, Any]]:
    return _of(shown, SupervisionPaper, SupervisionPaper.seq)


def _report(shown: Shown) -> str:
    item = shown.db.scalars(select(AppBuss).where(AppBuss.id == shown.row.appbuss_id)).one()
    return item.reportno or item.seisn


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    return [Notice(f"竣工资料被退回：{row.reason}")] if row.reason and row.step == WORK else []


def _late(shown: Shown) -> str:
    return remaining(shown.days_to("visitdate")) if shown.row.step == FIRST else ""


def _late_tone(shown: Shown) -> str:
    return tone_of(shown.days_to("visitdate")) if shown.row.step == FIRST else ""


RECORD = Action(
    "recordPoint",
    "记录",
    p.SUPERVISE,
    place="row",
    kind="form",
    needs="one",
    form="supervision_point_form",
    when={"casestep": [WORK]},
)
SHEET = Action(
    "liaison",
    "开联络单",
    p.SUPERVISE,
    place="row",
    kind="form",
    needs="one",
    form="liaison_form",
    when={"casestep": [WORK, DATA]},
)
SUPERVISION_PAGE = RecordView(
    no="supervision",
    title="监督检验",
    permission=p.SUPERVISION_QUERY,
    model=S,
    url="/api/supervision/record",
    form=FACTS,
    heading=lambda s: f"监督检验 {s.row.seisn}",
    name=lambda s: s.row.seisn,
    subtitle=lambda s: s.row.equname,
    identity=lambda s: "　".join(filter(None, dict.fromkeys((s.row.unitname, s.row.contractorname, s.row.useplace)))),
    facts=[
        state(SUPERVISION),
        Fact(
            label="施工告知",
            text=lambda s: s.row.notifyno or "制造监检，不用告知",
            link=lambda s: f"/businessPro/detailSGGZ?id={s.row.notify_id}" if s.row.notify_id else "",
        ),
        Fact("inspectornames"),
        Fact("visitdate", "首次监检", note=_late, tone=_late_tone),
        Fact(label="报告", text=_report, link=lambda s: f"/businessPro/applyInfo?seisn={s.row.seisn}"),
        Fact("certno", note=lambda s: s.text("certdate")),
    ],
    notices=_notices,
    parts=[
        Part(
            "points",
            "停止点与见证点",
            columns=[
                of(SupervisionPoint.seq, 52),
                of(SupervisionPoint.stage, 150),
                Col("hold", "类型", None, 80, "dict", words=HOLDS),
                of(SupervisionPoint.name, 220),
                of(SupervisionPoint.requirement, 240),
                of(SupervisionPoint.agreed, 105),
                Col("result", "结果", None, 80, "dict", words=RESULTS),
                of(SupervisionPoint.pointdate, 105),
                of(SupervisionPoint.inspector, 90),
                of(SupervisionPoint.problem, 200),
            ],
            rows=_points,
            noun="监检内容",
            actions=[RECORD, SHEET],
        ),
        Part(
            "sheets",
            "监检联络单",
            columns=[
                of(LiaisonSheet.liaisonno, 140),
                Col("step", "状态", None, 90, "dict", words=LIAISON.names),
                of(LiaisonSheet.problem, 240),
                of(LiaisonSheet.due, 105),
                of(LiaisonSheet.pointname, 160),
                of(LiaisonSheet.issuer, 90),
                of(LiaisonSheet.issued, 105),
                of(LiaisonSheet.answer, 200),
                of(LiaisonSheet.answerer, 90),
                of(LiaisonSheet.answered, 105),
                of(LiaisonSheet.closer, 90),
            ],
            rows=_sheets,
            noun="联络单",
            empty="没有开具联络单",
            actions=[
                Action("printSheet", "打印", p.SUPERVISION_QUERY, place="row", kind="print", needs="one", print="JDLLD")
            ],
            link=lambda s: ("回复与确认", f"/inspectPro/liaisonQuery?liaisonno={s.row.seisn}"),
        ),
        Part(
            "papers",
            "竣工资料",
            columns=[
                of(SupervisionPaper.seq, 52),
                of(SupervisionPaper.name, 240),
                of(SupervisionPaper.required, 80),
                Col("state", "状态", None, 90, "dict", words=STATES),
                of(SupervisionPaper.pages, 70),
                of(SupervisionPaper.note),
            ],
            rows=_papers,
            noun="资料",
            actions=[
                Action(
                    "examinePaper",
                    "登记",
                    p.SUPERVISE,
                    place="row",
                    kind="form",
                    needs="one",
                    form="supervision_paper_form",
                    when={"casestep": [WORK, DATA]},
                )
            ],
        ),
        course(SUPERVISION),
    ],
    actions=[
        *page_buttons(SUPERVISION),
        Action(
            "certificate",
            "打印证书",
            p.SUPERVISION_QUERY,
            kind="print",
            needs="one",
            print="JDJYZS",
            when={"step": [DONE]},
        ),
    ],
    files=Files("supervision", until=(DONE, VOID)),
    history=True,
)
