"""How a report is laid out, as declared data: what stands in it, in which order, by whom it is signed, its title."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tejian.archives.common.api import kind_matches

ANY = "*"  # the template whose fields all have that bring none of their own
KIND = "@kind"  # stands for the technical data of the layout of the kind
GRADE = "@grade"  # stands for the grade that the conclusion gives
ROWS_PARTS = 3
ROWS = "rows"  # of the section that prints some rows of a table on a page of their own
SECTIONS = (ROWS, "overview", "lines", "conditions", "instruments", "items", "findings", "tables", "curves", "photos")
SIGNERS = ("inspectors", "compiler", "checker", "reviewer", "approver")
# on the page of the conclusion: what was found, what the device may be used for, dates that other inspections set
BLOCKS = ("cover", "identity", "base", "technical", "line", "results", "permits", "standing")
MONTH, DAY = "month", "day"
CHECK, MEASURE = "check", "measure"


@dataclass(frozen=True, slots=True)
class Shown:
    """A field of the device on paper: `label` in place of its own, `unit_from` the field whose word is its unit.

    On the page of the conclusion it may be a name that the record states, or `table.column`; `limited` is its label
    where the conclusion lets the device go on under watch only.
    """

    name: str
    label: str = ""
    unit_from: str = ""
    limited: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve drawn of a table: the column along, and one or more columns up."""

    table: str
    along: str
    up: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportLayout:
    """One row of report_layouts.csv.

    `kinds`: the kinds whose technical data this layout states. `noun` is what is done (检验, 检测, 校验). `body` are
    the sections in their order; `tables:code` is one table alone, `rows:code:column:word` its rows of which a cell says
    a word, on a page of their own. `blocks` are the fields of report_fields.csv.
    """

    template: str
    name: str
    kinds: str
    noun: str
    nextform: str
    seal: str
    signers: tuple[tuple[str, str], ...]  # label, who
    notices: str
    itemform: str
    body: tuple[str, ...]
    curves: tuple[Curve, ...]
    blocks: Mapping[str, Sequence[Shown]] = field(default_factory=dict)

    @property
    def picked(self) -> list[str]:
        """The rows of tables that have a page of their own: `cyl:result:报废`."""
        return [rest for kind, _, rest in (one.partition(":") for one in self.body) if kind == ROWS]


@dataclass(frozen=True, slots=True)
class ForSort:
    """A text of certain kinds and sorts: a title, a rule that an inspection is based on."""

    kinds: str
    sorts: tuple[str, ...]
    text: str

    def holds_for(self, kind: str, testsort: str) -> bool:
        return kind_matches(self.kinds, kind) and (not self.sorts or testsort in self.sorts)


def report_layout(row: Mapping[str, str]) -> ReportLayout:
    """A row of report_layouts.csv. Raises ValueError for a section, a signer or a form that there is not."""
    signers = tuple((one.partition(":")[0], one.partition(":")[2]) for one in row["signers"].split(";"))
    body = tuple(row["body"].split())
    wrong = [who for _label, who in signers if who not in SIGNERS]
    wrong += [one for one in body if one.partition(":")[0] not in SECTIONS]
    wrong += [one for one in body if one.partition(":")[0] == ROWS and one.count(":") != ROWS_PARTS]
    wrong += [one for one in (row["nextform"],) if one not in (MONTH, DAY)]
    wrong += [one for one in (row["itemform"],) if one not in (CHECK, MEASURE)]
    if wrong or len(set(body)) != len(body):
        raise ValueError(f"{row['template']}：{'、'.join(wrong) or '章节重复'}")
    return ReportLayout(
        template=row["template"],
        name=row["name"],
        kinds=row["kinds"],
        noun=row["noun"],
        nextform=row["nextform"],
        seal=row["seal"],
        signers=signers,
        notices=row["notices"],
        itemform=row["itemform"],
        body=body,
        curves=tuple(_curve(one) for one in row["curves"].split()),
    )


def report_fields(row: Mapping[str, str]) -> tuple[str, str, tuple[Shown, ...]]:
    """A row of report_fields.csv: template, block, fields. Raises ValueError for a block that there is not."""
    if row["block"] not in BLOCKS:
        raise ValueError(f"{row['template']}：{row['block']}")
    return row["template"], row["block"], tuple(_shown(one) for one in row["fields"].split())


def for_sort(row: Mapping[str, str]) -> ForSort:
    """A row of report_titles.csv or report_basis.csv."""
    return ForSort(
        row["kinds"], tuple(filter(None, row["sorts"].split(","))), row.get("title") or row.get("sentence") or ""
    )


def with_fields(
    layouts: Iterable[ReportLayout], fields: Iterable[tuple[str, str, tuple[Shown, ...]]]
) -> dict[str, ReportLayout]:
    """The layouts with their fields by template; `@kind` stays to be filled in by kind."""
    known = {(template, block): shown for template, block, shown in fields}
    made = {}
    for one in layouts:
        blocks = {block: known.get((one.template, block), known.get((ANY, block), ())) for block in BLOCKS}
        made[one.template] = replace(one, blocks=blocks)
    return made


def technical(layouts: Mapping[str, ReportLayout], layout: ReportLayout, kind: str) -> list[Shown]:
    """The technical fields of a layout for a kind, each once."""
    found: dict[str, Shown] = {}
    for one in layout.blocks["technical"]:
        more = [one]
        if one.name == KIND:
            own = next((x for x in layouts.values() if kind_matches(x.kinds, kind)), None)
            more = list(own.blocks["technical"]) if own else []
        found |= {x.name: x for x in more if x.name not in found and x.name != KIND}
    return list(found.values())


def _shown(text: str) -> Shown:
    """`name`, `name=label`, `name=label|label under watch`, `name@field`; `@kind` and `@grade` are themselves."""
    name, _, label = text.partition("=")
    label, _, limited = label.partition("|")
    if name in (KIND, GRADE):
        return Shown(name, label)
    name, _, unit_from = name.partition("@")
    return Shown(name, label, unit_from, limited)


def _curve(text: str) -> Curve:
    table, along, up = text.split(":")
    return Curve(table, along, tuple(up.split(",")))
