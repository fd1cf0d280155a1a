"""Tours and pairs on plain values: rules kept in every small week, the same plan again, no further than first-fit."""

import random
from datetime import date, timedelta

import pytest

from tejian.inspection.planning import engine, splitting
from tejian.inspection.planning.comparing import better, figures, first_fit
from tejian.inspection.planning.explaining import left_out
from tejian.inspection.planning.problem import Kind, Problem, Roads, Shift, Stop, Tours
from tejian.inspection.planning.solving import solved
from tejian.inspection.planning.teams import pairs

FIRST = date(2026, 12, 7)
ROADS = Roads(1.3, 500)
KINDS = ("lift", "boiler", "crane")


def week(seed: int, stops: int, pairs_: int, days: int = 5, slack: int = 9) -> Problem:
    rnd = random.Random(seed)
    shifts = [
        Shift(FIRST + timedelta(days=d), f"a{p}", f"b{p}", f"{p}号", "全天", rnd.choice((420, 420, 210)))
        for d in range(days)
        for p in range(pairs_)
    ]
    able = {kind: frozenset(n for n in range(len(shifts)) if rnd.random() < 0.7) for kind in KINDS}
    return Problem([_stop(rnd, n, slack) for n in range(stops)], shifts, able, ROADS)


def _stop(rnd: random.Random, n: int, slack: int) -> Stop:
    due = FIRST + timedelta(days=rnd.randrange(-3, slack))
    items = tuple(f"{n}-{one}" for one in range(rnd.randrange(1, 4)))
    x, y = rnd.gauss(0, 8000), rnd.gauss(0, 8000)
    return Stop(f"s{n}", items, rnd.choice(KINDS), x, y, 40 * len(items), due)


def plan(problem: Problem) -> Tours:
    simple = first_fit(problem)
    return better(problem, engine.solve(problem.as_json() | {"start": simple}), simple)


@pytest.mark.parametrize("seed", range(60))
def test_no_rule_is_broken_in_a_small_week(seed: int) -> None:
    problem = week(seed, 18, 2)
    for tours in (plan(problem), engine.solve(problem.as_json()), first_fit(problem)):
        done = [n for tour in tours for n in tour]
        assert len(done) == len(set(done))
        for shift, tour in enumerate(tours):
            assert problem.used(tour) <= problem.shifts[shift].minutes
            assert all(shift in problem.in_time(problem.stops[n]) for n in tour)


@pytest.mark.parametrize("seed", range(10))
def test_where_all_can_be_done_the_way_is_no_longer_than_first_fit(seed: int) -> None:
    problem = week(seed, 24, 3, slack=30)
    tours, simple = plan(problem), first_fit(problem)
    said, before = figures(problem, tours), figures(problem, simple)
    assert said.planned >= before.planned
    assert said.metres <= before.metres


def test_ten_fuller_weeks_do_no_less_on_three_quarters_of_the_way() -> None:
    weeks = [week(seed, 70, 5, slack=30) for seed in range(10)]
    ours, simple = ([figures(one, how(one)) for one in weeks] for how in (plan, first_fit))
    assert sum(one.planned for one in ours) >= sum(one.planned for one in simple)
    assert sum(one.metres for one in ours) <= 0.75 * sum(one.metres for one in simple)


def test_the_same_week_gives_the_same_plan() -> None:
    problem = week(7, 30, 3)
    assert engine.solve(problem.as_json()) == engine.solve(problem.as_json())
    assert solved(problem) == solved(problem) == plan(problem)  # in a process of its own too


def test_a_long_plan_is_solved_week_by_week_and_keeps_the_same_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "WHOLE", 0)
    problem = week(11, 40, 2, days=12, slack=20)
    weeks = splitting.parts(problem)
    assert [len({problem.shifts[n].day for n in one}) for one in weeks] == [5, 5, 2]
    assert sorted(n for one in weeks for n in one) == list(range(24))
    said = list[float]()
    tours = solved(problem, said.append)
    assert said == [1 / 3, 2 / 3, 1.0]
    done = [n for tour in tours for n in tour]
    assert len(done) == len(set(done))
    for shift, tour in enumerate(tours):
        assert problem.used(tour) <= problem.shifts[shift].minutes
        assert all(shift in problem.in_time(problem.stops[n]) for n in tour)
    assert figures(problem, tours).planned >= figures(problem, first_fit(problem)).planned
    assert solved(problem) == tours


def test_a_week_of_a_long_plan_takes_what_must_be_done_in_it_and_leaves_what_can_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(splitting, "WHOLE", 0)
    shifts = [Shift(FIRST + timedelta(days=d), "a", "b", "1号", "全天", 120) for d in range(10)]
    soon = [Stop(f"soon{n}", (f"s{n}",), "lift", 0, 0, 100, FIRST + timedelta(days=4)) for n in range(5)]
    later = [Stop(f"later{n}", (f"l{n}",), "lift", 0, 0, 100, FIRST + timedelta(days=60)) for n in range(9)]
    locked = Stop("locked", ("x",), "lift", 0, 0, 100, FIRST + timedelta(days=60))
    problem = Problem([*later, *soon, locked], shifts, {"lift": frozenset(range(10))}, ROADS, {"locked": 7})
    first, second = splitting.parts(problem)
    own = splitting.part(problem, first, set(), [[] for _ in shifts])
    assert [problem.stops[n].name or problem.stops[n].key for n in own.stops] == [
        *("later0", "later1", "later2"),  # a quarter of the week again
        *(f"soon{n}" for n in range(5)),
    ]
    assert own.as_json([[] for _ in shifts])["slack"] == [56] * 3 + [0] * 5
    tours = solved(problem)
    assert {problem.stops[n].key for shift in first for n in tours[shift]} == {one.key for one in soon}
    assert tours[7] == [14]
    assert sum(len(tours[shift]) for shift in second) == 5


def test_what_is_locked_stays_where_it_is() -> None:
    free = week(3, 20, 2)
    tours = plan(free)
    moved = next(n for tour in tours for n in tour)
    kind, now = free.stops[moved].kind, next(s for s, tour in enumerate(tours) if moved in tour)
    other = next(one for one in sorted(free.able[kind]) if one != now and free.shifts[one].minutes == 420)
    held = Problem(free.stops, free.shifts, free.able, free.roads, {free.stops[moved].key: other})
    assert moved in plan(held)[other]


def test_a_late_stop_goes_first_and_a_due_one_in_time() -> None:
    shifts = [Shift(FIRST + timedelta(days=d), "a", "b", "1号", "全天", 120) for d in range(3)]
    stops = [
        Stop("far off", ("1",), "lift", 100, 0, 100, FIRST + timedelta(days=40)),
        Stop("due on the second day", ("2",), "lift", 100, 0, 100, FIRST + timedelta(days=1)),
        Stop("late already", ("3",), "lift", 100, 0, 100, FIRST - timedelta(days=9)),
    ]
    problem = Problem(stops, shifts, {"lift": frozenset(range(3))}, ROADS)
    assert plan(problem) == [[2], [1], [0]]
    assert figures(problem, plan(problem)).over == 9
    assert figures(problem, plan(problem)).early == 38


def test_a_far_place_that_could_wait_for_months_goes_into_an_empty_day() -> None:
    stop = Stop("far", ("1",), "lift", 60_000, 0, 74, FIRST + timedelta(days=60))
    shifts = [Shift(FIRST + timedelta(days=day), "a", "b", "1号", "全天", 420) for day in range(3)]
    problem = Problem([stop], shifts, {"lift": frozenset(range(3))}, ROADS)
    assert engine.solve(problem.as_json()) == [[0], [], []]  # the way there and back is longer than waiting is worth


def test_why_nothing_was_found_is_not_said_to_be_a_full_day() -> None:
    stop = Stop("near", ("1",), "lift", 1000, 0, 74, FIRST + timedelta(days=60))
    shifts = [Shift(FIRST, "a", "b", "1号", "全天", 420)]
    problem = Problem([stop], shifts, {"lift": frozenset([0])}, ROADS)
    kind = Kind("客梯", ("甲", "乙"), True, (), ())
    needed = problem.needed(stop)
    fits, full = (left_out(problem, stop, kind, [420 - free]) for free in (needed, needed - 1))
    assert fits == f"能做的1个班次里还有余{needed}分钟的，要{needed}分钟；求解没有排入，请手工安排到有空的一天"
    assert full.startswith(f"能做的1个班次已排满，最多余{needed - 1}分钟，要{needed}分钟")


def test_nothing_to_do_and_nobody_to_do_it() -> None:
    problem = week(1, 5, 2)
    assert engine.solve(Problem([], problem.shifts, {}, ROADS).as_json()) == [[]] * 10
    assert engine.solve(Problem(problem.stops, [], {}, ROADS).as_json()) == []
    assert engine.solve(Problem(problem.stops, problem.shifts, {}, ROADS).as_json()) == [[]] * 10
    assert first_fit(Problem(problem.stops, [], {}, ROADS)) == []


def test_pairs_serve_what_waits_and_spare_the_loaded() -> None:
    may = {one: frozenset(("lift",)) for one in "abcd"} | {"e": frozenset(("boiler",)), "f": frozenset(("boiler",))}
    mains = {one: may[one] for one in "abe"}
    work = {"lift": 900, "boiler": 60}
    assert pairs("abcdef", may, mains, work, {"c": 500, "a": 100}, 9) == [("b", "d"), ("a", "c"), ("e", "f")]
    assert pairs("abcdef", may, mains, work, {"c": 500, "a": 100}, 1) == [("b", "d")]
    assert pairs("cd", may, mains, work, {}, 9) == []  # nobody can be the main inspector
    assert pairs("ae", may, mains, work, {}, 9) == []  # no kind that both may do
