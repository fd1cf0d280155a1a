"""The demo city files its statistics: two districts, a correction, a sum, drafts."""

from sqlalchemy import select

from tejian.demo import statfiling, statforms
from tejian.statistics.models.editions import StatEdition
from tests.conftest import Real


def test_two_districts_file_one_corrects_and_the_city_sums(real: Real) -> None:
    statforms.make()
    statfiling.make()
    statfiling.make()
    with real.new_session() as db:
        rows = db.scalars(select(StatEdition).order_by(StatEdition.editionno)).all()
        assert [(one.areacode, one.code, one.round, one.step) for one in rows] == [
            ("330212", "TJ01", 0, "YB"),
            ("330203", "TJ01", 0, "YB"),
            ("330212", "TJ01", 1, "YB"),
            ("330200", "TJ01", 0, "YB"),
            ("330203", "TJ02", 0, "FH"),
            ("330212", "TJ02", 0, "CG"),
            ("330200", "TJ02", 0, "CW"),
        ]
        assert rows[3].message == "汇总2个区划，14个区划没有汇总"
