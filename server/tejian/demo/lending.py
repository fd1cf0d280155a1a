"""Loans and overhauls of instruments that no inspection of the city names: at each step, one late, one damaged."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.instruments.loans import api as loans
from tejian.instruments.models import GOOD, HOPELESS, MENDED, TOUCHED, USABLE, Instrument, InstrumentLoan
from tejian.instruments.models import InstrumentOverhaul as Overhaul
from tejian.instruments.overhauls import api as overhauls
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put

from .actors import Actors
from .charges import carry

KEEPER, CHECKER = "yiqi", "zhiliang"
LENT = ("agree", "lend")
RETURNED = (*LENT, "giveBack")


@dataclass(frozen=True)
class Loan:
    """Who asked how many days ago, for how many days and what, how far it came, and how it came back."""

    ago: int
    days: int
    who: str
    purpose: str
    moves: tuple[str, ...] = ()
    fault: str = ""
    mending: tuple[str, ...] = ()  # of the overhaul that a damage began


@dataclass(frozen=True)
class Repair:
    """What was found how many days ago, and how far its overhaul came."""

    ago: int
    fault: str
    moves: tuple[str, ...] = ()
    verdict: str = MENDED


LOANS = (
    Loan(30, 5, "jianyan1", "加装电梯监督检验", RETURNED),
    Loan(20, 4, "jianyan2", "自动扶梯定期检验", RETURNED, "跌落，表壳开裂，示值不回零", ("begin", "submit")),
    Loan(12, 7, "jianyan2", "杂物电梯定期检验", LENT),
    Loan(3, 10, "jianyan5", "桥式起重机定期检验", LENT),
    Loan(1, 6, "jianyan1", "住宅小区电梯集中检验", LENT[:1]),
    Loan(6, 3, "jianyan6", "场车定期检验", ("refuse",)),
    Loan(0, 5, "jianyan3", "安全阀在线校验"),
    Loan(0, 2, "diaodu", "外站支援检验"),
)
REPAIRS = (
    Repair(45, "按键失灵，不能换挡", ("begin", "submit", "restore")),
    Repair(60, "进水，主板腐蚀", ("begin", "submit", "scrap"), HOPELESS),
    Repair(8, "显示缺笔画", ("begin",)),
    Repair(2, "表笔接触不良，读数跳动"),
)


def make() -> None:
    """Each by the real process; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(InstrumentLoan)):
            return
        actors, free = Actors(db), _unused(db)
    for loan, one in zip(LOANS, free, strict=False):
        _lend(actors, loan, one)
    for repair, one in zip(REPAIRS, free[len(LOANS) :], strict=False):
        begin = _moment(repair.ago)
        key: str = actors.do(KEEPER, begin, partial(_found, one=one, fault=repair.fault))
        _mend(actors, key, begin, repair.moves, repair.verdict)


def _unused(db: Session) -> list[str]:
    """Instruments that no record and no task names: what is written of their states contradicts no report."""
    R = OriginalRecord
    lines = select(func.jsonb_array_elements(R.instruments, type_=JSONB)["id"].astext).distinct()
    named = set(db.scalars(lines))
    for planned in db.scalars(select(AppBuss.instruments).where(AppBuss.instruments != [])):
        named |= set(planned)
    until = clock.today() + timedelta(days=15)
    fit = Instrument.status.in_(USABLE), Instrument.nextcal > until
    rows = db.scalars(select(Instrument.id).where(*fit).order_by(Instrument.instno.desc()))
    return [key for key in rows if key not in named]


def _moment(ago: int) -> datetime:
    return datetime.combine(clock.today() - timedelta(days=ago), time(8, 50), clock.SHANGHAI)


def _lend(actors: Actors, loan: Loan, one: str) -> None:
    begin = _moment(loan.ago)
    key: str = actors.do(loan.who, begin, partial(_asked, one=one, loan=loan))
    for n, move in enumerate(loan.moves, 1):
        at = begin + timedelta(days=loan.days if move == "giveBack" else 0, hours=n)
        form = {"condition": "2" if loan.fault else GOOD, "conditionnote": loan.fault, "reason": "当天已有安排"}
        actors.do(KEEPER, at, carry(loans.LOAN, move, key, **form))
    if loan.mending:
        with kit_db.new_session() as db:
            work = db.scalars(select(Overhaul.id).where(Overhaul.loan_id == key)).one()
        _mend(actors, work, begin + timedelta(days=loan.days + 1), loan.mending)


def _asked(db: Session, me: User, *, one: str, loan: Loan) -> str:
    row, until = InstrumentLoan(), clock.today() + timedelta(days=loan.days)
    said: dict[str, Any] = {"instrument_id": one, "fromday": clock.today(), "dueday": until, "purpose": loan.purpose}
    put(db, me, row, said, loans.HOOKS, loans.FORM)
    return row.id


def _found(db: Session, me: User, *, one: str, fault: str) -> str:
    row = Overhaul()
    said = {"instrument_id": one, "foundday": clock.today(), "fault": fault}
    put(db, me, row, said, overhauls.HOOKS, overhauls.FORM)
    return row.id


def _mend(actors: Actors, key: str, begin: datetime, moves: tuple[str, ...], verdict: str = MENDED) -> None:
    good = verdict == MENDED
    said = {"repairer": "宁波仪器维修中心", "verdict": verdict, "cost": "260" if good else "0", "touches": TOUCHED}
    said |= {"repairnote": "更换损坏的部件并调整零位" if good else "主板损坏，没有配件"}
    said |= {"checknote": "功能正常，送检后使用" if good else "不能修复，同意报废"}
    for n, move in enumerate(moves):
        at = begin + timedelta(days=2 * n, hours=2)
        actors.do(CHECKER if move in ("restore", "scrap") else KEEPER, at, carry(overhauls.OVERHAUL, move, key, **said))
