"""What a call takes beyond the library's own time: the way to the library and back, and the Python layer.

    python python/benches/calls.py

prints both in microseconds; together they should stay below 200 on an idle machine. The calls that are
compared take turns, so that a machine that has others to serve disturbs them alike.
"""

import statistics
import time

import cubegraph as cg
from cubegraph import _cubegraph as native


def medians(*calls, rounds=3000):
    """The median time of each call, in microseconds."""
    times = [[] for _ in calls]
    for _ in range(rounds):
        for call, taken in zip(calls, times):
            begin = time.perf_counter()
            call()
            taken.append(time.perf_counter() - begin)
    return [statistics.median(taken) * 1e6 for taken in times]


def main():
    # No move is replayed here: what is left is the way there and back.
    solved = cg.Picture(1, 1)
    puzzle = cg.Insanity("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD")
    way, whole, bare = medians(
        lambda: solved.check(""),
        puzzle.solve,
        lambda: native.ask("insanity", "solve", puzzle._native, "{}", (None, None, None)),
    )
    print(f"the way to the library and back  {way:6.1f} µs")
    print(f"the Python layer                 {whole - bare:6.1f} µs")
    print(f"a call with the library's work   {whole:6.1f} µs")


if __name__ == "__main__":
    main()
