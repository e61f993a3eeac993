"""Wrong input of every kind is an exception that says what to do; nothing else happens."""

import builtins
import pickle

import cubegraph as cg
import pytest


@pytest.mark.parametrize(
    "text, line, column",
    [
        ("AEDDEA BBCBD", 1, 8),
        ("AEDDEA\nBBCBDC\nABCDEFG", 3, 1),
        ('kind = "insanity"\ncubes = ["ABCDE"]\n', 2, 10),
        ('kind = "insanity"\ncubs = ["ABCDEF"]\n', 2, 1),
        ('kind = "tour"\nrows = 3\ncolumns = 3\n', 1, 8),
        ('kind = "insanity"\ncubes = [', 2, None),
    ],
)
def test_places_in_texts(text, line, column):
    with pytest.raises(cg.InputError) as caught:
        cg.Insanity(text)
    assert caught.value.line == line
    assert column is None or caught.value.column == column
    assert isinstance(caught.value, cg.Error) and isinstance(caught.value, ValueError)
    assert len(str(caught.value)) > 20


def test_places_in_files(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('kind = "tour"\nrows = 3\ncolumns = "three"\n')
    with pytest.raises(cg.InputError, match="mine.toml:3:11") as caught:
        cg.read(path)
    assert (caught.value.line, caught.value.column) == (3, 11)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.line) == (str(caught.value), 3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: cg.Insanity(""),
        lambda: cg.Insanity("ABC"),
        lambda: cg.Insanity("é"),
        lambda: cg.Insanity("ABCDEF\0"),
        lambda: cg.Insanity(pairs=[]),
        lambda: cg.Insanity(pairs=[[("", "a"), ("b", "c"), ("d", "e")]]),
        lambda: cg.Insanity(faces=[["a", "b", "c", "d", "e", " "]]),
        lambda: cg.Insanity.generate(1),
        lambda: cg.Insanity.generate(4, kind="odd"),
        lambda: cg.Insanity.generate(4, seed=-1),
        lambda: cg.read("@parker-brothers").solve(method="magic"),
        lambda: cg.read("@parker-brothers").solve(limit=-1),
        lambda: cg.read("@parker-brothers").draw("sculpture"),
        lambda: cg.read("@parker-brothers").draw(solution=9),
        lambda: cg.read("@parker-brothers").check("XXXXXX"),
        lambda: cg.read("@parker-brothers").check({"front": 1}),
        lambda: cg.read("@no-such-instance"),
        lambda: cg.Tour(0, 3),
        lambda: cg.Tour(-1, 3),
        lambda: cg.Tour(3, 2.5),
        lambda: cg.Tour(3, True),
        lambda: cg.Tour(3, 10**30),
        lambda: cg.Tour("three"),
        lambda: cg.Tour(3, 3, blocked=[(3, 3)]),
        lambda: cg.Tour(3, 3, blocked=[(1,)]),
        lambda: cg.Tour(3, 3, start="nowhere"),
        lambda: cg.Tour(3, 3, die=(1, 1, 2)),
        lambda: cg.Tour(3, 3, die=(1, 2)),
        lambda: cg.Tour(3, 3, faces=[1, 2]),
        lambda: cg.Tour(3, 3, labels=[(0, 0, 7)]),
        lambda: cg.Tour(3, 3, closed="perhaps"),
        lambda: cg.Tour(3, 3).solve(extremes="most"),
        lambda: cg.Tour(3, 3).check("NNQ"),
        lambda: cg.Tour(3, 3).graph("trees"),
        lambda: cg.Picture(0, 1),
        lambda: cg.Picture("3x"),
        lambda: cg.Picture(2, 2, metric="miles"),
        lambda: cg.Picture(2, 2, group="E8"),
        lambda: cg.Picture(2, 2, group="A5", metric="half"),
        lambda: cg.Picture(2, 2, group="A5", row_moves=["(1 2)"]),
        lambda: cg.Picture(2, 2, configuration=[["u"]]),
        lambda: cg.Picture(2, 2).after("sideways1"),
        lambda: cg.Picture(2, 2).after("up3"),
        lambda: cg.Picture(2, 2).solve(method="cosets"),
        lambda: cg.Picture(2, 2).distances(method="optimal"),
        lambda: cg.Picture(2, 2).check("up"),
        lambda: cg.Corner("AAD"),
        lambda: cg.Corner("AAX ACB ACD ADB ADD BBC BCC BDC"),
        lambda: cg.Corner.generate("spheres"),
        lambda: cg.Cayley(["(1 1)"]),
        lambda: cg.Cayley(["(1 2"]),
    ],
)
def test_input_errors(make):
    with pytest.raises(cg.InputError) as caught:
        make()
    assert str(caught.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: cg.Insanity(),
        lambda: cg.Insanity("ABCDEF", pairs=[]),
        lambda: cg.Insanity(5),
        lambda: cg.Insanity(pairs=[[("a", 1), ("b", "c"), ("d", "e")]]),
        lambda: cg.Tour(3),
        lambda: cg.Tour("3x3", start=(0, 0)),
        lambda: cg.Tour(object(), 3),
        lambda: cg.Picture(3),
        lambda: cg.Corner(None),
        lambda: cg.Cayley(7),
        lambda: cg.Tour(3, 3).solve(wishes=3),
        lambda: cg.Tour(3, 3).solve(time="soon"),
        lambda: cg.Tour(3, 3).check(3),
    ],
)
def test_wrong_types(make):
    with pytest.raises((TypeError, ValueError)):
        make()


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        cg.read(tmp_path / "no-such-file.toml")
    assert str(caught.value.filename).endswith("no-such-file.toml")
    with pytest.raises(IsADirectoryError):
        cg.read(tmp_path)
    with pytest.raises(OSError):
        cg.read("@parker-brothers").draw().save(tmp_path / "no-such-folder" / "x.svg")
    (tmp_path / "binary.toml").write_bytes(b"kind = \xff")
    with pytest.raises(cg.InputError, match="UTF-8"):
        cg.read(tmp_path / "binary.toml")


def test_limits():
    with pytest.raises(cg.TooLarge) as caught:
        cg.Picture(4, 3).distances(memory="1 MiB")
    assert caught.value.needed > 2**20
    with pytest.raises(cg.TooLarge):
        cg.Picture(4, 3).distances(memory=2**20)
    with pytest.raises(cg.TooLarge):
        cg.Picture(9, 9).distances()
    with pytest.raises(cg.OutOfTime) as caught:
        cg.Picture(4, 3).distances(time=0.2)
    assert isinstance(caught.value, TimeoutError)
    with pytest.raises(cg.OutOfTime):
        cg.Tour(9, 9).solve(time=0)
    for wrong in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError):
            cg.Tour(3, 3).solve(time=wrong)
    for wrong in (-1, "much", "1 QiB"):
        with pytest.raises(ValueError):
            cg.Tour(3, 3).solve(memory=wrong)
    assert cg.Tour(3, 3).solve(time=60, memory="1GiB").max.sum == 37


def test_missing_modules(monkeypatch):
    real = builtins.__import__

    def refuse(name, *rest):
        if name.split(".")[0] in ("networkx", "pandas"):
            raise ImportError(name)
        return real(name, *rest)

    import importlib

    monkeypatch.setattr(importlib, "import_module", refuse)
    with pytest.raises(ImportError, match="graph.. needs networkx: pip install networkx"):
        cg.read("@parker-brothers").graph()
    with pytest.raises(ImportError, match="to_frame.. needs pandas"):
        cg.read("@parker-brothers").solve().to_frame()
    assert cg.read("@parker-brothers").solve().solvable


def test_unknown_attributes_say_what_there_is():
    s = cg.read("@parker-brothers").solve()
    with pytest.raises(AttributeError, match="it has .*solvable"):
        s.solvabel
    with pytest.raises(AttributeError, match="it has .*moves"):
        cg.Tour(3, 3).solve().max.movs
