"""The indicators and forms that the product brings: each can be published, and the demo city uses them."""

from collections import Counter
from datetime import timedelta

from sqlalchemy import select

from tejian import data
from tejian.kit.ground import clock
from tejian.statistics.models.filed import Indicator, StatForm
from tests.archives.conftest import Archive

from .filed import FORMS, INDICATORS


def test_every_one_is_read_published_and_counted(archive: Archive) -> None:
    office = archive.office
    for row in data.rows("stat_indicators"):
        key = office.good("juzhang", f"{INDICATORS}/save", **row)["id"]
        office.good("juzhang", f"{INDICATORS}/publish", ids=key)
    for row in data.rows("stat_forms"):
        columns = [{"code": code, "heading": ""} for code in row["columns"].split()]
        balances = [dict(zip(("whole", "parts"), one.split("="), strict=True)) for one in row["balances"].split()]
        sent = {name: row[name] for name in ("code", "name", "division", "note", "source")}
        key = office.good("juzhang", f"{FORMS}/save", **sent, columns=columns, balances=balances)["id"]
        office.good("juzhang", f"{FORMS}/publish", ids=key)
        first = str(clock.today() - timedelta(days=300))
        table = office.good("juzhang", f"{FORMS}/preview", id=key, begin=first, end=str(clock.today()))
        assert [one["code"] for one in table["columns"]] == row["columns"].split()
        assert [fault for line in [*table["lines"], table["total"]] for fault in line["faults"]] == []
    assert Counter(office.db.scalars(select(Indicator.step))) == {"SY": 19}
    assert Counter(office.db.scalars(select(StatForm.step))) == {"SY": 3}
