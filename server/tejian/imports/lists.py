"""The sources whose files are understood here, and the page of one: what its headings and its words mean."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.ground import dictionary
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.importing.view import IMPORTS, codes_of
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, like
from tejian.kit.records.crud import Hooks
from tejian.kit.records.recordview import Fact, Part, RecordView, Shown
from tejian.system.permissions import EXPORT

from .mapping import refuse_same
from .models import ImportSource as S
from .permissions import SOURCES

BASE = "/api/import/source"
ROUTE = "/bsArchives/importSources/detail?id={id}"


class _Titles(Mapping[str, str]):
    """What the lists are called that take files; higher areas declare them later."""

    def __getitem__(self, no: str) -> str:
        return IMPORTS[no].title

    def __iter__(self) -> Iterator[str]:
        return iter(IMPORTS)

    def __len__(self) -> int:
        return len(IMPORTS)


TITLES = _Titles()
HEADS = select(func.count()).select_from(func.jsonb_object_keys(S.columns).table_valued("key")).scalar_subquery()

FORM = add_form(
    FormView(
        "import_source_form",
        "导入来源",
        f"{BASE}/save",
        [Group("", [field_of(S.name, required=True, span=24)])],
        load_url=f"{BASE}/load",
    )
)
REMOVE = "删除后，这个来源的下一个文件须重新说明各列的含义；已导入的数据不变。确定删除吗？"


def _rename(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    if not row.view_no:
        raise BadInput("来源在导入文件、说明各列含义时建立")
    row.name = values.get("name") or row.name
    refuse_same(db, row)


HOOKS = Hooks(_rename)

SOURCE_LIST = add_list(
    ListView(
        no="import_source_list",
        title="导入来源",
        permission=SOURCES,
        export_permission=EXPORT,
        source=select(S),
        key=S.id,
        visible=S.visible,
        url=f"{BASE}/findList",
        sort="-updatetime",
        columns=[
            col(S.name, 200, fixed="left", link=ROUTE),
            Col("view_no", "列表", S.view_no, 160, "dict", words=TITLES),
            Col("heads", "已知列", HEADS, 80, "number", sortable=False),
            col(S.updateby, 90, label="最近说明人"),
            col(S.updatetime, 140, label="最近说明时间"),
        ],
        search=[
            like("name", "来源", S.name, quick=True),
            Search("view_no", "列表", lambda v: S.view_no == v, widget="select", options=TITLES, quick=True),
        ],
        actions=[
            Action("view", "查看", SOURCES, place="row", kind="route", needs="one", route=ROUTE),
            Action("rename", "改名", SOURCES, place="row", kind="form", needs="one", form=FORM.no),
            Action(
                "delete", "删除", SOURCES, place="more", kind="call", needs="one", url=f"{BASE}/delete", confirm=REMOVE
            ),
        ],
    )
)


def _fields(shown: Shown) -> dict[str, Field]:
    view = IMPORTS.get(shown.row.view_no)
    return {f.name: f for f in view.columns(shown.db, shown.me)} if view else {}


def _columns(shown: Shown) -> list[dict[str, Any]]:
    fields = _fields(shown)
    said = sorted((shown.row.columns or {}).items())
    return [{"id": head, "head": head, "field": fields[f].label if f in fields else "不导入"} for head, f in said]


def _words(shown: Shown) -> list[dict[str, Any]]:
    fields, ours = _fields(shown), dictionary.words(shown.db, shown.me.dict_version)
    rows = []
    for name, words in sorted((shown.row.words or {}).items()):
        codes = (codes_of(fields[name], ours) or {}) if name in fields else {}
        label = fields[name].label if name in fields else name
        for word, code in sorted(words.items()):
            rows.append({"id": f"{name} {word}", "field": label, "word": word, "code": codes.get(code, code or "不取")})
    return rows


SOURCE = RecordView(
    no="import_source",
    title="导入来源",
    permission=SOURCES,
    model=S,
    url=f"{BASE}/record",
    heading=lambda s: s.row.name,
    subtitle=lambda s: TITLES.get(s.row.view_no, ""),
    facts=[
        Fact(label="列表", text=lambda s: TITLES.get(s.row.view_no, "")),
        Fact(label="已知列", text=lambda s: f"{len(s.row.columns or {})} 列"),
        Fact(label="已知值", text=lambda s: f"{sum(map(len, (s.row.words or {}).values()))} 个"),
        Fact(label="最近说明", text=lambda s: s.row.updateby, note=lambda s: s.text("updatetime")),
    ],
    parts=[
        Part(
            "columns",
            "列对应",
            columns=[Col("head", "文件的列", None, 300), Col("field", "本平台的字段", None, 0)],
            rows=_columns,
            noun="列",
        ),
        Part(
            "words",
            "值对应",
            columns=[
                Col("field", "字段", None, 200),
                Col("word", "文件的值", None, 260),
                Col("code", "本平台的值", None, 0),
            ],
            rows=_words,
            noun="值",
        ),
    ],
    actions=[Action("rename", "改名", SOURCES, kind="form", needs="one", form=FORM.no)],
)
