"""The runs, and the dates that each would change."""

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment as E
from tejian.inspection.models.recompute import STATES, WAYS, WRITTEN, DateChange, DateRun
from tejian.inspection.rules.api import LABELS
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, prefix, same
from tejian.system.permissions import EXPORT, RULE_QUERY, RULE_SAVE

FIELDS = {n: LABELS[n] for n in ("ninspdate", "ninspdate2", "nwaterdate", "ndetdate")}
TONES = {"ready": "ca", "done": "ok", "failed": "no", "writing": "go", "counting": "go", "waiting": "go"}
C, R = DateChange, DateRun

runs = add_list(
    ListView(
        no="date_run_list",
        title="下次日期重算",
        permission=RULE_QUERY,
        export_permission=EXPORT,
        source=select(R),
        key=R.id,
        visible=R.visible,
        url="/api/dateRun/findList",
        sort="-createtime",
        columns=[
            col(R.createtime, 140, label="发起时间", fixed="left"),
            Col("reason", "原因", R.reason, 240),
            Col("state", "状态", R.state, 84, "state", words=STATES, tones=TONES),
            col(R.passed, 90, label="设备台数"),
            col(R.changed, 90, label="日期变化"),
            col(R.earlier_count, 80, label="提前"),
            col(R.later_count, 80, label="推迟"),
            col(R.added_count, 80, label="补上"),
            col(R.left_count, 90, label="不能重算"),
            col(R.written, 80, label="已写入"),
            col(R.skipped, 80, label="已跳过"),
            Col("message", "结果", R.message, 260),
            Col("user_name", "发起人", R.user_name, 90),
            col(R.ended, 140, label="结束时间", shown=False),
        ],
        search=[
            same("state", "状态", R.state, widget="select", options=STATES, quick=True),
            dates("createtime", "发起时间", R.createtime, moment=True, quick=True),
        ],
        actions=[
            Action("begin", "新建预览", RULE_SAVE, kind="form", form="date_run_form"),
            Action("showDateRun", "查看", RULE_QUERY, place="row", needs="one"),
        ],
    )
)

add_form(
    FormView(
        "date_run_form",
        "新建重算预览",
        "/api/dateRun/begin",
        [Group("", [Field("reason", "原因", "textarea", required=True, size=500, span=24, help="预览不改动任何档案")])],
        width=560,
    )
)

changes = add_list(
    ListView(
        no="date_change_list",
        title="重算的日期变化",
        permission=RULE_QUERY,
        export_permission=EXPORT,
        source=select(C).join(E, E.id == C.equdatasysid),
        key=C.id,
        visible=E.visible,
        url="/api/dateRun/findChanges",
        sort="row",
        columns=[
            col(E.equcode, 170, type="code", fixed="left"),
            col(E.equname, 110),
            Col("useorgname", "使用单位", E.useorgname, 200),
            Col("equclass", "设备种类", C.equclass, 90, "dict", dict="C601"),
            Col("field", "日期", C.field, 150, "dict", words=FIELDS),
            Col("way", "变化", C.way, 70, "dict", words=WAYS),
            col(C.old, 104, label="原日期"),
            col(C.new, 104, label="重算日期"),
            Col("ruleid", "规则号", C.ruleid, 110),
            Col("state", "写入", C.state, 76, "dict", words=WRITTEN),
            Col("equdatasysid", "", C.equdatasysid),
            Col("run_id", "", C.run_id),
            Col("row", "", C.id),
        ],
        search=[
            same("run_id", "重算", C.run_id),
            prefix("equcode", "设备代码", E.equcode, quick=True),
            same("equclass", "设备种类", C.equclass, widget="select", dict="C601", quick=True),
            same("way", "变化", C.way, widget="select", options=WAYS, quick=True),
            same("field", "日期", C.field, widget="select", options=FIELDS),
            same("ruleid", "规则号", C.ruleid),
        ],
    )
)
