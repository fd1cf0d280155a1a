"""A refusal is named after the rule that says it, and the description names it beside its sentence."""

import pytest

from tejian import areas
from tejian.kit.catalogue.refusals import refusals_in, refusals_of
from tejian.kit.ground.errors import BadInput, Refused, Stale
from tejian.kit.process.steps import PROCESSES
from tejian.kit.web.edge import CALLS

areas.load()


def refuse_full_box(count: int) -> None:
    if count > 3:
        raise Refused(f"工具箱已有{count}件")


def _refuse_each(rows: list[int]) -> None:
    if wrong := [Refused("不行") for row in rows if row]:
        raise wrong[0]


def test_a_refusal_is_named_after_its_rule() -> None:
    with pytest.raises(Refused) as said:
        refuse_full_box(4)
    assert (said.value.code, said.value.message) == ("REFUSE_FULL_BOX", "工具箱已有4件")
    with pytest.raises(Refused) as said:
        _refuse_each([1])
    assert said.value.code == "REFUSE_EACH"
    assert Refused("重复", "DUPLICATE").code == "DUPLICATE"
    assert (BadInput("x").code, Stale("x").code) == ("BAD_INPUT", "STALE")


def test_the_source_says_what_a_function_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refuse_full_box, "__module__", "tejian.made")
    assert refusals_in(refuse_full_box) == {"REFUSE_FULL_BOX": "工具箱已有{count}件"}
    assert refusals_in(_refuse_each) == {}  # not of the product


def test_every_move_names_the_guards_of_its_call() -> None:
    for process in PROCESSES.values():
        for move in process.moves:
            if move.call:
                named = refusals_of(CALLS[move.call])
                assert {g.__name__.strip("_").upper() for g in move.guards} <= set(named), (process.name, move.name)


def test_calls_name_what_they_refuse_by_themselves() -> None:
    every = {code for call in CALLS.values() for code in refusals_of(call)}
    assert len(every) > 300 and not [code for code in every if not code.isidentifier()]
