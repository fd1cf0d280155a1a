"""What the payer reads as the source of an amount: the document, not how far the house has compared it."""

import pytest
from sqlalchemy import func, select

from tejian import data
from tejian.charging.fees.api import fee_row, said_source
from tejian.charging.models.charges import ChargeLine
from tejian.system.models.rules import RuleRow
from tejian.system.rules.confirming import _doubtful_fee

from .conftest import Cash

DOUBTS = ("待核", "未核", "核实")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("待核金额（结构同省级收费标准，金额未核）", ""),
        ("浙价费〔2003〕1号 附件一（网上存本，待核原件）", "浙价费〔2003〕1号 附件一"),
        ("省级系统说明：加收 30 %（待核）", "省级系统说明：加收 30 %"),
        ("本机构约定", "本机构约定"),
        ("附件（一）锅炉", "附件（一）锅炉"),
    ],
)
def test_only_the_doubt_is_left_out(written: str, said: str) -> None:
    assert said_source(written) == said


def test_every_row_names_a_source_without_a_doubt() -> None:
    rows = [dict(one) for one in data.rows("fees")]
    assert [one["feecode"] for one in rows if any(word in one["source"] for word in DOUBTS)] == []
    assert [one["feecode"] for one in rows if not fee_row(one).source] == []


def test_what_nobody_has_compared_still_waits_to_be_confirmed(cash: Cash) -> None:
    query = select(func.count()).select_from(RuleRow).where(RuleRow.validto.is_(None), _doubtful_fee())
    doubtful = [one for one in data.rows("fees") if any(word in one["source"] + one["note"] for word in DOUBTS)]
    assert cash.office.db.scalar(query) == len(doubtful) > 170


def test_a_line_that_was_stored_with_its_doubt_is_shown_without(cash: Cash) -> None:
    charge = cash.saved()
    line = cash.office.db.scalars(select(ChargeLine).where(ChargeLine.charge_id == charge.id)).first()
    line.clause = "待核金额（结构同省级收费标准，金额未核）"
    page = cash.office.good("shoufei", "/api/chamain/chaMain/record", id=charge.id)
    assert "核" not in str([part for part in page["parts"] if part["key"] == "lines"])
