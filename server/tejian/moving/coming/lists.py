"""Lists of projects, of what becomes of rows, and of the numbers that records had in older systems."""

from sqlalchemy import select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import ListView, add_list, col, dates, like, prefix, same
from tejian.moving import permissions as p
from tejian.moving.models import ROW_STATES, ROW_TONES, STATES, TONES
from tejian.moving.models import MovingFile as F
from tejian.moving.models import MovingNumber as N
from tejian.moving.models import MovingProject as P
from tejian.moving.models import MovingRow as R
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, NUMBERS, PAGE, ROWS
from .kinds import LABELS

project_list = add_list(
    ListView(
        no="moving_project_list",
        title="旧系统迁入",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(P),
        key=P.id,
        visible=P.visible,
        url=f"{API}/findList",
        sort="-createtime",
        columns=[
            col(P.name, 220, fixed="left", link=PAGE),
            col(P.state, 90, type="state", words=STATES, tones=TONES),
            col(P.system, 160),
            col(P.message, 360),
            col(P.sender_id, 90),
            col(P.approver_id, 90),
            col(P.loaded, 140),
            col(P.undone, 140),
            col(P.createtime, 140, label="建立时间"),
            col(P.org_id, 180, shown=False),
        ],
        search=[
            like("name", "项目名称", P.name, quick=True),
            like("system", "旧系统", P.system, quick=True),
            same("state", "状态", P.state, widget="select", options=STATES, quick=True),
            dates("loaded", "装入时间", P.loaded, moment=True),
        ],
        actions=[
            ACTS.add,
            Action("view", "查看", p.QUERY, place="row", kind="route", needs="one", route=PAGE),
            ACTS.edit,
            ACTS.delete,
            Action("numbers", "旧编号", p.QUERY, kind="route", route="/sysmng/movingNumbers"),
        ],
    )
)


def _decided(code: str, label: str) -> Action:
    return Action(
        code,
        label,
        p.SAVE,
        place="batch",
        kind="call",
        needs="many",
        url=f"{ROWS}/{code}",
        done="已记下，请重新试装",
    )


row_list = add_list(
    ListView(
        no="moving_row_list",
        title="迁入的行",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(R).join(F, F.id == R.file_id),
        key=R.id,
        visible=R.visible,
        url=f"{ROWS}/findList",
        sort="line",
        columns=[
            col(F.name, 160, label="文件"),
            col(R.line, 70, fixed="left"),
            col(R.state, 120, type="state", words=ROW_STATES, tones=ROW_TONES),
            col(R.title, 180),
            col(R.oldkey, 120, type="code"),
            col(R.field, 130),
            col(R.why, 420),
            col(R.leaves, 80),
        ],
        search=[
            same("state", "结果", R.state, widget="select", options=ROW_STATES, quick=True),
            prefix("oldkey", "旧编号", R.oldkey, quick=True),
            like("why", "原因", R.why, quick=True),
            like("file", "文件", F.name),
            same("project_id", "项目", R.project_id, widget="input"),
        ],
        actions=[
            _decided("merge", "并入已有"),
            _decided("leave", "不并入"),
        ],
    )
)
number_list = add_list(
    ListView(
        no="moving_number_list",
        title="旧编号",
        permission=p.QUERY,
        export_permission=EXPORT,
        source=select(N),
        key=N.id,
        visible=N.visible,
        url=f"{NUMBERS}/findList",
        sort="oldkey",
        columns=[
            col(N.oldkey, 160, type="code", fixed="left"),
            col(N.kind, 110, type="dict", words=LABELS),
            col(N.title, 240),
            col(N.system, 160),
            col(N.made, 90),
            col(N.createtime, 140, label="迁入时间"),
        ],
        search=[
            prefix("oldkey", "旧编号", N.oldkey, quick=True),
            same("kind", "内容", N.kind, widget="select", options=LABELS, quick=True),
            like("system", "旧系统", N.system, quick=True),
        ],
        actions=[],
    )
)
