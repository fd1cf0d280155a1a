"""The list of what was carried away, and the page of one package."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, add_list, col, like, same
from tejian.kit.records.recordview import Fact, Panel, Part, RecordView, Shown
from tejian.moving import permissions as p
from tejian.moving.models import ASKED, DONE, EXTENTS, MAKING, OUT_STATES, OUT_TONES
from tejian.moving.models import MovingOut as O
from tejian.system.permissions import EXPORT

from .forms import API, ASK, DENY, PAGE

ASKING = Action("ask", "申请迁出", p.OUT_SAVE, kind="form", form=ASK.no, route=PAGE, shortcut="Alt+N")
out_list = add_list(
    ListView(
        no="moving_out_list",
        title="数据迁出",
        permission=p.OUT_QUERY,
        export_permission=EXPORT,
        source=select(O),
        key=O.id,
        visible=O.visible,
        url=f"{API}/findList",
        sort="-createtime",
        columns=[
            col(O.name, 200, fixed="left", link=PAGE),
            col(O.state, 90, type="state", words=OUT_STATES, tones=OUT_TONES),
            col(O.extent, 110, type="dict", words=EXTENTS),
            col(O.unit_id, 200),
            col(O.why, 240),
            col(O.locked, 70),
            col(O.asker_id, 90),
            col(O.first_id, 100),
            col(O.second_id, 100),
            col(O.message, 240),
            col(O.ready, 140),
            col(O.createtime, 140, label="申请时间"),
        ],
        search=[
            like("name", "名称", O.name, quick=True),
            same("state", "状态", O.state, widget="select", options=OUT_STATES, quick=True),
            like("why", "用途", O.why),
        ],
        actions=[
            ASKING,
            Action("view", "查看", p.OUT_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ],
    )
)


def _call(code: str, label: str, permission: str, confirm: str, done: str) -> Action:
    return Action(code, label, permission, kind="call", needs="one", url=f"{API}/{code}", confirm=confirm, done=done)


APPROVE = _call("approve", "批准", p.OUT_APPROVE, "两人批准后即生成，含证件号码和电话。确定批准吗？", "已批准")
DENY_ACTION = Action("deny", "退回", p.OUT_APPROVE, kind="form", needs="one", form=DENY.no)
REMOVE = _call("remove", "删除文件", p.OUT_SAVE, "删除后不能再下载，记录保留。确定删除吗？", "已删除")
FETCH = Action("fetchOut", "下载", p.OUT_SAVE, needs="one")


def _actions(shown: Shown) -> list[Action]:
    if shown.row.state == ASKED:
        return [APPROVE, DENY_ACTION]
    return [FETCH, REMOVE] if shown.row.state == DONE else []


def _manifest(shown: Shown) -> list[dict[str, Any]]:
    return [
        {
            "id": str(n),
            "name": one["name"],
            "rows": one["rows"],
            "size": one.get("size", 0),
            "content": one.get("content", "")[:16],
            "sha256": one.get("sha256", "")[:16],
        }
        for n, one in enumerate(shown.row.manifest)
    ]


OUT = RecordView(
    no="moving_out",
    title="数据迁出",
    permission=p.OUT_QUERY,
    model=O,
    url=f"{API}/record",
    heading=lambda s: s.row.name or "数据迁出",
    subtitle=lambda s: s.row.why,
    facts=[
        Fact(
            label="状态",
            text=lambda s: OUT_STATES[s.row.state],
            tone=lambda s: OUT_TONES[s.row.state],
            dot=True,
            note=lambda s: s.row.reason or s.row.message,
        ),
        Fact(label="范围", text=lambda s: EXTENTS.get(s.row.extent, ""), note=lambda s: s.text("unit_id")),
        Fact(label="加密", text=lambda s: "AES-256" if s.row.locked else "不加密"),
        Fact("asker_id", note=lambda s: s.text("createtime")),
        Fact("first_id", note=lambda s: s.text("firsttime")),
        Fact("second_id", note=lambda s: s.text("secondtime")),
        Fact("digest", text=lambda s: s.row.digest[:16] or "—"),
    ],
    parts=[
        Panel(
            "progress",
            "进度",
            "jobProgress",
            lambda s: {"url": f"{API}/progress", "unit": "行"},
            tab="manifest",
            when=lambda s: s.row.state == MAKING,
        ),
        Part(
            "manifest",
            "清单",
            [
                Col("name", "文件", None, 260),
                Col("rows", "行（个）", None, 100, "number"),
                Col("size", "字节", None, 130, "number"),
                Col("content", "内容摘要", None, 180, "code"),
                Col("sha256", "文件摘要", None, 180, "code"),
            ],
            _manifest,
            hint="内容摘要不随次序和主键而变：迁入另一套平台后再迁出，两边相同即没有丢、没有错",
            empty="生成后列出各表的行数和摘要",
        ),
    ],
    actions=_actions,
    history=True,
)
