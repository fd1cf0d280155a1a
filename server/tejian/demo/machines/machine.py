"""What the makers of machines share."""

import random
from dataclasses import dataclass, field
from datetime import date
from typing import Any


@dataclass(frozen=True)
class Machine:
    """Name, model and technical parameters of a device as its nameplate has them."""

    name: str
    model: str
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Order:
    """What is to be made: a kind for a site, in a year."""

    rnd: random.Random
    kind: str
    born: date
    site: str


def written(value: float, digits: int = 2) -> str:
    """A number as a nameplate writes it: no zeros at the end."""
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def at_least(value: float, series: tuple[float, ...]) -> float:
    """The next size of a series that is not below `value`; the largest one when none is."""
    return next((one for one in series if one >= value), series[-1])
