"""The page of a model: what it shows, what it asks, its versions."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown, of
from tejian.system.models.accounts import Role
from tejian.system.models.querymodels import DRAFT
from tejian.system.models.querymodels import QueryCondition as C
from tejian.system.models.querymodels import QueryModel as Q
from tejian.system.permissions import MODEL_QUERY, MODEL_SAVE

from .asking import OPERATORS
from .forms import ACTS, API, PAGE
from .lists import OPEN
from .process import MODEL
from .sources import columns_of, searches_of, source_of, title_of
from .viewing import conditions_of, names_of, view_of


def _columns(shown: Shown) -> str:
    try:
        known = columns_of(source_of(shown.me, shown.row.source))
    except Refused:
        return ""
    return "、".join(known[one].label for one in names_of(shown.row) if one in known) or "还没有选"


def _sort(shown: Shown) -> str:
    name = shown.row.sort
    if not name:
        return "原来的次序"
    try:
        known = columns_of(source_of(shown.me, shown.row.source))
    except Refused:
        return ""
    label = known[name.lstrip("-")].label if name.lstrip("-") in known else "原来的次序"
    return f"{label} {'降序' if name.startswith('-') else '升序'}"


def _roles(shown: Shown) -> str:
    keys = [one for one in shown.row.roles.split(",") if one]
    names = shown.db.scalars(select(Role.name).where(Role.id.in_(keys)).order_by(Role.code)).all()
    return "、".join(names) or "仅自己"


def _notices(shown: Shown) -> list[Notice]:
    try:
        view_of(shown.db, shown.me, shown.row)
    except Refused as refusal:
        return [Notice(refusal.message)]
    return []


def _conditions(shown: Shown) -> list[dict[str, Any]]:
    try:
        labels = {name: one.label for name, one in searches_of(source_of(shown.me, shown.row.source)).items()}
    except Refused:
        labels = {}
    found = conditions_of(shown.db, shown.row.id)
    return [record(one) | {"prop": labels.get(one.prop, one.prop)} for one in found]


def _versions(shown: Shown) -> list[dict[str, Any]]:
    query = select(Q).where(Q.modelno == shown.row.modelno, Q.id != shown.row.id, Q.visible(shown.me))
    found = shown.db.scalars(query.order_by(Q.edition.desc()))
    return [record(one) | {"modelnoLink": PAGE.format(id=one.id)} for one in found]


def _actions(shown: Shown) -> list[Action]:
    away = Action(
        "deleteCondition", "删除", MODEL_SAVE, place="row", kind="call", needs="one", url=f"{API}/deleteConditions"
    )
    return [away] if shown.row.step == DRAFT and shown.row.owner_id == shown.me.id else []


MODEL_VIEW = RecordView(
    no="query_model",
    title="查询模型详情",
    permission=MODEL_QUERY,
    model=Q,
    url=f"{API}/record",
    heading=lambda s: f"{s.row.modelno} {s.row.name}",
    subtitle=lambda s: s.row.remark,
    facts=[
        state(MODEL),
        Fact("edition"),
        Fact(label="查询的清单", text=lambda s: title_of(s.row.source)),
        Fact(label="显示的列", text=_columns),
        Fact(label="排序", text=_sort),
        Fact(label="共享给", text=_roles),
        Fact("owner_id", note=lambda s: s.text("published")),
        Fact("ended", when=lambda s: s.row.ended is not None),
    ],
    notices=_notices,
    parts=[
        Part(
            "conditions",
            "条件",
            [of(C.prop, 200), of(C.op, 140, type="dict", words=OPERATORS), of(C.value)],
            _conditions,
            noun="条件",
            empty="没有条件，查询您能看到的全部",
            actions=_actions,
        ),
        Part(
            "versions",
            "其他版本",
            [
                of(Q.modelno, 130, type="code"),
                of(Q.edition, 80),
                of(Q.step, 90, type="dict", words=MODEL.names),
                of(Q.published, 150),
            ],
            _versions,
            empty="没有其他版本",
        ),
        course(MODEL),
    ],
    actions=[OPEN, ACTS.edit, *page_buttons(MODEL)],
    own=is_own(MODEL),
    history=True,
)
