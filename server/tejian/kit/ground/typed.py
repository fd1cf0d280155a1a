"""What is typed or pasted, as it is meant: signs of the Chinese keyboard, blanks of phone books, days in usual forms.

What is not understood stays as it is, to be refused aloud. The client reads the same (`web/src/ui/typed.ts`); both are
held by `web/tests/typed_cases.csv`.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import date

DASHES = re.compile("[\u2010-\u2015\u2212]")
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]")  # what phone books and WPS paste along
DAY = re.compile(r"(\d{4})(?:(\d\d)(\d\d)|([-./])(\d{1,2})\4(\d{1,2})|年(\d{1,2})月(\d{1,2})日?)")
TIME = re.compile(r"[ T]+\d{1,2}:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$")
THOUSANDS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d*)?")
COUNTRY = re.compile(r"^(\+|00)86-?|^86(?=1[2-9]\d{9}$)")
EXTENSION = re.compile(r"^(.*?\d)(?:转|分机|#|\*|ext\.?|x)[.:]?-?(\d{1,6})$", re.IGNORECASE)
SHORT_AREAS = ("10", "2")  # 010 and 02x have three digits, all others four (工信部 电信网编号计划)


def narrow(text: str) -> str:
    """Letters, digits and signs of the Chinese keyboard as their narrow ones; what nobody sees is gone."""
    plain = UNSEEN.sub("", DASHES.sub("-", text))
    return unicodedata.normalize("NFKC", plain).replace("。", ".").strip()


def day_text(text: str) -> str:
    """A day in a usual form as yyyy-MM-dd, with a time behind it dropped; what is none stays."""
    plain = TIME.sub("", narrow(text)).replace(" ", "")
    found = DAY.fullmatch(plain)
    if not found:
        return text.strip()
    year, *parts = (found[1], found[2] or found[5] or found[7], found[3] or found[6] or found[8])
    return "-".join([year, *(one.zfill(2) for one in parts)])


def day_of(text: str) -> date:
    """The day that a text means. Raises ValueError for what is none."""
    return date.fromisoformat(day_text(text))


def number_text(text: str) -> str:
    """A number without the commas of thousands, in narrow digits."""
    plain = narrow(text)
    return plain.replace(",", "") if THOUSANDS.fullmatch(plain) else plain


def phone_text(text: str) -> str:
    """A phone number as it is kept: 13812345678, 0574-87654321, 0574-87654321-802, 4008001234; what is none stays."""
    plain = re.sub(r"[\s()]", "", narrow(text).replace("(", "").replace(")", "-")).rstrip("-")
    at_home = COUNTRY.sub("", plain)
    abroad = at_home != plain and not at_home.startswith(("0", "400")) and not re.match(r"1[2-9]\d{9}$", at_home)
    plain = f"0{at_home}" if abroad else at_home  # +86 574 …: the area code is said without its 0
    if parts := EXTENSION.match(plain):
        plain = f"{parts[1]}-{parts[2]}"
    head, dash, extension = plain.partition("-")
    if re.fullmatch(r"1[2-9][\d-]+", plain):
        return plain.replace("-", "")
    if re.fullmatch(r"400-?\d{3,4}-?\d{3,4}(-\d{1,6})?", plain):
        digits = plain.replace("-", "")
        return digits[:10] + (f"-{digits[10:]}" if digits[10:] else "")
    if re.fullmatch(r"0\d{9,11}", head):  # the area code without a dash
        area = 3 if head[1:].startswith(SHORT_AREAS) else 4
        return f"{head[:area]}-{head[area:]}{dash}{extension}"
    return plain


def tight(text: str) -> str:
    """A code without blanks: an identity card is pasted in groups."""
    return re.sub(r"\s", "", narrow(text))


MEANINGS: Mapping[str, Callable[[str], str]] = {
    **dict.fromkeys(("mobile", "mobileOrLandline", "mobileKept", "telKept", "fax"), phone_text),
    "idCard18": tight,
}


def meant(rule: str, text: str) -> str:
    """A text as a rule of the validator table reads it."""
    return MEANINGS.get(rule, narrow)(text)
