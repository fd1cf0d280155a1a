"""Partners of the demo city: one that reads by token, one that is sent devices, one reports; a grant that has ended."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from tejian.exchange.mappings import api as mappings
from tejian.exchange.models import CHECKING, ExchangeMapping, ExchangeMessage, ExchangePartner, ExchangePlan
from tejian.exchange.partners import api as partners
from tejian.exchange.plans import api as plans
from tejian.kit.database import db as kit_db
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.kit.web.edge import Caller

from .actors import Actors, enter
from .charges import carry

GRANTER, KEEPER = "secadmin", "sysadmin"
BEGUN = 21  # days ago
CITY, COUNTY = "330200", "330212"
READER, INSURER, CREDIT, FORMER = "SJZX", "DTZRX", "XYPT", "JKPT"
PARTNERS: tuple[dict[str, Any], ...] = (
    {"code": READER, "name": "市大数据发展中心", "entities": "equipment,unit", "areacode": CITY, "way": "pull"},
    {
        "code": INSURER,
        "name": "特种设备责任保险服务平台",
        "entities": "equipment",
        "areacode": COUNTY,
        "way": "simulator",
    },
    {"code": CREDIT, "name": "市公共信用信息平台", "entities": "unit,report", "areacode": COUNTY, "way": "simulator"},
    {"code": FORMER, "name": "原设备监控平台", "entities": "equipment", "areacode": COUNTY, "way": "pull"},
)
STATES = "0=未投用；1=在用；2=停用；3=报废；4=拆除；5=迁出；6=安装中；7=注销；8=改造修理中；9=在用未登记"
DEVICE: tuple[tuple[str, str, str, str], ...] = (
    ("equcode", "deviceCode", "1", ""),
    ("equname", "deviceName", "1", ""),
    ("equclass", "category", "1", ""),
    ("equstatus", "state", "0", STATES),
    ("usecertno", "certNo", "0", ""),
    ("useorgname", "userName", "1", ""),
    ("useplace", "address", "0", ""),
    ("ninspdate", "nextInspection", "0", ""),
)
UNIT = (("name", "entName", "1", ""), ("code", "uscc", "1", ""), ("address", "address", "0", ""))
REPORT: tuple[tuple[str, str, str, str], ...] = (
    ("reportno", "reportNo", "1", ""),
    ("equcode", "deviceCode", "1", ""),
    ("unitname", "entName", "1", ""),
    ("inspdate", "inspectedOn", "1", ""),
    ("conclusion", "result", "1", ""),
    ("nextdate", "nextInspection", "0", ""),
)
# whose, of what, what it is called, its fields, whether it is published
MAPPINGS = (
    (READER, "equipment", "设备归集（2024 版）", DEVICE[:4], True),
    (READER, "equipment", "设备归集（2025 版）", DEVICE, True),
    (READER, "unit", "单位归集", UNIT, True),
    (INSURER, "equipment", "投保设备", DEVICE, True),
    (CREDIT, "report", "检验结论公示", REPORT, True),
    (CREDIT, "unit", "信用主体", UNIT, False),
)
PLANS: tuple[tuple[str, dict[str, Any]], ...] = (
    (INSURER, {"name": "起重机械投保数据", "entity": "equipment", "mode": "1", "every": 120, "equclass": "4000"}),
    (CREDIT, {"name": "检验结论每日公示", "entity": "report", "mode": "1", "dailyat": "02:30", "equclass": ""}),
)

UNSET: dict[str, Any] = {"every": None, "dailyat": "", "areacode": None, "enabled": True}  # of a plan


def make() -> None:
    """By the real calls; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(ExchangePartner)):
            return
        actors = Actors(db)
    begin = datetime.combine(clock.today() - timedelta(days=BEGUN), time(9, 10), clock.SHANGHAI)
    keys = {one["code"]: actors.do(GRANTER, begin, _grant(one, begin)) for one in PARTNERS}
    for n, (code, entity, name, fields, is_published) in enumerate(MAPPINGS):
        at = begin + timedelta(hours=2 + 20 * n)
        values = {"name": name, "partner_id": keys[code], "entity": entity, "sample": "", "note": ""}
        rows = [
            {"prop": f"{entity}.{prop}", "outer": outer, "required": need == "1", "words": words}
            for prop, outer, need, words in fields
        ]
        key = actors.do(
            KEEPER, at, enter(ExchangeMapping, values | {"fields": rows}, Hooks(mappings.before_save), mappings.FORM)
        )
        if is_published:
            actors.do(KEEPER, at + timedelta(minutes=40), carry(mappings.MAPPING, "publish", key))
    token = actors.do(GRANTER, begin + timedelta(days=6), partial(partners.renew_token, key=keys[READER]))
    made = [
        actors.do(KEEPER, clock.now(), enter(ExchangePlan, UNSET | values | {"partner_id": keys[code]}, plans.HOOKS))
        for code, values in PLANS
    ]
    for plan_id in made:
        _run(plan_id)
    _read(token["token"])
    _mended(actors)
    with kit_db.new_session.begin() as db:
        db.get_one(ExchangePartner, keys[FORMER]).enddate = clock.today() - timedelta(days=12)
        # they were done here; what is to be tried again comes by itself
        db.execute(
            text("delete from procrastinate_jobs where task_name like 'exchange.%' and task_name <> 'exchange.push'")
        )


def _grant(values: dict[str, Any], begin: datetime) -> Callable[[Session, User], str]:
    until = begin.date() + timedelta(days=400)
    form = {"orgid": None, "perminute": 60, "addresses": "10.8.20.0/24", "enddate": until, "enabled": True, "url": None}
    return enter(ExchangePartner, form | values | {"secret": None}, partners.HOOKS)


def _run(plan_id: str) -> None:
    """A run with its deliveries, and a comparison, as the jobs make them."""
    for kind, work in (("1", plans.collect), (CHECKING, plans.reconcile)):
        with kit_db.new_session.begin() as db:
            plan = db.get_one(ExchangePlan, plan_id)
            run_id = plans.start(db, plan, kind).id
        with kit_db.new_session.begin() as db:
            work(db, run_id)
            if kind != CHECKING:
                plans.deliver(db, plan_id)


def _read(token: str) -> None:
    """The reader comes from one of its addresses, page by page; and once from another one."""
    cursor = ""
    for ip, limit in (("10.8.20.7", 200), ("10.8.20.7", 200), ("172.16.4.9", 200), ("10.8.20.8", 100)):
        with kit_db.new_session.begin() as db:
            caller = Caller("", "", "", ip, "")
            ask = partners.Ask(user=READER, token=token, cursor=cursor, limit=limit)
            page = partners.read(db, caller, "equipment", ask)
            cursor = page["cursor"] if isinstance(page, dict) else cursor


def _mended(actors: Actors) -> None:
    """Of what was refused one is sent again, and one given up."""
    m = ExchangeMessage
    with kit_db.new_session() as db:
        refused = select(m.id).where(m.state == "2", m.nexttry.is_(None)).order_by(m.id).limit(2)
        failed = list(db.scalars(refused))
    for key in failed[:1]:
        actors.do(
            KEEPER,
            clock.now(),
            partial(plans.ignore, sent=Input({"ignorereason": "对方已按使用单位更名人工处理"}, [key])),
        )
    for key in failed[1:]:
        actors.do(KEEPER, clock.now(), partial(plans.replay, ids=[key]))
