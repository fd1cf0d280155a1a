"""A whole fee table from a file: every cell judged, then the bands beside each other; what is right becomes a draft."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.equipment.api import labels
from tejian.charging import permissions as p
from tejian.charging.codes import NATURES
from tejian.charging.fees.api import BASE, FeeBook, book, codes_in, fee_book, fee_row
from tejian.charging.models.tables import FeeTable, FeeTableRow
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.formview import Field
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.user import User
from tejian.kit.importing.view import ImportUnits, ImportView, Row, add_import
from tejian.system.rules import api as rulestore

from . import bands
from . import codes as at
from .judging import Known, read
from .process import FEE_TABLE

SIZES = {"item": 128, "band": 500, "basis": 128, "unit": 32, "source": 512, "note": 500, "param_field": 200}
REQUIRED = ("feecode", "equclass", "testsort", "item", "line_role", "calc", "source")
HELPS = {
    "equclass": "名称或代码，几个之间用 / 隔开",
    "testsort": "名称或代码，几个之间用 / 隔开",
    "kind_filter": "代码，* 代表其下各类，几个之间用逗号隔开；全部写 all",
    "band_expr": "如 5<V<=10，空为总是",
    "calc": "如 400+20*(elefloornumber-5)，可用 min、max",
    "amount": "定额时的金额，元",
    "param_field": "计算所读的参数，用 + 隔开",
    "instead": "可选的行选中时不收的基本行，收费代码之间用 / 隔开",
    "excludes": "规则的行不与这些收费代码同收，用 / 隔开",
}


def _field(name: str) -> Field:
    own: dict[str, Any] = {"required": name in REQUIRED, "size": SIZES.get(name, 500), "help": HELPS.get(name, "")}
    if name == "line_role":
        own |= {"type": "select", "options": at.ROLES}
    if name == "nature":
        own |= {"type": "select", "options": {one: one for one in NATURES}}
    if name == "amount":
        own |= {"type": "money", "low": 0, "high": 99_999_999}
    return Field(name, at.LABELS[name], **own)


COLUMNS = [_field(name) for name in at.LABELS]
EXAMPLE: Mapping[str, str] = {
    "feecode": "F0001",
    "equclass": "电梯",
    "testsort": "定期检验",
    "item": "曳引电梯定期检验",
    "band": "5层以下",
    "unit": "元/台",
    "amount": "400",
    "nature": "非税",
    "line_role": "基本",
    "kind_filter": "31*",
    "band_expr": "elefloornumber<=5",
    "calc": "400",
    "param_field": "elefloornumber",
    "source": "文件名称与条款（示例行，导入时跳过）",
}


def known(db: Session, me: User) -> Known:
    """The codes of the dictionaries, and every parameter that the archive, the derived names or the table know."""
    words, fees = dictionary.words(db, me.dict_version), book(db)
    read_now = {name for row in rulestore.every(db, at.TABLE) for name in _names(row)}
    return Known(
        words.get("C601", {}) | {"7310": "安全阀"},
        words.get("C604", {}),
        frozenset({*words.get("C601", {}), *words.get("C602", {}), "F220"}),
        frozenset({*labels(), *(row.name for row in fees.names), *read_now, "kind", "supmode"}),
    )


def _names(row: Mapping[str, str]) -> list[str]:
    """The plain parameters that a row of the table says that it reads."""
    return [part for part in row["param_field"].split("+") if part.isidentifier()]


class FeeTableImporter:
    """Reads a table whole: its bands can only be judged together, so it comes in one block or not at all."""

    def __init__(self, db: Session, me: User):
        self.db, self.me, self.seen, self.codes = db, me, 0, dict[str, int]()
        self.known, self.fees = known(db, me), book(db)

    def check(self, rows: Sequence[Row]) -> None:
        self.seen += len(rows)
        for row in rows:
            if self.seen > at.MOST_ROWS or self.seen > len(rows):
                row.wrong("", f"收费标准一次最多{at.MOST_ROWS}行")
            elif not row.errors:
                self._judge(row)
        self._judge_named(rows)
        self._judge_bands([row for row in rows if not row.errors])

    def _judge(self, row: Row) -> None:
        row.values, faults = read(row.values, self.known)
        for name, sentence in faults:
            row.wrong(name, sentence)
        code = row.values["feecode"]
        if code in self.codes:
            row.wrong("feecode", f"与第{self.codes[code]}行的收费代码重复")
        self.codes.setdefault(code, row.number)

    def _judge_named(self, rows: Sequence[Row]) -> None:
        """The rows that a row names are in the table, and what stands instead of them stands instead of base rows."""
        roles = {str(row.values.get("feecode")): row.values.get("line_role") for row in rows}
        for row in (one for one in rows if not one.errors):
            for name in ("instead", "excludes"):
                for code in codes_in(row.values[name]):
                    if code not in roles:
                        row.wrong(name, f"本标准没有收费代码 {code}")
                    elif name == "instead" and roles[code] != BASE:
                        row.wrong(name, f"{code} 不是基本行，不能代替")

    def _judge_bands(self, rows: Sequence[Row]) -> None:
        by_code = {row.values["feecode"]: row for row in rows}
        for fault in bands.faults([fee_row(row.values) for row in rows], sorted(self.known.kinds), self.fees):
            by_code[fault.feecode].wrong("band_expr", fault.sentence)

    def checked(self) -> None:
        """Nothing was tried in the database."""

    def told(self) -> ImportUnits | None:
        return None

    def write(self, rows: Sequence[Row]) -> None:
        table = FeeTable(
            tableno=take_number(self.db, "feetable"),
            name=f"收费标准草案 {clock.minute(clock.now())}",
            rowcount=len(rows),
            drafter=self.me.name,
            drafter_id=self.me.id,
            createby=self.me.id,
        )
        FEE_TABLE.put(self.db, table, at.DRAFT)
        self.db.add(table)
        self.db.flush()
        self.db.add_all(FeeTableRow(table_id=table.id, seq=n, data=row.values) for n, row in enumerate(rows, 1))
        self.db.flush()

    def finish(self) -> None:
        """A draft changes nothing that is in force."""


def draft_book(db: Session, rows: Sequence[Mapping[str, str]]) -> FeeBook:
    """The rows of a table beside the derived names and words that are in use, as if they were in force on every day."""
    fees = book(db)
    return fee_book(rows, rulestore.rows(db, "fee_names"), fees.labels, fees.own)


add_import(
    ImportView(
        "cha_fee_list",
        "收费标准",
        p.DRAFT_FEES,
        lambda db, me: COLUMNS,
        lambda db, me: EXAMPLE,
        FeeTableImporter,
        whole=True,
        leads=("查看导入的草稿", "/assistMng/payMng/feeTable"),
    )
)
