"""What a partner may read: in whose name, from where, until when, how often; and in which words."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.exchange.models import ExchangeMapping, ExchangeMessage, ExchangePartner
from tejian.kit.database.audit import SecurityLog
from tejian.kit.ground import clock
from tests.archives.conftest import Archive
from tests.inspection.conftest import Office
from tests.reader import Reader

from .partners import API, FIELDS, MAPPINGS, OPEN, draft, granted, published, settle, token_of


class Outside:
    """A partner's program at an address."""

    def __init__(self, office: Office, ip: str = "127.0.0.1"):
        self.office, self.client = office, Reader(office.call.client.app, client=(ip, 50000))

    def ask(self, token: str, entity: str = "equipment", **form: Any) -> Any:
        self.office.db.commit()
        answer = self.client.post(f"{OPEN}/{entity}", data={"user": "SJZX", "token": token, **form})
        self.office.db.expire_all()
        return answer.json() | {"status": answer.status_code}


def calls(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(ExchangeMessage)) or 0


def refused(office: Office, said: Any, sentence: str) -> None:
    """Refused with this sentence; nothing was given, and the security log says so."""
    assert not said["isSuccess"] and said["errorMsg"] == sentence, said
    assert calls(office) == 0
    last = office.db.scalars(select(SecurityLog).order_by(SecurityLog.id.desc()).limit(1)).one()
    assert (last.kind, last.detail, last.result) == ("数据交换", sentence, "拒绝")


def test_a_partner_reads_page_by_page_and_then_only_what_changed(archive: Archive) -> None:
    office = archive.office
    partner = granted(office)
    token = token_of(office, partner)
    published(office, partner)
    settle(office)
    seen = select(Equipment).where(Equipment.areacode.startswith("3302"))
    all_ = {e.id: e for e in office.db.scalars(seen)}
    outside, got, cursor = Outside(office), [], ""
    partner.perminute = 100
    while True:
        said = outside.ask(token, cursor=cursor, limit="20")
        assert said["isSuccess"], said
        got += said["data"]["rows"]
        cursor = said["data"]["cursor"]
        if not said["data"]["more"]:
            break
    assert len(got) == len(all_) == len({one["id"] for one in got})
    one = next(row for row in got if all_[row["id"]].equstatus == "1" and row["data"])
    device = all_[one["id"]]
    assert one["data"] == {"deviceCode": device.equcode, "deviceName": device.equname, "state": "在用"}
    assert outside.ask(token, cursor=cursor)["data"]["rows"] == []
    device.equname, device.updatetime = "改了名的电梯", clock.now() - timedelta(minutes=1)
    office.db.commit()
    office.db.execute(
        Equipment.__table__.update()
        .where(Equipment.id == device.id)
        .values(updatetime=clock.now() - timedelta(minutes=1))
    )
    again = outside.ask(token, cursor=cursor)["data"]
    assert [row["data"]["deviceName"] for row in again["rows"]] == ["改了名的电梯"]
    last = office.db.scalars(select(ExchangeMessage).order_by(ExchangeMessage.id.desc()).limit(1)).one()
    assert (last.direction, last.count, last.edition, last.ip) == ("pull", 1, 1, "127.0.0.1")
    assert last.content["keys"] == [device.id] and last.digest and last.state == "1"


def test_a_deleted_device_is_told_as_such_and_what_lacks_something_says_so(archive: Archive) -> None:
    office = archive.office
    partner = granted(office)
    token = token_of(office, partner)
    published(office, partner)
    gone, bare, *_ = office.db.scalars(
        select(Equipment).where(Equipment.areacode.startswith("3302"), Equipment.equDel == 0).order_by(Equipment.id)
    )
    gone.equDel, bare.equcode = 1, ""
    office.db.commit()
    settle(office)
    rows = {one["id"]: one for one in Outside(office).ask(token, limit="500")["data"]["rows"]}
    assert (rows[gone.id]["deleted"], rows[gone.id]["data"]) == (True, {})
    assert (rows[bare.id]["lacking"], rows[bare.id]["data"]) == ("deviceCode为空，对方要求必填", {})


def test_another_token_an_ended_grant_a_foreign_address_and_what_was_not_granted(archive: Archive) -> None:
    office = archive.office
    partner, other = granted(office), granted(office, code="BXGS", name="责任险服务方")
    token, foreign = token_of(office, partner), token_of(office, other)
    published(office, partner)
    settle(office)
    refused(office, Outside(office).ask(foreign), "用户代码或令牌不正确")
    refused(office, Outside(office).ask("x" * 43), "用户代码或令牌不正确")
    refused(office, Outside(office, "192.168.3.4").ask(token), "来源地址192.168.3.4不在允许的地址中")
    refused(office, Outside(office).ask(token, "report"), "没有授权读取检验报告数据")
    partner.enddate = clock.today() - timedelta(days=1)
    refused(office, Outside(office).ask(token), f"授权已于{partner.enddate}到期")
    partner.enddate, partner.enabled = clock.today(), False
    refused(office, Outside(office).ask(token), "传输用户已停用")
    partner.enabled = True
    assert Outside(office, "10.8.77.1").ask(token)["isSuccess"]
    replaced = token_of(office, partner)
    assert Outside(office).ask(token)["status"] == 403
    assert Outside(office).ask(replaced)["isSuccess"]


def test_too_many_calls_wait_and_nothing_goes_out_without_a_published_mapping(archive: Archive) -> None:
    office = archive.office
    partner = granted(office, perminute="2")
    token = token_of(office, partner)
    draft(office, partner)
    settle(office)
    outside = Outside(office)
    said = outside.ask(token)
    assert (said["errorMsg"], calls(office)) == ("设备还没有已发布的字段映射", 0)
    office.good("sysadmin", f"{MAPPINGS}/publish", id=office.db.scalars(select(ExchangeMapping.id)).one())
    assert [outside.ask(token)["status"] for _ in range(3)] == [200, 200, 429]
    assert calls(office) == 2
    partner.perminute = 9
    assert outside.ask(token, cursor="昨天")["errorMsg"] == "位置：格式不正确"
    assert calls(office) == 2


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"orgid": "", "areacode": ""}, "检验机构和数据区划须填其中一项，只填一项"),
        ({"addresses": "10.1.2"}, "允许地址中的“10.1.2”不是 IP 地址或网段"),
        ({"enddate": "2020-01-01"}, "授权截止2020-01-01早于今天"),
        ({"way": "http"}, "HTTP 推送须填写接收地址和签名密钥"),
        ({"entities": "money"}, "授权数据：请从选项中选择"),
    ],
)
def test_a_grant_that_says_too_little_or_too_much_is_refused(
    archive: Archive, wrong: dict[str, str], sentence: str
) -> None:
    office = archive.office
    form = {"code": "X", "name": "甲", "entities": "unit", "areacode": "330200", "perminute": "5", "way": "pull"}
    form |= {"addresses": "10.1.2.3", "enddate": str(clock.today()), "enabled": "1"}
    assert office.refused("secadmin", f"{API}/save", **form | wrong) == sentence
    assert office.db.scalar(select(func.count()).select_from(ExchangePartner)) == 0


def test_only_who_grants_rights_grants_this_one(archive: Archive) -> None:
    office = archive.office
    partner = granted(office)
    assert office.post("sysadmin", f"{API}/token", id=partner.id)["status"] == 403
    assert office.post("sysadmin", f"{API}/save", id=partner.id, name="另一个")["status"] == 403
    assert office.post("yewu", f"{API}/findList")["status"] == 403
    assert (partner.name, partner.digest) == ("市大数据中心", "")
    assert (
        office.refused(
            "secadmin",
            f"{API}/save",
            code="SJZX",
            name="同码",
            entities="unit",
            areacode="330200",
            perminute="5",
            way="pull",
            addresses="10.1.2.3",
            enddate=str(clock.today()),
        )
        == "用户代码SJZX已有"
    )
    draft(office, partner)
    assert office.refused("secadmin", f"{API}/delete", ids=partner.id) == (
        "市大数据中心已有字段映射、计划或传输记录，不能删除，可以停用"
    )


def test_an_edition_replaces_the_one_before_and_stays_as_it_is(archive: Archive) -> None:
    office = archive.office
    first = published(office)
    second = published(office, name="设备基本信息（二）")
    office.db.refresh(first)
    assert (first.step, first.edition, second.step, second.edition) == ("TD", 1, "FB", 2)
    assert first.replaced is not None and second.published is not None
    assert "不能再修改" in office.refused("sysadmin", f"{MAPPINGS}/save", id=second.id, name="改名")
    assert "不能删除" in office.refused("sysadmin", f"{MAPPINGS}/delete", ids=second.id)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ([{"prop": "equipment.useman", "outer": "man"}], "字段第1行 平台字段：没有这个字段，或不允许传出"),
        ([{"prop": "unit.name", "outer": "name"}], "name对应的不是设备的字段"),
        ([*FIELDS, FIELDS[0]], "对方字段重复：deviceCode"),
        ([{"prop": "equipment.equname", "outer": "n", "words": "在用"}], "应写成“平台代码=对方代码”"),
    ],
)
def test_a_mapping_to_what_may_not_leave_or_cannot_be_read_is_refused(
    archive: Archive, fields: list[dict[str, str]], sentence: str
) -> None:
    office = archive.office
    partner = granted(office)
    said = office.refused(
        "sysadmin", f"{MAPPINGS}/save", name="甲", partner_id=partner.id, entity="equipment", fields=fields
    )
    assert sentence in said
    assert office.db.scalar(select(func.count()).select_from(ExchangeMapping)) == 0


def test_a_mapping_is_tried_on_a_real_device(archive: Archive) -> None:
    office = archive.office
    device = archive.first(Equipment.areacode.startswith("3302"), Equipment.equDel == 0)
    row = draft(office, sample=device.equcode)
    page = office.good("sysadmin", f"{MAPPINGS}/record", id=row.id)
    trial = next(part for part in page["parts"] if part["key"] == "trial")["rows"]
    assert (trial[0]["outer"], trial[0]["value"], trial[0]["why"]) == ("deviceCode", device.equcode, "可以传")
    assert trial[2]["told"] in ("在用", "停用", "报废", "注销", "")
