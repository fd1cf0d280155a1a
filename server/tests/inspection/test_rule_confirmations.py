"""Rules that nobody compared with their source: confirmed or not, by person and day, version by version."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.system.models.rules import RuleConfirmation, RuleRow
from tejian.system.rules.tables import CHECK_STATES

from .conftest import Office
from .papers import text_of

LIST, CONFIRM, DISAGREE = (f"/api/system/rule/{one}" for one in ("confirmList", "confirm", "disagree"))
PRINT = "/api/common/commonPrint"
CYCLE = {"tbl": "cycle_rule", "rowkey": "RQ-12"}


def listed(office: Office, login: str = "zhiliang", **asked: Any) -> list[dict[str, Any]]:
    return list(office.good(login, LIST, pageSize=100, **asked)["list"])


def rule(office: Office, rowkey: str = "RQ-12") -> RuleRow:
    mine = (RuleRow.tbl == "cycle_rule", RuleRow.rowkey.startswith(rowkey), RuleRow.validto.is_(None))
    return office.db.scalars(select(RuleRow).where(*mine)).one()


def test_what_was_checked_is_not_asked_and_the_rest_waits(office: Office) -> None:
    keys = {row["rowkey"].split(" ")[0] for row in listed(office, tbl="cycle_rule", segment="open")}
    assert any(one.startswith("RQ-12") for one in keys)
    assert not any(one.startswith("CC-51") for one in keys)  # checked
    said = next(row for row in listed(office, **CYCLE))
    assert "月数 72" in said["content"] and not said["verdict"]
    assert said["check_stateName"] in CHECK_STATES.values()  # a word, never a code


def test_a_rule_is_read_in_words(office: Office) -> None:
    """Not as the platform computes it: names of fields, codes of kinds, signs of an expression."""
    (said,) = [one["content"] for one in listed(office, tbl="cycle_rule", rowkey="GL-N-0")]
    assert said.startswith("规则号 GL-N-0；设备类别 承压蒸汽锅炉、承压热水锅炉、有机热载体锅炉；日期字段 ")
    assert "＝是" in said and said.endswith("说明 因结构原因不能内部检验，以水（耐）压试验代替")
    (said,) = [one["content"] for one in listed(office, tbl="conclusion_rules", rowkey="C1000-04")]
    assert "条件 不合格重点项数>0 或 超限重点项数>0 或 最差等级＝4；结论 不符合要求" in said
    assert "须有 意见通知书+问题描述+整改期限" in said


def test_a_rule_is_confirmed_by_a_person_on_a_day(office: Office) -> None:
    row = rule(office)
    office.good("zhiliang", CONFIRM, ids=row.id)
    found = listed(office, **CYCLE, segment="agreed")
    assert [(one["verdict"], one["person"], one["said"]) for one in found] == [
        ("1", office.user("zhiliang").name, str(clock.today()))
    ]
    assert listed(office, **CYCLE, segment="open") == []


def test_who_disagrees_says_what_it_should_be_and_the_last_statement_counts(office: Office) -> None:
    row = rule(office)
    office.good("zhiliang", CONFIRM, ids=row.id)
    assert office.post("pizhun", DISAGREE, rule_id=row.id)["errorMsg"] == "更正说明：必填"
    office.good("pizhun", DISAGREE, rule_id=row.id, note="应为 60 个月，见 TSG 21-2016 8.1.6.1")
    found = listed(office, **CYCLE, segment="disagreed")
    assert [one["note"] for one in found] == ["应为 60 个月，见 TSG 21-2016 8.1.6.1"]
    told = office.db.scalars(select(RuleConfirmation).where(RuleConfirmation.rule_id == row.id)).all()
    assert sorted((one.verdict, one.counts) for one in told) == [("1", False), ("2", True)]


def test_a_rule_that_is_revised_waits_again(office: Office) -> None:
    row = rule(office)
    office.good("zhiliang", CONFIRM, ids=row.id)
    form = office.good("sysadmin", "/api/system/rule/cycle_rule/load", id=row.id)
    sent = {**form, "effective": str(clock.today()), "note": "按本机构规定", "source": "TSG 21-2016 8.1.6"}
    office.good("sysadmin", "/api/system/rule/cycle_rule/save", **sent)
    assert [one["id"] == row.id for one in listed(office, **CYCLE, segment="open")] == [False]
    said = office.refused("zhiliang", CONFIRM, ids=row.id)
    assert said == f"{row.rowkey}已修订或废止，请刷新后确认现行的规则"


def test_nobody_else_confirms(office: Office) -> None:
    row = rule(office)
    assert office.post("jianyan1", CONFIRM, ids=row.id)["status"] == 403
    assert office.post("jianyan1", DISAGREE, rule_id=row.id, note="不对")["status"] == 403
    assert office.db.scalars(select(RuleConfirmation)).first() is None


def test_the_list_is_printed_with_a_place_to_sign(office: Office) -> None:
    row = rule(office)
    office.good("pizhun", DISAGREE, rule_id=row.id, note="应为 60 个月")
    office.call.user = office.user("pizhun")
    paper = office.call.client.post(PRINT, data={"printType": "GZQRQD", "ids": row.id})
    office.call.user = None
    words = text_of(paper.content)
    assert "规则确认清单" in words and "应为60个月" in words and "责任工程师（签字）" in words
