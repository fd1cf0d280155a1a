"""What is agreed to be paid in parts, of a contract or of a charge: a part, its form, its order, what covers it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from tejian.charging.models.instalments import MOST
from tejian.kit.forms.columns import Col
from tejian.kit.forms.formview import FormView, Group, add_form, field_of


def form(no: str, save_url: str, part: Any) -> FormView:
    """The rows of a plan as they are typed in."""
    amount = field_of(part.amount, type="money", low=0.01, high=MOST, required=True)
    group = Group("", [field_of(part.dueday, required=True), amount, field_of(part.note)])
    return add_form(FormView(no, "付款计划", save_url, [group]))


def out_of_order(rows: Sequence[Mapping[str, Any]]) -> int:
    """The number of the first part that is not due after the one before it; 0 when all are."""
    days = [one["dueday"] for one in rows]
    return next((n for n, (one, two) in enumerate(pairwise(days), 2) if two <= one), 0)


@dataclass(frozen=True, slots=True)
class Covered:
    """A part with what has been paid of it."""

    seq: int
    due: date
    amount: Decimal
    paid: Decimal

    @property
    def rest(self) -> Decimal:
        return self.amount - self.paid

    def late(self, today: date) -> bool:
        return self.rest > 0 and self.due < today


def covered(parts: Iterable[tuple[int, date, Decimal]], paid: Decimal) -> list[Covered]:
    """What was paid, laid on the parts in the order in which they are due."""
    left, out = paid, []
    for seq, due, amount in sorted(parts, key=lambda one: (one[1], one[0])):
        part = min(left, amount)
        left -= part
        out.append(Covered(seq, due, amount, part))
    return out


COLUMNS = [
    Col("seq", "期", None, 52, "number"),
    Col("dueday", "应付日期", None, 110, "date"),
    Col("amount", "应付金额", None, 120, "money"),
    Col("paid", "已付", None, 120, "money"),
    Col("rest", "未付", None, 120, "money"),
]


def shown(parts: Iterable[Covered], row: Callable[[int], Any], today: date) -> list[dict[str, Any]]:
    """The parts as a page lists them; `row` gives the stored one of a number."""
    return [
        {
            "id": row(one.seq).id,
            "seq": one.seq,
            "dueday": str(one.due),
            "amount": str(one.amount),
            "paid": str(one.paid),
            "rest": str(one.rest),
            "restTone": "no" if one.late(today) else "",
            "restNote": "已过应付日期" if one.late(today) else "",
            "note": row(one.seq).note,
        }
        for one in parts
    ]
