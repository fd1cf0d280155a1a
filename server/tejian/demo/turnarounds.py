"""The turnaround of a refinery in the demo city: devices at every step, signed, refused, and disagreed with."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.piping import Pipeline as L
from tejian.archives.models.units import Unit
from tejian.inspection.flow.api import open_business
from tejian.inspection.models.signoff import ASKED, OwnerDissent
from tejian.inspection.models.turnaround import PLANNED as WAITING
from tejian.inspection.models.turnaround import VESSEL, TurnaroundItem, TurnaroundProject, TurnaroundWork
from tejian.inspection.signoff import api as signoff
from tejian.inspection.turnaround import api as turnaround
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.system.models.organisations import Org

from . import accounts
from .actors import Actors, enter
from .charges import carry

PLANNER, DEPARTMENT = "diaodu", "530201-03"
CREWS = (("jianyan3", "jianyan6"), ("jianyan6", "jianyan9"), ("jianyan3", "jianyan9"))
VESSELS, LINES = 20, 12
AGO, AHEAD = 16, 18  # the window, in days from today
# how far each comes, by its place: of ten the first ones are finished, the last are not planned yet
DONE, GOING, PLANNED = 0.5, 0.7, 0.9
# method, how much of it, in which unit: of vessels and of lines
VESSEL_WORK = (("VT", 1, "6"), ("TEST_THK", 36, "3"), ("MT", 18, "2"), ("UT", 12, "2"))
LINE_WORK = (("VT", 1, "6"), ("TEST_THK", 16, "3"), ("RT", 8, "1"))
WRONG = {"result": "3", "problem": "塔底人孔接管内壁局部减薄，实测 7.8 mm，已通知业主补焊后复检"}
MORE = "发现 1 处表面裂纹，按规程扩检"
SHEETS = ("第一批检测工作量", "第二批检测工作量", "第三批检测工作量")
REFUSAL = {"topic": "4", "reason": "现场记录的磁粉检测少于单上的长度，请核对"}
REPLY = "已核对原始记录：差异为人孔补检部分，附检测示意图，请业主复核"
SETTLED = {"topic": "5", "content": "容器内作业结束后未及时清点工具"}
OPEN = {"topic": "3", "content": "换热器管束抽芯后两天没有安排检验，影响回装"}


def make() -> None:
    """By the real process; a second start makes nothing."""
    with kit_db.new_session.begin() as db:
        if db.scalar(select(func.count()).select_from(TurnaroundProject)):
            return
        unit = _refinery(db)
        if unit is None:
            return
        owner = accounts.owner(db, unit)
        dept = db.scalars(select(Org.id).where(Org.code == DEPARTMENT)).one()
    with kit_db.new_session() as db:
        _Told(Actors(db), unit, owner, dept).tell()


def _refinery(db: Session) -> str | None:
    """The petrochemical unit with most of what a turnaround is about."""
    mine = (E.equDel == 0, E.equstatus.in_(codes.RUNNING))
    of_unit = select(E.useorgsysid, func.count()).where(*mine).group_by(E.useorgsysid)
    refineries = E.useorgsysid.in_(select(Unit.id).where(Unit.petrochem))
    vessels: dict[str, int] = dict(db.execute(of_unit.where(refineries, E.equclass == codes.VESSEL)).all())
    lines: dict[str, int] = dict(db.execute(of_unit.join(L, L.equdatasysid == E.id).where(refineries)).all())
    both = [one for one in vessels if one in lines]
    return max(both, key=lambda u: (min(vessels[u], VESSELS) + min(lines[u], LINES), u), default=None)


def _days(count: int) -> date:
    return clock.today() + timedelta(days=count)


def _at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime.combine(_days(day), time(hour, minute), clock.SHANGHAI)


class _Told:
    """The story of the project."""

    def __init__(self, actors: Actors, unit: str, owner: str, dept: str) -> None:
        self.actors, self.unit, self.owner, self.dept = actors, unit, owner, dept

    def tell(self) -> None:
        project = self._project()
        items = self._filed(project)
        for place, key in enumerate(items):
            self._planned(key, place, len(items))
        self.actors.do(PLANNER, _at(-AGO + 1, 8), carry(turnaround.PROJECT, "start", project))
        finished = [key for place, key in enumerate(items) if self._worked(key, place, len(items))]
        self._declared(project)
        self._signed(finished)
        self._disagreed(project, items[-1])

    def _project(self) -> str:
        year = clock.today().year
        values = {
            **{"name": f"{year} 年常减压、催化裂化联合大检修", "plant": "常减压、催化裂化装置", "unitsysid": self.unit},
            **{"dept_id": self.dept, "begins": _days(-AGO), "ends": _days(AHEAD)},
            "remark": "容器和管线按装置停工顺序分批交出，工作量按批签认",
        }
        made = enter(TurnaroundProject, values, turnaround.PROJECT_HOOKS, turnaround.PROJECT_FORM)
        return str(self.actors.do(PLANNER, _at(-AGO - 12, 9, 20), made))

    def _filed(self, project: str) -> list[str]:
        """The keys of what is filed, vessels and lines in turn."""

        def work(db: Session, me: User) -> list[str]:
            own = (E.useorgsysid == self.unit, E.visible(me), E.equstatus.in_(codes.RUNNING))
            query = select(E.id).where(*own, E.equclass == codes.VESSEL, E.equclacode.startswith("21"))
            vessels = db.scalars(query.order_by(E.equinnerno.desc()).limit(VESSELS)).all()
            turnaround.file_vessels(db, me, vessels, project)
            query = select(L.id).join(E, E.id == L.equdatasysid).where(*own, L.linestatus.in_(codes.RUNNING))
            turnaround.file_lines(db, me, db.scalars(query.order_by(L.pipeno).limit(LINES)).all(), project)
            T = TurnaroundItem
            filed = select(T.id).where(T.project_id == project)
            halves = [db.scalars(filed.where(T.kind == k).order_by(T.objectno)).all() for k in ("1", "2")]
            places = sorted((n / len(half), key) for half in halves for n, key in enumerate(half))
            return [key for _place, key in places]

        keys: list[str] = self.actors.do(PLANNER, _at(-AGO - 11, 10), work)
        return keys

    def _planned(self, key: str, place: int, count: int) -> None:
        far = place / count
        if far >= PLANNED:
            return
        self.actors.do(PLANNER, _at(-AGO - 8, 9, place), _package(key, place))
        first = round(-AGO + 2 + far * (AGO + AHEAD - 12))
        # one that was planned too short is late now
        last = -1 if DONE <= far < DONE + 1.5 / count else first + 4
        crew = ",".join(sorted(self.actors.users[one].id for one in CREWS[place % len(CREWS)]))
        days = {"planbegin": str(_days(min(first, last))), "planend": str(_days(last)), "inspectors": crew}
        self.actors.do(PLANNER, _at(-AGO - 6, 14, place), carry(turnaround.ITEM, "plan", key, **days))

    def _declared(self, project: str) -> None:
        """The clerk declares the next vessels of the plan, those that no other business has in hand."""

        def work(db: Session, me: User) -> list[str]:
            T = TurnaroundItem
            query = select(T).where(T.project_id == project, T.kind == VESSEL, T.step == WAITING)
            rows = db.scalars(query.order_by(T.planbegin, T.objectno)).all()
            free = [one for one in rows if open_business(db, [one.equdatasysid], one.seisort) is None]
            return turnaround.declare(db, me, [one.id for one in free[:2]]) if free else []

        self.actors.do("shouli", _at(-1, 10), work)

    def _worked(self, key: str, place: int, count: int) -> bool:
        """Begin it, enter what is done, finish it; whether it came so far."""
        far = place / count
        if far >= GOING:
            return False
        who = CREWS[place % len(CREWS)][0]
        begun = max(-AGO + 2, round(-AGO + 2 + far * (AGO - 2)))
        self.actors.do(who, _at(begun, 8, 30), carry(turnaround.ITEM, "begin", key, begun=str(_days(begun))))
        is_done = far < DONE
        self.actors.do(who, _at(min(begun + 1, 0), 16), _entered(key, place, whole=is_done))
        if not is_done:
            return False
        end = {"finished": str(_days(begun + 2)), "result": "1"} | (WRONG if place == 4 else {})
        if place == 2:
            end |= {"problem": MORE}
        self.actors.do(who, _at(begun + 2, 15), carry(turnaround.ITEM, "finish", key, **end))
        return True

    def _sheet(self, keys: Sequence[str], title: str, day: int) -> str:
        def work(db: Session, me: User) -> str:
            return signoff.make_sheet(db, me, keys, title)["id"]

        key = str(self.actors.do(PLANNER, _at(day, 9), work))
        self.actors.do(PLANNER, _at(day, 9, 30), carry(signoff.SHEET, "send", key))
        return key

    def _signed(self, finished: Sequence[str]) -> None:
        """One batch is signed, one refused and replied to, one waits, and one is a draft."""
        part = max(1, len(finished) // 4)
        batches = [finished[n * part : (n + 1) * part] for n in range(4)]
        first = self._sheet(batches[0], SHEETS[0], -4)
        self.actors.do(self.owner, _at(-3, 14), carry(signoff.SHEET, "sign", first, opinion="与现场记录一致"))
        if not batches[1]:
            return
        second = self._sheet(batches[1], SHEETS[1], -3)
        no = {**REFUSAL, "due": str(_days(2))}
        self.actors.do(self.owner, _at(-2, 10), carry(signoff.SHEET, "refuse", second, **no))
        with kit_db.new_session() as db:
            wrong = db.scalars(select(OwnerDissent.id).where(OwnerDissent.step == ASKED)).first()
        if wrong:
            self.actors.do(PLANNER, _at(-1, 16), carry(signoff.DISSENT, "reply", wrong, reply=REPLY))
        if batches[2]:
            self._sheet(batches[2], SHEETS[2], -1)

    def _disagreed(self, project: str, last: str) -> None:
        """One that was settled, and one about a device that waits for its reply."""
        form = {**SETTLED, "project_id": project, "due": _days(-6)}
        key = self.actors.do(self.owner, _at(-9, 11), _dissent(form))
        self.actors.do(self.owner, _at(-9, 11, 10), carry(signoff.DISSENT, "send", key))
        reply = "已按受限空间作业规定逐件清点登记，检验组负责人现场核对"
        self.actors.do(PLANNER, _at(-8, 9), carry(signoff.DISSENT, "reply", key, reply=reply))
        self.actors.do(self.owner, _at(-8, 15), carry(signoff.DISSENT, "close", key))
        form = {**OPEN, "project_id": project, "item_id": last, "due": _days(3)}
        key = self.actors.do(self.owner, _at(-1, 10), _dissent(form))
        self.actors.do(self.owner, _at(-1, 10, 15), carry(signoff.DISSENT, "send", key))


def _dissent(values: dict[str, Any]) -> Callable[[Session, User], str]:
    return enter(OwnerDissent, values, signoff.HOOKS)


def _package(key: str, place: int) -> Callable[[Session, User], None]:
    """The package of a device: its number, and amounts that differ from one to the next."""

    def work(db: Session, me: User) -> None:
        item = db.get_one(TurnaroundItem, key)
        works = VESSEL_WORK if item.kind == "1" else LINE_WORK
        lines = [{"method": m, "planned": n + (place * 3 % 7 if n > 1 else 0), "unit": u} for m, n, u in works]
        values = {"packageno": f"WP-{'V' if item.kind == '1' else 'L'}{place + 1:03}", "works": lines}
        put(db, me, item, values, turnaround.PACKAGE_HOOKS, turnaround.PACKAGE_FORM)

    return work


def _entered(key: str, place: int, *, whole: bool) -> Callable[[Session, User], None]:
    """What is done: all of it, and of one device more than was planned; or only the first methods."""

    def work(db: Session, me: User) -> None:
        W = TurnaroundWork
        rows = db.scalars(select(W).where(W.item_id == key).order_by(W.id)).all()
        for n, row in enumerate(rows if whole else rows[: 1 + place % 2]):
            values: dict[str, Any] = {"done": row.planned}
            if place == 2 and n == len(rows) - 1:
                values = {"done": row.planned + 4, "unqualified": 1, "why": MORE}
            put(db, me, row, values, turnaround.WORK_HOOKS, turnaround.WORK_FORM)

    return work
