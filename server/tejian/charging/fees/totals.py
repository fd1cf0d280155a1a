"""What stands on a whole item or a whole charge: surcharges on the item, the discount of a group, relief, channels."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from tejian.charging.codes import MANUAL_DISCOUNT as DISCOUNT
from tejian.charging.codes import NON_TAX, TAXED
from tejian.inspection.rules.api import evaluate_number

from .book import RULE, FeeBook
from .lines import FeeLine
from .rules import CENT, fee_total, line_of, money, row_of, words_of

YUAN = Decimal(1)
GROUP_DISCOUNT, URGENT, HOLIDAY, HAZARD = "R166", "R167", "R168", "R169"
FREE, LOWERED = "R170", "R171"  # 免收或减半 and 下浮, by document
LOWERED_TYPES = ("05", "07")  # C646: 阶段性减免 and 领导审批, unless all or half is let off; the others are 免收或减半
HALF_OR_ALL = (50, 100)


def item_rule_lines(
    lines: Sequence[FeeLine],
    book: FeeBook,
    *,
    hazard: bool = False,
    holiday: bool = False,
    urgent: bool = False,
) -> list[FeeLine]:
    """加收 of one item: hazardous place, holiday, urgent; each its rate × the item, added, not multiplied.

    行政事业性收费 takes none of them. A hazard surcharge does not stand beside a line that is charged for the same
    reason.
    """
    total = fee_total(lines)
    nature = next((line.nature for line in lines if line.nature), "")
    if total is None or nature == NON_TAX:
        return []
    wanted = [code for code, on in ((HAZARD, hazard), (HOLIDAY, holiday), (URGENT, urgent)) if on]
    taken = {line.feecode for line in lines}
    fees: list[FeeLine] = []
    for row in (row_of(book, code) for code in wanted):
        if row is not None and not taken & set(row.excludes):
            fees.extend(replace(line, nature=nature) for line in line_of(row, {"item": total}, book))
    return fees


def group_discount(
    total: Decimal, devices: int, nature: str, book: FeeBook, documented: bool = False
) -> FeeLine | None:
    """同批优惠: two or more devices of one unit in one charge pay the share of the rule, as one negative line."""
    if devices < 2 or (nature == NON_TAX and not documented) or (row := row_of(book, GROUP_DISCOUNT)) is None:
        return None
    share = evaluate_number(row.calc, {"total": total})
    reduction = money(share - total)
    words = f"{words_of(row.calc, book)}，合计 {money(total)} 元，优惠 {-reduction} 元"
    return FeeLine(row.feecode, row.item, row.band, "", nature, RULE, reduction, None, words, row.source)


@dataclass(frozen=True, slots=True)
class ItemFees:
    """The lines of one business item of a charge, those of its item rules included."""

    key: str
    lines: Sequence[FeeLine]

    def total(self, nature: str) -> Decimal:
        return sum((line.amount or Decimal(0) for line in self.lines if line.nature == nature), Decimal(0))


@dataclass(frozen=True, slots=True)
class Relief:
    """A relief for some items of a charge: a share of what they cost, or an amount for each of them."""

    name: str
    document: str
    items: frozenset[str]
    percent: Decimal | None = None
    amount: Decimal | None = None
    type: str = ""  # C646
    stacks: bool = False
    key: str = ""
    priority: int = 0  # the higher comes first; among equals the better one for the payer

    @property
    def feecode(self) -> str:
        return LOWERED if self.type in LOWERED_TYPES and self.percent not in HALF_OR_ALL else FREE

    def of(self, base: Decimal) -> Decimal:
        """How much is taken off a base, never more than all of it. Not rounded."""
        off = base * self.percent / 100 if self.percent is not None else self.amount or Decimal(0)
        return min(off, base)


def check_relief(relief: Relief) -> None:
    """Raises ValueError for a percentage outside 0 to 100, a negative amount, or a relief without a document."""
    amounts = (relief.percent is None) != (relief.amount is None)
    fits = 0 <= relief.percent <= 100 if relief.percent is not None else (relief.amount or 0) >= 0
    if not amounts or not fits or not relief.document.strip():
        raise ValueError("减免比例应在0到100之间或为金额，且必须有文件依据")


def whole_lines(
    items: Sequence[ItemFees], nature: str, devices: int, reliefs: Sequence[Relief], book: FeeBook, *, documented: bool
) -> list[FeeLine]:
    """What stands on a charge of one nature: the discount of a group, then one line for each relief that counts.

    One relief per item, by its priority and then the better one for the payer, unless it stacks; it is taken of what
    the discount left. `documented` allows the discount for 行政事业性收费.
    """
    total = sum((one.total(nature) for one in items), Decimal(0))
    group = group_discount(total, devices, nature, book, documented)
    left = {one.key: one.total(nature) for one in items}
    off = group.amount if group and group.amount else Decimal(0)
    if off and total:
        left = {key: own + off * own / total for key, own in left.items()}
    lines = [group] if group else []
    bases = counted(left, reliefs)
    for relief in reliefs:
        base = bases.get(relief, {})
        if base and (reduction := -money(sum((relief.of(own) for own in base.values()), Decimal(0)))):
            lines.append(relief_line(relief, money(sum(base.values(), Decimal(0))), reduction, nature))
    return lines


def counted(left: Mapping[str, Decimal], reliefs: Sequence[Relief]) -> dict[Relief, dict[str, Decimal]]:
    """Which relief counts for which item, and what it is taken of: the best that does not stack, then those that do."""
    bases: dict[Relief, dict[str, Decimal]] = {}
    for key, own in left.items():
        offered = [one for one in reliefs if key in one.items]
        single = [one for one in offered if not one.stacks]
        best = max(single, key=lambda one: (one.priority, one.of(own)), default=None)
        rest = own
        for relief in [*([best] if best else []), *(one for one in offered if one.stacks)]:
            bases.setdefault(relief, {})[key] = rest
            rest -= relief.of(rest)
    return bases


def relief_line(relief: Relief, base: Decimal, reduction: Decimal, nature: str) -> FeeLine:
    """减免 as one negative line, with the policy and its document. Raises ValueError as check_relief."""
    check_relief(relief)
    rate = f"减免 {relief.percent.normalize():f}%" if relief.percent is not None else f"每台减免 {relief.amount} 元"
    words = f"{relief.name}：合计 {base} 元，{rate}，依据 {relief.document}"
    return FeeLine(relief.feecode, relief.name, "", "", nature, RULE, reduction, None, words, relief.document)


def manual_discount(total: Decimal, percent: Decimal, reason: str) -> FeeLine:
    """优惠 given by hand on a charge of 应税 fees, as one negative line; 非税 takes none without a policy."""
    reduction = -money(total * percent / 100)
    words = f"合计 {money(total)} 元，优惠 {percent.normalize():f}%：{reason}"
    return FeeLine(DISCOUNT, "优惠", "", "", TAXED, RULE, reduction, None, words, "")


def charge_total(amounts: Iterable[Decimal | None], round_yuan: bool = False) -> Decimal:
    """What is to be paid, in yuan; whole yuan (half up) when the setting `round_yuan` says so; never below zero."""
    total = sum((amount for amount in amounts if amount is not None), Decimal("0.00"))
    rounded = total.quantize(YUAN, ROUND_HALF_UP).quantize(CENT) if round_yuan else total
    return max(rounded, Decimal("0.00"))
