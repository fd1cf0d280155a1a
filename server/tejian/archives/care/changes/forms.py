"""The small forms behind the batch buttons of the class lists."""

from typing import Any

import pydantic

from tejian.kit.forms.form import Form, Id, Ids, ManyIds
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.ground.errors import BadInput

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
DEGREES = {
    "A": "重点监管",
    "B": "一般监管",
    "C": "正常监管",
}  # of C615; its others are grades of safety
SSDEGREE_FORM = add_form(
    FormView(
        "eqd_ssdegree_form",
        "监管等级",
        f"{BASE}/updateSsdegree",
        [Group("", [Field("ssdegree", "监管等级", "select", options=DEGREES, required=True, span=24)])],
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


class Devices(Form):
    """The picked devices of a change whose `id` means something else."""

    ids: Ids = pydantic.Field([], title="所选数据")


class Values(ManyIds):
    """New values for the picked devices."""

    values: dict[str, Any] | None = pydantic.Field(None, title="修改内容")

    def given(self) -> dict[str, Any]:
        if self.values is None:
            raise BadInput("请选择要修改的项目")
        return self.values


class Row(Form):
    """A device and the version of it that was read."""

    id: Id = pydantic.Field(title="主键")
    version: int = pydantic.Field(title="版本", ge=0, le=999_999_999)


class ValuesOfRows(Values):
    """New values for devices, each with the version that was read."""

    rows: list[Row] = pydantic.Field([], title="所选数据")

    def versions(self) -> dict[str, int]:
        if not self.rows:
            raise BadInput("请选择数据")
        return {row.id: row.version for row in self.rows}


class Merging(Form):
    """Records of one kind that are one, and which of them stays."""

    type: str = pydantic.Field("", title="类型", max_length=16)
    ids: Ids = pydantic.Field([], title="所选数据", validation_alias=pydantic.AliasChoices("oldIds", "ids", "id"))
    survivor: str = pydantic.Field("", alias="mergedId", title="保留的记录", max_length=32)
    reason: str = pydantic.Field("", title="原因")
