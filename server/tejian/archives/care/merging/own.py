"""What the archives' own parts keep about devices and units, for the merge."""

from tejian.archives.ledgers.cylinders.models import CylinderCar
from tejian.archives.ledgers.iot.models import LiftEvent, LiftIot
from tejian.archives.ledgers.maintenance.models import Maintenance
from tejian.archives.ledgers.piping.models import PipeChange, Pipeline
from tejian.archives.ledgers.products.models import Product, ProductDevice
from tejian.archives.ledgers.refinery.models import SiteInspection
from tejian.archives.ledgers.valves.models import SafetyValve
from tejian.archives.persons.models import Person, PersonDevice
from tejian.archives.units.authorizations.models import InspAuthorization
from tejian.archives.units.models import (
    DetectionCapability,
    MaintContract,
    UnitBranch,
    UnitContact,
    UnitLicence,
    UnitName,
)

from .references import refers

refers("equipment", Pipeline, "equdatasysid", "管线")
refers("equipment", PipeChange, "equdatasysid", "管道修改")
refers("equipment", Maintenance, "equdatasysid", "维保记录")
refers("equipment", LiftIot, "equdatasysid", "物联网终端")
refers("equipment", LiftEvent, "equdatasysid", "物联网事件")
refers("equipment", ProductDevice, "equdatasysid", "产品")
refers("equipment", SafetyValve, "hostequid", "安全阀")
refers("equipment", SiteInspection, "equdatasysid", "现场检验记录")
refers("equipment", PersonDevice, "equdatasysid", "人员分管设备")
for model, what in (
    (UnitName, "曾用名"),
    (UnitLicence, "许可"),
    (UnitBranch, "分支机构"),
    (UnitContact, "联系人"),
    (DetectionCapability, "检测能力"),
    (MaintContract, "维保合同"),
    (Person, "登记人员"),
    (InspAuthorization, "检验授权"),
):
    refers("unit", model, "unit_id", what)
refers("unit", MaintContract, "useunit_id", "维保合同（使用单位）")
refers("unit", InspAuthorization, "useunit_id", "检验授权（使用单位）")
refers("unit", CylinderCar, "unitsysid", "车用气瓶")
refers("unit", Maintenance, "maiorgsysid", "维保记录", beside="maiorgname")
refers("unit", Product, "makersysid", "产品", beside="makername")
refers("unit", SafetyValve, "useorgsysid", "安全阀", beside="useorgname")
