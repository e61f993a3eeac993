"""Answers: the tool's JSON, its keys as attributes, and pictures."""

import json
import os
import textwrap


def exactly(digits):
    """An integer of any length: Python itself refuses to read more than some thousand digits."""
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    return exactly(digits[:-half]) * 10**half + exactly(digits[-half:])


def loads(text, **options):
    """Reads JSON with integers of any length."""
    try:
        return json.loads(text, **options)
    except ValueError:
        return json.loads(text, parse_int=exactly, **options)


class Record(dict):
    """A part of an answer: a dictionary whose keys are attributes too, as in ``t.max.sum``."""

    __slots__ = ()

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(_missing(name, self)) from None

    def __dir__(self):
        return [*super().__dir__(), *self]


def _wrapped(text, width):
    """Prose in lines of at most ``width`` columns, indented as it was."""
    lines = []
    for line in text.splitlines():
        indent = " " * (len(line) - len(line.lstrip()))
        lines += textwrap.wrap(line, width, subsequent_indent=indent) or [""]
    return "\n".join(lines)


def _missing(name, keys):
    return f"this answer has no {name!r}; it has {', '.join(keys)}"


def needs(module, what):
    """Imports a module that only ``what`` needs."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"{what} needs {module}: pip install {module}", name=module) from error


class Drawing:
    """A picture. It shows itself in a notebook."""

    def __init__(self, native):
        self._native = native
        self._svg = None

    @property
    def svg(self):
        """The picture as the text of an SVG file."""
        if self._svg is None:
            self._svg = self.to_bytes("svg").decode()
        return self._svg

    def _repr_svg_(self):
        return self.svg

    def to_bytes(self, form, width=1600):
        """The picture as bytes of a form: svg, png, pdf, tex, dot. ``width`` is that of a PNG in dots."""
        return bytes(self._native.to_bytes(form, width))

    def save(self, path, width=1600):
        """Writes the picture; the ending of the path (svg, png, pdf, tex, dot) says in which form.

        ``width`` is that of a PNG in dots. Only graphs are written as DOT.
        """
        form = os.path.splitext(path)[1][1:].lower()
        contents = self.to_bytes(form, width)
        with open(path, "wb") as file:
            file.write(contents)

    def __repr__(self):
        return f"<cubegraph.Drawing of {len(self.svg):,} bytes: .svg, .save('x.pdf')>"


class Answer:
    """An answer, checked before it was returned.

    The keys of the tool's JSON are attributes: ``answer.diameter`` is ``answer.to_dict()["diameter"]``.
    """

    _names = {}

    def __init__(self, native):
        self._native = native
        self._data = None

    @property
    def _keys(self):
        if self._data is None:
            self._data = loads(self._native.json, object_hook=Record)
        return self._data

    def to_dict(self):
        """The answer as the tool prints it with ``--format json``; integers are exact."""
        return loads(self._native.json)

    def to_json(self):
        """The same as a text."""
        return self._native.json

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        keys = self._keys
        try:
            return keys[self._names.get(name, name)]
        except KeyError:
            if name == "why":
                return None
            raise AttributeError(_missing(name, keys)) from None

    def __getitem__(self, key):
        return self._keys[key]

    def __contains__(self, key):
        return key in self._keys

    def __dir__(self):
        return [*super().__dir__(), *self._keys, *self._names]

    def __eq__(self, other):
        return type(self) is type(other) and self._keys == other._keys

    __hash__ = None

    def __reduce__(self):
        return _unpickled, (type(self), self._native.json)

    def __repr__(self):
        shown = (
            f"{key}={value!r}"
            for key, value in self._keys.items()
            if isinstance(value, (bool, int, float)) or key == "why"
        )
        return f"<{type(self).__name__} {' '.join(shown)}>"

    def to_frame(self):
        """The answer as a table of pandas."""
        pandas = needs("pandas", "to_frame()")
        return pandas.DataFrame(list(self._rows()))

    def _rows(self):
        yield {k: v for k, v in self._keys.items() if not isinstance(v, (list, dict))}


class _Unpickled:
    """The JSON of an answer that came from another process; it cannot be drawn."""

    def __init__(self, text):
        self.json = text

    def draw(self, *_):
        raise ValueError("an answer from a pickle is not drawn: solve the puzzle again")

    explain = draw


def _unpickled(kind, text):
    return kind(_Unpickled(text))


class InsanitySolution(Answer):
    """Towers of Instant Insanity, and how many there are."""

    _names = {"towers": "solutions"}

    @property
    def counts(self):
        """``factors``, ``pairs``, ``principal`` and ``patterns``; ``None`` where nothing was counted."""
        names = ("factors", "pairs", "principal", "patterns")
        found = Record((name, self._keys[name]) for name in names if name in self._keys)
        return found or None

    def draw(self, what="graph", solution=1):
        """The colour ``graph`` with a tower, its ``factors`` or the ``tower``; solutions from 1."""
        return Drawing(self._native.draw(what, solution))

    def explain(self, width=88):
        """The argument in words: degrees, forced edges, factors, the disjoint pair."""
        return _wrapped(self._native.explain((None, None, None)), width)

    def _rows(self):
        sides = ("front", "back", "left", "right", "top", "bottom")
        for number, tower in enumerate(self.towers, 1):
            for cube in range(len(tower["front"])):
                row = {"solution": number, "cube": cube + 1}
                row.update((side, tower[side][cube]) for side in sides)
                yield row


class TourSolution(Answer):
    """Tours of a die: extreme sums with proof, and what else was asked for."""

    def __getattr__(self, name):
        # What was not asked for, or is not there, is absent from the JSON.
        if name in ("max", "min", "tours", "distribution", "list") and name not in self._keys:
            return None
        return super().__getattr__(name)

    @property
    def solvable(self):
        """Whether the board has a tour."""
        return self.why is None

    def draw(self, what="board", which="max"):
        """The ``board``, the ``grid`` or the ``rolls`` graph with a tour: ``"max"``, ``"min"``, or a
        number from 1 of those listed."""
        number = {"max": 0, "min": -1}.get(which, which)
        return Drawing(self._native.draw(what, number))

    def _rows(self):
        if self.distribution is not None:
            for total, tours in self.distribution.items():
                yield {"sum": int(total), "tours": tours}
            return
        for name in ("max", "min"):
            if getattr(self, name):
                yield {"extreme": name, **getattr(self, name)}
        yield from self.list or ()


class Distances(Answer):
    """How many configurations are at every distance from the solved one."""

    _names = {"counts": "distances"}

    def draw(self):
        """The distances as a chart."""
        return Drawing(self._native.draw("chart", 1))

    def _rows(self):
        for distance, count in enumerate(self.counts):
            yield {"distance": distance, "configurations": count}


class PictureSolution(Answer):
    """Moves that solve a configuration; ``moves`` is a list such as ``["up1", "left2"]``."""

    def _rows(self):
        for step, move in enumerate(self.moves, 1):
            yield {"step": step, "move": move}


class CornerSolution(Answer):
    """All assemblies of a set of pieces, up to turning the cube."""

    @property
    def solvable(self):
        """Whether the pieces make a cube."""
        return self.solutions > 0

    def draw(self, what="cube", solution=1):
        """The assembled ``cube``, or the cube ``graph``; solutions from 1."""
        return Drawing(self._native.draw(what, solution))

    def explain(self, width=88):
        """The argument in words."""
        return _wrapped(self._native.explain((None, None, None)), width)

    def _rows(self):
        for number, assembly in enumerate(self.assemblies, 1):
            for placed in assembly if isinstance(assembly, list) else assembly.values():
                yield {"assembly": number, **placed}


class Wrong:
    """Where an answer is wrong. It counts as false: ``if puzzle.check(answer): ...``."""

    def __init__(self, reason):
        self.reason = reason

    def __bool__(self):
        return False

    def __str__(self):
        return self.reason

    def __repr__(self):
        return f"Wrong({self.reason!r})"

    def __eq__(self, other):
        return isinstance(other, Wrong) and self.reason == other.reason

    def __hash__(self):
        return hash(self.reason)
