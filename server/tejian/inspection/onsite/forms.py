"""What an inspector sends from the machine."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.declarations.api import OF_UNIT
from tejian.inspection.flow.api import COLLEAGUE
from tejian.kit.forms.form import Form, Id, Ids, matching
from tejian.kit.forms.refers import Refers

CODE = 200  # the text of a picture code is an address


class FindForm(Form):
    code: str = Field(title="设备编码", min_length=1, max_length=CODE)


class PeopleForm(Form):
    """With whom a device may be inspected."""

    equdatasysid: Annotated[Id, Refers(Equipment, alone="what it is asked about")] = Field(title="设备")
    seisort: str = Field(title="检验类别", max_length=4)
    testsort: str = Field(title="检验类型", max_length=8)


class Place(Form):
    """Where the phone says that it is: WGS-84 degrees, metres, and when it knew."""

    latitude: float | None = Field(None, title="纬度", ge=-90, le=90, allow_inf_nan=False)
    longitude: float | None = Field(None, title="经度", ge=-180, le=180, allow_inf_nan=False)
    accuracy: float | None = Field(None, title="定位精度", ge=0, le=100_000, allow_inf_nan=False)
    located: AwareDatetime | None = Field(None, title="定位时间")
    noplace: str = Field("", title="没有位置的原因", pattern="^[12]?$")

    @property
    def known(self) -> bool:
        return self.latitude is not None


class PlaceForm(Place):
    """Where the phone is, to be told how far from these devices."""

    devices: Annotated[Ids, Refers(Equipment, alone="devices that the inspector found")] = Field(
        title="设备", min_length=1, max_length=50
    )


class OnsiteForm(Place):
    """A declaration from the machine, with how far it goes at once: handed in, accepted, or begun by who sends it."""

    unitsysid: Annotated[Id, Refers(Unit, alone="what it is declared for")] = Field(title="受检单位")
    devices: Annotated[Ids, OF_UNIT] = Field(title="设备", min_length=1, max_length=50)
    seisort: str = Field(title="检验类别", max_length=4)
    testsort: str = Field(title="检验类型", max_length=8)
    inscontactname: str = Field("", title="在场联系人", max_length=64)
    INSCONTACTTEL: Annotated[str, matching("mobileOrLandline")] = Field("", title="联系电话", max_length=32)
    earlyreason: str = Field("", title="提前申报原因", max_length=256)
    afterstop: bool = Field(False, title="停用后重新检验")
    remark: str = Field("", title="备注", max_length=500)
    until: Literal["submit", "accept", "begin"] = Field("submit", title="办到")
    coinspector: Annotated[Id | None, COLLEAGUE] = Field(None, title="协检")
    boxno: str = Field("", title="仪器箱", max_length=32)
    siteconditions: str = Field("", title="现场条件", max_length=500)
    safetybriefed: bool = Field(False, title="安全交底")
    confirmHoliday: bool = Field(False, title="非工作日确认")
