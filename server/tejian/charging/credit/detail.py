"""The page of a limit of release on credit: how much, what is used, until when, and who agreed."""

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.credit import CreditLine as L
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, RecordView

from .forms import CREDIT_FORM, CREDITS
from .limits import late, used
from .process import CALLS, CREDIT

CREDIT_VIEW = RecordView(
    no="cha_credit",
    title="欠费发放额度",
    permission=p.CREDIT_QUERY,
    model=L,
    url=f"{CALLS}/record",
    form=CREDIT_FORM,
    heading=lambda s: f"欠费发放额度 {s.row.unitname}",
    name=lambda s: s.row.unitname,
    identity=lambda s: s.row.document,
    facts=[
        state(CREDIT),
        Fact("amount"),
        Fact(
            label="已用",
            text=lambda s: f"{used(s.db, s.row.orgid, s.row.unitsysid):,.2f} 元",
            note=lambda s: late(s.db, s.row.orgid, s.row.unitsysid),
        ),
        Fact("termdays"),
        Fact("validto"),
        Fact("agreedby"),
    ],
    notices=stands(CREDIT),
    parts=[course(CREDIT)],
    actions=[CREDITS.edit, *page_buttons(CREDIT)],
    files=Files(at.CREDIT_FILES, [at.BASIS_PAPER], until=(at.COUNTS, at.STOPPED), right=p.CREDIT_SAVE),
    history=True,
)
