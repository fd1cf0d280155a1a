"""What other wings and areas may ask of system.rules."""

from tejian.system.models.rules import RuleRow

from .confirming import unconfirmed
from .editions import (
    CHANGED,
    CHECKED,
    DRAFT,
    GONE,
    KINDS,
    NEW,
    PUBLISHED,
    TONES,
    VOID,
    WITHDRAWN,
    Difference,
    Edition,
    dialogs,
    differences,
    edition_moves,
    edition_process,
    edition_steps,
    outcome_words,
)
from .flow import idle_steps, versions_of
from .loading import load_tables
from .store import every, instead, key_of, made, rows, since, trying
from .tables import HEADS, column_label, own_columns, refuse_unreadable
from .wording import bounded, expression, kinds

__all__ = [
    "CHANGED",
    "CHECKED",
    "DRAFT",
    "GONE",
    "HEADS",
    "KINDS",
    "NEW",
    "PUBLISHED",
    "TONES",
    "VOID",
    "WITHDRAWN",
    "Difference",
    "Edition",
    "RuleRow",
    "bounded",
    "column_label",
    "dialogs",
    "differences",
    "edition_moves",
    "edition_process",
    "edition_steps",
    "every",
    "expression",
    "idle_steps",
    "instead",
    "key_of",
    "kinds",
    "load_tables",
    "made",
    "outcome_words",
    "own_columns",
    "refuse_unreadable",
    "rows",
    "since",
    "trying",
    "unconfirmed",
    "versions_of",
]
