"""The form of a valve and of a calibration, from the rows of class 7310."""

from dataclasses import replace
from typing import Any

from tejian.archives.equipment.api import table_groups
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers

# Fields of class 7310 that a calibration gives; those marked «required when a calibration is entered».
CALIBRATED: tuple[str, ...] = ("caldate", "calmode", "calmedium", "setpress", "actualset", "sealpress")
CALIBRATED += ("leakrate", "calresult", "calman", "setcyclemonths", "extapproval", "nextcaldate", "calbenchno")
CALIBRATED += ("calreportno", "sealno", "labelno", "overhaul")
NEEDED = {"caldate", "calmode", "calmedium", "setpress", "actualset", "sealpress", "calresult", "calman"}
SKIP = {"samvalveid", "hostequid", "hostequname", *CALIBRATED} - {"setpress"}

VALVE_FORM = add_form(
    FormView(
        "samvalve_form",
        "安全阀",
        "/api/samvalve/save",
        [
            *table_groups(
                "7310",
                SafetyValve,
                SKIP,
                nominaldia={"low": 1, "high": 1000},
                setpress={"low": 0.001, "high": 200},
                workpress={"low": 0, "high": 200},
                worktemp={"low": -273, "high": 1000},
            ),
            Group(
                "所属",
                [
                    Field(
                        "hostequid",
                        "安装设备",
                        "equipment",
                        root="1000,2000",
                        span=16,
                        size=32,
                        help="选了安装设备，使用单位和区划随设备；没有安装设备时选使用单位",
                        refers=Refers(Equipment, alone="the unit of the valve follows from it"),
                    ),
                    Field(
                        "useorgsysid",
                        "使用单位",
                        "unit",
                        span=16,
                        help="选了安装设备时取该设备的使用单位",
                        refers=Refers(Unit, alone="of a valve that hangs on no device"),
                    ),
                    Field("status", "使用状态", "dict", dict="C637", default="1"),
                ],
            ),
        ],
        load_url="/api/samvalve/load",
        width=1000,
        in_part=True,
    )
)


def _calibration_fields() -> list[Field]:
    found = {f.name: f for g in table_groups("7310", SafetyValve, ()) for f in g.fields}
    more: dict[str, dict[str, Any]] = {
        "calresult": {"type": "select", "dict": "", "options_url": "/api/samvalve/results"},
        "setcyclemonths": {"help": "不填取默认周期；36、60 个月须有批准记录", "low": 1, "high": 60},
        "extapproval": {"span": 16, "help": "使用单位技术负责人批准的文件与日期"},
        "overhaul": {"span": 24},
        "setpress": {"low": 0.001, "high": 200},
    }
    return [replace(found[n], required=n in NEEDED, **more.get(n, {})) for n in CALIBRATED if n != "nextcaldate"]


CALIBRATION_FORM = add_form(
    FormView(
        "samvalve_calibration_form",
        "校验登记",
        "/api/samvalve/calibrate",
        [Group("校验", _calibration_fields())],
        load_url="/api/samvalve/calibrationStart",
        width=960,
    )
)
