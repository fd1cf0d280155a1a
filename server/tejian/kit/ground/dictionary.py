"""Dictionary words by type and code, kept in the process and renewed when the version in the database moves on."""

from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from .ports import Port

Words = dict[str, dict[str, str]]  # type → code → label


@dataclass
class _Cache:
    version: int = -1
    words: Words = field(default_factory=dict)


_cache = _Cache()
load_words: Port[[Session], Words] = Port("words of the dictionaries", lambda _db: {})


def words(db: Session, version: int) -> Words:
    """All labels as of `version`, which every request learns together with its session."""
    if _cache.version != version:
        _cache.words = load_words(db)
        _cache.version = version
    return _cache.words


def label(db: Session, version: int, dict_type: str, code: str | None) -> str:
    """The label of one code, or the code itself when the dictionary does not know it."""
    return words(db, version).get(dict_type, {}).get(code, code) if code else ""
