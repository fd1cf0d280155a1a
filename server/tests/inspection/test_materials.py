"""The list of materials: what each inspection has to bring, what was found of it, and what is missing in the answer."""

import pytest
from sqlalchemy import select

from tejian.inspection.models.items import AppMain
from tejian.messages.models import Sms
from tests.inspection.conftest import Office
from tests.inspection.test_moves import reviewed

LIST, REVIEW = "/api/appmain/materials", "/api/appmain/materialReviewDeal"
ACCEPT, KEEP = "/api/appmain/submitAppMainAccept", "/api/appmain/saveAppMainAccept"
INSTALLED = ["制造许可证", "整机型式试验证书", "产品质量证明文件", "安全保护装置型式试验证书"]
INSTALLED += ["安装（改造、修理）许可证", "施工告知回执", "施工方案", "自检报告"]
PERIODIC = ["使用登记证", "上次检验报告", "维护保养合同与自检记录"]


def listed(office: Office, main: AppMain) -> list[tuple[str, bool, str]]:
    rows = office.good("ziliao", LIST, id=main.id)["materials"]
    return [(one["name"], one["needed"], one["state"]) for one in rows]


def installed(office: Office) -> AppMain:
    """A supervised inspection of an installation, as far as the list is concerned."""
    main = reviewed(office)
    main.seisort, main.testsort = "01", "0102"
    office.db.commit()
    return main


def test_each_inspection_has_its_list(office: Office) -> None:
    main = reviewed(office)
    assert listed(office, main) == [(name, n < 2, "") for n, name in enumerate(PERIODIC)]
    main.seisort, main.testsort = "01", "0102"
    office.db.commit()
    assert listed(office, main) == [(name, True, "") for name in INSTALLED]
    main.equclass = main.equclacode = "2000"
    office.db.commit()
    assert "焊接工艺评定与焊工资格" in [name for name, *_ in listed(office, main)]


def test_what_is_missing_goes_into_the_sentence_of_the_supplement(office: Office) -> None:
    main = installed(office)
    papers = office.papers(main, n2="0", n7="0", n8="2")
    form = {"result": "supplement", "reason": "请补齐后重新提交", "supplementdue": "2099-01-01"}
    office.good("ziliao", REVIEW, ids=main.id, **form, materials=papers)
    main = office.main(main.id)
    said = "缺少整机型式试验证书、施工方案。请补齐后重新提交"
    assert (main.step, main.backDescription) == ("YWSB", said)
    assert said in office.db.scalars(select(Sms.content).where(Sms.template == "BZTZ")).one()
    kept = {one["name"]: (one["state"], one["pages"]) for one in main.materials}
    assert (kept["整机型式试验证书"], kept["自检报告"], kept["制造许可证"]) == (("0", 2), ("2", 2), ("1", 2))
    shown = office.good("shouli", "/api/appmain/getDetailAppMain", id=main.id)["materials"]
    assert [one["state"] for one in shown] == ["1", "0", "1", "1", "1", "1", "0", "2"]


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"n2": "0"}, "{appno}缺少整机型式试验证书，不能判为符合"),
        ({"n2": "", "n3": ""}, "{appno}：请在资料清单中填写整机型式试验证书、产品质量证明文件"),
    ],
    ids=["missing", "not looked at"],
)
def test_it_does_not_conform_without_what_is_needed(office: Office, other: dict[str, str], sentence: str) -> None:
    main = installed(office)
    said = office.refused("ziliao", REVIEW, ids=main.id, result="pass", materials=office.papers(main, **other))
    assert said == sentence.format(appno=main.appno)
    main = office.main(main.id)
    assert (main.step, main.materials) == ("CLFS", [])
    papers = office.papers(main, n2="2")
    office.good("ziliao", REVIEW, ids=main.id, result="pass", materials=papers)
    assert office.main(main.id).step == "YWSL"


def test_what_is_not_needed_holds_nothing_up(office: Office) -> None:
    main = reviewed(office)
    office.good("ziliao", REVIEW, ids=main.id, result="pass", materials=office.papers(main, n3="0"))
    assert office.main(main.id).step == "YWSL"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"id": "77", "state": "1"}, "资料清单：没有这项资料"),
        ({"id": "1", "state": "5"}, "资料清单第1行 有无：请从选项中选择"),
        ({"id": "1", "state": "1", "pages": "-1"}, "资料清单第1行 页数：不得小于0"),
    ],
)
def test_a_wrong_row_is_refused_and_nothing_is_kept(office: Office, row: dict[str, str], sentence: str) -> None:
    main = installed(office)
    assert office.refused("ziliao", REVIEW, ids=main.id, result="pass", materials=[row]) == sentence
    assert (office.main(main.id).step, office.main(main.id).materials) == ("CLFS", [])


def test_the_list_is_filled_at_acceptance_and_a_return_names_what_is_missing(office: Office) -> None:
    main = office.declared()
    rows = [{"id": "1", "state": "1", "pages": "1"}, {"id": "2", "state": "0"}]
    office.good("shouli", KEEP, id=main.id, ids=main.id, version=main.version, materials=rows)
    main = office.main(main.id)
    found = [("使用登记证", "1", 1), ("上次检验报告", "0", None)]
    assert [(one["name"], one["state"], one["pages"]) for one in main.materials] == found
    form = {"reasonId": "15", "reasonLabel": "资料不齐", "detailDesc": "请补齐资料"}
    office.good("shouli", "/api/appmain/sendBack", ids=main.id, **form)
    assert office.main(main.id).backDescription == "缺少上次检验报告。请补齐资料"
    sent = office.db.scalars(select(Sms.content).where(Sms.template == "SBTH")).one()
    assert "缺少上次检验报告" in sent


def test_the_list_goes_with_the_acceptance(office: Office) -> None:
    main = office.declared()
    office.good("shouli", ACCEPT, ids=main.id, materials=[{"id": "2", "state": "1", "pages": "6"}])
    main = office.main(main.id)
    assert (main.step, [(one["name"], one["pages"]) for one in main.materials]) == ("RUN", [("上次检验报告", 6)])
