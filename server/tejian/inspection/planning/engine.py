"""The solver, a process of its own: a plan as JSON comes in, the tours go out.

OR-Tools with its numbers takes a hundred megabytes that no other part of the platform should carry, and holds the
interpreter while it works. There is no clock in the search: first insertion, then descent until nothing improves or so
many improvements were made, in one thread; the same plan gives the same tours.
"""

import json
import sys
from importlib import import_module
from typing import Any

from .problem import LATE_DAY

IMPROVEMENTS = 4000  # of one search, after which it is good enough
SOON_DAY = 200  # metres that a day earlier is worth where nothing is late
MUST = 10_000_000  # what leaving out costs: of what is locked or due within the days
MAY = 400_000  # and of what could wait, less for each day that it still has; its way there and back comes on top
WAIT = 10_000


def solve(sent: dict[str, Any]) -> list[list[int]]:
    """For each shift the stops in order, no worse than the tours under `start` if they are sent.

    Raises ImportError where the solver is not installed.
    """
    pywrapcp: Any = import_module("ortools.constraint_solver.pywrapcp")
    enums: Any = import_module("ortools.constraint_solver.routing_enums_pb2")
    places, able, shifts = [[0.0, 0.0], *sent["places"]], sent["able"], len(sent["caps"])
    if not shifts or not any(able):
        return [[] for _ in range(shifts)]
    metres, minutes = _ways(places, sent)
    manager = pywrapcp.RoutingIndexManager(len(places), shifts, 0)
    model = pywrapcp.RoutingModel(manager)
    for day in sorted(set(sent["days"])):
        costs = model.RegisterTransitMatrix(_costs(metres, sent["late"], day))
        for shift in (n for n, own in enumerate(sent["days"]) if own == day):
            model.SetArcCostEvaluatorOfVehicle(costs, shift)
    model.AddDimensionWithVehicleCapacity(model.RegisterTransitMatrix(minutes), 0, sent["caps"], True, "minutes")
    for stop, own in enumerate(able):
        index = manager.NodeToIndex(stop + 1)
        model.VehicleVar(index).SetValues([-1, *own])
        model.AddDisjunction([index], _worth(sent, stop) + metres[0][stop + 1] + metres[stop + 1][0])
    search = pywrapcp.DefaultRoutingSearchParameters()
    search.first_solution_strategy = enums.FirstSolutionStrategy.PARALLEL_CHEAPEST_INSERTION
    search.local_search_metaheuristic = enums.LocalSearchMetaheuristic.GREEDY_DESCENT
    search.solution_limit = IMPROVEMENTS
    results = [model.SolveWithParameters(search)]
    if start := sent.get("start"):
        begun = model.ReadAssignmentFromRoutes([[n + 1 for n in tour] for tour in start], True)
        results.append(begun and model.SolveFromAssignmentWithParameters(begun, search))
    best = min((one for one in results if one), key=lambda one: one.ObjectiveValue(), default=None)
    return [_tour(manager, model, best, shift) for shift in range(shifts)] if best else [[] for _ in range(shifts)]


def _ways(places: list[list[float]], sent: dict[str, Any]) -> tuple[list[list[int]], list[list[int]]]:
    """Metres between any two places, and minutes with the work at the place that is left."""
    detour, speed = sent["roads"]["detour"], max(1, round(sent["roads"]["speed"]))
    metres = [[round(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 * detour) for b in places] for a in places]
    work = [0, *sent["minutes"]]
    return metres, [[-(-way // speed) + work[n] for way in row] for n, row in enumerate(metres)]


def _costs(metres: list[list[int]], late: list[bool], day: int) -> list[list[int]]:
    more = [0, *(day * (LATE_DAY if one else SOON_DAY) for one in late)]
    return [[way + more[to] for to, way in enumerate(row)] for row in metres]


def _worth(sent: dict[str, Any], stop: int) -> int:
    if sent["fixed"][stop]:
        return MUST * 100
    return MUST if sent["slack"][stop] == 0 else max(WAIT * 10, MAY - WAIT * sent["slack"][stop])


def _tour(manager: Any, model: Any, found: Any, shift: int) -> list[int]:
    tour, index = [], found.Value(model.NextVar(model.Start(shift)))
    while not model.IsEnd(index):
        tour.append(manager.IndexToNode(index) - 1)
        index = found.Value(model.NextVar(index))
    return tour


if __name__ == "__main__":
    sys.stdout.write(json.dumps(solve(json.load(sys.stdin))))
