"""Phones of inspectors as tests use them: each keeps its own sequence, as the app does."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.inspection.models.fieldwork import RecordConflict, Terminal
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.mobile import AppVersion, HeldJob, OpFailure
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock

from .conftest import Office

CALL = "/api/pda"


@dataclass
class Phone:
    """A phone of an account at the institute."""

    office: Office
    login: str
    device: str
    seq: int = 0
    skew: int = 0  # seconds that its clock is ahead
    sent: list[dict[str, Any]] = field(default_factory=list)

    def post(self, path: str, **form: Any) -> Any:
        """The whole answer as JSON with its HTTP status under `status`."""
        office = self.office
        body = {"device": self.device, "name": f"{self.login}的手机", "app": "1.0.0", "clock": self.now()} | form
        office.call.user = office.user(self.login)
        if office.call.db is not None:
            office.call.db.commit()
        try:
            answer = office.call.client.post(f"{CALL}/{path}", json=body)
        finally:
            office.call.user = None
        office.db.expire_all()
        return answer.json() | {"status": answer.status_code}

    def good(self, path: str, **form: Any) -> Any:
        said = self.post(path, **form)
        assert said["isSuccess"], said["errorMsg"]
        return said["data"]

    def refused(self, path: str, **form: Any) -> str:
        said = self.post(path, **form)
        assert not said["isSuccess"]
        assert said["status"] < 500, said
        return str(said["errorMsg"])

    def now(self) -> str:
        return (clock.now() + timedelta(seconds=self.skew)).isoformat()

    def op(self, record: str, path: str, value: Any, base: Any = None, **more: Any) -> dict[str, Any]:
        """The next operation of this phone."""
        self.seq += 1
        own = {"id": new_id(), "seq": self.seq, "record": record, "path": path, "base": base, "value": value}
        made = own | {"baseVersion": 1, "at": self.now(), "offset": self.skew} | more
        self.sent.append(made)
        return made

    def send(self, *ops: dict[str, Any]) -> list[dict[str, Any]]:
        answers: list[dict[str, Any]] = self.good("ops", ops=list(ops))["answers"]
        return answers

    def write(self, record: str, path: str, value: Any, base: Any = None, **more: Any) -> dict[str, Any]:
        """One operation, sent at once: what became of it."""
        return self.send(self.op(record, path, value, base, **more))[0]


def phones(office: Office) -> tuple[Phone, Phone]:
    """Those of the main inspector and of the one beside him."""
    return Phone(office, "jianyan1", "phone-of-main-1"), Phone(office, "jianyan2", "phone-of-other-2")


def record(office: Office, item: AppBuss) -> OriginalRecord:
    return office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()


def one(office: Office, model: Any) -> Any:
    return office.db.scalars(select(model)).one()


def disputed(office: Office) -> tuple[AppBuss, str, RecordConflict]:
    """A result that two people see otherwise."""
    item = office.built()
    mine, other = phones(office)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    seq = str(next(one["seq"] for one in screen["items"] if not one["result"]))
    key = record(office, item).id
    other.write(key, f"results.{seq}.r", "√")
    mine.write(key, f"results.{seq}.r", "×")
    return item, seq, one(office, RecordConflict)


def held(office: Office) -> tuple[AppBuss, Phone, HeldJob]:
    """A word that came when the record was handed in already."""
    item = office.built()
    _, other = phones(office)
    other.good("pack")
    saved = office.filled(item)
    sent = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, **sent)
    other.send(
        other.op(record(office, item).id, "remark", "迟到的话"), other.op(record(office, item).id, "buss.x", "1")
    )
    return item, other, one(office, HeldJob)


# -- what walks begin with ----------------------------------------------------------------------------------------

SISTER = "WALKSISTER"


def conflict(office: Office) -> RecordConflict:
    return disputed(office)[2]


def agreed(office: Office) -> RecordConflict:
    item, seq, row = disputed(office)
    other = phones(office)[1]
    other.seq = 1
    other.write(record(office, item).id, f"results.{seq}.r", "×", "√")
    return row


def gone(office: Office) -> RecordConflict:
    item, _, row = disputed(office)
    for step in ("BGSC", "RWQR"):
        back = {"toStep": step, "reasonId": "15", "reasonLabel": "其他", "detailDesc": "任务须重新确认"}
        office.good("jianyan1", "/api/appbuss/sendBack", ids=item.id, **back)
    return row


def held_job(office: Office) -> HeldJob:
    """Its own record has come back to its inspectors, and another inspection of the device is being recorded."""
    item, _, job = held(office)
    back = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "请补充备注"}
    office.good("jiaohe", "/api/appbuss/sendBack", ids=item.id, **back)
    row, stored = office.item(item.id), record(office, item)
    own = {c.key: getattr(row, c.key) for c in AppBuss.__mapper__.column_attrs}
    sister = AppBuss(**own | {"id": new_id(), "seisn": SISTER, "reportno": ""})
    office.db.add(sister)
    office.db.flush()
    office.db.add(OriginalRecord(appbuss_id=sister.id, template=stored.template, equipment=stored.equipment))
    office.db.commit()
    return job


def failure(office: Office) -> OpFailure:
    held(office)
    return one(office, OpFailure)


def terminal(office: Office) -> Terminal:
    phones(office)[0].good("hello")
    return one(office, Terminal)


def app_version(office: Office) -> AppVersion:
    office.good("sysadmin", "/api/mobilePlat/version/save", appno="1.4.0", notes="照片断点续传")
    return one(office, AppVersion)


def cells_of(screen: dict[str, Any]) -> tuple[str, str, str]:
    """A table of a record and two of its cells that take a number or a text."""
    for table in screen["tables"]:
        typed = [one for one in table["cells"] if one["type"] in ("number", "text")]
        cells = [one["column"] for one in typed if one["role"] in ("key", "input")]
        if len(cells) > 1:
            return table["code"], cells[0], cells[1]
    raise AssertionError("no table")
