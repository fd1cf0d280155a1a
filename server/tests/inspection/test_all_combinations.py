"""All allowed combinations of class and sort, from their declaration to the release of the report.

One institute, one unit, a device for each combination; the services are asked, as in the cases with known answers.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common.api import class_of, kind_matches
from tejian.archives.models.equipment import Equipment
from tejian.golden import filling
from tejian.golden.carried import Flow
from tejian.golden.cases import NotAsked
from tejian.golden.flow import Way
from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS, DECLARATION, all_there
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import Report
from tejian.inspection.models.supervised import FAILED, PASSED, Supervision, SupervisionPaper, SupervisionPoint
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import OF_PRODUCT, REINSPECTION, SeisortRule
from tejian.inspection.supervised import api as supervised
from tejian.inspection.supervised.process import SUPERVISION
from tejian.inspection.supervised.saving import PAPER_HOOKS, POINT_HOOKS
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.records.crud import put
from tejian.system.models.organisations import Org
from tejian.system.settings.api import version
from tests.documents.pages import drawn, faults
from tests.inspection.papers import text_of

CHOSEN = "1201"  # an assessment: the inspector sets the date of the next one
SUPERVISED = "01"
EMPTY: Any = {"id": "走查", "fields": {}, "expect": {}, "tables": {}}
ALLOWED = {
    "1000": 19,
    "2000": 22,
    "3000": 23,
    "4000": 12,
    "5000": 7,
    "6000": 8,
    "7000": 3,
    "7310": 5,
    "8000": 12,
    "9000": 8,
}
STOP = "H"
# the stop points of each supervised sort: of manufacture, installation, rebuilding, repair and moving
STOPS: dict[str, dict[str, int]] = {
    "1000": {"0101": 4, "0102": 4, "0103": 4, "0104": 4, "0105": 4, "0901": 2},
    "2000": {"0101": 4, "0102": 2, "0103": 3, "0104": 3, "0106": 2, "0902": 2},
    "3000": {"0102": 2, "0103": 2, "0104": 2, "0105": 2},
    "4000": {"0101": 3, "0102": 2, "0103": 2, "0104": 2, "0105": 2},
    "6000": {"0102": 2, "0103": 2, "0104": 2},
    "7000": {"0101": 3},
    "7310": {"0101": 3},
    "8000": {"0103": 4, "0104": 4, "0107": 4},
    "9000": {"0102": 2, "0103": 2, "0104": 2},
}


def line_of(kind: str) -> dict[str, str]:
    """The line of a piping project: with what the rules of its level read."""
    level = {"81": "GA1", "82": "GB1"}.get(kind[:2], "GC2")
    month = str(clock.add_months(clock.today(), -36))[:7]
    own = {"pipelevel": level, "useyearmonth": month, "designpress": "1.6", "materialclass": "01"}
    return {"pipeno": "L1", "ssdegree": "1", **own}


class Whole(Flow):
    """The way of a combination to the release."""

    def __init__(self, db: Session):
        super().__init__(db)
        made = Org(name="案例检验部", code=f"{self.world.org.code}-1", kind="dept", org_id=self.world.org.id)
        db.add(made)
        db.flush()
        self.dept = made.id
        self.stopped: dict[tuple[str, str], int] = {}  # the stop points of each supervised combination

    def kinds(self, rule: SeisortRule) -> list[str]:
        known = sorted(
            one for one in words(self.db, version(self.db, "dict"))["C602"] if len(one) == 4 and not one.endswith("000")
        )
        mine = [one for one in known if class_of(one) == rule.equclass and kind_matches(rule.kind_filter, one)]
        below = {one[:2] for one in mine if not one.endswith("00")}
        return [one for one in mine if not (one.endswith("00") and one[:2] in below)]  # no category above kinds

    def lacks(self, rule: SeisortRule, kind: str) -> str:
        mine = [r for r in records.offered(self.db, kind) if (r.seisort, r.testsort) == (rule.seisort, rule.testsort)]
        return mine[0].lacks if mine else "没有此组合"

    def inspected(self, kind: str, testsort: str, mark: str = "√") -> AppBuss:
        """Declared, inspected and approved; with another mark the first key item has it."""
        started = str(clock.add_months(clock.today(), -36))
        values = {"insinspdate": started, "usestartdate": started, "ssdegree": "1", "cylgasgroup": "1"}
        if self._sort(kind, testsort).seisort == SUPERVISED:  # it is being installed
            del values["insinspdate"]
            values["usestartdate"] = str(clock.today())
        own = {name: value for name, value in values.items() if name in self._fields(kind)}
        sort = self._sort(kind, testsort)
        of = records.subjects(self.db, kind, sort.seisort, testsort)
        made = OF_PRODUCT in of
        inspected = self.world.product(kind) if made else self._device(EMPTY, kind, own, [line_of(kind)])
        way = Way(sort, inspected, clock.today())
        self._to_entry(way)
        screen = self._screen(way)
        marks = {one["item_no"]: "√" for one in screen["items"]}
        tested = [one for one in screen["items"] if one["key"] and one["result"] != "—"] or screen["items"]
        marks[tested[0]["item_no"]] = mark
        self._fill(way, EMPTY, marks, filling.stated(EMPTY, self._asked(way)))
        return self._approved(way)

    def _supervised(self, way: Way) -> None:
        """Each stop point and each paper that is needed holds the supervision up by itself, before all is done."""
        case = self.db.scalars(select(Supervision).where(Supervision.appbuss_id == way.item)).first()
        if case is None:
            return
        for move, form in self._visits(way):
            self._case(case, move, **form)
        points = self.db.scalars(select(SupervisionPoint).where(SupervisionPoint.supervision_id == case.id)).all()
        papers = self.db.scalars(select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)).all()
        stops = [one for one in points if one.hold == STOP]
        needed = [one for one in papers if one.required]
        assert stops and needed, "没有停止点或必交资料"
        for one in [one for one in points if one.loadtest]:
            assert "耐压或载荷试验必填" in self._refused(self._point, one, result=PASSED, pointdate=clock.today())
        for one in stops:
            with undone(self.db):
                self._witnessed(case)
                self._point(one, result=FAILED, pointdate=clock.today(), problem="未做")
                assert one.name in self._refused(self._case, case, "hand_in")
        self._witnessed(case)
        self._case(case, "hand_in")
        for paper in needed:
            with undone(self.db):
                put(self.db, self._as("检验一"), paper, {"state": ""}, PAPER_HOOKS)
                assert self._refused(self._case, case, "pass") == f"竣工资料不齐：{paper.name}"
        self._case(case, "pass")
        self.stopped[way.sort.equclass, way.sort.testsort] = len(stops)

    def _visits(self, way: Way) -> list[tuple[str, dict[str, Any]]]:
        """The inspectors of a supervision and their first visit."""
        people = [self.world.users[one].id for one in ("检验一", "检验二")]
        assigned = {"inspector1": people[0], "inspector2": people[1], "visitdate": way.day}
        return [
            ("assign", assigned),
            ("first", {"firstdate": way.day, "attendants": "施工单位", "firstnote": "已开首次会议"}),
        ]

    def _case(self, case: Supervision, move: str, **form: Any) -> None:
        me = self._as("检验一")
        SUPERVISION.do(self.db, me, move, [case.id], SUPERVISION.by_name[move].read(self.db, me, form))

    def _point(self, point: SupervisionPoint, **values: Any) -> None:
        put(self.db, self._as("检验一"), point, values, POINT_HOOKS)

    def _witnessed(self, case: Supervision) -> None:
        supervised.witness_all(self.db, self._as("检验一"), case)

    def _refused(self, do: Callable[..., None], *args: Any, **values: Any) -> str:
        """The sentence with which something is refused; nothing of it stays."""
        said = ""
        with undone(self.db):
            try:
                do(*args, **values)
            except Refused as why:
                said = why.message
        assert said, f"{args} {values}：没有拒绝"
        return said

    def _approved(self, way: Way) -> AppBuss:
        judged = records.judged_record(self.db, self._row(way))
        chosen = clock.add_months(way.day, 36) if self._row(way).testsort == CHOSEN else None
        refused = self._finish(way, judged.found.verdict.code, records.effect_of(judged), chosen)
        assert not refused, refused
        return self._row(way)

    def _accepted(self, main: AppMain) -> str:
        clerk = self._as("受理")
        while main.step != at.RUN:
            move = DECLARATION.forward_of(main.step)
            assert move is not None
            sent = {"id": main.id, "chedept": self.dept, "result": "pass", "materials": all_there(self.db, main)}
            DECLARATION.do(self.db, clerk, move.name, [main.id], move.read(self.db, clerk, sent))
        return main.id

    def mother_sort(self, kind: str) -> str:
        """The periodic inspection of a kind."""
        rules = records.offered(self.db, kind)
        return next(one.testsort for one in rules if one.seisort == at.PERIODIC and one.allowed and not one.lacks)

    def again(self, kind: str) -> AppBuss:
        """A report that failed, its notice answered, the re-inspection approved."""
        mother = self.inspected(kind, self.mother_sort(kind), "×")
        self._answer_notices(mother.id)
        way = Way(self._sort(kind, mother.testsort), self.db.get_one(Equipment, mother.equdatasysid), clock.today())
        self._declare_again(way, mother.id)
        self._arranged(way)
        self._fill(way, EMPTY, self._marks(way, {}), {})
        return self._approved(way)

    def released(self, row: AppBuss) -> None:
        """Printed, archived, released."""
        assert row.step in (at.PRINT, at.ARCHIVE), row.step
        if row.step == at.PRINT:
            self._step("print", row, copies="1")
        self._step("archive", row, archivedocs="01,02")
        self._step("arrears", row, reason="合同月结")
        self._step("release", row, releaseway="03", receiver="胡斌")
        report = self.db.scalars(select(Report).where(Report.appbuss_id == row.id)).one()
        assert (row.step, report.state, report.reportno) == (at.DONE, "有效", row.reportno)

    def _step(self, name: str, row: AppBuss, **values: str) -> None:
        me = self._as("受理")
        BUSINESS.do(self.db, me, name, [row.id], BUSINESS.by_name[name].read(self.db, me, {"id": row.id, **values}))


@contextmanager
def undone(db: Session) -> Iterator[None]:
    """What is done inside leaves no trace."""
    point = db.begin_nested()
    try:
        yield
    finally:
        point.rollback()
        db.expire_all()


@pytest.fixture
def whole(db: Session) -> Whole:
    return Whole(db)


def test_there_are_as_many_combinations_as_are_walked(whole: Whole) -> None:
    rules = [one for one in records.seisorts(whole.db) if one.allowed]
    assert len(rules) == sum(ALLOWED.values()) == 119
    assert {one.equclass for one in rules} == set(ALLOWED)


@pytest.mark.parametrize(
    ("kind", "sort", "title"),
    [("1100", "0901", "进口锅炉安全性能监督检验证书"), ("2150", "0902", "进口压力容器监督检验证书")],
)
def test_what_is_imported_gets_its_certificate(whole: Whole, kind: str, sort: str, title: str) -> None:
    row = whole.inspected(kind, sort)
    case = whole.db.scalars(select(Supervision).where(Supervision.appbuss_id == row.id)).one()
    report = whole.db.scalars(select(Report).where(Report.appbuss_id == row.id)).one()
    assert case.certno and report.content["certificates"] == [case.certno]
    paper = text_of(files.read_checked(report.key))
    assert title in paper and case.certno in paper and "该进口设备的安全性能经我机构监督检验" in paper
    assert "施工单位" not in paper


@pytest.mark.parametrize("equclass", ALLOWED)
def test_every_combination_goes_from_its_declaration_to_release(whole: Whole, equclass: str) -> None:
    rules = [one for one in records.seisorts(whole.db) if one.allowed and one.equclass == equclass]
    assert len(rules) == ALLOWED[equclass]
    missing: list[str] = []
    broken: list[str] = []
    for rule in rules:
        title = f"{rule.kind_filter} {rule.testsort} {rule.testsort_label}"
        kinds = whole.kinds(rule) or [rule.equclass]
        kind = next((one for one in kinds if not whole.lacks(rule, one)), "")
        if not kind:
            missing.append(f"{title}：{whole.lacks(rule, kinds[0])}")
            continue
        point = whole.db.begin_nested()
        try:
            with drawn() as papers:
                row = whole.again(kind) if rule.testsort == REINSPECTION else whole.inspected(kind, rule.testsort)
            whole.released(row)
            broken += [f"{title}（{kind}）：{one.template}{why}" for one in papers for why in faults(one)]
        except (Refused, NotAsked, AssertionError) as wrong:
            broken.append(f"{title}（{kind}）：{str(wrong)[:200]}")
        point.rollback()
        whole.db.expire_all()
    assert not broken, "\n".join(broken)
    assert not missing, "\n".join(missing)
    assert {sort: count for (_class, sort), count in whole.stopped.items()} == STOPS.get(equclass, {})
