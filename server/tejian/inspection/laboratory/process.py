"""Samples: drawn → sent → received → testing → result → reviewed → taken over; what is between is said by the
laboratory (receiving.py). Findings: a result that changed behind an approved report, until quality has judged it."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models import laboratory as lab
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import LabFinding, LabSample
from tejian.kit.ground.actions import Button
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody

from . import forms

FINDINGS = "/LIMSTrans/findings"
FINDING_PAGE = "/LIMSTrans/finding?id={id}"

# the laboratory that an institute sends its samples to, by its name; '' without one
laboratory_of: Port[[Session, str], str] = Port("laboratory of an institute", lambda _db, _org: "")
# a sample is on its way: the exchange tells the laboratory
handed: Port[[Session, LabSample], None] = Port("samples that are sent", lambda _db, _row: None)


def the_inspectors(me: User) -> Any:
    """本业务的检验人员"""
    return LabSample.appbuss_id.in_(select(AppBuss.id).where(AppBuss.inspectors.contains([me.id])))


def _item(d: Doing) -> AppBuss:
    return d.db.scalars(select(AppBuss).where(AppBuss.id == d.subject.appbuss_id)).one()


def record_open(d: Doing) -> str | None:
    """原始记录还在检验人员手中"""
    item = _item(d)
    return None if item.step in at.UNWRITTEN else f"{item.seisn}的记录已提交，不能再送检样品"


def has_laboratory(d: Doing) -> str | None:
    """本机构接入了实验室系统"""
    if laboratory_of(d.db, _item(d).cheorg):
        return None
    return "本机构没有接入实验室系统，请安全管理员在“传输用户”中授权实验室样品"


def result_unknown(d: Doing) -> str | None:
    """实验室还没有给出结果"""
    return "实验室已给出结果，不能取消样品" if d.subject.step == lab.FOUND else None


def hand_over(d: Doing) -> None:
    """把样品信息传给实验室系统"""
    d.subject.problem = ""
    handed(d.db, d.subject)


WAITS: dict[str, Any] = {"route": forms.LIST, "page": forms.PAGE}
SAMPLE = add_process(
    Process(
        name="lab_sample",
        title="实验室样品",
        model=LabSample,
        api=forms.API,
        one_by_one=True,
        start=lab.DRAWN,
        ends=[lab.TAKEN, lab.DROPPED],
        numbers=lambda s: (s.sampleno, s.seisn),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(
                lab.DRAWN,
                lab.STEP_NAMES[lab.DRAWN],
                the_inspectors,
                named=True,
                tone="ca",
                waits="样品待送检",
                verb="送检",
                refusal="样品由本业务的检验人员送检",
                **WAITS,
            ),
            Step(lab.SENT, lab.STEP_NAMES[lab.SENT], nobody, tone="go"),
            Step(lab.RECEIVED, lab.STEP_NAMES[lab.RECEIVED], nobody, tone="go", follows=True),
            Step(lab.TESTING, lab.STEP_NAMES[lab.TESTING], nobody, tone="go", follows=True),
            Step(lab.FOUND, lab.STEP_NAMES[lab.FOUND], nobody, tone="go", follows=True),
            Step(
                lab.REVIEWED,
                lab.STEP_NAMES[lab.REVIEWED],
                the_inspectors,
                named=True,
                tone="ca",
                follows=True,
                waits="化验结果待取回",
                verb="取回结果",
                refusal="化验结果由本业务的检验人员取回",
                **WAITS,
            ),
            Step(lab.TAKEN, lab.STEP_NAMES[lab.TAKEN], nobody, tone="ok"),
            Step(lab.WITHDRAWN, lab.STEP_NAMES[lab.WITHDRAWN], nobody, tone="no", follows=True),
            Step(lab.DROPPED, lab.STEP_NAMES[lab.DROPPED], nobody),
        ],
        moves=[
            Move(
                "send",
                "送检",
                [lab.DRAWN],
                lab.SENT,
                p.SAMPLE_SAVE,
                guards=[record_open, has_laboratory],
                stamps=["sender_id", "sent"],
                effects=[hand_over],
                buttons=[Button("row", confirm="送检后样品信息不能再修改，结果审核以前报告不能提交")],
            ),
            Move(
                "take",
                "取回结果",
                [lab.REVIEWED],
                lab.TAKEN,
                p.SAMPLE_SAVE,
                stamps=["taker_id", "taken"],
                buttons=[Button("row", confirm="已按这一版结果填写记录中的项目")],
            ),
            Move(
                *("drop", "取消样品", [*lab.UNDER_WAY], lab.DROPPED, p.SAMPLE_SAVE),
                anyone=True,
                needs_reason=True,
                guards=[result_unknown],
            ),
        ],
    )
)
FINDING = add_process(
    Process(
        name="lab_finding",
        title="结果变更核查",
        model=LabFinding,
        api=f"{forms.API}/finding",
        one_by_one=True,
        start=lab.TO_JUDGE,
        ends=[lab.JUDGED],
        numbers=lambda s: (s.findno, s.reportno),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(
                lab.TO_JUDGE,
                "待核查",
                anybody,
                tone="no",
                waits="化验结果变更待核查",
                route=FINDINGS,
                page=FINDING_PAGE,
                verb="核查",
            ),
            Step(lab.JUDGED, "已核查", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "judge",
                "核查",
                [lab.TO_JUDGE],
                lab.JUDGED,
                p.SAMPLE_JUDGE,
                takes=["verdict", "opinion"],
                stamps=["judge_id", "judged"],
                form=forms.JUDGE,
            ),
        ],
    )
)
