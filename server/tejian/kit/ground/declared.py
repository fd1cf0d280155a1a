"""Where a list or a form is declared: the module that its viewNo leads to."""

import sys

DECLARED_IN: dict[str, str] = {}  # viewNo → module


def declaring_module() -> str:
    """The module outside the kit that is making a declaration just now."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"].startswith("tejian.kit."):
        frame = frame.f_back
    return str(frame.f_globals["__name__"])
