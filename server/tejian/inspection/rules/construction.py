"""Construction that is notified before it begins: which supervised inspections presuppose it, and who may do it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from tejian.archives.common.api import class_of, kind_matches

INSTALL, MOVE = "01", "05"  # C640: 安装, 移装


@dataclass(frozen=True, slots=True)
class NoticeSort:
    """A supervised inspection of a class that follows from a notice of one of these works (C640)."""

    equclass: str
    testsort: str
    works: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LicenceNeed:
    """The licensed items (C624) of which a contractor for these kinds must hold one."""

    kinds: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Licence:
    """A licence that a contractor holds; `held` says that it is suspended (1) or withdrawn (2)."""

    number: str
    items: tuple[str, ...]
    issued: date | None
    until: date
    held: str = ""


def notice_sort(row: Mapping[str, str]) -> NoticeSort:
    """A row of construction_sorts.csv."""
    return NoticeSort(row["equclass"], row["testsort"], _several(row["works"]))


def licence_need(row: Mapping[str, str]) -> LicenceNeed:
    """A row of construction_licences.csv. Raises ValueError when it names no item."""
    found = _several(row["items"])
    if not found:
        raise ValueError("许可项目不能为空")
    return LicenceNeed(row["kinds"], found)


def _several(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


def works_of(rows: Iterable[NoticeSort], equclass: str, testsort: str) -> tuple[str, ...]:
    """The works of which one must have been notified before this inspection; none for any other inspection."""
    return next((one.works for one in rows if (one.equclass, one.testsort) == (equclass, testsort)), ())


def sorts_after(rows: Iterable[NoticeSort], equclass: str, work: str) -> list[str]:
    """The supervised inspections of a class that follow a work."""
    return [one.testsort for one in rows if one.equclass == equclass and work in one.works]


def items_for(rows: Iterable[LicenceNeed], kind: str) -> tuple[str, ...]:
    """The licensed items that allow work on a kind; the first row that matches speaks."""
    return next((one.items for one in rows if kind_matches(one.kinds, kind)), ())


def refuse_contractor(
    name: str, kind: str, needs: Iterable[LicenceNeed], held: Sequence[Licence], day: date, words: Mapping[str, str]
) -> tuple[Licence | None, str | None]:
    """The licence under which a contractor may work on a kind on a day, or the sentence why there is none."""
    items = items_for(needs, kind)
    if not items:
        return None, f"{class_of(kind)}类设备没有登记所需的施工许可项目，请先在规则表中维护"
    fitting = [one for one in held if set(one.items) & set(items)]
    if not fitting:
        wanted = "或".join(f"{words.get(one, one)}（{one}）" for one in items)
        return None, f"{name}没有所需的许可项目：{wanted}"
    for one in fitting:
        if not one.held and one.until >= day and (one.issued is None or one.issued <= day):
            return one, None
    return None, _why_not(name, fitting[0], day)


def _why_not(name: str, one: Licence, day: date) -> str:
    if one.held:
        return f"{name}的许可证{one.number}已{'暂扣' if one.held == '1' else '注销'}，不能施工"
    if one.issued is not None and one.issued > day:
        return f"{name}的许可证{one.number}自{one.issued}起有效，{day}不能施工"
    return f"{name}的许可证{one.number}有效期至{one.until}，{day}不能施工"
