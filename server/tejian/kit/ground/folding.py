"""Names as they are compared: differences that nobody sees (width, kinds of brackets, blanks, dots, case) are none.

The database folds the same way by its function `tj_fold`, in columns beside the written names.
"""

import re
import unicodedata

UNSEEN = re.compile("[\\s\u00ad\u200b-\u200f\u2028-\u202f\u2060\u3000\ufeff]")
SIGNS = str.maketrans(
    dict.fromkeys("\u2022\u2027\u30fb\u2219\u00b7", "·")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
)


def folded(name: str) -> str:
    """A name as it is compared: 宁波（甬江） 电梯有限公司 and 宁波(甬江)电梯有限公司 are one."""
    return UNSEEN.sub("", unicodedata.normalize("NFKC", name)).translate(SIGNS).lower()
