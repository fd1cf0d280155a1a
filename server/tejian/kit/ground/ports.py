"""What a lower part needs of a higher one: a named hook with a type, bound in one place (tejian/bindings.py)."""

from collections.abc import Callable, Iterator
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Port(Generic[P, R]):
    """One function of a higher part. Raises LookupError when it is called before it was bound."""

    def __init__(self, name: str, unbound: Callable[P, R] | None = None):
        self.name = name
        self._bound = unbound

    def bind(self, fn: Callable[P, R]) -> None:
        self._bound = fn

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._bound is None:
            raise LookupError(f"port {self.name} is not bound")
        return self._bound(*args, **kwargs)


class Ports(Generic[T]):
    """What several higher parts give, each under a key of its own. A key is bound once."""

    def __init__(self, name: str):
        self.name = name
        self._bound: dict[str, T] = {}

    def bind(self, key: str, thing: T) -> None:
        if key in self._bound:
            raise ValueError(f"port {self.name}: {key} is bound twice")
        self._bound[key] = thing

    def __contains__(self, key: object) -> bool:
        return key in self._bound

    def __getitem__(self, key: str) -> T:
        return self._bound[key]

    def keys(self) -> list[str]:
        """Under what something was bound."""
        return list(self._bound)

    def items(self) -> list[tuple[str, T]]:
        """What was bound with its keys, in the order of binding."""
        return list(self._bound.items())

    def __iter__(self) -> Iterator[T]:
        return iter(self._bound.values())
