"""Inspectors who save at the same moment lose nothing; of two on one record one is told."""

from functools import partial
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.instruments.models import Instrument
from tejian.kit.ground import clock
from tests.inspection.conftest import BOXES

from .conftest import Desks, together

SAVE = "/api/appbuss/saveRecord"
INSPECTORS, ROUNDS = 20, 5


def built(desks: Desks, count: int) -> list[str]:
    """Items of lifts whose records were made, in the hand of one inspector."""
    lifts = select(Equipment).where(Equipment.equclacode == "3110", Equipment.equstatus == "1")
    rows = desks.read(lambda db: list(db.scalars(lifts.order_by(Equipment.equcode).limit(count))))
    assert len(rows) == count
    box = desks.read(lambda db: list(db.scalars(select(Instrument.id).where(Instrument.boxno.in_(BOXES)))))
    for login in ("diaodu", "jianyan1", "jianyan2"):
        desks.open(login)
    mains = [desks.good("shouli", "/api/appmain/submitAppMain", **desks.form(row))["id"] for row in rows]
    for main in mains:
        desks.good("shouli", "/api/appmain/submitAppMainAccept", ids=main)
    items: list[str] = desks.read(lambda db: list(db.scalars(select(AppBuss.id).order_by(AppBuss.id))))
    users = desks.actors.users
    plan = {"scinspector": users["jianyan1"].id, "inspectors": users["jianyan2"].id, "instruments": box}
    plan |= {"plandate": str(clock.today()), "confirmHoliday": "1"}
    for item in items:
        desks.good("diaodu", "/api/appmain/taskSchedCommit", ids=item, **plan)
        desks.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=item, contacted="值班", safetybriefed="1")
        desks.good("jianyan1", "/api/appbuss/buildReport", ids=item)
    return items


def records(desks: Desks) -> dict[str, OriginalRecord]:
    return desks.read(lambda db: {one.appbuss_id: one for one in db.scalars(select(OriginalRecord))})  # type: ignore[no-any-return]


def test_inspectors_who_save_at_once_lose_nothing(desks: Desks) -> None:
    items = built(desks, INSPECTORS)
    names = [desks.open("jianyan1", f"desk{n}") for n in range(INSPECTORS)]
    for turn in range(ROUNDS):
        known = records(desks)

        def words(n: int, item: str, known: Any = known, turn: int = turn) -> dict[str, Any]:
            said = f"第{turn}轮第{n}人"
            return {"id": item, "version": known[item].version, "problems": said, "remark": said * 20}

        works = [partial(desks.post, name, SAVE, **words(n, items[n])) for n, name in enumerate(names)]
        said = together(*works)
        assert [one["errorMsg"] for one in said if not one["isSuccess"]] == []
        stored = records(desks)
        assert [stored[item].problems for item in items] == [f"第{turn}轮第{n}人" for n in range(INSPECTORS)]
        assert [stored[item].remark for item in items] == [f"第{turn}轮第{n}人" * 20 for n in range(INSPECTORS)]


def test_of_two_who_save_one_record_one_is_told_by_whom(desks: Desks) -> None:
    (item,) = built(desks, 1)
    for turn in range(6):
        version = records(desks)[item].version
        said = together(
            *(
                partial(desks.post, who, SAVE, id=item, version=version, problems=f"{who}{turn}")
                for who in ("jianyan1", "jianyan2")
            )
        )
        assert sorted(one["status"] for one in said) == [200, 409], said
        won = next(who for who, one in zip(("jianyan1", "jianyan2"), said, strict=True) if one["isSuccess"])
        lost = next(one for one in said if not one["isSuccess"])
        assert lost["who"] == {"jianyan1": "陈立峰", "jianyan2": "林志远"}[won]
        assert records(desks)[item].problems == f"{won}{turn}"
