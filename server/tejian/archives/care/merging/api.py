"""What other wings and areas may ask of archives.care.merging."""

from .candidates import query_merge
from .references import ENTITIES
from .service import MARK, OPEN, check, compared, entity_of, may_merge, merge, same_code, traced, undo

__all__ = [
    "ENTITIES",
    "MARK",
    "OPEN",
    "check",
    "compared",
    "entity_of",
    "may_merge",
    "merge",
    "query_merge",
    "same_code",
    "traced",
    "undo",
]
