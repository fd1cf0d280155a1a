"""Checks of reports that no condition can say: each gives the names of its sentence and where the page jumps to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from statistics import median
from typing import Any

from tejian.archives.common import api as identifiers
from tejian.inspection import codes as at

from .checks import Call, Case, Place, ReportCheck, ReportFacts, TableFacts, filled
from .elevator import ItemResult
from .instruments import is_measured, lacks, may_measure

Known = Mapping[str, Any]
STREET = re.compile(r"[路街道巷弄号栋幢楼村镇区院室厂车间]|\d")
NAMED_ITEMS = re.compile(r"第([\d、，,和及\s]+)项")
PLACEHOLDER = re.compile(r"XXX|××|待填|_{2,}|□|请填写")
DAYS = {"检验日期": "inspdate", "编制日期": "entered", "校核日期": "verified", "审核日期": "audited"}
DAYS |= {"批准日期": "approved"}
OF_EVENT = ("date", "fixdate", "recheckdate")  # columns with the day of something that was done
CHAMBERS = {"shell": "壳程", "tube": "管程", "jacket": "夹套"}
WIDE = 2  # degrees or grades
PARTS = {"筒体": "mat_shell", "封头": "mat_head", "夹套": "mat_jacket"}


def reportno(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """The letters of a report number are those of its combination."""
    letters = re.fullmatch(r"(?P<org>[A-Z]{2})(?P<kind>[A-Z]{2})\d{9}.*", str(names.get("reportno") or ""))
    if names.get("prefix") and (letters is None or letters["kind"] != names["prefix"]):
        yield names, Place()


def unit_code(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """The credit code of the using unit, or the identity card of a person, is well formed."""
    code = str(names.get("unitcode") or "")
    fault = identifiers.refuse_uscc(code) and identifiers.refuse_idcard(code, names["today"])
    if code and fault:
        yield {**names, "code": code}, Place()


def device_code(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    code, kind = str(names.get("equcode") or ""), str(names.get("kind") or "")
    if code and (len(code) not in (17, 18) or (kind and code[:4] != kind[:4])):
        yield names, Place(field="equcode")


def use_certificate(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Form of the certificate number, and its first character that of the class."""
    number, kind = str(names.get("usecertno") or ""), str(names.get("kind") or "")
    head = next((word for start, word in identifiers.CERT_WORDS.items() if kind.startswith(start)), "")
    old = identifiers.OLD_USE_CERT_NO.fullmatch(number)
    if number and not old and (identifiers.refuse_usecertno(number) or (head and number[0] != head)):
        yield names, Place(field="usecertno")


def vague_place(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    place = str(names.get("useplace") or "")
    if len(place) < int(names["minchars"]) or not STREET.search(place):
        yield names, Place(field="useplace")


def before_made(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """An inspection before the device was made; a periodic one before it was used."""
    labels = [("制造日期", "prodate"), *([("投用日期", "usestartdate")] if facts.seisort == at.PERIODIC else [])]
    for label, name in labels:
        day = names.get(name)
        if isinstance(day, date) and names.get("inspdate") and names["inspdate"] < day:
            yield {**names, "label": label, "date": day}, Place(field="inspdate")


def order_of_days(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    known = [(label, day) for label, name in DAYS.items() if isinstance(day := names.get(name), date)]
    for (label2, date2), (label1, date1) in pairwise(known):
        if date1 < date2:
            yield {**names, "label1": label1, "date1": date1, "label2": label2, "date2": date2}, Place()


def late_report(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Working days since the inspection against the limit of the class."""
    day, today = names.get("inspdate"), names["today"]
    limit = names["days"]
    if not isinstance(day, date) or limit is None or day > today:
        return
    spent = sum(
        facts.odd_days.get(one := day + timedelta(days=n), one.weekday() < 5)
        for n in range(1, min((today - day).days, 400) + 1)
    )
    if spent > limit:
        yield {**names, "days": Decimal(spent), "limit": limit}, Place(field="inspdate", grows=("days",))


def last_inspection(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """What the snapshot says of the last inspection, whatever its sort, is what the report of it says."""
    labels = (("检验日期", "last_inspdate", "latest_inspdate"), ("报告编号", "last_insreportno", "latest_reportno"))
    for label, own, issued in (*labels, ("检验结论", "last_insresult", "latest_conclusion")):
        if names.get(issued) and names.get(own) and str(names[own]) != str(names[issued]):
            yield {**names, "label": label, "expected": names.get(f"{issued}_word") or names[issued]}, Place()


def days_in_tables(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    begin, today = names.get("earliest"), names["today"]
    for code, table in facts.tables.items():
        for number, row in enumerate(table.rows, 1):
            for column in OF_EVENT:
                day = row.get(column)
                if isinstance(day, date) and (day > today or (begin and day < begin)):
                    own = {"table": table.title, "row": Decimal(number), "date": day}
                    yield {**names, **own}, Place(table=code, row=number, column=column)


def archived_cells(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Typed cells that do not agree with what the archive knows."""
    for one in facts.lists.get("archive", ()):
        place = Place(table=str(one["code"]), row=int(str(one["row"])), column=str(one["column"]))
        yield {**names, **one}, place


def instrument_types(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """A measured value presupposes an instrument of its type."""
    held = [str(one.get("type") or "") for one in facts.lists.get("instruments", ())]
    for item in facts.items:
        if not is_measured(item):
            continue
        lacking = [str(one["type"]) for one in _needs_of(facts, item) if lacks(one, held)]
        if lacking:
            own = {"seq": Decimal(item.seq), "content": item.content, "type": "、".join(lacking)}
            yield {**names, **own}, Place(item.seq, item.item_no, "instruments")


def idle_instruments(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Instruments of types that measured values presuppose, and no value of this report does."""
    known = {str(one["type"]) for one in facts.lists.get("instrument_types", ())}
    needs: list[Known] = [need for item in facts.items if may_measure(item) for need in _needs_of(facts, item)]
    idle = known - {kind for need in needs for kind in need["any"]}
    listed = [one for one in facts.lists.get("instruments", ()) if one["type"] in idle]
    if listed:
        yield (
            {**names, "names": "、".join(f"{one['name']}{one['instno']}" for one in listed)},
            Place(field="instruments"),
        )


def _needs_of(facts: ReportFacts, item: ItemResult) -> Sequence[Known]:
    return facts.lists.get(f"needs {item.template}:{item.item_no}", ())


def same_values(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """All measured values of a report are those of the last one."""
    before = facts.lists.get("before", ())
    last: Known = before[0]["values"] if before else {}  # type: ignore[assignment]
    now = {f"{one.item.item_no}.{one.field}": one.value for one in facts.measured}
    if len(now) >= int(names["min"]) and all(last.get(name) == value for name, value in now.items()):
        yield {**names, "count": Decimal(len(now)), "prev": before[0]["reportno"]}, Place()


def sister_values(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """All values that were typed are those of another device that the same people inspected on the same day.

    What tables gave is left out: the other record keeps it in its tables.
    """
    typed = next(iter(facts.lists.get("typed", ())), {})
    for one in facts.lists.get("sisters", ()) if len(typed) >= int(names["min"]) else ():
        if all(one["values"].get(name) == value for name, value in typed.items()):  # type: ignore[attr-defined]
            yield {**names, "count": Decimal(len(typed)), "other": one["other"]}, Place(item_no=str(one["other"]))


def notice_items(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """The notices of an item name exactly what failed; what was put right since stays named.

    A record of two item lists has items of the same number: one of them that failed is what the notice names.
    """
    numbers = {str(one["itemno"]) for one in facts.lists.get("notice_items", ()) if one["itemno"]}
    if not numbers:
        return
    left = [one for one in facts.items if one.result == "×" and one.item_no not in numbers]
    wrong = {one.item_no for one in facts.items if one.result in ("×", "△")}
    more = [one for one in facts.items if one.result in ("√", "—") and one.item_no in numbers - wrong]
    words = (("通知书没有", left), ("记录已不是不符合", more))
    text = "；".join(f"{word}第{'、'.join(str(one.seq) for one in own)}项" for word, own in words if own)
    if text:
        yield {**names, "items": text}, Place(field="opinionno")


def rectified_unsaid(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """What was put right has the answer of the unit to its notice, or the words of the inspector who saw it."""
    answered = {str(one["itemno"]) for one in facts.lists.get("notice_items", ()) if one["answered"]}
    for one in facts.items:
        if one.result == "△" and not one.note.strip() and one.item_no not in answered:
            yield {**names, "seq": Decimal(one.seq)}, Place(one.seq, one.item_no)


def _table(facts: ReportFacts, check: ReportCheck) -> tuple[str, TableFacts]:
    """The table that a row names behind its function; empty where nobody filled it, or a row names none."""
    code = next(iter(check.of[1:2]), "")
    return code, facts.tables.get(code, TableFacts(""))


def unwitnessed_tests(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Every pressure test of a supervised record was witnessed at a point of the supervision, at that pressure."""
    seen = {one["pressure"] for one in facts.lists.get("witnessed", ())}
    code, table = _table(facts, check)
    for number, row in enumerate(table.rows, 1):
        if names.get("supervised") == "1" and row.get("pressure") is not None and row["pressure"] not in seen:
            yield {**names, **row}, Place(table=code, row=number, column="pressure")


def out_of_family(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """A value that differs from the median of the last three by more than the share."""
    before: list[Any] = [one["values"] for one in facts.lists.get("before", ())][:3]
    for one in facts.measured:
        past = [values[name] for values in before if (name := f"{one.item.item_no}.{one.field}") in values]
        middle = median(past) if len(past) == 3 else Decimal(0)
        if middle and abs(one.value - middle) > names["rel"] * abs(middle):
            own = {"seq": Decimal(one.item.seq), "value": one.value, "unit": one.unit}
            texts = "、".join(filled("{v}", {"v": value}) for value in past)
            yield {**names, **own, "values": texts}, Place(one.item.seq, one.item.item_no, one.field)


def placeholders(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    places = [(Place(field=name), str(names.get(name) or "")) for name in ("problems", "remark")]
    places += [(Place(one.seq, one.item_no, "note"), one.note) for one in facts.items]
    for place, text in places:
        if hit := PLACEHOLDER.search(text):
            yield {**names, "text": hit[0]}, place


def unnamed_items(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """The problems name every item that failed or was rectified, by its number, its clause or its words."""
    text = str(names.get("problems") or "")
    named = set(re.findall(r"\d+", text))
    wrong = [one for one in facts.items if one.result in ("×", "△")]
    left = [one for one in wrong if str(one.seq) not in named and one.item_no not in text and one.content not in text]
    if text and left:
        yield {**names, "items": "、".join(str(one.seq) for one in left)}, Place(field="problems")


def conforming_named(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Problems or remark that name items which conform by now."""
    conform = {str(one.seq) for one in facts.items if one.result == "√"}
    for name, label in (("problems", "问题及处理意见"), ("remark", "备注")):
        named = [seq for hit in NAMED_ITEMS.findall(str(names.get(name) or "")) for seq in re.findall(r"\d+", hit)]
        if over := [seq for seq in dict.fromkeys(named) if seq in conform]:
            yield {**names, "label": label, "items": "、".join(over)}, Place(field=name)


def two_degrees(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """From conforming to failed or back, or a grade that changed by two."""
    before, now = names.get("prev_degree"), names.get("degree")
    old, new = names.get("last_ssdegree"), names.get("grade")
    if before is not None and now is not None and abs(now - before) >= WIDE:
        yield {**names, "prev": names.get("prev_conclusion_word")}, Place(field="conclusion")
    elif isinstance(old, Decimal) and isinstance(new, Decimal) and abs(new - old) >= WIDE:
        yield {**names, "prev": f"{old}级", "conclusionword": f"{new}级"}, Place(field="conclusion")


def chambers(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    for one, label in CHAMBERS.items():
        work, design = names.get(f"workpress_{one}"), names.get(f"designpress_{one}")
        if isinstance(work, Decimal) and isinstance(design, Decimal) and work > design:
            yield {**names, "chamber": label, "work": work, "design": design}, Place(field=f"workpress_{one}")


def unmeasured_parts(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """The parts of the archive of which no row of the thickness table speaks; an empty table speaks of none."""
    code, table = _table(facts, check)
    measured = " ".join(str(row.get("part") or "") for row in table.rows)
    parts = [part for part, material in PARTS.items() if names.get(material) and part not in measured]
    if parts:
        yield {**names, "parts": "、".join(parts)}, Place(table=code)


def tank_identity(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """The VIN fails its check digit."""
    if names.get("vin") and identifiers.refuse_vin(str(names["vin"])):
        yield {**names, "label": "车辆识别代号（VIN）"}, Place(field="vin")


def landing_doors(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Cells of the landing table outside their limits while their item conforms."""
    items = {f"{one.template}:{one.item_no}": one for one in facts.items}
    of_column = dict(zip(("lock", "gap", "gapside", "gapcenter"), (*check.of[2:3], *check.of[3:4] * 3), strict=False))
    code, table = _table(facts, check)
    for fault in table.faults:
        item = items.get(of_column.get(fault.column, ""))
        if fault.row and item and item.result == "√":
            own = {"landing": table.rows[fault.row - 1].get("landing"), "label": fault.label, "value": fault.value}
            place = Place(item.seq, item.item_no, "", code, fault.row, fault.column)
            yield {**names, **own, "seq": Decimal(item.seq)}, place


def sightseeing_speed(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    value = names.get("CC_GG_8_speed")
    most = names["train"] if (names.get("traincarnum") or 0) > 0 else names["car"]
    limit = min(most, names.get("maxspeed_load") or most)
    if isinstance(value, Decimal) and value > limit and names.get("CC_GG_8") == "√":
        seq = next((one.seq for one in facts.items if one.item_no == "8"), 0)
        yield {**names, "value": value, "limit": limit}, Place(seq, "8", "speed")


def lines_of_project(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """Every declared line has a row with its conclusion, and no other line has one."""
    code, table = _table(facts, check)
    concluded = {str(row.get("lineid")) for row in table.rows if row.get("conclusion") or row.get("grade")}
    for one in facts.lists.get("lines", ()):
        if str(one["pipeno"]) not in concluded:
            yield {**names, "pipeno": one["pipeno"]}, Place(table=code)
    known = {str(one["pipeno"]) for one in facts.lists.get("lines", ())}
    for number, row in enumerate(table.rows, 1):
        if (line := str(row.get("lineid") or "")) and line not in known:  # it left the declaration since
            yield {**names, "pipeno": line}, Place(table=code, row=number)


def line_pressures(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    design = {str(one["pipeno"]): one.get("designpress") for one in facts.lists.get("lines", ())}
    code, table = _table(facts, check)
    for number, row in enumerate(table.rows, 1):
        work, most = row.get("workpress"), design.get(str(row.get("lineid")))
        if isinstance(work, Decimal) and isinstance(most, Decimal) and work > most:
            own = {"pipeno": row.get("lineid"), "work": work, "design": most}
            yield {**names, **own}, Place(table=code, row=number, column="workpress")


def line_archive(facts: ReportFacts, check: ReportCheck, names: Known) -> Iterator[Case]:
    """The length of a line as it was found, beside that of the archive."""
    known = {str(one["pipeno"]): one.get("pipelength") for one in facts.lists.get("lines", ())}
    code, table = _table(facts, check)
    for number, row in enumerate(table.rows, 1):
        measured, kept = row.get("pipelength"), known.get(str(row.get("lineid")))
        if isinstance(measured, Decimal) and isinstance(kept, Decimal) and measured != kept:
            own = {"pipeno": row.get("lineid"), "label": "管道长度"}
            yield {**names, **own}, Place(table=code, row=number, column="pipelength")


CALLS: dict[str, Call] = {
    one.__name__: one
    for one in (
        reportno,
        unit_code,
        device_code,
        use_certificate,
        vague_place,
        before_made,
        order_of_days,
        late_report,
        last_inspection,
        days_in_tables,
        archived_cells,
        instrument_types,
        idle_instruments,
        same_values,
        sister_values,
        notice_items,
        rectified_unsaid,
        unwitnessed_tests,
        out_of_family,
        placeholders,
        unnamed_items,
        conforming_named,
        two_degrees,
        chambers,
        unmeasured_parts,
        tank_identity,
        landing_doors,
        sightseeing_speed,
        lines_of_project,
        line_archive,
        line_pressures,
    )
}
