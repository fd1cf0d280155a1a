"""Inspectors' qualifications and the signature pictures that reports print."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any

from sqlalchemy import bindparam, case, func, literal, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import security_event
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.files import blobs as files
from tejian.kit.forms.form import OneId
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, like, same
from tejian.kit.papers import pictures
from tejian.kit.web.edge import File
from tejian.system import permissions as p
from tejian.system.models.accounts import StaffQual, SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import add, edit, remove

SOON = 90  # days before the end: time to apply for the renewal
STATES = {"有效": "有效", "暂停": "暂停", "注销": "注销"}
TERMS = {"0": "已过期", "1": "即将到期", "2": "有效"}
SIGNATURE_LIMIT = 200 << 10
SIGNATURE_SIZE = (1200, 600)

_late = case((StaffQual.validto < func.current_date(), literal("1")), else_=literal("0"))
_term = case(
    (StaffQual.validto < func.current_date(), literal("0")),
    (StaffQual.validto < func.current_date() + SOON, literal("1")),
    else_=literal("2"),
)

qual_list = add_list(
    ListView(
        no="sys_staff_qual_list",
        title="人员资格",
        permission=p.STAFF_QUERY,
        export_permission=p.EXPORT,
        source=select(StaffQual)
        .join(SysUser, SysUser.id == StaffQual.user_id)
        .outerjoin(Org, Org.id == SysUser.dept_id),
        key=StaffQual.id,
        visible=SysUser.visible,
        url="/api/system/staff/findList",
        sort="validto",
        late="expired",
        columns=[
            Col("userName", "姓名", SysUser.name, 90, fixed="left", link="/sysmng/userManage/staffInfo?id={user_id}"),
            Col("deptName", "部门", Org.name, 160),
            col(StaffQual.item, 220),
            col(StaffQual.certno, 180, type="code"),
            col(StaffQual.issuedate, 110),
            col(StaffQual.validto, 110),
            Col("term", "期限", _term, 90, "state", words=TERMS, tones={"0": "no", "1": "ca", "2": "ok"}),
            col(StaffQual.status, 80),
            col(StaffQual.remark, 200, shown=False),
            Col("expired", "", _late),
            Col("user_id", "", StaffQual.user_id),
            Col("userVersion", "", SysUser.version),  # of the account, whose signature may be exchanged
        ],
        search=[
            like("userName", "姓名", SysUser.name, quick=True),
            same("item", "资格项目", StaffQual.item, widget="select", dict="C623", quick=True),
            same("user_id", "人员", StaffQual.user_id, widget="user"),
            like("certno", "证书编号", StaffQual.certno),
            dates("validto", "有效期至", StaffQual.validto),
            Search(
                "soon",
                f"只看{SOON}天内到期",
                lambda v: StaffQual.validto < clock.today() + timedelta(days=SOON),
                widget="checkbox",
            ),
        ],
        actions=[
            add(p.STAFF_SAVE, "sys_staff_qual_form"),
            edit(p.STAFF_SAVE, "sys_staff_qual_form"),
            remove(p.STAFF_SAVE, "/api/system/staff/delete", "资格"),
            Action("signature", "签名", p.STAFF_QUERY, place="more", needs="one"),
        ],
    )
)

QUAL_FORM = add_form(
    FormView(
        "sys_staff_qual_form",
        "人员资格",
        "/api/system/staff/save",
        [
            Group(
                "",
                [
                    Field(
                        "user_id",
                        "人员",
                        "user",
                        required=True,
                        span=12,
                        refers=Refers(SysUser, parent=StaffQual.user_id, said="资格不能改到其他人员名下"),
                    ),
                    Field("item", "资格项目", "dict", dict="C623", required=True, span=12),
                    Field("certno", "证书编号", required=True, size=64, span=12),
                    Field("status", "状态", "select", options=STATES, default="有效", required=True, span=12),
                    Field("issuedate", "发证日期", "date", span=12),
                    Field("validto", "有效期至", "date", required=True, span=12),
                    Field("remark", "备注", "textarea", size=500, span=24),
                ],
            )
        ],
        load_url="/api/system/staff/load",
        width=720,
    )
)


def before_save(db: Session, me: User, row: StaffQual, values: dict[str, Any]) -> None:
    """The person must be visible and the item held once; the dates must follow each other."""
    user_id = values.get("user_id") or row.user_id
    visible_or_refuse(db, me, SysUser, user_id)
    item = values.get("item") or row.item
    twice = select(StaffQual.id).where(
        StaffQual.user_id == user_id, StaffQual.item == item, StaffQual.id != (row.id or "")
    )
    if db.scalar(twice):
        raise BadInput("资格项目：该人员已有此项资格，请修改原记录", field="item")
    issued, until = values.get("issuedate") or row.issuedate, values.get("validto") or row.validto
    if issued and until and until <= issued:
        raise BadInput("有效期至：应晚于发证日期", field="validto")
    if issued and issued > clock.today():
        raise BadInput("发证日期：不能晚于今天", field="issuedate")


def is_valid(qual: Any, day: date) -> bool:
    """Whether a qualification that stands as valid is so on a day."""
    return qual.validto >= day and (qual.issuedate is None or qual.issuedate <= day)


_HELD = select(StaffQual.user_id, StaffQual.item, StaffQual.issuedate, StaffQual.validto).where(
    StaffQual.user_id.in_(bindparam("people", expanding=True)), StaffQual.status == "有效"
)


def held_on(db: Session, people: Collection[str], day: date) -> dict[str, list[str]]:
    """The items of the qualifications (C623) that people hold on a day."""
    held: dict[str, list[str]] = {}
    for one in db.execute(_HELD, {"people": list(people)}):
        if is_valid(one, day):
            held.setdefault(one.user_id, []).append(one.item)
    return held


class SignatureForm(OneId):
    """A person, and the picture of the signature."""

    file: Any = None


def take_signature(db: Session, me: User, sent: SignatureForm) -> dict[str, Any]:
    """Store the signature picture of a person: PNG or JPEG of at most 200 KB, redrawn without its metadata."""
    row = visible_or_refuse(db, me, SysUser, sent.id, lock=True)
    part = sent.file
    if not hasattr(part, "file"):
        raise BadInput("请选择签名图片")
    content = part.file.read(SIGNATURE_LIMIT + 1)
    row.signature = files.keep_bytes(redrawn(content))
    security_event(db, "电子签名", row.login, "更换签名图片")
    db.flush()
    return {"id": row.id, "version": row.version}


def redrawn(content: bytes) -> bytes:
    """The picture as a plain PNG. Refuses what is not a picture, too large or damaged."""
    if len(content) > SIGNATURE_LIMIT:
        raise Refused(f"签名图片不能超过{SIGNATURE_LIMIT >> 10} KB")
    if not content.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")):
        raise Refused("签名图片只能是 PNG 或 JPEG")
    try:
        return pictures.smaller(content, *SIGNATURE_SIZE, clear=True).content
    except pictures.BadPicture:
        raise Refused("签名图片已损坏或像素过大") from None


def signature(db: Session, me: User, user_id: str) -> File:
    row = visible_or_refuse(db, me, SysUser, user_id)
    if not row.signature:
        raise Refused("尚未上传签名")
    return File(files.read_checked(row.signature), "image/png", "签名.png", inline=True)
