"""Cases carried out: declared, accepted, arranged, confirmed, filled, submitted, audited and approved, each by somebody
who may, through the services that the screens use. Everything is rolled back, numbers included."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import flat
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection.again import api as declaring
from tejian.inspection.again.api import AGAIN_FORM
from tejian.inspection.construction import api as construction
from tejian.inspection.declarations import api as declarations
from tejian.inspection.flow.api import BUSINESS, DECLARATION, all_there
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import InspectionNotice
from tejian.inspection.models.supervised import Supervision, SupervisionPoint
from tejian.inspection.notices import api as notices
from tejian.inspection.notices.api import NOTICE, problems_of
from tejian.inspection.records import api as records
from tejian.inspection.records.api import RecordForm
from tejian.inspection.rules.api import CONFORMS, FACTS, INSTALL, REINSPECTION, SeisortRule, works_of
from tejian.inspection.supervised import api as supervised
from tejian.inspection.tasks import api as handling
from tejian.kit.forms.form import checked
from tejian.kit.forms.formview import taken
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused

from . import filling, lines, samples
from .cases import Case
from .engine import Engine
from .filling import day_of
from .ruled import DATES
from .world import World

HOUR = time(9)
JUDGED = ("audit_fx", "audit", "approve")  # whoever makes these has opened the report
VALID, YEAR = "validto", 12  # how long what an inspector decides by himself holds, where a case leaves it open
SOON = {("1002", "1016"): 6}  # months, where a conclusion says when it is inspected again (check T21)
APPROVAL = "案例：已批准"
WORDS = {"problems": "不符合项目见检验结果，须整改", "limits": "降低使用参数，加强巡检"}
WORDS |= {"gradereason": "按现场情况从严评定"}


@dataclass
class Way:
    """One business item on its way."""

    sort: SeisortRule
    device: Device
    day: date
    item: str = ""
    row: AppBuss | None = None  # of the item, kept while the way is walked
    said: list[Any] = field(default_factory=list)  # what the checks said at the last save
    least: Mapping[str, int] = field(default_factory=dict)  # the rows that its tables must have
    proposed: list[str] = field(default_factory=list)  # the instruments that the record proposed then
    spoken: set[str] = field(default_factory=set)  # the checks of the report that spoke at entry
    judged: Any = None  # what the rules say of its record, asked once until something is done


class Walk(Engine):
    """Takes business items through the services that the screens use."""

    def __init__(self, db: Session):
        super().__init__(db)
        self.world = World(db)

    def _lead_on(self, way: Way, mother: Way) -> None:
        """From a failed report to the record of its re-inspection."""
        with clock.at(datetime.combine(way.day, HOUR)):
            self._answer_notices(mother.item)
            self._declare_again(way, mother.item)
            self._arranged(way)

    def _answer_notices(self, item: str) -> None:
        """The unit signs the notices of an item and says what it did."""
        me, today = self._as("检验一"), clock.today()
        for notice in self.db.scalars(select(InspectionNotice).where(InspectionNotice.appbuss_id == item)):
            for one in problems_of(self.db, notice):
                one.measure, one.donedate, one.doneby = "已整改", today, "使用单位"
            signed = {"receiver": "使用单位", "receivertel": "13805741234", "receivedate": today}
            for name, form in (("sign", signed), ("answer", {"feedbackman": "使用单位", "feedbackdate": today})):
                NOTICE.do(self.db, me, name, [notice.id], NOTICE.by_name[name].read(self.db, me, form))

    def _declare_again(self, way: Way, mother: str) -> None:
        clerk = self._as("受理")
        number = declaring.declare(self.db, clerk, [mother], taken(AGAIN_FORM, self.db, clerk, {}))[0]
        main = self.db.scalars(select(AppMain).where(AppMain.appno == number)).one()
        self._accepted(main)
        way.item = self.db.scalars(select(AppBuss.id).where(AppBuss.appmain_id == main.id)).one()
        rule = records.rule_of(self.db, way.device.equclacode, declaring.CATEGORY, REINSPECTION)
        assert rule is not None
        self.world.qualify(rule.qualifications[0])

    # -- the way ---------------------------------------------------------------------------------------------------

    def _device(
        self, case: Case, kind: str, values: Mapping[str, Any], given: Sequence[Mapping[str, Any]] = ()
    ) -> Device:
        if class_of(kind) != codes.PIPING:
            return self.world.device(kind, values)
        project = self.world.device(kind, {k: v for k, v in values.items() if k in DATES or k == "inspdate"})
        rows = case.get("tables", {}).get("lines", {}).get("rows") or given or [{"pipeno": "L1"}]
        known = self._line_fields() | set(FACTS)
        for one in rows:
            own = lines.values_of(one, known) if given else {}
            self.world.line(project, lines.number(one), {**values, **own})
        return project

    def _to_entry(self, way: Way) -> None:
        """Declare, accept, arrange, confirm and build."""
        self.world.qualify(way.sort.qualifications[0])
        if way.sort.seisort == at.DETECTION:  # whoever inspects a lift may not detect it
            way.device.cheorgsysid = way.device.cheorgsysname = ""
        with clock.at(datetime.combine(way.day, HOUR)):
            main = self._declare(way)
            row = self.db.scalars(select(AppBuss).where(AppBuss.appmain_id == main)).one()
            way.item = row.id
            self._arranged(way)

    def _arranged(self, way: Way) -> None:
        """Arrange, confirm and build."""
        people = {"scinspector": self.world.users["检验一"].id, "inspectors": [self.world.users["检验二"].id]}
        plan = {
            **people,
            "plandate": way.day,
            "confirmHoliday": "1",
            "instruments": self.world.instruments,
        }
        self._move("受理", way, "arrange", **plan)
        self._move("检验一", way, "confirm", contacted="值班", safetybriefed="1")
        self._move("检验一", way, "build")
        self._supervised(way)

    def _supervised(self, way: Way) -> None:
        """Where construction is supervised: every point witnessed, every paper received."""
        case = self.db.scalars(select(Supervision).where(Supervision.appbuss_id == way.item)).first()
        if case is None:
            return
        me, other = self.world.users["检验一"], self.world.users["检验二"]
        people = {"inspector1": me.id, "inspector2": other.id, "visitdate": way.day}
        first = {"firstdate": way.day, "attendants": "施工单位", "firstnote": "已开首次会议"}
        for name, form in (("assign", people), ("first", first), ("hand_in", {}), ("pass", {})):
            if name == "hand_in":
                supervised.witness_all(self.db, self._as("检验一"), case)
            self._as("检验一")
            supervised.SUPERVISION.do(
                self.db, me, name, [case.id], supervised.SUPERVISION.by_name[name].read(self.db, me, form)
            )

    def _declare(self, way: Way) -> str:
        if works := works_of(records.notice_sorts(self.db), way.sort.equclass, way.sort.testsort):
            return self._declare_notified(way, works[0])
        return self._accepted(self._applied(way))

    def _applied(self, way: Way) -> AppMain:
        """The declaration of a device, as the clerk saves it."""
        unit = self.world.unit
        form = declarations.ApplicationForm(
            seisort=way.sort.seisort,
            testsort=way.sort.testsort,
            unitsysid=unit.id,
            inscontactname=unit.contact,
            INSCONTACTTEL=unit.tel,
            earlyreason="案例",  # whenever it is due
            afterstop=isinstance(way.device, Equipment) and way.device.equstatus == codes.STOPPED,
            equipment=[declarations.ItemForm.of(way.device)],
        )
        return declarations.save(self.db, self._as("受理"), form)

    def _declare_notified(self, way: Way, work: str) -> str:
        """A supervised inspection begins with the notice of the construction."""
        assert isinstance(way.device, Equipment)
        if work == INSTALL:
            way.device.equstatus = way.device.regstatus = "0"
        clerk = self._as("受理")
        notice = construction.notify(self.db, clerk, self.world.contract(way.device, work), [way.device.id])
        construction.NOTIFICATION.do(self.db, clerk, "file", [notice.id])
        construction.NOTIFICATION.do(self.db, self._as("批准"), "receive", [notice.id])
        clerk = self._as("受理")
        contact = replace(taken(construction.DECLARE, self.db, clerk, {}), ids=[notice.id])
        number = construction.declare(self.db, clerk, contact)[0]
        return self._accepted(self.db.scalars(select(AppMain).where(AppMain.appno == number)).one())

    def _accepted(self, main: AppMain) -> str:
        """Take a declaration to its acceptance."""
        clerk = self._as("受理")
        sent = {"id": main.id, "chedept": self.world.dept.id, "result": "pass", "materials": all_there(self.db, main)}
        for _step in DECLARATION.steps:
            move = DECLARATION.forward_of(main.step)
            if main.step == at.RUN or move is None:
                break
            DECLARATION.do(self.db, clerk, move.name, [main.id], move.read(self.db, clerk, sent))
        return main.id

    def _move(self, who: str, way: Way, name: str, **values: Any) -> None:
        me, way.judged = self._as(who), None
        if name in JUDGED:
            values = {"seen": handling.looked(self.db, me, way.item), **values}
        BUSINESS.do(self.db, me, name, [way.item], BUSINESS.by_name[name].read(self.db, me, {"id": way.item, **values}))
        if name == "enter":
            handling.cosign(self.db, self._as("检验二"), way.item)

    def _as(self, who: str) -> Any:
        self.db.info["me"] = self.world.users[who]
        return self.world.users[who]

    def _row(self, way: Way) -> AppBuss:
        if way.row is None or way.row.id != way.item:
            way.row = self.db.scalars(select(AppBuss).where(AppBuss.id == way.item)).one()
        return way.row

    def _screen(self, way: Way) -> Any:
        return handling.item_screen(self.db, self._as("检验一"), way.item)

    def _judgement(self, way: Way) -> Any:
        way.judged = way.judged or records.judged_record(self.db, self._row(way))
        return way.judged

    def _asked(self, way: Way) -> Any:
        return self._judgement(way).found.asked

    def _save(self, way: Way, **values: Any) -> None:
        me, way.judged = self._as("检验一"), None
        saved = handling.save_record(self.db, me, checked(RecordForm, {"id": way.item, **values}))
        way.said, way.least = saved["findings"], saved["least"]
        way.proposed = [one["id"] for one in saved["tools"]["proposed"]]

    def _fill(self, way: Way, case: Case, marks: Mapping[str, str], stated: Mapping[str, str]) -> None:
        """Fill the record: tables first, so that the screen knows which values they give."""
        with clock.at(datetime.combine(way.day, HOUR)):
            known = self._judgement(way).found.tables
            tables = filling.tables(case, known)
            if isinstance(way.device, SafetyValve):
                tables |= filling.calibration(tables, way.device, case.get("values", {}), marks.values())
            self._save(way, inspdate=way.day.isoformat(), tables=tables, facts=dict(stated))
            screen = self._screen(way)
            rows = [self._item(one, case, marks[one["item_no"]]) for one in screen["items"]]
            climate = {one["code"]: samples.ordinary(one) for one in screen["sites"]}
            sites = {name: f"{value:f}" for name, value in climate.items() if value is not None}
            sites |= filling.texts(case.get("conditions", {}))
            sites = {name: text for name, text in sites.items() if name not in filling.unmeasured(case)}
            self._save(way, results=rows, conditions=sites)
            self._fill_tables(way, case, tables, stated)
            way.spoken |= {one["check"] for one in way.said if one["check"]}
            self._mark_outside(way, rows)
            self._mark_absent(way, case)
            self._name_instruments(way)

    def _fill_tables(self, way: Way, case: Case, given: Mapping[str, Any], stated: Mapping[str, str]) -> None:
        """Rows for the tables that the record cannot lack and of which the case says nothing."""
        short = {code: count for code, count in way.least.items() if code not in given}
        if not short:
            return
        screen = self._screen(way)
        own = self._judgement(way).found.limits
        values = {**own, **samples.values_of(screen["items"]), **stated, **filling.named_values(case)}
        if tables := samples.sample_tables(screen, short, values, records.values_of(way.device)):
            self._save(way, tables=tables)
        self._measure_more(way, case)
        self._write_witnessed(way)

    def _measure_more(self, way: Way, case: Case) -> None:
        """What the tables ask for besides: a limit that reads them applies now."""
        wanted = []
        for one in self._screen(way)["items"]:
            if one["result"] not in CONFORMS or filling.left_empty(case, one["item_no"]):
                continue
            free = [m for m in one["measures"] if not m["fed"] and m["field"] not in one["values"]]
            more = {m["field"]: f"{value:f}" for m in free if (value := samples.ordinary(m)) is not None}
            if more:
                note = {"r": one["result"], "n": one["note"], "m": one["monitored"], "v": {**one["values"], **more}}
                wanted.append({"seq": str(one["seq"]), **note})
        if wanted:
            self._save(way, results=wanted)

    def _write_witnessed(self, way: Way) -> None:
        """The pressure test that the supervision saw is the one of the record."""
        rows = records.record_or_refuse(self.db, self._row(way)).measures.get(filling.PRESS, {}).get("rows", [])
        case = self.db.scalars(select(Supervision).where(Supervision.appbuss_id == way.item)).first()
        if case is None or not rows:
            return
        own = select(SupervisionPoint).where(SupervisionPoint.supervision_id == case.id, SupervisionPoint.loadtest)
        for point in self.db.scalars(own):
            point.pressure = Decimal(rows[0]["pressure"])
        self.db.flush()

    def _name_instruments(self, way: Way) -> None:
        """The inspector agrees to the instruments that the record proposes; where no item needs one, to any."""
        self._save(way, instruments=way.proposed or self.world.instruments[:1])

    def _mark_outside(self, way: Way, rows: list[dict[str, Any]]) -> None:
        """Entry says at once which values lie outside their limits: the inspector marks these items as failed."""
        outside = {str(one.item.seq) for one in self._judgement(way).found.outside}
        wrong = [{**one, "r": "×", "n": "实测值超限"} for one in rows if one["seq"] in outside and one["r"] == "√"]
        if wrong:
            self._save(way, results=wrong)

    def _mark_absent(self, way: Way, case: Case) -> None:
        """Entry says at once what cannot conform: the inspector marks what the device does not have."""
        named = {*case.get("results", {}), *case.get("values", {})}
        while (wrong := filling.absent(self._judgement(way).found, named)) is not None:
            self._save(way, results=[{"seq": str(wrong), "r": "—", "n": "", "m": False, "v": {}}])
        undone = filling.undone(way.said, self._judgement(way).found.items, named)
        if undone:
            self._save(
                way, results=[{"seq": str(one), "r": "—", "n": "本次未做", "m": False, "v": {}} for one in undone]
            )

    def _item(self, one: Mapping[str, Any], case: Case, mark: str) -> dict[str, Any]:
        named = one["item_no"] in {**case.get("results", {}), **case.get("values", {})}
        mark = one["result"] if one["result"] and not named and mark == "√" else mark
        values = filling.texts(case.get("values", {}).get(one["item_no"], {}))
        free = [m for m in one["measures"] if not m["fed"]]
        ordinary = {m["field"]: samples.ordinary(m) for m in free}
        bounded = {name: f"{value:f}" for name, value in ordinary.items() if value is not None}
        if mark in filling.MEASURED and not filling.left_empty(case, one["item_no"]):
            values = (bounded if mark in CONFORMS or not values else {}) | values
            if not values and one["type"] == "measure" and len(free) == len(one["measures"]):
                values = {m["field"]: f"{samples.can_be(m):f}" for m in free}
        note = "检验发现的问题" if mark in ("×", "△") else ""
        watched = one["item_no"] in case.get("monitored", [])
        return {"seq": str(one["seq"]), "r": mark, "n": note, "m": watched, "v": values}

    def _finish(self, way: Way, code: str, effect: str, chosen: date | None = None) -> str:
        """Conclude, submit, audit and approve; the sentence when somebody refuses."""
        try:
            with clock.at(datetime.combine(way.day, HOUR)):
                self._conclude(way, code, effect, chosen)
                reasons = self._reasons(way)
                self._reasoned("检验一", way, "enter", **({"reasons": reasons} if reasons else {}))
                for who, name in (("校核", "verify"), ("分项审核", "audit_fx"), ("审核", "audit"), ("批准", "approve")):
                    if self._row(way).step in BUSINESS.by_name[name].frm:
                        self._reasoned(who, way, name, opinion="同意签发")
        except Refused as refusal:
            return refusal.message
        return ""

    def _reasoned(self, who: str, way: Way, name: str, **values: Any) -> None:
        """Move, with reasons where they are asked."""
        try:
            with self.db.begin_nested():
                self._move(who, way, name, **values)
        except Refused:
            way.said = self._findings(way)
            if not (reasons := self._reasons(way)):
                raise
            self._move(who, way, name, **values | {"reasons": reasons})

    def _findings(self, way: Way) -> Any:
        row = self._row(way)
        record = records.record_or_refuse(self.db, row)
        return records.judged(self.db, row, record, records.examine(self.db, row, record))["findings"]

    def _reasons(self, way: Way) -> dict[str, str]:
        """A reason for everything that the checks of the report ask about."""
        return {one["key"]: "案例：已核实" for one in way.said if one["key"] and not one["reason"]}

    def _conclude(self, way: Way, code: str, effect: str, chosen: date | None) -> None:
        stated = records.record_or_refuse(self.db, self._row(way)).facts
        fields = [one for one in self._asked(way) if one.holds(code)]
        names = {one.name for one in fields}
        facts = {name: WORDS[name] for name in ("limits", "gradereason") if name in names}
        facts |= {one.name: APPROVAL for one in fields if stated.get(one.wantedby, "0") != "0"}
        facts |= {one.name: "" for one in self._asked(way) if stated.get(one.name) and not one.holds(code)}
        if VALID in names:
            facts[VALID] = clock.add_months(way.day, YEAR).isoformat()
        due = clock.add_months(way.day, 1).isoformat()
        marks = records.record_or_refuse(self.db, self._row(way)).results
        wrong = "、".join(seq for seq, one in marks.items() if one.get("r") in ("×", "△"))
        words = {"problems": f"第{wrong}项不符合，须整改" if wrong else WORDS["problems"]}
        self._save(way, conclusion=code, facts=facts, rectifydue=due, **words)
        if self._judgement(way).needs("notice"):
            notices.give(self.db, self._as("检验一"), self._row(way), clock.add_months(way.day, 1))
            way.judged = None
            way.said = self._findings(way)
        if chosen or effect == "limited":
            row = self._row(way)
            soon = SOON.get((row.testsort, code))
            by_rule = records.record_or_refuse(self.db, row).ruledate or self._free_date(way)
            limit = chosen or (clock.add_months(way.day, soon) if soon else by_rule)
            if limit is not None:
                self._save(way, nextdate=limit.isoformat())

    def _free_date(self, way: Way) -> date | None:
        """The date that an inspector sets where no rule gives one."""
        fields = way.sort.next_date_fields if way.sort else ()
        return (
            clock.add_months(way.day, YEAR) if fields and self._sets_itself(way.sort, way.device.equclacode) else None
        )

    # -- afterwards ------------------------------------------------------------------------------------------------

    def _dates(self, way: Way) -> dict[str, date | None]:
        self.db.flush()
        values = records.values_of(way.device)
        known = self._fields(way.device.equclacode)
        return {name: day_of(values[name]) if values.get(name) else None for name in DATES if name in known}

    def _lines_of(self, way: Way) -> dict[str, dict[str, date | None]]:
        own = self.db.scalars(select(Pipeline).where(Pipeline.equdatasysid == way.device.id))
        found: dict[str, dict[str, date | None]] = {}
        for line in own:
            values = flat(line)
            found[line.pipeno] = {
                name: day_of(values[name]) if values.get(name) else None for name in DATES if name in values
            }
        return found


def wrong_item(items: Sequence[Mapping[str, Any]]) -> str:
    """The item that is found wrong where a case says only that an inspection failed: the first key item."""
    wrong = next((one for one in items if one["key"] and one["result"] != "—"), items[0])
    return str(wrong["item_no"])


def in_use(line: Mapping[str, Any]) -> bool:
    return str(line.get("linestatus") or codes.IN_USE) == codes.IN_USE
