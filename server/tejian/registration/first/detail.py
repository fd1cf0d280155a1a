"""The page of a first registration: the device as it was entered, who judged it, and its archive."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.equipment.api import page_of
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, RecordView
from tejian.registration import permissions as p
from tejian.registration.models.first import AGREED, OPEN, SOURCES, WAITING, FirstRegistration

from .forms import API, FORM_PAGE, shown
from .judging import stated
from .process import FIRST


def _values(_db: Session, _me: User, row: FirstRegistration) -> dict[str, Any]:
    return {**stated(row), **record(row, "device")}


EDIT = Action(
    "edit",
    "编辑",
    p.FIRST_FILL,
    kind="route",
    needs="one",
    route=f"{FORM_PAGE}?id={{id}}",
    when={"step": OPEN},
)
FIRST_PAGE = RecordView(
    no="first_registration",
    title="首检登记",
    permission=p.FIRST_QUERY,
    model=FirstRegistration,
    url=f"{API}/record",
    form=lambda s: shown(s.row.equclass, s.row.equclacode),
    values=_values,
    heading=lambda s: f"首检登记 {s.row.firstno or '草稿'}",
    subtitle=lambda s: f"{s.row.equname}　{s.row.useorgname}",
    symbol=lambda s: s.row.equclass,
    facts=[
        state(FIRST),
        Fact("source", text=lambda s: SOURCES.get(s.row.source, ""), note=lambda s: s.text("applied")),
        Fact("cheorg"),
        Fact("regorg"),
        Fact("auditor_id", note=lambda s: s.text("audited_at")),
        Fact("reason"),
        Fact(
            "equdatasysid",
            "设备档案",
            text=lambda s: "已建档" if s.row.equdatasysid else "",
            link=lambda s: page_of(s.row.equclass, s.row.equdatasysid),
        ),
    ],
    notices=stands(FIRST),
    parts=[course(FIRST)],
    actions=[EDIT, *page_buttons(FIRST)],
    own=is_own(FIRST),
    files=Files("firstRegister", until=(WAITING, AGREED), right=p.FIRST_FILL),
    history=True,
)
