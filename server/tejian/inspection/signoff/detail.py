"""The page of a sheet with its devices, and that of a disagreement with its reply."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.signoff import ASKED, CLOSED, OwnerDissent, OwnerSheet
from tejian.inspection.models.signoff import OwnerSheetLine as L
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.turnaround.api import ITEM_PAGE, PROJECT_PAGE
from tejian.kit.forms.columns import Col
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, Shown, due, of

from .forms import AGREE, DISAGREE, DISSENT_ACTS, DISSENT_FORM, SHEET_ACTS, SHEET_FORM, SHEET_PAGE
from .process import DISSENT, SHEET

PROJECT = Fact("project_id", link=lambda s: PROJECT_PAGE.format(id=s.row.project_id))


def _lines(s: Shown) -> list[dict[str, Any]]:
    query = select(L, T.objectno, T.objectname).join(T, T.id == L.item_id).where(L.sheet_id == s.row.id)
    return [
        record(line) | {"objectno": number, "objectnoLink": ITEM_PAGE.format(id=line.item_id), "objectname": name}
        for line, number, name in s.db.execute(query.order_by(T.objectno, L.id))
    ]


SHEET_VIEW = RecordView(
    no="owner_sheet",
    title="业主签认单",
    permission=p.TURN_QUERY,
    model=OwnerSheet,
    url=f"{AGREE}/record",
    form=SHEET_FORM,
    heading=lambda s: f"业主签认单 {s.row.sheetno}",
    subtitle=lambda s: s.row.title,
    facts=[
        state(SHEET),
        PROJECT,
        Fact("unitname", label="业主单位"),
        Fact("sender_id", note=lambda s: s.text("sent")),
        Fact("signer_id", note=lambda s: s.text("signed")),
        Fact("opinion", when=lambda s: bool(s.row.opinion)),
    ],
    notices=stands(SHEET),
    parts=[
        Part(
            "lines",
            "设备与工作量",
            [
                Col("objectno", "设备代码（管线编号）", None, 180, "code"),
                Col("objectname", "名称", None, 160),
                of(L.finished, 110),
                of(L.result, 110),
                of(L.amounts),
            ],
            _lines,
            noun="设备",
            hint="完工日期、结果和工作量在发送时记下",
        ),
        course(SHEET),
    ],
    actions=[SHEET_ACTS.edit, *page_buttons(SHEET)],
    own=is_own(SHEET),
    files=Files("ownerSheet", until=tuple(SHEET.ends), right=p.TURN_SHEET),
    history=True,
    opens="lines",
)
DISSENT_VIEW = RecordView(
    no="owner_dissent",
    title="业主不符合项",
    permission=p.TURN_QUERY,
    model=OwnerDissent,
    url=f"{DISAGREE}/record",
    form=DISSENT_FORM,
    heading=lambda s: f"业主不符合项 {s.row.dissentno}",
    subtitle=lambda s: s.row.unitname,
    facts=[
        state(DISSENT),
        PROJECT,
        Fact("item_id", link=lambda s: ITEM_PAGE.format(id=s.row.item_id), when=lambda s: bool(s.row.item_id)),
        Fact("sheet_id", link=lambda s: SHEET_PAGE.format(id=s.row.sheet_id), when=lambda s: bool(s.row.sheet_id)),
        due("due", [ASKED]),
        Fact("reply", note=lambda s: f"{s.text('replier_id')} {s.text('replied')}", when=lambda s: bool(s.row.reply)),
        Fact("reason", when=lambda s: s.row.step == ASKED and bool(s.row.reason)),
        Fact("closer_id", note=lambda s: s.text("closed"), when=lambda s: s.row.step == CLOSED),
    ],
    notices=stands(DISSENT),
    parts=[course(DISSENT)],
    actions=[DISSENT_ACTS.edit, *page_buttons(DISSENT)],
    own=is_own(DISSENT),
    files=Files("ownerDissent", until=(CLOSED,), right=p.TURN_OWNER),
    history=True,
)
