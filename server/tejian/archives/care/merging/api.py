"""What other wings and areas may ask of archives.care.merging."""

from .candidates import Candidates, bare, query_merge
from .references import ENTITIES
from .service import (
    MARK,
    OPEN,
    ComparedField,
    MergeCheck,
    Merger,
    check,
    compared,
    entity_of,
    may_merge,
    merge,
    same_code,
    traced,
    undo,
)
