"""Which indexes nothing reads: asks what a day asks besides lists, and prints those that still nobody has read.

Counts since the folder was filled: run it after the other topics and after `bench/matrix.py` on the same folder.
"""

import json

from measure.common import Line, Server
from tejian.archives.models.equipment import MEASURED

LARGE = 1 << 20  # bytes: smaller ones cost nothing
LOGINS = ("yewu", "jianyan1", "zhanzhang", "diaodu", "jianguan", "qiye", "weibao", "sysadmin")
DESKS = ("todo", "month", "desk")
UNREAD = """
    select indexrelname, pg_size_pretty(pg_relation_size(indexrelid))
    from pg_stat_user_indexes join pg_index using (indexrelid)
    where idx_scan = 0 and not indisunique and pg_relation_size(indexrelid) > %s
    order by pg_relation_size(indexrelid) desc
"""
AN_ITEM = """
    select id, appno, seisn, equcode, unitsysid from appbuss
    where cheorg = (select org_id from sys_user where login = 'yewu') limit 1
"""


def ask_for_a_day(at: Server) -> None:
    """Desks, an item with its way, a device by its number, queries over parameters, the last declaration
    of a unit."""
    with at.owner() as link:
        row = link.execute(AN_ITEM).fetchone()
    assert row is not None, "the folder is not filled"
    item, appno, seisn, equcode, unit = row
    for login in LOGINS:
        browser = at.browser(login)
        for desk in DESKS:
            browser.ask(f"/api/home/{desk}", {})
    counter = at.browser("yewu")
    counter.ask("/api/appbuss/getItem", {"id": item})
    counter.ask("/api/businesspro/common/getFlowLog", {"appno": appno, "seisn": seisn})
    at.browser("jianyan1").ask("/api/onsite/find", {"code": equcode})
    for field in counter.data("/api/querySetting/fields", kind="equipment")["fields"]:
        of_class, _, name = field["prop"].rpartition(".")
        measured = field["type"] == "number" and name in MEASURED
        if measured or (field["type"] == "text" and of_class):
            asked = {"kind": "equipment", "name": "试查", "conditions.0.field": field["prop"]}
            asked |= {"conditions.0.op": "ge" if measured else "eq", "conditions.0.value": "99999"}
            counter.ask("/api/querySetting/tryOut", asked)
    counter.ask("/api/appmain/getAppMainLastBussDetail", {"unitsysid": unit})


def unread(at: Server) -> list[tuple[str, str]]:
    with at.owner() as link:
        return [(str(name), str(size)) for name, size in link.execute(UNREAD, (LARGE,))]


def lines(at: Server) -> list[Line]:
    ask_for_a_day(at)
    left = unread(at)
    return [Line("没有人读过的索引", float(len(left)), "", note=json.dumps(left, ensure_ascii=False))]
