"""Faults of planted_records.json put into real records: as a person enters them at the screen, or as the archive, an
instrument, a certificate or another item holds them. Everything goes the way of the screens and is rolled back."""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.golden import filling
from tejian.golden.flow import HOUR, Way
from tejian.golden.world import put
from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models.absence import StaffLeave as Absence
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.fieldwork import OPEN as UNDECIDED
from tejian.inspection.models.fieldwork import RecordConflict
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.laboratory import LabSample
from tejian.inspection.models.mobile import APPLIED, HeldJob
from tejian.inspection.models.notices import InspectionNotice, NoticeProblem
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.models.supervised import Supervision, SupervisionPaper, SupervisionPoint
from tejian.inspection.models.templates import TemplateVersion
from tejian.inspection.notices import api as notices
from tejian.inspection.records import api as records
from tejian.inspection.records.content import items_for_print
from tejian.inspection.rules.api import OF_PRODUCT, REINSPECTION
from tejian.instruments.models import Instrument
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.system.models.accounts import StaffQual, SysUser
from tejian.system.rules import api as rulestore
from tejian.system.rules.api import PUBLISHED

from .test_all_combinations import EMPTY, Whole, line_of

DAY = date(2026, 6, 10)  # a Wednesday: all records are made on it
Change = Mapping[str, Any]
Case = Mapping[str, Any]


def stated() -> list[Case]:
    found: list[Case] = json.loads(Path(__file__).with_name("planted_records.json").read_text("utf-8"))
    return found


def dated(value: Any) -> Any:
    """`@-30` is the day of the inspection less thirty days."""
    if isinstance(value, dict):
        return {name: dated(one) for name, one in value.items()}
    if isinstance(value, list):
        return [dated(one) for one in value]
    if isinstance(value, str) and value.startswith("@"):
        return (DAY + timedelta(days=int(value[1:] or 0))).isoformat()
    return value


class Planting(Whole):
    """Makes clean records, puts changes into them and hears what their checks say."""

    def __init__(self, db: Session):
        super().__init__(db)
        self.first, self.world.number = str(self.world.number), 1000  # what is made from here on has the same numbers

    def masked(self, text: str) -> str:
        return text.replace(self.first, "#")

    def clean(self, kind: str, testsort: str) -> Way:
        """A whole record at its entry, concluded, not yet handed in."""
        with clock.at(datetime.combine(DAY, HOUR)):
            if testsort == REINSPECTION:
                return self._again(kind)
            return self._concluded(self.begun(kind, testsort), "√")

    def begun(self, kind: str, testsort: str) -> Way:
        """A record as it was generated, nothing filled in."""
        sort = self._sort(kind, testsort)
        started = str(clock.add_months(DAY, -36))
        values: dict[str, Any] = {"insinspdate": started, "usestartdate": started, "ssdegree": "1", "cylgasgroup": "1"}
        if sort.seisort == "01":
            values |= {"insinspdate": "", "usestartdate": str(DAY)}
        own = {name: value for name, value in values.items() if name in self._fields(kind) and value}
        made = OF_PRODUCT in records.subjects(self.db, kind, sort.seisort, testsort)
        device = self.world.product(kind) if made else self._device(EMPTY, kind, own, [line_of(kind)])
        way = Way(sort, device, DAY)
        self._to_entry(way)
        return way

    def _concluded(self, way: Way, mark: str) -> Way:
        screen = self._screen(way)
        marks = {one["item_no"]: "√" for one in screen["items"]}
        tested = [one for one in screen["items"] if one["key"] and one["result"] != "—"] or screen["items"]
        marks[tested[0]["item_no"]] = mark
        self._fill(way, EMPTY, marks, filling.stated(EMPTY, self._asked(way)))
        judged = records.judged_record(self.db, self._row(way))
        self._conclude(way, judged.found.verdict.code, records.effect_of(judged), None)
        return way

    def _again(self, kind: str) -> Way:
        first = self.mother_sort(kind)
        mother = self._concluded(self.begun(kind, first), "×")
        self._hand_on(mother, "approve")
        self._answer_notices(mother.item)
        way = Way(self._sort(kind, first), mother.device, DAY)
        self._declare_again(way, mother.item)
        self._arranged(way)
        self._fill(way, EMPTY, self._marks(way, {}), {})
        judged = records.judged_record(self.db, self._row(way))
        self._conclude(way, judged.found.verdict.code, records.effect_of(judged), None)
        return way

    def _hand_on(self, way: Way, last: str) -> None:
        """From the entry through the steps, `last` done."""
        people = (
            ("检验一", "enter"),
            ("校核", "verify"),
            ("分项审核", "audit_fx"),
            ("审核", "audit"),
            ("批准", "approve"),
        )
        for who, name in people:
            if self._row(way).step in BUSINESS.by_name[name].frm:
                way.said = self._findings(way)
                reasons = {"reasons": self._reasons(way)} if name == "enter" else {"opinion": "同意签发"}
                self._reasoned(who, way, name, **reasons)
            if name == last:
                return

    # -- changes ---------------------------------------------------------------------------------------------------

    def heard(self, way: Way, changes: Sequence[Change], move: Sequence[str] = ()) -> list[dict[str, Any]]:
        """What the page says once the changes are made, and after a move (who, which). Raises what refuses them."""
        with ExitStack() as stack:
            self.stack = stack
            stack.enter_context(clock.at(datetime.combine(DAY, HOUR)))
            for change in changes:
                for name, value in change.items():
                    way.row = None
                    if name == "days":
                        stack.enter_context(clock.at(datetime.combine(DAY + timedelta(days=value), HOUR)))
                    else:
                        getattr(self, f"put_{name}")(way, dated(value))
            self.db.flush()
            self.db.expire_all()
            if move:
                self._move(move[0], way, move[1], opinion="同意签发")
            if self._row(way).step == at.ENTER:
                self._save(way)
                return list(way.said)
            return list(self._findings(way))

    def put_items(self, way: Way, given: Mapping[str, Mapping[str, Any]]) -> None:
        """Items by number (or template:number), typed at the entry over what they have."""
        known = self._screen(way)["items"]
        rows = []
        for number, own in given.items():
            item = next(one for one in known if one["item_no"] == number.split(":")[-1])
            base = {"r": item["result"], "n": item["note"], "m": item["monitored"], "v": dict(item["values"])}
            v = {**base["v"], **own.get("v", {})}
            rows.append({"seq": str(item["seq"]), **base, **own, "v": {k: x for k, x in v.items() if x != ""}})
        self._save(way, results=rows)

    def put_tables(self, way: Way, given: Mapping[str, Mapping[str, Any]]) -> None:
        """Cells by row number (0: the parameters), typed over what the table has; `-1`: the last row goes."""
        record = records.record_or_refuse(self.db, self._row(way))
        tables = {}
        for code, cells in given.items():
            held = record.measures.get(code, {"params": {}, "rows": []})
            rows = [dict(one) for one in held["rows"]]
            params = dict(held["params"])
            for number, own in cells.items():
                place = int(number)
                if place < 0:
                    rows.pop()
                    continue
                while len(rows) < place:
                    rows.append(dict(rows[-1]) if rows else {})
                (rows[place - 1] if place else params).update(own)
            tables[code] = {"params": params, "rows": [{k: v for k, v in one.items() if v != ""} for one in rows]}
        self._save(way, tables=tables)

    def put_record(self, way: Way, given: Mapping[str, Any]) -> None:
        self._save(way, **given)

    def put_facts(self, way: Way, given: Mapping[str, str]) -> None:
        self._save(way, facts=dict(given))

    def put_conditions(self, way: Way, given: Mapping[str, str]) -> None:
        record = records.record_or_refuse(self.db, self._row(way))
        self._save(way, conditions={**record.conditions, **given})

    def put_archive(self, way: Way, given: Mapping[str, Any]) -> None:
        """The archive says so, and the inspector takes it anew."""
        self.put_since(way, given)
        self._save(way, refresh="1")

    def put_since(self, way: Way, given: Mapping[str, Any]) -> None:
        """The archive changed since the record was made; `=org`: the institute itself."""
        own = {name: self.world.org.id if value == "=org" else value for name, value in given.items()}
        put(way.device, type(way.device), own)
        self.db.flush()

    def put_item(self, way: Way, given: Mapping[str, Any]) -> None:
        """What other places wrote into the business item: a person by name, a moment by its day."""
        row = self._row(way)
        for name, value in given.items():
            kind = getattr(AppBuss, name).type.python_type
            if value in self.world.users:
                setattr(row, name, self.world.users[value].id)
            elif kind is datetime:
                setattr(row, name, datetime.combine(date.fromisoformat(value), HOUR, clock.SHANGHAI))
            else:
                put(row, AppBuss, {name: value})

    def put_conflicts(self, way: Way, many: int) -> None:
        """Two wrote something else into as many places of the record."""
        record = records.record_or_refuse(self.db, self._row(way))
        for n in range(many):
            own = {"path": f"results.{n}.r", "words": f"第{n}项 结果", "step": UNDECIDED}
            self.db.add(RecordConflict(appbuss_id=record.appbuss_id, record_id=record.id, **own))

    def put_held_pack(self, way: Way, edition: int) -> None:
        """What was written by a pack with another edition came into the record later."""
        record = records.record_or_refuse(self.db, self._row(way))
        own = {"template": record.template, "edition": edition, "written_id": record.id, "received": clock.now()}
        self.db.add(HeldJob(appbuss_id=record.appbuss_id, step=APPLIED, operations=1, **own))

    def put_sample(self, way: Way, step: str) -> None:
        """A sample of the first item that stands at a step."""
        row = LabSample(appbuss_id=way.item, sampleno="YP-1", itemseq=1, itemname="使用资料", name="炉水", edition=1)
        row.step = step
        self.db.add(row)

    def put_inspectors(self, way: Way, most: int) -> None:
        row = self._row(way)
        row.inspectors = row.inspectors[:most]

    def put_mother(self, way: Way, given: Mapping[str, Any]) -> None:
        """The record of the inspection that failed."""
        first = select(OriginalRecord).where(OriginalRecord.appbuss_id == self._row(way).mother_id)
        put(self.db.scalars(first).one(), OriginalRecord, given)

    def put_edition(self, way: Way, given: Mapping[str, Any]) -> None:
        """The template has another edition from a day on."""
        row = TemplateVersion(template=given["template"], edition=2, step=PUBLISHED)
        row.effective = date.fromisoformat(given["effective"])
        self.db.add(row)

    def put_basis(self, way: Way, on: str) -> None:
        """What inspections are based on is replaced on a day."""
        own = [{**row, "_to": on} for row in rulestore.every(self.db, "report_basis")]
        self._ruled(
            "report_basis", own + [{**r, "sentence": f"新版{r['sentence']}", "_from": on, "_to": ""} for r in own]
        )

    def put_rules(self, way: Way, given: Mapping[str, Mapping[str, str]]) -> None:
        """A rule table has one row more, as a template that the institute made would bring it."""
        for table, row in given.items():
            known = rulestore.every(self.db, table)
            self._ruled(table, [*known, {**dict.fromkeys(known[0], ""), **row}])

    def _ruled(self, table: str, rows: list[dict[str, str]]) -> None:
        tried = rulestore.instead(self.db, {})
        tried.tables[table] = rows
        self.stack.enter_context(rulestore.trying(self.db, tried))

    def put_stored(self, way: Way, given: Mapping[str, Any]) -> None:
        """What the record holds besides what is typed: of an older rule or of a correction of data."""
        record = records.record_or_refuse(self.db, self._row(way))
        for name, value in given.items():
            setattr(record, name, _day(value))

    def put_stored_results(self, way: Way, given: Mapping[str, Any]) -> None:
        record = records.record_or_refuse(self.db, self._row(way))
        record.results = {**record.results, **given}

    def put_stored_equipment(self, way: Way, given: Mapping[str, Any]) -> None:
        record = records.record_or_refuse(self.db, self._row(way))
        record.equipment = {**record.equipment, **given}

    def put_unit(self, way: Way, given: Mapping[str, Any]) -> None:
        put(self.db.get_one(Unit, self.world.unit.id), Unit, given)

    def put_main(self, way: Way, given: Mapping[str, Any]) -> None:
        put(self.db.get_one(AppMain, self._row(way).appmain_id), AppMain, given)

    def put_instrument(self, way: Way, given: Mapping[str, Any]) -> None:
        """The first instrument that the record names."""
        record = records.record_or_refuse(self.db, self._row(way))
        put(self.db.get_one(Instrument, record.instruments[0]["id"]), Instrument, given)

    def put_other_instrument(self, way: Way, given: Mapping[str, Any]) -> None:
        """An instrument of nobody's box is named as used; `only`: and no other."""
        row = self.world._instrument(99, given["insttype"])
        self.db.add(row)
        self.db.flush()
        record = records.record_or_refuse(self.db, self._row(way))
        others = [] if given.get("only") else [one["id"] for one in record.instruments]
        self._save(way, instruments=[*others, row.id])

    def put_boxed_instrument(self, way: Way, kind: str) -> None:
        """An instrument of the box is named as used."""
        found = select(Instrument.id).where(Instrument.id.in_(self.world.instruments), Instrument.insttype == kind)
        record = records.record_or_refuse(self.db, self._row(way))
        self._save(way, instruments=[*(one["id"] for one in record.instruments), self.db.scalars(found).first()])

    def put_person(self, way: Way, given: Mapping[str, Any]) -> None:
        put(self.db.get_one(SysUser, self.world.users["检验二"].id), SysUser, given)

    def put_qualification(self, way: Way, given: Mapping[str, Any]) -> None:
        for one in self.db.scalars(select(StaffQual).where(StaffQual.user_id == self.world.users["检验二"].id)):
            put(one, StaffQual, given)

    def put_auditor(self, way: Way, given: Mapping[str, Any]) -> None:
        for one in self.db.scalars(select(StaffQual).where(StaffQual.user_id == self.world.users["审核"].id)):
            put(one, StaffQual, given)

    def put_absence(self, way: Way, given: Mapping[str, Any]) -> None:
        self.db.add(Absence(user_id=self.world.users["检验二"].id, **{k: _day(v) for k, v in given.items()}))

    def put_photo(self, way: Way, given: Mapping[str, Any]) -> None:
        """A photo of this record; `also` lays it under another item, too."""
        own = {"owner": "business", "mime": "image/jpeg", "key": "planted-photo", "name": "机房.jpg", "size": 1}
        self.db.add(Attachment(attrefsysid=way.item, item=given.get("item", ""), **own))
        if given.get("also"):
            self.db.add(Attachment(attrefsysid=self._copy(way, {}).id, **own))

    def put_valve(self, way: Way, given: Mapping[str, Any]) -> None:
        """A safety valve of the device."""
        row = self.world.valve(given)
        row.hostequid = way.device.id

    def put_host(self, way: Way, given: Mapping[str, Any]) -> None:
        """The valve sits on a vessel."""
        valve = self.db.get_one(SafetyValve, way.device.id)
        host = self.world.device("2150", given)
        valve.hostequid = host.id
        self.db.flush()
        self._save(way, refresh="1")

    def put_line(self, way: Way, given: Mapping[str, Any]) -> None:
        for one in self.db.scalars(select(Pipeline).where(Pipeline.equdatasysid == way.device.id)):
            put(one, Pipeline, given)

    def put_another_line(self, way: Way, given: Mapping[str, Any]) -> None:
        """The project has a second line in use."""
        self.world.line(way.device, "L2", {"pipelevel": "GC2", **given})  # type: ignore[arg-type]

    def put_notice(self, way: Way, given: Mapping[str, Any]) -> None:
        """The opinion notice of the record."""
        for one in self.db.scalars(select(InspectionNotice).where(InspectionNotice.appbuss_id == way.item)):
            put(one, InspectionNotice, given)

    def put_works(self, way: Way, given: Mapping[str, Any]) -> None:
        """The notice of construction."""
        main = self.db.get_one(AppMain, self._row(way).appmain_id)
        put(self.db.get_one(ConstructionNotice, main.notify_id), ConstructionNotice, given)

    def put_supervision(self, way: Way, given: Mapping[str, Any]) -> None:
        case = self.db.scalars(select(Supervision).where(Supervision.appbuss_id == way.item)).one()
        put(case, Supervision, given)

    def put_points(self, way: Way, given: Mapping[str, Any]) -> None:
        case = self.db.scalars(select(Supervision).where(Supervision.appbuss_id == way.item)).one()
        for one in self.db.scalars(select(SupervisionPoint).where(SupervisionPoint.supervision_id == case.id)):
            put(one, SupervisionPoint, given)

    def put_paper(self, way: Way, given: Mapping[str, Any]) -> None:
        case = self.db.scalars(select(Supervision).where(Supervision.appbuss_id == way.item)).one()
        papers = select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id, SupervisionPaper.required)
        put(self.db.scalars(papers.order_by(SupervisionPaper.seq)).first(), SupervisionPaper, given)

    def put_give_notice(self, way: Way, _given: Any) -> None:
        """The inspector gives the opinion notice of what failed."""
        notices.give(self.db, self._as("检验一"), self._row(way), clock.add_months(DAY, 1))

    def put_problem(self, way: Way, given: Mapping[str, Any]) -> None:
        own = select(NoticeProblem).join(InspectionNotice, InspectionNotice.id == NoticeProblem.notice_id)
        put(self.db.scalars(own.where(InspectionNotice.appbuss_id == way.item)).first(), NoticeProblem, given)

    def put_other(self, way: Way, given: Mapping[str, Any]) -> None:
        """Other items of the institute beside this one, with their records."""
        for _n in range(int(given.get("count", 1))):
            self._copy(way, {name: value for name, value in given.items() if name != "count"})

    def put_step(self, way: Way, last: str) -> None:
        """Handed on: `last` is done."""
        self._hand_on(way, last)

    def put_before(self, way: Way, given: Sequence[Mapping[str, Any]]) -> None:
        """Reports of the device before this one, each a year earlier, that measured the same; `all`: something else."""
        row, record = self._row(way), records.record_or_refuse(self.db, self._row(way))
        items = items_for_print(self.db, row, record, records.judged_record(self.db, row).found)
        for years, one in enumerate(given, 1):
            day = DAY.replace(year=DAY.year - years)
            own = {"step": at.DONE, "inspdate": day.isoformat(), "conclusion": record.conclusion, **_but(one)}
            other = self._copy(way, own)
            content = {"items": [{**i, "values": _shifted(i["values"], one)} for i in items]}
            number = other.reportno = f"ALTD{day.year}{self.world.number % 10**5:05d}"
            moment = datetime.combine(day, HOUR, clock.SHANGHAI)
            key = new_id() * 2
            self.db.add(Report(appbuss_id=other.id, reportno=number, content=content, key=key, issuedat=moment))
            if years == 1:
                self.put_since(
                    way, {"insreportno": number, "inspdate": day.isoformat(), "insresult": record.conclusion}
                )
        self.db.flush()
        self._save(way, refresh="1")

    def _copy(self, way: Way, given: Mapping[str, Any]) -> AppBuss:
        """`=` is what this one has."""
        mine, record = self._row(way), records.record_or_refuse(self.db, self._row(way))
        columns = {c.key: getattr(mine, c.key) for c in AppBuss.__mapper__.column_attrs}
        self.world.number += 1
        own = {name: columns[name] if value == "=" else value for name, value in given.items() if name in columns}
        columns |= {"id": new_id(), "seisn": f"ALX{self.world.number}", "reportno": "", "inspdate": DAY}
        other = AppBuss(**columns)
        put(other, AppBuss, own)
        self.db.add(other)
        self.db.flush()
        copied = {name: getattr(record, name) for name in ("results", "instruments") if given.get(name) == "="}
        self.db.add(OriginalRecord(appbuss_id=other.id, template=record.template, **copied))
        self.db.flush()
        return other


def _but(one: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in one.items() if name != "all"}


def _shifted(values: Mapping[str, str], one: Mapping[str, Any]) -> dict[str, str]:
    return {name: f"{text}1" if "all" in one else text for name, text in values.items()}


def _day(value: Any) -> Any:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        return value
