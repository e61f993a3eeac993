"""The peers: other people's solvers on the puzzles of the documents. Each function returns just the answer."""

import importlib
import itertools
import subprocess

NEEDS = {
    "insanity_table_model": ["ortools.sat.python.cp_model"],
    "insanity_strands_model": ["ortools.sat.python.cp_model"],
    "insanity_clauses": ["pysat.card", "pysat.solvers"],
    "tour_model": ["ortools.sat.python.cp_model"],
    "picture_distances": ["cayleypy"],
}


def load(function):
    """Imports what a peer needs, which is not to be timed."""
    for module in NEEDS.get(function.__name__, []):
        importlib.import_module(module)


def _rotations(pairs):
    """The 24 ways to turn a cube given by its pairs (top, bottom), (left, right), (front, back), as (front, back, left, right).

    Orders the three axes in all six ways and flips so that the turn is proper: the parity of the order and the number of
    flips must agree.
    """
    for order in itertools.permutations(range(3)):
        odd = sum(a > b for a, b in itertools.combinations(order, 2)) % 2
        for flips in itertools.product((0, 1), repeat=3):
            if sum(flips) % 2 == odd:
                vertical, across, along = (pairs[axis][::-1] if flip else pairs[axis] for axis, flip in zip(order, flips))
                yield (*along, *across)


def insanity_table_model(cubes):
    """Jandhyala, ch. 5: a variable for each cube and side, a table for each cube, all different on each side."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    height = len(cubes)
    sides = [[model.new_int_var(0, height - 1, "") for _ in cubes] for _ in range(4)]
    for index, cube in enumerate(cubes):
        model.add_allowed_assignments([side[index] for side in sides], sorted(set(_rotations(cube))))
    for side in sides:
        model.add_all_different(side)
    return _tower(cp_model, model)


def _strands(cubes):
    """Indices for the three-strand model: the edges (cube, axis) at each colour, a loop listed twice."""
    at_colour = {}
    for cube, pairs in enumerate(cubes):
        for axis, pair in enumerate(pairs):
            for colour in pair:
                at_colour.setdefault(colour, []).append((cube, axis))
    return at_colour


def insanity_strands_model(cubes):
    """The graph argument: every edge lies in one of three strands, and the visible strands have degree two everywhere."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    taken = {
        (cube, axis, strand): model.new_bool_var("")
        for cube in range(len(cubes)) for axis in range(3) for strand in range(3)
    }
    for cube in range(len(cubes)):
        for fixed in range(3):
            model.add_exactly_one(taken[cube, fixed, strand] for strand in range(3))
            model.add_exactly_one(taken[cube, axis, fixed] for axis in range(3))
    for edges in _strands(cubes).values():
        for strand in range(2):
            model.add(sum(taken[cube, axis, strand] for cube, axis in edges) == 2)
    return _tower(cp_model, model)


def _tower(cp_model, model):
    solver = cp_model.CpSolver()
    status = solver.solve(model)
    return {cp_model.OPTIMAL: "tower", cp_model.FEASIBLE: "tower", cp_model.INFEASIBLE: "no tower"}.get(status, "unknown")


def insanity_clauses(cubes):
    """The same model as clauses, for a clause-learning solver."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical153

    number = {key: index + 1 for index, key in enumerate(itertools.product(range(len(cubes)), range(3), range(3)))}
    highest = len(number)
    with Cadical153() as solver:
        for cube in range(len(cubes)):
            for fixed in range(3):
                for group in (
                    [number[cube, fixed, strand] for strand in range(3)],
                    [number[cube, axis, fixed] for axis in range(3)],
                ):
                    solver.add_clause(group)
                    for a, b in itertools.combinations(group, 2):
                        solver.add_clause([-a, -b])
        for edges in _strands(cubes).values():
            for strand in range(2):
                single = [number[(*edge, strand)] for edge in set(edges) if edges.count(edge) == 1]
                loops = [number[(*edge, strand)] for edge in set(edges) if edges.count(edge) == 2]
                # A loop is worth two: with it nothing else, without any loop exactly two.
                for loop, other in itertools.product(loops, single):
                    solver.add_clause([-loop, -other])
                for a, b in itertools.combinations(loops, 2):
                    solver.add_clause([-a, -b])
                at_most = CardEnc.atmost(single, 2, top_id=highest, encoding=EncType.seqcounter) if single else None
                if at_most:
                    highest = max(highest, at_most.nv)
                    solver.append_formula(at_most.clauses)
                if len(single) >= 2:
                    for left_out in single:
                        solver.add_clause(loops + [edge for edge in single if edge != left_out])
                else:
                    solver.add_clause(loops)
        return "tower" if solver.solve() else "no tower"


def tour_model(side, objective):
    """Jandhyala, ch. 14: cells, directions and orientations over time, with the table of 96 transitions."""
    from ortools.sat.python import cp_model

    def roll(die, direction):
        top, north, east = die
        return {
            "N": (7 - north, top, east), "S": (north, 7 - top, east),
            "E": (7 - east, north, top), "W": (east, north, 7 - top),
        }[direction]

    dice = {(1, 2, 3)}
    while True:
        more = {roll(die, direction) for die in dice for direction in "NSEW"} | dice
        if more == dice:
            break
        dice = more
    dice = sorted(dice)
    rank = {die: index for index, die in enumerate(dice)}
    transitions = [(rank[die], k, rank[roll(die, direction)]) for die in dice for k, direction in enumerate("NSEW")]
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]

    model = cp_model.CpModel()
    count = side * side
    cell = [model.new_int_var(0, count - 1, "") for _ in range(count)]
    row = [model.new_int_var(0, side - 1, "") for _ in range(count)]
    column = [model.new_int_var(0, side - 1, "") for _ in range(count)]
    model.add_all_different(cell)
    model.add(cell[0] == 0)
    for t in range(count):
        model.add_division_equality(row[t], cell[t], side)
        model.add_modulo_equality(column[t], cell[t], side)
    direction = [model.new_int_var(0, 3, "") for _ in range(count - 1)]
    orientation = [model.new_int_var(0, 23, "") for _ in range(count)]
    top = [model.new_int_var(1, 6, "") for _ in range(count)]
    model.add(orientation[0] == rank[1, 2, 3])
    for t in range(count - 1):
        chosen = [model.new_bool_var("") for _ in range(4)]
        model.add_bool_or(chosen)
        for k, (dr, dc) in enumerate(steps):
            model.add(direction[t] == k).only_enforce_if(chosen[k])
            model.add(direction[t] != k).only_enforce_if(chosen[k].negated())
            model.add(row[t + 1] == row[t] + dr).only_enforce_if(chosen[k])
            model.add(column[t + 1] == column[t] + dc).only_enforce_if(chosen[k])
        model.add_allowed_assignments([orientation[t], direction[t], orientation[t + 1]], transitions)
    for t in range(count):
        model.add_allowed_assignments([orientation[t], top[t]], [(i, die[0]) for i, die in enumerate(dice)])
    total = sum(top)
    if objective == "max":
        model.maximize(total)
    else:
        model.minimize(total)
    solver = cp_model.CpSolver()
    status = solver.solve(model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


def picture_distances(rows, columns):
    """Breadth-first search of the Cayley graph, by CayleyPy, on four points for each cube."""
    from cayleypy import CayleyGraph, CayleyGraphDef

    turns = {"u": (3, 2, 0, 1), "d": (2, 3, 1, 0), "l": (2, 0, 3, 1), "r": (1, 3, 0, 2)}
    cells = [(i, j) for i in range(rows) for j in range(columns)]

    def move(turn, moved):
        return [4 * index + (turns[turn][p] if cell in moved else p) for index, cell in enumerate(cells) for p in range(4)]

    generators = [move(turn, [(i, j) for j in range(columns)]) for i in range(rows) for turn in "ud"]
    generators += [move(turn, [(i, j) for i in range(rows)]) for j in range(columns) for turn in "lr"]
    # Each cube is told from its neighbours by its place alone, so four labels are enough.
    graph = CayleyGraph(CayleyGraphDef.create(generators, central_state=[p for _ in cells for p in range(4)]))
    found = graph.bfs(max_layer_size_to_store=0) if rows * columns > 4 else graph.bfs()
    return [int(size) for size in found.layer_sizes]


def gap_order(path):
    """The order of the exported group, by GAP, whose start is in the time."""
    done = subprocess.run(["gap", "-q", path], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    lines = done.stdout.replace("\\\n", "").splitlines()
    return next(int(line.split(":")[1]) for line in lines if line.startswith("order of H:"))
