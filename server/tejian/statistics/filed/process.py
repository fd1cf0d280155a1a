"""The versions of indicators and of forms, and what stands against publishing or ending one."""

from tejian.kit.ground.dictionary import words
from tejian.kit.process.doing import Doing
from tejian.statistics.models.filed import Indicator, StatBalance, StatColumn, StatForm

from . import forms
from .conditions import Unreadable
from .judging import faults_of_form, faults_of_indicator, stored
from .naming import needing
from .versions import versioned


def indicator_is_sound(d: Doing) -> str | None:
    """清单、条件和算式都读得懂"""
    try:
        faults_of_indicator(d.db, d.subject, words(d.db, d.me.dict_version))
    except Unreadable as wrong:
        return str(wrong)
    return None


def form_is_sound(d: Doing) -> str | None:
    """栏目都是使用中的指标，平衡关系只用到栏目"""
    try:
        faults_of_form(d.db, *stored(d.db, d.subject.id))
    except Unreadable as wrong:
        return str(wrong)
    return None


def nobody_needs_it(d: Doing) -> str | None:
    """没有使用中的指标和报表用到它"""
    found = needing(d.db, d.subject.code)
    return f"{'、'.join(found[:5])}还在使用{d.subject.code}，不能废止" if found else None


INDICATOR = versioned(
    "stat_indicator",
    "统计指标",
    Indicator,
    (forms.INDICATORS, forms.DICTIONARY, forms.INDICATOR_PAGE),
    indicator_is_sound,
    [nobody_needs_it],
)
FORM = versioned(
    "stat_form",
    "统计报表",
    StatForm,
    (forms.FORMS, forms.LIST, forms.PAGE),
    form_is_sound,
    parts=[StatColumn.form_id, StatBalance.form_id],
)
