"""What is asked about picked certificates: by a unit or the window, and by the authority."""

from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers, existing
from tejian.persons.models.certificates import CORRECT, KINDS, ORDERS, RENEW, UNIT
from tejian.persons.models.certificates import CertCase as C

API = "/api/personMng/certificate"
LIST, CASE_PAGE = "/personMng/CertificateMng", "/personMng/certCaseDetail?id={id}"
PAGE = "/personMng/personCertDetail?id={id}"
NOTE = "复审须在有效期届满1个月以前申请（TSG Z6001-2019；3个月是2013年旧规定，已不采用），逾期证书失效，须重新考试"
ASK = add_form(
    FormView(
        "cert_ask_form",
        "证书办理申请",
        f"{API}/ask",
        [
            Group(
                "",
                [
                    field_of(C.kind, type="select", options=KINDS, required=True, span=12),
                    field_of(
                        C.noaccident,
                        label="无事故、无违章承诺",
                        span=12,
                        when={"kind": [RENEW]},
                        help="持证期间没有责任事故和违章作业",
                    ),
                    field_of(C.newlimits, type="dictMulti", span=12, when={"kind": [CORRECT]}),
                    field_of(
                        C.newunitsysid,
                        type="unit",
                        span=12,
                        when={"kind": [UNIT]},
                        refers=Refers(Unit, among=existing, alone="a person may go to any unit"),
                    ),
                    field_of(C.why, type="textarea", required=True, span=24),
                ],
            )
        ],
        width=640,
        ok="提交",
        note=NOTE,
        done="已提交，待发证机关审核",
    )
)
ORDER = add_form(
    FormView(
        "cert_order_form",
        "证书处置",
        f"{API}/order",
        [
            Group(
                "",
                [
                    field_of(C.kind, type="select", label="处置", options=ORDERS, required=True, span=12),
                    field_of(C.why, type="textarea", label="处置的事实和依据", required=True, span=24),
                ],
            )
        ],
        width=560,
        ok="提交",
        note="由另一名审核人员决定后生效",
        done="已提交，待另一人审核",
    )
)
REASON = Field("reason", "导出原因", "textarea", required=True, span=24, size=200)
