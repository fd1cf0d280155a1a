"""Pictures of a record: of its items, and of the rows of its tables, which name theirs in a cell of their own.

A picture goes where its row goes. One whose row is gone stays with the record and says which row it had, whoever
deleted that row: it is evidence. It is not printed until a row names it again, or its taker takes it off.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import INFO, Finding, RecordTable
from tejian.kit.database.audit import plain
from tejian.kit.files import blobs as files
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf

MOST_OF_ROW = 6
MOST_PRINTED = 60
MOST_WORDS = 200  # of where a picture was
SEPARATOR = ","

_ATTACHED = select(
    Attachment.key, Attachment.name, Attachment.item, Attachment.formerly, Attachment.owner, Attachment.mime
).where(Attachment.attrefsysid == bindparam("item"), Attachment.deleted.is_(False))


@dataclass(frozen=True, slots=True)
class Figures:
    """The pictures that a report prints, in their order, and how many more are kept. `words` are their numbers by key,
    `of_items` by the number of an item."""

    pictures: Sequence[Mapping[str, Any]]
    unprinted: int
    words: Mapping[str, str]
    of_items: Mapping[str, str]


def named(cell: str) -> list[str]:
    """The keys of the pictures that a cell names."""
    return [one for one in dict.fromkeys(cell.split(SEPARATOR)) if one]


def alive(db: Session, row: AppBuss) -> list[Attachment]:
    """The pictures of a business item, oldest first."""
    own = (Attachment.attrefsysid == row.id, Attachment.deleted.is_(False), Attachment.mime.startswith("image/"))
    return list(db.scalars(select(Attachment).where(*own).order_by(Attachment.createtime, Attachment.id)))


def attached(db: Session, row: AppBuss) -> Sequence[Any]:
    """What is attached to a business item, as the checks of its report read it."""
    return db.execute(_ATTACHED, {"item": row.id}).all()


def cell_of(where: str, text: str) -> str:
    """A cell that names pictures, as it is stored."""
    keys = named(text.strip())
    if len(keys) > MOST_OF_ROW:
        raise BadInput(f"{where}：每行最多{MOST_OF_ROW}张附图")
    return SEPARATOR.join(keys)


def refuse_foreign(db: Session, row: AppBuss, table: RecordTable, rows: Iterable[Mapping[str, str]]) -> None:
    """Refuse pictures that were not uploaded for this record, or that two rows name."""
    keys = [key for cells in rows for column in table.pictured for key in named(cells.get(column, ""))]
    known = select(Attachment.id).where(Attachment.id.in_(keys), Attachment.attrefsysid == row.id)
    if keys and set(keys) - set(db.scalars(known)):
        raise BadInput(f"{table.title}：附图不属于本记录")
    if len(set(keys)) < len(keys):
        raise BadInput(f"{table.title}：同一张附图只能属于一行")


def of_rows(tables: Mapping[str, RecordTable], stored: Mapping[str, Any]) -> dict[str, str]:
    """Where each picture of a row belongs, in words: `壁厚测定 第2行（筒体）`."""
    places: dict[str, str] = {}
    for code, table in tables.items():
        for number, cells in enumerate(stored.get(code, {}).get("rows", ()), 1):
            key = "、".join(filter(None, (cells.get(one.column, "") for one in table.of("key"))))
            place = f"{table.title} 第{number}行" + (f"（{key}）" if key else "")
            places |= {one: place for column in table.pictured for one in named(cells.get(column, ""))}
    return places


def let_go(db: Session, tables: Mapping[str, RecordTable], record: OriginalRecord, before: Mapping[str, Any]) -> None:
    """Pictures whose rows are gone say which row they had; those that a row names again say so no more."""
    was, now = of_rows(tables, before), of_rows(tables, record.measures)
    moved = was.keys() ^ now.keys()
    for one in db.scalars(select(Attachment).where(Attachment.id.in_(moved))) if moved else ():
        one.formerly = was.get(one.id, "")[:MOST_WORDS]


def refuse_taking(me: User, row: AppBuss, picture: Attachment) -> None:
    """Refuse who takes a picture off that is another's; the main inspector settles those whose rows are gone."""
    if picture.createby == me.id or (picture.formerly and row.scinspector == me.id):
        return
    who = "本人或主检" if picture.formerly else "本人"
    raise Refused(f"照片由{picture.by_name}上传，只能由{who}删除")


def unplaced_findings(kept: Iterable[Any], tables: Mapping[str, RecordTable]) -> list[Finding]:
    """Pictures whose rows are gone, of what is `attached`, said table by table: they are not printed."""
    counted = Counter(one.item for one in kept if one.formerly)
    said = "张附图所在的行已删除，不印入报告；可放回一行，或由拍摄人、主检删除"
    return [
        Finding(INFO, "", f"{tables[code].title if code in tables else '附图'}：{count}{said}", table=code)
        for code, count in sorted(counted.items())
    ]


def place_of(
    one: Attachment, names: Mapping[str, str], tables: Mapping[str, RecordTable], places: Mapping[str, str]
) -> str:
    """Where a picture belongs, in words. `names` are the items by number, `places` what `of_rows` gives."""
    if one.item in names:
        return f"第{one.item}项 {names[one.item]}"
    if one.formerly:
        return f"原{one.formerly}"
    return places.get(one.id, tables[one.item].title if one.item in tables else one.name)


def figures(
    db: Session,
    row: AppBuss,
    record: OriginalRecord,
    tables: Mapping[str, RecordTable],
    items: Sequence[Mapping[str, Any]],
) -> Figures:
    """The pictures as they are printed: those of items first, then those of rows, numbered."""
    places, names = of_rows(tables, record.measures), {str(one["seq"]): one["content"] for one in items}
    order = {key: n for n, key in enumerate(places)}
    rows = sorted((one for one in alive(db, row) if not one.formerly), key=lambda one: _order(one, order))
    drawn: list[dict[str, Any]] = []
    words: dict[str, str] = {}
    of_items: dict[str, str] = {}
    for one in rows[:MOST_PRINTED]:
        try:
            picture = pdf.picture(files.read_checked(one.thumb or one.key), 1000)
        except pdf.PdfError:
            continue
        word = f"图{len(drawn) + 1}"
        words[one.id] = word
        if one.item in names:
            of_items[one.item] = "、".join(filter(None, (of_items.get(one.item), word)))
        place = place_of(one, names, tables, places)
        drawn.append({"caption": f"{word}　{place}", "at": plain(one.createtime)[:16], "key": one.key, **picture})
    return Figures(drawn, len(rows) - len(drawn), words, of_items)


def _order(one: Attachment, order: Mapping[str, int]) -> tuple[int, int]:
    """Pictures of items stand first, then loose ones, then those of rows as the rows stand."""
    if one.id in order:
        return 2, order[one.id]
    return (0, int(one.item)) if one.item.isdigit() else (1, 0)
