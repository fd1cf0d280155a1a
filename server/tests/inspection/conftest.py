"""People, devices and the main line as tests use them: every call goes over HTTP."""

import inspect
import shutil
import tempfile
from collections.abc import Callable, Hashable, Iterator
from copy import copy
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.demo.actors import Actors
from tejian.demo.journey import conforming, flat, measured, middle, reasons_for
from tejian.golden.api import absent, not_done, sample_tables, usual_facts, values_of
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import InspectionNotice
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.instruments.models import Instrument
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.system.models.organisations import Org
from tests.inspection import parts
from tests.kept import Kept

# a session each, so that two people never look like one to the duplicate window
PASS = {"1031", "1033"}
BOXES = ("1 号", "7 号", "8 号")  # that of lifts, and those of other devices
SUBMIT = "/api/appbuss/submitRecord"
SAVE = "/api/appbuss/saveRecord"
VERIFY, VERIFYING = "/api/appbuss/verifyReport", "BGQR"
OPENED = {f"/api/appbuss/{one}" for one in ("auditReportFx", "auditReport", "approveReport")}
ASKING = {SUBMIT, *OPENED}


def step(build: Callable[..., Any]) -> Callable[..., Any]:
    """A step of the main line: many tests begin with it."""

    @wraps(build)
    def begun(office: "Office", *count: int) -> Any:
        return office.begin((build.__name__, *count), lambda o: build(o, *count))

    return begun


@dataclass
class Office:
    """The institute at work: `office.as_("shouli")("/api/…", …)` is a call of that account."""

    call: Any
    db: Session
    actors: Actors
    made: dict[str, Any] = field(default_factory=dict)
    kept: Kept | None = None

    def begin(self, name: Hashable, build: "Callable[[Office], Any]") -> Any:
        """What `build` makes, put back where a test before has made it."""
        return self.kept.begin(self.db, name, lambda: build(self)) if self.kept else build(self)

    def user(self, login: str) -> User:
        return self.actors.users[login]

    def post(self, login: str, path: str, **form: Any) -> Any:
        """The whole answer as JSON with its HTTP status under `status`."""
        if path in OPENED and "seen" not in form:
            form |= {"seen": self.seen(login, str(form.get("ids") or form.get("id") or ""))}
        sent: dict[str, Any] = {}
        for name, value in flat(form):
            sent.setdefault(name, []).append(value)
        self.call.user = self.user(login)
        if self.call.db is not None:
            self.call.db.commit()
        try:
            answer = self.call.client.post(path, data=sent)
        finally:
            self.call.user = None
        self.db.expire_all()
        return answer.json() | {"status": answer.status_code}

    def good(self, login: str, path: str, **form: Any) -> Any:
        """The data of an answer that must be a success; what checks ask about is answered."""
        if path == VERIFY:
            self.signed(form.get("ids") or form["id"])
        if path in ASKING and "reasons" not in form:
            form = self.answered(login, path, form)
        said = self.post(login, path, **form)
        assert said["isSuccess"], said["errorMsg"]
        return said["data"]

    def seen(self, login: str, key: str) -> str:
        """What the page of a decision proves to have shown; '' for whom it shows nothing."""
        return (self.post(login, "/api/appbuss/getAudit", id=key).get("data") or {}).get("seen", "") if key else ""

    def signed(self, keys: str | list[str]) -> None:
        """The inspectors of handed-in records who have not signed yet open and sign them."""
        logins = {one.id: login for login, one in self.actors.users.items()}
        for key in [keys] if isinstance(keys, str) else keys:
            item = self.db.scalars(select(AppBuss).where(AppBuss.id == key)).first()
            if item is None or item.step != VERIFYING:
                continue
            done = records.signers_of(self.db, [key])[key]
            for login in [logins[one] for one in item.inspectors if one not in done and one in logins]:
                self.good(login, "/api/appbuss/open", id=key, seen=self.seen(login, key))
                self.good(login, "/api/appbuss/signRecord", ids=key)

    def answered(self, login: str, path: str, form: dict[str, Any]) -> dict[str, Any]:
        """The form of a move with a reason for everything that the checks of the report ask about."""
        key = form.get("id") or form["ids"]
        if path == SUBMIT and form.keys() > {"id", "version"}:
            self.good(login, "/api/appbuss/saveRecord", **form)
            form = {"id": key}
        return form | {"reasons": reasons_for(self.good(login, "/api/appbuss/getItem", id=key)["findings"])}

    def refused(self, login: str, path: str, **form: Any) -> str:
        """The sentence of an answer that must be a refusal."""
        said = self.post(login, path, **form)
        assert not said["isSuccess"], f"{path} was not refused"
        assert said["status"] < 500, said
        return str(said["errorMsg"])

    def papers(self, main: AppMain, **other: str) -> list[dict[str, str]]:
        """The list of materials: all there but what `other` says by number, n3="0"."""
        rows = self.good("ziliao", "/api/appmain/materials", id=main.id)["materials"]
        return [{"id": one["id"], "state": other.get(f"n{one['id']}", "1"), "pages": "2"} for one in rows]

    # -- the main line ------------------------------------------------------------------------------------------

    def lifts(self, count: int = 1) -> list[Equipment]:
        """Lifts of one unit that are due and free."""
        query = select(Equipment).where(Equipment.equclacode == "3110", Equipment.equstatus == "1")
        rows = list(self.db.scalars(query.order_by(Equipment.ninspdate, Equipment.id)))
        first = rows[0]
        return [r for r in rows if r.useorgsysid == first.useorgsysid][:count]

    def form(self, devices: list[Equipment], **more: Any) -> dict[str, Any]:
        unit = self.db.scalars(select(Unit).where(Unit.id == devices[0].useorgsysid)).one()
        form: dict[str, Any] = {"seisort": "02", "testsort": "0211", "unitsysid": unit.id, "reportget": "03"}
        form |= {"inscontactname": "胡斌", "INSCONTACTTEL": "13805741234"}
        return form | {"equipment": [{"equdatasysid": e.id} for e in devices]} | more

    @step
    def declared(self, count: int = 1) -> AppMain:
        saved = self.good("shouli", "/api/appmain/saveAppMain", **self.form(self.lifts(count)))
        self.good("shouli", "/api/appmain/submitAppMain", ids=saved["main"]["id"])
        return self.main(saved["main"]["id"])

    @step
    def accepted(self, count: int = 1) -> list[AppBuss]:
        main = self.declared(count)
        self.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)
        return list(self.db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id).order_by(AppBuss.seisn)))

    def plan(self, **more: Any) -> dict[str, Any]:
        box = self.db.scalars(
            select(Instrument.id).where(Instrument.boxno.in_(BOXES)).order_by(Instrument.instno)
        ).all()
        people = {"scinspector": self.user("jianyan1").id, "inspectors": self.user("jianyan2").id}
        return people | {"plandate": str(clock.today()), "confirmHoliday": "1", "instruments": list(box)} | more

    @step
    def arranged(self, count: int = 1) -> list[AppBuss]:
        items = self.accepted(count)
        self.good("diaodu", "/api/appmain/taskSchedCommit", ids=[i.id for i in items], **self.plan())
        return items

    @step
    def confirmed(self, count: int = 1) -> list[AppBuss]:
        items = self.arranged(count)
        form = {"contacted": "值班", "safetybriefed": "1"}
        self.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=[i.id for i in items], **form)
        return items

    @step
    def built(self) -> AppBuss:
        item = self.confirmed()[0]
        self.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
        return self.item(item.id)

    def known(self, item: AppBuss) -> Any:
        """What the record of an item knows of the device."""
        return self.db.scalars(select(OriginalRecord.equipment).where(OriginalRecord.appbuss_id == item.id)).one()

    def filled(self, item: AppBuss, **marks: str) -> Any:
        """Everything conforms but what `marks` says: n31="×"."""
        screen = self.good("jianyan1", "/api/appbuss/getItem", id=item.id)
        rows = []
        for one in screen["items"]:
            wanted = marks.get(f"n{one['seq']}")
            if one["result"] and not wanted:
                continue
            row: dict[str, Any] = {"seq": one["seq"], "r": wanted or conforming(screen, one), "v": measured(one)}
            rows.append(row | ({"n": "不符合说明"} if wanted in ("×", "△") else {}))
        sites = {one["code"]: middle(one) for one in screen["sites"] if middle(one)}
        form = {"inspdate": str(clock.today()), "results": rows, "conditions": sites}
        saved = self.good("jianyan1", SAVE, id=item.id, **form)
        if wrong := absent(saved, [one for one in rows if f"n{one['seq']}" not in marks]):
            saved = self.good("jianyan1", SAVE, id=item.id, results=wrong)
        return self.named("jianyan1", item, self.tabled(item, saved))

    def tabled(self, item: AppBuss, saved: dict[str, Any]) -> dict[str, Any]:
        """The tables that the record cannot lack have their rows, which give the items the values that they have."""
        screen = self.good("jianyan1", "/api/appbuss/getItem", id=item.id)
        tables = sample_tables(screen, saved["least"], values_of(screen["items"]), self.known(item))
        more = {"tables": tables, "facts": usual_facts(screen)}
        if more := {name: one for name, one in more.items() if one}:
            saved = dict(self.good("jianyan1", SAVE, id=item.id, **more))
        undone = not_done(saved["findings"])
        return dict(self.good("jianyan1", SAVE, id=item.id, results=undone)) if undone else saved

    def named(self, login: str, item: AppBuss, saved: dict[str, Any]) -> dict[str, Any]:
        """The record says that the instruments were used which it proposes, one of the box where it proposes none."""
        stored = self.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
        used = [*(one["id"] for one in stored.instruments), *(one["id"] for one in saved["tools"]["proposed"])]
        form = {"id": item.id, "instruments": used or self.item(item.id).instruments[:1]}
        return dict(self.good(login, SAVE, **form))

    def noticed(self, item: AppBuss) -> InspectionNotice:
        """The opinion notice about what the record of an item found, issued."""
        due = str(clock.today() + timedelta(days=14))
        form = {"appbuss_id": item.id, "kind": "02", "handling": "rectify", "due": due}
        made = self.good("jianyan1", "/api/opinion/make", **form)["id"]
        head = self.good("jianyan1", "/api/opinion/record", id=made)
        if not next(part for part in head["parts"] if part["key"] == "problems")["rows"]:
            words = {"place": "综合结论", "problem": "从严评定", "advice": "整改", "level": "1"}
            self.good("jianyan1", "/api/opinion/problem/save", notice_id=made, **words)
        self.good("jianyan1", "/api/opinion/issue", ids=made)
        return self.db.scalars(select(InspectionNotice).where(InspectionNotice.id == made)).one()

    @step
    def entered(self) -> AppBuss:
        item = self.built()
        saved = self.filled(item)
        form = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
        self.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, **form)
        return self.item(item.id)

    @step
    def verified(self) -> AppBuss:
        item = self.entered()
        self.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
        return self.item(item.id)

    @step
    def in_parts(self) -> AppBuss:
        """A report with an audited sub-report, which waits for the audit of its parts."""
        item = self.built()
        saved = self.filled(item)
        parts.agreed(self, item)
        self.good("jianyan1", SUBMIT, id=item.id, version=saved["version"], conclusion=saved["proposal"]["code"])
        self.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
        return self.item(item.id)

    @step
    def audited(self) -> AppBuss:
        item = self.verified()
        self.good("shenhe", "/api/appbuss/auditReport", ids=item.id)
        return self.item(item.id)

    @step
    def approved(self) -> AppBuss:
        item = self.audited()
        self.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
        return self.item(item.id)

    @step
    def archived(self) -> AppBuss:
        item = self.approved()
        self.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=2)
        docs = {"archivedocs": "01,02", "archivebox": "A-1", "archivepages": 18}
        self.good("dangan", "/api/appbuss/archiveReport", ids=item.id, **docs)
        return self.item(item.id)

    def main(self, key: str) -> AppMain:
        return self.db.scalars(select(AppMain).where(AppMain.id == key)).one()

    def item(self, key: str) -> AppBuss:
        return self.db.scalars(select(AppBuss).where(AppBuss.id == key)).one()


@pytest.fixture
def office(request: pytest.FixtureRequest, call: Any, db: Session, kept: Kept, actors: Actors) -> Iterator[Office]:
    """What a test makes that changes the code, nobody keeps."""
    patched = "monkeypatch" in inspect.signature(request.function).parameters
    mine = copy(actors)
    mine.users = dict(actors.users)  # a test may change what somebody may do
    yield Office(call, db, mine, kept=None if patched else kept)


@pytest.fixture
def later() -> Callable[[int], date]:
    """A day some days from now."""
    return lambda days: clock.today() + timedelta(days=days)


@pytest.fixture
def seal_put_back(office: Office) -> Iterator[Path]:
    """The folder of the institute's seal; what a test exchanges there is put back: kept reports were sealed with it."""
    org = office.db.scalars(select(Org).where(Org.kind == "institute")).one()
    folder = records.seal_folder(org)
    with tempfile.TemporaryDirectory() as aside:
        before = Path(aside) / "seal"
        if folder.exists():
            shutil.copytree(folder, before)
        yield folder
        shutil.rmtree(folder, ignore_errors=True)
        if before.exists():
            shutil.copytree(before, folder)
