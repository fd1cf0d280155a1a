"""Every guard of a template of reports: how it is made to speak, and the sentence that is then read."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.inspection.models.templates import TemplateRow, TemplateVersion
from tejian.kit.ground import clock
from tejian.system.rules.api import RuleRow

from .conftest import Office
from .refusals import Refusal, put

P = "report_template"
TODAY = clock.today()
YESTERDAY = TODAY - timedelta(days=1)
PAST = f"生效日期{YESTERDAY}已过，请改为今天或以后"


def _items(office: Office, version: Any) -> list[TemplateRow]:
    query = select(TemplateRow).where(TemplateRow.version_id == version.id, TemplateRow.tbl == "report_items")
    return list(office.db.scalars(query.order_by(TemplateRow.seq)))


def unchanged(office: Office, version: Any) -> None:
    """All rows are as they are in force."""
    for row in _items(office, version):
        row.data = dict(office.db.get_one(RuleRow, row.base_id).data)


def without_reason(office: Office, version: Any) -> None:
    """The first key item is taken out, and nobody says why."""
    row = next(one for one in _items(office, version) if one.data["key_item"] == "Y")
    row.gone, row.reason = True, ""


def twice(office: Office, version: Any) -> None:
    """Two items of one number."""
    first, second = _items(office, version)[:2]
    second.data = {**second.data, "item_no": first.data["item_no"]}


def waiting(office: Office, version: Any) -> None:
    """Another version of the template waits for its day."""
    day = TODAY + timedelta(days=40)
    other = TemplateVersion(name="另一版", template=version.template, effective=day, step="PUBLISHED")
    office.db.add(other)


def revised(office: Office, version: Any) -> None:
    """A rule of the template was ended meanwhile."""
    office.db.get_one(RuleRow, version.base[0]).validto = TODAY


TEMPLATES = [
    Refusal(P, "submit", "has_document", "{name}没有文件依据，请先填写", put(document="")),
    Refusal(P, "submit", "not_past", PAST, put(effective=YESTERDAY)),
    Refusal(P, "submit", "something_changed", "{name}与现行模板没有差异", unchanged),
    Refusal(P, "submit", "key_items_explained", "取消或降为一般项目的重点项目须写明原因", without_reason),
    Refusal(P, "submit", "rows_fit", "重复", twice),
    Refusal(P, "publish", "not_past", PAST, put(effective=YESTERDAY)),
    Refusal(P, "publish", "none_waiting", f"另一版已定于{TODAY + timedelta(days=40)}生效", waiting),
    Refusal(P, "publish", "base_in_force", "{name}起草以来，模板{template}已有别的修改", revised),
    Refusal(
        P, "withdraw", "not_yet_effective", "{name}已于{effective}生效，不能撤回，请另行起草", put(effective=TODAY)
    ),
]
