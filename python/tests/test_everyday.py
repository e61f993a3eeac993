"""What a stranger writes on the first day, and what comes out."""

import ast
import inspect
import pathlib
import pickle
import xml.etree.ElementTree as ElementTree

import cubegraph as cg
import networkx
import pytest

PAIRS = [
    [("green", "white"), ("blue", "white"), ("blue", "red")],
    [("blue", "blue"), ("green", "white"), ("red", "green")],
    [("red", "white"), ("red", "green"), ("blue", "white")],
    [("red", "red"), ("green", "white"), ("blue", "red")],
]


def test_instant_insanity():
    p = cg.Insanity("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD")
    s = p.solve()
    assert s.solvable and s.why is None
    assert s.counts["pairs"] == 1 and s.counts.principal == 1
    assert sorted(s.towers[0]["front"]) == list("ABCDE")
    assert p.check(s) is True and p.check(s.towers[0]) is True
    assert p.check("AEEDAD DCCBBB CBAADD BADEAB EDBCEE") is True
    wrong = p.check("AEDDEA DCCBBB CBAADD BADEAB EDBCEE")
    assert not wrong and str(wrong) == "D is twice on the right side"
    assert "2-factor" in s.explain()


def test_names_of_colours():
    p = cg.Insanity(pairs=PAIRS)
    graph = p.graph()
    assert type(graph) is networkx.MultiGraph
    assert set(graph) == {"green", "white", "blue", "red"}
    assert graph.number_of_edges() == 12
    assert {edge["cube"] for *_, edge in graph.edges(data=True)} == {1, 2, 3, 4}
    assert {edge["axis"] for *_, edge in graph.edges(data=True)} == {
        "left/right",
        "front/back",
        "top/bottom",
    }
    assert dict(graph.degree()) == {"green": 5, "white": 6, "blue": 6, "red": 7}
    assert p.solve().counts.pairs == cg.read("@parker-brothers").solve().counts.pairs == 1
    six = cg.Insanity(faces=[list("ACBDCC"), list("ACDBDC"), list("ABBCDD"), list("ABBDCD")])
    assert six.solve(count=True).counts.principal == 4
    assert len(six.solve(all=True).towers) == 4


def test_no_tower_has_a_reason():
    s = cg.read("@unsolvable").solve()
    assert not s.solvable and len(s.why) > 10
    assert cg.read("@unsolvable").obstacle()
    assert cg.read("@parker-brothers").obstacle() is None


def test_tours():
    t = cg.Tour(3, 3, blocked=[(1, 1)]).solve(count=True)
    assert (t.max.sum, t.max.moves, t.tours) == (t["max"]["sum"], t["max"]["moves"], 2)
    t = cg.Tour(3, 3).solve(count=True, distribution=True, list=100)
    assert t.tours == 8 and (t.max.sum, t.min.sum) == (37, 25)
    assert t.distribution == {"25": 1, "27": 1, "33": 1, "36": 3, "37": 2}
    assert len(t.list) == 8 and all(cg.Tour(3, 3).check(tour) for tour in t.list)
    assert cg.Tour(3, 3).check("NNEESSWN") is True
    assert "off the board" in str(cg.Tour(3, 3).check("NNEESSWS"))
    free = cg.Tour(3, 3, start="any", die="any", handedness="left").solve()
    assert free.max.sum + free.min.sum == 7 * 9
    primes = cg.Tour(4, 4, faces=[2, 3, 5, 7, 11, 13], die=(1, 2, 3), end=(3, 0))
    assert primes.solve(extremes="max").min is None
    grid = cg.Tour(3, 4, blocked={(1, 1)}).graph()
    assert set(grid) == {(r, c) for r in range(3) for c in range(4)} - {(1, 1)}
    assert networkx.is_isomorphic(
        networkx.Graph(cg.Tour(4, 5).graph()), networkx.grid_2d_graph(4, 5)
    )
    rolls = cg.Tour(2, 2).graph("rolls")
    assert ((0, 0), (1, 2, 3)) in rolls and rolls.is_directed()
    nothing = cg.Tour(1, 3, start=(0, 1)).solve()
    assert nothing.max is None and not nothing.solvable and nothing.why


def test_labelled_boards_have_one_tour():
    boards = [cg.Tour(4, 4).labelled(seed=seed) for seed in range(3)]
    assert all(board.solve(count=True).tours == 1 for board in boards)
    assert boards[0] == cg.Tour(4, 4).labelled(seed=0) != boards[1]


def test_picture_cubes():
    d = cg.Picture(3, 2).distances()
    assert d.diameter == 14 and sum(d.counts) == d.order == 2**4 * 12**6
    assert cg.Picture(2, 2, metric="half").distances().diameter < cg.Picture(2, 2).distances().diameter
    assert cg.Picture(3, 3).after("up1 left2").solve(method="optimal").moves == ["right2", "down1"]
    puzzle = cg.Picture(3, 3).after(["up1", "left2"])
    assert puzzle.check(["right2", "down1"]) is True and not puzzle.check("right2")
    shortest = cg.Picture(2, 2).after("up1 up2").solve(list=9)
    assert shortest.shortest_solutions == 2
    assert shortest.solutions == [["down1", "down2"], ["down2", "down1"]]
    scrambled = cg.Picture(3, 3).scrambled(50, seed=4)
    assert scrambled.check(scrambled.solve()) is True
    assert scrambled == cg.Picture(3, 3).scrambled(50, seed=4) != scrambled.after("up1")
    a5 = cg.Picture(2, 1, group="A5", row_moves=["(1 2 3)", "(1 3 2)"], column_moves="all")
    assert a5.distances().order == 60**2
    coins = cg.Picture(2, 2, group="C2").distances()
    assert (coins.diameter, coins.counts) == (2, [1, 4, 3])
    assert cg.Picture(1000, 1).bounds().diameter == 2502


def test_integers_of_any_size():
    order = cg.Picture(100, 100).group().order
    assert order == 2**199 * 12**10_000
    assert cg.Tour(4, 80).solve(extremes="neither", count=True).tours > 2**64


def test_cayley_graphs():
    a5 = cg.Cayley(["(1 2 3 4 5)", "(1 2 3)"])
    d = a5.distances()
    assert a5.order == sum(d.counts) == 60
    graph = a5.graph()
    assert (len(graph), graph.size()) == (60, 120)
    [identity] = [node for node in graph if node in ("", "()")]
    lengths = networkx.single_source_shortest_path_length(graph, identity).values()
    assert [list(lengths).count(k) for k in range(d.diameter + 1)] == d.counts
    assert {arc["generator"] for *_, arc in graph.edges(data=True)} == {0, 1}
    assert cg.Cayley(["(1 2 3 4 5 6 7 8)", "(1 2)"]).distances().order == 40320


def test_corner_cubes():
    pieces = cg.Corner("AAD ACB ACD ADB ADD BBC BCC BDC")
    s = pieces.solve()
    assert len(s.assemblies) == s.solutions == 1 and s.loops == 107
    assert pieces.check(s) is True
    assert pieces.check("AAD ADB ACD ADD ACB BCC BBC BDC") is True
    assert not pieces.check("AAD ADB ACD ADD ACB BCC BDC BBC")
    assert networkx.is_isomorphic(networkx.Graph(pieces.graph()), networkx.hypercube_graph(3))
    assert cg.Corner.generate(seed=5).solve().solutions == 1
    assert pieces == cg.Corner(["AAD", "ACB", "ACD", "ADB", "ADD", "BBC", "BCC", "BDC"])


@pytest.mark.parametrize("kind", ["unique", "unsolvable", "balanced", "solvable"])
def test_generated_puzzles(kind):
    p = cg.Insanity.generate(5, kind=kind, seed=7)
    assert p == cg.Insanity.generate(5, kind=kind, seed=7) != cg.Insanity.generate(5, kind=kind, seed=8)
    s = p.solve()
    assert kind == "balanced" or s.solvable == (kind != "unsolvable")
    assert kind != "unique" or s.counts.principal == 1


DRAWINGS = {
    "insanity": lambda: [cg.read("@parker-brothers").draw(what) for what in (None, "graph", "factors", "tower", "nets")],
    "tour": lambda: [cg.Tour(3, 3).draw(what) for what in ("board", "grid", "rolls")]
    + [cg.Tour(3, 3).draw(which="min"), cg.Tour(3, 3).solve(list=3).draw(which=3)],
    "picture": lambda: [cg.Picture(1, 1).draw(what) for what in ("cubes", "cayley", "quotient", "chart")],
    "corner": lambda: [cg.read("@van-kreveld").draw(what) for what in ("pieces", "graph", "cube")],
}
STARTS = {"svg": b"<", "png": b"\x89PNG", "pdf": b"%PDF", "tex": b"", "dot": b""}


@pytest.mark.parametrize("family", DRAWINGS)
def test_pictures(family, tmp_path):
    drawings = DRAWINGS[family]()
    assert len({drawing.svg for drawing in drawings}) == len(drawings)
    for drawing in drawings:
        assert ElementTree.fromstring(drawing._repr_svg_()).tag.endswith("svg")
    for ending in ("svg", "png", "pdf", "tex"):
        path = tmp_path / f"x.{ending}"
        drawings[0].save(path, width=300)
        assert path.read_bytes().startswith(STARTS[ending]) and path.stat().st_size > 500
        assert drawings[0].to_bytes(ending, width=300)[:4] == path.read_bytes()[:4]
    drawings[1].save(str(tmp_path / "x.dot"))
    assert "graph" in (tmp_path / "x.dot").read_text()
    with pytest.raises(cg.InputError, match="no form"):
        drawings[0].save(tmp_path / "x.doc")


def test_frames():
    frame = cg.Picture(3, 2).distances().to_frame()
    assert list(frame.columns) == ["distance", "configurations"] and len(frame) == 15
    assert len(cg.read("@parker-brothers").solve().to_frame()) == 4
    assert set(cg.Tour(3, 3).solve().to_frame()["extreme"]) == {"max", "min"}
    assert len(cg.read("@van-kreveld").solve().to_frame()) == 8
    assert list(cg.Picture(2, 2).after("up1").solve().to_frame()["move"]) == ["down1"]


def test_puzzles_are_values():
    puzzles = [cg.read(name) for names in cg.instances().values() for name in names]
    assert len(set(puzzles)) == len(puzzles)
    for puzzle in puzzles:
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle and again.title == puzzle.title and str(again) == str(puzzle)
        assert type(puzzle).__name__ in repr(puzzle)
    s = puzzles[0].solve()
    again = pickle.loads(pickle.dumps(s))
    assert again == s and again.to_dict() == s.to_dict() and "solvable" in repr(again)


def test_help_helps():
    for thing in (cg, cg.Insanity, cg.Tour, cg.Picture, cg.Corner, cg.Cayley, cg.read):
        assert len(thing.__doc__) > 80
    for kind in (cg.Insanity, cg.Tour, cg.Picture, cg.Corner, cg.Cayley):
        public = [name for name in dir(kind) if not name.startswith("_")]
        assert all(getattr(kind, name).__doc__ for name in public), kind
    assert "diameter" in dir(cg.Picture(1, 1).distances())


def test_the_stubs_are_those_of_the_code():
    """Every class and method of the stubs is there, with the same arguments."""
    stubs = pathlib.Path(cg.__file__).with_name("__init__.pyi").read_text()
    seen = set()
    for item in ast.parse(stubs).body:
        if isinstance(item, ast.ClassDef):
            seen.add(item.name)
            for method in item.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("__"):
                    compare(method, inspect.getattr_static(getattr(cg, item.name), method.name))
                elif getattr(method, "name", "") == "__init__":
                    compare(method, getattr(cg, item.name).__init__)
        elif isinstance(item, ast.FunctionDef):
            seen.add(item.name)
            compare(item, getattr(cg, item.name))
    assert seen | {"__version__"} == set(cg.__all__)


def compare(stub, code):
    code = getattr(code, "__func__", code)
    code = getattr(code, "fget", code)
    there = inspect.signature(code).parameters.values()
    arguments = stub.args
    positional = [argument.arg for argument in arguments.args]
    assert positional == [p.name for p in there if p.kind is p.POSITIONAL_OR_KEYWORD], stub.name
    keywords = [argument.arg for argument in arguments.kwonlyargs]
    assert keywords == [p.name for p in there if p.kind is p.KEYWORD_ONLY], stub.name
    defaults = arguments.defaults + [d for d in arguments.kw_defaults if d is not None]
    assert len(defaults) == sum(p.default is not p.empty for p in there), stub.name
