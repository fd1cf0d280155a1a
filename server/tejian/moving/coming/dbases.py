"""Tables of dBASE and FoxPro (.dbf, with .dbt or .fpt beside them): what the header says is held against the file."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dbfread import DBF, FieldParser
from dbfread.exceptions import DBFNotFound, MissingMemoFile

from tejian.kit.ground.errors import BadInput

HEAD, FIELD = 32, 32
FIELDS_MOST = 255
VERSIONS = frozenset((0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8B, 0x8E, 0xF5))
TYPES = frozenset("CDFLMNIBTYOGPV0+@Q")
LIES = "DBF文件头与内容不符：{what}；请在旧系统重新导出"
NO_MEMO = "这个DBF有备注字段，请把同名的备注文件（.dbt或.fpt）一起上传"
CHINESE = "gb18030"


def check(path: Path) -> int:
    """How many records a table holds, when its header says what is there. Raises BadInput."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(HEAD)
        if len(head) < HEAD or head[0] not in VERSIONS:
            raise BadInput("文件不是DBF表")
        count, start, length = struct.unpack("<IHH", head[4:12])
        if not HEAD + FIELD < start <= size or length < 2:
            raise BadInput(LIES.format(what="文件头的长度不对"))
        fields, width = file.read(start - HEAD), 1
    names = 0
    for at in range(0, len(fields) - FIELD + 1, FIELD):
        one = fields[at : at + FIELD]
        if one[0] in (0x0D, 0x00):
            break
        if chr(one[11]) not in TYPES:
            raise BadInput(LIES.format(what=f"第{names + 1}个字段的类型不认识"))
        # a text longer than 254 says its length in two bytes
        width += one[16] + (one[17] << 8 if chr(one[11]) == "C" else 0)
        names += 1
    if not 0 < names <= FIELDS_MOST:
        raise BadInput(LIES.format(what="没有字段"))
    if width != length:
        raise BadInput(LIES.format(what=f"记录长{length}字节，各字段合计{width}字节"))
    there = (size - start) // length
    if count > there:
        raise BadInput(LIES.format(what=f"说有{count}条记录，实际只有{there}条"))
    return count


class _Plain(FieldParser):  # type: ignore[misc]
    """Values as they stand: a number or a day that is none stays a text, for the row to be judged."""

    def parse(self, field: Any, data: bytes) -> Any:
        try:
            return super().parse(field, data)
        except (ValueError, struct.error, OverflowError):
            return data.decode("latin-1").strip("\0 ")


def lines(path: Path) -> Iterator[tuple[int, list[object]]]:
    """The heading as line 1, then each record that is not deleted, by its number in the table plus one."""
    try:
        table = DBF(
            str(path), encoding=CHINESE, parserclass=_Plain, char_decode_errors="strict", ignore_missing_memofile=False
        )
        yield 1, list(table.field_names)
        for number, record in enumerate(table, 2):
            cells = [cell.strip() if isinstance(cell, str) else cell for cell in record.values()]
            if any(cell not in ("", None) for cell in cells):
                yield number, cells
    except MissingMemoFile:
        raise BadInput(NO_MEMO) from None
    except UnicodeDecodeError:
        raise BadInput("DBF里的文字不是GBK编码，无法读取") from None
    except (DBFNotFound, ValueError, struct.error, OSError, IndexError, KeyError):
        raise BadInput("DBF文件已损坏，无法读取") from None
