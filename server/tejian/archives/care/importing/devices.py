"""Devices of a class from Excel: new records only, with the state and dates of their life before this system."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Select, String, and_, any_, func, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session, aliased

from tejian.archives import codes
from tejian.archives.common.api import of_one_device
from tejian.archives.equipment import api as checks
from tejian.archives.equipment.api import (
    NUMBERS,
    SCREENS,
    UNITS,
    EquipmentField,
    complete_dates,
    dict_of,
    fields_of,
    findings,
    form_fields,
    is_required,
    labels,
    limits_of,
    placed,
)
from tejian.archives.models.equipment import Equipment
from tejian.archives.permissions import equipment_code
from tejian.kit.database import bulk
from tejian.kit.database.db import hold
from tejian.kit.forms.formview import Field
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.importing.cells import FIRST, LAST
from tejian.kit.importing.view import ImportUnits, ImportView, Row, UnitAct, add_import
from tejian.system.models.organisations import Org
from tejian.system.models.settings import DictItem
from tejian.system.rules import api as rulestore

from . import users
from .records import UNKNOWN, find_units
from .unknown import MADE, Unknown

# What a process writes for devices that live here may be brought along from the old system.
BROUGHT: tuple[str, ...] = (
    "regdate",
    "insinspdate",
    "firstinspdate",
    "inspdate",
    "insresult",
    "insreportno",
    "scinspectorname",
)
BROUGHT += ("ninspdate", "ninspdate2", "nwaterdate", "insdate", "ndetdate", "nextbraketestdate", "stopdate")
BROUGHT += ("equstatus",)
BROUGHT += ("logoutdate",)
GONE = (codes.SCRAPPED, codes.CANCELLED)
STATES = ("0", codes.IN_USE, codes.STOPPED, *GONE, codes.IN_USE_UNREGISTERED)  # C637: what a file may say
STATE_HELP = "不填时，有使用登记证编号的为在用，没有的为未投入使用"
PARTIAL = frozenset({"prodate", "usestartdate", "alterdate"})
SOURCE_IMPORT = "04"  # C687
EXAMPLES = {"int": "1", "decimal": "1.0", "date": "2020-05-18", "text": "示例"}


def _kinds(db: Session, me: User, equclass: str) -> dict[str, str]:
    """The category codes of a class with their names."""
    return {k: v for k, v in dictionary.words(db, me.dict_version).get("C602", {}).items() if k[0] == equclass[0]}


CATEGORY = "equcategory"  # a column of ledgers beside the kind; the record has it from its kind


def _categories(kinds: Mapping[str, str]) -> dict[str, str]:
    """Those of the kinds that stand above others: 3100 above 3110."""
    return {k: name for k, name in kinds.items() if len(k) == 4 and k[1] != "0" and k[2:] == "00"}


def _known(db: Session, me: User, equclass: str) -> dict[str, EquipmentField]:
    """Every field of any kind of the class that a file may state. One name with several labels shows them all."""
    out: dict[str, EquipmentField] = {}
    for code in (equclass, *_kinds(db, me, equclass)):
        every = fields_of(equclass, code)
        for f in [*form_fields(equclass, code), *(every[n] for n in BROUGHT if n in every)]:
            known = out.setdefault(f.name, f)
            if f.label not in known.label.split("／"):
                out[f.name] = replace(known, label=f"{known.label}／{f.label}")
    _tell_apart(out, dictionary.words(db, me.dict_version).get("C602", {}))
    # only what every kind must state makes a column that must be there
    return {n: f if f.level in ("COMMON", equclass) else replace(f, required=False) for n, f in out.items()}


def _tell_apart(known: dict[str, EquipmentField], kinds: Mapping[str, str]) -> None:
    """Two fields of one label are told apart by the kinds that have them: a column head names one field."""
    heads = Counter((f.label, f.unit) for f in known.values())
    for name, f in known.items():
        if heads[f.label, f.unit] > 1 and f.level != "COMMON":
            known[name] = replace(f, label=f"{f.label}〔{kinds.get(f.level, f.level)}〕")


def columns_of(equclass: str) -> Any:
    """The columns of the class's workbook, required ones first."""

    def columns(db: Session, me: User) -> list[Field]:
        cache: dict[str, list[Field]] = rulestore.made(db, f"import columns {me.dict_version}", lambda _db: {})
        if equclass not in cache:
            known = _known(db, me, equclass)
            kinds = _kinds(db, me, equclass)
            limits = {n: one for code in kinds for n, one in limits_of(db, equclass, code).items()}
            words = dictionary.words(db, me.dict_version).get("C637", {})
            states = {code: words[code] for code in STATES}
            options = {"equclacode": kinds, "equstatus": states, "insresult": _conclusions(db, equclass)}
            fields = [_column(f, limits, options) for f in known.values()]
            held = Field(CATEGORY, "类别（与品种核对）", "select", options=_categories(kinds))
            cache[equclass] = [*sorted(fields, key=lambda f: not f.required), held, *users.columns()]
        return cache[equclass]

    return columns


def _conclusions(db: Session, equclass: str) -> dict[str, str]:
    """The conclusions that a class can have, those of the periodic inspection first: a label names one code."""
    of = [f"{equclass}-02", f"{equclass}-01", f"{equclass}-06"]
    query = select(DictItem.value, DictItem.label, DictItem.parent_value).where(
        DictItem.type == "C605", DictItem.enabled, DictItem.parent_value.in_([*of, ""])
    )
    rows = sorted(db.execute(query), key=lambda r: ([*of, ""].index(r.parent_value), r.value))
    first: dict[str, str] = {}
    for code, label, _parent in rows:
        first.setdefault(label, code)
    return {code: label for label, code in first.items()}


def _column(f: EquipmentField, limits: Mapping[str, Any], options: Mapping[str, Mapping[str, str]]) -> Field:
    field = f.as_field()  # its bounds are those of the kind, which each row says
    must = f.required and f.name not in BROUGHT
    note = f"品种{limits[f.name].requiredfor}必填" if f.name in limits and limits[f.name].requiredfor else ""
    if f.name == "equclacode":
        return replace(field, type="select", dict="", options=options[f.name], required=True, label="设备类别（品种）")
    if f.name == "equstatus":
        return replace(field, type="select", dict="", options=options[f.name], required=False, help=STATE_HELP)
    if f.name == "insresult":
        return replace(field, type="select", dict="", options=options[f.name], required=False)
    if f.name in PARTIAL:
        note = "只知道年或年月的，写 2015 或 2015-06，按首日登记"
    if f.name in UNITS:
        return replace(field, type="unit", label=labels()[UNITS[f.name]][0], required=must, size=200)
    return replace(field, required=must, help=note)


def example_of(equclass: str) -> Any:
    """A row that could be real, so that a person sees how each column is written."""

    def example(db: Session, me: User) -> dict[str, str]:
        kinds = sorted(_kinds(db, me, equclass))
        code = next(
            (k for k in kinds if len(k) == 4 and k[2] != "0"), next((k for k in kinds if k[1] != "0"), kinds[0])
        )
        words = dictionary.words(db, me.dict_version)
        out: dict[str, str] = {}
        limits = limits_of(db, equclass, code)
        for f in form_fields(equclass, code):
            if not (f.required or is_required(limits.get(f.name), code)):
                continue
            dicted = words.get(dict_of(f), {})
            low = limits[f.name].low if f.name in limits else None
            value = next(iter(dicted.values()), "") if dicted else EXAMPLES.get(f.type, "示例")
            out[f.name] = f"{max(low or 1, 1):g}" if f.type in ("int", "decimal") else value
        out |= {"equclacode": words["C602"][code], "areacode": words["AREA"].get("330212", "鄞州区")}
        out |= {"porgaosysid": "示例制造有限公司", "useorgsysid": "示例使用单位有限公司"} if "prono" in out else {}
        return out

    return example


class EquipmentImporter:
    """Checks and writes the rows of one file."""

    def __init__(self, db: Session, me: User, equclass: str):
        self.db, self.me, self.equclass = db, me, equclass
        self.allowed: dict[str, set[str]] = {}
        self.asked: dict[str, list[EquipmentField]] = {}
        self.taken: dict[tuple[str, str], int] = {}  # what an earlier row of the file already has
        self.ids: list[str] = []
        self.users = users.Users(db, me)
        self.unknown = Unknown(db, me, {name: labels()[shown][0] for name, shown in UNITS.items()})
        self.failed = dictionary.words(db, me.dict_version).get("C606", {})
        self.org_name = db.scalar(select(Org.name).where(Org.id == me.org_id)) or ""

    def check(self, rows: Sequence[Row]) -> None:
        stated_units = [(row, self.users.apart(row)) for row in rows]
        for row in rows:
            code = row.values.get("equclacode")
            if code is None:
                row.wrong("equclacode", "必填")
                continue
            self._category(row, code)
            self._strange(row, code)
            if code not in self.asked:
                self.asked[code] = form_fields(self.equclass, code)
            fields = self.asked[code]
            stated = dict(row.values)
            for name, sentence in checks.lacking(self.db, self.equclass, stated, fields):
                if name not in row.cells:
                    row.lack(name, sentence)
            for name, sentence in checks.impossible(self.db, self.equclass, stated):
                row.wrong(name, sentence)
            row.values |= {n: stated[n] for n in ("equcode", "usecertno", "regcode", "ele96333code") if n in stated}
            self._state(row)
            _refuse_unidentified(row)
        self._find_units(rows, stated_units)
        self._repeated_in_file(rows)
        self._repeated_in_database([r for r in rows if r.values])

    def _find_units(self, rows: Sequence[Row], units: Sequence[tuple[Row, dict[str, Any]]]) -> None:
        """Units become keys; one that the file brings becomes what is said of it."""
        chosen = self.unknown.take(rows, UNITS)
        brought = self.users.link(units)
        named = {row.number: row.values.pop("useorgsysid") for row in rows if row.number in brought}
        new = {row.number: {n: row.values.pop(n) for n in row.values.get(MADE, ())} for row in rows}
        find_units(self.db, self.me, rows, UNITS)
        self.unknown.note(rows, UNITS, UNKNOWN)
        for row in rows:
            row.values |= new[row.number]
            for key, shown in UNITS.items():
                if one := chosen.get((row.number, key)):
                    row.values |= {key: one.id, shown: one.name}
        for row, facts in units:
            if (name := named.get(row.number)) is not None:
                key = brought[row.number]
                row.values |= {"useorgsysid": key, "useorgname": str(name)}
                row.values[users.FACTS] = {**facts, "name": "" if name == facts.get("code") else str(name)}
        for row in rows:
            _refuse_unidentified(row)

    def _category(self, row: Row, code: str) -> None:
        """Where the file says the category beside the kind, the kind is one of it."""
        said = row.values.pop(CATEGORY, None)
        if said and code[:2] != said[:2]:
            words = dictionary.words(self.db, self.me.dict_version).get("C602", {})
            above = words.get(f"{code[:2]}00", "")
            sentence = f"类别是“{words.get(said, said)}”，品种“{words.get(code, code)}”属于“{above}”，请核对两列"
            row.wrong("equclacode", sentence)

    def _strange(self, row: Row, code: str) -> None:
        if code not in self.allowed:
            self.allowed[code] = set(fields_of(self.equclass, code))
        for name in row.values.keys() - self.allowed[code]:
            row.wrong(name, "该品种设备没有这项参数，请清空")

    def _state(self, row: Row) -> None:
        """What a device says of its life must go together."""
        state, cert = _state_of(row.values), row.values.get("usecertno")
        if state == codes.IN_USE and not cert and "usecertno" not in row.errors:
            row.wrong("equstatus", "“在用”须有使用登记证编号，没有登记的填“在用未登记”")
        if state == codes.STOPPED and not row.values.get("stopdate"):
            row.wrong("stopdate", "停用的设备必填")
        if state in GONE and not row.values.get("logoutdate"):
            row.wrong("logoutdate", "报废、注销的设备必填")
        failed = row.values.get("insresult") in self.failed
        if failed and state in codes.RUNNING and not row.values.get("remark"):
            row.wrong("remark", "最近检验不合格而仍在用的，写明原因")

    def _repeated_in_file(self, rows: Sequence[Row]) -> None:
        for row in rows:
            for name, value in _numbers(row.values, draft=bool(row.lacks)):
                first = self.taken.setdefault((name, value), row.number)
                if first != row.number:
                    row.wrong(name, f"与第{first}行重复")

    def _repeated_in_database(self, rows: Sequence[Row]) -> None:
        have: dict[tuple[str, str], str] = {}
        for found in self._with_same_numbers(rows):  # one after the other: an index serves each, none serves all
            for old in self.db.execute(found.where(Equipment.equDel == 0)):
                for name, value in _numbers(dict(old._mapping), draft=True):
                    have[name, value] = f"{old.equcode} {old.useorgname}".strip()
        for row in rows:
            for name, value in _numbers(row.values, draft=bool(row.lacks)):
                if (name, value) in have:
                    row.wrong(name, f"与已有设备重复：{have[name, value]}")

    def _with_same_numbers(self, rows: Sequence[Row]) -> Iterator[Any]:
        names = ["equcode", "ele96333code", "usecertno", "prono", "porgaosysid", "useorgname", "regcode", "useorgsysid"]
        query = select(*(getattr(Equipment, n) for n in names))
        for name in ("equcode", "ele96333code", "usecertno"):
            if stated := [r.values[name] for r in rows if r.values.get(name)]:
                yield query.where(getattr(Equipment, name) == any_(_texts(stated)))
        if pairs := [(r.values["prono"], r.values["porgaosysid"]) for r in rows if _pair(r.values)]:
            numbers, makers = (list(x) for x in zip(*pairs, strict=True))
            table = func.unnest(_texts(numbers), _texts(makers)).table_valued("prono", "maker").render_derived()
            same = and_(Equipment.prono == table.c.prono, Equipment.porgaosysid == table.c.maker)
            yield query.join(table, same)
        drafts = [r.values for r in rows if r.lacks]
        if stated := [v["regcode"] for v in drafts if v.get("regcode")]:
            yield query.where(Equipment.regcode != "", Equipment.regcode == any_(_texts(stated)))
        if stated := [v["prono"] for v in drafts if v.get("prono") and v.get("useorgsysid")]:
            yield query.where(Equipment.prono == any_(_texts(stated)))

    def checked(self) -> None:
        """The check reads, and takes back the units that it tried."""
        self.users.checked()

    def told(self) -> ImportUnits:
        told = self.users.told()
        return {**told, "created": told["created"] + self.unknown.count, "unknown": self.unknown.told()}

    def decide(self, acts: Mapping[str, UnitAct]) -> None:
        self.unknown.decide(acts)

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if facts := row.values.pop(users.FACTS, None):
                row.values["useorgsysid"], row.values["useorgname"] = self.users.of(facts)
            self.unknown.make(row.values, UNITS)
        self.ids += bulk.add(self.db, Equipment, [self._made(row.values, row.lacks) for row in rows])

    def _made(self, values: Mapping[str, Any], lacks: Mapping[str, str]) -> dict[str, Any]:
        state = _state_of(values)
        registered = codes.REGISTERED if values.get("usecertno") else codes.UNREGISTERED
        stated = {"equclass": self.equclass, "datasource": SOURCE_IMPORT, "equDel": 0}
        stated |= {"regstatus": codes.DEREGISTERED if state in GONE else registered, "equstatus": state}
        if lacks:
            stated["lacking"] = findings(lacks.items())
        if values.get("insresult") in self.failed:
            stated["unqualcode"] = values["insresult"]
        stated |= {"cheorgsysid": self.me.org_id, "cheorgsysname": self.org_name}
        return stated | placed(values, {})

    def finish(self) -> None:
        """Look once more for numbers that somebody took since the check, now that nobody can; add dates that follow."""
        hold(self.db, NUMBERS)
        for start in range(0, len(self.ids), 2000):
            mine = Equipment.id == any_(_texts(self.ids[start : start + 2000]))
            for same in (self._same_maker(mine), self._same_emergency(mine)):
                if same is not None and (found := self.db.scalar(same.limit(1))):
                    raise Refused(f"导入期间他人登记了相同编号的设备（出厂编号{found}），没有写入，请重新导入")
        complete_dates(self.db, self.ids)

    def _same_maker(self, mine: Any) -> Select[Any]:
        """The numbers of these devices that their makers gave to another one too."""
        other = aliased(Equipment)
        maker = and_(Equipment.prono != "", other.prono == Equipment.prono, other.porgaosysid == Equipment.porgaosysid)
        query = select(Equipment.prono).join(other, maker)
        return query.where(mine, other.id != Equipment.id, other.equDel == 0)

    def _same_emergency(self, mine: Any) -> Select[Any] | None:
        """Of these devices those whose emergency code another one has.

        By the codes themselves: most devices have none, and a join would be planned as if that were a code.
        """
        code = Equipment.ele96333code
        if not (stated := self.db.scalars(select(code).where(mine, code != "")).all()):
            return None
        same = select(code).where(code == any_(_texts(list(stated))), Equipment.equDel == 0).group_by(code)
        return select(Equipment.prono).where(mine, code.in_(same.having(func.count() > 1)))


def _state_of(values: Mapping[str, Any]) -> str:
    return values.get("equstatus") or (codes.IN_USE if values.get("usecertno") else "0")


def _texts(values: list[str]) -> Any:
    return literal(values, ARRAY(String))


def _pair(values: Mapping[str, Any]) -> bool:
    return bool(values.get("prono") and values.get("porgaosysid"))


UNIDENTIFIED = "缺必填项，也没有能认定是哪一台的编号：设备代码、注册代码、使用登记证编号，或出厂编号与使用单位"


def _refuse_unidentified(row: Row) -> None:
    """What is brought in incomplete must at least be told apart from others."""
    if row.lacks and not row.errors and not _identified(row.values):
        row.wrong("", UNIDENTIFIED)


def _identified(values: Mapping[str, Any]) -> bool:
    """Whether an incomplete record says which device it is."""
    numbers = ("equcode", "regcode", "usecertno")
    return any(values.get(n) for n in numbers) or bool(values.get("prono") and values.get("useorgsysid"))


def _numbers(values: Mapping[str, Any], *, draft: bool = False) -> list[tuple[str, str]]:
    """What no two devices may share: name of the field that says it, and the value. Of a draft also what alone may
    say which device it is."""
    out = [(n, str(values[n])) for n in ("equcode", "ele96333code") if values.get(n)]
    if of_one_device(values.get("usecertno") or ""):
        out.append(("usecertno", values["usecertno"]))
    if draft and values.get("regcode"):
        out.append(("regcode", values["regcode"]))
    if draft and values.get("prono") and values.get("useorgsysid"):
        out.append(("prono", f"{values['prono']} {values['useorgsysid']}"))
    return [*out, ("prono", f"{values['prono']}|{values['porgaosysid']}")] if _pair(values) else out


LIFT_DATES = ("ninspdate", "ndetdate", "nextbraketestdate")  # ele_cycle_rule: TSG T7001-2023, in full years by month
LAST_DATES = {"ninspdate": "inspdate", "ndetdate": "insdate"}


def by_month(db: Session, equclass: str) -> dict[str, str]:
    """The dates of a class of which a month says enough: due ones that all its rules give as the end of a month
    (cycle_rule, precision), and the last ones from which these are counted."""
    precise: dict[str, set[str]] = {n: {"month"} for n in LIFT_DATES} if equclass[0] == "3" else {}
    for r in rulestore.rows(db, "cycle_rule"):
        if any(kind.startswith(equclass[0]) for kind in str(r["kind_filter"]).split(",")):
            precise.setdefault(str(r["datefield"]), set()).add(str(r["precision"]))
    due = {name for name, how in precise.items() if how == {"month"}}
    return {**dict.fromkeys(due, LAST), **{LAST_DATES[n]: FIRST for n in due if n in LAST_DATES}}


def _declare(equclass: str) -> None:
    add_import(
        ImportView(
            no=f"eqd_{SCREENS[equclass][0]}_list",
            title=SCREENS[equclass][3],
            permission=equipment_code(equclass, "add"),
            columns=columns_of(equclass),
            example=example_of(equclass),
            start=lambda db, me: EquipmentImporter(db, me, equclass),
            drafts=frozenset({"equclacode"}),
            partial=PARTIAL,
            months=lambda db: by_month(db, equclass),
        )
    )


for _class in SCREENS:
    _declare(_class)
