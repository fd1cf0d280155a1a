"""What a unit books, and what it says when the day does not suit it."""

from datetime import date
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic import Field as Input

from tejian.archives.models.equipment import Equipment
from tejian.inspection.online.api import used_by_own
from tejian.kit.forms.form import Form, Id, ManyIds
from tejian.kit.forms.formview import Field, dialog, why
from tejian.kit.forms.refers import Refers

CALL = "/api/visit"
OFFERED_DAYS = 20
MOST_DEVICES, MOST_WISHED, MOST_CLOSED = 100, 10, 31
PROJECT = r"^[0-9]{4}-[0-9]{2}-[0-9]{4}$"
OWN_DEVICE = Refers(Equipment, among=used_by_own, alone="each is judged with what is declared for it")


def _several(value: Any) -> Any:
    return [one for one in value.split(",") if one] if isinstance(value, str) else value


Days = Annotated[list[date], BeforeValidator(_several)]


class Booked(Form):
    """A device, and the inspection that it is to have."""

    id: Annotated[Id, OWN_DEVICE] = Input(title="设备")
    project: str = Input(title="申报项目", pattern=PROJECT)


class Booking(Form):
    """Devices for one visit, the days that suit the unit, and those that do not."""

    items: list[Booked] = Input(default_factory=list, title="设备", max_length=MOST_DEVICES)
    wished: Days = Input(default_factory=list, title="期望日期", max_length=MOST_WISHED)
    closed: Days = Input(default_factory=list, title="不便日期", max_length=MOST_CLOSED)
    inscontactname: str = Input("", title="联系人", max_length=64)
    INSCONTACTTEL: str = Input("", title="联系电话", max_length=32)
    remark: str = Input("", title="备注", max_length=500)
    earlyreason: str = Input("", title="提前申报原因", max_length=256)
    afterstop: bool = Input(False, title="停用后重新检验")


class Offered(ManyIds):
    """The devices of which it is asked what they may be declared for."""


ANOTHER = dialog(
    "visit_another",
    "另约日期 {visitno}",
    Field("newday", "希望日期", "date", required=True, span=12),
    why("原因", "请写明这一天为什么不便"),
    ok="另约",
    note="告知检验机构重新安排；重新安排后再请您确认",
    done="已告知检验机构，等待重新安排",
)
