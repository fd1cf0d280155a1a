"""Work in the field of the demo city: phones with their jobs, a record by two people, what came too late, a version."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.fieldwork import api as field
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.mobile import AppVersion, OpFailure, TaskGuide
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.inspection.tasks.api import item_screen, save_record
from tejian.kit.database import db as kit_db
from tejian.kit.database.db import new_id
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put

from .actors import Actors
from .charges import carry
from .recording import fill, reasons
from .weekdays import worked

ADMIN, QUALITY, CHIEF = "sysadmin", "zhiliang", "yewu"
APP = "1.0.0"
VERSIONS = (
    ("1.0.0", "首个版本：任务包、逐项录入、照片、签到", ("stage", "publish")),
    ("1.1.0", "离线时间延长到 72 小时；附表用数字键盘录入", ("stage",)),
)
GUIDES = (
    ("1", "", "核对仪器", "核对仪器箱中的仪器在检定有效期内，电量充足；下载今日任务包。", False),
    ("2", "", "安全交底", "与使用单位确认现场负责人、断电与挂牌、逃生路线；进入机房、底坑、轿顶前先按下急停。", True),
    ("3", "3000", "制动器与限速器", "手动盘车前确认主电源已断开；限速器—安全钳联动试验前确认轿厢空载。", True),
    ("4", "", "恢复现场", "恢复短接线和急停开关，撤去围挡，与使用单位一起确认设备正常。", True),
)
PLACE = {"lat": 29.8683, "lon": 121.544, "accuracy": 18}
RECORDED, PEOPLE = 4, 2  # records that are being entered by phone, people of each


@dataclass
class Phone:
    """The phone of an account in the demo city."""

    actors: Actors
    login: str
    seq: int = 0

    @property
    def own(self) -> dict[str, Any]:
        return {"device": f"demo-phone-{self.login}", "name": f"{self.actors.users[self.login].name}的手机", "app": APP}

    def hello(self, moment: datetime) -> None:
        form = checked(field.TerminalForm, self.own | {"clock": moment.isoformat()})
        self.actors.do(self.login, moment, lambda db, me: field.hello(db, me, form))
        self.actors.do(self.login, moment, lambda db, me: field.pack(db, me, checked(field.PackForm, self.own)))

    def send(self, moment: datetime, record: str, values: Sequence[tuple[str, Any, Any]]) -> None:
        """Places with what stood there and what stands there now, a minute apart, sent twenty minutes later."""
        ops = []
        for n, (path, base, value) in enumerate(values):
            self.seq += 1
            when = (moment + timedelta(minutes=n)).isoformat()
            own = {"id": new_id(), "seq": self.seq, "record": record, "path": path}
            ops.append(own | {"base": base, "value": value, "at": when})
        form = checked(field.OpsForm, self.own | {"ops": ops})
        sent = moment + timedelta(minutes=len(ops) + 20)
        self.actors.do(self.login, sent, lambda db, me: field.receive(db, me, form))


def make() -> None:
    """Each through the real calls; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(AppVersion)):
            return
        actors = Actors(db)
        logins = {user.id: login for login, user in actors.users.items()}
        entering, handed_in = _items(db, at.ENTER, RECORDED), _items(db, at.VERIFY, 1)
    day = datetime.combine(worked(clock.today() - timedelta(days=1)), time(9, 10), clock.SHANGHAI)
    _versions(actors, day - timedelta(days=20))
    phones: dict[str, Phone] = {}
    for row, _ in (*entering, *handed_in):
        for user in row.inspectors[:PEOPLE]:
            if user in logins and logins[user] not in phones:
                phone = phones[logins[user]] = Phone(actors, logins[user])
                phone.hello(day - timedelta(hours=1))
    for n, (row, record) in enumerate(entering):
        pair = [phones[logins[user]] for user in row.inspectors[:PEOPLE] if user in logins]
        if len(pair) == PEOPLE:
            _together(pair, day + timedelta(minutes=40 * n), row, record, differ=n == 0)
    for row, record in handed_in:
        late = phones[logins[row.inspectors[0]]]
        late.send(day + timedelta(hours=4), record.id, [("remark", record.remark, "井道照明 2 处不亮，已口头告知")])
    for row, record in reversed(entering[1:]):  # the first one has its conflict
        login = logins.get(row.scinspector)
        if login in phones and _hand_in(phones[login], day + timedelta(hours=6), row, record):
            break
    _return_failures(actors, day + timedelta(hours=7))


def _items(db: Session, step: str, most: int) -> list[tuple[AppBuss, OriginalRecord]]:
    query = select(AppBuss, OriginalRecord).join(OriginalRecord, OriginalRecord.appbuss_id == AppBuss.id)
    lifts = query.where(
        AppBuss.step == step, AppBuss.equclass == "3000", func.cardinality(AppBuss.inspectors) >= PEOPLE
    )
    return [(row, record) for row, record in db.execute(lifts.order_by(AppBuss.seisn).limit(most))]


def _together(pair: Sequence[Phone], moment: datetime, row: AppBuss, record: OriginalRecord, *, differ: bool) -> None:
    """Two at one machine: both come, each enters his part; one record has a place that they see otherwise."""
    with kit_db.new_session() as db:
        screen = item_screen(db, pair[0].actors.users[pair[0].login], row.id)
    looked_at = [one for one in screen["items"] if not one["result"] and not one["measures"]]
    free = [one["seq"] for one in looked_at if "√" not in screen["impossible"].get(str(one["seq"]), {})]
    here = {**PLACE, "code": row.equcode, "at": moment.isoformat()}
    for n, phone in enumerate(pair):
        mine = free[n : 2 * 6 : 2]
        values = [(f"results.{seq}.r", "", "√") for seq in mine]
        arrived = moment + timedelta(minutes=3 * n)
        phone.send(arrived, record.id, [*_read(arrived), ("presence.in", "", here), *values])
    if differ and free:
        path = f"results.{free[0]}.r"  # the first one wrote √
        note = path.replace(".r", ".n")
        pair[1].send(moment + timedelta(minutes=30), record.id, [(path, "", "×"), (note, "", "间隙 0.9 mm，超过要求")])
        wrong = ("results.999.r", "", "√")
        pair[1].send(moment + timedelta(minutes=35), record.id, [wrong, ("buss.plandate", "", "2026-12-01")])
    pair[0].send(moment + timedelta(minutes=50), record.id, [("presence.out", "", {**here, "at": moment.isoformat()})])


def _read(moment: datetime) -> list[tuple[str, Any, Any]]:
    """The guides that must be confirmed, as somebody read them."""
    with kit_db.new_session() as db:
        guides = db.scalars(select(TaskGuide).where(TaskGuide.must).order_by(TaskGuide.seq)).all()
        return [(f"guide.{one.id}", "", {"at": moment.isoformat(), "read": field.read_of(one)}) for one in guides]


def _hand_in(phone: Phone, moment: datetime, row: AppBuss, record: OriginalRecord) -> bool:
    """One record is completed and handed in from the phone; where a check stands against it, it stays as it is."""
    rnd = random.Random(row.seisn)

    def work(db: Session, me: User) -> None:
        fill(db, me, row.id, rnd, clock.today(), good=True)
        answers = reasons(db, me, row.id)
        save_record(db, me, checked(records.RecordForm, {"id": row.id, "reasons": answers}))
        now = db.scalars(select(OriginalRecord).where(OriginalRecord.id == record.id)).one()
        form = checked(field.SubmitForm, phone.own | {"record": record.id, "version": now.version})
        field.submit(db, replace(me, signed=True), form)

    try:
        phone.actors.do(phone.login, moment, work)
    except Refused:
        return False
    return True


def _versions(actors: Actors, moment: datetime) -> None:
    """Versions of the app and the guides of the institute."""
    for n, (number, notes, moves) in enumerate(VERSIONS):
        then = moment + timedelta(days=8 * n)
        key: str = actors.do(ADMIN, then, partial(_version, number=number, notes=notes))
        for step, move in enumerate(moves, 1):
            share = {"share": "10"} if move == "stage" else {}
            actors.do(ADMIN, then + timedelta(hours=step), carry(field.VERSION, move, key, **share))
    for seq, guide in enumerate(GUIDES, 1):
        actors.do(QUALITY, moment + timedelta(hours=seq), partial(_guide, seq=seq, guide=guide))


def _version(db: Session, me: User, *, number: str, notes: str) -> str:
    row = AppVersion()
    put(db, me, row, {"appno": number, "notes": notes, "least": ""}, field.OF_VERSION, field.VERSION_FORM)
    db.flush()
    return row.id


def _guide(db: Session, me: User, *, seq: int, guide: tuple[str, str, str, str, bool]) -> None:
    step, equclass, title, text, must = guide
    values = {"guidestep": step, "equclass": equclass, "title": title, "content": text, "must": must}
    values |= {"seq": seq, "validfrom": clock.today() - timedelta(days=20), "validto": None}
    put(db, me, TaskGuide(), values, field.OF_GUIDE, field.GUIDE_FORM)


def _return_failures(actors: Actors, moment: datetime) -> None:
    """The first refused operation goes back to who entered it; the others wait."""
    with kit_db.new_session() as db:
        first = db.scalars(select(OpFailure.id).order_by(OpFailure.createtime).limit(1)).first()
    if first:
        reason = {"reason": "该项目不在这台电梯的模板中，请核对后在正确的项目补录"}
        actors.do(CHIEF, moment, carry(field.FAILURE, "return", first, **reason))
