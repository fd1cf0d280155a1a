"""The small forms behind the batch buttons of the class lists."""

from tejian.kit.formview import Field, FormView, Group, add_form

BASE = "/api/eqdbase/eqdBasic"

CHEORG_FORM = add_form(
    FormView(
        "eqd_cheorg_form",
        "更换检验机构",
        f"{BASE}/updateCheorg",
        [
            Group(
                "",
                [
                    Field(
                        "cheorgsysid",
                        "检验机构",
                        "select",
                        required=True,
                        options_url=f"{BASE}/findInstitutes",
                        span=24,
                        help="更换后，原机构的列表中不再有这些设备",
                    )
                ],
            )
        ],
        width=520,
    )
)
MAIORG_FORM = add_form(
    FormView(
        "eqd_maiorg_form",
        "更换维保单位",
        f"{BASE}/updateMaiorg",
        [Group("", [Field("maiorgsysid", "维保单位", "unit", required=True, span=24)])],
        width=520,
    )
)
SSDEGREE_FORM = add_form(
    FormView(
        "eqd_ssdegree_form",
        "监管等级",
        f"{BASE}/updateSsdegree",
        [Group("", [Field("ssdegree", "监管等级/安全状况等级", "dict", dict="C615", required=True, span=24)])],
        width=520,
    )
)
EXIIMPGRO_FORM = add_form(
    FormView(
        "eqd_exiimpgro_form",
        "重点监控",
        f"{BASE}/updateExiimpgro",
        [Group("", [Field("exiimpgro", "重点监控标记", "dict", dict="C657", required=True, span=24)])],
        width=520,
    )
)
