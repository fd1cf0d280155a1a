"""Administrative divisions: a city's or province's code covers everything below it."""


def covered_prefix(code: str) -> str:
    """What the codes below a division begin with: 330200 → 3302, 330000 → 33, 330212 → 330212 (GB/T 2260)."""
    if len(code) == 6:
        while code.endswith("00") and len(code) > 2:
            code = code[:-2]
    return code
