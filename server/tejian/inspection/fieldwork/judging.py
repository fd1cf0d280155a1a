"""What becomes of one operation on the draft of a record: taken, the same, joined, or a conflict of two people."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from tejian.inspection.models.fieldwork import CONFLICT, MERGED, REFUSED, SAME, TAKEN
from tejian.kit.ground.errors import BadInput

from .drafts import Draft
from .forms import OpForm
from .merging import ADD, JOIN, UNION, WORST, MergeRule, joined, plain, same, united


@dataclass(frozen=True, slots=True)
class Verdict:
    state: str
    working: Any = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """Who wrote a value on which terminal; at a desk there is none."""

    id: str = ""
    name: str = ""
    terminal: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Two:
    """A conflict as it stands while operations are folded; `key` '' is a new one."""

    path: str
    mine: Any
    mine_by: Side
    theirs: Any
    theirs_by: Side
    base: Any
    key: str = ""
    working: Any = ""

    @property
    def is_settled(self) -> bool:
        return same(self.mine, self.theirs)


@dataclass(frozen=True, slots=True)
class Last:
    """What became of the last operation on a path."""

    value: Any
    base: Any
    state: str
    working: Any
    by: Side


@dataclass
class Plan:
    """Operations of one terminal on one record, judged one after the other on a draft."""

    me: Side
    draft: Draft
    conflicts: list[Two]
    own: dict[str, Last]  # of this terminal, by path
    others: dict[str, Last]  # whoever wrote a path last
    desk: str  # who wrote the record last, at a desk
    closed: list[Two] = field(default_factory=list)

    def judge(self, rule: MergeRule, op: OpForm) -> Verdict:
        """Change the draft by an operation that fits, and say what became of it."""
        verdict = self._judge(rule, op.path, op.value, op.base)
        last = Last(op.value, op.base, verdict.state, verdict.working, self.me)
        self.own[op.path] = last
        if verdict.state in (TAKEN, MERGED, CONFLICT):
            self.others[op.path] = last
        return verdict

    def refuse(self, op: OpForm) -> None:
        """Remember that an operation was refused: what follows on the terminal starts from what never stood here."""
        self.own[op.path] = refused(self.own.get(op.path), op, self.me)

    def _judge(self, rule: MergeRule, path: str, value: Any, base: Any) -> Verdict:
        if rule.policy == ADD:
            return Verdict(TAKEN, value)
        current, open_ = self.draft.read(path), [one for one in self.conflicts if one.path == path]
        if open_:
            return self._beside(rule, path, value, current, open_)
        if self.draft.is_gone(path):
            return self._restored(path, value, base)
        if same(current, value):
            return Verdict(SAME, current)
        if self._is_informed(path, current, base, rule):
            self.draft.put(path, value)
            return Verdict(TAKEN, plain(value))
        if rule.policy == JOIN:
            return self._joined(path, str(current), str(plain(base)), str(plain(value)))
        if rule.policy == UNION:
            return self._united(path, current or [], base or [], value or [])
        return self._against(rule, path, value, base, current)

    def _is_informed(self, path: str, current: Any, base: Any, rule: MergeRule) -> bool:
        """Whether who wrote knew what stands there: it is what he started from, or what his own terminal wrote."""
        last = self.own.get(path)
        if last and last.state == REFUSED and same(last.value, base):
            base = last.base  # the refused value never stood there
        if same(current, base):
            return True
        return bool(last and rule.policy != UNION and last.state in (TAKEN, SAME) and same(current, last.working))

    def _writer(self, path: str, current: Any) -> Side:
        last = self.others.get(path)
        return last.by if last and same(last.working, current) else Side(name=self.desk)

    def _joined(self, path: str, current: str, base: str, value: str) -> Verdict:
        text = joined(current, base, value, self.me.name, self._writer(path, current).name)
        self.draft.put(path, text)
        return Verdict(TAKEN if same(text, value) else MERGED, text)

    def _united(self, path: str, current: list[str], base: list[str], value: list[str]) -> Verdict:
        both, off = united(current, base, value)
        self.draft.put(path, both)
        if off:
            self._add(path, value, both, base, current)
            return Verdict(CONFLICT, both, "另一方用过的仪器从清单中去掉了，由主检裁定")
        return Verdict(MERGED, both)

    def _against(self, rule: MergeRule, path: str, value: Any, base: Any, current: Any) -> Verdict:
        working = rule.worse(current, plain(value)) if rule.policy == WORST else current
        self.draft.put(path, working)
        self._add(path, value, working, base, current)
        return Verdict(CONFLICT, working)

    def _restored(self, path: str, value: Any, base: Any) -> Verdict:
        """An edit of a row that was taken away: the row stays until somebody decides, but for who took it away."""
        row = ".".join(path.split(".")[:3])
        cells = plain(self.draft.tables[path.split(".")[1]].gone[path.split(".")[2]])
        if plain(value) == "":
            return Verdict(SAME)
        gone = self.own.get(row)
        self.draft.put(path, value)
        if gone and gone.state == TAKEN:
            return Verdict(TAKEN, plain(value))
        if not any(one.path == row for one in self.conflicts):
            self._add(row, self.draft.read(row), self.draft.read(row), cells, "")
        return Verdict(CONFLICT, plain(value), "该行已被另一方删除，由主检裁定")

    def _add(self, path: str, mine: Any, working: Any, base: Any, theirs: Any) -> None:
        by = self._writer(path, theirs)
        self.conflicts.append(Two(path, plain(mine), self.me, plain(theirs), by, plain(base), working=plain(working)))

    def _beside(self, rule: MergeRule, path: str, value: Any, current: Any, open_: list[Two]) -> Verdict:
        """A place about which two are not agreed already: who is one of them says his side anew."""
        value, changed, working = plain(value), [], current
        for one in open_:
            if one.mine_by.terminal == self.me.terminal:
                changed.append(replace(one, mine=value, mine_by=self.me))
            elif one.theirs_by.terminal == self.me.terminal:
                working = value if same(current, one.theirs) else working
                changed.append(replace(one, theirs=value, theirs_by=self.me))
            else:
                changed.append(one)
        if changed == open_ and not any(one.mine_by.terminal == self.me.terminal for one in open_):
            if same(current, value):
                return Verdict(SAME, current)
            changed.append(Two(path, value, self.me, plain(current), self._writer(path, current), ""))
        left = [one for one in changed if not one.is_settled]
        if rule.policy == WORST and left:
            working = left[0].mine
            for one in left:
                working = rule.worse(rule.worse(working, one.mine), one.theirs)
        elif not left:
            working = value
        if rule.policy != UNION:
            self.draft.put(path, working)
        left = [replace(one, working=working) for one in left]
        self.closed += [replace(one, working=working) for one in changed if one.is_settled and one.key]
        self.conflicts = [one for one in self.conflicts if one.path != path] + left
        return Verdict(CONFLICT if left else TAKEN, working)


def refused(before: Last | None, op: OpForm, me: Side) -> Last:
    """What is remembered of a refused operation: what stood here before the first of several."""
    again = before and before.state == REFUSED and same(before.value, op.base)
    return Last(op.value, before.base if again and before else op.base, REFUSED, "", me)


def refuse_wrong_place(value: Any, codes: Mapping[str, str]) -> None:
    """Refuse a presence at another device: the code that was scanned there is none of this one."""
    code = str(value.get("code") or "").strip()
    if code and code not in codes.values():
        raise BadInput(f"扫到的设备代码{code[:40]}不是本任务的设备")
