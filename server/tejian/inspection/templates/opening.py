"""A draft of a new version, opened from the rules in force, and its rows as they are changed."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection.models.templates import TemplateRow, TemplateVersion
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Saved, held
from tejian.system.rules.api import DRAFT, HEADS, RuleRow, refuse_unreadable

from .parts import CLAUSES, ITEMS, LAYOUTS, PARTS
from .process import TEMPLATE
from .ruling import ruling


def open_draft(db: Session, me: User, sent: Input) -> Saved:
    """Begin a version of the template of a layout with all its rows as they are in force."""
    head = visible_or_refuse(db, me, RuleRow, sent.id)
    if head.tbl != LAYOUTS:
        raise BadInput("请在报告模板列表中选择模板")
    template = head.data["template"]
    rows = ruling(db, template, clock.today())
    version = TemplateVersion(
        templateno=take_number(db, "template"),
        template=template,
        title=head.data["name"],
        name=sent["name"],
        document=sent["document"] or "",
        effective=sent["effective"],
        remark=sent["remark"] or "",
        base=[row.id for row in rows],
        rowcount=len(rows),
        drafter=me.name,
        drafter_id=me.id,
        createby=me.id,
    )
    TEMPLATE.put(db, version, DRAFT)
    db.add(version)
    db.flush()
    db.add_all(
        TemplateRow(
            version_id=version.id,
            tbl=row.tbl,
            seq=row.seq,
            data={key: str(value or "") for key, value in row.data.items()},
            base_id=row.id,
            clause=next((str(row.data[one]) for one in CLAUSES if row.data.get(one)), "")[:300],
        )
        for row in rows
    )
    db.flush()
    return {"id": version.id, "version": version.version}


def drafted(db: Session, me: User, key: str) -> TemplateVersion:
    """A version that is still a draft, locked."""
    version = visible_or_refuse(db, me, TemplateVersion, key, lock=True)
    if version.step != DRAFT:
        raise Refused(f"{version.name}{TEMPLATE.name_of(version.step)}，不能再修改")
    return version


def save_row(db: Session, me: User, table: str, sent: Input) -> Saved:
    """Change a row of a draft, or add one."""
    part = PARTS[table]
    row = held(db, me, TemplateRow, sent) if sent.id else TemplateRow(tbl=table, base_id="", gone=False)
    version = drafted(db, me, row.version_id or sent["version_id"])
    if row.tbl != table:
        raise BadInput("该行不属于这个表")
    if not sent.id and not part.adds:
        raise Refused(f"{part.title}由几个模板共用，不能在一个模板中新增，请在业务规则表中新增")
    data = {**dict.fromkeys(HEADS[table], ""), **(row.data or {})}
    data |= {one: str(sent[one] or "").strip() for one in part.columns if one in sent.values}
    data[part.owner] = data.get(part.owner) or version.template
    clause = sent.values.get("clause", row.clause) or ""
    refuse_unreadable(table, {**data, **{one: clause for one in CLAUSES if one in data}})
    row.data, row.clause, row.changedby = data, clause, me.name
    row.reason = sent.values.get("reason", row.reason) or ""
    if not sent.id:
        last = select(func.max(TemplateRow.seq)).where(TemplateRow.version_id == version.id, TemplateRow.tbl == table)
        row.version_id, row.seq = version.id, (db.scalar(last) or 0) + 1
        db.add(row)
    db.flush()
    _number(db, version)
    return {"id": row.id, "version": row.version}


def load_row(db: Session, me: User, table: str, key: str) -> dict[str, Any]:
    row = visible_or_refuse(db, me, TemplateRow, key)
    if row.tbl != table:
        raise BadInput("该行不属于这个表")
    own = {"id": row.id, "version": row.version, "version_id": row.version_id}
    return {**row.data, **own, "clause": row.clause, "reason": row.reason}


def remove(db: Session, me: User, sent: Input) -> Saved:
    """Take a row out of the draft; what was added by it is gone, what was in force stays to be seen."""
    row = held(db, me, TemplateRow, sent)
    version = drafted(db, me, row.version_id)
    if not row.base_id:
        db.delete(row)
    else:
        row.gone, row.reason, row.changedby = True, sent["reason"], me.name
    db.flush()
    _number(db, version)
    return {"id": row.id, "version": row.version}


def restore(db: Session, me: User, keys: Sequence[str]) -> None:
    for row in _rows(db, me, keys):
        row.gone, row.reason = False, ""
        db.flush()
        _number(db, drafted(db, me, row.version_id))


def move(db: Session, me: User, keys: Sequence[str], step: int) -> None:
    """Move an item one place up (-1) or down (1)."""
    if len(keys) != 1:
        raise BadInput("请选择一行")
    row = _rows(db, me, keys)[0]
    version = drafted(db, me, row.version_id)
    if row.tbl != ITEMS or row.gone:
        raise BadInput("只有检验项目可以调整顺序")
    items = _items(db, version)
    place = items.index(row)
    other = place + step
    if not 0 <= other < len(items):
        raise Refused("已经是第一项" if step < 0 else "已经是最后一项")
    items[place], items[other] = items[other], items[place]
    for seq, one in zip(sorted(one.seq for one in items), items, strict=True):
        one.seq = seq
    row.changedby = me.name
    db.flush()
    _number(db, version)


def _rows(db: Session, me: User, keys: Sequence[str]) -> list[TemplateRow]:
    return [visible_or_refuse(db, me, TemplateRow, key, lock=True) for key in keys]


def _items(db: Session, version: TemplateVersion) -> list[TemplateRow]:
    query = select(TemplateRow).where(TemplateRow.version_id == version.id, TemplateRow.tbl == ITEMS)
    return list(db.scalars(query.where(TemplateRow.gone.is_(False)).order_by(TemplateRow.seq, TemplateRow.id)))


def _number(db: Session, version: TemplateVersion) -> None:
    """Items are numbered through in their order; the count of the rows follows."""
    for n, row in enumerate(_items(db, version), 1):
        if row.data.get("seq") != str(n):
            row.data = {**row.data, "seq": str(n)}
    live = select(func.count()).where(TemplateRow.version_id == version.id, TemplateRow.gone.is_(False))
    version.rowcount = db.scalar(live) or 0
    db.flush()
