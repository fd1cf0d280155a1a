"""The forms of an authorisation and of taking it back."""

from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers

AUTHORIZATION_FORM = add_form(
    FormView(
        "authorization_form",
        "检验授权",
        "/api/authorization/save",
        [
            Group(
                "",
                [
                    Field(
                        "unit_id",
                        "检验单位",
                        "unit",
                        required=True,
                        span=12,
                        help="授权有效期内，该机构可以登记授权范围内设备的检验、检测报告",
                        refers=Refers(Unit, alone="the institution that is authorised"),
                    ),
                    Field("docno", "授权文号", required=True, size=64, span=12),
                    Field("classes", "设备种类", "dictMulti", dict="C601", span=12, size=64, help="不选为全部种类"),
                    Field("areacode", "区划", "area", span=12, help="不选为全部区划"),
                    Field(
                        "useunit_id",
                        "使用单位",
                        "unit",
                        span=12,
                        help="不选为全部单位",
                        refers=Refers(Unit, alone="any unit, or all of them"),
                    ),
                    Field("datefrom", "起始日期", "date", required=True, span=12),
                    Field("dateto", "截止日期", "date", required=True, span=12),
                    Field("remark", "备注", span=12, size=500),
                ],
            )
        ],
        load_url="/api/authorization/load",
        width=760,
    )
)
REVOKE_FORM = add_form(
    FormView(
        "authorization_revoke_form",
        "收回授权",
        "/api/authorization/revoke",
        [
            Group(
                "",
                [
                    Field("docno", "授权文号", "readonly", span=24),
                    Field("revokereason", "收回原因", "textarea", required=True, span=24, size=256),
                ],
            )
        ],
        load_url="/api/authorization/load",
        width=560,
    )
)
