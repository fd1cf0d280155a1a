"""Cases carried out by the services that the screens use. Everything is rolled back, numbers included."""

from collections.abc import Mapping
from contextlib import nullcontext
from datetime import datetime
from typing import Any

from sqlalchemy import select

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.reports import Report
from tejian.inspection.recompute import api as recompute
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import REINSPECTION, Found
from tejian.kit.ground import clock
from tejian.system.rules import api as rulestore

from . import charged, courses, filling, history, lines
from .answers import Answer
from .cases import Case
from .filling import FAILS, VALVES, day_of, mother_of
from .flow import HOUR, Walk, Way, in_use, wrong_item
from .of_records import First


class Flow(Walk):
    """Asks the services case by case."""

    def ask(self, name: str, case: Case) -> Answer:
        point = self.db.begin_nested()
        try:
            return self.of_course(case) if name == "courses" else super().ask(name, case)
        finally:
            point.rollback()
            self.db.expire_all()

    def of_fee(self, case: Case) -> Answer:
        """Charge the items of a case, up to the confirmation."""
        return charged.carry(self.db, self.world, case, self._fields)

    def of_course(self, case: Case) -> Answer:
        """Take the charges of a case through the course of their money."""
        return courses.carry(self.db, self.world, case)

    def of_record(self, case: Case) -> Answer:
        """Fill the record of a case and take it to its approval."""
        sort = self._sort_of_record(case)
        values = filling.device_values(case, self._fields(case["kind"]))
        way = Way(sort, self._device(case, case["kind"], values), day_of(case["inspdate"]))
        first = self._first(case, sort, values)
        if first is None:
            self._to_entry(way)
        elif refused := self._failed_first(way, first):
            return Answer(refused=refused)
        self._filled(way, case, self._screen(way))
        judged = self._judgement(way)
        judgement = judged.found
        answer = Answer(
            outside=[one.name for one in judgement.outside],
            rowfails=[fail.name for worked in judgement.worked.values() for fail in worked.fails],
            computed={name: value for worked in judgement.worked.values() for name, value in worked.results.items()},
            worstgrade=judgement.graded.get("worstgrade", 1),
            needs=judgement.verdict.rule.needs if judgement.verdict.rule else (),
            checks=sorted(way.spoken),
            unfit=unfit(case, judgement),
        )
        code = case.get("chosen") or judgement.verdict.code
        answer.code, answer.effect = code, records.effect_of(judged, code)
        chosen = case.get("fields", {}).get("nextdate")
        answer.refused = self._finish(way, code, answer.effect, day_of(chosen) if chosen else None)
        answer.dates, answer.lines = self._dates(way), self._lines_of(way)
        return answer if answer.refused else self._issued(way, answer)

    def _filled(self, way: Way, case: Case, screen: Any) -> None:
        """Fill a record as a case says; marks on items that are not inspected are refused."""
        own = {one["item_no"] for one in screen["items"]}
        given = {name: case[name] for name in ("results", "values") if name in case}
        if way.sort.testsort == REINSPECTION:  # only what failed is inspected again
            given = {name: {k: v for k, v in one.items() if k in own} for name, one in given.items()}
        marks = filling.marks({**case, **given}, screen["items"])
        self._fill(way, {**case, **given}, marks, filling.stated(case, self._asked(way)))

    def _failed_first(self, way: Way, first: First) -> str:
        """The inspection that a re-inspection goes back to, to its report; then what leads to the re-inspection."""
        mother = Way(first.sort, way.device, first.day)
        self._to_entry(mother)
        screen = self._screen(mother)
        own = {one["item_no"] for one in screen["items"]}
        case = dict(first.case)
        if not set(case["results"]) & own:
            case["results"] = {wrong_item(screen["items"]): "×"}
        self._filled(mother, case, screen)
        judged = self._judgement(mother)
        code = judged.found.verdict.code
        if refused := self._finish(mother, code, records.effect_of(judged, code)):
            return refused
        self._lead_on(way, mother)
        return ""

    def _issued(self, way: Way, answer: Answer) -> Answer:
        """What the issued report says counts, not what was proposed."""
        report = self.db.scalars(select(Report).where(Report.appbuss_id == way.item)).one()
        answer.code = str(report.content["conclusion"])
        return answer

    def of_date(self, case: Case) -> Answer:
        """An inspection with its result, or an event, and the archive afterwards."""
        given = {one["key"]: one for one in rulestore.rows(self.db, "inspection_setting")}
        own = self._rules(case).settings
        tried = rulestore.instead(
            self.db, {"inspection_setting": [{**row, "value": own[key]} for key, row in given.items()]}
        )
        with rulestore.trying(self.db, tried) if case.get("settings") else nullcontext():
            return self._date(case)

    def _date(self, case: Case) -> Answer:
        values = filling.device_values(case, self._fields(case["kind"]))
        good = history.passed(case, self._passed)
        values |= {
            name: str(day)
            for name, day in history.bases(good, {**values, "equclacode": case["kind"]}, self._rules(case)).items()
        }
        days = history.last_days(case, values, good)
        known = self._fields(case["kind"])
        if day := days.get("lastjcdate"):
            values.setdefault("insdate", str(day))
        if (day := days.get("lastbraketestdate")) and "lastbraketestdate" in known:
            values.setdefault("lastbraketestdate", str(day))
        if values.get("boilerlevel") == "D":  # whether it is registered says whether it is inspected at all
            values.setdefault("regstatus", codes.UNREGISTERED)
        device = self._device(case, case["kind"], values, case.get("inspection", {}).get("lines", ()))
        for one in case.get("history", []):
            code = str(one.get("result") or "pass")
            failed = not self._passed(code)
            word = code if code not in ("pass", "fail") else ("01" if failed else "00")
            self.world.past(device, mother_of(one.get("mother")) or one["testsort"], day_of(one["date"]), word, failed)
        event = case.get("event")
        if event in ("use start", "recompute"):
            return self._again(case, device)
        if event == "detection":
            day = day_of(case.get("inspection", {}).get("date") or case.get("today"))
            assert isinstance(device, Equipment)
            if self._passed(str(case.get("inspection", {}).get("result") or "pass")):
                records.note_detection(self.db, device, day)
            return Answer(dates=self._dates(Way(None, device, day)))  # type: ignore[arg-type]
        return self._inspected(case, device)

    def _again(self, case: Case, device: Device) -> Answer:
        """The dates that the rules give for a device from its archive, as they are worked out again."""
        today = day_of(case["today"]) if case.get("today") else clock.today()
        way = Way(None, device, today)  # type: ignore[arg-type]
        if not isinstance(device, Equipment):
            return Answer(dates=self._dates(way))
        with clock.at(datetime.combine(today, HOUR)):
            recompute.settle(self.db, device)
        return Answer(dates=self._dates(way), lines=self._lines_of(way))

    def _inspected(self, case: Case, device: Device, way: Way | None = None) -> Answer:
        given = case["inspection"]
        way = way or Way(self._sort(case["kind"], str(given["testsort"])), device, day_of(given["date"]))
        if given.get("mother"):
            return self._inspected_again(case, way)
        self._to_entry(way)
        marks = self._marks(way, given)
        names = {one.name for one in self._asked(way)}
        fields = {
            name: given[name]
            for name in ("cycle", "months", "extension", "restart")
            if given.get(name) and (filling.SAID[name] in names or (name == "months" and "setcyclemonths" in names))
        }
        if given.get("grade") and class_of(case["kind"]) != codes.PIPING:
            fields["grade"] = given["grade"]
        stated = filling.stated({"fields": fields, "expect": {}, "tables": {}}, self._asked(way))
        grades = [str(one["grade"]) for one in (given, *given.get("lines", ())) if one.get("grade")]
        if grades and "worstline" in stated:
            stated["worstline"] = max(grades)
        self._fill(way, {"expect": {}, "tables": self._of_lines(case, way)}, marks, stated)
        return self._ended(way, given)

    def _ended(self, way: Way, given: Mapping[str, Any]) -> Answer:
        """Conclude as the case says and take it to its approval; the archive afterwards."""
        code = str(given.get("result") or "pass")
        judged = self._judgement(way)
        wanted = code if code not in ("pass", "fail") else judged.found.verdict.code
        chosen = day_of(given["nextdate"]) if given.get("nextdate") else None
        refused = self._finish(way, wanted, records.effect_of(judged, wanted), chosen)
        own = unfit({}, judged.found) if code == "pass" else []
        return Answer(dates=self._dates(way), lines=self._lines_of(way), refused=refused, unfit=own)

    def _inspected_again(self, case: Case, way: Way) -> Answer:
        """The inspection that failed on its day, with all that it states, and what followed on the day of the case."""
        given = case["inspection"]
        first = {**given, "testsort": mother_of(given["mother"]), "date": given.get("firstday") or given["date"]}
        first |= {"result": "fail", "mother": "", "nextdate": ""}
        mother = Way(self._sort(case["kind"], first["testsort"]), way.device, day_of(first["date"]))
        failed = self._inspected({**case, "inspection": first}, way.device, mother)
        if failed.refused:
            return failed
        self._lead_on(way, mother)
        self._fill(way, {"expect": {}, "tables": {}}, self._marks(way, given), {})
        return self._ended(way, given)

    def _marks(self, way: Way, given: Mapping[str, Any]) -> dict[str, str]:
        """Everything conforms; where the case says that it failed, all but the first key item."""
        items = self._screen(way)["items"]
        marks = {one["item_no"]: "√" for one in items}
        code = str(given.get("result") or "pass")
        stopped = code not in ("pass", "fail") and lines.worst(given.get("lines", ())) >= lines.STOPPED
        if not stopped and (code == "fail" or (code != "pass" and not self._passed(code))):
            marks[wrong_item(items)] = "×"
        return marks

    def _of_lines(self, case: Case, way: Way) -> dict[str, Any]:
        """The table of lines as the inspector fills it: who uses a line on conditions states until when."""
        stated = [one for one in case["inspection"].get("lines", []) if in_use(one)]
        if not way.sort.on_lines or not stated or "lines" not in {one["code"] for one in self._screen(way)["tables"]}:
            return {}
        if not any(one.get("grade") for one in stated):
            return {}
        rows = [lines.cells_of(one, "1") for one in stated]
        answer = super().of_date({**case, "expect": {}})
        for row, one in zip(rows, stated, strict=True):
            due = answer.lines.get(row["lineid"], {}).get("ninspdate")
            if due and not row.get("months") and (one.get("limits") or row.get("conclusion")):
                row.setdefault("nextdate", str(due))
        return {"lines": {"rows": rows}}


def unfit(case: Case, judged: Found) -> list[str]:
    """The values outside their limits that no one wrote into the case: samples of the tool that its device cannot have.

    A case that expects something to be outside knows what it does, whoever filled it in.
    """
    wanted = {*case.get("expect", {}).get("outside", ()), *case.get("expect", {}).get("rowfails", ())}
    tables, own = set(case.get("tables", {})), {*case.get("values", {}), *case.get("results", {})}
    fed_items = {c.item for code in tables & set(judged.tables) for c in judged.tables[code].columns if c.item}
    outside = [one.name for one in judged.outside if one.item.item_no not in own | fed_items]
    sources = tables | {  # a table that is filled so as to give an item the value that the case states
        code for code, table in judged.tables.items() if any(c.item in own for c in table.columns if c.item)
    }
    if FAILS in case.get("results", {}).values():  # the row of a valve says what its items do
        sources |= {VALVES}
    fails = [one.name for code, worked in judged.worked.items() if code not in sources for one in worked.fails]
    return [one for one in (*outside, *fails) if one not in wanted]
