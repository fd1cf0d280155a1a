"""A button that the present step keeps from a person stands on no row: every list and page of a process says so."""

from tejian import areas
from tejian.kit.ground.actions import MINE, Action, marked
from tests.inspection.conftest import Office, office

__all__ = ["office"]
areas.load()


def test_a_row_that_waits_for_somebody_else_says_so(office: Office) -> None:
    actions = [Action("a", "办", "", kind="page", whose=lambda _db, me, keys: {k for k in keys if k == me.id})]
    me = office.user("jianyan1")
    rows = [{"id": me.id, "name": "本人"}, {"id": "other", "name": "他人"}]
    assert [row[MINE] for row in marked(office.db, me, actions, rows)] == ["1", "0"]
    assert marked(office.db, me, [], rows) == rows
