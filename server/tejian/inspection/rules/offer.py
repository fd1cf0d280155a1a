"""Which of the allowed combinations can be done whole: items to inspect, rules for the conclusion and for its dates."""

from collections.abc import Collection, Sequence

from tejian.archives import codes
from tejian.archives.common.api import class_of, kind_matches

from . import schedule
from .book import RuleBook
from .conclusion import ConclusionRule, rules_for
from .seisort import SeisortRule


def refuse_offer(
    rule: SeisortRule,
    kind: str,
    templates: Collection[str],
    conclusions: Sequence[ConclusionRule],
    dates: RuleBook,
    *,
    is_kept: bool,
) -> str | None:
    """None when an allowed combination can be done whole for a kind, else the sentence.

    `templates` are the lists that have items; `is_kept`: what is inspected is kept one by one, in archive or ledger.
    """
    title = f"{rule.testsort_label}暂不能申报"
    if not is_kept:
        return f"{title}：该种类按台账登记，不是设备档案"
    if not rule.item_templates:
        whole = rules_for(conclusions, kind, rule.seisort, rule.testsort, ())
        return None if whole else f"{title}：没有结论规则"  # items and dates are those of the report that failed
    if missing := [one for one in rule.item_templates if one not in templates]:
        return f"{title}：没有检验项目（{'、'.join(missing)}）"
    if not rules_for(conclusions, kind, rule.seisort, rule.testsort, rule.item_templates):
        return f"{title}：没有结论规则"
    known = {row.datefield for row in dates.cycles if kind_matches(row.kind_filter, kind)}
    if class_of(kind) == codes.LIFT:
        known |= set(schedule.FIELDS)
    main = next(iter(rule.next_date_fields), "")  # the date that the report states; others follow where a rule has them
    if main and main not in known:
        return f"{title}：没有下次日期规则（{main}）"
    return None
