"""How measured and computed values are rounded: GB/T 8170, half to even; a limit compares the unrounded value."""

from decimal import ROUND_HALF_EVEN, Decimal


def rounded(value: Decimal, decimals: int) -> Decimal:
    """`value` with so many decimals by GB/T 8170-2008 3.2 (四舍六入五成双)."""
    return value.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_EVEN)


def shown(value: Decimal, decimals: int | None) -> str:
    """A value as it is shown and printed; without decimals said, at most four and no zeros behind."""
    if decimals is not None:
        return f"{rounded(value, decimals):f}"
    exponent = value.as_tuple().exponent
    return f"{rounded(value, 4) if isinstance(exponent, int) and exponent < -4 else value:f}"
