"""The transfer journal, and the lists of outside reports."""

from typing import Any

from sqlalchemy import and_, select

from tejian.archives import permissions as p
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.models.units import Unit
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, prefix, same, through
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from .models import WAITING
from .models import ThirdReport as R
from .models import Transfer as T
from .thirds import DETECTION, INSPECTION, STATES, TONES, with_files

DIRECTIONS = {"push": "上传", "pull": "接收"}

journal_list = add_list(
    ListView(
        no="transfer_list",
        title="检验数据传输日志",
        permission=p.JOURNAL_QUERY,
        export_permission=EXPORT,
        source=select(T),
        key=T.id,
        visible=T.visible,
        url="/api/transfer/findList",
        sort="-createtime",
        columns=[
            col(T.seisn, 124, type="code", fixed="left"),
            col(T.reportno, REPORT_NO_WIDTH, type="code"),
            col(T.direction, 60, type="dict", words=DIRECTIONS),
            col(T.state, 76, label="结果", type="state", tones={"0": "go", "1": "go", "2": "ca", "3": "ok"}),
            col(T.error, 220),
            col(T.tries, 72),
            col(T.sentat, 132, label="最近传输"),
            col(T.nexttry, 132, shown=False),
            col(T.receipt, 164, type="code"),
            col(T.equcode, 160, type="code", shown=False),
            col(T.equname, 90, shown=False),
            col(T.unitname, 180),
            col(T.equclass, 90, shown=False),
            col(T.areacode, 90, label="区划", shown=False),
            col(T.createtime, 132, label="生成时间", shown=False),
            col(T.ignoredby, 80, shown=False),
            col(T.ignorereason, 160, shown=False),
        ],
        search=[
            prefix("seisn", "业务流水号", T.seisn, quick=True),
            prefix("reportno", "报告编号", T.reportno, quick=True),
            same("state", "结果", T.state, widget="select", dict="C742", quick=True),
            dates("createtime", "生成时间", T.createtime, moment=True, quick=True),
            same("direction", "方向", T.direction, widget="select", options=DIRECTIONS),
            same("equclass", "设备种类", T.equclass, widget="select", dict="C601"),
            prefix("equcode", "设备代码", T.equcode),
        ],
        actions=[
            Action(
                "retry",
                "重传",
                p.JOURNAL_RETRY,
                place="batch",
                kind="call",
                needs="many",
                url="/api/transfer/retry",
                confirm="确定要重传所选记录吗？设备代码、登记证等按现有档案重新取值。",
                when={"state": ["2", "3"]},
            ),
            Action(
                "retryOne",
                "重传",
                p.JOURNAL_RETRY,
                place="row",
                kind="call",
                needs="one",
                url="/api/transfer/retry",
                when={"state": ["2", "3"]},
            ),
            Action(
                "ignore",
                "忽略",
                p.JOURNAL_RETRY,
                place="row",
                kind="form",
                needs="one",
                form="transfer_ignore_form",
                when={"state": ["2"]},
            ),
            Action("transferContent", "内容", p.JOURNAL_QUERY, place="row", needs="one"),
        ],
    )
)


def reports(kind: str) -> Any:
    def visible(me: User) -> Any:
        return and_(R.kind == kind, R.visible(me))

    return visible


DECIDING = [
    Action(
        "agreeReport",
        "同意",
        p.THIRD_CHECK,
        place="row",
        kind="call",
        needs="many",
        url="/api/thirdreport/detection/checkAgree",
        confirm="{reportno}：同意后写入设备档案，确定吗？",
        when={"state": [WAITING]},
    ),
    Action(
        "refuseReport",
        "退回",
        p.THIRD_CHECK,
        place="row",
        kind="move",
        needs="many",
        form="third_detection_refuse_form",
        when={"state": [WAITING]},
    ),
]


def report_list(no: str, title: str, kind: str, path: str, what: str) -> ListView:
    """Outside reports of a kind, by device, with their files; a detection waits for the institute."""
    detects = kind == DETECTION
    checked = [col(R.state, 86, type="state", words=STATES, tones=TONES), col(R.opinion, 150)] if detects else []
    deciding = DECIDING if detects else []
    return add_list(
        ListView(
            no=no,
            title=title,
            permission=p.THIRD_QUERY,
            export_permission=EXPORT,
            source=select(R),
            key=R.id,
            visible=reports(kind),
            url=f"/api/thirdreport/{path}/findList",
            sort="-inspdate",
            columns=[
                col(R.reportno, REPORT_NO_WIDTH, type="code", fixed="left"),
                Col("unitname", f"{what}机构", R.unitname, 200, link="/bsArchives/unit/detail?id={unit_id}"),
                Col("inspdate", f"{what}日期", R.inspdate, 92, "date"),
                col(R.conclusion, 140),
                col(R.nextdate, 92, label="下次日期"),
                col(R.equcode, 158, type="code"),
                col(R.equname, 90, shown=kind == INSPECTION),
                col(R.equclass, 90, shown=False),
                col(R.useorgname, 170),
                Col("files", "文件", with_files(), 56, "number", sortable=False),
                *checked,
                col(R.archived, 170, shown=kind == DETECTION),
                Col("inspectors", f"{what}人员", R.inspectors, 110, shown=False),
                col(R.areacode, 90, label="区划", shown=False),
                col(R.createtime, 132, label="登记时间", shown=False),
                Col("unit_id", "", R.unit_id),
                Col("equdatasysid", "", R.equdatasysid),
            ],
            search=[
                prefix("reportno", "报告编号", R.reportno, quick=True),
                prefix("equcode", "设备代码", R.equcode, quick=True),
                through(
                    "unitname",
                    f"{what}机构",
                    R.unit_id,
                    Unit.id,
                    Unit.searchtext,
                    quick=True,
                ),
                dates("inspdate", f"{what}日期", R.inspdate, quick=True),
                same("equclass", "设备种类", R.equclass, widget="select", dict="C601"),
                Search(
                    "areacode",
                    "区划",
                    lambda v: R.areacode.startswith(covered_prefix(v), autoescape=True),
                    widget="area",
                ),
                same("conclusion", "结论", R.conclusion, widget="select", dict="C605"),
                *([same("state", "确认状态", R.state, widget="select", options=STATES)] if detects else []),
                same("unit_id", "机构", R.unit_id, widget="unit"),
                same("useorgsysid", "使用单位", R.useorgsysid, widget="unit"),
            ],
            actions=[
                Action("registerReport", "登记报告", p.THIRD_SAVE, shortcut="Alt+N"),
                Action("reportFiles", "文件", p.THIRD_QUERY, place="row", needs="one"),
                *deciding,
                Action("openReportDevice", "设备", p.EQUIPMENT_QUERY, place="row", needs="one"),
                Action(
                    "edit",
                    "修改",
                    p.THIRD_SAVE,
                    place="more",
                    kind="form",
                    needs="one",
                    form=f"third_{path}_form",
                ),
                Action(
                    "delete",
                    "删除",
                    p.THIRD_SAVE,
                    place="more",
                    kind="call",
                    needs="many",
                    url="/api/thirdreport/delete",
                    confirm="确定要删除所选报告登记吗？",
                ),
            ],
        )
    )


inspection_reports = report_list("third_inspection_list", "第三方检验报告查询", INSPECTION, "inspection", "检验")
detection_reports = report_list("third_detection_list", "第三方检测报告查询", DETECTION, "detection", "检测")
