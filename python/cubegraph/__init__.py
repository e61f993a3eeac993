"""Exact answers about cube puzzles, found by turning each puzzle into a graph.

>>> import cubegraph as cg
>>> p = cg.Insanity("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD")
>>> s = p.solve()                       # checked before it is returned
>>> s.solvable, s.counts["pairs"], s.towers[0]["front"]
(True, 1, ['E', 'C', 'B', 'A', 'D'])
>>> cg.Tour(3, 3).solve().max.moves
'NNEESSWN'
>>> cg.Picture(3, 2).distances().diameter
14

Four families: ``Insanity``, ``Tour``, ``Picture``, ``Corner``; ``Cayley`` is the graph of any permutation
group; ``read`` takes files and the built-in instances. A puzzle has ``solve()``, ``graph()`` (a graph of
networkx), ``draw()`` (a picture that shows itself in a notebook) and ``check(answer)``.

Calls that may take long have ``time`` (seconds), ``memory`` (bytes, or a text such as ``"2 GiB"``) and
``progress=True``; they release the interpreter's lock, and Ctrl-C stops them.
"""

from ._answers import (
    Answer,
    CornerSolution,
    Distances,
    Drawing,
    InsanitySolution,
    PictureSolution,
    Record,
    TourSolution,
    Wrong,
)
from ._cubegraph import __version__
from ._errors import Error, InputError, OutOfTime, TooLarge
from ._puzzles import Cayley, Corner, Insanity, Picture, Puzzle, Tour, instances, read

__all__ = [
    "Answer",
    "Cayley",
    "Corner",
    "CornerSolution",
    "Distances",
    "Drawing",
    "Error",
    "InputError",
    "Insanity",
    "InsanitySolution",
    "OutOfTime",
    "Picture",
    "PictureSolution",
    "Puzzle",
    "Record",
    "TooLarge",
    "Tour",
    "TourSolution",
    "Wrong",
    "__version__",
    "instances",
    "read",
]

for _name in __all__:
    if isinstance(globals()[_name], type) or callable(globals()[_name]):
        globals()[_name].__module__ = __name__
del _name
