"""Puzzles of the four families. The native class does the work; these give it its names."""

import json
import operator
import os

from . import _cubegraph as native
from ._answers import (
    Answer,
    CornerSolution,
    Distances,
    Drawing,
    InsanitySolution,
    PictureSolution,
    TourSolution,
    Wrong,
    loads,
    needs,
)
from ._errors import InputError
from ._progress import NO_LIMITS, limits


def _toml(value):
    """A value as TOML; for everything but tables that is its JSON."""
    if isinstance(value, dict):
        pairs = (f"{key} = {_toml(item)}" for key, item in value.items() if item is not None)
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False, default=_plain)


def _plain(value):
    """Integers of numpy, sets, generators."""
    try:
        return operator.index(value)
    except TypeError:
        return list(value)


def _built(kind, **keys):
    """A puzzle from the keys of an instance file."""
    lines = [f'kind = "{kind}"']
    lines += [f"{key} = {_toml(value)}" for key, value in keys.items() if value is not None]
    return native.parse(kind, "\n".join(lines), False)


def _ask(family, command, puzzle, bounds, **options):
    """Asks the library; the options are those of the command line, without those that change nothing."""
    given = {
        name.replace("_", "-"): value
        for name, value in options.items()
        if value is not None and value is not False and value != "auto"
    }
    given = json.dumps(given, default=_plain)
    return native.ask(family, command, puzzle, given, limits(*bounds))


def _listed(names):
    return names if isinstance(names, str) else list(names)


def _words(pieces):
    return pieces if isinstance(pieces, str) else " ".join(pieces)


class Puzzle:
    """What all puzzles can do."""

    _family = ""

    def __init__(self, given):
        self._native = given

    @classmethod
    def _of(cls, given):
        made = cls.__new__(cls)
        Puzzle.__init__(made, given)
        return made

    @property
    def family(self):
        """``"insanity"``, ``"tour"``, ``"picture"`` or ``"corner"``."""
        return self._family

    @property
    def title(self):
        """The title, where it has one."""
        return self._native.title

    def to_dict(self):
        """The puzzle as the keys of an instance file."""
        return loads(self._native.json())

    def check(self, answer):
        """Judges an answer of yours: ``True``, or where it is wrong.

        What is wrong is an object that counts as false and whose text is the reason. An answer is
        one that ``solve`` returned, a part of it, a dictionary like it, or short: the rolls
        ``"NNEESSWN"`` of a tour, the moves ``"up1 left2"`` of picture cubes (or a list of them), the
        cubes of a tower as they stand in it, the pieces in the order of the corners.
        """
        if isinstance(answer, Answer):
            answer = answer.to_json()
        elif isinstance(answer, dict):
            answer = json.dumps(answer)
        elif not isinstance(answer, str):
            answer = " ".join(answer)
        verdict = self._ask("check", answer=answer)
        return True if verdict.status == 0 else Wrong(loads(verdict.json)["why"])

    def _ask(self, command, time=None, memory=None, progress=False, **options):
        bounds = time, memory, progress
        return _ask(self._family, command, self._native, bounds, **options)

    def _titled(self, title):
        """The same puzzle with a title."""
        return self if title is None else self._of(_built(**{**self.to_dict(), "title": title}))

    def _networkx(self, of, **options):
        """A graph of the library as one of networkx."""
        networkx = needs("networkx", "graph()")
        asked = self._ask("graph", of=of, to="json", **options)
        return _graph(networkx, asked.text, self._node)

    @staticmethod
    def _node(node):
        return node["id"]

    def __str__(self):
        return self._native.text()

    def __repr__(self):
        title = f" {self.title!r}" if self.title else ""
        return f"<cubegraph.{type(self).__name__}{title} {self._size()}>"

    def __eq__(self, other):
        return (
            isinstance(other, Puzzle)
            and self._family == other._family
            and (self.title, self._native.json()) == (other.title, other._native.json())
        )

    def __hash__(self):
        return hash((self._family, self._native.json()))

    def __reduce__(self):
        return _unpickled, (type(self), self._native.text(), self.title)


def _unpickled(kind, text, title):
    puzzle = kind._of(native.parse(kind._family, text, False))
    return puzzle if puzzle.title == title else puzzle._titled(title)


def _graph(networkx, text, name):
    data = json.loads(text)
    graph = networkx.MultiDiGraph() if data["directed"] else networkx.MultiGraph()
    names = {}
    for node in data["nodes"]:
        names[node["id"]] = name(node)
        graph.add_node(names[node.pop("id")], **node)
    for edge in data["edges"]:
        ends = names[edge.pop("source")], names[edge.pop("target")]
        graph.add_edge(*ends, edge.pop("key"), **edge)
    return graph


class Insanity(Puzzle):
    """Instant Insanity with any number of cubes.

    >>> p = Insanity("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD")

    A cube is six letters (left, front, right, back, top, bottom), or the three pairs of opposite
    faces as in ``GW,BW,BR``. Other names of colours: ``pairs=[[("green", "white"), ...], ...]``, three
    pairs for each cube, or ``faces=[["red", "white", ...], ...]``, six for each cube.
    """

    _family = "insanity"

    def __init__(self, cubes=None, *, pairs=None, faces=None, title=None):
        if sum(given is not None for given in (cubes, pairs, faces)) != 1:
            raise TypeError("give the cubes as a text, as pairs=..., or as faces=...")
        if cubes is not None:
            made = native.parse(self._family, _words(cubes), True)
        else:
            key, given = ("pairs", pairs) if faces is None else ("faces", faces)
            made = _built(self._family, cubes=[{key: list(map(_listed, cube))} for cube in given])
        super().__init__(made)
        if title is not None:
            super().__init__(self._titled(title)._native)

    @property
    def cubes(self):
        """The cubes: six names each, or three pairs where only these are known."""
        return [cube.get("faces") or cube["pairs"] for cube in self.to_dict()["cubes"]]

    @classmethod
    def generate(
        cls,
        cubes=4,
        *,
        kind="unique",
        seed=0,
        colours=None,
        difficulty=None,
        near_solutions=None,
        time=None,
        memory=None,
        progress=False,
    ):
        """A random puzzle; the same arguments make the same one.

        ``kind`` is ``"unique"`` (one tower), ``"solvable"``, ``"unsolvable"`` or ``"balanced"``;
        ``difficulty`` is ``"easy"``, ``"medium"`` or ``"hard"``, by near-solutions.
        """
        made = _ask(
            cls._family,
            "generate",
            None,
            (time, memory, progress),
            cubes=cubes,
            seed=seed,
            colours=colours,
            difficulty=difficulty,
            near_solutions=near_solutions,
            **{kind: kind != "solvable"},
        )
        return cls._of(native.parse(cls._family, made.text, False))

    def solve(
        self,
        *,
        limit=1,
        count=False,
        all=False,
        method="auto",
        time=None,
        memory=None,
        progress=False,
    ):
        """Towers, and how many there are.

        Lists one tower, at most ``limit``, ``all`` principal ones, or none and only ``count``s.
        ``method`` is ``"auto"``, ``"factors"``, ``"rotations"`` or ``"sat"``.
        """
        limit = None if count or all else limit
        asked = {"limit": limit, "count": count, "all": all, "method": method}
        return InsanitySolution(self._ask("solve", time, memory, progress, **asked))

    def obstacle(self, *, time=None, memory=None, progress=False):
        """The numbers (from 1) of a smallest set of cubes that cannot be stacked; ``None`` if all can."""
        return loads(self._ask("obstacle", time, memory, progress).json)["obstacle"]

    def graph(self, of="colours"):
        """The graph of ``"colours"``, a ``networkx.MultiGraph``: a node for each colour, three edges for each cube.

        Edges have the attributes ``cube`` (from 1) and ``axis``.
        """
        return self._networkx(of)

    def draw(self, what=None, *, solution=1, time=None, memory=None):
        """A picture: the colour ``"graph"`` with the tower's two factors (without ``what``) or bare,
        the ``"factors"`` as polygons, the ``"tower"``, or the ``"nets"`` of the cubes."""
        if what in ("graph", "nets"):
            return Drawing(self._native.draw(what, None, limits(time, memory, False)))
        solved = self.solve(limit=solution, time=time, memory=memory)
        return solved.draw(what or "graph", solution)

    def _size(self):
        return f"of {len(self.cubes)} cubes"


class Tour(Puzzle):
    """A die that rolls over every cell of a board once.

    >>> board = Tour(3, 3, blocked=[(1, 1)])

    Cells are (row, column), from 0 in the south-west. ``start`` and ``end`` are cells, ``start`` may
    be ``"any"``; ``die`` is (top, north, east) or ``"any"``; ``faces`` are the values of the faces 1 to
    6; ``closed`` is ``True`` or ``"orientation"``; ``labels`` are (row, column, face on top).
    A text is a size such as ``"3x3"`` or an instance file.
    """

    _family = "tour"

    def __init__(
        self,
        rows,
        columns=None,
        *,
        start=None,
        end=None,
        die=None,
        handedness=None,
        faces=None,
        blocked=None,
        closed=None,
        labels=None,
        title=None,
    ):
        keys = {
            "title": title,
            "start": start,
            "end": end,
            "handedness": handedness,
            "faces": faces,
            "blocked": blocked,
            "closed": closed,
            "labels": labels,
        }
        keys = {key: value for key, value in keys.items() if value is not None}
        if isinstance(rows, str) and columns is None:
            if keys or die is not None:
                raise TypeError("a text says everything about the board already")
            super().__init__(native.parse(self._family, rows, True))
            return
        if columns is None:
            raise TypeError("a board has rows and columns")
        if die is not None and not isinstance(die, (str, dict)):
            die = dict(zip(("top", "north", "east"), die))
        super().__init__(_built("tour", rows=rows, columns=columns, die=die, **keys))

    def solve(
        self,
        *,
        extremes="both",
        count=False,
        distribution=False,
        list=0,
        method="auto",
        time=None,
        memory=None,
        progress=False,
    ):
        """The largest and the smallest sum with proof (``extremes`` is ``"both"``, ``"max"``, ``"min"`` or
        ``"neither"``), and how many tours there are, by their sums too, or the first of them.

        ``method`` is ``"auto"``, ``"search"``, ``"sets"`` or ``"strip"``.
        """
        asked = {"extremes": extremes, "count": count, "distribution": distribution}
        asked.update(limit=list or None, method=method)
        return TourSolution(self._ask("solve", time, memory, progress, **asked))

    def labelled(self, seed=0, *, tries=None, time=None, memory=None, progress=False):
        """The same board with as few labels as leave exactly one tour; the same seed, the same labels."""
        made = self._ask("generate", time, memory, progress, seed=seed, tries=tries)
        if made.status:
            raise InputError(loads(made.json)["why"])
        return Tour._of(native.parse(self._family, made.text, False))

    def graph(self, of="grid", *, time=None, memory=None):
        """A graph of networkx: the ``"grid"`` of free cells, nodes (row, column); or the ``"rolls"``,
        nodes ((row, column), (top, north, east)), arcs with the attribute ``roll``."""
        return self._networkx(of, time=time, memory=memory)

    @staticmethod
    def _node(node):
        cell = (node["row"], node["column"])
        return (cell, (node["top"], node["north"], node["east"])) if "top" in node else cell

    def draw(self, what="board", *, which="max", time=None, memory=None):
        """A picture: the ``"board"`` or the ``"rolls"`` with a tour of largest sum (``which`` may be
        ``"min"`` or ``None``), or the ``"grid"``."""
        if which is None or what == "grid":
            return Drawing(self._native.draw(what, None, limits(time, memory, False)))
        return self.solve(extremes=which, time=time, memory=memory).draw(what, which)

    def _size(self):
        keys = self.to_dict()
        return f"of {keys['rows']} x {keys['columns']} cells"


class Picture(Puzzle):
    """Picture cubes: rows and columns of cubes that are turned in place, or of elements of any group.

    >>> cubes = Picture(3, 2)

    ``metric`` is ``"quarter"`` or ``"half"``. ``group`` is a name such as ``"A5"``, ``generators`` are
    permutations; ``row_moves`` and ``column_moves`` are ``"all"`` or lists of elements.
    ``configuration`` has a list of words (``"ul"``) or cycles for every row.
    """

    _family = "picture"

    def __init__(
        self,
        rows,
        columns=None,
        *,
        metric=None,
        group=None,
        generators=None,
        row_moves=None,
        column_moves=None,
        configuration=None,
        title=None,
    ):
        table = {
            "name": group,
            "generators": generators,
            "row_moves": row_moves,
            "column_moves": column_moves,
        }
        table = {key: value for key, value in table.items() if value is not None} or None
        if isinstance(rows, str) and columns is None:
            if table or metric or configuration or title:
                raise TypeError("a text says everything about the puzzle already")
            super().__init__(native.parse(self._family, rows, True))
            return
        if columns is None:
            raise TypeError("a puzzle has rows and columns")
        made = _built(
            "picture",
            title=title,
            rows=rows,
            columns=columns,
            metric=metric,
            configuration=configuration,
            group=table,
        )
        super().__init__(made)

    def after(self, moves):
        """The puzzle after moves such as ``"up1 left2"``, or a list of them."""
        return Picture._of(self._native.after(_words(moves)))

    def scrambled(self, moves=100, seed=0):
        """The puzzle after random moves; the same seed, the same moves."""
        return Picture._of(self._native.scrambled(moves, seed, NO_LIMITS))

    def solve(
        self,
        *,
        method="auto",
        goal="solved",
        count=False,
        list=0,
        table=None,
        time=None,
        memory=None,
        progress=False,
    ):
        """Moves that solve the configuration; how many shortest solutions there are, or the first of them.

        ``method`` is ``"auto"``, ``"local"``, ``"subgroup"`` or ``"optimal"``; ``goal="any"`` arrives at any
        picture; ``table`` is a folder that keeps the tables of the optimal method.
        """
        table = table and os.fspath(table)
        asked = {"method": method, "goal": goal, "count": count, "limit": list or None, "table": table}
        return PictureSolution(self._ask("solve", time, memory, progress, **asked))

    def distances(self, *, method="auto", time=None, memory=None, progress=False):
        """How many configurations are at every distance: ``counts``, ``diameter``, ``average``, ``median``.

        ``method`` is ``"auto"``, ``"cosets"``, ``"plain"``, ``"graph"`` or ``"words"``.
        """
        return Distances(self._ask("distances", time, memory, progress, method=method))

    def group(self, *, time=None, memory=None, progress=False):
        """The order of the group, why, whether the configuration is reachable, bounds on the diameter."""
        return Answer(self._ask("group", time, memory, progress))

    def bounds(self, *, time=None, memory=None, progress=False):
        """God's number at least and at most, and why."""
        return Answer(self._ask("bounds", time, memory, progress))

    def graph(self, of="cayley", *, radius=None, time=None, memory=None, progress=False):
        """The ``"cayley"`` graph, a ``networkx.MultiDiGraph``, or its ``"quotient"`` by the symmetries.

        Nodes have the attribute ``distance``, arcs ``move``; ``radius`` takes a ball of it.
        """
        bounds = {"time": time, "memory": memory, "progress": progress}
        return self._networkx(of, radius=radius, **bounds)

    def draw(self, what="cubes", *, radius=None, time=None, memory=None):
        """A picture: the ``"cubes"``, the ``"cayley"`` graph or its ``"quotient"``, or a ``"chart"`` of the
        distances."""
        if what == "chart":
            return self.distances(time=time, memory=memory).draw()
        return Drawing(self._native.draw(what, radius, limits(time, memory, False)))

    def _size(self):
        keys = self.to_dict()
        return f"of {keys['rows']} x {keys['columns']}"


class Corner(Puzzle):
    """A cube of eight corner pieces, of twelve edges, or of six sides.

    >>> pieces = Corner("AAD ACB ACD ADB ADD BBC BCC BDC")

    A corner piece is its three half-edges read clockwise from outside; A fits D, B fits C.
    """

    _family = "corner"

    def __init__(self, pieces, *, title=None):
        super().__init__(native.parse(self._family, _words(pieces), True))
        if title is not None:
            super().__init__(self._titled(title)._native)

    @classmethod
    def generate(cls, rule="corners", *, seed=0, time=None, memory=None, progress=False):
        """A random puzzle with one assembly; ``rule`` is ``"corners"``, ``"edges"`` or ``"faces"``."""
        made = native.random_corner(rule, seed, limits(time, memory, progress))
        return cls._of(made)

    def solve(self, *, count=False, time=None, memory=None, progress=False):
        """All assemblies up to turning the cube, the loops, and the difficulty; or only their number."""
        return CornerSolution(self._ask("solve", time, memory, progress, count=count))

    def graph(self, of="cube", *, time=None, memory=None):
        """A graph of networkx: the places and contacts of the ``"cube"`` (Q3 for corner pieces), or the
        ``"loops"``, whose closed walks of four arcs are the rings of pieces."""
        graph = self._networkx(of, time=time, memory=memory)
        if of == "cube":
            # The library shows an assembly on the graph.
            parts = [part for _, part in graph.nodes(data=True)]
            parts += [part for *_, part in graph.edges(data=True)]
            for part in parts:
                for name in ("number", "piece", "source_half", "target_half"):
                    part.pop(name, None)
        return graph

    def draw(self, what="pieces", *, solution=1, time=None, memory=None):
        """A picture: the ``"pieces"``, the assembled ``"cube"``, or the cube ``"graph"``."""
        if what == "pieces":
            return Drawing(self._native.draw(what, None, limits(time, memory, False)))
        return self.solve(time=time, memory=memory).draw(what, solution)

    def _size(self):
        return f"of {len(self.to_dict()['pieces'])} pieces"


class Cayley:
    """The Cayley graph of the group that permutations generate, with an arc for each generator.

    >>> a5 = Cayley(["(1 2 3 4 5)", "(1 2 3)"])
    """

    def __init__(self, generators, *, time=None, memory=None, progress=False):
        self.generators = [generators] if isinstance(generators, str) else list(generators)
        self._native = native.Cayley(self.generators, limits(time, memory, progress))

    @property
    def order(self):
        """How many elements the group has."""
        return self._native.order()

    def distances(self, *, time=None, memory=None, progress=False):
        """How many elements are at every distance from the identity."""
        return Distances(self._native.distances(limits(time, memory, progress)))

    def graph(self, *, time=None, memory=None, progress=False):
        """The graph, a ``networkx.MultiDiGraph``: nodes are permutations written as cycles, arcs have the
        attribute ``generator``, the number of their generator from 0."""
        networkx = needs("networkx", "graph()")
        text = self._native.graph(limits(time, memory, progress))
        graph = _graph(networkx, text, lambda node: node.pop("value"))
        for *_, arc in graph.edges(data=True):
            arc["generator"] = arc.pop("value")
        return graph

    def __reduce__(self):
        return Cayley, (self.generators,)

    def __repr__(self):
        return f"<cubegraph.Cayley of order {self.order}: {', '.join(self.generators)}>"


FAMILIES = {kind._family: kind for kind in (Insanity, Tour, Picture, Corner)}


def read(name):
    """Reads a puzzle from an instance file, or a built-in one from its ``@name``.

    >>> read("@parker-brothers").solve().solvable
    True
    """
    found = native.read(os.fspath(name))
    return FAMILIES[found.family]._of(found)


def instances():
    """The names of the built-in instances, by family."""
    names = {}
    for family, name in native.instances():
        names.setdefault(family, []).append(f"@{family}/{name}")
    return names
