"""Every move of every process over HTTP: refused without its permission, unseen, without what its form requires and
from each other step; and made, with all its effects."""

from typing import Any

import pytest

from tejian import areas
from tejian.kit.forms.formview import Field, FormView
from tejian.kit.ground.errors import NoPermission, NotRead, Stale
from tejian.kit.process.steps import PROCESSES, STAY, Move
from tests.charging import files
from tests.inspection import own_works, retested
from tests.persons import people
from tests.supervision import checks, opinions

from .conftest import Office, Spy, names, stored, with_rights
from .ways import (
    STAGES,
    WAYS,
    discounted,
    proposed,
    red_asked,
    refund_asked,
    reopened,
    requested,
    unsigned,
    with_paper,
)

areas.load()
SENTENCE = NotRead().message
MOVES = [(p.name, m.name) for p in PROCESSES.values() for m in p.moves]
# where a move is made from when its first step is not the telling one
FROM = {("declaration", "withdraw"): "YWSL", ("declaration", "void"): "RUN", ("business", "void"): "RWQR"}
FROM |= {("business", "reopen"): "changing", ("business", "withdraw"): "BGQR", ("business", "end_ask"): "BGLR"}

SUBJECTS = {
    ("charge", "agree_discount"): discounted,
    ("charge", "ask_refund"): with_paper("paid"),
    ("charge", "ask_red"): with_paper("billed"),
    ("charge", "refund"): refund_asked,
    ("charge", "refuse_out"): refund_asked,
    ("charge", "reverse"): red_asked,
    ("charge_difference", "book_order"): files.lost,
    ("charge_difference", "book_charge"): files.transferred,
    ("charge_difference", "book_several"): files.transferred,
    ("charge_difference", "too_much"): files.told_twice,
    ("charge_difference", "take_back"): files.lacking,
    ("exam_application", "graded"): people.with_score,
    ("supervision_defect", "lift"): lambda office: checks.told_back(office, checks.STOPS),
    ("supervision_defect", "passOn"): lambda office: checks.problem(office, checks.PLAIN, "town"),
    ("opinion_call", "close"): opinions.past_term,
    ("supervision_defect", "hang"): lambda office: checks.problem(office, checks.GRAVE),
    ("supervision_defect", "takeDown"): checks.hung,
    ("hazard", "again"): retested.retested,
    ("notice", "again"): retested.notice,
    ("hazard", "drop"): retested.groundless,
    ("report_change", "give_up"): reopened,
    ("correction", "lapse"): proposed,
    ("business", "sign"): unsigned,
    ("business", "restore"): lambda office: office.item(reopened(office).appbuss_id),
    ("business", "replan"): lambda office: office.item(requested(office, "BGSC").appbuss_id),
    ("construction", "file_own"): own_works.drafted,
    ("construction", "withdraw"): own_works.returned,
}  # of its step not every one may make the move


def test_every_move_has_its_way() -> None:
    assert set(WAYS) == set(MOVES)


def made(office: Office, process: str, move: str) -> Any:
    if subject := SUBJECTS.get((process, move)):
        return subject(office)
    return STAGES[process, FROM.get((process, move)) or PROCESSES[process].by_name[move].frm[0]](office)


def asked(form: object) -> list[Field]:
    """What the dialog of a move requires."""
    return [f for g in form.groups for f in g.fields if f.required] if isinstance(form, FormView) else []


@pytest.mark.parametrize(("process", "move"), MOVES)
def test_a_move_is_refused_without_permission_unseen_or_unasked_and_else_made(
    office: Office, spy: Spy, process: str, move: str
) -> None:
    subject, way, declared = made(office, process, move), WAYS[process, move], PROCESSES[process].by_name[move]
    before = stored(office)
    refused_without_its_permission(office, subject, way, declared)
    assert stored(office) == before, "without its permission"
    refused_unseen(office, subject, way)
    assert stored(office) == before, "unseen"
    if way.path == declared.call and asked(declared.form):  # else the call of another move asks
        refused_without_what_its_form_requires(office, subject, way, declared)
        assert stored(office) == before, "without what its form requires"
    made_with_all_its_effects(office, spy, subject, process, declared)


def refused_without_its_permission(office: Office, subject: Any, way: Any, declared: Move) -> None:
    user = office.user(way.login)
    office.actors.users[way.login] = with_rights(user, declared.may)
    said = way.go(office, subject)
    office.actors.users[way.login] = user
    assert (said["status"], said["errorMsg"]) == (403, "对不起，您没有此操作的权限")


def refused_unseen(office: Office, subject: Any, way: Any) -> None:
    office.call.client.blind = True
    said = way.go(office, subject)
    assert (said["status"], said["errorCode"], said["errorMsg"]) == (428, "NO_VERSION", SENTENCE)
    said = way.go(office, subject, version="977")
    assert (said["status"], said["errorCode"]) == (409, "STALE") and said["who"] and said["when"], said
    office.call.client.blind = False


def refused_without_what_its_form_requires(office: Office, subject: Any, way: Any, declared: Move) -> None:
    sent = way.sent(office, subject)
    fields = [f for f in asked(declared.form) if f.applies(sent)]
    if way.path.endswith(("sendBack", "voidSbdj", "voidRwap")):
        assert {f.name for f in fields} == {"reasonId", "detailDesc"}
    for f in fields:
        assert sent.get(f.name), "the way of a move sends what is required"
        said = office.post(way.login, way.path, **{**sent, f.name: ""})
        sentence = f.missing or f"{f.label}：必填"
        assert (said["status"], said["errorMsg"]) == (422, sentence), said
    assert fields


def made_with_all_its_effects(office: Office, spy: Spy, subject: Any, process: str, declared: Move) -> None:
    before, real = subject.step, next(m for m in PROCESSES[process].moves if m.name == declared.name)
    said = WAYS[process, declared.name].go(office, subject)
    assert said["isSuccess"], said["errorMsg"]
    office.db.refresh(subject)
    targets = [declared.to] if isinstance(declared.to, str) else declared.choices
    if declared.to == STAY:
        assert subject.step == before
    else:
        assert subject.step in targets and subject.step != before
    ran = {n for p, m, n in spy.ran if (p, m) == (process, declared.name)}
    assert ran == set(names(real.effects))
    must = {f.name for f in asked(declared.form)} | ({"reason"} if declared.needs_reason else set())
    written = [*declared.stamps, *(n for n in declared.takes if n in must)]
    assert [n for n in written if not getattr(subject, n)] == [], "what it stamps and takes stands in its columns"
    assert [n for n in declared.forgets if n not in written and getattr(subject, n)] == []


@pytest.mark.parametrize("process", sorted(PROCESSES))
def test_a_move_is_refused_from_every_step_that_it_does_not_leave(office: Office, process: str) -> None:
    declared = PROCESSES[process]
    subject = STAGES[process, declared.start](office)
    for move in declared.moves:
        way = WAYS[process, move.name]
        user = office.actors.users[way.login]
        office.actors.users[way.login] = with_rights(user)
        for step in set(declared.by_code) - set(move.frm):
            subject.step = step
            office.db.commit()
            before = stored(office)
            sentence = way.wrong.format(step=declared.name_of(step))
            if way.named:
                said = way.go(office, subject)
                if step in way.hidden:
                    assert (said["status"], said["errorCode"]) == (403, "NO_PERMISSION"), (move.name, step)
                    continue
                assert not said["isSuccess"] and sentence in said["errorMsg"], (move.name, step, said)
                assert said["status"] == 200 or (said["status"], said["errorCode"]) == (409, "STALE"), (move.name, step)
            else:
                refusal = (NoPermission, "") if step in way.hidden else (Stale, sentence)
                with pytest.raises(refusal[0], match=refusal[1]), office.db.begin_nested():
                    user = office.user(way.login)
                    sent = move.read(office.db, user, way.sent(office, subject))
                    declared.do(office.db, user, move.name, [subject.id], sent)
            assert stored(office) == before, (move.name, step)
