"""Limits of a call, and its progress shown by tqdm."""

import os
import re
import sys

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
UNITS.update({unit + "i": 2 ** (10 * power) for power, unit in enumerate("kmgt", 1)})


def _machine():
    """The memory of this machine in bytes, where the system tells it: nobody can use more."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


MACHINE = _machine()
NO_LIMITS = (None, MACHINE, None)


def limits(time, memory, progress):
    """The three as the native calls take them."""
    if time is None and memory is None and not progress:
        return NO_LIMITS
    listener = None
    if progress:
        listener = progress if callable(progress) else Bars()
    return (
        None if time is None else float(time),
        MACHINE if memory is None else in_bytes(memory),
        listener,
    )


def in_bytes(memory):
    """A number of bytes, or a text such as ``"2 GiB"`` or ``"500MB"``."""
    if isinstance(memory, str):
        match = re.fullmatch(r"\s*([0-9.]+)\s*([kmgt]i?)?b?\s*", memory.lower())
        if not match:
            raise ValueError(f"{memory!r} is no amount of memory: write bytes, or '2 GiB'")
        memory = float(match[1]) * UNITS[match[2] or ""]
    if memory < 0:
        raise ValueError("memory is counted in bytes, from 0 on")
    return min(int(memory), 2**64 - 1)


class Bars:
    """A bar of tqdm for the stage that began last; plain lines where tqdm is not installed."""

    def __init__(self):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            tqdm = None
        self.tqdm = tqdm
        self.bars = []

    def __call__(self, what, stage, done, total):
        if self.tqdm is None:
            if what in ("begin", "note"):
                print(stage, file=sys.stderr)
        elif what == "begin":
            self.bars.append(self.tqdm(desc=stage, total=total, leave=False))
        elif what == "advance" and self.bars:
            bar = self.bars[-1]
            bar.update(done - bar.n)
        elif what == "end" and self.bars:
            self.bars.pop().close()
        elif what == "note":
            self.tqdm.write(stage, file=sys.stderr)
