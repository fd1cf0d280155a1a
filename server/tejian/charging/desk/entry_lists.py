"""The money of a charge on its page: each payment with what was handed over, the change, and its receipt."""

from typing import Any

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges.api import RECEIPT, cash_words, entries_of, receipt_numbers, why_no_receipt
from tejian.charging.models.charges import ChargeEntry as N
from tejian.kit.forms.columns import Col
from tejian.kit.ground.actions import Action
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Part, Shown, of


def _rows(shown: Shown) -> list[dict[str, Any]]:
    entries = entries_of(shown.db, shown.row)
    numbers = receipt_numbers(shown.row, entries)
    return [
        record(one)
        | cash_words(one)
        | {"number": numbers.get(one.id, ""), "receipt": "0" if why_no_receipt(one, entries) else "1"}
        for one in entries
    ]


ENTRIES = Part(
    "entries",
    "资金明细",
    columns=[
        of(N.at, 140),
        of(N.kind, 64, type="dict", words=at.KINDS),
        of(N.amount, 110, type="money"),
        of(N.way, 90, type="dict", words=at.WAYS),
        of(N.ref, 180, type="code"),
        of(N.given, 110, type="money"),
        Col("change", "找零(元)", None, 90, "money"),
        Col("number", "收据编号", None, 150, "code"),
        of(N.username, 80),
        of(N.note),
    ],
    rows=_rows,
    noun="收付款",
    actions=[
        Action(
            *(RECEIPT, "收据", p.QUERY),
            place="row",
            kind="print",
            needs="one",
            print=RECEIPT,
            when={"receipt": ["1"]},
        )
    ],
)
