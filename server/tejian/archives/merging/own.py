"""What the archives' own parts keep about devices and units, for the merge."""

from ..cylinders.models import CylinderCar
from ..maintenance.models import Maintenance
from ..piping.models import PipeChange, Pipeline
from ..products.models import Product, ProductDevice
from ..refinery.models import SiteInspection
from ..valves.models import SafetyValve
from .references import refers

refers("equipment", Pipeline, "equdatasysid", "管线")
refers("equipment", PipeChange, "equdatasysid", "管道修改")
refers("equipment", Maintenance, "equdatasysid", "维保记录")
refers("equipment", ProductDevice, "equdatasysid", "产品")
refers("equipment", SafetyValve, "hostequid", "安全阀")
refers("equipment", SiteInspection, "equdatasysid", "现场检验记录")
refers("unit", CylinderCar, "unitsysid", "车用气瓶", beside="useorgname")
refers("unit", Maintenance, "maiorgsysid", "维保记录", beside="maiorgname")
refers("unit", Product, "makersysid", "产品", beside="makername")
refers("unit", SafetyValve, "useorgsysid", "安全阀", beside="useorgname")
