"""What a new version of the product changes of an installation: what nobody changed, and nothing else."""

from collections.abc import Callable, Iterator
from unittest import mock

import pytest
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import AuditLog
from tejian.kit.ground.user import SYSTEM
from tejian.system.desk import install
from tejian.system.models.accounts import Role
from tejian.system.models.settings import DictItem, MenuNode, Param
from tejian.system.models.shipped import Shipped

Row = dict[str, str]
shipped_rows = install.rows


@pytest.fixture
def version(db: Session) -> Callable[..., None]:
    """Install a version whose data file says something else: `version("roles", change)`."""

    def run(name: str, change: Callable[[Row], Row | None], *added: Row) -> None:
        def rows(asked: str) -> Iterator[Row]:
            found = shipped_rows(asked)
            if asked != name:
                yield from found
                return
            yield from (said for row in found if (said := change(row)))
            yield from added

        with mock.patch.object(install, "rows", rows):
            install.install(db)
        db.flush()

    return run


def lines(db: Session) -> int:
    return db.scalar(select(func.count()).select_from(AuditLog)) or 0


def test_the_same_version_changes_nothing(db: Session) -> None:
    before = lines(db)
    install.install(db)
    db.flush()
    assert lines(db) == before and not db.dirty and not db.new


def test_a_role_gains_what_is_new_and_keeps_what_was_decided(db: Session, version: Callable[..., None]) -> None:
    role = db.scalars(select(Role).where(Role.code == "shouli")).one()
    shipped = set(role.permissions)
    assert {"inspection:accept:handle", "system:notice:query"} <= shipped and "system:audit:query" not in shipped
    role.permissions = sorted(shipped - {"system:notice:query"} | {"system:audit:query"})
    role.name = "一号窗口"
    db.flush()

    def change(row: Row) -> Row:
        if row["code"] != "shouli":
            return row
        told = row["permissions"].replace("inspection:release:handle;", "") + ";basic:journal:query"
        return {**row, "permissions": told, "name": "受理员", "remark": "窗口"}

    version("roles", change)
    decided = shipped - {"system:notice:query"} | {"system:audit:query"}
    wanted = decided - {"inspection:release:handle"} | {"basic:journal:query"}
    assert set(role.permissions) == wanted and role.permissions == sorted(wanted)
    assert (role.name, role.remark) == ("一号窗口", "窗口")
    version("roles", lambda row: row)  # and back again
    assert set(role.permissions) == decided
    assert role.name == "一号窗口"


def test_a_parameter_follows_until_somebody_sets_it(db: Session, version: Callable[..., None]) -> None:
    def change(row: Row) -> Row:
        values = {"session.idle_minutes": "20", "login.lock_after": "3"}
        return {**row, "value": values.get(row["key"], row["value"]), "source": row["source"] + "，修订"}

    mine = db.scalars(select(Param).where(Param.key == "login.lock_after")).one()
    other = db.scalars(select(Param).where(Param.key == "session.idle_minutes")).one()
    mine.value = "4"
    db.flush()
    before = lines(db)
    version("params", change)
    assert lines(db) > before
    told = db.scalars(select(AuditLog).where(AuditLog.entity_id == other.id).order_by(AuditLog.id.desc())).first()
    assert told is not None and told.changes["value"] == ["30", "20"] and told.user_id == SYSTEM.id
    assert (mine.value, other.value) == ("4", "20")
    assert mine.source.endswith("，修订") and other.source.endswith("，修订")


def test_the_menu_gains_and_loses_pages(db: Session, version: Callable[..., None]) -> None:
    nodes = {n.href: n for n in db.scalars(select(MenuNode)) if n.href}
    gone, kept = nodes["/bsArchives/equipment/boiler"], nodes["/businessPro/applyList"]
    kept.name, kept.enabled = "申报", False
    db.flush()
    new = {"menu": "new", "parent": "business", "title": "新页面", "label": "", "path": "/new", "icon": ""}
    new |= {"system": "scdeap", "permission": "", "todo": "", "sort": "9"}
    version("screens", lambda row: None if row["menu"] in (gone.id, kept.id) else row, new)
    after = {n.href: n for n in db.scalars(select(MenuNode)) if n.href}
    assert set(nodes) - set(after) == {"/bsArchives/equipment/boiler"} and set(after) - set(nodes) == {"/new"}
    assert (after["/businessPro/applyList"].name, after["/businessPro/applyList"].enabled) == ("申报", False)


def test_a_word_is_corrected_where_nobody_wrote_another(db: Session, version: Callable[..., None]) -> None:
    def entry(value: str) -> DictItem:
        return db.scalars(select(DictItem).where(DictItem.type == "C637", DictItem.value == value)).one()

    ours = entry("2")
    ours.label = "停用（报备）"
    db.flush()
    version("dictionaries", lambda row: {**row, "label": row["label"] + "。"} if row["type"] == "C637" else row)
    assert ours.label == "停用（报备）" and entry("1").label.endswith("。")


def test_of_an_installation_without_record_all_rows_stay_and_are_known_from_then_on(
    db: Session, version: Callable[..., None]
) -> None:
    db.execute(delete(Shipped))
    role = db.scalars(select(Role).where(Role.code == "shouli")).one()
    role.permissions = ["system:notice:query"]
    db.flush()
    install.install(db)
    assert role.permissions == ["system:notice:query"]
    version("roles", lambda row: {**row, "permissions": row["permissions"] + ";basic:journal:query"})
    assert role.permissions == ["basic:journal:query", "system:notice:query"]
