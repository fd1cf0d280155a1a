"""Fee cases: what a case says, as the registration of a charge takes it. The rules are asked without a charge, the flow
registers one; both by `charging.work_out`, so that neither knows a line that the other does not."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common.api import class_of
from tejian.charging import codes as charging_codes
from tejian.charging.charges import api as charges
from tejian.charging.fees import api as fees
from tejian.charging.models import charges as charges_models
from tejian.charging.relief import api as relief_api
from tejian.inspection.records import api as records
from tejian.kit.database.db import new_id
from tejian.kit.forms.form import checked
from tejian.kit.forms.formview import taken
from tejian.kit.ground.user import SYSTEM
from tejian.system.settings.api import version

from . import filling
from .answers import Answer
from .cases import Case, NotAsked
from .filling import day_of, mother_of

Fields = Callable[[str], set[str]]  # the fields that the archive of a kind has
FLAGS = ("hazard", "holiday")  # said of each item of a charge
CHARGE = {"items", "group", "relief", "discount", "urgent", "manual", *FLAGS}
OF_ITEM = {"class", "kind", "testsort", "day", "options", "quantities", "mother"}
ITEM = {*OF_ITEM, "device", "urgent", *FLAGS, "id", "title", "why", "note"}
RELIEF = {"percent", "amount", "type", "document", "policy", "name", "stacks", "nature", "class", "kind"}
DISCOUNT = {"percent", "reason"}
MANUAL = {"of", "item", "nature", "amount", "reason", "document", "instead"}
BY_HAND = "手工"  # what stands in the place of the number of a fee for a line by hand
SAID = "案例"  # a reason or a document that a case leaves open
BESIDE_DEVICE = ("supmode",)  # said in the declaration
LINE = ("nominaldia", "pipelength")  # of a project without lines: those of its one line


@dataclass
class Item:
    """A business item of a case, as a charge reads it; the flow stores it."""

    id: str
    seisn: str
    equdatasysid: str
    equclass: str
    equclacode: str
    testsort: str
    acceptdate: date
    device: Mapping[str, Any]
    pipes: Sequence[Mapping[str, Any]]
    mothersort: str
    urgent: bool
    chosen: Mapping[str, Any]
    cheorg: str = ""
    unitsysid: str = ""


@dataclass(frozen=True)
class FeeCase:
    """A fee case: its items, the policies in force, and what the registrar decides."""

    items: Sequence[Item]
    policies: Sequence[Mapping[str, Any]]
    decided: Mapping[str, Any]
    bare: bool  # without a charge: what one item costs
    manual: Sequence[Mapping[str, Any]] = ()  # lines by hand; `of` = the number of their item, 0 = the whole charge

    def form(self, rows: Sequence[Any]) -> charges.ChargeForm:
        """The registration of its items as these rows. Refuses what the call would."""
        instead = {int(one.get("of", 1)) for one in self.manual if one.get("instead")}
        items = [
            {"id": row.id, **one.chosen, "byhand": number in instead}
            for number, (row, one) in enumerate(zip(rows, self.items, strict=True), 1)
        ]
        numbers = ["", *(row.seisn for row in rows)]
        by_hand = [_by_hand(one, numbers) for one in self.manual]
        sent = {**self.decided, "items": items, "manual": by_hand}
        form: charges.ChargeForm = checked(charges.ChargeForm, sent)
        return form


def _by_hand(one: Mapping[str, Any], numbers: Sequence[str]) -> dict[str, str]:
    """A line by hand as the form of a charge takes it."""
    values = {name: str(one[name]) for name in ("item", "nature", "amount", "reason", "document") if name in one}
    return {"item": SAID, "reason": SAID, **values, "seisn": numbers[int(one.get("of", 1))]}


def read(db: Session, case: Case, fields: Fields) -> FeeCase:
    """What a case says. Raises NotAsked for what nobody reads."""
    charge = case.get("charge") or {}
    _known(charge, CHARGE, "charge")
    listed = charge.get("items", [])
    own = [{**case, "device": case.get("device", {})}] if case.get("device") or not listed else []
    inherited = {name: case[name] for name in OF_ITEM if name in case}
    for one in listed:
        _known(one, ITEM, "charge.items")
    parts = [{**charge, **one} for one in [*own, *({**inherited, **one} for one in listed)]]
    book = fees.book(db)
    items = [_item(number, one, book, fields) for number, one in enumerate(parts, 1)]
    relief = charge.get("relief") or []
    policies = [
        values
        for one in (relief if isinstance(relief, list) else [relief])
        for values in _policies(one, min(item.acceptdate for item in items))
    ]
    group = charge.get("group") or False
    if not isinstance(group, bool) and int(group) > max(1, len(items)):
        raise NotAsked(f"group：收费中只有 {len(items)} 台设备")
    decided: dict[str, Any] = {"samebatch": group is True or int(group) > 1}
    if discount := charge.get("discount"):
        terms = discount if isinstance(discount, Mapping) else {"percent": discount}
        _known(terms, DISCOUNT, "charge.discount")
        decided |= {"discount": str(terms["percent"]), "discountreason": str(terms.get("reason") or SAID)}
    manual = charge.get("manual", [])
    for one in manual:
        _known(one, MANUAL, "charge.manual")
        if not 0 <= int(one.get("of", 1)) <= len(items):
            raise NotAsked(f"charge.manual：收费中没有第 {one['of']} 台设备")
    return FeeCase(items, policies, decided, not charge, manual)


def _known(given: Mapping[str, Any], names: set[str], where: str) -> None:
    if unknown := sorted(set(given) - names):
        raise NotAsked(f"{where}：不认识 {'、'.join(unknown)}")


def _item(number: int, part: Case, book: fees.FeeBook, fields: Fields) -> Item:
    own = dict(part.get("device", {}))
    pipes, supmode = own.pop("lines", []), own.pop(*BESIDE_DEVICE, "")
    kind, sort = part["kind"], part["testsort"]
    device = filling.device_values({"device": own, "expect": {}}, fields(kind))
    if class_of(kind) == codes.PIPING and not pipes and set(device) & set(LINE):
        pipes = [{"pipeno": "L1", **{name: device.pop(name) for name in LINE if name in device}}]
    for one in pipes:
        _known(one, {"id", "lineid", *fields(codes.PIPING)}, "device.lines")
    quantities = {code: str(count) for code, count in (part.get("quantities") or {}).items()}
    options = list(part.get("options", []))
    rows = {row.feecode for row in book.rows if sort in row.testsorts and class_of(kind) in row.classes}
    if foreign := sorted({*options, *quantities} - rows):
        raise NotAsked(f"{sort} 没有收费项目 {'、'.join(foreign)}")
    return Item(
        *(new_id(), f"{number:03}", new_id(), class_of(kind), kind, sort, day_of(part["day"])),
        device=device,
        pipes=[{"pipeno": str(one.get("lineid") or one.get("id") or n), **one} for n, one in enumerate(pipes, 1)],
        mothersort=mother_of(part.get("mother")),
        urgent=bool(part.get("urgent")),
        chosen={"options": options, "quantities": quantities, "supmode": supmode}
        | {name: bool(part.get(name)) for name in FLAGS},
    )


def _policies(given: Any, day: date) -> Iterable[dict[str, Any]]:
    """A relief as the form of a policy takes it: a percentage, or what it says; for both natures unless it says one."""
    terms = given if isinstance(given, Mapping) else {"percent": given, "document": SAID}
    _known(terms, RELIEF, "charge.relief")
    values: dict[str, Any] = {
        "name": terms.get("policy") or terms.get("name") or "减免",
        "type": terms.get("type") or "07",
        "document": terms.get("document"),
        "percent": terms.get("percent"),
        "reduction": terms.get("amount"),
        "stacks": "1" if terms.get("stacks") else "0",
        "equclass": terms.get("class"),
        "equclacode": terms.get("kind"),
        "validfrom": day.isoformat(),
        "enabled": "1",
    }
    texts = {name: str(value) for name, value in values.items() if value is not None}
    for nature in [terms["nature"]] if terms.get("nature") else charging_codes.NATURES:
        yield {**texts, "nature": nature}


def policies(db: Session, asked: FeeCase) -> list[charges_models.ReliefPolicy]:
    """The policies of a case, not stored. Refuses what their form would."""
    me = replace(SYSTEM, dict_version=version(db, "dict"))
    return [fees.new_policy(db, me, taken(relief_api.POLICY_FORM, db, me, values).values) for values in asked.policies]


class Known:
    """The source of a charge that stands in a case alone."""

    def __init__(self, db: Session, given: Sequence[charges_models.ReliefPolicy]):
        self.db, self.given, self.book = db, given, fees.book(db)
        self.discount_most = fees.discount_most(db)

    def known(self, row: Item, day: date) -> fees.Known:
        facts = records.device_names(row.equclacode, {**row.device, "equclacode": row.equclacode})
        pipes = [records.device_names(codes.PIPELINE, one) for one in row.pipes]
        return fees.Known(facts, pipes, row.urgent, row.mothersort)

    def table(self, day: date) -> fees.FeeBook:
        return fees.on_day(self.book, day)

    def policies(self, day: date) -> Sequence[charges_models.ReliefPolicy]:
        return self.given

    def lines(self, row: Item, sent: Any, day: date, known: fees.Known) -> list[fees.FeeLine]:
        return fees.lines_of(row, sent, day, known, self.table(day), ())

    def choices(self, row: Item, day: date, known: fees.Known) -> list[fees.FeeRow]:
        return []


def ask(db: Session, case: Case, fields: Fields) -> Answer:
    """The lines of a business item, or of a charge of several, its discount and its reliefs included."""
    asked = read(db, case, fields)
    source = Known(db, policies(db, asked))
    return of_draft(charges.work_out(source, asked.items, asked.form(asked.items), ""))


def of_draft(draft: charges.Draft) -> Answer:
    """What a registration would come to; without an amount while something is missing."""
    lines = [line for one in draft.items for line in one.lines]
    missing = list(dict.fromkeys(word for one in lines for word in one.missing))
    lines += [] if missing else [line for nature in draft.natures for line in draft.whole[nature]]
    totals = [draft.total(nature, False) for nature in draft.natures]
    by_hand = [(BY_HAND, f"{one.amount:.2f}") for one in draft.manual]
    return Answer(
        fees=[*((one.feecode, "" if one.amount is None else f"{one.amount:.2f}") for one in lines), *by_hand],
        total=f"{sum(totals, Decimal(0)):.2f}" if (lines or by_hand) and not missing else "",
        missing=missing,
    )
