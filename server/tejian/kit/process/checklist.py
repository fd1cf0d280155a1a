"""A check list: its items are rows of data, the answers rows of one table; tied to no kind of record.

Checks on site, duties, visits and examinations declare one each: which items a record has, who answers them until when,
what of the state of things is filled in beforehand. Findings, duties and the paper follow.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import Field
from sqlalchemy import Index, String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from tejian.kit.database.db import Base, Record, check_version, visible_or_refuse
from tejian.kit.forms.form import Form, Known, OneId
from tejian.kit.ground import clock, shapes
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.records.recordview import Panel
from tejian.kit.web.edge import Area

GOOD, BAD, NONE, MENDED = "√", "×", "—", "△"
MARKS = {GOOD: "符合", BAD: "不符合", NONE: "不适用", MENDED: "已改正"}
KINDS = ("mark", "measure", "text", "choice")
MOST = 300  # items of a list


@dataclass(frozen=True)
class CheckItem:
    """A question. Of a measure `low` and `high` are its limits, both allowed; a choice takes one of `options`.

    `photo` says when a picture must show it: "" never, `bad` where it is found wrong, `always`.
    """

    no: str
    text: str
    kind: str = "mark"
    part: str = ""
    unit: str = ""
    low: Decimal | None = None
    high: Decimal | None = None
    options: Sequence[str] = ()
    prefill: str = ""
    photo: str = ""
    basis: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS or self.photo not in ("", "bad", "always"):
            raise ValueError(f"check item {self.no}: unknown kind or photo duty")
        if (self.kind == "choice") != bool(self.options):
            raise ValueError(f"check item {self.no}: options belong to a choice, and a choice has some")

    @classmethod
    def of(cls, row: Mapping[str, str]) -> "CheckItem":
        """An item from a row of data, each cell as its column names it. Raises ValueError where it cannot be read."""
        plain: dict[str, Any] = {n: row.get(n, "") for n in ("part", "unit", "prefill", "photo", "basis")}
        plain |= {n: Decimal(row[n]) for n in ("low", "high") if row.get(n)}
        options = tuple(filter(None, row.get("options", "").split("|")))
        return cls(row["no"], row["text"], row.get("kind") or "mark", options=options, **plain)

    def judged(self, result: str, value: str) -> str:
        """The result of an answer: a measure outside its limits is wrong whatever was marked. Raises BadInput."""
        if self.kind == "measure" and value:
            number = _number(value)
            if number is None:
                raise BadInput(f"第{self.no}项：请输入数字", field=self.no)
            outside = (self.low is not None and number < self.low) or (self.high is not None and number > self.high)
            return BAD if outside else result or GOOD
        if self.kind == "choice" and value and value not in self.options:
            raise BadInput(f"第{self.no}项：请从选项中选择", field=self.no)
        if result and result not in MARKS:
            raise BadInput(f"第{self.no}项：结果只能是 {' '.join(MARKS)}", field=self.no)
        return result or (GOOD if self.kind in ("text", "choice") and value else "")

    @property
    def limits(self) -> str:
        """Its limits as people read them."""
        ends = [f"≥ {self.low}" if self.low is not None else "", f"≤ {self.high}" if self.high is not None else ""]
        told = "，".join(filter(None, ends))
        return f"{told} {self.unit}".strip() if told else ""


def _number(text: str) -> Decimal | None:
    """A measured value; None for what is no finite number."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


class CheckAnswer(Record, Base):
    """What was found at one item of one record. The text stands as it was asked then."""

    __tablename__ = "check_answer"
    audited, named = "03", "检查项目"
    checklist: Mapped[str] = mapped_column(String(32), info={"label": "检查表"})
    owner_id: Mapped[str] = mapped_column(String(32), info={"label": "检查记录"})
    item: Mapped[str] = mapped_column(String(32), info={"label": "项目"})
    text: Mapped[str] = mapped_column(String(500), default="", info={"label": "检查内容"})
    result: Mapped[str] = mapped_column(String(4), default="", info={"label": "结果"})
    value: Mapped[str] = mapped_column(String(200), default="", info={"label": "实测值"})
    finding: Mapped[str] = mapped_column(String(500), default="", info={"label": "问题"})
    __table_args__ = (Index("uq_check_answer", "checklist", "owner_id", "item", unique=True),)


class AnswerForm(Form):
    """One answer as it is sent."""

    no: str = Field(title="项目", max_length=32)
    result: str = Field("", title="结果", max_length=4)
    value: str = Field("", title="实测值", max_length=200)
    finding: str = Field("", title="问题", max_length=500)


class Answers(Known):
    """Answers to some items of a record."""

    items: list[AnswerForm] = Field(default_factory=list, title="检查项目", max_length=MOST)


# the items of a record that a picture shows: (db, owner of files, its key) → numbers
pictured: Port[[Session, str, str], set[str]] = Port("items that a picture shows", lambda _db, _owner, _key: set())


@dataclass(frozen=True)
class CheckList:
    """`items` says what is asked of a record, `open_` at which steps it is answered; `known` are what can be filled in
    beforehand, by the name that an item's `prefill` gives: result and value as the platform knows them."""

    name: str
    title: str
    model: type[Any]
    items: Callable[[Session, Any], Sequence[CheckItem]]
    read: str
    may: str
    api: str
    open_: Sequence[str] = ()
    files: str = ""  # the owner of its pictures
    known: Mapping[str, Callable[[Session, Any], tuple[str, str]]] = field(default_factory=dict)

    def answers(self, db: Session, row: Any) -> dict[str, CheckAnswer]:
        """What was answered, by item."""
        mine = CheckAnswer.checklist == self.name, CheckAnswer.owner_id == row.id
        return {one.item: one for one in db.scalars(select(CheckAnswer).where(*mine))}

    def is_open(self, row: Any) -> bool:
        return not self.open_ or row.step in self.open_

    def state(self, db: Session, me: User, row: Any) -> shapes.CheckState:
        """The list as it is typed in and read: what is not answered begins with what is known."""
        answers, shown = self.answers(db, row), pictured(db, self.files, row.id)
        return {
            "id": row.id,
            "version": row.version,
            "url": f"{self.api}/answer",
            "editable": self.is_open(row) and me.may(self.may),
            "marks": [{"value": mark, "label": word} for mark, word in MARKS.items()],
            "items": [
                self._line(db, row, item, answers.get(item.no), item.no in shown) for item in self.items(db, row)
            ],
        }

    def _line(
        self, db: Session, row: Any, item: CheckItem, answer: CheckAnswer | None, photo: bool
    ) -> shapes.CheckLine:
        known = self.known[item.prefill](db, row) if answer is None and item.prefill in self.known else ("", "")
        return {
            "no": item.no,
            "part": item.part,
            "text": answer.text if answer else item.text,
            "kind": item.kind,
            "unit": item.unit,
            "limits": item.limits,
            "options": list(item.options),
            "basis": item.basis,
            "photo": item.photo,
            "files": self.files,
            "pictured": photo,
            "result": answer.result if answer else known[0],
            "value": answer.value if answer else known[1],
            # what is known to be wrong is its finding until somebody words it otherwise
            "finding": answer.finding if answer else known[1] if known[0] == BAD else "",
            "proposed": answer is None and known != ("", ""),
        }

    def save(self, db: Session, me: User, row: Any, sent: Iterable[AnswerForm]) -> None:
        """Write the answers that were sent; what was not sent stays. A wrong one refuses them all."""
        if not self.is_open(row):
            raise Refused(f"{self.title}已提交，不能再修改")
        items, answers = {one.no: one for one in self.items(db, row)}, self.answers(db, row)
        for one in sent:
            item = items.get(one.no)
            if item is None:
                raise BadInput(f"没有第{one.no}项", field=one.no)
            answer = answers.get(item.no) or CheckAnswer(checklist=self.name, owner_id=row.id, item=item.no)
            answer.text, answer.value, answer.finding = item.text, one.value, one.finding
            answer.result = item.judged(one.result, one.value)
            answers[item.no] = answer
            db.add(answer)
        row.updateby, row.updatetime = me.name, clock.now()  # so that the next who saves must have read these
        db.flush()

    def lacking(self, db: Session, row: Any) -> list[str]:
        """What must still be done before it can be handed in, as sentences."""
        answers, shown = self.answers(db, row), pictured(db, self.files, row.id)
        out = []
        for item in self.items(db, row):
            answer = answers.get(item.no)
            if answer is None or not (answer.result if item.kind == "mark" else answer.value or answer.result == NONE):
                out.append(f"第{item.no}项没有填写")
                continue
            wrong = answer.result in (BAD, MENDED)
            if wrong and not answer.finding:
                out.append(f"第{item.no}项{MARKS[answer.result]}，请写明问题")
            if (item.photo == "always" or (item.photo == "bad" and wrong)) and item.no not in shown:
                out.append(f"第{item.no}项应有照片")
        return out

    def complete(self, d: Doing) -> str | None:
        """各项已填写，不符合的写明问题，应有的照片齐全"""
        lacks = self.lacking(d.db, d.subject)
        return "；".join([*lacks[:5], *([f"另有{len(lacks) - 5}处"] if len(lacks) > 5 else [])]) or None

    def findings(self, db: Session, row: Any) -> list[CheckAnswer]:
        """The items that were found wrong, in the order of the list."""
        answers = self.answers(db, row)
        found = (answers.get(item.no) for item in self.items(db, row))
        return [one for one in found if one is not None and one.result == BAD]

    def paper(self, db: Session, row: Any) -> list[dict[str, str]]:
        """The rows of its table on paper."""
        answers = self.answers(db, row)
        out = []
        for item in self.items(db, row):
            a = answers.get(item.no)
            value = f"{a.value} {item.unit}".strip() if a and a.value else ""
            cells = {"result": a.result if a else "", "value": value, "finding": a.finding if a else ""}
            out.append({"no": item.no, "part": item.part, "text": a.text if a else item.text, **cells})
        return out

    def panel(self) -> Panel:
        """The list on the page of its record, where it is typed in as well."""
        return Panel(self.name, self.title, "checkList", lambda s: self.state(s.db, s.me, s.row))

    def serve(self, area: Area) -> None:
        """Register the calls: the list of a record, and its answers."""
        base = self.api.removeprefix(area.prefix)

        @area.call(f"{base}/checkList", may=self.read, form=OneId, reads=True)
        def check_list(db: Session, me: User, form: OneId) -> shapes.CheckState:
            return self.state(db, me, visible_or_refuse(db, me, self.model, form.id))

        @area.call(f"{base}/answer", may=self.may, form=Answers, changes=self.model)
        def answer(db: Session, me: User, form: Answers) -> shapes.CheckState:
            row = visible_or_refuse(db, me, self.model, form.id, lock=True)
            check_version(row, form.version)
            self.save(db, me, row, form.items)
            return self.state(db, me, row)
