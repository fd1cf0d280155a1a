"""The exchange check: what the platform should hold and does not, and sending it again."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.exchange.models import Transfer
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.kit.database import jobs
from tests.archives.conftest import Archive

from .test_transfers import install, issued, push, waiting

__all__ = ["issued"]

RESEND, LIST = "/api/transfer/resend", "/api/transfer/findCheckList"


def checked(archive: Archive, login: str = "yewu", **query: Any) -> list[tuple[str, str, str]]:
    rows = archive.get(login, LIST, **query).json()["data"]["list"]
    return [(r["reportno"], r["stateName"], r["differences"]) for r in rows]


def report(archive: Archive) -> Report:
    return archive.db.scalars(select(Report)).one()


def transfers(archive: Archive) -> list[Transfer]:
    archive.db.expire_all()
    return list(archive.db.scalars(select(Transfer).order_by(Transfer.createtime, Transfer.id)))


def test_each_report_stands_in_one_result(archive: Archive, issued: Transfer, monkeypatch: pytest.MonkeyPatch) -> None:
    no = issued.reportno
    assert checked(archive) == [(no, "待传", "")]
    install(monkeypatch, "ZJ1")
    push(archive, issued)
    assert checked(archive) == checked(archive, state="1") == [(no, "一致", "")]
    device = archive.one(issued.equdatasysid)
    device.useplace, device.usecertno = "西门 3 号", "梯11浙B1(26)"
    archive.db.commit()
    assert checked(archive, state="c,n") == [(no, "传后变更", "使用登记证编号、设备使用地点")]
    assert checked(archive, state="1") == []
    said = archive.office.good("yewu", "/api/transfer/checkCounts")
    assert said == {"days": 90, "counts": {"n": 0, "0": 0, "2": 0, "3": 0, "c": 1, "1": 0}}
    archive.db.delete(transfers(archive)[0])
    archive.db.commit()
    assert checked(archive, state="n") == [(no, "未传", "")]


def test_a_report_that_never_went_out_is_sent(archive: Archive, issued: Transfer) -> None:
    archive.db.delete(issued)
    archive.db.commit()
    assert archive.office.good("yewu", RESEND, ids=report(archive).id) == 1
    row = transfers(archive)[0]
    assert (row.state, row.reportno, row.content["sha256"]) == ("0", report(archive).reportno, report(archive).key)
    assert {"transfer_id": row.id} in waiting(archive)
    assert archive.office.refused("yewu", RESEND, ids=report(archive).id, again=1).endswith("正在等待传输，无需重传")


def test_what_was_taken_goes_out_under_a_new_key(
    archive: Archive, issued: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = install(monkeypatch, "ZJ1", "ZJ2")
    push(archive, issued)
    key = report(archive).id
    assert archive.office.refused("yewu", RESEND, ids=key).endswith("已传输且与档案一致，无需重传")
    assert len(transfers(archive)) == 1
    device = archive.one(issued.equdatasysid)
    device.useplace = "西门 3 号"
    archive.db.commit()
    archive.office.good("yewu", RESEND, ids=key, again=1)
    first, second = transfers(archive)
    assert (first.state, first.receipt, second.state) == ("1", "ZJ1", "0")
    push(archive, second)
    assert [k for k, _ in fake.sent] == [first.id, second.id]
    assert fake.sent[1][1]["useplace"] == "西门 3 号" and fake.sent[1][1]["conclusion"] == first.content["conclusion"]
    assert checked(archive)[0][1:] == ("一致", "")


def test_a_failed_one_goes_out_again_with_the_archive_of_today(
    archive: Archive, issued: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, platform_said("证号不一致"), "ZJ2")
    push(archive, issued)
    assert checked(archive)[0][1] == "失败"
    archive.office.good("yewu", RESEND, ids=report(archive).id)
    rows = transfers(archive)
    assert [(r.id, r.state, r.error) for r in rows] == [(issued.id, "0", "")]
    assert push(archive, rows[0]).state == "1"


def platform_said(text: str) -> Exception:
    from tejian.exchange.platform import Rejected

    return Rejected(text)


def test_only_who_may_sends_and_only_the_own(archive: Archive, issued: Transfer) -> None:
    archive.db.delete(issued)
    archive.db.commit()
    key = report(archive).id
    assert archive.office.post("zhiliang", RESEND, ids=key)["status"] == 403
    assert archive.office.post("yewu", RESEND, ids=[key, "0" * 32])["status"] == 403
    item = archive.db.scalars(select(AppBuss).where(AppBuss.id == report(archive).appbuss_id)).one()
    item.cheorg = "elsewhere"
    archive.db.commit()
    assert checked(archive) == []
    assert archive.office.post("yewu", RESEND, ids=key)["status"] == 403
    assert transfers(archive) == []
    assert all(name != "exchange.push" or args["transfer_id"] == issued.id for name, args in jobs.waiting(archive.db))
