"""The national layout: a mapping in rows of a rule table, checked for every row before one is written.

It holds whole identity numbers, which no list and no export does (ADR 28, 95): one call, its own right, a reason, and a
line of the security log.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.persons import IdentityNumber, Person, PersonCert
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import security_event
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.reasons import RULE, says_nothing
from tejian.kit.ground.user import User
from tejian.kit.lists.excel import workbook
from tejian.kit.lists.listview import Col
from tejian.kit.web.edge import File
from tejian.system.rules import api as rulestore

from .scope import certificates, with_holders

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SHOWN = 10  # faults that are named; of a thousand nobody reads all
SEX = {"1": "男", "2": "女"}


class HandForm(Form):
    """Why the workbook is made."""

    reason: str = Field("", title="导出原因", max_length=200)


def layout(db: Session, on: date) -> list[dict[str, str]]:
    """The columns of the layout in force on a day, in their order."""
    return sorted(rulestore.rows(db, "person_export", on), key=lambda r: int(r["seq"]))


def national(db: Session, me: User, form: HandForm) -> File:
    """The workbook of all certificates in force that one sees. Refused with the faults of the rows."""
    if says_nothing(form.reason):
        raise BadInput(f"导出原因：{RULE}", field="reason")
    columns = layout(db, clock.today())
    if not columns:
        raise Refused("没有现行的国家格式，请在业务规则“人员国家格式”中设置")
    rows = list(_rows(db, me))
    if not rows:
        raise Refused("没有在有效期内的证书")
    if faults := [one for row in rows for one in _faults(columns, row)]:
        rest = f"；另有{len(faults) - SHOWN}处" if len(faults) > SHOWN else ""
        raise Refused(f"共{len(faults)}处不符合国家格式，没有导出：{'；'.join(faults[:SHOWN])}{rest}")
    heads = [Col(one["field"], one["header"], None, 120) for one in columns]
    path = workbook("国家格式人员导出", heads, [rows])
    security_event(db, "导出国家格式人员", f"{len(rows)}条", form.reason)
    return File(path, XLSX, "国家格式人员导出.xlsx")


def _rows(db: Session, me: User) -> Iterator[dict[str, Any]]:
    words = dictionary.words(db, me.dict_version)
    own = PersonCert.held == "", PersonCert.validto >= clock.today(), certificates(me)
    query = with_holders().where(*own).add_columns(Person, Unit).order_by(PersonCert.id)
    rows = [(cert, person, unit) for cert, person, unit in db.execute(query)]
    whole = IdentityNumber.kind == "person", IdentityNumber.ref_id.in_({person.id for _, person, _ in rows})
    numbers = {one.ref_id: one.idno for one in db.scalars(select(IdentityNumber).where(*whole))}
    for cert, person, unit in rows:
        yield {
            "姓名": person.name,
            "性别": SEX.get(person.sex, ""),
            "证件类型": words.get("C621", {}).get(person.idtype, ""),
            "证件号码": numbers.get(person.id, ""),
            "学历": words.get("C671", {}).get(person.education, ""),
            "单位名称": unit.name if unit else "",
            "单位代码": unit.code if unit else "",
            "项目代号": cert.item,
            "项目名称": words.get("C622", {}).get(cert.item, ""),
            "限定范围": cert.level,
            "证书编号": cert.certno,
            "批准日期": cert.firstdate.isoformat() if cert.firstdate else "",
            "有效期至": cert.validto.isoformat(),
            "发证机关": cert.issueorg,
        }


def _faults(columns: list[dict[str, str]], row: Mapping[str, Any]) -> Iterator[str]:
    for one in columns:
        value = str(row.get(one["field"], ""))
        if one["required"] == "Y" and not value:
            yield f"{row['姓名']}缺{one['header']}"
        elif len(value) > int(one["size"]):
            yield f"{row['姓名']}的{one['header']}超过{one['size']}个字"
