"""The pages of a sample and of a finding."""

from typing import Any

from sqlalchemy import select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.models.laboratory import TO_JUDGE, VERDICTS, LabEvent, LabFinding, LabSample
from tejian.kit.forms.columns import Col
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown, of

from .forms import ACTS, API, FORM, PAGE
from .process import FINDING, FINDING_PAGE, SAMPLE
from .receiving import KINDS

VALUES = [
    Col("name", "项目", None, 200),
    Col("value", "结果", None, 120),
    Col("unit", "单位", None, 100),
    Col("verdict", "判定", None, 100),
]


def _values(s: Shown) -> list[dict[str, Any]]:
    return [{"id": str(n), **{c.name: one.get(c.name, "") for c in VALUES}} for n, one in enumerate(s.row.values)]


def _events(s: Shown) -> list[dict[str, Any]]:
    query = select(LabEvent).where(LabEvent.sample_id == s.row.id).order_by(LabEvent.at, LabEvent.id)
    return [record(one) | {"said": "；".join(_words(v) for v in one.values)} for one in s.db.scalars(query)]


def _words(value: dict[str, str]) -> str:
    return f"{value.get('name', '')} {value.get('value', '')} {value.get('unit', '')}".strip()


def _findings(s: Shown) -> list[dict[str, Any]]:
    query = select(LabFinding).where(LabFinding.sample_id == s.row.id).order_by(LabFinding.id)
    return [record(one) | {"findnoLink": FINDING_PAGE.format(id=one.id)} for one in s.db.scalars(query)]


SAMPLE_VIEW = RecordView(
    no="lab_sample",
    title="实验室样品",
    permission=p.SAMPLE_QUERY,
    model=LabSample,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"样品 {s.row.sampleno}",
    subtitle=lambda s: f"{s.row.unitname}　{s.row.equname}",
    facts=[
        state(SAMPLE),
        Fact("seisn", link=lambda s: f"/businessPro/applyInfo?seisn={s.row.seisn}"),
        Fact("itemname", note=lambda s: f"第{s.row.itemseq}项"),
        Fact("labno", note=lambda s: s.text("received")),
        Fact("outcome", note=lambda s: f"第{s.row.edition}版 {s.text('reviewed')}" if s.row.edition else ""),
        Fact("problem", tone="no", when=lambda s: bool(s.row.problem)),
    ],
    notices=stands(SAMPLE),
    parts=[
        Part("values", "检测结果", VALUES, _values, empty="实验室还没有给出结果"),
        Part(
            "events",
            "实验室消息",
            [
                of(LabEvent.at, 140),
                Col("kind", "内容", None, 100, "dict", words=KINDS),
                of(LabEvent.outcome, 120),
                Col("said", "检测结果", None, 260),
                of(LabEvent.reason, 180),
                of(LabEvent.became, 180),
                of(LabEvent.createtime, 140, label="收到时间"),
            ],
            _events,
            empty="实验室还没有消息",
        ),
        Part(
            "findings",
            "变更核查",
            [
                of(LabFinding.findno, 130, type="code"),
                of(LabFinding.reportno, REPORT_NO_WIDTH, type="code"),
                of(LabFinding.what, 260),
                of(LabFinding.verdict, 120, type="dict", words=VERDICTS),
                of(LabFinding.opinion, 200),
            ],
            _findings,
            empty="没有结果变更",
        ),
        course(SAMPLE),
    ],
    actions=[ACTS.edit, *page_buttons(SAMPLE)],
    own=is_own(SAMPLE),
    history=True,
)
FINDING_VIEW = RecordView(
    no="lab_finding",
    title="化验结果变更核查",
    permission=p.SAMPLE_QUERY,
    model=LabFinding,
    url=f"{API}/finding/record",
    heading=lambda s: f"结果变更核查 {s.row.findno}",
    subtitle=lambda s: f"{s.row.unitname}　{s.row.equname}",
    facts=[
        state(FINDING),
        Fact("reportno", link=lambda s: f"/businessPro/applyInfo?seisn={s.text('appbuss_id')}"),
        Fact("sample_id", link=lambda s: PAGE.format(id=s.row.sample_id)),
        Fact("what"),
        Fact(
            label="核查结论",
            text=lambda s: VERDICTS.get(s.row.verdict, ""),
            note=lambda s: s.row.opinion,
            when=lambda s: s.row.step != TO_JUDGE,
        ),
    ],
    parts=[course(FINDING)],
    actions=page_buttons(FINDING),
    history=True,
)
