"""Sources of foreign files that the institute has read before: what their headings and words mean here."""

from sqlalchemy.orm import Session

from tejian.imports.models import ImportSource
from tejian.system.models.accounts import SysUser

# list, source, heading → field (empty: not taken), field → word → code, who said so
Source = tuple[str, str, dict[str, str], dict[str, dict[str, str]], str]
OLD_SYSTEM: Source = (
    "eqd_elevator_list",
    "老系统（2019 年以前）",
    {
        **{"注册代码": "equcode", "登记证号": "usecertno", "单位": "useorgsysid", "地址": "useplace"},
        **{"出厂号": "prono", "型号": "model", "类别": "equclacode", "使用状况": "equstatus"},
        **{"检验到期": "ninspdate", "维保": "maiorgsysid", "备注": ""},
    },
    {
        "equclacode": {"客梯": "3110", "货梯": "3120", "扶梯": "3310"},
        "equstatus": {"在用": "1", "在用未登记": "9", "停用": "2"},
    },
    "dangan",
)
SOURCES: tuple[Source, ...] = (
    OLD_SYSTEM,
    (
        "eqd_elevator_list",
        "省平台导出（电梯）",
        {
            **{
                "设备注册代码": "equcode",
                "使用登记证号": "usecertno",
                "使用单位名称": "useorgsysid",
                "设备类型": "equclacode",
            },
            **{"安装地点": "useplace", "产品编号": "prono", "规格型号": "model", "使用状态": "equstatus"},
            **{"下次检验时间": "ninspdate", "序号": "", "导出时间": ""},
        },
        {"equstatus": {"在役": "1", "报停": "2"}, "equclacode": {"乘客电梯": "3110", "杂物梯": "3320"}},
        "dangan",
    ),
    (
        "unit_business_list",
        "市场主体登记库",
        {
            **{"企业名称": "name", "统一代码": "code", "住所": "address", "行政区划": "areacode"},
            **{"联络员": "contact", "联络员电话": "tel", "成立日期": ""},
        },
        {},
        "dangan",
    ),
)


def load(db: Session, people: dict[str, SysUser]) -> None:
    """The sources, each kept by the institute of who said what it means."""
    for view_no, name, columns, words, login in SOURCES:
        who = people[login]
        row = ImportSource(org_id=who.org_id, view_no=view_no, name=name, columns=columns, words=words)
        row.createby, row.updateby = who.id, who.name
        db.add(row)
    db.flush()
