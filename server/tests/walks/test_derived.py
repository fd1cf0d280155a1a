"""Views that derive from a screen take its right: history, lineage, logs, attachments."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from tejian import areas, bindings
from tejian.archives.files.service import OWNERS
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.permissions import ATTACH, ATTACH_REMOVE, EQUIPMENT_QUERY
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.catalogue.screens import rights_of
from tejian.kit.database.db import Base
from tejian.system.models.accounts import SysUser
from tests.conftest import Caller

from .conftest import Office
from .test_unseen import row_of
from .world import KINDS

areas.load()
bindings.bind()
MODELS = [m.class_ for m in Base.registry.mappers if getattr(m.class_, "audited", None)]
SCOPED = [m for m in MODELS if hasattr(m, "visible")]
AUDITED = sorted(SCOPED, key=lambda m: m.__name__)
TAKE_FILES = sorted(OWNERS.keys())
HISTORY = "/api/common/history"


def without(*rights: str) -> Any:
    me = KINDS["all"]
    return replace(me, permissions=me.permissions - set(rights) - {"system:audit:query"})


@pytest.mark.parametrize("model", AUDITED, ids=lambda m: m.__name__)
def test_a_history_is_read_with_the_right_of_its_screen(call: Caller, db: Any, model: Any) -> None:
    rights = rights_of(model)
    assert rights
    entity, row = model.__tablename__, row_of(db, model)
    poor = call(HISTORY, _as=without(*rights), entity=entity, id=row.id)
    assert (poor.status_code, poor.json()["errorCode"]) == (403, "NO_PERMISSION"), model
    rich = call(HISTORY, _as=without(), entity=entity, id=row.id)
    assert rich.status_code == 200, rich.text[:200]


@pytest.mark.parametrize(
    "model", sorted((m for m in MODELS if m not in SCOPED), key=lambda m: m.__name__), ids=lambda m: m.__name__
)
def test_a_history_without_a_scope_is_for_auditors(call: Caller, db: Any, model: Any) -> None:
    said = call(HISTORY, _as=without(), entity=model.__tablename__, id="1")
    assert (said.status_code, said.json()["errorCode"]) == (403, "NO_PERMISSION")


@pytest.mark.parametrize("owner", TAKE_FILES)
def test_attachments_are_read_with_the_right_of_the_screen_of_their_record(call: Caller, db: Any, owner: str) -> None:
    model = OWNERS[owner][0]
    row = row_of(db, model)
    att = Attachment(attrefsysid=row.id, owner=owner, name="图.png", size=1, mime="image/png", key="k", createby="x")
    db.add(att)
    db.commit()
    poor = without(*rights_of(model))
    for path, sent in (
        ("/a/stone/attachment/findAttList", {"attrefsysid": row.id}),
        ("/a/stone/common/queryGroupAtt", {"attrefsysid": row.id}),
        ("/a/stone/attachment/download", {"attsysid": att.id}),
        ("/api/equipment-documents/attachments/preview", {"attsysid": att.id}),
        ("/api/equipment-documents/attachments/batchDownload", {"attsysidList": att.id}),
        ("/api/equipment-documents/attachments/delete", {"attsysid": att.id}),
        ("/api/equipment-documents/attachments/qrcode", {"attrefsysid": row.id, "owner": owner}),
        ("/api/equipment-documents/attachments", {"attrefsysid": row.id, "owner": owner}),
    ):
        said = call(path, _as=poor, **sent)
        assert (said.status_code, said.json()["errorCode"]) == (403, "NO_PERMISSION"), (owner, path)
    assert call("/a/stone/attachment/findAttList", _as=without(), attrefsysid=row.id).json()["data"], owner


def test_lineage_and_the_flow_log_take_the_right_of_their_screen(office: Office) -> None:
    main = office.declared()
    device = office.lifts()[0]
    for path, sent, model in (
        ("/api/archives/lineage", {"entity": "equipment", "id": device.id}, Equipment),
        ("/api/businesspro/common/getFlowLog", {"appno": main.appno}, AppMain),
    ):
        assert office.call(path, _as=without(), **sent).json()["isSuccess"], path
        rights = rights_of(model) | (rights_of(AppBuss) if model is AppMain else set())
        said = office.call(path, _as=without(*rights), **sent)
        assert (said.status_code, said.json()["errorCode"]) == (403, "NO_PERMISSION"), path


def test_a_file_is_deleted_by_the_side_of_its_author_or_with_the_right_for_it(call: Caller, db: Any) -> None:
    device = db.scalars(select(Equipment)).first()
    author, colleague = db.scalars(select(SysUser).where(SysUser.org_id != "", SysUser.unit_id == "").limit(2)).all()
    colleague.org_id = author.org_id
    stranger = db.scalars(select(SysUser).where(SysUser.unit_id != "")).first()
    device.useorgsysid = stranger.unit_id  # whoever sees the device may not for that take its files away
    me = replace(KINDS["all"], permissions=frozenset({ATTACH, EQUIPMENT_QUERY}))

    def tried(user: Any, *more: str) -> int:
        att = Attachment(attrefsysid=device.id, owner="equipment", name="图.png", size=1, mime="image/png", key="k")
        att.createby = author.id
        db.add(att)
        db.commit()
        who = replace(me, id=user.id, org_id=user.org_id, unit_id=user.unit_id, permissions=me.permissions | set(more))
        answer = call("/api/equipment-documents/attachments/delete", _as=who, attsysid=att.id)
        db.refresh(att)
        assert att.deleted == (answer.status_code == 200), answer.text
        return int(answer.status_code)

    assert tried(author) == tried(colleague) == 200
    assert tried(stranger) == 403
    assert tried(stranger, ATTACH_REMOVE) == 200
