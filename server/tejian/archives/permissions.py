"""Permission codes of the archives. Equipment and unit codes are the specification's."""

from tejian.kit.permission import permission
from tejian.system import permissions as _specified  # noqa: F401  (declares the specification's codes first)

ARCHIVES = "基础档案"
EQUIPMENT_QUERY = permission("basic:equpment:query", "设备档案 查询", ARCHIVES)
UNIT_QUERY = permission("basic:unit:query", "单位档案 查询", ARCHIVES)
ATTACH = permission("basic:attachment:upload", "附件 上传", ARCHIVES)

# class → the type word in the specification's codes (basic:equpment:<type>:<action>)
TYPE_OF_CLASS = {
    "1000": "boiler",
    "2000": "pressureVessel",
    "3000": "elevator",
    "4000": "hoistingMachinery",
    "5000": "fieldMotorVehicles",
    "6000": "majorAmusement",
    "8000": "pressurePiping",
    "8000GX": "pressurePipeline",
    "9000": "passengerRopeway",
}


def equipment_code(equclass: str, action: str) -> str:
    """The permission code of an action on the records of a class."""
    return f"basic:equpment:{TYPE_OF_CLASS[equclass]}:{action}"
