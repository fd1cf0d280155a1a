"""Each class of the demo city has reports of the real process: what is shown of it is carried out from its declaration
to the end, and answers with the report of its own template."""

import pytest
from sqlalchemy import select

from tejian.archives.common.identifiers import make_uscc
from tejian.archives.models.units import Unit
from tejian.demo import business, classes, devices, posting
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tests.conftest import Real

from .test_demo_city import made

NEW = {
    "0203": "GL-SY",
    "1001": "GL-SZ",
    "1002": "GL-RZT",
    "0801": "RQ-ND",
    "0207": "YC-DJ",
    "0209": "RC-QM",
    "0215": "SD-QM",
}
EACH = 40  # devices of a class: enough that each kind is there


@pytest.fixture
def shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "is_posted", lambda _seed: False)  # the carrier's numbers are another story
    wanted = {"1000": EACH, "2000": 3 * EACH, "9000": EACH}
    monkeypatch.setattr(devices, "SHARES", wanted)


def test_what_is_shown_of_a_class_ends_with_the_report_of_its_template(real: Real, shares: None) -> None:
    with real.new_session() as db, db.begin():
        made(db)
        db.flush()
        for n, unit in enumerate(db.scalars(select(Unit).where(Unit.code.startswith("0")).order_by(Unit.code))):
            unit.code = make_uscc(n + 90_000_000)
        db.flush()
        jobs = [one for one in classes.jobs(db, []) if one.testsort in NEW]
    business._start(lambda: None)
    for job in jobs:
        business.Story(job, *(business._here[name] for name in ("actors", "days", "boxes"))).tell()
    with real.new_session() as db:
        mine = (AppBuss.equdatasysid.in_([key for job in jobs for key in job.devices]), ~AppBuss.imported)
        items = {one.id: one for one in db.scalars(select(AppBuss).where(*mine))}
        assert {one.testsort: one.step for one in items.values()} == dict.fromkeys(NEW, at.DONE)
        reports = db.scalars(select(Report).where(Report.appbuss_id.in_(items), Report.state == "有效")).all()
        assert {items[one.appbuss_id].testsort: one.template for one in reports} == NEW
