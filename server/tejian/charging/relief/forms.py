"""The form of a policy of relief, and for what policies are asked."""

from typing import Annotated

from pydantic import Field as Input

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.inputs import MOST
from tejian.charging.models.charges import ReliefPolicy
from tejian.inspection.models.items import AppBuss
from tejian.kit.forms.form import Form, Id
from tejian.kit.forms.formview import FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

P = ReliefPolicy


class PolicyForm(Form):
    """For which class, unit and device policies are asked."""

    equclacode: str = Input("", title="设备类别", max_length=8)
    unit: Annotated[Id | None, Refers(Unit, alone="for whom policies are asked")] = Input(None, title="单位")
    equId: Annotated[Id | None, Refers(AppBuss, alone="for what policies are asked")] = Input(None, title="业务")


POLICY_FORM = add_form(
    FormView(
        "cha_policy_form",
        "减免政策",
        "/api/chareliefpolicy/chaReliefPolicy/save",
        [
            Group(
                "政策",
                [
                    field_of(P.name, required=True, span=16),
                    field_of(P.type, required=True),
                    field_of(P.document, required=True, span=16),
                    field_of(P.nature, type="select", options=at.NATURES, required=True, default="非税"),
                    field_of(P.percent, low=0, high=100, help="100 为免收；与每台减免只填一项"),
                    field_of(P.reduction, type="money", low=0.01, high=MOST),
                    field_of(P.priority, low=0, high=99, default="0", help="数大的先用；相同时用减得多的一条"),
                    field_of(P.stacks, default="0", help="可叠加的政策在其他减免之后再减"),
                ],
            ),
            Group(
                "适用范围与期限",
                [
                    field_of(
                        P.unitsysid,
                        label="单位",
                        type="unit",
                        span=16,
                        help="空为所有单位",
                        refers=Refers(Unit, alone="whom the policy favours"),
                    ),
                    field_of(P.equclass, help="空为所有种类"),
                    field_of(P.equclacode, help="空为所有类别，含下级类别"),
                    field_of(
                        P.equdatasysid,
                        label="设备",
                        type="equipment",
                        help="空为所有设备",
                        refers=Refers(Equipment, alone="the one device that the policy favours"),
                    ),
                    field_of(P.validfrom, required=True),
                    field_of(P.validto, help="当日起不再适用"),
                    field_of(P.backreason, span=16, help="生效日期早于批准日期的必填"),
                ],
            ),
        ],
        load_url="/api/chareliefpolicy/chaReliefPolicy/load",
    )
)
POLICIES = standard(
    POLICY_FORM,
    Rights(p.POLICY_QUERY, p.POLICY_SAVE),
    while_=[at.WAITS],
    page="/assistMng/payMng/policyConf/detail?id={id}",
)
