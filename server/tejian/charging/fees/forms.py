"""What is chosen and given for an item before its fee is worked out."""

from decimal import Decimal
from typing import Annotated

from pydantic import Field as Input

from tejian.charging.inputs import Quantity, Yuan
from tejian.inspection.models.items import AppBuss
from tejian.kit.forms.form import Form, Id, Words
from tejian.kit.forms.refers import Refers


class PipeForm(Form):
    """A pipeline as the registrar gives it."""

    pipeno: str = Input(title="管道编号", min_length=1, max_length=64)
    nominaldia: Annotated[Decimal, Input(gt=0, le=5000, max_digits=8, decimal_places=2, allow_inf_nan=False)] = Input(
        title="公称直径"
    )
    pipelength: Quantity = Input(title="管道长度")


class GivenForm(Form):
    """Parameters that the registrar gives instead of those of the archive, with the reason."""

    pipes: list[PipeForm] = Input(default_factory=list, title="管道", max_length=200)
    consprice: Yuan | None = Input(None, title="施工合同价")
    volume: Quantity | None = Input(None, title="容积")
    vesselclass: str = Input("", title="压力容器类别", max_length=8)
    mediumgroup: str = Input("", title="介质组别", max_length=8)
    reason: str = Input(title="手工填写参数的原因", min_length=2, max_length=200)


class ItemForm(Form):
    """A business item to be charged, and what is chosen for it."""

    id: Annotated[Id, Refers(AppBuss, alone="what is charged")] = Input(title="业务")
    options: Words = Input(default_factory=list, title="可选项目", max_length=20)
    quantities: dict[str, Quantity] = Input(default_factory=dict, title="数量", max_length=20)
    supmode: str = Input("", title="监检方式", pattern="^(常规|全过程)?$")
    hazard: bool = Input(False, title="危险环境")
    holiday: bool = Input(False, title="节假日检验")
    byhand: bool = Input(False, title="不按标准，手工登记")
    given: GivenForm | None = Input(None, title="手工参数")
