"""Lists of replays, of what they come to, and of the charge lines behind each number."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import permissions as p
from tejian.charging.fees.api import EVERY
from tejian.charging.models.replays import DIMENSIONS, STATES, TONES, WAYS
from tejian.charging.models.replays import FeeReplay as R
from tejian.charging.models.replays import ReplayLine as X
from tejian.charging.models.replays import ReplaySum as S
from tejian.kit.ground import dictionary
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.system.permissions import EXPORT

from .forms import CALLS, FORM

PAGE = "/assistMng/payMng/replay/detail?id={id}"
WAY_TONES = {"changed": "ca", "new": "go", "gone": "no", "kept": "no"}

replay_list = add_list(
    ListView(
        no="cha_replay_list",
        title="收费试算",
        permission=p.REPLAY,
        export_permission=EXPORT,
        source=select(R),
        key=R.id,
        visible=R.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        columns=[
            col(R.name, 200, fixed="left", link=PAGE),
            col(R.state, 80, type="state", words=STATES, tones=TONES),
            col(R.firstday, 100),
            col(R.lastday, 100),
            col(R.tablename, 200),
            col(R.policynames, 180),
            col(R.total, 90),
            col(R.charged, 120, type="money"),
            col(R.replayed, 120, type="money"),
            Col("difference", "差额", R.replayed - R.charged, 120, "money"),
            col(R.moved, 90),
            col(R.kept, 90),
            col(R.madeby, 90),
            col(R.createtime, 140, label="试算时间"),
        ],
        search=[
            like("name", "试算名称", R.name, quick=True),
            like("tablename", "收费标准", R.tablename, quick=True),
            dates("firstday", "受理日期起", R.firstday),
        ],
        actions=[
            Action("begin", "新建试算", p.REPLAY, kind="form", form=FORM.no, shortcut="Alt+N"),
            Action(
                "remove",
                "删除",
                p.REPLAY,
                place="batch",
                kind="call",
                needs="many",
                url=f"{CALLS}/delete",
                confirm="试算结果一并删除，确定删除吗？",
                empty="请选择",
            ),
        ],
    )
)


class SumList(ListView):
    """What classes are called; months and units say it themselves."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        classes = dictionary.words(db, me.dict_version).get("C601", {})
        answer = super().dressed(db, me, rows, columns)
        for row in answer:
            if row.get("dimension") == "equclass" and "label" in row:
                row["label"] = classes.get(row["label"]) or EVERY.get(row["label"], row["label"]) or "多个种类"
        return answer


sum_list = add_list(
    SumList(
        no="cha_replay_sums",
        title="试算汇总",
        permission=p.REPLAY,
        export_permission=EXPORT,
        source=select(S).join(R, R.id == S.replay_id),
        key=S.id,
        visible=R.visible,
        url=f"{CALLS}/findSums",
        sort="row",
        page_size=50,
        columns=[
            col(S.label, 260, fixed="left"),
            col(S.charged, 130, type="money"),
            col(S.replayed, 130, type="money"),
            col(S.difference, 130, type="money"),
            col(S.linecount, 90),
            col(S.moved, 90),
            Col("dimension", "", S.dimension),
            Col("key", "", S.key),
            Col("replay_id", "", S.replay_id),
            Col("row", "", S.id),
        ],
        search=[
            like("label", "名称", S.label, quick=True),
            same("dimension", "分项", S.dimension, widget="select", options=DIMENSIONS),
            same("replay_id", "试算", S.replay_id, widget="input"),
        ],
        actions=[Action("replayLines", "明细", p.REPLAY, place="row", needs="one")],
    )
)
line_list = add_list(
    ListView(
        no="cha_replay_lines",
        title="试算明细",
        permission=p.REPLAY,
        export_permission=EXPORT,
        source=select(X).join(R, R.id == X.replay_id),
        key=X.id,
        visible=R.visible,
        indexed=lambda me: [],  # in their order; by another column when few are asked for
        url=f"{CALLS}/findLines",
        sort="row",
        columns=[
            col(
                X.chargesysid,
                130,
                type="code",
                fixed="left",
                link="/assistMng/payMng/payConfirm/payConfirmDetail?id={charge_id}",
            ),
            col(X.seisn, 110, type="code"),
            col(X.payunitname, 160),
            col(X.equclass, 90, type="dict", dict="C601", shown=False),
            col(X.month, 80, shown=False),
            col(X.feecode, 72, type="code"),
            col(X.item, 150),
            col(X.charged, 106, type="money"),
            col(X.replayed, 106, type="money"),
            col(X.difference, 106, type="money"),
            col(X.way, 90, type="state", words=WAYS, tones=WAY_TONES),
            col(X.reason, 320),
            Col("charge_id", "", X.charge_id),
            Col("row", "", X.id),
        ],
        search=[
            same("way", "变化", X.way, widget="select", options=WAYS, quick=True),
            same("seisn", "业务流水号", X.seisn, quick=True),
            same("feecode", "收费代码", X.feecode),
            same("equclass", "设备种类", X.equclass, widget="select", dict="C601"),
            same("month", "受理月份", X.month, widget="input"),
            same("payunitsysid", "缴费单位", X.payunitsysid, widget="input"),
            same("replay_id", "试算", X.replay_id, widget="input"),
        ],
    )
)
