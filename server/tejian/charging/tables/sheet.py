"""The rows in force as the file that an import takes: the beginning of every new table."""

import tempfile
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy.orm import Session

from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.user import User
from tejian.kit.importing.view import head_of
from tejian.kit.lists.excel import MIME
from tejian.kit.papers import sheet
from tejian.kit.web.edge import File

from . import codes as at
from .comparing import in_force
from .importing import COLUMNS


def sheet_in_force(db: Session, me: User) -> File:
    """A workbook with today's fee table under the headings of the import, classes and test sorts in words."""
    words = dictionary.words(db, me.dict_version)
    rows = [[_cell(name, row, words) for name in at.LABELS] for row in in_force(db, clock.today())]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fees.xlsx"
        head = sheet.Head("收费标准", [head_of(one) for one in COLUMNS], [18.0] * len(COLUMNS))
        sheet.write(path, head, rows)
        content = path.read_bytes()
    return File(content, MIME, f"收费标准{clock.today()}.xlsx")


def _cell(name: str, row: Mapping[str, str], words: dictionary.Words) -> str:
    text = row.get(name, "")
    if name == "line_role":
        return at.ROLES[text]
    if name in ("equclass", "testsort"):
        known = words.get("C601" if name == "equclass" else "C604", {})
        return "/".join(_word(code, known) for code in text.split("/"))
    return text


def _word(code: str, known: Mapping[str, str]) -> str:
    """The word of a code; the code where the word would not lead back to it."""
    word = known.get(code, code)
    safe = list(known.values()).count(word) == 1 and not {"/", "、", ",", "，"} & set(word)
    return word if safe else code
