"""A setting that nothing reads looks like a rule and is none."""

import re
from pathlib import Path

from tejian import data

CODE = Path(data.__file__).parents[1]


def test_every_setting_of_the_inspection_rules_is_read() -> None:
    files = [*CODE.rglob("*.py"), *(one for one in data.FOLDER.glob("*.csv") if one.stem != "inspection_setting")]
    words = {word for one in files for word in re.findall(r"\w+", one.read_text(encoding="utf-8-sig"))}
    unread = [row["key"] for row in data.rows("inspection_setting") if row["key"] not in words]
    assert unread == []
