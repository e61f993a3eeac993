"""Every built-in instance: the answers and graphs are those of the command line."""

import cubegraph as cg
import networkx
import pytest

NAMES = [name for names in cg.instances().values() for name in names]
GRAPHS = {
    "insanity": ["colours"],
    "tour": ["grid", "rolls"],
    "corner": ["cube", "loops"],
}


def test_all_instances_are_listed():
    assert len(NAMES) >= 40
    assert set(cg.instances()) == {"insanity", "tour", "picture", "corner"}


@pytest.mark.parametrize("name", NAMES)
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


@pytest.mark.parametrize("name", ["@parker-brothers", "@holes", "@van-kreveld"])
def test_graphs(name, tool):
    puzzle = cg.read(name)
    for of in GRAPHS[puzzle.family]:
        ours = puzzle.graph(of)
        data = tool(puzzle.family, "graph", name, "--of", of, "--to", "json")
        if of == "cube":
            # The tool shows an assembly on the graph; the places are the same.
            for part in data["nodes"] + data["edges"]:
                for key in ("number", "piece", "source_half", "target_half"):
                    part.pop(key, None)
        theirs = networkx.node_link_graph(data, edges="edges")
        assert ours.is_directed() == theirs.is_directed() and ours.is_multigraph()
        assert (len(ours), ours.size()) == (len(theirs), theirs.size())
        assert networkx.faster_could_be_isomorphic(ours, theirs)
        if len(ours) < 20:
            assert networkx.is_isomorphic(ours, theirs)
        attributes = [sorted(map(str, graph.edges.data())) for graph in (ours, theirs)]
        assert puzzle.family == "tour" or attributes[0] == attributes[1]
        assert sorted(str(data) for *_, data in ours.edges(data=True)) == sorted(
            str(data) for *_, data in theirs.edges(data=True)
        )


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
