"""What a planted fault is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """`old` stands exactly once in `file` and becomes `new`; `tests` (and of them `only`) must then fail."""

    name: str
    file: str  # under server/tejian
    old: str
    new: str
    tests: str  # under server/tests
    only: str = ""  # as pytest -k takes it
