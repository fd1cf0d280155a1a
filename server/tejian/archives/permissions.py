"""Permission codes of the archives. Equipment and unit codes are the specification's."""

from tejian.kit.ground.permission import permission
from tejian.system import permissions as _specified  # noqa: F401  (declares the specification's codes first)

ARCHIVES = "基础档案"
EQUIPMENT_QUERY = permission("basic:equpment:query", "设备档案 查询", ARCHIVES)
UNIT_QUERY = permission("basic:unit:query", "单位档案 查询", ARCHIVES)
ATTACH = permission("basic:attachment:upload", "附件 上传", ARCHIVES)
ATTACH_REMOVE = permission("basic:attachment:remove", "附件 删除他人上传的", ARCHIVES)

# -- screens of the group /bsArchives; the codes are ours where the specification names only the family -------------
STAT = permission("basic:equpment:stat", "设备统计 查看", ARCHIVES)
LABELS = permission("basic:equpment:labels", "设备标签与合并打印", ARCHIVES)
STATE_CHANGE = permission("basic:equpment:state", "设备 迁移、停用、启用、注销", ARCHIVES)
MERGE_UNDO = permission("basic:merge:undo", "合并 撤销", ARCHIVES)
TRACE_QUERY = permission("basic:trace:query", "删除与合并痕迹 查询", ARCHIVES)
TRACE_RESTORE = permission("basic:trace:restore", "已删除档案 恢复", ARCHIVES)
IMPORT = permission("basic:archives:import", "档案 导入", ARCHIVES)
QUALITY_QUERY = permission("basic:quality:query", "档案质量 查询", ARCHIVES)
QUALITY_RUN = permission("basic:quality:run", "档案质量 重新核查", ARCHIVES)
CORRECT_QUERY = permission("basic:correct:query", "档案纠错 查询", ARCHIVES)
CORRECT_APPLY = permission("basic:correct:apply", "档案纠错 申请", ARCHIVES)
CORRECT_AUDIT = permission("basic:correct:audit", "档案纠错 审核", ARCHIVES)
# of the inspection: whose approval issues a report lets lapse what the report before it proposed to correct
REPORT_APPROVE = permission("inspection:approve:handle", "报告批准", "检验业务")
SAVED_QUERY = permission("query:setting:query", "查询设置 查询", ARCHIVES)
SAVED_QUERY_SAVE = permission("query:setting:save", "查询设置 维护", ARCHIVES)
PIPE_CHECK = permission("basic:pipe:check", "管道修改 审核", ARCHIVES)
PIPE_APPLY = permission("basic:pipe:apply", "管道修改 申请", ARCHIVES)
MAINTENANCE_QUERY = permission("basic:maintenance:query", "维保记录 查询", ARCHIVES)
MAINTENANCE_SAVE = permission("basic:maintenance:save", "维保记录 登记", ARCHIVES)
CYLINDER_QUERY = permission("basic:cylinder:query", "车用气瓶 查询", ARCHIVES)
CYLINDER_SAVE = permission("basic:cylinder:save", "车用气瓶 维护", ARCHIVES)
PRODUCT_QUERY = permission("basic:product:query", "产品档案 查询", ARCHIVES)
PRODUCT_SAVE = permission("basic:product:save", "产品档案 维护", ARCHIVES)
PRODUCT_CONVERT = permission("basic:product:convert", "产品 转设备", ARCHIVES)
VALVE_QUERY = permission("basic:valve:query", "安全阀 查询", ARCHIVES)
VALVE_SAVE = permission("basic:valve:save", "安全阀 维护", ARCHIVES)
PERSON_QUERY = permission("basic:person:query", "人员档案 查询", ARCHIVES)
PERSON_SAVE = permission("basic:person:save", "人员档案 维护", ARCHIVES)
PERSON_DELETE = permission("basic:person:del", "人员档案 删除", ARCHIVES)
PERSON_REVEAL = permission("basic:person:reveal", "证件号码 查看全部", ARCHIVES)
PORTRAIT = permission("basic:unit:portrait", "单位画像 查看", ARCHIVES)
JOURNAL_QUERY = permission("basic:journal:query", "数据传输日志 查询", ARCHIVES)
JOURNAL_RETRY = permission("basic:journal:retry", "数据传输 重传", ARCHIVES)
AUTHORIZE_QUERY = permission("basic:authorize:query", "检验单位授权 查询", ARCHIVES)
AUTHORIZE_SAVE = permission("basic:authorize:save", "检验单位授权 授权与收回", ARCHIVES)
THIRD_QUERY = permission("basic:third:query", "第三方报告 查询", ARCHIVES)
THIRD_SAVE = permission("basic:third:save", "第三方报告 登记与导入", ARCHIVES)
THIRD_CHECK = permission("basic:third:check", "自行检测报告 同意与退回", ARCHIVES)
REFINERY_QUERY = permission("basic:refinery:query", "炼化数据 查询", ARCHIVES)
REFINERY_SAVE = permission("basic:refinery:save", "炼化数据 登记", ARCHIVES)
IOT_HANDLE = permission("basic:iot:handle", "电梯物联网 终端登记与事件处理", ARCHIVES)

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
