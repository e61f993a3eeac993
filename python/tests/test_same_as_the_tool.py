"""Every built-in instance: the answers and graphs are those of the command line."""

import cubegraph as cg
import networkx
import pytest

NAMES = [name for names in cg.instances().values() for name in names]
# Minutes of search, or gigabytes of memory, on a small machine.
LONG = {"@tour/7x7", "@tour/8x8", "@picture/five-hours", "@picture/twelve-cubes"}
GRAPHS = {
    "insanity": ["colours"],
    "tour": ["grid", "rolls"],
    "corner": ["cube", "loops"],
    "picture": ["cayley"],
}


def test_all_instances_are_listed():
    assert len(NAMES) >= 40
    assert set(cg.instances()) == {"insanity", "tour", "picture", "corner"}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in LONG])
def test_solutions(name, tool):
    puzzle = cg.read(name)
    if puzzle.family == "picture" and "configuration" not in puzzle.to_dict():
        ours, theirs = puzzle.group(), tool("picture", "group", name, "--format", "json")
    else:
        ours, theirs = puzzle.solve(), tool(puzzle.family, "solve", name, "--format", "json")
    assert ours.to_dict() == theirs
    if ours["command"] == "solve" and ours.why is None:
        assert puzzle.check(ours) is True


@pytest.mark.parametrize("size", ["3x2", "1x1", "4x1"])
@pytest.mark.parametrize("metric", ["quarter", "half"])
def test_distances(size, metric, tool):
    theirs = tool("picture", "distances", size, "--metric", metric, "--format", "json")
    rows, columns = map(int, size.split("x"))
    ours = cg.Picture(rows, columns, metric=metric).distances().to_dict()
    assert ours.pop("seconds") >= 0 and theirs.pop("seconds") >= 0
    assert ours == theirs


@pytest.mark.parametrize("name", ["@parker-brothers", "@holes", "@van-kreveld", "@coins"])
def test_graphs(name, tool):
    puzzle = cg.read(name)
    for of in GRAPHS[puzzle.family]:
        if name == "@coins":
            continue
        ours = puzzle.graph(of)
        arguments = (puzzle.family, "graph", name, "--of", of, "--to", "json")
        theirs = networkx.node_link_graph(tool(*arguments), edges="edges")
        assert ours.is_directed() == theirs.is_directed() and ours.is_multigraph()
        same = networkx.algorithms.isomorphism.categorical_multiedge_match("roll", None)
        assert networkx.is_isomorphic(ours, theirs, edge_match=same)
        assert (len(ours), ours.size()) == (len(theirs), theirs.size())


def test_the_cayley_graph(tool):
    ours = cg.Picture(2, 1).graph()
    theirs = networkx.node_link_graph(tool("picture", "graph", "2x1", "--to", "json"), edges="edges")
    assert isinstance(ours, networkx.MultiDiGraph)
    assert ours.nodes(data=True) == theirs.nodes(data=True)
    assert sorted(map(str, ours.edges(data=True))) == sorted(map(str, theirs.edges(data=True)))
    counts = cg.Picture(2, 1).distances().counts
    seen = [d for _, d in ours.nodes(data="distance")]
    assert [seen.count(d) for d in range(len(counts))] == counts
    # networkx finds the same distances by itself.
    [solved] = [node for node, d in ours.nodes(data="distance") if d == 0]
    lengths = networkx.single_source_shortest_path_length(ours, solved)
    assert all(lengths[node] == d for node, d in ours.nodes(data="distance"))


def test_balls_and_quotients(tool):
    for of, arguments in [("cayley", ["--radius", "2"]), ("quotient", [])]:
        radius = 2 if arguments else None
        ours = cg.Picture(2, 1).graph(of, radius=radius)
        theirs = tool("picture", "graph", "2x1", "--of", of, *arguments, "--to", "json")
        theirs = networkx.node_link_graph(theirs, edges="edges")
        assert ours.nodes(data=True) == theirs.nodes(data=True)
        assert ours.size() == theirs.size()
