"""Who took a report: his document, masked and encrypted; what he signed; and what was printed of a declaration."""

from datetime import date

import pytest
from sqlalchemy import func, select, text

from tejian.archives.common.api import make_idcard
from tejian.archives.models.files import Attachment
from tejian.archives.models.persons import IdentityNumber
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.audit import AuditLog, SecurityLog
from tests.archives.samples import picture
from tests.inspection.conftest import Office

RELEASE, UPLOAD = "/api/appbuss/releaseReport", "/api/equipment-documents/attachments"
NUMBER = make_idcard("330212", date(1985, 6, 1), 7)
OUT = {"releaseway": "01", "receiver": "胡斌", "receivertel": "13805741234"}


def waiting(office: Office) -> AppBuss:
    item = office.archived()
    office.good("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    return office.item(item.id)


def test_the_number_of_the_receiver_is_masked_on_the_item_and_encrypted_in_its_table(office: Office) -> None:
    item = waiting(office)
    office.good("shouli", RELEASE, ids=item.id, **OUT, receiveridtype="01", receiveridno=NUMBER.lower())
    item = office.item(item.id)
    assert (item.step, item.receiveridtype) == ("DONE", "01")
    head = office.good("shouli", "/api/appbuss/getItem", id=item.id)["head"]
    assert head["receiveridtypeName"] == "居民身份证"
    assert head["receiveridno"] == item.receiveridno and item.receiveridno != NUMBER
    assert item.receiveridno[:6] == NUMBER[:6] and "*" in item.receiveridno
    kept = office.db.execute(text("select kind, idno from identity_number where ref_id = :id"), {"id": item.id}).one()
    assert kept.kind == "receiver" and kept.idno.startswith("~") and NUMBER not in kept.idno
    trail = office.db.scalars(select(AuditLog.changes).where(AuditLog.entity_id == item.id)).all()
    assert NUMBER not in str(trail)


def test_the_whole_number_is_opened_with_a_reason(office: Office) -> None:
    item = waiting(office)
    office.good("shouli", RELEASE, ids=item.id, **OUT, receiveridno=NUMBER)
    ask = {"kind": "receiver", "id": item.id, "reason": "核对领取人"}
    assert office.post("shouli", "/api/identity/reveal", **ask)["status"] == 403
    assert office.good("zhiliang", "/api/identity/reveal", **ask)["idno"] == NUMBER
    noted = office.db.scalars(select(SecurityLog.target).where(SecurityLog.kind == "查看证件号码")).all()
    assert noted == [f"胡斌 {item.id}"]


@pytest.mark.parametrize(
    ("kind", "number", "sentence"),
    [
        ("01", "33021219850601", "证件号码：身份证号应为18位（旧证15位）"),
        ("01", NUMBER[:-1] + ("0" if NUMBER[-1] != "0" else "1"), "证件号码：请输入有效的身份证号"),
        ("02", "E1", "证件号码：护照号应为5至20位字母或数字"),
    ],
)
def test_a_wrong_number_is_refused_and_nothing_is_released(
    office: Office, kind: str, number: str, sentence: str
) -> None:
    item = waiting(office)
    assert office.refused("shouli", RELEASE, ids=item.id, **OUT, receiveridtype=kind, receiveridno=number) == sentence
    item = office.item(item.id)
    assert (item.step, item.receiver, item.receiveridno) == ("BGFF", "", "")
    kept = select(func.count()).select_from(IdentityNumber).where(IdentityNumber.ref_id == item.id)
    assert office.db.scalar(kept) == 0


def test_a_report_is_released_without_a_number(office: Office) -> None:
    item = waiting(office)
    office.good("shouli", RELEASE, ids=item.id, **OUT)
    assert (office.item(item.id).step, office.item(item.id).receiveridno) == ("DONE", "")


def signed(office: Office, item: AppBuss, login: str = "shouli") -> dict[str, object]:
    office.call.user = None
    form = {"attrefsysid": item.id, "owner": "release", "type": "23"}
    file = {"file": ("签收.png", picture("PNG"))}
    said: dict[str, object] = office.call(UPLOAD, _as=office.user(login), _files=file, **form).json()
    office.db.expire_all()
    return said


def files(office: Office, item: AppBuss) -> list[tuple[str, str]]:
    own = select(Attachment.owner, Attachment.type).where(Attachment.attrefsysid == item.id, ~Attachment.deleted)
    return [(owner, kind) for owner, kind in office.db.execute(own)]


def test_what_the_receiver_signed_is_added_while_the_report_is_released(office: Office) -> None:
    item = waiting(office)
    assert signed(office, item)["isSuccess"]
    assert files(office, item) == [("release", "23")]
    office.good("shouli", RELEASE, ids=item.id, **OUT)
    said = signed(office, item)
    assert (said["isSuccess"], said["errorMsg"]) == (False, f"{item.seisn}不在发放环节，不能变更签收材料")
    assert files(office, item) == [("release", "23")]


def test_the_page_of_a_declaration_shows_what_was_printed(office: Office) -> None:
    item = office.archived()
    main = office.main(item.appmain_id)
    lines = office.good("shouli", "/api/reportPrint/ofDeclaration", id=main.id)
    assert [(one["printtypeName"], one["subject_no"], one["reportno"]) for one in lines] == [
        ("报告", item.seisn, item.reportno)
    ]
    assert lines[0]["by_name"] == office.user("dayin").name
    assert office.post("weibao", "/api/reportPrint/ofDeclaration", id=main.id)["status"] == 403
