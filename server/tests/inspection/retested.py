"""A hazard of a failed report whose re-inspection conforms and waits for its approval."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import object_session

from tejian.demo.journey import measured
from tejian.inspection.models.hazards import Hazard
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.notices import InspectionNotice
from tejian.kit.ground import clock

from .conftest import Office
from .test_again import TO_APPROVAL, answered, declared, failed
from .test_reissue import approved


def registered(office: Office) -> Any:
    """A failed report with its hazard registered and copied."""
    failed(office)
    row = office.db.scalars(select(Hazard)).one()
    facts = {"level": "5", "place": "制动器", "demand": "修复制动器，复检合格后使用", "deadline": str(clock.today())}
    office.good("dangan", "/api/hazard/save", id=row.id, content=row.content, **facts)
    office.good("dangan", "/api/hazard/register", ids=row.id)
    return office.db.scalars(select(Hazard)).one()


def retested(office: Office) -> Any:
    """The hazard; the report of its re-inspection is audited."""
    row = registered(office)
    first = office.item(row.appbuss_id)
    answered(office, first)
    again = declared(office, first)
    saved = office.filled(again)
    form = {"conclusion": "1033", "problems": "第12、29项已修复，复检符合"}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=again.id, version=saved["version"], **form)
    for login, path in TO_APPROVAL[:-1]:
        office.good(login, f"/api/appbuss/{path}", ids=again.id)
    office.db.expire_all()
    return office.db.scalars(select(Hazard)).one()


def notice(office: Office) -> Any:
    """The answered notice of a failed report; the report of its re-inspection is audited."""
    retested(office)
    return office.db.scalars(select(InspectionNotice)).one()


def again_of(left: Hazard | InspectionNotice) -> str:
    """The re-inspection of what left a hazard or a notice; the item itself while there is none."""
    db = object_session(left)
    assert db is not None
    return db.scalar(select(AppBuss.id).where(AppBuss.mother_id == left.appbuss_id)) or left.appbuss_id


def corrected(office: Office, item: AppBuss) -> None:
    """The correction of a failed report is allowed; its record says that everything conforms."""
    approved(office, item)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    wrong = [one for one in screen["items"] if one["seq"] in (12, 29)]
    rows = [{"seq": one["seq"], "r": "√", "v": measured(one), "n": ""} for one in wrong]
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, results=rows, problems="")
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conclusion=saved["proposal"]["code"])


def audited(office: Office, item: AppBuss) -> None:
    """The notice of the wrong report is voided; the correction waits for its approval."""
    notice = office.db.scalars(select(InspectionNotice)).one()
    office.good("jianyan1", "/api/opinion/void", ids=notice.id, reason="更正为符合")
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    for login, path in TO_APPROVAL[:-1]:
        office.good(login, f"/api/appbuss/{path}", ids=item.id)


def groundless(office: Office) -> Any:
    """A registered hazard whose report was wrong: its correction waits for its approval."""
    item = office.item(registered(office).appbuss_id)
    corrected(office, item)
    audited(office, item)
    office.db.expire_all()
    return office.db.scalars(select(Hazard)).one()
