"""The rules that nobody has compared with their source yet, for the responsible engineers to confirm one by one.

A statement is about one version of a row: a row that is revised is another one, and waits again.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.forms.refers import Refers
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system import permissions as p
from tejian.system.models.rules import RuleConfirmation, RuleRow

from .tables import CHECK_STATES, STATE, TITLES, column_label, own_columns
from .wording import UNSAID, UNSAID_OF, said

R, C = RuleRow, RuleConfirmation
AGREED, DISAGREED = "1", "2"
VERDICTS = {AGREED: "确认", DISAGREED: "不同意"}
OPEN_STATES = ("memory", "uncertain", "plausible", "constructed", "from memory", "referral")
MOST = 500  # rows of a print


def content_of(table: str, row: Mapping[str, str], known: dictionary.Words) -> str:
    """The columns of a rule in one text; those that are empty are left out."""
    left_out = UNSAID | UNSAID_OF.get(table, set())
    given = [one for one in own_columns(table) if one not in left_out and row.get(one) not in (None, "", "-")]
    return "；".join(f"{column_label(table, one)} {said(table, one, row[one], known)}" for one in given)


class ConfirmList(ListView):
    """The rows of all tables in one list: what each says is one text."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        answer = super().dressed(db, me, rows, columns)
        known = dictionary.words(db, me.dict_version)
        for row in answer:
            if isinstance(row.get("content"), Mapping):
                row["content"] = content_of(str(row["tbl"]), row["content"], known)
        return answer


def _waits(_me: User) -> Any:
    return C.id.is_(None)


def _doubtful_fee() -> Any:
    """Fees have no state of their own: their source or note says where the amount comes from."""
    words = "uncertain|memory|plausible|待核|未核"
    return and_(R.tbl == "fees", R.data["source"].astext.op("||")(R.data["note"].astext).regexp_match(words))


def _listed(_me: User) -> Any:
    """Rules in force that were not compared with their source, and those of which something was said."""
    doubtful = or_(*(R.check_state.startswith(one) for one in OPEN_STATES), _doubtful_fee())
    return and_(R.validto.is_(None), or_(doubtful, C.id.is_not(None)))


def unconfirmed(db: Session) -> int:
    """How many rules in force nobody has compared with their source yet."""
    waiting = select(func.count()).select_from(R).outerjoin(C, and_(C.rule_id == R.id, C.counts))
    return db.scalar(waiting.where(_listed(SYSTEM), C.id.is_(None))) or 0


confirm_list = add_list(
    ConfirmList(
        no="rule_confirm_list",
        title="规则确认清单",
        permission=p.RULE_CONFIRM,
        export_permission=p.EXPORT,
        source=select(R).outerjoin(C, and_(C.rule_id == R.id, C.counts)),
        key=R.id,
        visible=_listed,
        url="/api/system/rule/confirmList",
        sort="tbl",
        page_size=100,
        columns=[
            col(R.tbl, 130, type="dict", words=TITLES, fixed="left"),
            col(R.rowkey, 180, shown=False),
            Col("content", "内容", R.data, 440),
            col(R.source, 240),
            Col("check_state", "核实情况", STATE, 110, "dict", words=CHECK_STATES),
            col(R.validfrom, 100),
            col(C.verdict, 80, type="dict", words=VERDICTS),
            col(C.note, 200),
            col(C.person, 90),
            col(C.said, 100),
        ],
        search=[
            same("tbl", "规则表", R.tbl, widget="select", options=TITLES, quick=True),
            like("source", "依据", R.source, quick=True),
            like("rowkey", "行标识", R.rowkey, quick=True),
            same("check_state", "核实情况", R.check_state, widget="select", options=CHECK_STATES),
            like("person", "责任工程师", C.person),
            dates("said", "日期", C.said),
        ],
        segments=[
            Segment("open", "待确认", _waits),
            Segment("agreed", "已确认", lambda me: C.verdict == AGREED),
            Segment("disagreed", "不同意", lambda me: C.verdict == DISAGREED),
        ],
        actions=[
            Action(
                "confirm",
                "确认",
                p.RULE_CONFIRM,
                kind="call",
                needs="many",
                url="/api/system/rule/confirm",
                confirm="已逐条与依据核对，所选规则与依据相符",
            ),
            Action(
                "disagree", "不同意", p.RULE_CONFIRM, place="row", kind="move", needs="one", form="rule_disagree_form"
            ),
            Action("print", "打印清单", p.RULE_CONFIRM, place="batch", kind="print", needs="many", print="GZQRQD"),
        ],
    )
)
DISAGREE = add_form(
    FormView(
        "rule_disagree_form",
        "不同意 {rowkey}",
        "/api/system/rule/disagree",
        [
            Group(
                "",
                [
                    Field(
                        "rule_id",
                        "规则",
                        "hidden",
                        True,
                        size=32,
                        default="{id}",
                        refers=Refers(RuleRow, alone="the rule that is disagreed with"),
                    ),
                    Field("note", "更正说明", "textarea", True, span=24, size=1000, help="应改成什么，依据哪一条"),
                ],
            )
        ],
        width=560,
        done="已记录，由规则维护人员修订",
    )
)


def confirm(db: Session, me: User, ids: Sequence[str]) -> None:
    """The responsible engineer compared these rules with their source, and they agree."""
    for row in many_visible_or_refuse(db, me, RuleRow, ids, lock=True):
        _say(db, me, row, AGREED, "")


def disagree(db: Session, me: User, form: Input) -> None:
    """The rule says otherwise than its source; the note says what it should be."""
    _say(db, me, visible_or_refuse(db, me, RuleRow, form["rule_id"], lock=True), DISAGREED, form["note"])


def _say(db: Session, me: User, row: RuleRow, verdict: str, note: str) -> None:
    if row.validto is not None:
        raise Refused(f"{row.rowkey}已修订或废止，请刷新后确认现行的规则")
    for before in db.scalars(select(C).where(C.rule_id == row.id, C.counts)):
        before.counts = False
    db.flush()
    db.add(C(rule_id=row.id, verdict=verdict, note=note, person=me.name, said=clock.today()))


def sheet(db: Session, me: User, ids: Sequence[str]) -> File:
    """GZQRQD: rules with what was said of them, and a place to sign."""
    require(me, p.RULE_CONFIRM)
    rows = many_visible_or_refuse(db, me, RuleRow, list(ids)[:MOST])
    statements = {
        one.rule_id: one for one in db.scalars(select(C).where(C.rule_id.in_([r.id for r in rows]), C.counts))
    }
    known = dictionary.words(db, me.dict_version)
    lines = [_line(row, statements.get(row.id), known) for row in rows]
    data = {"title": "检验规则确认清单", "printTime": clock.now(), "rows": lines}
    return File(pdf.render("rule_confirmation", data), "application/pdf", "规则确认清单.pdf", inline=True)


def _line(row: RuleRow, statement: RuleConfirmation | None, known: dictionary.Words) -> dict[str, Any]:
    return {
        "table": TITLES.get(row.tbl, row.tbl),
        "rowkey": row.rowkey,
        "content": content_of(row.tbl, row.data, known),
        "source": row.source,
        "state": CHECK_STATES.get(row.check_state.split(" ")[0], row.check_state),
        "verdict": VERDICTS.get(statement.verdict, "") if statement else "",
        "note": statement.note if statement else "",
        "person": statement.person if statement else "",
        "said": plain(statement.said) if statement else "",
    }
