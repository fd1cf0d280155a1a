"""流程版本: drawn from the newest version → checked → published by another person from a day, or withdrawn.

What is under way keeps its version: a declaration has the number of the version in force when it was begun.
"""

from typing import Any

from tejian.inspection.models.designer import FlowEdition
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import add_process
from tejian.messages.api import tell
from tejian.system import permissions as p
from tejian.system.rules.api import (
    begins,
    drop_version,
    edition_moves,
    edition_process,
    edition_steps,
    hold_versions,
    last_version,
    outcome_words,
    write_version,
)

from . import forms
from .findings import findings, said
from .judging import ERROR
from .lines import in_order, to_conf
from .reading import former, lines_of

LIST = "/sysmng/flowDesigner"
PAGE = f"{LIST}/detail?id={{id}}"
SAID = 3  # findings that a refusal names


def not_the_drafter(me: User) -> Any:
    """起草人以外有此权限的人"""
    return FlowEdition.drafter_id != me.id


# -- guards -------------------------------------------------------------------------------------------------------


def base_is_newest(d: Doing) -> str | None:
    """起草以来没有别的版本"""
    hold_versions(d.db)
    newest, s = last_version(d.db), d.subject
    return None if newest == s.base_version else f"{s.name}起草自版本{s.base_version}，现已有版本{newest}，请重新起草"


def something_changed(d: Doing) -> str | None:
    """与起草自的版本有差异"""
    s = d.subject
    same = in_order(lines_of(s)) == former(d.db, s.base_version)
    return f"{s.name}与版本{s.base_version}没有差异" if same else None


def nothing_found(d: Doing) -> str | None:
    """检查没有错误"""
    faults = said(d.db, d.me, findings(d.db, lines_of(d.subject), d.subject.base_version))
    wrong = [one["text"] for one in faults if one["level"] == ERROR]
    return "；".join(wrong[:SAID]) + (f"；等{len(wrong)}处" if len(wrong) > SAID else "") if wrong else None


def not_before_the_last(d: Doing) -> str | None:
    """生效日期不早于上一版本"""
    s, newest = d.subject, last_version(d.db)
    day = begins(d.db, newest)
    if day is None or s.effective is None or s.effective >= day or newest != s.base_version:
        return None
    return f"版本{newest}自{day}起生效，{s.name}的生效日期不得早于它，或先撤回那一版本"


# -- effects ------------------------------------------------------------------------------------------------------


def put_in_force(d: Doing) -> None:
    """各环节写入流程配置，自生效日期起执行，写安全日志"""
    s = d.subject
    s.publisher, s.published = d.me.name, clock.now()
    s.conf_version = write_version(d.db, [to_conf(one) for one in in_order(lines_of(s))], s.effective)


def take_back(d: Doing) -> None:
    """从流程配置中取消未生效的版本，写安全日志"""
    hold_versions(d.db)
    if (newest := last_version(d.db)) != d.subject.conf_version:
        raise Refused(f"{d.subject.name}之后已有版本{newest}，请先撤回那一版本")
    drop_version(d.db, newest)
    d.subject.conf_version = None


def tell_drafter(d: Doing) -> None:
    """告知起草人"""
    tell(d.db, [d.subject.drafter_id], "流程版本", outcome_words(d), route=PAGE.format(id=d.subject.id))


FLOW_EDITION = add_process(
    edition_process(
        "flow_edition",
        "流程版本",
        FlowEdition,
        "editionno",
        edition_steps("流程版本", not_the_drafter, LIST, PAGE),
        edition_moves(
            forms.CALLS,
            (p.FLOW_SAVE, p.FLOW_PUBLISH),
            forms.DIALOGS,
            submit=[base_is_newest, something_changed, nothing_found, not_before_the_last],
            publish=([base_is_newest, nothing_found, not_before_the_last], [put_in_force]),
            withdraw=[take_back],
            tell=tell_drafter,
        ),
    )
)
