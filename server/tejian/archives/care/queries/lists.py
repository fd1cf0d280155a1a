"""The lists of saved queries, one per kind of record."""

from typing import Any

from sqlalchemy import and_, case, literal, select

from tejian.archives import permissions as p
from tejian.archives.models.queries import QuerySetting as Q
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like, same

from .sources import SOURCES

RESULT = "/query-settings/resultTable?id={id}"


def _of_kind(kind: str) -> Any:
    def visible(me: User) -> Any:
        return and_(Q.visible(me), Q.kind == kind)

    return visible


def declare(kind: str) -> ListView:
    """The list of the saved queries of a kind."""
    return add_list(
        ListView(
            no=f"query_{kind}_list",
            title=f"{SOURCES[kind].title}查询设置",
            permission=p.SAVED_QUERY,
            source=select(Q),
            key=Q.id,
            visible=_of_kind(kind),
            url="/api/querySetting/list",
            params={"kind": kind},
            sort="name",
            columns=[
                col(Q.name, 240, link=RESULT, fixed="left"),
                col(Q.remark, 320),
                col(Q.matchall, 130, label="同时满足全部条件"),
                Col("shared", "共享", case((Q.shared, literal("本机构")), else_=literal("仅自己")), 90),
                col(Q.owner_name, 100),
                col(Q.updatetime, 150),
                Col("kind", "", Q.kind),
            ],
            search=[
                like("name", "名称", Q.name, Q.remark, quick=True),
                like("owner_name", "建立人", Q.owner_name),
                Search("shared", "只看共享的", lambda v: Q.shared.is_(True), widget="checkbox"),
            ],
            actions=[
                Action("addQuery", "新增查询", p.SAVED_QUERY_SAVE, shortcut="Alt+N"),
                Action("result", "查看结果", p.SAVED_QUERY, place="row", kind="route", needs="one", route=RESULT),
                Action("editQuery", "编辑", p.SAVED_QUERY_SAVE, place="row", needs="one"),
                Action(
                    "deleteQuery",
                    "删除",
                    p.SAVED_QUERY_SAVE,
                    place="batch",
                    kind="call",
                    needs="many",
                    url="/api/querySetting/deleteIds",
                    confirm="确定要删除所选查询吗？",
                ),
            ],
        )
    )


LISTS = {kind: declare(kind) for kind in SOURCES}

# Without a query named, the page of results shows what there is to choose from: those of all kinds.
KINDS = {kind: source.title for kind, source in SOURCES.items()}
result_list = add_list(
    ListView(
        no="query_result_list",
        title="查询结果",
        permission=p.SAVED_QUERY,
        source=select(Q),
        key=Q.id,
        visible=Q.visible,
        url="/api/querySetting/results",
        sort="name",
        columns=[
            col(Q.name, 240, link=RESULT, fixed="left"),
            Col("kind", "查询对象", Q.kind, 110, "dict", words=KINDS),
            col(Q.remark, 320),
            Col("shared", "共享", case((Q.shared, literal("本机构")), else_=literal("仅自己")), 90),
            col(Q.owner_name, 100),
            col(Q.updatetime, 150),
        ],
        search=[
            like("name", "名称", Q.name, Q.remark, quick=True),
            same("kind", "查询对象", Q.kind, widget="select", options=KINDS, quick=True),
            like("owner_name", "建立人", Q.owner_name),
        ],
        actions=[Action("result", "查看结果", p.SAVED_QUERY, place="row", kind="route", needs="one", route=RESULT)],
    )
)
