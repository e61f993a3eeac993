#!/usr/bin/env python3
"""Checks certificates of bounds, written from docs/certificates.md alone.

Usage: check.py FILE...    Prints one line for each certificate; status 1 if one is not valid.
"""

import json
import re
import sys
from fractions import Fraction
from functools import reduce
from operator import itemgetter

NEVER = 250  # costs are kept in bytes; no finite cost comes near this


class Invalid(Exception):
    """Why a certificate is not valid."""


def need(condition, reason):
    if not condition:
        raise Invalid(reason)


# Permutations: tuples of images of 0, 1, 2, …, as long as the largest point that moves.
def trim(images):
    images = list(images)
    while images and images[-1] == len(images) - 1:
        images.pop()
    return tuple(images)


def times(a, b):
    size = max(len(a), len(b))
    image = lambda p, x: p[x] if x < len(p) else x
    return trim(image(b, image(a, x)) for x in range(size))


def inverse(a):
    result = [0] * len(a)
    for x, y in enumerate(a):
        result[y] = x
    return tuple(result)


def cycles(text):
    need(re.fullmatch(r"\s*(\([\d\s,]*\)\s*)*", text), f"{text!r} is not a product of cycles")
    result = ()
    for part in re.findall(r"\(([\d\s,]*)\)", text):
        points = [int(x) - 1 for x in re.findall(r"\d+", part)]
        need(len(set(points)) == len(points) and min(points, default=0) >= 0, f"bad cycle ({part})")
        need(max(points, default=0) < 10000, f"bad cycle ({part})")
        images = list(range(max(points, default=-1) + 1))
        for k, point in enumerate(points):
            images[point] = points[(k + 1) % len(points)]
        result = times(result, trim(images))
    return result


def written(p):
    seen, text = set(), ""
    for start in range(len(p)):
        if start not in seen and p[start] != start:
            cycle, x = [], start
            while x not in seen:
                seen.add(x)
                cycle.append(str(x + 1))
                x = p[x]
            text += "(" + " ".join(cycle) + ")"
    return text


def is_odd(p):
    return sum(1 for i in range(len(p)) for j in range(i) if p[j] > p[i]) % 2 == 1


TURNS = {k: cycles(v) for k, v in
         {"u": "(1 4 2 3)", "d": "(1 3 2 4)", "l": "(1 3 4 2)", "r": "(1 2 4 3)"}.items()}


def integer(value, name, least, most):
    need(type(value) is int and least <= value <= most, f"{name} is not a whole number in range")
    return value


class Puzzle:
    """The rows of a puzzle, their classes, and the costs of words."""

    def __init__(self, data):
        self.rows = integer(data.get("rows"), "rows", 1, 10**9)
        self.columns = integer(data.get("columns"), "columns", 1, 20)
        self.bound = integer(data.get("bound"), "bound", 0, 10**13)
        self.cube = "group" not in data
        n = self.columns
        if self.cube:
            metric = data.get("metric")
            need(metric in ("quarter", "half"), "metric is neither quarter nor half")
            named = [("left", TURNS["l"]), ("right", TURNS["r"])]
            row_moves = [TURNS["u"], TURNS["d"]]
            if metric == "half":
                row_moves.append(times(TURNS["u"], TURNS["u"]))
                named.append(("column", times(TURNS["l"], TURNS["l"])))
            self.letters = {f"{name}{j + 1}": (j, x) for j in range(n) for name, x in named}
        else:
            group = data["group"]
            need(isinstance(group, dict) and "metric" not in data, "a group has no metric")
            for key in ("row_moves", "column_moves"):
                texts = group.get(key)
                need(isinstance(texts, list) and all(isinstance(t, str) for t in texts),
                     f"{key} is not a list of cycles")
            row_moves = [cycles(t) for t in group["row_moves"]]
            moves = [cycles(t) for t in group["column_moves"]]
            self.letters = {f"column{j + 1}{written(x)}": (j, x) for j in range(n) for x in moves}
        self.row_moves = row_moves
        self.elements = self.closure(row_moves + [x for _, x in self.letters.values()])
        self.number = {x: k for k, x in enumerate(self.elements)}
        need(len(self.elements) ** n <= 2**20, "too many rows to list")
        self.lengths = {(): 0}
        level = [()]
        while level:
            after = {times(a, x) for a in level for x in row_moves} - set(self.lengths)
            length = self.lengths[level[0]] + 1
            self.lengths.update({a: length for a in after})
            level = sorted(after)
        self.list_classes()
        self.tables = {}

    @staticmethod
    def closure(generators):
        elements, known = [()], {()}
        for a in elements:
            for x in generators:
                b = times(a, x)
                if b not in known:
                    known.add(b)
                    elements.append(b)
            need(len(elements) <= 10000, "the group is too large")
        return elements

    def list_classes(self):
        """The normal subgroup, then its cosets: class_of[row] and members[class]."""
        n, multiply = self.columns, self.multiply
        generators = [tuple([x] * n) for x in self.row_moves]
        inside = self.span(generators)
        for g in generators:  # grows
            for j, x in self.letters.values():
                h = list(g)
                h[j] = times(times(inverse(x), h[j]), x)
                h = tuple(h)
                if h not in inside:
                    generators.append(h)
                    inside = self.span(generators)
        normal = sorted(inside)
        self.class_of, self.members = {}, []
        waiting = [tuple([()] * n)]
        while waiting:
            row = waiting.pop()
            if row in self.class_of:
                continue
            coset = [multiply(row, m) for m in normal]
            for g in coset:
                self.class_of[g] = len(self.members)
            self.members.append(coset)
            waiting += [self.move(row, letter) for letter in self.letters]
        self.place = [{g: k for k, g in enumerate(coset)} for coset in self.members]

    def span(self, generators):
        inside, waiting = {tuple([()] * self.columns)}, [tuple([()] * self.columns)]
        while waiting:
            row = waiting.pop()
            for g in generators:
                h = self.multiply(row, g)
                if h not in inside:
                    inside.add(h)
                    waiting.append(h)
        return inside

    def multiply(self, g, h):
        return tuple(self.product(a, b) for a, b in zip(g, h))

    products = {}

    def product(self, a, b):
        key = (a, b)
        if key not in self.products:
            self.products[key] = times(a, b)
        return self.products[key]

    def move(self, row, letter):
        j, x = self.letters[letter]
        return row[:j] + (self.product(row[j], x),) + row[j + 1:]

    def table(self, index, letter):
        """For a class: where a letter leads, and for every product of row moves its places."""
        if (index, letter) not in self.tables:
            rows = self.members[index]
            target = self.class_of[self.move(rows[0], letter)]
            places = itemgetter(*[self.place[target][self.move(g, letter)] for g in rows])
            self.tables[index, letter] = target, places
        return self.tables[index, letter]

    def relaxed(self, index, costs):
        """Allows row moves first."""
        if ("row", index) not in self.tables:
            rows = self.members[index]
            self.tables["row", index] = [
                (bytes(min(c + length, NEVER) for c in range(256)),
                 itemgetter(*[self.place[index][tuple(self.product(x, a) for x in g)]
                              for g in rows]))
                for a, length in self.lengths.items()]
        options = [places(costs.translate(more)) for more, places in self.tables["row", index]]
        return bytes(map(min, *options)) if len(options) > 1 else bytes(options[0])

    def empty(self):
        index = self.class_of[tuple([()] * self.columns)]
        costs = bytearray([NEVER] * len(self.members[index]))
        costs[self.place[index][tuple([()] * self.columns)]] = 0
        return index, self.relaxed(index, bytes(costs))

    def before(self, letter, index, costs):
        """The class and costs of a word with a letter put before it."""
        source = next(k for k, rows in enumerate(self.members)
                      if self.class_of[self.move(rows[0], letter)] == index)
        _, places = self.table(source, letter)
        return source, self.relaxed(source, bytes(places(costs)))

    def word_costs(self, word, index):
        """The costs of a word on the rows of a class."""
        for letter in word:
            need(letter in self.letters, f"{letter!r} is not a column move")
        here, costs = self.suffix(tuple(word))
        need(here == index and max(costs) < NEVER, f"{word} does not solve every row of its class")
        return costs

    def suffix(self, word):
        """Words share their endings, and so do their costs."""
        if word not in self.tables:
            if not word:
                self.tables[word] = self.empty()
            else:
                self.tables[word] = self.before(word[0], *self.suffix(word[1:]))
        return self.tables[word]

    def cell(self, text):
        need(isinstance(text, str), "a cell is not a text")
        if self.cube and text and "(" not in text:
            need(set(text) <= set("udlr"), f"{text!r} is not a cell")
            return reduce(times, (TURNS[c] for c in text), ())
        return cycles(text)

    def class_named(self, name):
        need(isinstance(name, list) and len(name) == self.columns, f"class {name} is not one")
        if self.cube:
            need(all(type(x) is int and x in (0, 1) for x in name), f"class {name} is not one")
            need(name[0] == 0, f"class {name} does not begin with 0")
            row = tuple(TURNS["l"] if x else () for x in name)
        else:
            row = tuple(self.cell(x) for x in name)
        need(row in self.class_of, f"class {name} is not one")
        return self.class_of[row]


def weight(text):
    need(isinstance(text, str) and len(text) <= 400, "a weight is not a fraction in quotes")
    need(re.fullmatch(r"\d+(/0*[1-9]\d*)?", text, re.ASCII), f"weight {text!r} is not a fraction")
    return Fraction(text)


def upper(data, puzzle):
    parity = data.get("parity", False)
    need(isinstance(parity, bool), "parity is neither true nor false")
    if parity:
        moves = puzzle.row_moves + [x for _, x in puzzle.letters.values()]
        need(all(map(is_odd, moves)), "parity needs odd moves")
    need(isinstance(data.get("classes"), list), "classes is not a list")
    seen, largest = set(), 0
    for entry in data["classes"]:
        need(isinstance(entry, dict), "a class is not an object")
        index, kind = puzzle.class_named(entry.get("class")), entry.get("type")
        need(type(kind) is int and kind in (0, 1) if parity else kind is None, "wrong type")
        need((index, kind) not in seen, f"class {entry['class']} is there twice")
        seen.add((index, kind))
        need(isinstance(entry.get("words"), list), "words is not a list")
        words = []
        for item in entry["words"]:
            need(isinstance(item, dict) and isinstance(item.get("word"), list), "a word is no list")
            words.append((item["word"], weight(item.get("weight"))))
        need(sum(x for _, x in words) == 1, f"weights of class {entry['class']} do not sum to 1")
        whole = reduce(lambda a, b: a * b // gcd(a, b), (x.denominator for _, x in words), 1)
        length, totals = Fraction(0), [0] * len(puzzle.members[index])
        for word, x in words:
            need(all(letter in puzzle.letters for letter in word), f"{word} has a foreign move")
            first = sum(1 for letter in word if puzzle.letters[letter][0] == 0)
            lowered = parity and (len(word) + puzzle.rows * first) % 2 != kind
            length += x * (len(word) - lowered)
            if x:
                costs, times_ = puzzle.word_costs(word, index), int(x * whole)
                table = [c * times_ for c in range(256)]
                totals = [t + table[c] for t, c in zip(totals, costs)]
        value = length + puzzle.rows * Fraction(max(totals), whole)
        largest = max(largest, value.numerator // value.denominator)
    need(len(seen) == len(puzzle.members) * (2 if parity else 1), "a class is missing")
    need(largest == puzzle.bound, f"the words prove {largest}, not {puzzle.bound}")


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def lower(data, puzzle):
    need(data.get("because") in ("words", "search"), "because is neither words nor search")
    rows = data.get("configuration")
    need(isinstance(rows, list) and len(rows) == puzzle.rows, "wrong number of rows")
    states = []
    for row in rows:
        need(isinstance(row, list) and len(row) == puzzle.columns, "wrong number of cells")
        states.append(tuple(puzzle.cell(cell) for cell in row))
    need(all(row in puzzle.class_of for row in states), "a cell is not a product of moves")
    index = puzzle.class_of[states[0]]
    need(all(puzzle.class_of[row] == index for row in states), "rows of different classes")
    places = [puzzle.place[index][row] for row in states]
    # kept[class][place][cost]: the words kept so far, as bits, that cost no more there.
    kept = [[[0] * (NEVER + 1) for _ in rows] for rows in puzzle.members]
    counts = [0] * len(puzzle.members)

    def is_dominated(here, costs):
        words = -1
        for table, cost in zip(kept[here], costs):
            words &= table[cost]
            if not words:
                return False
        return True

    level, length = [puzzle.empty()], 0
    while level and length < puzzle.bound:
        following = []
        for here, costs in sorted(level, key=lambda word: sum(word[1])):
            if counts[here] and is_dominated(here, costs):
                continue
            bit = 1 << counts[here]
            counts[here] += 1
            for table, cost in zip(kept[here], costs):
                for more in [*range(cost, 40), NEVER] if cost < 40 else [NEVER]:
                    table[more] |= bit
            if here == index:
                finite = all(costs[p] < NEVER for p in places)
                total = length + sum(costs[p] for p in places)
                need(not finite or total >= puzzle.bound, f"{total} moves solve it")
            for letter in puzzle.letters:
                following.append(puzzle.before(letter, here, costs))
        level, length = following, length + 1
        need(sum(counts) < 200000, "too many words")


def check(data):
    need(isinstance(data, dict), "a certificate is an object")
    need(data.get("certificate") in ("upper", "lower"), "neither upper nor lower")
    puzzle = Puzzle(data)
    (upper if data["certificate"] == "upper" else lower)(data, puzzle)
    return f"{data['certificate']} {puzzle.rows}x{puzzle.columns} {puzzle.bound}"


def main(paths):
    bad = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                data = json.load(file)
        except ValueError as error:
            print(f"{path}: no JSON: {error}")
            bad += 1
            continue
        need(data != [], "an empty list")
        for one in data if isinstance(data, list) else [data]:
            try:
                print(f"{path}: valid: {check(one)}", flush=True)
            except Invalid as reason:
                bad += 1
                print(f"{path}: NOT valid: {reason}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
