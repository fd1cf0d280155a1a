"""Signatures are listed and judged again; the bureau sees who may inspect."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.models.reports import Report
from tejian.inspection.reports import proving
from tejian.kit.seals.proving import NONE
from tests.inspection.conftest import Office, office

__all__ = ["office"]
API = "/api/quality/seals"


def report_of(office: Office) -> Report:
    item = office.approved()
    return office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()


def test_a_signature_is_listed_and_found_good(office: Office) -> None:
    report = report_of(office)
    rows = office.good("zhiliang", f"{API}/findSignatures", reportno=report.reportno)["list"]
    assert [(one["reportno"], one["signer"], one["key"]) for one in rows] == [
        (report.reportno, report.signer, report.key)
    ]
    office.good("zhiliang", f"{API}/verify", id=report.id)


BAD = [
    ({**NONE}, "的签名与文件内容不符"),
    ({**NONE, "signed": True, "intact": True, "whole": False}, "的签名与文件内容不符"),
    ({**NONE, "signed": True, "intact": True, "whole": True}, "不在本平台机构的证书之列"),
    ({**NONE, "signed": True, "intact": True, "whole": True, "trusted": True, "cert": "x"}, "不在本平台机构的证书之列"),
]


@pytest.mark.parametrize(("proof", "sentence"), BAD)
def test_what_is_wrong_with_one_is_said(
    office: Office, monkeypatch: pytest.MonkeyPatch, proof: dict[str, Any], sentence: str
) -> None:
    report = report_of(office)
    monkeypatch.setattr(proving, "proof_of", lambda *_given: proof)
    assert sentence in office.refused("zhiliang", f"{API}/verify", id=report.id)


def test_a_stranger_judges_none_and_the_auditor_reads_the_log(office: Office) -> None:
    report = report_of(office)
    assert report_unit(office, report) != office.user("weibao").unit_id
    assert not office.post("weibao", f"{API}/verify", id=report.id)["isSuccess"]
    rows = office.good("audadmin", f"{API}/findLog", reportno=report.reportno)["list"]
    assert [one["key"] for one in rows] == [report.key]


def report_unit(office: Office, report: Report) -> str:
    return office.item(report.appbuss_id).unitsysid


def test_the_bureau_sees_the_inspectors_of_its_area(office: Office) -> None:
    rows = office.good("jianguan", "/api/quality/people/findInspectors", name="陈立峰", pageSize=50)["list"]
    assert rows and {one["orgname"] for one in rows} == {"宁波市特种设备检验研究院"}
