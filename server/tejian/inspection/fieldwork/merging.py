"""How two values of one place of a record become one (merge_rules.csv). Pure: nothing here reads the database."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

WORST, KEEP, JOIN, UNION, ROWS, ADD, MAIN, SERVER = "从严", "保留", "合写", "并集", "逐行", "只增", "限主检", "服务器"
POLICIES = (WORST, KEEP, JOIN, UNION, ROWS, ADD, MAIN, SERVER)
BY_MAIN, BY_ANY, BY_NOBODY = "主检", "检验人员", "无"


PATHS: Mapping[str, tuple[str, ...]] = {
    "检验项目结果": ("results.*.r",),
    "实测值": ("results.*.v.*",),
    "项目说明": ("results.*.n",),
    "监护使用": ("results.*.m",),
    "检验结论": ("conclusion",),
    "检验日期": ("inspdate",),
    "检验起止时间": ("begunat", "endedat"),
    "下次检验日期": ("nextdate",),
    "整改反馈期限": ("rectifydue",),
    "问题及处理意见、备注": ("problems", "remark"),
    "环境条件": ("conditions.*",),
    "结论判定": ("facts.*",),
    "检验仪器": ("instruments",),
    "附表": ("tables.*",),
    "到场签到": ("presence.*",),
    "任务指引确认": ("guide.*",),
    "设备参数更正": ("corrections.*",),
    "照片": ("att.*",),
    "签名": ("sign.*",),
    "通知书问题": ("notice.*",),
    "任务安排": ("buss.*",),
    "设备档案": ("eq.*",),
}  # the kinds of places, with the paths by which terminals name them


@dataclass(frozen=True, slots=True)
class MergeRule:
    what: str
    policy: str
    ranks: str
    decides: str

    @property
    def paths(self) -> tuple[str, ...]:
        return PATHS[self.what]

    def fits(self, path: str) -> bool:
        """Whether a path is one of its places; `*` is any one part, at the end all that follow."""
        return any(_fits(one.split("."), path.split(".")) for one in self.paths)

    def worse(self, one: Any, other: Any) -> Any:
        """The worse of two results; what was first where both are as bad."""
        return min((one, other), key=self._rank)

    def _rank(self, value: Any) -> int:
        return self.ranks.index(value) if value and value in self.ranks else len(self.ranks)


def _fits(pattern: Sequence[str], parts: Sequence[str]) -> bool:
    if pattern[-1] == "*" and len(parts) > len(pattern):
        parts = parts[: len(pattern)]
    return len(pattern) == len(parts) and all(a in ("*", b) for a, b in zip(pattern, parts, strict=True))


def merge_rule(row: Mapping[str, str]) -> MergeRule:
    """A row of merge_rules.csv. Raises ValueError for one that cannot be followed."""
    if row["what"] not in PATHS:
        raise ValueError(f"记录中没有这类内容：{row['what']}")
    if row["policy"] not in POLICIES:
        raise ValueError(f"没有这种合并方式：{row['policy']}")
    if row["decides"] not in (BY_MAIN, BY_ANY, BY_NOBODY):
        raise ValueError(f"没有这种裁定人：{row['decides']}")
    if (row["policy"] == WORST) != bool(row["ranks"]):
        raise ValueError("从严的须写明轻重次序，其他的不写")
    return MergeRule(row["what"], row["policy"], row["ranks"], row["decides"])


def rule_of(rules: Iterable[MergeRule], path: str) -> MergeRule | None:
    """The rule of a path; None for one that is no place at all."""
    return next((one for one in rules if one.fits(path)), None)


def plain(value: Any) -> Any:
    """A value as two are compared: nothing sent, null, '' and no marks are one."""
    if isinstance(value, str):
        return value.strip()
    if value is None or value is False or value == [] or value == {}:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, Mapping):
        return {name: text for name, one in value.items() if (text := plain(one)) != ""}
    return value


def same(one: Any, other: Any) -> bool:
    """Whether two values of a place are one: of numbers 1 and 1.0, of lists whatever their order."""
    one, other = plain(one), plain(other)
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(str, one)) == sorted(map(str, other))
    if one == other:
        return True
    if isinstance(one, str) and isinstance(other, str):
        return _number(one) is not None and _number(one) == _number(other)
    return False


def _number(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


@dataclass(frozen=True, slots=True)
class Hand:
    """Who wrote a value, by name."""

    id: str
    name: str


def joined(current: str, base: str, value: str, me: str, they: str) -> str:
    """Both texts, each behind the name of its writer; what one of them already says stands once.

    `base` is what `me` wrote before: of a text that was joined, the own part alone is written anew.
    """
    current, value = current.strip(), value.strip()
    if value in current:
        return current
    own = f"{me}：{base}"
    lines = f"\n{current}\n"
    if base and f"\n{own}\n" in lines:
        mine = f"\n{me}：{value}\n" if value else "\n"
        return lines.replace(f"\n{own}\n", mine, 1).strip()
    if current in value:
        return value
    mine = f"{me}：{value}"
    if _is_joined(current):
        return f"{current}\n{mine}"
    return f"{they}：{current}\n{mine}" if they else f"{current}\n{mine}"


def _is_joined(text: str) -> bool:
    return "\n" in text and all("：" in line for line in text.split("\n"))


def united(current: Sequence[str], base: Sequence[str], value: Sequence[str]) -> tuple[list[str], list[str]]:
    """The instruments of both, and those of the other that were taken off the list here: this is for a person."""
    added = [one for one in value if one not in current]
    off = [one for one in base if one not in value and one in current]
    return [*current, *added], off
