"""A whole fee table: drafted from a file, judged cell by cell, compared, tried, published by another, withdrawn."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.models.charges import ChargeLine
from tejian.charging.models.tables import FeeTable
from tejian.kit.ground import clock
from tejian.system.rules.api import RuleRow
from tests.inspection.conftest import Office, office

from .conftest import CALLS as CHARGES
from .conftest import Cash
from .fee_tables import CALLS, FeeTables, day

__all__ = ["office"]


@pytest.fixture
def tables(office: Office) -> FeeTables:
    return FeeTables(office)


def test_what_is_downloaded_can_be_sent_back_and_changes_nothing(tables: FeeTables) -> None:
    rows = tables.sheet()
    assert len(rows) == 178
    assert rows[0]["*收费代码"] == "F0001"
    assert rows[0]["*种类"] == "锅炉"
    done = tables.send(rows)
    assert (done["state"], done["message"]) == ("done", "已导入178行")
    table = tables.office.db.scalars(select(FeeTable)).one()
    page = tables.office.good("caiwu", f"{CALLS}/record", id=table.id)
    changes = next(one for one in page["parts"] if one["key"] == "changes")
    assert changes["rows"] == []
    assert table.rowcount == 178


def test_a_csv_file_is_the_same_table(tables: FeeTables) -> None:
    done = tables.send(tables.sheet(), name="收费标准.csv")
    assert (done["state"], done["good"]) == ("done", 178)


CELLS = [
    ("F0093", {"equclass": "飞机"}, "没有“飞机”这个设备种类"),
    ("F0093", {"testsort": "0999"}, "没有“0999”这个检验类型"),
    ("F0093", {"calc": "400+20*floors"}, "没有“floors”这个参数"),
    ("F0093", {"calc": "400+"}, "算式写法错误：400+"),
    ("F0093", {"calc": "pow(2)"}, "算式中不允许函数：pow"),
    ("F0093", {"calc": "-400", "amount": ""}, "金额不得为负：-400"),
    ("F0093", {"calc": "400.005", "amount": ""}, "金额应精确到分，不到一万亿元：400.005"),
    ("F0093", {"amount": "400.005"}, "最多2位小数"),
    ("F0093", {"amount": "-1"}, "不得小于0"),
    ("F0093", {"calc": "9" * 40, "amount": ""}, f"金额应精确到分，不到一万亿元：{'9' * 40}"),
    ("F0093", {"amount": "NaN"}, "数字超出范围"),
    ("F0093", {"amount": "1e12"}, "数字超出范围"),
    ("F0093", {"amount": "500"}, "标准金额500与计算400不一致"),
    ("F0093", {"nature": "免税"}, "“免税”不在可选值中"),
    ("F0093", {"nature": ""}, "性质应为非税或应税"),
    ("F0093", {"source": ""}, "必填"),
    ("F0093", {"kind_filter": "3Z*"}, "没有“3Z*”这个设备类别"),
    ("F0093", {"band_expr": "floors<=5"}, "没有“floors”这个参数"),
    ("F0093", {"feecode": "93"}, "收费代码为一个大写字母加三至五位数字，如 F0001"),
    ("F0093", {"feecode": "F0092"}, "与第93行的收费代码重复"),
    ("F0101", {"param_field": "-"}, "计算中有 ref 时须写明参照的检验类型，如 ref(0211)"),
    ("F0093", {"line_role": "附加"}, "“附加”不在可选值中"),
    ("F0093", {"testsort": "rule"}, "只有行别为规则的行可以适用于全部种类和检验类型"),
    ("F0055", {"band_expr": "1<V<=6 and not sphere"}, "与 F0055 的档次重叠（容积 V (m³) = 5.5）"),
    ("F0055", {"band_expr": "2<V<=5 and not sphere"}, "容积 V (m³) 在 1 与 2 之间时没有对应的档次"),
    ("F0117", {"band_expr": "16<Q<50"}, "额定起重量 Q (t) 等于 16 时没有对应的档次"),
    ("F0096", {"band_expr": ""}, "与 F0096 的档次重叠（提升高度(扶梯) = 7）"),
    ("F0044", {"instead": "F0004/F9999"}, "本标准没有收费代码 F9999"),
    ("F0044", {"instead": "F0063"}, "F0063 不是基本行，不能代替"),
    ("F0044", {"instead": "整台"}, "“整台”不是收费代码"),
    ("F0093", {"instead": "F0094"}, "只有行别为可选的行可以填写代替"),
    ("F0093", {"excludes": "F0094"}, "只有行别为规则的行可以填写不同收"),
    ("R169", {"excludes": "F0064、F9998"}, "本标准没有收费代码 F9998"),
]


def test_what_a_row_says_of_others_is_compared_shown_and_tried(tables: FeeTables) -> None:
    office = tables.office
    assert tables.sheet()[43]["代替"] == "F0004/F0009/F0014/F0019/F0025/F0031/F0037/F0041"
    assert tables.send(tables.changed("R169", excludes="F0064、F0106，F0127 / F0094"))["state"] == "done"
    table = office.db.scalars(select(FeeTable)).one()
    page = office.good("caiwu", f"{CALLS}/record", id=table.id)
    [change] = next(one for one in page["parts"] if one["key"] == "changes")["rows"]
    assert (change["feecode"], change["cell"], change["before"], change["after"]) == (
        *("R169", "不同收", "F0064/F0106/F0127"),
        "F0064/F0106/F0127/F0094",
    )
    rows = office.good("caiwu", f"{CALLS}/findRows", table_id=table.id, feecode="R169")["list"]
    assert [(one["excludes"], one["instead"]) for one in rows] == [("F0064/F0106/F0127/F0094", "")]
    shown = office.good("caiwu", f"{CALLS}/findList", feecode="R169")["list"]
    assert [one["excludes"] for one in shown] == ["F0064/F0106/F0127"]


@pytest.mark.parametrize(("code", "cells", "sentence"), CELLS, ids=[one[2] for one in CELLS])
def test_each_wrong_cell_is_named_and_nothing_is_stored(
    tables: FeeTables, code: str, cells: dict[str, str], sentence: str
) -> None:
    before = tables.counts()
    done = tables.send(tables.changed(code, **cells))
    assert done["state"] == "refused"
    assert [one["sentence"].removesuffix("元") for one in done["faults"]] == [sentence]
    assert tables.counts() == before


def test_a_table_comes_whole_or_not_at_all(tables: FeeTables) -> None:
    said = tables.send(tables.changed("F0093", calc="400+"), mode="valid")
    assert said["errorMsg"] == "收费标准须整表导入，请改好全部行后再导入"
    said = tables.send(tables.sheet(), login="shoufei")
    assert said["isSuccess"] is False
    assert tables.counts()[:2] == [0, 0]


def test_the_differences_name_the_cell(tables: FeeTables) -> None:
    rows = [row for row in tables.changed("F0094", calc="500") if row["*收费代码"] != "F0095"]
    extra = {**rows[0], "*收费代码": "F0900", "*收费项目": "锅炉外部宏观检验", "设备类别": "12*"}
    assert tables.send([*rows, extra])["state"] == "done"
    table = tables.office.db.scalars(select(FeeTable)).one()
    page = tables.office.good("yewu", f"{CALLS}/record", id=table.id)
    part = next(one for one in page["parts"] if one["key"] == "changes")
    told = [(one["kind"], one["feecode"], one["cell"], one["before"], one["after"]) for one in part["rows"]]
    assert told == [
        ("变更", "F0094", "计算", "min(1200,400+20*(elefloornumber-5))", "500"),
        ("新增", "F0900", "整行", "", "小型蒸汽锅炉　1*watervol"),
        ("取消", "F0095", "整行", "450", ""),
    ]
    assert "新增 1 行，取消 1 行，变更 1 行" in part["hint"]


def try_on(tables: FeeTables, device: str, **more: Any) -> str:
    asked = {"equdatasysid": device, "testsort": "0211"} | more
    return str(tables.office.good("caiwu", f"{CALLS}/tryFee", **asked)["total"])


def test_a_draft_is_tried_on_a_device_and_rules_nothing(tables: FeeTables) -> None:
    lift = tables.office.lifts()[0]
    floors = int(lift.params["elefloornumber"])
    now = min(1200, 400 + 20 * (floors - 5))
    table = tables.drafted()
    assert floors > 5
    assert try_on(tables, lift.id, table=table.id) == f"{now + 100:.2f}"
    assert try_on(tables, lift.id) == f"{now:.2f}"


def test_a_published_table_rules_from_its_day_and_not_before(tables: FeeTables) -> None:
    lift = tables.office.lifts()[0]
    now = Decimal(try_on(tables, lift.id))
    table = tables.published()
    assert (table.step, table.publisher) == ("PUBLISHED", tables.office.user("yewu").name)
    old, new = tables.rules("F0094")
    assert (old.validto, new.validfrom, new.validto) == (day(10), day(10), None)
    assert new.source.startswith("甬价费〔2026〕9号；")
    assert try_on(tables, lift.id, day=str(day(9))) == f"{now:.2f}"
    assert try_on(tables, lift.id, day=str(day(10))) == f"{now + 100:.2f}"
    listed = tables.office.good("caiwu", f"{CALLS}/findList", feecode="F0094", segment="now")["list"]
    assert [one["validto"] for one in listed] == [str(day(10))]
    listed = tables.office.good("caiwu", f"{CALLS}/findList", feecode="F0094", segment="coming")["list"]
    assert [one["validfrom"] for one in listed] == [str(day(10))]


def test_what_was_accepted_before_stays_as_it_is(tables: FeeTables) -> None:
    cash = Cash(tables.office)
    charge = cash.committed()
    of_charge = select(ChargeLine.amount, ChargeLine.since).where(ChargeLine.charge_id == charge.id)
    amount, lines = charge.amount, cash.office.db.execute(of_charge).all()
    tables.published()
    cash.office.good("caiwu", f"{CHARGES}/modifyStatus", ids=charge.id, status="2")
    assert (cash.charge(charge.id).amount, cash.charge(charge.id).step) == (amount, "DUE")
    assert cash.office.db.execute(of_charge).all() == lines
    cash.office.good("caiwu", "/api/chamain/difference/compare")
    assert cash.office.good("caiwu", "/api/chamain/difference/findList", kind="amount")["list"] == []


def test_a_day_of_which_charges_are_confirmed_cannot_get_another_table(tables: FeeTables) -> None:
    charge = Cash(tables.office).confirmed()
    table = tables.submitted(effective=str(clock.today()))
    before = tables.counts()
    said = tables.office.refused("yewu", f"{CALLS}/publish", ids=table.id)
    assert said.startswith(f"{clock.today()}受理的业务已有")
    assert tables.counts() == before
    assert charge.amount > 0


def test_who_drafts_does_not_publish(tables: FeeTables) -> None:
    table = tables.submitted()
    caiwu = tables.office.user("caiwu")
    table.drafter_id = tables.office.user("yewu").id
    before = tables.counts()
    assert tables.office.refused("yewu", f"{CALLS}/publish", ids=table.id) == "自己起草的收费标准须由他人发布"
    assert "charge:feeTable:publish" not in caiwu.permissions
    assert tables.office.refused("caiwu", f"{CALLS}/publish", ids=table.id)
    assert tables.counts() == before


def test_two_tables_in_either_order_hand_over_to_each_other(tables: FeeTables) -> None:
    late = tables.published(effective=str(day(20)))
    early = tables.published(calc="700", effective=str(day(10)))
    assert [(one.validfrom, one.validto) for one in tables.rules("F0094")][1:] == [
        (day(10), day(20)),
        (day(20), None),
    ]
    assert tables.rules("F0094")[0].validto == day(10)
    tables.office.good("yewu", f"{CALLS}/withdraw", ids=early.id, reason="文件有误")
    assert [one.validto for one in tables.rules("F0094")] == [day(20), None]
    tables.office.good("yewu", f"{CALLS}/withdraw", ids=late.id, reason="文件有误")
    assert [one.validto for one in tables.rules("F0094")] == [None]


def test_a_table_in_force_is_not_withdrawn(tables: FeeTables) -> None:
    table = tables.published()
    table.effective = clock.today()
    said = tables.office.refused("yewu", f"{CALLS}/withdraw", ids=table.id, reason="文件有误")
    assert said == f"{table.name}已于{clock.today()}生效，不能撤回，请另行起草"


@pytest.mark.parametrize("table", ["fees", "fee_names"])
def test_no_single_row_of_what_is_charged_is_typed_revised_or_ended(tables: FeeTables, table: str) -> None:
    office, before = tables.office, tables.counts()
    row = office.db.scalars(select(RuleRow).where(RuleRow.tbl == table, RuleRow.validto.is_(None))).first()
    assert row
    form = {**row.data, "calc": "1", "expr": "1", "source": "口头", "effective": str(clock.today())}
    for act, sent in {"save": form | {"id": row.id, "version": row.version}, "end": {"ids": row.id}}.items():
        called = office.call(f"/api/system/rule/{table}/{act}", _as=office.user("sysadmin"), **sent)
        assert called.status_code == 404
    office.db.expire_all()
    assert (tables.counts(), row.validto) == (before, None)
    listed = office.good("sysadmin", "/api/layout/findTableConfig", viewNo=f"sys_rule_{table}_list")
    seen = {one["code"] for one in listed["actions"]}
    assert seen.isdisjoint({"add", "edit", "end"})


def test_only_a_draft_is_edited(tables: FeeTables) -> None:
    table = tables.submitted()
    said = tables.office.refused("caiwu", f"{CALLS}/save", id=table.id, name="另一份")
    assert said == f"{table.name}待发布，不能再修改"
    assert tables.table(table.id).name == "2027年收费标准"
