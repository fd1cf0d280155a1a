"""One row of every kind of belonging in every table with a data scope, and the kinds of people who look at them.

`foreign` belongs to nobody here; each other row differs from it in the one thing that its label says: the institute,
the department, the unit, the maintenance unit, the area, the person who made it, or whom it names.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from sqlalchemy import String, UniqueConstraint, inspect, select, update
from sqlalchemy.orm import Session
from sqlalchemy.types import Date, DateTime, Integer

from tejian import areas
from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.changes import StateChange
from tejian.archives.models.correction import Correction
from tejian.archives.models.cylinders import CylinderCar
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.iot import LiftEvent, LiftIot
from tejian.archives.models.maintenance import Maintenance
from tejian.archives.models.merging import Trace
from tejian.archives.models.persons import Person, PersonCert, PersonDevice
from tejian.archives.models.piping import PipeChange, Pipeline
from tejian.archives.models.products import Product
from tejian.archives.models.quality import EquipmentQuality
from tejian.archives.models.queries import QuerySetting
from tejian.archives.models.refinery import SiteInspection
from tejian.archives.models.units import (
    DetectionCapability,
    MaintContract,
    Unit,
    UnitBranch,
    UnitContact,
    UnitLicence,
    UnitName,
)
from tejian.archives.models.valves import SafetyValve, ValveCalibration
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.models.arrears import Letter
from tejian.charging.models.batches import ChargeBatch
from tejian.charging.models.bills import BillFile, BillRequest
from tejian.charging.models.cash import CashLot
from tejian.charging.models.charges import CashDay, CashMonth, Charge, ChargeEntry, Invoice, PayOrder, ReliefPolicy
from tejian.charging.models.checks import BankForm, Difference, Statement, StatementLine
from tejian.charging.models.contracts import Contract, ContractClause, Instalment
from tejian.charging.models.credit import CreditLine
from tejian.charging.models.outlays import ChargeOut
from tejian.charging.models.parts import ChargePart
from tejian.charging.models.replays import FeeReplay
from tejian.charging.models.surplus import Surplus
from tejian.charging.models.tables import FeeTable
from tejian.charging.models.transfers import BankTransfer
from tejian.exchange.models import (
    ExchangeMapping,
    ExchangeMessage,
    ExchangePartner,
    ExchangePlan,
    ThirdReport,
    Transfer,
)
from tejian.imports.models import ImportRun, ImportSource
from tejian.inspection.models.absence import StaffLeave
from tejian.inspection.models.construction import ConstructionDevice, ConstructionNotice
from tejian.inspection.models.designer import FlowEdition, FlowTrial
from tejian.inspection.models.durations import LearntMinutes, SiteTime
from tejian.inspection.models.entrusted import EntrustedProject
from tejian.inspection.models.fieldwork import PackJob, RecordConflict, RecordOp, Terminal, TerminalDay
from tejian.inspection.models.hazards import Hazard
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.labels import LabelBatch
from tejian.inspection.models.laboratory import LabFinding, LabSample
from tejian.inspection.models.mobile import AppVersion, HeldJob, OpFailure, RecordSubmit, TaskGuide
from tejian.inspection.models.notices import InspectionNotice, NoticeProblem
from tejian.inspection.models.online import OnlineApplication, OnlineDevice
from tejian.inspection.models.photos import PhotoMark
from tejian.inspection.models.planning import PlanLine, PlanProposal
from tejian.inspection.models.posting import NumberRange, PostedReport, Waybill
from tejian.inspection.models.printing import MarkSheet
from tejian.inspection.models.records import CheckRun, ReportSm2
from tejian.inspection.models.reissue import ReportChange
from tejian.inspection.models.replanning import TaskRequest
from tejian.inspection.models.reports import OriginalRecord, PrintLog, Report
from tejian.inspection.models.seals import SealCertificate
from tejian.inspection.models.signatures import Opening, Signature, SignatureTaken
from tejian.inspection.models.signoff import OwnerDissent, OwnerSheet
from tejian.inspection.models.simple import SimpleReport
from tejian.inspection.models.subreports import SubReport
from tejian.inspection.models.supervised import LiaisonSheet, Supervision, SupervisionPaper, SupervisionPoint
from tejian.inspection.models.templates import TemplateTrial, TemplateVersion
from tejian.inspection.models.turnaround import TurnaroundItem, TurnaroundProject, TurnaroundWork
from tejian.inspection.models.visits import UnitVisit
from tejian.instruments.models import Instrument, InstrumentLoan, InstrumentOverhaul
from tejian.kit.database.db import Base
from tejian.kit.ground import clock
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.knowledge.models import KnowledgeClause, KnowledgeDoc
from tejian.lifts.models.binding import LiftBinding, RescueStation
from tejian.lifts.models.ending import LiftTermination
from tejian.lifts.models.filing import MaintFiling
from tejian.lifts.models.rescue import RescueIncident
from tejian.messages.models import Message, Sms, SmsReply
from tejian.moving.models import MovingFile, MovingNumber, MovingOut, MovingProject, MovingRow
from tejian.persons.models.bodies import ExamBody, MonitorCert
from tejian.persons.models.certificates import CertCase, WorkCertificate
from tejian.persons.models.classes import ClassStudent, TrainingClass
from tejian.persons.models.exams import ExamApplication, ExamScore
from tejian.quality.models.conformity import Conformity
from tejian.quality.models.files import FileReceipt, QualityFile
from tejian.quality.models.spotchecks import SpotCheck, SpotItem
from tejian.quality.models.workload import WorkloadShare
from tejian.registration.models.first import FirstRegistration
from tejian.registration.models.use import UseRegistration
from tejian.statistics.models.editions import StatEdition
from tejian.statistics.models.filed import Indicator, StatForm
from tejian.supervision.models.checks import SupervisionCheck
from tejian.supervision.models.copies import CarbonCopy
from tejian.supervision.models.defects import Defect
from tejian.supervision.models.draws import Draw
from tejian.supervision.models.duties import DutyRecord
from tejian.supervision.models.opinions import OpinionCall
from tejian.supervision.models.selfchecks import SelfCheckRule
from tejian.supervision.models.serious import SeriousReport
from tejian.supervision.models.warnings import UnitWarning
from tejian.system.models.accounts import SysUser
from tejian.system.models.querymodels import QueryCondition, QueryModel
from tejian.system.models.rules import RuleRow
from tejian.system.models.settings import Notice, Param, SavedView
from tejian.watch.models.chain import ChainCheck
from tejian.watch.models.storage import StorageCheck

areas.load()  # so that every right is known
OURS, THEIRS = "walk-org-ours", "walk-org-theirs"
DEPT, OTHER_DEPT = "walk-dept-ours", "walk-dept-theirs"
CASHIER = "walk-cashier"  # of DEPT
HERE, CITY, AWAY = "330212", "330200", "440300"
WHO, NOBODY = "walk-person", "walk-nobody"
UNIT, MAINTAINER, STRANGER = "walk-unit", "walk-maintainer", "walk-stranger"

_EVERY = frozenset(PERMISSIONS)
KINDS: dict[str, User] = {
    "all": User("walk-all", "全部", org_id=THEIRS, scope="all", permissions=_EVERY),
    "org": User("walk-org", "本机构", org_id=OURS, dept_id=OTHER_DEPT, scope="org", permissions=_EVERY),
    "dept": User("walk-dept", "本部门", org_id=OURS, dept_id=DEPT, scope="dept", permissions=_EVERY),
    "area": User("walk-area", "本区监管", org_id="walk-bureau", area=HERE, scope="area", permissions=_EVERY),
    "city": User("walk-city", "全市监管", org_id="walk-bureau", area=CITY, scope="area", permissions=_EVERY),
    "unit": User("walk-user", "使用单位", unit_id=UNIT, scope="unit", permissions=_EVERY),
    "maint": User("walk-maint", "维保单位", unit_id=MAINTAINER, scope="unit", permissions=_EVERY),
    "own": User(WHO, "本人", org_id=OURS, dept_id=DEPT, scope="own", permissions=_EVERY),
    "other": User(
        "walk-other", "别的机构", org_id="walk-org-third", dept_id="walk-dept-third", scope="org", permissions=_EVERY
    ),
}


def kind(name: str, *without: str) -> User:
    """A person of a kind, without some rights."""
    return replace(KINDS[name], permissions=_EVERY - set(without))


World = dict[str, dict[str, Any]]  # model → label → key


def _filler(column: Any) -> Any:
    """Something for a column that must hold something."""
    if isinstance(column.type, DateTime):
        return clock.now()
    if isinstance(column.type, Date):
        return clock.today()
    return 0 if isinstance(column.type, Integer) else None


def _unique(table: Any) -> set[str]:
    """The text columns of a table that no two rows may share."""
    kept = [i for i in table.indexes if i.unique] + [c for c in table.constraints if isinstance(c, UniqueConstraint)]
    columns = {c for one in kept for c in one.columns} | {c for c in table.columns if c.unique}
    return {c.key for c in columns if isinstance(c.type, String) and not c.foreign_keys}


def filled(model: Any, label: str, values: dict[str, Any]) -> Any:
    """A row of a model: what `values` does not give and the table demands is filled."""
    row = model(**values)
    unique = _unique(model.__table__)
    for name, column in inspect(model).columns.items():
        needed = not column.nullable and column.default is None and column.server_default is None
        if name not in values and (column.key in unique or (needed and column.computed is None)):
            text = isinstance(column.type, String)
            setattr(row, name, f"walk{label}"[: column.type.length] if text else _filler(column))
    return row


def parents(db: Session, model: Any) -> dict[str, str]:
    """The keys of rows made for the foreign keys that a row of a model must have."""
    by_table = {m.class_.__tablename__: m.class_ for m in Base.registry.mappers}
    out = {}
    for column in model.__table__.columns:
        for key in column.foreign_keys:
            parent = by_table[key.column.table.name]
            row = filled(parent, "up", parents(db, parent))
            db.add(row)
            db.flush()
            out[column.key] = row.id
    return out


def build(db: Session) -> World:
    """Make every row; gives the keys by model and label."""
    db.info["me"] = User(NOBODY, "走查")
    world: World = {}

    def put(model: Any, rows: dict[str, dict[str, Any]], **common: Any) -> None:
        base = {"createby": NOBODY} if hasattr(model, "createby") else {}
        made = {label: filled(model, label, {**base, **common, **own}) for label, own in rows.items()}
        db.add_all(made.values())
        db.flush()
        world[model.__name__] = {label: inspect(row).identity[0] for label, row in made.items()}

    names = {"foreign": STRANGER, "unit": UNIT, "maint": MAINTAINER}
    put(
        Unit,
        {label: {"id": key, "name": f"走查{label}", "code": f"WALK{label}"} for label, key in names.items()}
        | {"gone": {"id": "walk-gone", "name": "走查已删", "unitDel": 1}},
        unittype="01,15",
        ismaintain=True,
    )
    _devices(put)
    _of_devices(put, world)
    _of_units(put, world)
    _of_persons(put, db, world)
    _business(put, world)
    _others(put, world)
    layout = select(RuleRow.id).where(RuleRow.tbl == "report_layouts", RuleRow.data["template"].astext == "DT-DJ")
    world["RuleRow"] = {"foreign": db.scalars(layout).one()}  # the page of a template is that of its layout
    db.commit()
    return world


def _devices(put: Any) -> None:
    foreign = {"cheorgsysid": THEIRS, "chedeptid": OTHER_DEPT, "useorgsysid": STRANGER, "areacode": AWAY}
    rows: dict[str, dict[str, Any]] = {
        "foreign": {},
        "org": {"cheorgsysid": OURS},
        "unit": {"useorgsysid": UNIT},
        "maint": {"maiorgsysid": MAINTAINER},
        "area": {"areacode": HERE},
        "person": {"createby": WHO},
        "gone": {"equDel": 1, "cheorgsysid": OURS, "useorgsysid": UNIT, "areacode": HERE, "createby": WHO},
    }
    for n, row in enumerate(rows.values()):
        row |= {"equcode": f"WALK3110000000000{n}", "equname": "走查梯", "prono": f"WALK{n}"}
    common = {"equclass": "3000", "equclacode": "3110", "equstatus": "1", "regstatus": "1", "unqualcode": "1032"}
    put(Equipment, rows, **foreign, **common, ninspdate=clock.today() - timedelta(days=3650))


def _of_devices(put: Any, world: World) -> None:
    """What stands at the devices of each label."""
    seen = {label: {"equdatasysid": key} for label, key in world["Equipment"].items()}
    for model in (LiftIot, LiftEvent, Pipeline, PipeChange):
        put(model, {k: {**v} for k, v in seen.items()})
    put(EquipmentQuality, {k: {**v} for k, v in seen.items()}, score=1, faults=[])
    put(SiteInspection, {k: {**v} for k, v in seen.items()})
    visits = {k: {**v, "maiorgsysid": STRANGER} for k, v in seen.items() if k != "gone"}
    visits["visit"] = {**seen["foreign"], "maiorgsysid": MAINTAINER}
    put(Maintenance, visits)
    reports = {k: {**v, "unit_id": STRANGER} for k, v in seen.items() if k != "gone"}
    reports["made"] = {**seen["foreign"], "unit_id": UNIT}
    put(ThirdReport, reports, kind="I")
    changes: dict[str, dict[str, Any]] = {
        "foreign": {},
        "from org": {"fromorg": OURS},
        "to org": {"toorg": OURS},
        "from area": {"fromarea": HERE},
        "to area": {"toarea": HERE},
        "unit": seen["unit"],
        "maint": seen["maint"],
        "person": {"createby": WHO},
    }
    away = {"fromorg": THEIRS, "toorg": THEIRS, "fromarea": AWAY, "toarea": AWAY}
    put(StateChange, changes, **away, action="stop")


def _of_units(put: Any, world: World) -> None:
    mine = {"foreign": {"unit_id": STRANGER}, "unit": {"unit_id": UNIT}}
    for model in (UnitContact, UnitBranch, UnitLicence, MaintContract, UnitName, DetectionCapability, Person):
        more = {"post": "12", "status": "1"} if model is Person else {}
        put(model, {k: {**v} for k, v in mine.items()}, **more)
    people = {label: {"person_id": key} for label, key in world["Person"].items()}
    put(PersonCert, {k: {**v, "certno": f"WALK{k}"} for k, v in people.items()}, item="Q1")
    device = world["Equipment"]["foreign"]
    put(PersonDevice, {k: {**v, "equdatasysid": device} for k, v in people.items()})
    named = {"foreign": {}, "unit": {"unit_id": UNIT}, "use": {"useunit_id": UNIT}}
    put(InspAuthorization, {k: {"unit_id": STRANGER, **v} for k, v in named.items()})


def _of_persons(put: Any, db: Session, world: World) -> None:
    """Examinations and certificates: of bodies by their organisation, of units, of the area, of who made them."""
    official = {"foreign": {}, "org": {"org_id": OURS}, "area": {"areacode": HERE}, "person": {"createby": WHO}}
    away = {"org_id": THEIRS, "areacode": AWAY}
    own = official | {"person": {"user_id": WHO}}
    put(ExamBody, {"foreign": {"name": "走查考试机构", **away}})
    put(MonitorCert, {k: {"user_id": NOBODY, **away, **v} for k, v in own.items()})
    put(TrainingClass, {k: {"classno": f"WALK{k}", **away, **v} for k, v in official.items()}, step="BM")
    nobody = {"person_id": world["Person"]["foreign"]}
    put(ClassStudent, {k: {"class_id": key, **nobody} for k, key in world["TrainingClass"].items()})
    applied = official | {"unit": {"unitsysid": UNIT}}
    told = {"unitsysid": STRANGER, "item": "N1", "step": "1", **away, **nobody}
    put(ExamApplication, {k: {"applyno": f"WALK{k}", **told, **v} for k, v in applied.items()})
    sat = {k: {"application_id": world["ExamApplication"][k], **away, **v} for k, v in official.items()}
    put(ExamScore, sat, part="T", step="D", score=70)
    papers = {k: {"archiveno": f"WALK{k}", **parents(db, WorkCertificate), **v} for k, v in applied.items()}
    holders = [one["person_id"] for one in papers.values()]
    db.execute(
        update(Person).where(Person.id.in_(holders)).values(name="走查持证人")
    )  # a blank row is none in a workbook
    put(WorkCertificate, {k: {**away, "unitsysid": STRANGER, **v} for k, v in papers.items()})
    asked = {k: v for k, v in applied.items() if k != "org"}
    about = {"cert_id": world["PersonCert"]["foreign"], "kind": "R", "step": "SQ", "item": "Q1", **nobody}
    put(CertCase, {k: {"unitsysid": STRANGER, "areacode": AWAY, **about, **v} for k, v in asked.items()})


def _business(put: Any, world: World) -> None:
    today = clock.today()
    mains: dict[str, dict[str, Any]] = {
        "foreign": {},
        "org": {"cheorg": OURS},
        "dept": {"chedept": DEPT},
        "unit": {"unitsysid": UNIT},
        "person": {"createby": WHO},
        "named": {"takers": [WHO, KINDS["dept"].id, KINDS["other"].id]},
    }
    away = {"cheorg": THEIRS, "chedept": OTHER_DEPT, "unitsysid": STRANGER}
    for label, row in mains.items():
        row["appno"] = f"WALK{label}".upper()
    put(AppMain, mains, **away, step="YWSB", status="00", appdate=today, equclass="3000")
    main = world["AppMain"]
    device = {"equdatasysid": world["Equipment"]["foreign"]}
    put(AppItem, {k: {"appmain_id": v, **device} for k, v in main.items()})
    items: dict[str, dict[str, Any]] = {
        "foreign": {},
        "org": {"cheorg": OURS},
        "dept": {"chedept": DEPT},
        "unit": {"unitsysid": UNIT},
        "area": {"areacode": HERE},
        "person": {"createby": WHO},
        "named": {"inspectors": [WHO, KINDS["dept"].id, KINDS["other"].id]},
    }
    for label, row in items.items():
        row |= {"seisn": f"WALKS{label}".upper(), "reportno": f"WALKR{label}".upper()}
    common = {"appmain_id": main["foreign"], "step": "RWAP", "status": "30", "equclass": "3000", "areacode": AWAY}
    put(AppBuss, items, **{**away, **device, **common})
    records = {k: {"appbuss_id": v} for k, v in world["AppBuss"].items()}
    put(OriginalRecord, {k: {**v} for k, v in records.items()})
    put(CheckRun, {k: {**v} for k, v in records.items()}, findings=[])
    put(Report, {k: {**v, "reportno": f"WALK{k}"} for k, v in records.items()}, key="0" * 64)
    signatures = {k: {"report_id": v} for k, v in world["Report"].items()}
    put(ReportSm2, signatures, container="", sm3="0" * 64, signer="", issuer="", serial="", signedat=clock.now())
    put(Signature, {k: {**v} for k, v in records.items()}, role="检验", signedat=clock.now())
    taken = {k: {**v, "signature_id": world["Signature"][k]} for k, v in records.items()}
    put(SignatureTaken, taken, takenat=clock.now())
    put(Opening, {k: {**v} for k, v in records.items()}, proof="")
    put(InspectionNotice, {k: {**v, "noticeno": f"WALK{k}"} for k, v in records.items()}, kind="03", step="MEND")
    put(PrintLog, {k: {"subject_id": v["appbuss_id"]} for k, v in records.items()}, printtype="REPORT")
    put(Hazard, {k: {**v, "hazno": f"WALK{k}"} for k, v in records.items()}, step="MEND", level="5")
    put(LabSample, {k: {**v, "sampleno": f"WALK{k}"} for k, v in records.items()}, step="CY")
    samples = {k: {**records[k], "sample_id": key} for k, key in world["LabSample"].items()}
    put(LabFinding, samples, step="DC")
    put(SubReport, {k: {**v, "subno": f"WALK{k}-01"} for k, v in records.items()}, seq=1, step="DONE")
    put(MarkSheet, {k: {**v, "sheetno": f"WALK{k}"} for k, v in records.items()}, state="01")
    put(ReportChange, {k: {**v} for k, v in records.items()}, reportno="WALK", step="DONE")
    put(TaskRequest, {k: {**v} for k, v in records.items()}, step="WAIT", kind="1")
    named = {k: {"notice_id": v} for k, v in world["InspectionNotice"].items()}
    put(NoticeProblem, named, seq=1)
    works: dict[str, dict[str, Any]] = {
        "foreign": {},
        "org": {"cheorg": OURS},
        "unit": {"unitsysid": UNIT},
        "maint": {"contractor_id": MAINTAINER},
        "area": {"areacode": HERE},
        "person": {"createby": WHO},
    }
    elsewhere = {"cheorg": THEIRS, "unitsysid": STRANGER, "contractor_id": STRANGER, "areacode": AWAY}
    put(ConstructionNotice, works, **elsewhere, step="FILED", worktype="02", equclass="3000", startdate=today)
    cases = {
        k: {**records[k], **{n: x for n, x in v.items() if n not in ("seisn", "reportno")}} for k, v in items.items()
    }
    cases["unit"]["contractor_id"] = MAINTAINER
    put(Supervision, cases, **away, step="WORK", areacode=AWAY, contractor_id=STRANGER)
    of_case = {k: {"supervision_id": v} for k, v in world["Supervision"].items()}
    put(SupervisionPoint, {k: {**v} for k, v in of_case.items()}, seq=1, loadtest=True, hold="H", stage="03")
    put(SupervisionPaper, {k: {**v} for k, v in of_case.items()}, seq=1)
    put(LiaisonSheet, {k: {**v, "liaisonno": f"WALK{k}"} for k, v in of_case.items()}, step="SENT")
    asked: dict[str, dict[str, Any]] = {"foreign": {}, "org": {"cheorg": OURS}, "unit": {"unitsysid": UNIT}}
    asked["person"] = {"sender_id": WHO}
    booked = {k: {n: x for n, x in v.items() if n == "unitsysid"} for k, v in asked.items()}
    numbered = {k: {"onlineno": f"WALK{k}", **v} for k, v in asked.items()}
    put(UnitVisit, {k: {"visitno": f"WALK{k}"} | v for k, v in booked.items()}, unitsysid=STRANGER, step="ASKED")
    numbered = {k: v | {"visit_id": world["UnitVisit"][k]} for k, v in numbered.items()}
    put(OnlineApplication, numbered, cheorg=THEIRS, unitsysid=STRANGER, step="SENT", equclass="3000")
    put(OnlineDevice, {k: {"online_id": v} for k, v in world["OnlineApplication"].items()}, seq=1, **device)
    put(ConstructionDevice, {k: {"notice_id": v} for k, v in world["ConstructionNotice"].items()}, seq=1, **device)


def _others(put: Any, world: World) -> None:
    away = {"cheorgsysid": THEIRS, "useorgsysid": STRANGER, "areacode": AWAY}
    valves = {"foreign": {}, "org": {"cheorgsysid": OURS}, "unit": {"useorgsysid": UNIT}}
    valves |= {"area": {"areacode": HERE}, "person": {"createby": WHO}}
    put(SafetyValve, {k: {**v, "valveno": f"WALK{k}"} for k, v in valves.items()}, **away)
    put(
        ValveCalibration,
        {k: {"samvalveid": v} for k, v in world["SafetyValve"].items()},
        caldate=clock.today(),
        setcyclemonths=12,
    )
    cars = {k: {("unitsysid" if n == "useorgsysid" else n): x for n, x in v.items()} for k, v in valves.items()}
    put(CylinderCar, cars, cheorgsysid=THEIRS, unitsysid=STRANGER, areacode=AWAY)
    products = {"foreign": {}, "org": {"cheorgsysid": OURS}, "unit": {"makersysid": UNIT}, "person": {"createby": WHO}}
    put(Product, products, cheorgsysid=THEIRS, makersysid=STRANGER, equclass="3000", state="0")
    device = world["Equipment"]["gone"]
    owned: dict[str, dict[str, Any]] = {"foreign": {}, "org": {"orgid": OURS}, "area": {"areacode": HERE}}
    owned["person"] = {"createby": WHO}
    put(
        Trace,
        {k: {**v} for k, v in owned.items()},
        orgid=THEIRS,
        areacode=AWAY,
        entity="equipment",
        how="1",
        object_id=device,
    )
    asked = {**owned, "unit": {"unit_id": UNIT}, "writer": {"createby": KINDS["dept"].id}}
    put(Correction, {k: {**v} for k, v in asked.items()}, orgid=THEIRS, areacode=AWAY, unit_id=STRANGER, step="DRAFT")
    sent = {k: {("cheorg" if n == "orgid" else n): x for n, x in v.items()} for k, v in owned.items()}
    put(Transfer, sent, cheorg=THEIRS, areacode=AWAY, direction="push")
    put(ExchangePartner, {"foreign": {"enddate": clock.today()}})
    whom = {"partner_id": world["ExchangePartner"]["foreign"]}
    put(ExchangeMapping, {"foreign": {**whom}}, entity="equipment", step="CG")
    put(ExchangePlan, {"foreign": {**whom}})
    told = {"direction": "push", "state": "2", **whom}
    put(ExchangeMessage, {k: {**v} for k, v in owned.items() if k != "person"}, orgid=THEIRS, areacode=AWAY, **told)
    owed = {"foreign": {}, "org": {"orgid": OURS}, "unit": {"payunitsysid": UNIT}, "person": {"createby": WHO}}
    numbered = {k: {"chargesysid": f"WALK{k}", **v} for k, v in owed.items()}
    put(Charge, numbered, orgid=THEIRS, payunitsysid=STRANGER, step="DUE", status="2", nature="非税")
    deals = {k: {("unitsysid" if n == "payunitsysid" else n): x for n, x in v.items()} for k, v in owed.items()}
    term = {"validfrom": clock.today(), "validto": clock.today(), "nature": "应税"}
    signed = {k: {"agrno": f"WALK{k}", "series_id": f"WALK{k}", **v} for k, v in deals.items()}
    put(Contract, signed, orgid=THEIRS, unitsysid=STRANGER, step="FORCE", status="4", **term)
    in_force = {k: {"contract_id": v} for k, v in world["Contract"].items()}
    put(ContractClause, in_force, seq=1, equclass="3000", testsort="0211", price=1)
    put(Instalment, in_force, seq=1, dueday=clock.today(), amount=1)
    term = {"made": clock.today(), "deadline": clock.today(), "oldest": clock.today(), "amount": 1}
    asked_to = {k: {"letterno": f"WALK{k}", **v} for k, v in deals.items()}
    asked_to["unit"]["sent"] = clock.today()
    put(Letter, asked_to, orgid=THEIRS, unitsysid=STRANGER, **term)
    behind = {k: {"charge_id": world["Charge"][k]} for k in owed}
    entry = {"kind": "paid", "amount": 1, "way": "cash", "at": clock.now(), "day": clock.today()}
    of_charge = {k: {"id": f"WALK{k}", "orgid": numbered[k].get("orgid", THEIRS), **v} for k, v in behind.items()}
    put(ChargeEntry, of_charge, **entry)
    put(ChargePart, {k: {**v} for k, v in behind.items()}, seq=1, dueday=clock.today(), amount=1)
    tills = {
        "foreign": {},
        "org": {"orgid": OURS},
        "person": {"userid": WHO, "createby": WHO},
        "dept": {"userid": CASHIER},
    }
    days = {k: {"userid": f"walk{k}", **v} for k, v in tills.items()}
    put(CashDay, days, orgid=THEIRS, day=clock.today(), step="REVIEW")
    lots = {k: {"day_id": world["CashDay"][k], **v} for k, v in tills.items()}
    lots["person"] = {"day_id": world["CashDay"]["person"], "holderid": WHO}
    put(CashLot, lots, orgid=THEIRS, day=clock.today(), place="fiscal", amount=1, step="CARRIED")
    owned = {"foreign": {}, "org": {"orgid": OURS}, "person": {"createby": WHO}}
    months = {k: {"month": f"2020-0{n}", **v} for n, (k, v) in enumerate(owned.items(), 1)}
    came = {k: {"ref": f"WALK{k}", "transferno": f"WALK{k}", **v} for k, v in owned.items()}
    put(
        BankTransfer,
        came,
        orgid=THEIRS,
        payunitsysid=STRANGER,
        place="bank",
        amount=1,
        arrived=clock.today(),
        step="WAIT",
    )
    many = {k: {"batchno": f"WALK{k}", **v} for k, v in owned.items()}
    put(ChargeBatch, many, orgid=THEIRS, kind="bill", step="PREVIEW")
    files = {k: {"fileno": f"WALK{k}", **v} for k, v in owned.items()}
    put(BillFile, files, orgid=THEIRS, kind="01", form="json", step="OUT")
    put(CashMonth, months, orgid=THEIRS, step="MONTH")
    asked_of = {k: {"subject": f"WALK{k}", **v} for k, v in owned.items()}
    asked_of["dept"] = {"subject": "WALKdept", "seisn": "WALKSDEPT"}
    put(Difference, asked_of, orgid=THEIRS, step="DIFF", found=clock.today())
    put(FeeTable, {"foreign": {"tableno": "WALK"}}, step="DRAFT")
    put(Indicator, {"foreign": {"code": "WK01"}}, name="走查", kind="2", step="BZ")
    models = {"foreign": {"owner_id": NOBODY}, "person": {"owner_id": WHO}}
    put(QueryModel, {k: {"modelno": f"WALK{k}", **v} for k, v in models.items()}, step="CG", source="sys_area")
    asked_by = {k: {"model_id": world["QueryModel"][k]} for k in models}
    put(QueryCondition, asked_by, prop="name", op="match", value="走查")
    counted = {"foreign": {}, "area": {"areacode": HERE}, "person": {"maker_id": WHO}}
    period = {"first": clock.today(), "last": clock.today(), "areacode": AWAY, "step": "CG", "way": "1"}
    none: dict[str, Any] = {"edition": 1, "division": "equclass", "note": ""}
    none |= {"columns": [], "balances": [], "indicators": {}}
    kept = {k: {"editionno": f"WALK{k}", "code": f"W{n}", **v} for n, (k, v) in enumerate(counted.items())}
    put(StatEdition, kept, name="走查", definition=none, frozen=clock.now(), **period)
    put(StatForm, {"foreign": {"code": "WK01"}}, name="走查", division="equclass", step="BZ")
    owned_by_org = {"foreign": {}, "org": {"org_id": OURS}, "person": {"createby": WHO}}
    projects = {
        "foreign": {},
        "org": {"org_id": OURS},
        "dept": {"dept_id": DEPT},
        "person": {"createby": WHO},
        "leads": {"leader": WHO},
    }
    put(
        EntrustedProject,
        {k: {"entrustno": f"WALK{k}", **v} for k, v in projects.items()},
        org_id=THEIRS,
        dept_id=THEIRS,
        step="DJ",
    )
    rolls = {k: {"batchno": f"WALK{k}", "prefix": f"W{n}-", **v} for n, (k, v) in enumerate(owned_by_org.items())}
    put(LabelBatch, rolls, org_id=THEIRS, type="02", width=6, firstno=1, lastno=9, printed=clock.today())
    copies = {
        "foreign": {},
        "sent": {"fromorg": OURS},
        "received": {"toorg": OURS},
        "bureau": {"toorg": "walk-bureau"},
        "handled": {"handler_id": WHO},
        "draft": {"toorg": OURS, "step": "CG"},
    }
    told = {"fromorg": THEIRS, "toorg": THEIRS, "deadline": clock.today(), "step": "FC"}
    put(CarbonCopy, {k: {"notifyno": f"WALK{k}", **told, **v} for k, v in copies.items()})
    said = {"toorg": THEIRS, "unitsysid": STRANGER, "declared": clock.today(), "step": "HD"}
    told_by = {"foreign": {}, "sent": {"toorg": OURS}, "unit": {"unitsysid": UNIT}}
    told_by |= {"draft": {"unitsysid": UNIT, "toorg": OURS, "step": "CG"}}
    put(Conformity, {k: {"declno": f"WALK{k}", **said, **v} for k, v in told_by.items()})
    papers = {"foreign": {}, "issued": {"orgid": OURS, "step": "5"}, "drawn": {"orgid": OURS}}
    told = {"orgid": THEIRS, "step": "1", "edition": "A", "plandue": clock.today()}
    put(QualityFile, {k: {**told, "fileno": f"WALK{k}", **v} for k, v in papers.items()})
    known = {"foreign": {}, "org": {"orgid": OURS}, "shared": {"step": "XX"}}
    known |= {"inner": {"orgid": OURS, "step": "XX", "audience": "2"}}
    told = {"orgid": THEIRS, "step": "CG", "audience": "1", "effective": clock.today()}
    put(KnowledgeDoc, {k: {"docno": f"WALK{k}", "dockey": f"WALK{k}", **told, **v} for k, v in known.items()})
    cut = {k: {"doc_id": world["KnowledgeDoc"][k]} for k in known}
    put(KnowledgeClause, cut, seq=1, clauseno="1.1", clausekey="1.1", body="正文", grams="'正文'")
    told = {"orgid": THEIRS, "step": "CQ", "datefrom": clock.today(), "dateto": clock.today(), "sample": 1}
    draws = {"foreign": {}, "org": {"orgid": OURS}}
    put(SpotCheck, {k: {**told, "checkno": f"WALK{k}", **v} for k, v in draws.items()})
    taken = {"foreign": {}, "org": {"orgid": OURS}, "named": {"orgid": OURS, "person_id": WHO}}
    told = {"orgid": THEIRS, "step": "DF", "place": 1, "check_id": world["SpotCheck"]["foreign"]}
    keys = list(world["AppBuss"].values())
    rows = zip(taken.items(), keys, strict=False)
    put(SpotItem, {k: {**told, "reportno": f"WALK{k}", "appbuss_id": b, **v} for (k, v), b in rows})
    given = {"foreign": {"orgid": THEIRS, "user_id": "walk-a"}, "org": {"orgid": OURS, "user_id": "walk-b"}}
    put(FileReceipt, given, file_id=world["QualityFile"]["foreign"])
    reports = {
        "foreign": {},
        "org": {"org_id": OURS},
        "bureau": {"toorg": "walk-bureau"},
        "area": {"areacode": HERE},
        "draft": {"areacode": HERE, "step": "CG"},
    }
    told = {"org_id": THEIRS, "toorg": THEIRS, "areacode": AWAY, "found": clock.today(), "step": "YB"}
    put(SeriousReport, {k: {"seriousno": f"WALK{k}", **told, **v} for k, v in reports.items()})
    calls = {"foreign": {}, "draft": {"step": "CG"}, "own": {"org_id": OURS, "step": "CG"}}
    told = {"org_id": THEIRS, "deadline": clock.today(), "step": "ZJ"}
    put(OpinionCall, {k: {"callno": f"WALK{k}", **told, **v} for k, v in calls.items()})
    held = {"foreign": {}, "org": {"orgid": OURS}, "person": {"asker_id": WHO}}
    put(SealCertificate, {k: {"orgid": THEIRS, "sealno": f"WALK{k}", "step": "QY", **v} for k, v in held.items()})
    papers = {"foreign": {}, "org": {"orgid": OURS}, "person": {"createby": WHO}}
    told = {"orgid": THEIRS, "inspdate": clock.today(), "step": "DF"}
    put(SimpleReport, {k: {"reportno": f"WALK{k}", **told, **v} for k, v in papers.items()})
    moves = {"foreign": {}, "org": {"org_id": OURS}, "person": {"createby": WHO}}
    put(MovingProject, moves, org_id=THEIRS, name="WALK", system="WALK")
    put(MovingFile, {k: {"project_id": key, "format": "csv"} for k, key in world["MovingProject"].items()})
    of_files = {k: {"project_id": world["MovingProject"][k], "file_id": key} for k, key in world["MovingFile"].items()}
    put(MovingRow, of_files, line=2, state="good")
    put(MovingNumber, {k: {"oldkey": f"WALK{k}", **v} for k, v in moves.items()}, org_id=THEIRS, made=True, digest="")
    outs = {"foreign": {}, "org": {"org_id": OURS}, "person": {"asker_id": WHO}}
    put(MovingOut, outs, org_id=THEIRS, name="WALK", extent="whole")
    whose = {"foreign": {}, "org": {"orgid": OURS}, "dept": {"deptid": DEPT}, "person": {"user_id": WHO}}
    put(
        Terminal,
        {k: {"device": f"walk-{k}", "name": f"WALK{k}", **v} for k, v in whose.items()},
        orgid=THEIRS,
        step="SY",
    )
    of_terminal = {k: {"terminal_id": world["Terminal"][k], **v} for k, v in whose.items()}
    put(TerminalDay, {k: {**v} for k, v in of_terminal.items()}, day=clock.today())
    of_item = {k: {**v, "appbuss_id": world["AppBuss"]["foreign"]} for k, v in of_terminal.items()}
    put(PackJob, {k: {"appbuss_id": v, "user_id": STRANGER} for k, v in world["AppBuss"].items()})
    marks = {k: {"appbuss_id": v, "digest": f"walk{k}"} for k, v in world["AppBuss"].items()}
    put(PhotoMark, marks, user_id=STRANGER)
    put(RecordOp, {k: {**v, "seq": 1, "opid": f"walk{k}"} for k, v in of_item.items()}, state="taken")
    put(RecordSubmit, {k: {"reportno": f"WALK{k}", **v} for k, v in of_item.items()})
    put(HeldJob, {k: {"reportno": f"WALK{k}", **v} for k, v in of_item.items()}, step="DZ")
    failed = {k: {"words": f"WALK{k}", "op_id": world["RecordOp"][k], **v} for k, v in of_terminal.items()}
    put(OpFailure, failed, step="DC")
    parties = {k: {("main_id" if n == "user_id" else n): x for n, x in v.items()} for k, v in whose.items()}
    said = {k: {"reportno": f"WALK{k}", "appbuss_id": world["AppBuss"]["foreign"], **v} for k, v in parties.items()}
    put(RecordConflict, said, step="CD")
    put(AppVersion, {"foreign": {"appno": "0.0.1"}}, step="CG", share=1)
    guides = {k: {"title": f"WALK{k}", "orgid": o} for k, o in (("foreign", THEIRS), ("org", OURS))}
    put(TaskGuide, guides, validfrom=clock.today())
    window = {"begins": clock.today(), "ends": clock.today(), "unitsysid": STRANGER, "orgid": THEIRS, "step": "ZX"}
    whose = {"foreign": {}, "org": {"orgid": OURS}, "unit": {"unitsysid": UNIT}, "person": {"createby": WHO}}
    put(TurnaroundProject, {k: {"projectno": f"WALK{k}", **window, **v} for k, v in whose.items()})
    held = {k: {"project_id": world["TurnaroundProject"][k]} for k in whose}
    put(TurnaroundItem, {k: {"objectno": f"WALK{k}", "kind": "1", "step": "JX", **v} for k, v in held.items()})
    put(TurnaroundWork, {k: {"item_id": world["TurnaroundItem"][k], "method": "RT"} for k in whose})
    held = {k: v | {"unitsysid": whose[k].get("unitsysid", STRANGER)} for k, v in held.items()}
    held |= {"draft": held["unit"] | {"step": "CG"}}
    put(OwnerSheet, {k: {"sheetno": f"WALK{k}", "step": "DQ", **v} for k, v in held.items()})
    told = {"due": clock.today(), "step": "YF"}
    put(OwnerDissent, {k: {"dissentno": f"WALK{k}", **told, **v} for k, v in held.items()})
    wholly = {"prefix": "", "branch": "", "validfrom": clock.today(), "step": "FB", "ahead": 90, "channel": "both"}
    rules = {"foreign": {"orgid": THEIRS}, "bureau": {"orgid": "walk-bureau", "step": "CG"}}
    rules |= {"draft": {"orgid": THEIRS, "step": "CG"}}
    put(SelfCheckRule, {k: {"ruleno": f"WALK{k}", **wholly, **v} for k, v in rules.items()})
    draws = {"foreign": {}, "org": {"org_id": OURS}, "bureau": {"org_id": "walk-bureau"}, "area": {"areacode": HERE}}
    told = {"org_id": THEIRS, "areacode": AWAY, "publicday": clock.today(), "step": "GB"}
    put(Draw, {k: {"drawno": f"WALK{k}", **told, **v} for k, v in draws.items()})
    seen = {"org": {"org_id": OURS}, "bureau": {"org_id": "walk-bureau"}, "area": {"areacode": HERE}}
    seen |= {"foreign": {}, "unit": {"unitsysid": UNIT}, "person": {"createby": WHO}}
    nowhere = {"org_id": THEIRS, "areacode": AWAY, "unitsysid": STRANGER}
    told = {**nowhere, "planday": clock.today(), "step": "ZG", "target": "S", "town": "N"}
    looked = seen | {"officer": {"officer_id": WHO}, "plan": {"unitsysid": UNIT, "step": "JH"}}
    put(SupervisionCheck, {k: {"checkno": f"WALK{k}", **told, **v} for k, v in looked.items()})
    warned = {k: v for k, v in seen.items() if "org_id" not in v}
    lasting = {"areacode": AWAY, "since": clock.today(), "worst": clock.today()}
    put(UnitWarning, {k: {**lasting, "unitsysid": f"{k}{STRANGER}"[:32], **v} for k, v in warned.items()})
    duty = {"areacode": AWAY, "unitsysid": STRANGER, "step": "YT", "period": "D", "equclass": "3000"}
    duties = {k: v for k, v in seen.items() if "org_id" not in v} | {"open": {"areacode": HERE, "step": "TX"}}
    ends = {k: clock.today() - timedelta(days=n) for n, k in enumerate(duties)}
    told = {k: {"firstday": day, "lastday": day} for k, day in ends.items()}
    put(DutyRecord, {k: {**duty, **told[k], **v} for k, v in duties.items()})
    parts = {"foreign": {}, "org": {"cheorg": OURS}, "dept": {"userdept": DEPT}, "person": {"user_id": WHO}}
    part = {"cheorg": THEIRS, "userdept": OTHER_DEPT, "approvedat": clock.now()}
    put(
        WorkloadShare,
        {k: {"user_id": f"walk-{k}", **part, **v} for k, v in parts.items()},
        appbuss_id=world["AppBuss"]["foreign"],
    )
    wrong = seen | {"draft": {"unitsysid": UNIT, "step": "D"}}
    put(Defect, {k: {"defectno": f"WALK{k}", **nowhere, "step": "0", "town": "N", **v} for k, v in wrong.items()})
    uses = {
        "foreign": {},
        "org": {"regorg": OURS},
        "area": {"areacode": HERE},
        "unit": {"unitsysid": UNIT},
        "person": {"createby": WHO},
    }
    asked = {"regorg": THEIRS, "areacode": AWAY, "unitsysid": STRANGER, "mode": "S", "step": "SQ"}
    put(UseRegistration, {k: {"regapplyno": f"WALK{k}", **asked, **v} for k, v in uses.items()})
    filed = {"regorg": THEIRS, "areacode": AWAY, "unitsysid": STRANGER, "filkind": "01", "step": "1"}
    tied = {"regorg": THEIRS, "areacode": AWAY, "unitsysid": STRANGER, "maiorgsysid": STRANGER, "step": "SH"}
    binds = uses | {"maint": {"maiorgsysid": MAINTAINER}}
    put(LiftTermination, {k: {"termno": f"WALK{k}", **tied, **v} for k, v in binds.items()})
    shut = {"areacode": AWAY, "unitsysid": STRANGER, "maiorgsysid": STRANGER, "step": "1", "calledat": clock.now()}
    incidents = {k: {"equdatasysid": f"walk-{k}", **shut, **v} for k, v in binds.items() if k != "org"}
    put(RescueIncident, {k: {"orderno": f"WALK{k}", **v} for k, v in incidents.items()})
    put(LiftBinding, {k: {"bindno": f"WALK{k}", **tied, **v} for k, v in binds.items()})
    posts = {k: v for k, v in uses.items() if k != "org"}
    put(
        RescueStation, {k: {"name": f"WALK{k}", "areacode": AWAY, "unitsysid": STRANGER, **v} for k, v in posts.items()}
    )
    put(MaintFiling, {k: {"filno": f"WALK{k}", **filed, **v} for k, v in uses.items()})
    entered = {
        "foreign": {},
        "org": {"cheorg": OURS},
        "area": {"areacode": HERE},
        "unit": {"useorgsysid": UNIT, "source": "E"},
        "told": {"useorgsysid": UNIT},
        "draft": {"useorgsysid": UNIT, "cheorg": OURS, "areacode": HERE, "step": "CG"},
        "person": {"createby": WHO},
    }
    asked = {"cheorg": THEIRS, "regorg": THEIRS, "areacode": AWAY, "useorgsysid": STRANGER, "source": "J"}
    asked |= {"equclass": "4000", "equclacode": "4110", "step": "DS"}
    put(FirstRegistration, {k: {"firstno": f"WALK{k}", **asked, **v} for k, v in entered.items()})
    put(
        Waybill,
        {k: {"expressno": f"WALK{k}", **v} for k, v in owned_by_org.items()},
        org_id=THEIRS,
        company="02",
        step="ZD",
        reports=2,
    )
    on_bill = {k: {"bill_id": v} for k, v in world["Waybill"].items()}
    put(PostedReport, on_bill, appbuss_id=world["AppBuss"]["foreign"], live=False)
    put(NumberRange, {k: {"prefix": f"WALK{k}", **v} for k, v in owned_by_org.items()}, org_id=THEIRS, company="02")
    put(TemplateVersion, {"foreign": {"templateno": "WALK"}}, template="DT-DJ", step="DRAFT")
    of_version = {
        "version_id": world["TemplateVersion"]["foreign"],
        "firstday": clock.today(),
        "lastday": clock.today(),
    }
    put(TemplateTrial, owned, orgid=THEIRS, state="done", **of_version)
    put(FlowEdition, {"foreign": {"editionno": "WALK"}}, step="DRAFT", base_version=1, lines=[])
    on_days = {"firstday": clock.today(), "lastday": clock.today()}
    put(FlowTrial, owned, orgid=THEIRS, state="done", edition_id=world["FlowEdition"]["foreign"], **on_days)
    put(FeeReplay, owned, orgid=THEIRS, firstday=clock.today(), lastday=clock.today(), state="done")
    put(Statement, {k: {"digest": f"WALK{k}", **v} for k, v in owned.items()}, orgid=THEIRS)
    put(BankForm, {k: {"bank": f"WALK{k}", **v} for k, v in owned.items()}, orgid=THEIRS)
    put(StatementLine, {k: {"statement_id": key} for k, key in world["Statement"].items()})
    institutes = {k: v | {"orgid": numbered[k].get("orgid", THEIRS)} for k, v in behind.items()}
    put(PayOrder, {k: {"orderno": f"WALK{k}", **v} for k, v in institutes.items()}, state="6")
    too_much = {k: {"platformno": f"WALK{k}", "order_id": world["PayOrder"][k], **v} for k, v in institutes.items()}
    put(Surplus, too_much, step="FOUND", amount=1)
    policies = {k: {"unitsysid": u, "name": f"WALK{k}"} for k, u in (("foreign", STRANGER), ("unit", UNIT))}
    put(ReliefPolicy, policies, step="WAIT", validfrom=clock.today(), type="01", nature="非税")
    outlays = {k: {"charge_id": v["charge_id"], "orgid": v["orgid"]} for k, v in institutes.items()}
    put(ChargeOut, outlays, kind="refund", state="asked", amount=1, asked=clock.now())
    put(CreditLine, deals, orgid=THEIRS, unitsysid=STRANGER, step="STOPPED", amount=1, validto=clock.today())
    put(Account, deals, orgid=THEIRS, unitsysid=STRANGER, step="OPEN", balance=1, entrycount=1)
    ahead = {k: {"id": f"WALK{k}", "account_id": key} for k, key in world["Account"].items()}
    put(AccountEntry, ahead, seq=1, kind="in", amount=1, balance=1, at=clock.now(), day=clock.today())
    asked = {k: {"requestno": f"WALK{k}", **v} for k, v in behind.items()}
    asked = {k: v | {"orgid": numbered[k].get("orgid", THEIRS)} for k, v in asked.items()}
    put(BillRequest, asked, step="WAIT", nexttry=clock.now())
    put(Invoice, {k: {"billno": f"WALK{k}", **v} for k, v in institutes.items()}, issued=clock.now())
    boxes = {"foreign": {}, "org": {"org_id": OURS}, "person": {"createby": WHO}}
    kept = {k: {"org_id": THEIRS, "instno": f"WALK{k}", "boxno": f"WALK{k}", **v} for k, v in boxes.items()}
    gone = {"foreign": {}, "org": {"org_id": OURS}, "dept": {"dept_id": DEPT}, "person": {"user_id": WHO}}
    days = {"begins": clock.today() + timedelta(days=1), "ends": clock.today() + timedelta(days=2), "kind": "1"}
    put(StaffLeave, gone, **days)
    plans = {"foreign": {}, "org": {"org_id": OURS, "dept_id": OTHER_DEPT}, "dept": {"dept_id": DEPT}}
    put(PlanProposal, plans, state="ready", first=clock.today(), last=clock.today())
    in_plan = {k: {"proposal_id": key} for k, key in world["PlanProposal"].items()}
    in_plan["person"] = {"proposal_id": world["PlanProposal"]["foreign"], "scinspector": WHO}
    in_plan["person"]["appbuss_id"] = world["AppBuss"]["org"]
    in_plan = {k: {"appbuss_id": world["AppBuss"]["foreign"], **v} for k, v in in_plan.items()}
    put(PlanLine, in_plan, accepted=True, plandate=clock.today())
    learnt = {"foreign": {}, "org": {"cheorg": OURS}, "dept": {"chedept": DEPT}}
    place = {"cheorg": THEIRS, "chedept": OTHER_DEPT, "unitsysid": STRANGER, "equclacode": "3110", "testsort": "0211"}
    put(LearntMinutes, learnt, **place, level="station", count=9, since=clock.today(), until=clock.today())
    items = {k: {"appbuss_id": key} for k, key in zip(learnt, world["AppBuss"].values(), strict=False)}
    took = {k: items[k] | v for k, v in learnt.items()}
    put(SiteTime, took, **place, inspdate=clock.today(), source="record", minutes=9)
    put(Instrument, kept, dept_id=OTHER_DEPT, nextcal=clock.today(), status="0")
    lent = {"foreign": {}, "org": {"orgid": OURS}}
    told = {"orgid": THEIRS, "instrument_id": world["Instrument"]["foreign"], "dueday": clock.today()}
    loans = {k: {**told, "loanno": f"WALK{k}", "borrower_id": NOBODY, **v} for k, v in lent.items()}
    put(InstrumentLoan, loans, fromday=clock.today(), step="SQ")
    mended = {k: {**told, "repairno": f"WALK{k}", **v} for k, v in lent.items()}
    for one in mended.values():
        del one["dueday"]
    put(InstrumentOverhaul, mended, foundday=clock.today(), step="HF")
    put(
        Sms,
        {"foreign": {}, "org": {"org_id": OURS}, "person": {"createby": WHO}},
        org_id=THEIRS,
        receiver="13800000000",
    )
    put(
        SmsReply,
        {"foreign": {"key": "W1"}, "org": {"org_id": OURS, "key": "W2"}, "person": {"handler_id": WHO, "key": "W3"}},
        org_id=THEIRS,
        receivedat=clock.now(),
        step="DC",
    )
    put(Message, {"foreign": {"user_id": NOBODY}, "person": {"user_id": WHO}})
    runs = {"foreign": {"user_id": NOBODY}, "person": {"user_id": WHO}}
    put(ImportRun, runs, view_no="samvalve_list", mode="check")
    told = {"org": {"org_id": OURS}, "unit": {"unit_id": UNIT}, "foreign": {"org_id": "elsewhere"}, "nowhere": {}}
    told["apart"] = {"org_id": OURS, "unit_id": STRANGER}
    put(ImportSource, {k: {"org_id": "", "unit_id": "", **v} for k, v in told.items()}, view_no="samvalve_list")
    put(SavedView, {"foreign": {"owner_id": NOBODY}, "person": {"owner_id": WHO}}, view_no="samvalve_list")
    queries = {"foreign": {"org_id": OURS}, "person": {"owner_id": WHO}, "shared": {"org_id": OURS, "shared": True}}
    queries["nowhere"] = {"org_id": "", "shared": True}
    whose = {"owner_id": NOBODY, "owner_name": "走查", "org_id": THEIRS}
    put(QuerySetting, {k: {**whose, **v} for k, v in queries.items()}, kind="equipment")
    staff: dict[str, dict[str, Any]] = {
        "foreign": {},
        "org": {"org_id": OURS},
        "dept": {"dept_id": DEPT, "id": CASHIER},
    }
    staff["person"] = {"id": WHO}
    for label, row in staff.items():
        row |= {"login": f"walk-{label}", "name": f"走查{label}"}
    put(SysUser, {k: {"org_id": THEIRS, "dept_id": OTHER_DEPT, **v} for k, v in staff.items()})
    put(Notice, {"draft": {"state": "草稿"}, "public": {"state": "已发布", "published": clock.now()}}, title="走查公告")
    put(Param, {"open": {"key": "walk.open"}})
    put(ChainCheck, {"foreign": {}}, findings=[])
    put(StorageCheck, {"foreign": {}}, begun=clock.now(), digit="a", findings=[])
