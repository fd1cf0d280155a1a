"""Fee cases: the lines of an item, and of a charge with its discount and its reliefs."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.common import codes
from tejian.charging import api as charging
from tejian.inspection.records import api as records
from tejian.kit.errors import Refused

from . import filling
from .answers import Answer
from .cases import Case
from .filling import day_of, mother_of

Fields = Callable[[str], set[str]]  # the fields that the archive of a kind has
INHERITED = ("class", "kind", "testsort", "day", "options", "quantities", "mother", "expect")
BESIDE_DEVICE = ("supmode",)  # said in the declaration


def ask(db: Session, case: Case, fields: Fields) -> Answer:
    """The lines of a business item, or of a charge of several, its discount and its reliefs included."""
    charge = case.get("charge") or {}
    own = [{**case, "device": case.get("device", {})}] if case.get("device") or not charge.get("items") else []
    more = [{**{k: case[k] for k in INHERITED if k in case}, **one} for one in charge.get("items", [])]
    book = charging.on_day(charging.book(db), day_of(case["day"]))
    items = [
        charging.ItemFees(str(number), _item_fees(one, book, charge, fields))
        for number, one in enumerate([*own, *more], 1)
    ]
    lines = [line for item in items for line in item.lines]
    if charge and all(line.amount is not None for line in lines):
        lines += _whole_fees(items, lines, charge, book)
    total = charging.fee_total(lines)
    if charge and total is not None:
        total = charging.charge_total([line.amount for line in lines])
    return Answer(
        fees=[(one.feecode, "" if one.amount is None else f"{one.amount:.2f}") for one in lines],
        total="" if total is None else f"{total:.2f}",
        missing=list(dict.fromkeys(word for one in lines for word in one.missing)),
    )


def _item_fees(case: Case, book: charging.FeeBook, charge: Mapping[str, Any], fields: Fields) -> list[charging.FeeLine]:
    own = dict(case.get("device", {}))
    pipes, beside = own.pop("lines", []), {k: own.pop(k) for k in BESIDE_DEVICE if k in own}
    device = filling.device_values({**case, "device": own}, fields(case["kind"]))
    facts = records.device_names(case["kind"], {**device, **beside, "equclacode": case["kind"]})
    lines = charging.item_lines(
        facts,
        [records.device_names(codes.PIPELINE, one) for one in pipes],
        case["testsort"],
        book,
        options=case.get("options", []),
        quantities={code: Decimal(str(n)) for code, n in (case.get("quantities") or {}).items()},
        mothersort=mother_of(case.get("mother")),
    )
    flags = {name: bool(case.get(name, charge.get(name))) for name in ("hazard", "holiday", "urgent")}
    documented = bool(charge.get("documented"))
    return [*lines, *charging.item_rule_lines(lines, book, documented=documented, **flags)]


def _whole_fees(
    items: Sequence[charging.ItemFees],
    lines: Sequence[charging.FeeLine],
    charge: Mapping[str, Any],
    book: charging.FeeBook,
) -> list[charging.FeeLine]:
    """The lines of the whole charge, for each of its channels."""
    group = charge.get("group")
    devices = (len(items) if group else 1) if isinstance(group, bool | None) else int(group)
    relief = charge.get("relief") or []
    wanted = relief if isinstance(relief, list) else [relief]
    reliefs = [_relief(one, [item.key for item in items]) for one in wanted]
    documented, extra = bool(charge.get("documented")), []
    for nature in dict.fromkeys(line.nature for line in lines):
        extra += charging.whole_lines(items, nature, devices, reliefs, book, documented=documented)
    if discount := charge.get("discount"):
        terms = discount if isinstance(discount, Mapping) else {"percent": discount}
        total = sum((line.amount or Decimal(0) for line in [*lines, *extra]), Decimal(0))
        if any(line.nature == charging.NON_TAX for line in lines):
            raise Refused("非税收费不能优惠，须有减免政策文件")
        extra.append(
            charging.manual_discount(total, Decimal(str(terms["percent"])), str(terms.get("reason") or "案例"))
        )
    return extra


def _relief(given: Any, keys: Sequence[str]) -> charging.Relief:
    """A relief of a case: a percentage, or what a policy says; for all items unless it names some by their number."""
    terms = given if isinstance(given, Mapping) else {"percent": given}
    percent, amount = (Decimal(str(terms[n])) if terms.get(n) is not None else None for n in ("percent", "amount"))
    return charging.Relief(
        name=str(terms.get("policy") or terms.get("name") or "减免"),
        document=str(terms.get("document") or ("案例" if not isinstance(given, Mapping) else "")),
        items=frozenset(str(one) for one in terms.get("items", keys)),
        percent=percent,
        amount=amount,
        type=str(terms.get("type") or ""),
        stacks=bool(terms.get("stacks")),
        key=str(terms.get("id") or ""),
    )
