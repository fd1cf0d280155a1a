"""Every guard of a version of the flow: how it is made to speak, and the sentence that is then read."""

from datetime import timedelta
from typing import Any

from tejian.kit.ground import clock
from tests.flows import in_force

from .conftest import Office
from .refusals import Refusal, put

P = "flow_edition"
TODAY = clock.today()
YESTERDAY = TODAY - timedelta(days=1)
PAST = f"生效日期{YESTERDAY}已过，请改为今天或以后"


def _with(edition: Any, step: str, **what: Any) -> None:
    edition.lines = [one | (what if one["step"] == step else {}) for one in edition.lines]


def unchanged(office: Office, edition: Any) -> None:
    """The limit is as it is in force."""
    _with(edition, "BGSH", limit_days=2)


def dead(office: Office, edition: Any) -> None:
    """The audit leads nowhere."""
    _with(edition, "BGSH", leads=[])


def overtaken(office: Office, edition: Any) -> None:
    """Another version came meanwhile."""
    in_force(office.db, "BGSP", limit_days=1)


def early(office: Office, edition: Any) -> None:
    """The draft is of a version that begins later than it."""
    later = in_force(office.db, "BGSP", limit_days=1, begin=TODAY + timedelta(days=40))
    edition.base_version = later.conf_version


DEAD = "报告审核没有出路：没有通向下一环节的线"
EARLY = f"自{TODAY + timedelta(days=40)}起生效，{{name}}的生效日期不得早于它，或先撤回那一版本"
FLOWS = [
    Refusal(P, "submit", "has_document", "{name}没有文件依据，请先填写", put(document="")),
    Refusal(P, "submit", "not_past", PAST, put(effective=YESTERDAY)),
    Refusal(P, "submit", "base_is_newest", "请重新起草", overtaken),
    Refusal(P, "submit", "something_changed", "没有差异", unchanged),
    Refusal(P, "submit", "nothing_found", DEAD, dead),
    Refusal(P, "submit", "not_before_the_last", EARLY, early),
    Refusal(P, "publish", "not_past", PAST, put(effective=YESTERDAY)),
    Refusal(P, "publish", "base_is_newest", "请重新起草", overtaken),
    Refusal(P, "publish", "nothing_found", DEAD, dead),
    Refusal(P, "publish", "not_before_the_last", EARLY, early),
    Refusal(
        P, "withdraw", "not_yet_effective", "{name}已于{effective}生效，不能撤回，请另行起草", put(effective=TODAY)
    ),
]
