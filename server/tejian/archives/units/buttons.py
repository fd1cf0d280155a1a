"""The buttons that the unit lists have for changes, merges and deletion."""

from tejian.archives import permissions as p
from tejian.kit.ground.actions import Action

from .kinds import family


def unit_buttons(kind: str) -> list[Action]:
    """The buttons of the changes on a list of units of a kind."""
    correct = "/bsArchives/correctMng/addDetail?entity=unit&id={id}"
    return [
        Action("mergeUnits", "合并", family(kind, "merge"), place="batch", needs="many"),
        Action("deleteUnits", "删除", family(kind, "del"), place="batch", needs="many"),
        Action("correct", "纠错", p.CORRECT_APPLY, place="more", kind="route", needs="one", route=correct),
        Action("unitAsOf", "历史档案", p.UNIT_QUERY, place="more", needs="one"),
    ]
