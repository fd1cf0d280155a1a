"""Two inspectors who take the same records along at the same moment are given the same numbers for their rows."""

from functools import partial
from typing import Any

from sqlalchemy import select

from tejian.inspection.models.fieldwork import RecordRows
from tejian.inspection.models.reports import OriginalRecord
from tests.inspection.phones import cells_of

from .conftest import Desks, together
from .test_records import built

ROUNDS = 6


def test_two_phones_that_come_at_once_know_the_rows_by_the_same_numbers(desks: Desks) -> None:
    items = built(desks, ROUNDS)
    code, one, _ = cells_of(desks.good("jianyan1", "/api/appbuss/getItem", id=items[0]))
    with desks.new_session.begin() as db:
        for row in db.scalars(select(OriginalRecord).order_by(OriginalRecord.id)):
            row.measures = {code: {"rows": [{one: "1"}, {one: "2"}]}}
    people = ("jianyan1", "jianyan2")
    packs = together(*(partial(desks.post, who, "/api/pda/pack", device=f"phone-{who}") for who in people))
    assert [answer["status"] for answer in packs] == [200, 200], packs
    numbers = [_rows(answer["data"], code) for answer in packs]
    assert numbers[0] == numbers[1]
    assert all(len(own) == 2 for own in numbers[0].values()) and len(numbers[0]) == ROUNDS
    assert len(desks.read(lambda db: db.scalars(select(RecordRows.id)).all())) == ROUNDS


def _rows(pack: dict[str, Any], code: str) -> dict[str, list[str]]:
    return {one["id"]: one["job"]["rows"][code] for one in pack["jobs"]}
