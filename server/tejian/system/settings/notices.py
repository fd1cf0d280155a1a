"""Notices: drafts that are published and withdrawn, and what every user reads of them."""

from collections.abc import Sequence
from typing import Any

import nh3
from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database.audit import plain, security_event
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.system import permissions as p
from tejian.system.models.settings import Notice

from .screens import add, edit

KINDS = {"通知": "通知", "公告": "公告", "制度": "制度"}
STATES = {"草稿": "草稿", "已发布": "已发布", "已撤回": "已撤回"}
TONES = {"草稿": "ca", "已发布": "ok", "已撤回": "no"}

# What a notice may hold; everything else, and every attribute that can run, is taken out.
TAGS = {"p", "br", "b", "strong", "i", "em", "u", "s", "h1", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "hr"}
TAGS |= {"table", "thead", "tbody", "tr", "th", "td", "a", "span", "div"}
ATTRIBUTES = {"a": {"href", "title"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}}


def cleaned(markup: str) -> str:
    """The text with allowed tags only. Links lead to http(s) or mail addresses and open without a referrer."""
    return nh3.clean(
        markup,
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )


manage_list = add_list(
    ListView(
        no="sys_notice_list",
        title="公告管理",
        permission=p.NOTICE_SAVE,
        export_permission=p.EXPORT,
        source=select(Notice),
        key=Notice.id,
        visible=Notice.visible,
        url="/api/system/notice/findList",
        sort="-updatetime",
        columns=[
            col(Notice.title, 320, fixed="left"),
            col(Notice.kind, 80),
            col(Notice.state, 90, type="state", words=STATES, tones=TONES),
            col(Notice.top, 60),
            col(Notice.publisher, 90),
            col(Notice.published, 140),
            col(Notice.updateby, 90),
            col(Notice.updatetime, 140),
        ],
        search=[
            like("title", "标题", Notice.title, quick=True),
            same("state", "状态", Notice.state, widget="select", options=STATES, quick=True),
            same("kind", "类型", Notice.kind, widget="select", options=KINDS),
            dates("published", "发布时间", Notice.published, moment=True),
        ],
        actions=[
            add(p.NOTICE_SAVE, "sys_notice_form"),
            edit(p.NOTICE_SAVE, "sys_notice_form"),
            Action(
                "publish",
                "发布",
                p.NOTICE_SAVE,
                place="row",
                kind="call",
                needs="one",
                url="/api/system/notice/publish",
                confirm="发布后所有用户可见，确定要发布吗？",
                when={"state": ["草稿", "已撤回"]},
            ),
            Action(
                "withdraw",
                "撤回",
                p.NOTICE_SAVE,
                place="row",
                kind="call",
                needs="one",
                url="/api/system/notice/withdraw",
                confirm="撤回后用户不再看到，确定要撤回吗？",
                when={"state": ["已发布"]},
            ),
            Action(
                "delete",
                "删除",
                p.NOTICE_SAVE,
                place="more",
                kind="call",
                needs="many",
                url="/api/system/notice/delete",
                confirm="确定要删除所选公告吗？",
            ),
        ],
    )
)

NOTICE_FORM = add_form(
    FormView(
        "sys_notice_form",
        "公告",
        "/api/system/notice/save",
        [
            Group(
                "",
                [
                    Field("title", "标题", required=True, size=200, span=24),
                    Field("kind", "类型", "select", required=True, options=KINDS, default="通知", span=12),
                    Field("top", "置顶", "bool", default="0", span=12),
                    Field("content", "内容", "html", required=True, size=20_000, span=24),
                ],
            )
        ],
        load_url="/api/system/notice/load",
    )
)

# What every user reads, in the names of the notice page.
public_list = add_list(
    ListView(
        no="notice_list",
        title="通知",
        permission=p.NOTICE_QUERY,
        source=select(Notice),
        key=Notice.id,
        visible=lambda me: Notice.state == "已发布",
        url="/api/notice/findList",
        sort="-order",
        columns=[
            col(Notice.title, 320, link="/notice/detail?id={id}"),
            col(Notice.kind, 80),
            col(Notice.publisher, 90),
            Col("publishTime", "发布时间", Notice.published, 140, "datetime"),
            col(Notice.top, 60),
            Col("order", "", Notice.published),
        ],
        search=[like("title", "标题", Notice.title, quick=True)],
    )
)


def before_save(db: Session, me: User, row: Notice, values: dict[str, Any]) -> None:
    """What is published stands as it was read; the text is cleaned before it is stored."""
    if row.id and row.state == "已发布":
        raise Refused("已发布的公告请先撤回，再修改")
    if values.get("content"):
        values["content"] = cleaned(values["content"])
        if not values["content"].strip():
            raise Refused("内容为空，或全部是不允许的标记")


def before_delete(db: Session, me: User, row: Notice) -> None:
    if row.state == "已发布":
        raise Refused("已发布的公告请先撤回，再删除")


def publish(db: Session, me: User, ids: Sequence[str]) -> None:
    for row in many_visible_or_refuse(db, me, Notice, ids, lock=True):
        if row.state == "已发布":
            raise Refused("公告已发布")
        row.state, row.published, row.publisher = "已发布", clock.now(), me.name
        security_event(db, "公告", row.title, "发布")


def withdraw(db: Session, me: User, ids: Sequence[str]) -> None:
    for row in many_visible_or_refuse(db, me, Notice, ids, lock=True):
        if row.state != "已发布":
            raise Refused("公告未发布")
        row.state = "已撤回"
        security_event(db, "公告", row.title, "撤回")


class NoticeText(TypedDict):
    id: str
    title: str
    kind: str
    content: str
    publisher: str
    publishTime: str | None
    top: bool


def detail(db: Session, me: User, notice_id: str) -> NoticeText:
    row = visible_or_refuse(db, me, Notice, notice_id)
    return {
        "id": row.id,
        "title": row.title,
        "kind": row.kind,
        "content": row.content,
        "publisher": row.publisher,
        "publishTime": plain(row.published),
        "top": row.top,
    }
