"""The health page: everything that is watched, what is wrong first."""

from sqlalchemy import case, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, add_list, col, same
from tejian.watch.models.health import ATTENTION, BAD, GOOD
from tejian.watch.models.health import HealthState as H
from tejian.watch.permissions import HEALTH

BASE = "/api/system/health"
STATES = {GOOD: "正常", ATTENTION: "注意", BAD: "异常"}

health_list = add_list(
    ListView(
        no="sys_health_list",
        title="运行状况",
        permission=HEALTH,
        export_permission=HEALTH,
        source=select(H),
        key=H.id,
        visible=H.visible,
        url=f"{BASE}/findList",
        sort="sort",
        late="wrong",
        due=["text"],
        columns=[
            col(H.title, 120, fixed="left"),
            Col("state", "状态", H.state, 84, "state", words=STATES, tones={s: s for s in STATES}),
            col(H.text, 420),
            col(H.since, 150),
            col(H.checked, 150),
            Col("sort", "", H.sort),
            Col("wrong", "", case((H.state == BAD, "1"), else_="0")),
        ],
        search=[same("state", "状态", H.state, widget="select", options=STATES, quick=True)],
        actions=[
            Action("lookNow", "立即检查", HEALTH, kind="call", url=f"{BASE}/look", confirm="现在检查全部项目吗？")
        ],
    )
)
