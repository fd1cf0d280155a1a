"""What is filled in for a loan, of one instrument or of several at once, and when it is returned."""

from tejian.instruments import permissions as p
from tejian.instruments.models import ASKED, CONDITIONS, Instrument
from tejian.instruments.models import InstrumentLoan as L
from tejian.kit.forms.formview import FormView, Group, add_form, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

API = "/api/instrument/loans"
PAGE = "/instrumentMng/loan?id={id}"
WHEN = [
    field_of(L.fromday, required=True, span=12),
    field_of(L.dueday, required=True, span=12),
    field_of(L.purpose, type="textarea", required=True, span=24),
]
FORM = form_of(
    "instrument_loan_form",
    "借用申请",
    API,
    field_of(
        L.instrument_id,
        type="select",
        options_url=f"{API}/instruments",
        required=True,
        span=24,
        refers=Refers(Instrument, alone="any instrument of the institute that can be used"),
    ),
    *WHEN,
)
ACTS = standard(FORM, Rights(p.LOAN_APPLY), [ASKED], new="申请借用", page=PAGE)
MANY = add_form(
    FormView("instrument_borrow_form", "借用所选仪器", f"{API}/ask", [Group("", WHEN)], width=560, ok="申请")
)
RETURN = dialog(
    "instrument_loan_return",
    "归还 {loanno}",
    field_of(L.condition, type="select", options=CONDITIONS, required=True, span=24),
    field_of(L.conditionnote, type="textarea", span=24, help="损坏的写明故障，同时开始检修"),
    ok="归还",
)
