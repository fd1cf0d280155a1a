"""旧系统迁入 from dirty files to the archive and back: tried, loaded, reconciled to the row, taken back to the byte."""

from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.moving.models import MovingNumber

from .project import Moving, digests


def test_a_trial_judges_every_row_and_writes_nothing(moving: Moving) -> None:
    moving.small()
    before = digests(moving.db)
    tried = moving.tried()
    assert (tried.state, tried.message) == (
        "tried",
        "试装完毕：可装入5行，与已有相同或重复1行，不装入3行；没有写入档案",
    )
    assert digests(moving.db) == before
    assert moving.rows("单位.csv") == [(2, "good"), (3, "good"), (4, "double"), (5, "rejected")]
    assert moving.row("单位.csv", 4).why == "与第2行是同一条"
    assert moving.row("单位.csv", 5).field == "统一社会信用代码"
    assert moving.rows("电梯.txt") == [(2, "good"), (3, "good"), (4, "rejected"), (5, "good"), (6, "rejected")]
    assert (moving.row("电梯.txt", 4).field, moving.row("电梯.txt", 6).why) == ("额定速度", "与第2行完全相同")


def test_a_load_is_reconciled_to_the_row_and_taken_back_to_the_byte(moving: Moving) -> None:
    moving.small()
    before = digests(moving.db)
    loaded = moving.loaded()
    assert (loaded.state, loaded.message) == ("loaded", "已装入5行，并入或已有1行，未装入3行")
    lift = moving.db.scalars(select(Equipment).where(Equipment.prono == "MOV00001")).one()
    unit = moving.db.scalars(select(Unit).where(Unit.id == lift.useorgsysid)).one()
    assert (unit.name, unit.usertype, lift.equclacode) == ("宁波迁入一号物业有限公司", "03", "3110")
    new = moving.db.scalars(select(Unit.name).where(Unit.name.like("宁波迁入未建档%"))).all()
    assert new == ["宁波迁入未建档物业有限公司"]
    numbers = dict(moving.db.execute(select(MovingNumber.oldkey, MovingNumber.target_id)).all())
    assert numbers["L0001"] == lift.id and numbers["u3"] == numbers["u1"] == unit.id
    page = moving.good("/project/record", id=moving.id)
    sums = next(p for p in page["parts"] if p["key"] == "sums")["rows"]
    told = {r["name"]: (r["source"], r["made"], r["merged"], r["rejected"], r["difference"]) for r in sums}
    assert told == {"单位.csv": (4, 2, 1, 1, 0), "电梯.txt": (5, 3, 0, 2, 0)}
    undone = moving.undone()
    assert undone.state == "undone", (undone.message, undone.held)
    assert digests(moving.db) == before
    assert moving.db.scalar(select(func.count()).select_from(MovingNumber)) == 0
