"""What stands on a screen is written for people of the trade: no words of developers, no raw codes."""

import re
from collections.abc import Iterator
from pathlib import Path

from tejian import areas, data
from tejian.kit.database.db import LOG_NAMES, Base
from tejian.kit.forms.formview import FORMS
from tejian.kit.lists.listview import LISTS
from tejian.kit.process.steps import PROCESSES
from tejian.kit.records.recordview import RECORDS
from tejian.system.rules import confirming
from tejian.system.rules.store import TABLES
from tejian.system.rules.tables import SOURCES

areas.load()

# words of developers; and a bare code where a word belongs (11*, s01, ninspdate2)
DEVELOPERS = "主键|外键|数据库表|枚举|布尔|字符串|接口返回|回调|入参|出参|占位|待开发"
TECHNICAL = re.compile(
    DEVELOPERS + r"|\b(null|undefined|NaN|TODO|FIXME|string|boolean|json|viewNo|param|config|debug|enum|uuid)\b",
    re.IGNORECASE,
)
RAW = re.compile(r"^[a-z]+\d*$|^\d{2,}\*$|^[a-z]+_[a-z_]+$|^[a-z]+[A-Z]\w+$")
PROPER = {"IP", "PDF", "Excel"}  # names that have no other word


def labels() -> Iterator[tuple[str, str]]:
    """Where it stands, and what it says."""
    for row in data.rows("screens"):
        if row["kind"] != "redirect":
            yield f"screens.csv {row['path']}", row["label"] or row["title"]
    for view in LISTS.values():
        said = [view.title, *(c.label for c in view.columns if c.label), *(s.label for s in view.search)]
        said += [s.placeholder for s in view.search if s.placeholder] + [s.label for s in view.segments]
        said += [a.label for a in view.actions] + [a.confirm for a in view.actions if a.confirm]
        yield from ((view.no, one) for one in said)
    for form in FORMS.values():
        yield from ((form.no, f.label) for f in form.fields if f.type != "hidden")
    for record in RECORDS.values():
        yield from ((record.no, part.title) for part in record.parts)
    for process in PROCESSES.values():
        yield from ((process.name, s.name) for s in process.steps)
        yield from ((process.name, m.label) for m in process.moves)
    for row in data.rows("dictionaries"):
        yield f"dictionaries.csv {row['type']} {row['value']}", row["label"]


def wrong(said: str) -> bool:
    return bool(TECHNICAL.search(said) or RAW.match(said)) and said not in PROPER


def test_no_label_is_a_word_of_developers() -> None:
    assert [(where, said) for where, said in labels() if wrong(said)] == []


def test_the_lint_sees_what_it_is_for() -> None:
    for said in ("requiredfor", "11*", "s01", "ninspdate2", "单位主键", "equ_name", "viewNo 不正确", "字符串"):
        assert wrong(said), said
    for said in ("下次检验日期", "IP", "T证", "CO₂浓度", "PDF", "GC1", "96333应急识别码"):
        assert not wrong(said), said


def test_every_table_whose_changes_are_kept_has_a_name() -> None:
    kept = [m.class_ for m in Base.registry.mappers if getattr(m.class_, "audited", None)]
    assert [model.__name__ for model in kept if not LOG_NAMES.get(model.__tablename__)] == []


def test_every_short_message_has_the_word_of_its_kind() -> None:
    words = {row["value"] for row in data.rows("dictionaries") if row["type"] == "C665"}
    assert {row["code"] for row in data.rows("sms_templates")} <= words


ENGLISH = re.compile(r"(?<![\w-])[a-z_]{4,}\d?(?![\w-])")
# a parameter is set to the word that its label explains; mmol is a unit
ALLOWED = {"mmol", "first", "reinspection", "stored", "count", "fail"}


def rule_rows() -> Iterator[tuple[str, dict[str, str]]]:
    """The rules as they come; notes of the fee table are read as names there."""
    for table in TABLES:
        for row in data.rows(table):
            if row.get("line_role") != "note":
                yield table, row


def test_no_rule_is_read_in_names_of_the_program() -> None:
    known: dict[str, dict[str, str]] = {}
    for row in data.rows("dictionaries"):
        known.setdefault(row["type"], {})[row["value"]] = row["label"]
    found = [(t, set(ENGLISH.findall(confirming.content_of(t, row, known))) - ALLOWED) for t, row in rule_rows()]
    assert {t: words for t, words in found if words} == {}


def test_no_source_of_a_rule_is_english() -> None:
    found = {(t, row[c]) for t, row in rule_rows() for c in SOURCES if re.search("[a-z]{4,}", row.get(c) or "")}
    found |= {("params", row["source"]) for row in data.rows("params") if re.search("[a-z]{4,}", row["source"])}
    found |= {("dictionaries", r["source"]) for r in data.rows("dictionaries") if re.search("[a-z]{4,}", r["source"])}
    assert found == set()


WEB = Path(__file__).parents[2] / "web" / "src"
TEXT = re.compile(r">([^<>{}\n]*[一-鿿][^<>{}\n]*)<|['\"`]([^'\"`\n]*[一-鿿][^'\"`\n]*)['\"`]")


def test_no_sentence_of_the_client_is_one_of_developers() -> None:
    found = []
    for file in sorted(WEB.rglob("*.ts*")):
        for match in TEXT.finditer(re.sub(r"/\*.*?\*/|//[^\n]*", "", file.read_text(), flags=re.DOTALL)):
            said = match.group(1) or match.group(2)
            if re.search(DEVELOPERS, said):
                found.append((file.name, said))
    assert found == []
