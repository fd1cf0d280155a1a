"""The order of a draw: SHA-256 of the seed, the stratum and the key; the seed is the secret and the public value.

After RFC 3797: the secret is fixed by its digest before the public value is known, so that nobody can choose either.
`verify.py` in the package of a draw says the same without this file.
"""

import hashlib
from collections.abc import Iterable


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seed(secret: str, public: str) -> str:
    return f"{secret}|{public.strip()}"


def in_order(sown: str, stratum: str, keys: Iterable[str]) -> list[str]:
    """The keys of a stratum in the order in which they are drawn."""
    return sorted(keys, key=lambda key: (digest(f"{sown}|{stratum}|{key}"), key))
