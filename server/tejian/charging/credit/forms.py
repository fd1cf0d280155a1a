"""The form of a limit of release on credit."""

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.inputs import MOST
from tejian.charging.models.credit import CreditLine as L
from tejian.charging.places import CREDIT_CALLS as CALLS
from tejian.charging.places import CREDIT_PAGE as PAGE
from tejian.kit.forms.formview import FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

CREDIT_FORM = add_form(
    FormView(
        "cha_credit_form",
        "欠费发放额度",
        f"{CALLS}/save",
        [
            Group(
                "",
                [
                    field_of(
                        L.unitsysid,
                        label="单位",
                        type="unit",
                        required=True,
                        span=24,
                        refers=Refers(Unit, alone="who may owe"),
                    ),
                    field_of(L.amount, required=True, low=0.01, high=MOST, span=12),
                    field_of(L.termdays, required=True, low=1, high=365, span=12),
                    field_of(L.validto, required=True, span=12),
                    field_of(L.document, required=True, span=12, help="批准这一额度的申请或会议纪要"),
                ],
            ),
        ],
        load_url=f"{CALLS}/load",
        width=640,
    )
)
CREDITS = standard(
    CREDIT_FORM,
    Rights(p.CREDIT_QUERY, p.CREDIT_SAVE),
    while_=[at.WAITS],
    page=PAGE,
)
