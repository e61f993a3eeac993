"""Runs cubegraph and its peers on the same puzzles, checks that they agree, and prints a table of ratios.

A peer's time is the time inside its solver, without starting Python or importing anything (GAP's includes its start);
cubegraph's time is the whole process. Every measurement is the least of several runs for what is fast and a single run for what is slow.
"""

import argparse
import datetime
import json
import multiprocessing
import os
import platform
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import time

import peers

MANY = 5  # runs of what takes less than a second


class Bench:
    """The table under way."""

    def __init__(self, cubegraph, limit):
        self.cubegraph = cubegraph
        self.limit = limit
        self.rows = []
        self.disagreements = 0

    def ours(self, *arguments):
        """Runs cubegraph; returns its JSON, its exit status and the least time of several runs."""
        best = None
        for _ in range(MANY):
            start = time.perf_counter()
            done = subprocess.run(
                [self.cubegraph, *arguments, "--format", "json", "--quiet"],
                capture_output=True, text=True,
            )
            taken = time.perf_counter() - start
            if done.returncode not in (0, 1):
                sys.exit(f"cubegraph {' '.join(arguments)}: {done.stderr}")
            best = taken if best is None else min(best, taken)
            if taken > 1:
                break
        return json.loads(done.stdout), done.returncode, best

    def theirs(self, function, *arguments):
        """Runs a peer in a process of its own, at most for the limit; returns its answer and its time, or None."""
        answers = multiprocessing.Queue()
        process = multiprocessing.Process(target=_report, args=(answers, function, arguments))
        process.start()
        try:
            answer, taken = answers.get(timeout=self.limit)
        except queue.Empty:  # out of time or out of memory
            process.terminate()
            answer, taken = None, None
        process.join()
        if isinstance(answer, Exception):
            sys.exit(f"{function.__name__} failed: {answer!r}")
        return answer, taken

    def row(self, puzzle, peer, ours, theirs, our_time, their_time):
        """Adds a line; an unfinished peer has no answer to compare."""
        if their_time is None:
            verdict, shown, ratio = "not finished", f"> {self.limit:g} s", f"> {self.limit / our_time:,.0f}"
        else:
            agree = ours == theirs
            self.disagreements += not agree
            verdict = "agree" if agree else f"DISAGREE: {ours} and {theirs}"
            shown, ratio = seconds(their_time), f"{their_time / our_time:,.1f}"
        self.rows.append((puzzle, str(ours), peer, seconds(our_time), shown, ratio, verdict))
        print("|", " | ".join(self.rows[-1]), "|", flush=True)


def _report(answers, function, arguments):
    try:
        peers.load(function)
        start = time.perf_counter()
        answer = function(*arguments)
        answers.put((answer, time.perf_counter() - start))
    except Exception as error:  # told by the parent
        answers.put((error, None))


def seconds(value):
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.1f} s"


def random_cubes(height, planted, seed):
    """Cubes as three pairs of opposite faces, colours 0 to height-1.

    Balanced: every colour on six faces. Planted: in addition a tower is hidden in them, four sides and top and bottom
    each a permutation of the colours, and every cube is then turned at random.
    """
    rng = random.Random(seed)
    if planted:
        sides = [rng.sample(range(height), height) for _ in range(6)]
        cubes = [[(sides[2 * axis][c], sides[2 * axis + 1][c]) for axis in range(3)] for c in range(height)]
    else:
        faces = [colour for colour in range(height) for _ in range(6)]
        rng.shuffle(faces)
        cubes = [[tuple(faces[6 * c + 2 * axis: 6 * c + 2 * axis + 2]) for axis in range(3)] for c in range(height)]
    for cube in cubes:
        rng.shuffle(cube)
        cube[:] = [pair if rng.random() < 0.5 else pair[::-1] for pair in cube]
    rng.shuffle(cubes)
    return cubes


def insanity(bench):
    for height in (4, 10, 20, 30):
        for planted in (False, True):
            cubes = random_cubes(height, planted, seed=height)
            kind = "planted" if planted else "balanced"
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "puzzle.toml")
                with open(path, "w", encoding="utf-8") as file:
                    file.write('kind = "insanity"\ncubes = [\n')
                    for cube in cubes:
                        pairs = ", ".join(f'["c{a}", "c{b}"]' for a, b in cube)
                        file.write(f"  {{ pairs = [{pairs}] }},\n")
                    file.write("]\n")
                _, status, our_time = bench.ours("insanity", "solve", path)
            answer = "tower" if status == 0 else "no tower"
            name = f"insanity, {height} cubes, {kind}"
            for peer, function in (
                ("CP-SAT, model of Jandhyala ch. 5", peers.insanity_table_model),
                ("CP-SAT, three strands", peers.insanity_strands_model),
                ("CaDiCaL, three strands", peers.insanity_clauses),
            ):
                theirs, their_time = bench.theirs(function, cubes)
                bench.row(name, peer, answer, theirs, our_time, their_time)


def tour(bench):
    for side in (3, 4, 5):
        for objective, option in (("max", "--maximise"), ("min", "--minimise")):
            result, _, our_time = bench.ours("tour", "solve", "--grid", f"{side}x{side}", option)
            theirs, their_time = bench.theirs(peers.tour_model, side, objective)
            bench.row(f"tour {side}×{side}, {objective}", "CP-SAT, model of Jandhyala ch. 14",
                      result[objective]["sum"], theirs, our_time, their_time)


def picture(bench):
    for rows, columns in ((2, 2), (5, 1), (3, 2)):
        result, _, our_time = bench.ours("picture", "distances", f"{rows}x{columns}")
        theirs, their_time = bench.theirs(peers.picture_distances, rows, columns)
        same = None if theirs is None else ("same layers" if theirs == result["distances"] else theirs)
        bench.row(f"picture {rows}×{columns}, distances", "CayleyPy, breadth first",
                  "same layers", same, our_time, their_time)


def group(bench):
    if not shutil.which("gap"):
        return
    for size in ("3x3", "4x3", "6x6", "8x8"):
        result, _, our_time = bench.ours("picture", "group", size)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "group.g")
            subprocess.run([bench.cubegraph, "picture", "export", size, "--to", "gap", "-o", path], check=True)
            theirs, their_time = bench.theirs(peers.gap_order, path)
        bench.row(f"picture {size.replace('x', '×')}, order", "GAP", result["order"], theirs, our_time, their_time)


FAMILIES = {"insanity": insanity, "tour": tour, "picture": picture, "group": group}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cubegraph", required=True)
    parser.add_argument("--limit", type=float, default=120, help="seconds a peer may take")
    parser.add_argument("--only", choices=FAMILIES, action="append")
    options = parser.parse_args()
    bench = Bench(options.cubegraph, options.limit)
    print(f"{datetime.date.today()}, {os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}\n")
    print("| puzzle | answer | peer | cubegraph | peer's time | ratio | answers |")
    print("|---|---|---|---|---|---|---|")
    for name, function in FAMILIES.items():
        if not options.only or name in options.only:
            function(bench)
    if bench.disagreements:
        sys.exit(f"{bench.disagreements} answers disagree")


if __name__ == "__main__":
    main()
