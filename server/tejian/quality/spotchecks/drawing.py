"""The draw: every report of the frame once, in the order of SHA-256 over seed and report number, the first of them.

The frame are the reports that the institute approved in the period, but those that were brought over. Whoever has
the list of their numbers and the seed finds the same ones.
"""

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppBuss as B
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.quality.models.spotchecks import SpotCheck, SpotItem
from tejian.system.models.accounts import SysUser


def order(seed: str, numbers: Iterable[str]) -> list[str]:
    """The numbers as the seed orders them."""
    return sorted(numbers, key=lambda one: (hashlib.sha256(f"{seed}|{one}".encode()).hexdigest(), one))


def digest(numbers: Iterable[str]) -> str:
    """The SHA-256 of the sorted list of numbers, one a line."""
    return hashlib.sha256("\n".join(sorted(numbers)).encode()).hexdigest()


def frame(db: Session, s: SpotCheck) -> dict[str, str]:
    """The reports among which is drawn: their numbers with the keys of their items."""
    begin, end = (datetime.combine(day, time.min, clock.SHANGHAI) for day in (s.datefrom, s.dateto + timedelta(days=1)))
    query = select(B.reportno, B.id).where(B.cheorg == s.orgid, B.approvedat >= begin, B.approvedat < end)
    query = query.where(B.reportno != "", B.imported.is_(False))
    if s.equclass:
        query = query.where(B.equclass == s.equclass)
    return {key: value for key, value in db.execute(query)}  # noqa: C416 - rows are tuples


def draw(db: Session, s: SpotCheck) -> Iterator[SpotItem]:
    """Take a seed and give the reports that it draws, each with who signed it."""
    reports = frame(db, s)
    s.seed, s.frame, s.framedigest = secrets.token_hex(16), len(reports), digest(reports)
    keys = [reports[number] for number in order(s.seed, reports)[: s.sample]]
    items = {one.id: one for one in db.scalars(select(B).where(B.id.in_(keys)))}
    for place, key in enumerate(keys, 1):
        b = items[key]
        people = {*b.inspectors, b.scinspector, b.verifiedby, b.fxauditedby, b.auditedby, b.approvedby} - {"", None}
        one = SpotItem(check_id=s.id, orgid=s.orgid, place=place, appbuss_id=b.id, signers=sorted(people))
        one.seisn, one.reportno, one.unitname, one.equclass = b.seisn, b.reportno, b.unitname, b.equclass
        one.template, one.chedept = b.template, b.chedept
        yield one


def signers(db: Session, item: SpotItem) -> list[Option]:
    """Who signed a report, to choose who answers for an error."""
    query = select(SysUser.id, SysUser.name).where(SysUser.id.in_(item.signers)).order_by(SysUser.name)
    return [{"value": key, "label": name} for key, name in db.execute(query)]


def repeated(db: Session, s: SpotCheck) -> str:
    """What comes out when the same is drawn again, from the reports that there are now."""
    if not s.seed:
        raise Refused("还没有抽取")
    query = select(SpotItem.reportno).where(SpotItem.check_id == s.id).order_by(SpotItem.place)
    before, now = list(db.scalars(query)), frame(db, s)
    if digest(now) != s.framedigest:
        return f"名单变了：抽取时{s.frame}份，现在{len(now)}份，摘要不同；请用抽取时的名单复核"
    same = order(s.seed, now)[: s.sample] == before
    return f"用同一种子从{len(now)}份报告重新抽取，{len(before)}份" + ("全部相同" if same else "不相同，记录被改动过")
