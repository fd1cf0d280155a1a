"""Flow configuration: which steps a process uses and their limits. A save makes a new version; running items keep
theirs."""

from dataclasses import replace
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from tejian import data
from tejian.kit.audit import security_event
from tejian.kit.crud import record
from tejian.kit.db import new_id, visible_or_refuse
from tejian.kit.errors import Refused, Stale
from tejian.kit.formview import Field, FormView, Group, Input, add_form
from tejian.kit.listview import Col, ListView, add_list, col, like, numbers, same
from tejian.kit.process import optional_steps
from tejian.kit.user import User
from tejian.system import permissions as p
from tejian.system.settings.api import bump, edit

from .models import FlowConf

PROCESSES = {"inspection": "检验业务"}
WORDS = [row for row in data.rows("dictionaries") if row["type"] in ("C601", "C603")]
# what a step is limited to: classes of equipment, or with s before it a kind of inspection
SCOPES = {("s" if row["type"] == "C603" else "") + row["value"]: row["label"] for row in WORDS}

_other = aliased(FlowConf)
_newest = (
    select(func.max(_other.conf_version))
    .where(_other.process == FlowConf.process)
    .correlate(FlowConf)
    .scalar_subquery()
)

COLUMNS = [
    col(FlowConf.process, 100, type="dict", words=PROCESSES, fixed="left"),
    col(FlowConf.name, fixed="left"),
    col(FlowConf.step, 110, type="code", shown=False),
    col(FlowConf.used, 70),
    col(FlowConf.limit_days),
    col(FlowConf.scope, 200, type="dict", words=SCOPES),
    col(FlowConf.source, 240),
    col(FlowConf.conf_version, 90),
    col(FlowConf.createtime, 140, label="建立时间"),
    Col("updateby", "建立人", FlowConf.updateby, 90),
    Col("id", "", FlowConf.id),
    Col("version", "", FlowConf.version),
]
SEARCH = [
    same("process", "流程", FlowConf.process, widget="select", options=PROCESSES, quick=True),
    like("name", "环节", FlowConf.name, FlowConf.step, quick=True),
]


def _current(me: User) -> Any:
    return FlowConf.conf_version == _newest


flow_list = add_list(
    ListView(
        no="sys_flow_list",
        title="流程配置",
        permission=p.FLOW_SAVE,
        export_permission=p.EXPORT,
        source=select(FlowConf),
        key=FlowConf.id,
        visible=_current,
        url="/api/system/flow/findList",
        sort="id",
        page_size=100,
        columns=COLUMNS,
        search=SEARCH,
        actions=[edit(p.FLOW_SAVE, "sys_flow_form")],
    )
)
step_list = add_list(
    replace(
        flow_list,
        no="sys_flow_step_list",
        title="流程步骤（各版本）",
        visible=FlowConf.visible,
        url="/api/system/flow/findStepList",
        sort="-conf_version",
        search=[*SEARCH, numbers("conf_version", "流程版本", FlowConf.conf_version, quick=True)],
        actions=[],
    )
)

FLOW_FORM = add_form(
    FormView(
        "sys_flow_form",
        "流程环节",
        "/api/system/flow/save",
        [
            Group(
                "保存后生成新版本，已在办的业务仍按原版本流转",
                [
                    Field("name", "环节名称", "readonly", span=12),
                    Field("scope", "适用范围", "readonly", span=12, help="种类代码，或 s 加检验类别；空为全部"),
                    Field("used", "启用", "bool", required=True, span=12),
                    Field("limit_days", "时限", "int", low=1, high=365, unit="个工作日", span=12),
                    Field("source", "依据", size=256, span=24),
                ],
            )
        ],
        load_url="/api/system/flow/load",
        width=620,
    )
)


def load(db: Session, me: User, row_id: str) -> dict[str, Any]:
    return record(visible_or_refuse(db, me, FlowConf, row_id))


def save(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Copy the newest version with one step changed, under the next version number."""
    old = visible_or_refuse(db, me, FlowConf, sent.id)
    values = sent
    mine = select(FlowConf).where(FlowConf.process == old.process, FlowConf.conf_version == old.conf_version)
    rows = list(db.scalars(mine.order_by(FlowConf.id).with_for_update()))
    newest = db.scalar(select(func.max(FlowConf.conf_version)).where(FlowConf.process == old.process)) or 1
    if old.conf_version != newest:  # asked after the lock, so that of two savers the second one sees the first
        raise Stale("流程配置已有新版本，请刷新后再修改")
    if not values["used"] and old.step not in optional_steps():
        raise Refused(f"{old.name}是必经环节，不能停用")
    copies = [
        FlowConf(
            id=key,
            process=r.process,
            conf_version=newest + 1,
            step=r.step,
            name=r.name,
            used=r.used,
            limit_days=r.limit_days,
            scope=r.scope,
            source=r.source,
        )
        for key, r in zip(sorted(new_id() for _ in rows), rows, strict=True)
    ]
    changed = copies[rows.index(old)]
    changed.used, changed.limit_days = values["used"], values["limit_days"]
    changed.source = values["source"] or ""
    db.add_all(copies)
    security_event(db, "流程配置", f"{old.process} 版本{newest + 1}", old.name)
    bump(db, "flow")
    return record(changed)
