"""Saved queries that the institute and the bureau share: what people look for every week."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from tejian.archives.models.queries import QuerySetting
from tejian.system.models.accounts import SysUser

IN_USE = ("equstatus", "in", "1,9")


@dataclass(frozen=True)
class Saved:
    """A query with the account that keeps it."""

    kind: str
    name: str
    remark: str
    conditions: tuple[tuple[str, str, str], ...]
    columns: str
    sort: str
    owner: str = "yewu"
    matchall: bool = True


LIFT = "equcode,usecertno,useorgname,useplace,3000.maiorgname,ninspdate"
UNIT = "name,code,areacode,address,contact,tel"
PERSON = "name,post,unitname,items,certno,validto,mobile"
QUERIES = (
    Saved(
        "equipment",
        "60天内到期电梯",
        "每周一通知使用单位申报",
        (("equclass", "in", "3000"), ("ninspdate", "days", "60"), IN_USE),
        LIFT,
        "ninspdate",
    ),
    Saved(
        "equipment",
        "不合格在用设备",
        "最近一次检验不合格而仍登记为在用",
        (("unqualcode", "filled", ""), IN_USE),
        "equcode,equclass,equname,useorgname,useplace,inspdate,insreportno,unqualcode",
        "inspdate",
    ),
    Saved(
        "equipment",
        "额定速度≥2.5m/s的电梯",
        "125%制动试验与限速器校验安排用",
        (("3000.runvelocity", "ge", "2.5"), IN_USE),
        "equcode,useorgname,useplace,3000.runvelocity,3000.nextbraketestdate,ninspdate",
        "-3000.runvelocity",
        "zhiliang",
    ),
    Saved(
        "equipment",
        "检测60天内到期电梯",
        "自行检测由维保单位或检测机构进行",
        (("equclass", "in", "3000"), ("ndetdate", "days", "60"), IN_USE),
        "equcode,useorgname,useplace,3000.maiorgname,insdate,ndetdate",
        "ndetdate",
        "shouli",
    ),
    Saved(
        "unit",
        "无安全管理人员的单位",
        "使用单位应当登记安全管理人员",
        (("safemanager", "empty", ""), ("isuse", "is", "")),
        UNIT,
        "name",
    ),
    Saved(
        "unit",
        "重点石化企业",
        "炼化专项检查名单",
        (("petrochem", "is", ""),),
        f"{UNIT},safemanager,safetel",
        "name",
        "zhiliang",
    ),
    Saved(
        "unit",
        "黑名单或信用较差单位",
        "受理前核对",
        (("blacklist", "is", ""), ("credit", "in", "D")),
        "name,code,areacode,credit,blackreason,tel",
        "name",
        matchall=False,
    ),
    Saved(
        "maintenanceUnit",
        "许可证一年内到期的维保单位",
        "提前提醒换证",
        (("licencevalidto", "days", "365"),),
        "name,licenceno,licencevalidto,contact,tel",
        "licencevalidto",
    ),
    Saved(
        "maintenanceUnit", "海曙区维保单位", "属地检查名单", (("areacode", "in", "330203"),), UNIT, "name", "zhiliang"
    ),
    Saved(
        "maintenanceUnit",
        "本市维保单位通讯录",
        "含备用电话",
        (("enabled", "is", ""),),
        "name,contact,tel,mobile,address",
        "name",
        "shouli",
    ),
    Saved(
        "person",
        "证书90天内到期人员",
        "期满前一个月应当申请复审（TSG Z6001）",
        (("validto", "days", "90"), ("status", "notin", "4")),
        PERSON,
        "validto",
    ),
    Saved(
        "person",
        "持T证的维保人员",
        "",
        (("post", "in", "12"), ("items", "in", "T"), ("status", "notin", "4")),
        "name,unitname,certno,validto,devices,mobile",
        "unitname",
    ),
    Saved(
        "person",
        "负责电梯超过40台的维保人员",
        "人员配备核查",
        (("post", "in", "12"), ("devices", "ge", "41")),
        "name,unitname,devices,validto,mobile",
        "-devices",
        "zhiliang",
    ),
    Saved(
        "person",
        "没有有效证书的在岗人员",
        "",
        (("items", "empty", ""), ("status", "in", "0")),
        PERSON,
        "name",
        "shouli",
    ),
    Saved(
        "equipment",
        "超过检验有效期的在用设备",
        "每月监督检查的名单",
        (("ninspdate", "past", "365"), IN_USE),
        "equcode,equclass,equname,useorgname,useplace,areacode,ninspdate",
        "ninspdate",
        "jianguan",
    ),
    Saved(
        "unit",
        "信用较差的使用单位",
        "增加监督检查次数",
        (("credit", "in", "D"),),
        f"{UNIT},credit",
        "name",
        "jianguan",
    ),
    Saved(
        "maintenanceUnit",
        "许可证两年内到期的维保单位",
        "换证前的现场核查计划",
        (("licencevalidto", "days", "730"),),
        "name,licenceno,licencevalidto,contact,tel",
        "licencevalidto",
        "jianguan",
    ),
    Saved(
        "person",
        "证书已过期仍在岗的人员",
        "责令停止作业",
        (("validto", "past", "365"), ("status", "in", "0")),
        PERSON,
        "validto",
        "jianguan",
    ),
)


def load(db: Session, people: dict[str, SysUser]) -> None:
    """Keep the queries, shared within the institute or bureau of their owners."""
    rows = []
    for q in QUERIES:
        owner = people[q.owner]
        row = QuerySetting(kind=q.kind, name=q.name, remark=q.remark, owner_id=owner.id, owner_name=owner.name)
        row.org_id, row.shared, row.matchall, row.sort = owner.org_id, True, q.matchall, q.sort
        row.conditions = [{"field": f, "op": op, "value": v} for f, op, v in q.conditions]
        row.columns = q.columns.split(",")
        rows.append(row)
    db.add_all(rows)
