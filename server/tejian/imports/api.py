"""What other wings and areas may ask of imports."""

from .mapping import (
    FieldWords,
    MeaningForm,
    Proposed,
    SourceForm,
    Understood,
    WordsForm,
    fresh,
    keep,
    proposed_of,
    said,
    understood_of,
    words_of,
)
from .running import forget_rows
from .service import ADDS, UPLOAD_LIMIT, ImportState, StartForm, begin, errors, template

__all__ = [
    "ADDS",
    "UPLOAD_LIMIT",
    "FieldWords",
    "ImportState",
    "MeaningForm",
    "Proposed",
    "SourceForm",
    "StartForm",
    "Understood",
    "WordsForm",
    "begin",
    "errors",
    "forget_rows",
    "fresh",
    "keep",
    "proposed_of",
    "said",
    "template",
    "understood_of",
    "words_of",
]
