"""Charges of two years: each a charge that the demo city made by its process, with other numbers, units and days.

The rows are made inside the database. A charge has one number n; of it follow the charge that it is like, its day (the
higher the newer), who pays, and all its keys, so that any table can be filled without knowing another.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import psycopg

from . import open_as_admin, run, together, without_indexes
from .copying import key

DAYS = 729  # over which they are spread, up to yesterday
UNITS = 20_000
CASHIERS = 12
ROWS = 500_000  # made by one statement
RECENT, SELDOM = 30, 200  # one in so many is as it stands on the way: of the newest share, and of all others
TABLES = ("appbuss", "chamain", "chaitem", "chaline", "chaentry", "chabill", "chainvoice")
HEX, NO = "lpad(to_hex(n), 24, '0')", "lpad(n::text, 8, '0')"
DAY = f"(current_date - 1 - ((%(count)s - n) * {DAYS} / %(count)s)::int)"
SHIFT = f"({DAY} - t.lastday)"


@dataclass(frozen=True)
class Filled:
    """A table: what varies from its model `m`, a row of charge `t`; everything else is as it is there."""

    name: str
    owner: str  # the column that says which charge a row is of
    values: Mapping[str, str] = field(default_factory=dict)
    numbered: Sequence[str] = ()  # numbers that nobody else has
    moments: Sequence[str] = ()
    days: Sequence[str] = ()
    where: str = ""


def _key(kind: str, place: str = "m.place") -> str:
    return f"'f0{kind}' || {HEX} || lpad(to_hex({place}), 4, '0')"


def _numbered(column: str) -> str:
    return f"case when m.{column} = '' then '' else m.{column} || {NO} end"


CHARGE, ITEM = _key("11", "0"), _key("10")
SEISN = f"'F' || {NO} || lpad(m.place::text, 2, '0')"
PAYER_NO = f"(1 + (n * 7919) %% {UNITS})"
UNIT = f"'f001' || lpad(to_hex{PAYER_NO}, 28, '0')"
UNIT_NAME = f"'缴费单位' || {PAYER_NO}"
PAYER = {"payunitsysid": UNIT, "payunitname": UNIT_NAME, "unitsysid": UNIT, "unitname": UNIT_NAME}
OWN = ("unitsysid", "unitname")
BILLED = f"case when m.request_place is null then null else {_key('15', 'm.request_place')} end"
OF_LINE = f"case when m.seisn = '' then '' else 'F' || {NO} || lpad(m.item_place::text, 2, '0') end"
CASHIER = f"1 + n %% {CASHIERS}"
PLAN = (
    Filled(
        "appbuss",
        "charge_id",
        {"id": ITEM, "seisn": SEISN, "reportno": _numbered("reportno"), **{n: PAYER[n] for n in OWN}},
        moments=("createtime", "step_since", "enteredat", "approvedat", "archivedat", "releasedat"),
        days=("acceptdate", "inspdate", "plandate"),
    ),
    Filled(
        "chamain",
        "id",
        {
            "id": CHARGE,
            "chargesysid": f"'JF' || to_char({DAY}, 'YYYYMMDD') || {NO}",
            "flags": f"replace(replace(m.flags::text, '@hex@', {HEX}), '@no@', {NO})::jsonb",
            **PAYER,
        },
        numbered=("paycode",),
        moments=("createtime", "updatetime", "confirmed", "step_since"),
        days=("duedate",),
    ),
    Filled(
        "chaitem",
        "charge_id",
        {
            "id": _key("12"),
            "charge_id": CHARGE,
            "appbuss_id": _key("10", "m.item_place"),
            "seisn": f"'F' || {NO} || lpad(m.item_place::text, 2, '0')",
            "equcode": f"'F' || {NO} || m.item_place",
        },
        days=("acceptdate",),
    ),
    Filled("chaline", "charge_id", {"id": _key("13"), "charge_id": CHARGE, "seisn": OF_LINE}),
    Filled(
        "chaentry",
        "charge_id",
        {
            "id": _key("14"),
            "charge_id": CHARGE,
            "userid": f"case when m.kind = 'paid' then 'f006' || lpad(to_hex({CASHIER}), 28, '0') else m.userid end",
            "username": f"case when m.kind = 'paid' then '收费员' || ({CASHIER}) else m.username end",
        },
        numbered=("ref",),
        moments=("at",),
        days=("day",),
    ),
    Filled(
        "chabill",
        "charge_id",
        {
            "id": _key("15"),
            "charge_id": CHARGE,
            "chargesysid": f"'JF' || to_char({DAY}, 'YYYYMMDD') || {NO}",
            "payunitname": UNIT_NAME,
        },
        numbered=("requestno", "billno"),
        moments=("createtime", "updatetime", "step_since"),
        where="m.original_id is null",
    ),
    Filled(
        "chainvoice",
        "charge_id",
        {
            "id": _key("16"),
            "charge_id": CHARGE,
            "chargesysid": f"'JF' || to_char({DAY}, 'YYYYMMDD') || {NO}",
            "request_id": BILLED,
            "title": UNIT_NAME,
        },
        numbered=("billno",),
        moments=("issued", "createtime", "updatetime"),
        where="m.original_id is null",
    ),
)
# charges that can be told again: no advance, no order, no receipt that was reversed, no contract, nothing in dispute
PLAIN = """
 c.id < 'f0' and c.itemcount between 1 and 20 and c.reversed = 0
 and not exists (select 1 from chaentry e where e.charge_id = c.id and e.way in ('deposit', 'online'))
 and not exists (select 1 from chaline l where l.charge_id = c.id and l.agreement_id <> '')
 and not exists (select 1 from chadiff d where d.charge_id = c.id)
"""
PAST = """(c.step in ('BILLED', 'REFUNDED', 'VOID', 'FREE') and not exists (select 1 from chaitem i join appbuss b
 on b.id = i.appbuss_id where i.charge_id = c.id and b.step <> 'DONE'))"""
MODELS = f"""
create unlogged table bench_charge as
select c.id, {PAST} as past, greatest(c.createtime::date, c.confirmed::date,
  (select max(day) from chaentry e where e.charge_id = c.id)) as lastday
from chamain c where {PLAIN};
create unlogged table bench_place as
select past, id, lastday, row_number() over (partition by past order by id) - 1 as place from bench_charge;
create unlogged table bench_item as
select i.id, i.charge_id, i.appbuss_id, i.seisn, row_number() over (partition by i.charge_id order by i.seisn) as place
from chaitem i join bench_charge c on c.id = i.charge_id;
create unlogged table m_chamain as select c.*, 0 as place from chamain c join bench_charge b on b.id = c.id;
create unlogged table m_appbuss as select b.*, i.charge_id, i.place from appbuss b
join bench_item i on i.appbuss_id = b.id;
create unlogged table m_chaitem as select c.*, i.place, i.place as item_place from chaitem c
join bench_item i on i.id = c.id;
create unlogged table m_chaline as
select l.*, l.seq as place, coalesce(i.place, 0) as item_place from chaline l join bench_charge b on b.id = l.charge_id
left join bench_item i on i.charge_id = l.charge_id and i.seisn = l.seisn;
create unlogged table m_chaentry as select e.*, row_number() over (partition by e.charge_id order by e.id) as place
from chaentry e join bench_charge b on b.id = e.charge_id;
create unlogged table m_chabill as select e.*, row_number() over (partition by e.charge_id order by e.id) as place
from chabill e join bench_charge b on b.id = e.charge_id;
create unlogged table m_chainvoice as
select v.*, row_number() over (partition by v.charge_id order by v.id) as place, q.place as request_place
from chainvoice v join bench_charge b on b.id = v.charge_id left join m_chabill q on q.id = v.request_id;
"""
FLAGS = """
update m_chamain c set flags = replaced.flags from (
  select c.id, (select jsonb_build_object('items', (select jsonb_agg(o || jsonb_build_object('id',
     'f010@hex@' || lpad(to_hex(i.place), 4, '0'))) from jsonb_array_elements(c.flags->'items') o
     join bench_item i on i.charge_id = c.id and i.appbuss_id = o->>'id')) || jsonb_build_object('manual',
     coalesce((select jsonb_agg(h || jsonb_build_object('seisn', coalesce((select 'F@no@' || lpad(i.place::text, 2, '0')
       from bench_item i where i.charge_id = c.id and i.seisn = h->>'seisn'), '')))
       from jsonb_array_elements(c.flags->'manual') h), '[]'::jsonb)))
     as own from m_chamain c) made
  cross join lateral (select made.id, (select m.flags from m_chamain m where m.id = made.id) || made.own as flags)
  replaced
where replaced.id = c.id
"""
GONE: tuple[str, ...] = ("m_appbuss", "m_chamain", "m_chaitem", "m_chaline", "m_chaentry", "m_chabill", "m_chainvoice")
GONE += ("bench_charge", "bench_place", "bench_item", "bench_till")
NEW = "version, createby, updateby, createtime, updatetime"


def _new(at: str) -> str:
    """Who made a row that no process of the demo city made, and when."""
    return f"1, 'f006', '', {at}, {at}"


ORG = "(select org_id from sys_user where login = 'shoufei')"
OPENED = "step_since, opened_by"
# what stands beside the charges, in this order: what it is, and the statement that makes it
BESIDE = {
    "预存款": f"""
insert into chaaccount (id, {NEW}, step, {OPENED}, unitsysid, unitname, orgid, balance, entrycount, moved)
select 'f01a' || lpad(to_hex(n), 28, '0'), {_new("now() - interval '1 year'")}, 'OPEN', now(), '', 'f001' ||
 lpad(to_hex(n), 28, '0'), '缴费单位' || n, {ORG}, 5000, 5, current_date - 1 from generate_series(1, {UNITS}) n""",
    "预存款明细": f"""
insert into chaaccountentry (id, account_id, seq, entryno, kind, amount, balance, way, ref, charge_id, chargesysid,
 note, at, day, userid, username)
select 'f01b' || lpad(to_hex(n), 24, '0') || lpad(to_hex(k), 4, '0'), 'f01a' || lpad(to_hex(n), 28, '0'), k,
 'YF' || n || '-' || k, 'in', 1000, 1000 * k, 'transfer', 'YF' || n || '-' || k, '', '', '', d + time '10:00', d,
 'f006' || lpad(to_hex(1 + n % {CASHIERS}), 28, '0'), '收费员' || (1 + n % {CASHIERS})
from generate_series(1, {UNITS}) n, generate_series(1, 5) k,
 lateral (select current_date - 1 - (n % 140 + 140 * (5 - k))) t(d)""",
    "收款": """
create unlogged table bench_till as
select e.id, e.userid, e.username, e.day, e.way, e.amount, e.ref, e.charge_id from chaentry e
where e.userid like 'f006%' and e.kind = 'paid' and e.way in ('cash', 'pos', 'transfer')
union all select id, userid, username, day, way, amount, ref, '' from chaaccountentry where userid like 'f006%'""",
    "日结": f"""
insert into chaday (id, {NEW}, step, {OPENED}, userid, username, day, orgid, entrycount, cash, pos, transfer, counts,
 counted, difference, reason, closedby, closed, reviewby)
select 'f017' || left(md5(userid || day), 28), {_new("day + time '17:00'")}, 'CLOSED', day + time '17:00', '', userid,
 username, day, {ORG}, count(*), sum(case way when 'cash' then amount else 0 end),
 sum(case way when 'pos' then amount else 0 end), sum(case way when 'transfer' then amount else 0 end), '{{}}',
 sum(case way when 'cash' then amount else 0 end), 0, '', username, day + time '17:00', ''
from bench_till group by userid, username, day""",
    "对账单": f"""
insert into chastatement (id, {NEW}, filename, digest, source, firstday, lastday, linecount, total, matched, different,
 takenby, orgid)
select 'f018' || left(md5(day::text), 28), {_new("day + time '20:00'")}, '银行' || day || '.csv',
 md5(day::text) || md5(day::text), '银行', day, day, count(*), sum(amount), count(*), 0, '财务', {ORG}
from bench_till where way <> 'cash' and amount > 0 group by day""",
    "对账单明细": f"""
insert into chastateline (id, {NEW}, statement_id, lineno, number, amount, day, payer, memo, charge_id,
 result, note)
select 'f019' || right(md5(id), 28), {_new("day + time '20:00'")}, 'f018' || left(md5(day::text), 28),
 row_number() over (partition by day order by id), ref, amount, day, '', '', charge_id, 'matched', ''
from bench_till where way <> 'cash' and amount > 0""",
    "在线支付，没有付成": f"""
insert into chaorder (id, {NEW}, charge_id, chargesysid, payunitname, orderno, channel, amount, state, platformno,
 paidat, note, orgid)
select 'f01c' || right(id, 28), {_new("confirmed")}, id, chargesysid, payunitname,
 'ZF' || right(chargesysid, 16), 'nontax', amount, '4', '',
 null, '到期未付，已关闭', orgid from chamain where id like 'f011%' and confirmed is not null
 and right(chargesysid, 1) in ('1', '5')""",
    "已处理的差异": f"""
insert into chadiff (id, {NEW}, step, {OPENED}, kind, subject, sentence, amount, charge_id, chargesysid, seisn,
 unitname, orgid, remedy, found, settledby, settled, note)
select 'f01d' || right(id, 28), {_new("confirmed")}, 'SETTLED', confirmed, '', 'unbilled', id,
 chargesysid || '收款后未开票', amount, id, chargesysid, '', payunitname, orgid, '', confirmed::date, '财务', confirmed,
 '已补开' from chamain where id like 'f011%' and step = 'BILLED' and right(chargesysid, 2) = '37'""",
    "催缴函": f"""
insert into chaletter (id, {NEW}, letterno, unitsysid, unitname, orgid, made, deadline, count, amount, oldest, rows,
 maker, sentway, receiver, sentby)
select 'f01e' || left(md5(payunitsysid), 28), {_new("now()")}, 'CJ' || right(md5(payunitsysid), 20), payunitsysid,
 payunitname, orgid, current_date - 30, current_date - 10, count(*), sum(owed - received), min(duedate), '[]',
 '收费员1', '', '', '' from chamain where id like 'f011%' and step in ('DUE', 'PART') and duedate < current_date - 30
group by payunitsysid, payunitname, orgid""",
}
BESIDE_TABLES: tuple[str, ...] = (
    "chaaccount",
    "chaaccountentry",
    "chaday",
    "chastatement",
    "chastateline",
    "chaorder",
    "chadiff",
)
BESIDE_TABLES += ("chaletter", "unit")


def fill(url: str, count: int, say: Callable[[str], None] = print) -> None:
    """Bring a database that holds the demo city to `count` charges beside its own. `url` is that of a superuser."""
    start = time.perf_counter()

    def told(what: str) -> None:
        say(f"{time.perf_counter() - start:6.0f} s  {what}")

    with open_as_admin(url) as link:
        if _one(link, "select count(*) from chamain where id like 'f0%%'"):
            raise SystemExit("数据库已经填充过收费，请换一个")
        _units(link)
        for name in GONE:
            _run(link, f"drop table if exists {name}")
        for statement in (*MODELS.split(";\n"), FLAGS):
            if statement.strip():
                _run(link, statement)
        indexes, constraints = without_indexes(link, TABLES)
        try:
            for table in PLAN:
                for first in range(1, count + 1, ROWS):
                    _run(link, _insert(link, table), count=count, first=first, last=min(first + ROWS - 1, count))
                told(table.name)
        finally:
            together(partial(run, url), indexes)
            for statement in constraints:
                run(url, statement)
        told("索引建立完毕")
        for name, statement in BESIDE.items():
            _run(link, statement.replace("%", "%%"))
            told(name)
        for name in GONE:
            _run(link, f"drop table {name}")
        for name in (*TABLES, *BESIDE_TABLES):
            _run(link, f"vacuum (analyze) {name}")
    told("完成")


def _run(link: psycopg.Connection[Any], statement: str, **values: Any) -> None:
    link.execute(statement, values)  # type: ignore[arg-type]


def _one(link: psycopg.Connection[Any], statement: str) -> Any:
    row = link.execute(statement, {}).fetchone()  # type: ignore[arg-type]
    return row[0] if row else None


def _columns(link: psycopg.Connection[Any], table: str) -> list[str]:
    found = link.execute(
        "select column_name from information_schema.columns where table_name = %s and is_generated = 'NEVER'"
        " and is_identity = 'NO' order by ordinal_position",
        [table],
    )
    return [name for (name,) in found]


def _units(link: psycopg.Connection[Any]) -> None:
    """Units that pay, each like one of the demo city."""
    columns = _columns(link, "unit")
    own = {
        "unitsysid": "'f001' || lpad(to_hex(n), 28, '0')",
        "name": "'缴费单位' || n",
        "code": "'F' || lpad(n::text, 17, '0')",
    }
    values = ", ".join(own.get(name, f'u."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    like = "(select * from unit where unitsysid < 'f0' and isuse order by unitsysid limit 1) u"
    rows = f"generate_series(1, {UNITS}) n"
    _run(link, f"insert into unit ({names}) select {values} from {like}, {rows} on conflict do nothing")


def _insert(link: psycopg.Connection[Any], table: Filled) -> str:
    """The statement that makes rows of a table for the charges from `first` to `last`."""
    made = dict(table.values)
    made |= {name: _numbered(name) for name in table.numbered if name not in made}
    made |= {name: f"m.{name} + {SHIFT} * interval '1 day'" for name in table.moments}
    made |= {name: f"m.{name} + {SHIFT}" for name in table.days}
    columns = _columns(link, table.name)
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(made.get(name, f'm."{name}"') for name in columns)
    way = f"n <= %(count)s - %(count)s / {RECENT} and n %% {SELDOM} <> 0"
    sizes = "(select count(*) filter (where past) as past, count(*) filter (where not past) as open from bench_place) s"
    return (
        f"insert into {table.name} ({names}) select {values}"
        f" from generate_series(%(first)s::bigint, %(last)s::bigint) n cross join {sizes}"
        f" join bench_place t on t.past = ({way}) and t.place = n %% case when {way} then s.past else s.open end"
        f" join m_{table.name} m on m.{table.owner} = t.id" + (f" where {table.where}" if table.where else "")
    )


def prepared_items(url: str, units: int, each: int) -> list[list[str]]:
    """Items of some units for which nobody has registered a charge: `each` of every unit, accepted today."""
    keys = [[key("20", unit * 1000 + n) for n in range(each)] for unit in range(units)]
    with open_as_admin(url) as link:
        columns = _columns(link, "appbuss")
        names = ", ".join(f'"{name}"' for name in columns)
        own = {
            "id": "k.id",
            "seisn": "'G' || right(k.id, 8)",
            "reportno": "''",
            "acceptdate": "current_date",
            "chargestate": "''",
        }
        values = ", ".join(own.get(name, f'b."{name}"') for name in columns)
        like = (
            "select b.* from appbuss b join equipment e on e.equdatasysid = b.equdatasysid where b.id < 'f0' and"
            " b.equclass = '3000' and b.chargestate in ('4', '5') and b.appno <> '' and b.testsort = '0211'"
            " and not b.imported and b.cheorg = (select org_id from sys_user where login = 'shoufei')"
        )
        for unit, own_keys in enumerate(keys):
            _run(link, "delete from chaitem where appbuss_id = any(%(keys)s)", keys=own_keys)
            _run(link, "delete from appbuss where id = any(%(keys)s)", keys=own_keys)
            _run(
                link,
                f"insert into appbuss ({names}) select {values} from (select x.* from ({like}) x order by x.id"
                f" limit 1 offset {unit}) b, unnest(%(keys)s::text[]) k(id)",
                keys=own_keys,
            )
    return keys
