"""The organisation tree: institutes and bureaus with their departments, offices and stations."""

from typing import Any

from sqlalchemy import String, cast, func, literal, select
from sqlalchemy.orm import Session, aliased

from tejian.kit.database.db import new_id
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, prefix, same
from tejian.system import permissions as p
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import ENABLED, add, edit, is_on, only_fresh, refuse_unknown_area, remove

KINDS = {
    "institute": "检验机构",
    "station": "检验站",
    "dept": "检验部门",
    "office": "职能科室",
    "bureau": "监管机构",
    "town": "乡镇街道",
    "exam": "考试机构",
    "unit": "企业",
}
LEGAL = ("institute", "bureau", "town", "exam", "unit")  # a legal entity stands for itself; the others belong to one
DEEPEST = 8

_top = select(
    Org.id, literal(0).label("depth"), cast(func.lpad(cast(Org.sort, String), 6, "0") + Org.code, String).label("path")
).where(Org.parent_id == "")
_tree = _top.cte("org_tree", recursive=True)
_below = (
    select(
        Org.id,
        _tree.c.depth + 1,
        cast(_tree.c.path + "/" + func.lpad(cast(Org.sort, String), 6, "0") + Org.code, String),
    )
    .join(_tree, Org.parent_id == _tree.c.id)
    .where(_tree.c.depth < DEEPEST)
)
TREE = _tree.union_all(_below)
Parent = aliased(Org)

org_list = add_list(
    ListView(
        no="sys_org_list",
        title="机构管理",
        permission=p.ORG_QUERY,
        export_permission=p.EXPORT,
        source=select(Org).outerjoin(TREE, TREE.c.id == Org.id).outerjoin(Parent, Parent.id == Org.parent_id),
        key=Org.id,
        visible=Org.visible,
        url="/api/system/org/findList",
        sort="path",
        page_size=100,
        columns=[
            Col("treeName", "机构", func.repeat("　", func.coalesce(TREE.c.depth, 0)) + Org.name, 280, fixed="left"),
            col(Org.code, type="code"),
            col(Org.kind, 100, type="dict", words=KINDS),
            Col("parentName", "上级机构", Parent.name, 180),
            col(Org.classes, 260, type="dict", dict="C601"),
            col(Org.report_code, 90, type="code"),
            col(Org.licence_no, 140, type="code"),
            col(Org.licence_to, shown=False),
            Col("areacode", "所在区划", Org.areacode, 110, "dict", dict="AREA"),
            col(Org.tel, type="code"),
            col(Org.address, 220, shown=False),
            col(Org.sort, 70),
            col(Org.enabled, 60),
            Col("path", "", TREE.c.path),
            Col("name", "", Org.name),
        ],
        search=[
            like("name", "名称或编码", Org.name, Org.code, quick=True),
            same("kind", "机构类型", Org.kind, widget="select", options=KINDS, quick=True),
            prefix("areacode", "区划", Org.areacode, widget="area"),
            Search("enabled", "状态", lambda v: Org.enabled.is_(is_on(v)), widget="select", options=ENABLED),
        ],
        actions=[
            add(p.ORG_SAVE, "sys_org_form"),
            edit(p.ORG_SAVE, "sys_org_form"),
            remove(p.ORG_SAVE, "/api/system/org/delete", "机构"),
        ],
    )
)

ORG_FORM = add_form(
    FormView(
        "sys_org_form",
        "机构",
        "/api/system/org/save",
        [
            Group(
                "",
                [
                    Field(
                        "parent_id",
                        "上级机构",
                        "tree",
                        options_url="/api/system/org/tree",
                        span=12,
                        refers=Refers(Org, among=existing, alone="its place in the tree is judged by the call"),
                    ),
                    Field("kind", "机构类型", "select", required=True, options=KINDS, span=12),
                    Field("name", "机构名称", required=True, size=128, span=12),
                    Field("code", "机构编码", required=True, size=32, span=12, help="用于编号与统计，启用后不宜修改"),
                    Field("areacode", "所在区划", "area", span=12),
                    Field("classes", "承担设备种类", "dictMulti", dict="C601", span=12),
                    Field("report_code", "报告机构码", size=8, span=12, help="报告编号的开头，只用于检验机构"),
                    Field("licence_no", "核准证号", size=64, span=12),
                    Field("licence_to", "核准证有效期至", "date", span=12, help="到期前在「运行状况」提醒"),
                    Field("tel", "联系电话", rule="mobileOrLandline", span=12),
                    Field("sort", "排序", "int", low=0, high=9999, default=0, span=12),
                    Field("address", "地址", size=256, span=24),
                    Field("enabled", "启用", "bool", default="1", span=12),
                ],
            )
        ],
        load_url="/api/system/org/load",
        width=760,
    )
)


def tree(db: Session) -> list[dict[str, Any]]:
    """Enabled organisations as the options of a tree."""
    rows = db.scalars(select(Org).where(Org.enabled).order_by(Org.sort, Org.code)).all()
    known = {o.id for o in rows}
    below: dict[str, list[Org]] = {}
    for o in rows:
        below.setdefault(o.parent_id if o.parent_id in known else "", []).append(o)

    def nodes(parent: str) -> list[dict[str, Any]]:
        return [{"value": o.id, "label": o.name, "children": nodes(o.id)} for o in below.get(parent, [])]

    return nodes("")


def before_save(db: Session, me: User, row: Org, values: dict[str, Any]) -> None:
    """Keep the tree a tree: a known parent, no circle, departments below a legal entity, unique codes."""
    code = values.get("code")
    if code and db.scalar(select(Org.id).where(Org.code == code, Org.id != (row.id or ""))):
        raise BadInput(f"机构编码：{code}已使用", field="code")
    refuse_unknown_area(db, values.get("areacode"), "所在区划")
    fresh = row.id is None
    kind = values.get("kind") or row.kind
    parent_id = values.get("parent_id") if fresh or "parent_id" in values else row.parent_id
    above = _parent(db, parent_id or "", row.id or "")
    if kind not in LEGAL and above is None:
        raise BadInput(f"上级机构：{KINDS[kind]}须有上级机构", field="parent_id")
    if fresh:
        row.id = new_id()
    legal = row.id if kind in LEGAL or above is None else above.org_id
    if not fresh and legal != row.org_id and _in_use(db, row):
        raise Refused("机构下有下级机构或人员，不能改属另一法人机构")
    if not fresh and row.enabled and values.get("enabled") is False and _in_use(db, row):
        raise Refused("机构下有启用的下级机构或人员，不能停用")
    values["parent_id"], values["org_id"] = (above.id if above else ""), legal


def _parent(db: Session, parent_id: str, own_id: str) -> Org | None:
    """The parent row, refused when it is unknown or lies below the row itself."""
    if not parent_id:
        return None
    rows = {o.id: o for o in db.scalars(select(Org))}
    if parent_id not in rows:
        raise BadInput("上级机构：不存在", field="parent_id")
    at, steps = parent_id, 0
    while at and steps <= DEEPEST:
        if at == own_id:
            raise BadInput("上级机构：不能是本机构或其下级", field="parent_id")
        at, steps = (rows[at].parent_id if at in rows else ""), steps + 1
    if steps > DEEPEST:
        raise BadInput(f"上级机构：机构层级不能超过{DEEPEST}级", field="parent_id")
    return rows[parent_id]


def _in_use(db: Session, row: Org) -> bool:
    child = select(Org.id).where(Org.parent_id == row.id, Org.enabled)
    person = select(SysUser.id).where((SysUser.dept_id == row.id) | (SysUser.org_id == row.id), SysUser.enabled)
    return bool(db.scalar(child.limit(1)) or db.scalar(person.limit(1)))


def before_delete(db: Session, me: User, row: Org) -> None:
    only_fresh("机构")(db, me, row)
    if _in_use(db, row):
        raise Refused("机构下有下级机构或人员，不能删除")
