"""A list page asks the database at most five things: session, count, rows, and what changed since the last request."""

from typing import Any

import pytest

from tejian import areas
from tejian.kit.database import statements as statements_kept
from tejian.kit.lists import listpage
from tejian.kit.lists.listview import LISTS
from tests.asked import asked_of
from tests.conftest import Caller

areas.load()
MOST = 5
WHO = ("shouli", "sysadmin", "secadmin", "audadmin", "yewu", "yiqi")


def statements(call: Caller, path: str, **form: Any) -> tuple[int, list[str]]:
    """The status of a GET and what it asked of the database."""
    assert call.db is not None
    with asked_of(call.db) as asked:
        status = call.get(path, **form).status_code
    return status, [s for s, _ in asked if not s.upper().startswith(("SAVEPOINT", "RELEASE", "ROLLBACK"))]


@pytest.mark.parametrize("login", WHO)
def test_a_list_page_asks_at_most_five_things(call: Caller, login: str) -> None:
    assert call.login(login)["isSuccess"]
    seen = 0
    for view in LISTS.values():
        status, _ = statements(call, view.url, **view.params)  # dictionaries and parameters are read once a process
        if status != 200:
            continue
        seen += 1
        _, asked = statements(call, view.url, **view.params)
        assert 1 <= len(asked) <= MOST, f"{view.no}: {len(asked)}\n" + "\n".join(a[:120] for a in asked)
    assert seen


def test_the_statements_of_a_page_do_not_grow_with_its_rows(call: Caller) -> None:
    assert call.login("shouli")["isSuccess"]
    path = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"
    statements(call, path)
    one, twenty, all_ = (len(statements(call, path, pageSize=n)[1]) for n in (1, 20, 200))
    assert one == twenty == all_ + 1  # a page that is not full needs no counting


def test_questions_that_are_kept_differ_in_what_is_declared_alone(call: Caller) -> None:
    """What somebody types is a value: many texts keep no more than a few, and what is kept has a bound."""
    assert call.login("shouli")["isSuccess"]
    path = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"

    def kept(*texts: str) -> int:
        for one in texts:
            assert call.get(path, useplace=one, useorgname=one, pageSize=len(one) + 1).status_code == 200
        return len(statements_kept._kept)

    statements_kept._kept.clear()
    bare = kept("")
    before = kept("甲梯", "00", "11")  # words and numbers are looked up in two ways
    assert before > bare
    many = [*(f"{n}{n}" for n in range(2, 10)), *(f"甲{chr(0x4E00 + n)}" for n in range(30))]
    assert kept(*many) <= before + 3  # a page that is found otherwise is asked otherwise; not one for each text
    assert (statements_kept._kept.capacity, listpage._rows_of.cache_info().maxsize) == (500, 1_000)
