"""LIMS数据传输: the samples with how far the laboratory is; and the findings behind approved reports."""

from sqlalchemy import select

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.models.laboratory import AT_LABORATORY, REVIEWED, TO_JUDGE, VERDICTS, WITHDRAWN
from tejian.inspection.models.laboratory import LabFinding as F
from tejian.inspection.models.laboratory import LabSample as S
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import FINDING, FINDING_PAGE, FINDINGS, SAMPLE

sample_list = add_list(
    ListView(
        no="lab_sample_list",
        title="LIMS数据传输",
        permission=p.SAMPLE_QUERY,
        export_permission=EXPORT,
        source=select(S),
        key=S.id,
        visible=S.visible,
        url=f"{API}/findList",
        sort="-createtime",
        columns=[
            col(S.sampleno, 130, type="code", fixed="left", link=PAGE),
            col(S.step, 120, label="状态", type="state", words=SAMPLE.names, tones=SAMPLE.tones),
            col(S.name, 120),
            col(S.unitname, 190),
            col(S.equname, 120),
            col(S.seisn, 130, type="code"),
            col(S.itemname, 180),
            col(S.drawnday, 100),
            col(S.sent, 140),
            col(S.labno, 130),
            col(S.reviewed, 140),
            col(S.edition, 80),
            col(S.outcome, 120),
            col(S.problem, 180),
            col(S.place, 120, shown=False),
            col(S.asked, 180, shown=False),
            col(S.sender_id, 80, shown=False),
            col(S.createtime, 140, label="登记时间", shown=False),
        ],
        search=[
            like("number", "编号", S.sampleno, S.seisn, S.labno, placeholder="样品、业务、实验室编号", quick=True),
            like("unitname", "受检单位", S.unitname, quick=True),
            same("step", "状态", S.step, widget="select", options=SAMPLE.names, quick=True),
            like("name", "样品名称", S.name),
            dates("drawnday", "采样日期", S.drawnday),
        ],
        segments=[
            Segment("away", "在实验室", lambda me: S.step.in_(AT_LABORATORY[:4])),
            Segment("reviewed", "待取回", lambda me: S.step == REVIEWED),
            Segment("withdrawn", "结果已撤回", lambda me: S.step == WITHDRAWN),
            Segment("problem", "传输异常", lambda me: S.problem != ""),
        ],
        actions=[
            ACTS.add,
            ACTS.edit,
            *buttons(SAMPLE),
            ACTS.delete,
            Action("findings", "结果变更核查", p.SAMPLE_QUERY, kind="route", route=FINDINGS),
        ],
    )
)
finding_list = add_list(
    ListView(
        no="lab_finding_list",
        title="化验结果变更核查",
        permission=p.SAMPLE_QUERY,
        export_permission=EXPORT,
        source=select(F),
        key=F.id,
        visible=F.visible,
        url=f"{API}/finding/findList",
        sort="-createtime",
        columns=[
            col(F.findno, 130, type="code", fixed="left", link=FINDING_PAGE),
            col(F.step, 90, label="状态", type="state", words=FINDING.names, tones=FINDING.tones),
            col(F.reportno, REPORT_NO_WIDTH, type="code"),
            col(F.unitname, 190),
            col(F.equname, 120),
            col(F.sample_id, 130),
            col(F.what, 260),
            col(F.verdict, 120, type="dict", words=VERDICTS),
            col(F.opinion, 200),
            col(F.judge_id, 80),
            col(F.judged, 140),
            col(F.createtime, 140, label="登记时间"),
        ],
        search=[
            like("number", "编号", F.findno, F.reportno, placeholder="核查、报告编号", quick=True),
            like("unitname", "受检单位", F.unitname, quick=True),
            same("step", "状态", F.step, widget="select", options=FINDING.names, quick=True),
            same("verdict", "核查结论", F.verdict, widget="select", options=VERDICTS),
        ],
        segments=[Segment("open", "待核查", lambda me: F.step == TO_JUDGE)],
        actions=buttons(FINDING),
    )
)
