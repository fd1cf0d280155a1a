"""Whether two secrets are the same, in a time that does not tell how much of them is."""

import hmac


def alike(one: str, other: str) -> bool:
    """Any text may come from outside: compare_digest itself fails at one that is not ASCII."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))
