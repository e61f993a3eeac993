"""Types of the package; the docstrings are in the code."""

from os import PathLike
from typing import Any, Callable, Dict, Iterable, List, Literal, Optional, Sequence, Tuple, Union

import networkx
import pandas

__version__: str

_Cell = Tuple[int, int]
_Memory = Union[int, float, str, None]
_Progress = Union[bool, Callable[[str, str, int, Optional[int]], object]]
_Kind = Literal["unique", "solvable", "unsolvable", "balanced"]

class Error(Exception): ...

class InputError(Error, ValueError):
    line: Optional[int]
    column: Optional[int]

class TooLarge(Error):
    needed: Optional[int]

class OutOfTime(Error, TimeoutError):
    known: str

class Record(Dict[str, Any]):
    def __getattr__(self, name: str) -> Any: ...

class Wrong:
    reason: str
    def __bool__(self) -> Literal[False]: ...

class Drawing:
    @property
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def to_bytes(self, form: str, width: int = 1600) -> bytes: ...
    def save(self, path: Union[str, PathLike[str]], width: int = 1600) -> None: ...

class Answer:
    why: Optional[str]
    def to_dict(self) -> Dict[str, Any]: ...
    def to_json(self) -> str: ...
    def to_frame(self) -> pandas.DataFrame: ...
    def __getattr__(self, name: str) -> Any: ...
    def __getitem__(self, key: str) -> Any: ...
    def __contains__(self, key: str) -> bool: ...

class InsanitySolution(Answer):
    solvable: bool
    towers: List[Record]
    @property
    def counts(self) -> Optional[Record]: ...
    def draw(self, what: Literal["graph", "factors", "tower"] = "graph", solution: int = 1) -> Drawing: ...
    def explain(self, width: int = 88) -> str: ...

class TourSolution(Answer):
    max: Optional[Record]
    min: Optional[Record]
    tours: Optional[int]
    distribution: Optional[Record]
    list: Optional[List[Record]]
    @property
    def solvable(self) -> bool: ...
    def draw(
        self,
        what: Literal["board", "grid", "rolls"] = "board",
        which: Union[Literal["max", "min"], int] = "max",
    ) -> Drawing: ...

class PictureSolution(Answer):
    solvable: bool
    optimal: bool
    length: int
    moves: List[str]
    shortest_solutions: int
    solutions: List[List[str]]

class Distances(Answer):
    diameter: int
    counts: List[int]
    order: int
    average: float
    median: int
    def draw(self) -> Drawing: ...

class CornerSolution(Answer):
    solutions: int
    patterns: int
    assemblies: List[Any]
    @property
    def solvable(self) -> bool: ...
    def draw(self, what: Literal["cube", "graph"] = "cube", solution: int = 1) -> Drawing: ...
    def explain(self, width: int = 88) -> str: ...

class Puzzle:
    @property
    def family(self) -> str: ...
    @property
    def title(self) -> Optional[str]: ...
    def to_dict(self) -> Dict[str, Any]: ...
    def check(
        self, answer: Union[str, Answer, Dict[str, Any], Iterable[str]]
    ) -> Union[Literal[True], Wrong]: ...

class Insanity(Puzzle):
    def __init__(
        self,
        cubes: Union[str, Iterable[str], None] = None,
        *,
        pairs: Optional[Iterable[Sequence[Sequence[str]]]] = None,
        faces: Optional[Iterable[Sequence[str]]] = None,
        title: Optional[str] = None,
    ) -> None: ...
    @property
    def cubes(self) -> List[Any]: ...
    @classmethod
    def generate(
        cls,
        cubes: int = 4,
        *,
        kind: _Kind = "unique",
        seed: int = 0,
        colours: Optional[int] = None,
        difficulty: Optional[Literal["easy", "medium", "hard"]] = None,
        near_solutions: Optional[int] = None,
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> Insanity: ...
    def solve(
        self,
        *,
        limit: int = 1,
        count: bool = False,
        all: bool = False,
        method: Literal["auto", "factors", "rotations", "sat"] = "auto",
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> InsanitySolution: ...
    def obstacle(
        self, *, time: Optional[float] = None, memory: _Memory = None, progress: _Progress = False
    ) -> Optional[List[int]]: ...
    def graph(self, of: Literal["colours"] = "colours") -> networkx.MultiGraph: ...
    def draw(
        self,
        what: Optional[Literal["graph", "factors", "tower", "nets"]] = None,
        *,
        solution: int = 1,
        time: Optional[float] = None,
        memory: _Memory = None,
    ) -> Drawing: ...

class Tour(Puzzle):
    def __init__(
        self,
        rows: Union[int, str],
        columns: Optional[int] = None,
        *,
        start: Union[_Cell, Literal["any"], None] = None,
        end: Optional[_Cell] = None,
        die: Union[Tuple[int, int, int], Dict[str, int], Literal["any"], None] = None,
        handedness: Optional[Literal["left", "right"]] = None,
        faces: Optional[Sequence[int]] = None,
        blocked: Optional[Iterable[_Cell]] = None,
        closed: Union[bool, Literal["orientation"], None] = None,
        labels: Optional[Iterable[Tuple[int, int, int]]] = None,
        title: Optional[str] = None,
    ) -> None: ...
    def solve(
        self,
        *,
        extremes: Literal["both", "max", "min", "neither"] = "both",
        count: bool = False,
        distribution: bool = False,
        list: int = 0,
        method: Literal["auto", "search", "sets", "strip"] = "auto",
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> TourSolution: ...
    def labelled(
        self,
        seed: int = 0,
        *,
        tries: Optional[int] = None,
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> Tour: ...
    def graph(
        self,
        of: Literal["grid", "rolls"] = "grid",
        *,
        time: Optional[float] = None,
        memory: _Memory = None,
    ) -> Union[networkx.MultiGraph, networkx.MultiDiGraph]: ...
    def draw(
        self,
        what: Literal["board", "grid", "rolls"] = "board",
        *,
        which: Optional[Literal["max", "min"]] = "max",
        time: Optional[float] = None,
        memory: _Memory = None,
    ) -> Drawing: ...

class Picture(Puzzle):
    def __init__(
        self,
        rows: Union[int, str],
        columns: Optional[int] = None,
        *,
        metric: Optional[Literal["quarter", "half"]] = None,
        group: Optional[str] = None,
        generators: Optional[Sequence[str]] = None,
        row_moves: Union[Literal["all"], Sequence[str], None] = None,
        column_moves: Union[Literal["all"], Sequence[str], None] = None,
        configuration: Optional[Sequence[Sequence[str]]] = None,
        title: Optional[str] = None,
    ) -> None: ...
    def after(self, moves: Union[str, Iterable[str]]) -> Picture: ...
    def scrambled(self, moves: int = 100, seed: int = 0) -> Picture: ...
    def solve(
        self,
        *,
        method: Literal["auto", "local", "subgroup", "optimal"] = "auto",
        goal: Literal["solved", "any"] = "solved",
        count: bool = False,
        list: int = 0,
        table: Union[str, PathLike[str], None] = None,
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> PictureSolution: ...
    def distances(
        self,
        *,
        method: Literal["auto", "cosets", "plain", "graph", "words"] = "auto",
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> Distances: ...
    def group(
        self, *, time: Optional[float] = None, memory: _Memory = None, progress: _Progress = False
    ) -> Answer: ...
    def bounds(
        self, *, time: Optional[float] = None, memory: _Memory = None, progress: _Progress = False
    ) -> Answer: ...
    def graph(
        self,
        of: Literal["cayley", "quotient"] = "cayley",
        *,
        radius: Optional[int] = None,
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> networkx.MultiDiGraph: ...
    def draw(
        self,
        what: Literal["cubes", "cayley", "quotient", "chart"] = "cubes",
        *,
        radius: Optional[int] = None,
        time: Optional[float] = None,
        memory: _Memory = None,
    ) -> Drawing: ...

class Corner(Puzzle):
    def __init__(
        self, pieces: Union[str, Iterable[str]], *, title: Optional[str] = None
    ) -> None: ...
    @classmethod
    def generate(
        cls,
        rule: Literal["corners", "edges", "faces"] = "corners",
        *,
        seed: int = 0,
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> Corner: ...
    def solve(
        self,
        *,
        count: bool = False,
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> CornerSolution: ...
    def graph(
        self,
        of: Literal["cube", "loops"] = "cube",
        *,
        time: Optional[float] = None,
        memory: _Memory = None,
    ) -> Union[networkx.MultiGraph, networkx.MultiDiGraph]: ...
    def draw(
        self,
        what: Literal["pieces", "cube", "graph"] = "pieces",
        *,
        solution: int = 1,
        time: Optional[float] = None,
        memory: _Memory = None,
    ) -> Drawing: ...

class Cayley:
    generators: List[str]
    def __init__(
        self,
        generators: Union[str, Iterable[str]],
        *,
        time: Optional[float] = None,
        memory: _Memory = None,
        progress: _Progress = False,
    ) -> None: ...
    @property
    def order(self) -> int: ...
    def distances(
        self, *, time: Optional[float] = None, memory: _Memory = None, progress: _Progress = False
    ) -> Distances: ...
    def graph(
        self, *, time: Optional[float] = None, memory: _Memory = None, progress: _Progress = False
    ) -> networkx.MultiDiGraph: ...

def read(name: Union[str, PathLike[str]]) -> Puzzle: ...
def instances() -> Dict[str, List[str]]: ...
