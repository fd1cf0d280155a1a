"""What an inspector of a journey enters, from the screens it reads: one question a line, one answer a line, both JSON.

The rules are those of the product's own cases (tejian.golden.samples): results that are true of the device, values inside
limits, rows that give the items the values that they have.
"""

import json
import sys
from decimal import Decimal

from tejian.demo.journey import conforming, measured, middle
from tejian.golden.api import absent, not_done, sample_tables, usual_facts, values_of


def begin(screen, marks):
    rows = []
    for one in screen["items"]:
        wanted = marks.get(str(one["seq"]))
        if one["result"] and not wanted:
            continue
        result = wanted or conforming(screen, one)
        note = {} if result in ("√", "—") else {"n": "不符合要求"}
        rows.append({"seq": one["seq"], "r": result, "v": {} if result == "—" else measured(one), **note})
    return {"results": rows, "conditions": {one["code"]: value for one in screen["sites"] if (value := middle(one))}}


def missing(saved, results, marks):
    return absent(saved, [one for one in results if str(one["seq"]) not in marks])


def tables(screen, least, own, names):
    """`names` are numbers that the screen does not show: of the lines of a project."""
    known = {name: Decimal(str(value)) for name, value in names.items()}
    made = sample_tables(screen, least, known | values_of(screen["items"]))
    return {"tables": {code: one for code, one in made.items() if code not in own}, "facts": usual_facts(screen)}


ANSWERS = {"begin": begin, "missing": missing, "tables": tables, "undone": lambda findings: not_done(findings)}
for line in sys.stdin:
    name, *asked = json.loads(line)
    print(json.dumps(ANSWERS[name](*asked), ensure_ascii=False, default=str), flush=True)
