"""安全阀报告直接导入: what the bench measured fills the records of valves and hands them in, a row a valve.

The valves were declared, accepted and arranged; a row does what the page of its record does, judged by the same
checks, and the report goes on to those who verify, audit and approve it.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import BENCH_LIST, BUSINESS, BuildForm
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import SiteCondition, TableColumn
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import checked
from tejian.kit.forms.formview import Field
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.importing.view import ImportUnits, ImportView, Row, judge_each

MOST = 200  # of one file: each is written and judged twice, as trial and for good
STEPS = (at.BUILD, at.ENTER)
CELL, SITE = "cell_", "site_"
FAILED, ABSENT = "failed", "absent"
CONFORMS, ABSENT_MARK = "√", "—"
OWN: Sequence[Field] = (
    Field("valveno", "阀编号", required=True, size=64, help="由您录入的安全阀业务中的阀编号"),
    Field("inspdate", "校验日期", "date", required=True),
)
SAID: Sequence[Field] = (
    Field(FAILED, "不合格项目", size=100, help="检验项目的序号，如4、6；其余项目为符合"),
    Field(ABSENT, "无此项", size=100, help="不适用的检验项目的序号，如9、10"),
    Field("problems", "问题及处理意见", size=500, help="有不合格项目时必填"),
    Field("reason", "情况说明", size=200, help="回答检查提出的问题"),
    Field("instruments", "仪器编号", size=200, help="如NB-07-01、NB-07-02；不填为任务仪器箱中这些项目所需的仪器"),
)
TYPED = ("decimal", "int", "dict", "date")  # cells; the others are words
EXAMPLE = {"valveno": "AF-2026-001", "inspdate": "2026-11-20", "cell_setpress": "1.0", "cell_set1": "1.000"}
EXAMPLE |= {"cell_set2": "1.010", "cell_set3": "1.000", "cell_reseat": "0.930", "cell_seal": "0.900", "cell_leak": "5"}
EXAMPLE |= {"cell_first": "合格", "cell_result": "合格", "cell_sealno": "QF0001", "cell_labelno": "BP0001"}


def columns(db: Session, _me: User) -> Sequence[Field]:
    """What the table of calibrations and the conditions of its template ask for, between valve and remarks."""
    cells = records.calibration_columns(db)
    sites = records.calibration_conditions(db)
    return [*OWN, *map(_cell, cells), *map(_site, sites), *SAID]


def _cell(column: TableColumn) -> Field:
    options = {one: one for one in column.options} or None
    kind = "select" if options else column.type if column.type in TYPED else "text"
    return Field(CELL + column.column, column.label, kind, dict=column.words, options=options, unit=column.unit)


def _site(one: SiteCondition) -> Field:
    return Field(
        SITE + one.code, f"条件：{one.label}", "decimal" if one.is_measured else "text", unit=one.unit, size=80
    )


def _waiting(me: User) -> tuple[Any, ...]:
    return AppBuss.seisort == at.CALIBRATION, BUSINESS.mine(me, STEPS), AppBuss.visible(me)


class BenchImporter:
    """Carries each row out on its own; in the check it is taken back."""

    def __init__(self, db: Session, me: User):
        self.db, self.me, self.rows = db, me, 0
        self.named: dict[str, int] = {}  # valve → the row that named it first

    def check(self, rows: Sequence[Row]) -> None:
        self.rows += len(rows)
        if self.rows > MOST:
            raise BadInput(f"一个文件最多{MOST}只安全阀，请分次导入")
        items = self._items(rows)
        judge_each(rows, lambda row: self._try(self._item(row, items), row.values))

    def _try(self, item: AppBuss, values: Mapping[str, Any]) -> None:
        trial = self.db.begin_nested()
        try:
            self._carry_out(item, values)
        finally:
            trial.rollback()

    def checked(self) -> None:
        self.db.expire_all()

    def told(self) -> ImportUnits | None:
        return None

    def write(self, rows: Sequence[Row]) -> None:
        items = self._items(rows)
        pairs = [(_only(items, row.values["valveno"]), row) for row in rows]
        for item, row in sorted(pairs, key=lambda pair: pair[0].id):  # locks in the order of keys
            self._carry_out(item, row.values)

    def finish(self) -> None:
        """The guards of the move looked for themselves, under its locks."""

    def _items(self, rows: Sequence[Row]) -> dict[str, list[AppBuss]]:
        """The items of the valves that the rows name, as far as they wait for the user."""
        numbers = {row.values["valveno"] for row in rows if "valveno" in row.values}
        out: dict[str, list[AppBuss]] = {}
        for item in self.db.scalars(select(AppBuss).where(AppBuss.equcode.in_(numbers), *_waiting(self.me))):
            out.setdefault(item.equcode, []).append(item)
        return out

    def _item(self, row: Row, items: Mapping[str, Sequence[AppBuss]]) -> AppBuss:
        number = row.values["valveno"]
        if (first := self.named.setdefault(number, row.number)) != row.number:
            raise BadInput(f"与第{first}行是同一只安全阀", field="valveno")
        return _only(items, number)

    def _carry_out(self, item: AppBuss, values: Mapping[str, Any]) -> None:
        """Build the record where there is none, fill it, take the conclusion of the rules, hand it in."""
        db, me = self.db, self.me
        item = visible_or_refuse(db, me, AppBuss, item.id, lock=True)  # before its record, as everybody locks them
        if item.step == at.BUILD:
            BUSINESS.do(db, me, "build", [item.id], checked(BuildForm, {}))
        record = records.record_or_refuse(db, item, lock=True)
        content = self._content(item, record, values)
        form = checked(records.RecordForm, content | {"id": item.id, "version": record.version})
        examined = records.write(db, item, record, form)
        named = {one["seq"] for one in content["results"] if one["r"] != CONFORMS}
        if absent := _not_there(examined, named):
            form = checked(records.RecordForm, {"id": item.id, "version": record.version, "results": absent})
            examined = records.write(db, item, record, form)
        judged = records.judged(db, item, record, examined, ())
        rest = {"conclusion": judged["proposal"]["code"], "instruments": self._instruments(values, judged["tools"])}
        examined = records.write(db, item, record, checked(records.RecordForm, rest | {"id": item.id}))
        findings = records.findings_of(db, item, record, examined=examined)
        reasons = {one.key: values["reason"] for one in findings if one.key} if values.get("reason") else {}
        db.flush()
        sent = {"id": item.id, "version": record.version, "reasons": reasons}
        BUSINESS.do(db, me, "enter", [item.id], checked(records.RecordForm, sent))

    def _content(self, item: AppBuss, record: OriginalRecord, values: Mapping[str, Any]) -> dict[str, Any]:
        if records.measured(record):
            raise BadInput("这只安全阀已录入校验数据，请在报告录入中提交", field="valveno")
        cells = {name.removeprefix(CELL): str(v) for name, v in values.items() if name.startswith(CELL)}
        sites = {name.removeprefix(SITE): str(v) for name, v in values.items() if name.startswith(SITE)}
        content = {
            "inspdate": str(values["inspdate"]),
            "results": self._results(item, record, values),
            "tables": records.with_cells(record, cells),
            "conditions": sites,
        }
        return content | ({"problems": values["problems"]} if values.get("problems") else {})

    def _results(self, item: AppBuss, record: OriginalRecord, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        known = {one["seq"] for one in records.items_of_row(self.db, item)}
        failed, absent = (_numbers(values, name, known) for name in (FAILED, ABSENT))
        if both := sorted(failed & absent):
            raise BadInput(f"第{both[0]}项不能既不合格又无此项", field=ABSENT)
        note = values.get("problems") or "不符合要求"
        said = {seq: {"r": "×", "n": note} for seq in failed} | {seq: {"r": "—"} for seq in absent}
        free = known - {seq for seq, one in record.results.items() if one.get("r")}
        return [{"seq": seq, **said.get(seq, {"r": CONFORMS})} for seq in sorted(free | failed | absent, key=int)]

    def _instruments(self, values: Mapping[str, Any], tools: records.Tools) -> list[str]:
        """Those that the row names; else those of the box that the items need."""
        numbers = set(_split(values.get("instruments")))
        if not numbers:
            return [one["id"] for one in tools["proposed"]]
        ready = (Instrument.org_id == self.me.org_id, Instrument.status.in_(USABLE))
        own = select(Instrument).where(Instrument.instno.in_(numbers), *ready).order_by(Instrument.instno)
        rows = list(self.db.scalars(own))
        if strange := sorted(numbers - {one.instno for one in rows}):
            raise BadInput(f"没有可用的仪器{strange[0][:30]}", field="instruments")
        return [one.id for one in rows]


def _only(items: Mapping[str, Sequence[AppBuss]], number: str) -> AppBuss:
    matches = items.get(number, ())
    if len(matches) != 1:
        several = "有多只在办的安全阀使用这个编号，请在报告录入中办理"
        raise BadInput(several if matches else "没有由您录入的这只安全阀的业务", field="valveno")
    return matches[0]


def _not_there(examined: records.Examined, named: Collection[str]) -> list[dict[str, str]]:
    """What was taken to conform because the row names nothing else, and cannot: a valve that failed is not sealed."""
    wrong = [one.item for one in examined.judgement.found.untrue if one.hard and one.item.result == CONFORMS]
    return [{"seq": str(one.seq), "r": ABSENT_MARK} for one in wrong if str(one.seq) not in named]


def _split(text: str | None) -> Iterable[str]:
    return filter(None, re.split(r"[、，,\s]+", text or ""))


def _numbers(values: Mapping[str, Any], name: str, known: set[str]) -> set[str]:
    """The items that a cell names by their numbers."""
    numbers = set(_split(values.get(name)))
    if strange := sorted(numbers - known):
        raise BadInput(f"没有第{strange[0][:10]}项", field=name)
    return numbers


def waiting(db: Session, me: User) -> list[dict[str, str]]:
    """The valves that wait for the user, as rows to go on with."""
    numbers = db.scalars(select(AppBuss.equcode).where(*_waiting(me)).order_by(AppBuss.seisn).limit(MOST))
    return [{"valveno": one} for one in numbers]


VIEW = ImportView(
    BENCH_LIST,
    "校验数据",
    p.ENTER,
    columns,
    lambda db, me: EXAMPLE,
    BenchImporter,
    begun=waiting,
    most=MOST,
    signed=True,
)
