"""Amounts, quantities and words as the forms of charging ask for them."""

from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic import Field as Input

from tejian.kit.forms.form import is_plain
from tejian.kit.forms.formview import Field

MOST = 99_999_999  # yuan of one entry


def _plain(value: Any) -> Any:
    """A number as people write it: 1e3 is none."""
    if isinstance(value, str) and not is_plain(value):
        raise ValueError("请写成普通数字，如1000.00")
    return value


Plain = BeforeValidator(_plain)
Yuan = Annotated[Decimal, Plain, Input(gt=0, le=MOST, max_digits=10, decimal_places=2, allow_inf_nan=False)]
Quantity = Annotated[Decimal, Plain, Input(gt=0, le=1_000_000, max_digits=10, decimal_places=3, allow_inf_nan=False)]


def status(code: str) -> Field:
    """Which of the moves behind modifyStatus is meant."""
    return Field("status", "收费状态", "hidden", default=code)


def words(name: str, label: str, required: bool = False, **more: Any) -> Field:
    return Field(name, label, "textarea", required, span=24, size=500, **more)


def yuan(label: str, default: str) -> Field:
    return Field("amount", label, "money", True, low=0.01, high=MOST, unit="元", span=24, default=default)
