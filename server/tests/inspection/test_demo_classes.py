"""Each class of the demo city has reports of the real process: what is shown of it is carried out from its declaration
to the end, and answers with the report of its own template."""

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian import data
from tejian.archives.common.api import kind_matches
from tejian.archives.common.identifiers import make_uscc
from tejian.archives.models.units import Unit
from tejian.demo import business, classes, devices, posting, products
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.system.models.organisations import Org
from tests.conftest import Real

from .test_demo_city import made

NEW = {
    ("1100", "0203"): "GL-SY",
    ("1100", "1001"): "GL-SZ",
    ("1320", "1002"): "GL-RZT",
    ("1100", "0201"): "GL-NJ",
    ("2150", "0801"): "RQ-ND",
    ("2150", "0206"): "RQ-NY",
    ("2220", "0208"): "RC-ND",
    ("2310", "0210"): "QP-DJ",
    ("2410", "0207"): "YC-DJ",
    ("2220", "0209"): "RC-QM",
    ("9120", "0215"): "SD-QM",
    ("3110", "0701"): "DT-JC",
    ("3310", "0701"): "DT-JC-ES",
    ("2150", "1402"): "TY-PG",
    ("2150", "0301"): "TY-WT",
    ("7210", "0101"): "TY-ZJ",
    ("7510", "0502"): "TY-XS",
}
EACH = 40  # devices of a class: enough that each kind is there


@pytest.fixture
def shares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "is_posted", lambda _seed: False)  # the carrier's numbers are another story
    wanted = {"1000": EACH, "2000": 3 * EACH, "3000": EACH, "4000": EACH, "9000": EACH}
    monkeypatch.setattr(devices, "SHARES", wanted)


def shown_of(job: business.Job) -> tuple[str, str]:
    """Kind and sort of a job of the classes."""
    return classes.SHOWN[job.seed - classes.FIRST_SEED][:2]


def test_what_is_shown_of_a_class_ends_with_the_report_of_its_template(real: Real, shares: None) -> None:
    with real.new_session() as db, db.begin():
        city = made(db)
        _lots_and_products(db, city)
        for n, unit in enumerate(db.scalars(select(Unit).where(Unit.code.startswith("0")).order_by(Unit.code))):
            unit.code = make_uscc(n + 90_000_000)
        db.flush()
        jobs = [one for one in classes.jobs(db, []) if shown_of(one) in NEW]
    assert {shown_of(one) for one in jobs} == set(NEW)
    business._start(lambda: None)
    for job in jobs:
        business.Story(job, *(business._here[name] for name in ("actors", "days", "boxes"))).tell()
    of = {key: shown_of(job) for job in jobs for key in job.devices}
    with real.new_session() as db:
        items = {one.id: one for one in db.scalars(select(AppBuss).where(~AppBuss.imported)) if subject(one) in of}
        assert {of[subject(one)]: one.step for one in items.values()} == dict.fromkeys(NEW, at.DONE)
        reports = db.scalars(select(Report).where(Report.appbuss_id.in_(items), Report.state == "有效")).all()
        lists = {one.id: {item["template"] for item in one.content["items"]} for one in reports}
        assert {of[subject(items[one.appbuss_id])]: lists[one.id] for one in reports} == {
            key: {template} for key, template in NEW.items()
        }
        detected = [one for one in items.values() if of[subject(one)][1] == "0701"]
        assert [one.conclusion for one in detected] == ["3031", "3031"]


def subject(item: AppBuss) -> str:
    """The device or the product of an item."""
    return item.equdatasysid or item.productid


def _lots_and_products(db: Session, city: devices.Made) -> None:
    """What the city has besides: lots of cylinders and the ledger of products."""
    orgs = {one.code: one for one in db.scalars(select(Org))}
    own = select(Unit).where(Unit.code.startswith("0")).order_by(Unit.code)
    using, makers = list(db.scalars(own.where(Unit.isuse))), list(db.scalars(own.where(~Unit.isuse)))
    others = dict.fromkeys((*devices.SHARES, "maintain"), makers)
    db.add_all(devices.lots_of_cylinders(using, others, orgs, records.dates_book(db), clock.today()))
    products.load(db, city.devices, others, orgs, clock.today())
    db.flush()


def test_every_template_of_the_platform_has_its_story() -> None:
    """What is inspected as lifts, cranes and vehicles are comes from the running business, valves from their bench,
    supervision from the notices of construction; every other template is shown here."""
    elsewhere = {"DT-DJ", "DT-ES", "CC-DJ", "QZ-DJ", "AQF-LX", "TY-JJ"}
    told = {
        one["items"] or one["template_code"]
        for kind, testsort, *_ in classes.SHOWN
        for one in data.rows("seisort_rules")
        if (one["equclass"], one["testsort"]) == (f"{kind[0]}000", testsort) and kind_matches(one["kind_filter"], kind)
    }
    templates = {row["template"] for row in data.rows("report_layouts")}
    assert len(templates) == 31
    assert templates - told == elsewhere
    assert set(NEW.values()) <= told
