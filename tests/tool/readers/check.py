"""Reads graphs with networkx, pydot and Graphviz, and compares them with what was meant.

    python check.py DIR

DIR has for every graph NAME the files NAME.expected (JSON: directed, nodes as [id, attributes],
edges as [source, target, attributes]) and NAME.json, NAME.graphml, NAME.dot, NAME.csv.
Prints a line for every graph; the status is 1 if any of them differs.
"""

import csv
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import networkx as nx
import pydot


# Up to this many vertices isomorphism is looked for.
SMALL = 40
# Up to this many edges DOT is read by pydot, whose parser needs seconds for a thousand; Graphviz
# counts the larger ones.
SHORT = 120


def frozen(attributes):
    return tuple(sorted((k, v) for k, v in attributes.items() if v is not None))


def same(what, expected, found):
    if expected != found:
        missing, extra = expected - found, found - expected
        raise AssertionError(f"{what}: missing {list(missing)[:3]}, extra {list(extra)[:3]}")


def nodes_of(pairs):
    return Counter((str(node), frozen(attributes)) for node, attributes in pairs)


def edges_of(triples, directed):
    return Counter(
        ((a, b) if directed else tuple(sorted((a, b))), frozen(attributes))
        for a, b, attributes in triples
    )


def compare(what, expected, graph, drop=()):
    directed = expected["directed"]
    assert graph.is_directed() == directed, f"{what}: directed"
    strip = lambda data: {k: v for k, v in data.items() if k not in drop}
    same(f"{what} nodes", nodes_of(expected["nodes"]),
         nodes_of((n, strip(d)) for n, d in graph.nodes(data=True)))
    same(f"{what} edges", edges_of(expected["edges"], directed),
         edges_of(((a, b, strip(d)) for a, b, d in graph.edges(data=True)), directed))
    degrees = Counter(a for a, _, _ in expected["edges"])
    degrees.update(b for _, b, _ in expected["edges"])
    same(f"{what} degrees", degrees, Counter({n: d for n, d in graph.degree() if d}))


def read_json(path, expected):
    data = json.loads(path.read_text())
    graph = nx.node_link_graph(data, edges="edges")
    compare("json", expected, graph)
    back = nx.node_link_data(graph, edges="edges")
    order = lambda rows, *keys: sorted(rows, key=lambda row: tuple(str(row[k]) for k in keys))
    ends = (lambda row: row) if data["directed"] else (
        lambda row: row | dict(zip(("source", "target"), sorted((row["source"], row["target"])))))
    assert order(back["nodes"], "id") == order(data["nodes"], "id"), "json: nodes come back changed"
    assert order(map(ends, back["edges"]), "key") == order(map(ends, data["edges"]), "key"), \
        "json: edges come back changed"


def read_graphml(path, expected):
    graph = nx.read_graphml(path, force_multigraph=True)
    compare("graphml", expected, graph, drop=("id",))
    if len(graph) <= SMALL:
        same_shape(expected, graph)
    # Written and read again by networkx alone, it is still the same graph.
    text = "\n".join(nx.generate_graphml(graph))
    back = nx.parse_graphml(text, force_multigraph=True)
    compare("graphml and back", expected, back, drop=("id",))


def same_shape(expected, graph):
    """Isomorphic to the graph that was meant under other names, attributes included."""
    kind = nx.MultiDiGraph if expected["directed"] else nx.MultiGraph
    meant = kind()
    meant.add_nodes_from((("meant", node), attributes) for node, attributes in expected["nodes"])
    meant.add_edges_from((("meant", a), ("meant", b), attributes)
                         for a, b, attributes in expected["edges"])
    labels = lambda data: frozen({k: v for k, v in data.items() if k != "id"})
    edges = lambda one, other: (
        Counter(map(labels, one.values())) == Counter(map(labels, other.values())))
    same_labels = lambda one, other: labels(one) == labels(other)
    assert nx.is_isomorphic(meant, graph, node_match=same_labels, edge_match=edges), "isomorphism"


def plain(text):
    """A value of DOT without its quotes."""
    text = str(text)
    if text.startswith('"'):
        text = text[1:-1].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
    return text


def read_dot(path, expected):
    if len(expected["edges"]) <= SHORT:
        parse_dot(path, expected)
    if shutil.which("gc"):
        counted = subprocess.run(["gc", "-n", "-e", path], capture_output=True, text=True, check=True)
        numbers = [int(word) for word in counted.stdout.split()[:2]]
        assert numbers == [len(expected["nodes"]), len(expected["edges"])], f"gc counts {numbers}"


def parse_dot(path, expected):
    (graph,) = pydot.graph_from_dot_data(path.read_text())
    assert (graph.get_type() == "digraph") == expected["directed"], "dot: directed"
    words = lambda data: {k: plain(v) for k, v in data.items() if k != "label"}
    as_text = lambda data: {
        k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in data.items() if v is not None
    }
    directed = expected["directed"]
    same("dot nodes", nodes_of((n, as_text(d)) for n, d in expected["nodes"]),
         nodes_of((plain(n.get_name()), words(n.get_attributes())) for n in graph.get_nodes()
                  if n.get_name() != '"\\n"'))
    same("dot edges", edges_of(((a, b, as_text(d)) for a, b, d in expected["edges"]), directed),
         edges_of(((plain(e.get_source()), plain(e.get_destination()), words(e.get_attributes()))
                   for e in graph.get_edges()), directed))


def read_csv(path, expected):
    with open(path, newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == len(expected["edges"]), "csv: number of lines"
    for number, (row, (a, b, attributes)) in enumerate(zip(rows, expected["edges"])):
        assert (row["source"], row["target"], row["key"]) == (a, b, str(number)), f"csv: {row}"
        for name, value in attributes.items():
            assert row[name] == ("" if value is None else str(value)), f"csv: {row}"


def main(folder):
    wrong = 0
    for path in sorted(Path(folder).glob("*.expected")):
        expected = json.loads(path.read_text())
        try:
            read_json(path.with_suffix(".json"), expected)
            read_graphml(path.with_suffix(".graphml"), expected)
            read_dot(path.with_suffix(".dot"), expected)
            read_csv(path.with_suffix(".csv"), expected)
            print(f"{path.stem}: {len(expected['nodes'])} vertices, {len(expected['edges'])} edges")
        except AssertionError as error:
            wrong += 1
            print(f"{path.stem}: WRONG: {error}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
