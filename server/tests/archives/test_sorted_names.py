"""Names in the order of their sound, as people look them through; the key follows the name."""

from sqlalchemy import insert, select

from tejian.archives.models.persons import SURNAMES, Person
from tejian.archives.models.units import Unit
from tejian.kit.database import bulk
from tejian.kit.database.db import new_id
from tejian.kit.ground.pinyin import sort_key

from .conftest import Archive

# by their code points 丁 stands before 万 before 东, and 阿 behind all of them
BY_SOUND = [
    "3号仓储",
    "阿里山茶业",
    "安吉机械",
    "Best 电梯",
    "重庆起重",
    "丁山管道",
    "东钱湖索道",
    "万里锅炉",
    "镇海炼化",
]


def test_syllables_and_tones_sort_and_what_is_not_chinese_stands_by_its_letters() -> None:
    assert sorted(sorted(BY_SOUND), key=sort_key) == BY_SOUND
    assert sort_key("妈") < sort_key("麻") < sort_key("马") < sort_key("骂")
    assert sort_key("李四") < sort_key("李五") < sort_key("力五"), "the whole first syllable before the second"
    assert sort_key("") == "" and len(sort_key("长" * 999)) == 400


def test_a_surname_is_read_as_one() -> None:
    assert sort_key("单雄", SURNAMES).startswith("shan4 ") and sort_key("单位").startswith("dan1 ")
    assert sort_key("曾国", SURNAMES).startswith("zeng1 ") and sort_key("仇英", SURNAMES).startswith("qiu2 ")


def test_a_list_of_units_is_sorted_by_sound_and_follows_a_new_name(archive: Archive) -> None:
    for name in BY_SOUND:
        archive.db.add(Unit(name=f"{name}排序厂", pinyin="", code="", isuse=True))
    archive.db.commit()

    def named(**more: str) -> list[str]:
        found = archive.office.good("yewu", "/api/unitbasic/findList", name="排序厂", **more)["list"]
        return [one["name"].removesuffix("排序厂") for one in found]

    assert named(orderBy="name") == BY_SOUND
    assert named(orderBy="-name") == BY_SOUND[::-1]
    first = archive.db.scalars(select(Unit).where(Unit.name == "阿里山茶业排序厂")).one()
    first.name = "舟山茶业排序厂"
    archive.db.commit()
    assert named(orderBy="name") == [*(n for n in BY_SOUND if n != "阿里山茶业"), "舟山茶业"]


def test_a_statement_without_records_has_the_key_too(archive: Archive) -> None:
    key = new_id()
    archive.db.execute(insert(Person), [{"id": key, "name": "单小明", "idtype": "01"}])
    assert archive.db.scalar(select(Person.namesort).where(Person.id == key)) == "shan4 xiao3 ming2"


def test_rows_copied_in_bulk_have_each_its_own_key(archive: Archive) -> None:
    keys = bulk.add(archive.db, Person, [{"name": "单小明"}, {"name": "仇英"}])
    found = [archive.db.scalar(select(Person.namesort).where(Person.id == key)) for key in keys]
    assert found == ["shan4 xiao3 ming2", "qiu2 ying1"]


def test_every_unit_of_the_city_has_its_key(archive: Archive) -> None:
    found = archive.db.execute(select(Unit.name, Unit.namesort)).all()
    assert len(found) > 5 and [n for n, key in found if key != sort_key(n)] == []
