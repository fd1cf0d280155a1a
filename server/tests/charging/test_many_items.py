"""Calls about a charge of many items ask the database as often as about one of few."""

from datetime import timedelta
from itertools import cycle, islice

from sqlalchemy import insert, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tests.asked import asked_of

from .conftest import CALLS, Cash


def like(first: AppBuss, **more: object) -> dict[str, object]:
    """A row like an item, with other values."""
    names = [a.key for a in AppBuss.__mapper__.column_attrs if a.columns[0].computed is None]
    return {name: getattr(first, name) for name in names} | {"id": new_id(), **more}


def items(cash: Cash, first: AppBuss, count: int, mark: str) -> list[str]:
    """Accepted items, each of another lift and day, and each the re-inspection of another one."""
    lifts = cash.office.db.scalars(select(Equipment.id).where(Equipment.equclacode == "3110")).all()
    mothers, own = [], []
    for n, key in enumerate(islice(cycle(lifts), count)):
        mothers.append(like(first, seisn=f"M{mark}-{n}", equdatasysid=key, step="DONE"))
        day = clock.today() - timedelta(days=n)
        own.append(like(first, seisn=f"T{mark}-{n}", equdatasysid=key, acceptdate=day, mother_id=mothers[-1]["id"]))
    cash.office.db.execute(insert(AppBuss), mothers + own)
    return [str(one["id"]) for one in own]


def test_a_registration_asks_as_often_for_many_items_as_for_few(cash: Cash) -> None:
    (first,) = cash.items()
    asked: dict[str, list[int]] = {}
    for mark, count in (("1", 20), ("2", 20), ("3", 200)):  # what a process reads once is read in the first round
        keys = items(cash, first, count, mark)
        form = {"items": [{"id": one} for one in keys]}
        before = len(cash.office.db.scalars(select(AppBuss.id).where(AppBuss.chargestate == "0")).all())

        def told(name: str, login: str, path: str, **sent: object) -> dict[str, object]:
            with asked_of(cash.office.db) as statements:
                answer = cash.office.good(login, f"{CALLS}/{path}", **sent)
            asked.setdefault(name, []).append(len(statements))
            return answer[0] if isinstance(answer, list) else answer  # type: ignore[no-any-return]

        told("detail", "shoufei", "detail", ids=keys)
        made = told("save", "shoufei", "save", **form)
        told("save again", "shoufei", "save", **form, id=made["id"], version=made["version"])
        after = len(cash.office.db.scalars(select(AppBuss.id).where(AppBuss.chargestate == "0")).all())
        assert after == before + count
        told("commit", "shoufei", "commit", ids=made["id"])
        told("confirm", "caiwu", "modifyStatus", ids=made["id"], status="2")
    assert all(few == many > 10 for _, few, many in asked.values()), asked
