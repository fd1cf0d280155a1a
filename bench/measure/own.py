"""Two hundred people with filters of their own, each asked for once: nothing of the question was asked before."""

import random
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from typing import Any

from .common import Line, Server, Times, repeated
from .lists import LIFTS

PEOPLE, MOST = 200, 30.0
AFTER = timedelta(days=1)  # the end of a range of days is not in it
VISIBLE = {
    "yewu": "cheorgsysid = (select org_id from sys_user where login = 'yewu')",
    "jianguan": "areacode like rtrim((select areacode from sys_user where login = 'jianguan'), '0') || '%%'",
    "weibao": "maiorgsysid = (select unit_id from sys_user where login = 'weibao')",
}


def filters(at: Server) -> Iterator[tuple[str, dict[str, Any]]]:
    """Who asks, and what: two or three things that some device of his says."""
    drawn = random.Random(13)
    for login, scope in VISIBLE.items():
        with at.owner() as link:
            rows = link.execute(
                "select useorgname, areacode, equclacode, equstatus, useplace, ninspdate, equcode, maiorgsysid"
                f" from equipment where equclass = '3000' and equdatasysid like 'f002%%' and {scope}"
                " and ninspdate is not null order by md5(equdatasysid || 'own') limit %s",
                [-(-PEOPLE // len(VISIBLE))],
            ).fetchall()
        for name, area, kind, state, place, day, code, maintainer in rows:
            said = [
                {"useorgname": name[2:6]},
                {"areacode": area},
                {"equclacode": kind},
                {"equstatus": state},
                {"useplace": place[:5]},
                {"ninspdateStart": f"{day:%Y-%m}-01", "ninspdateEnd": str(day + AFTER)},
                {"equcode": code[:10]},
                {"maiorgsysid": maintainer},
            ]
            yield login, {k: v for one in drawn.sample(said, drawn.choice((2, 3))) for k, v in one.items() if v}


def lines(at: Server) -> list[Line]:
    browsers = {login: at.browser(login) for login in VISIBLE}
    for browser in browsers.values():
        browser.ask(LIFTS)
    took = [repeated(partial(browsers[login].ask, LIFTS, **asked), 1, 0).p50 for login, asked in filters(at)]
    times = Times(sorted(took))
    note = f"各问一次，最慢 {times.sorted[-1]:.0f}"
    return [Line(f"{len(took)} 人各自的条件", times.p95, "ms", MOST, p50=times.p50, note=note)]
