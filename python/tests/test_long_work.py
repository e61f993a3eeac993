"""Threads, progress, Ctrl-C, children. What a call costs: python/benches/calls.py."""

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time

import cubegraph as cg
import pytest

# A busy machine is given more time: bounds hold on an idle one.
BUSY = max(1.0, os.getloadavg()[0] / os.cpu_count()) if hasattr(os, "getloadavg") else 1.0

SMALL = [
    lambda: cg.Insanity("AEDDEA BBCBDC ADBDCA BDABAE EEEBCD").solve().solvable,
    lambda: cg.Tour(2, 3).solve().max.sum,
    lambda: cg.Picture(2, 1).after("up1").solve().moves,
    lambda: cg.Corner("AAD ACB ACD ADB ADD BBC BCC BDC").check("AAD ADB ACD ADD ACB BCC BBC BDC"),
]


def test_ten_thousand_calls():
    expected = [call() for call in SMALL]
    for _ in range(10_000 // len(SMALL)):
        assert [call() for call in SMALL] == expected


def test_threads_work_side_by_side():
    """The lock is released: other threads go on while one works, and answers do not mix."""
    board = cg.Tour(6, 6)
    expected = board.solve(extremes="max").max.sum
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        sums = list(pool.map(lambda _: board.solve(extremes="max").max.sum, range(4)))
    done.set()
    ticker.join()
    assert sums == [expected] * 4
    assert len(ticks) > 5


def _in_a_child(connection):
    connection.send((cg.Picture(3, 2).distances().diameter, cg.Tour(3, 3).solve().max.sum))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_children_have_threads_of_their_own():
    assert cg.Picture(3, 2).distances().diameter == 14
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    child = context.Process(target=_in_a_child, args=(there,))
    child.start()
    assert here.poll(60), "the child waits for threads that it does not have"
    assert here.recv() == (14, 37)
    child.join()


def test_progress():
    steps = []
    cg.Picture(4, 2).distances(progress=lambda *step: steps.append(step))
    assert {what for what, *_ in steps} >= {"begin", "end"}
    assert all(isinstance(stage, str) and done >= 0 for _, stage, done, _ in steps)


def test_a_listener_that_fails_stops_the_work():
    def fail(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cg.Picture(4, 2).distances(progress=fail)
    assert cg.Picture(1, 1).distances().diameter == 4


@pytest.mark.parametrize("have_tqdm", [True, False])
def test_bars(have_tqdm, capfd, monkeypatch):
    if not have_tqdm:
        monkeypatch.setitem(sys.modules, "tqdm", None)
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    cg.Picture(4, 2).distances(progress=True)
    assert capfd.readouterr().err


LONG = """
import signal, sys, time
import cubegraph as cg
if len(sys.argv) > 2:
    signal.signal(signal.SIGINT, signal.default_int_handler)
begin = time.monotonic()
try:
    print("ready", flush=True)
    {call}
    print("finished")
except KeyboardInterrupt:
    print("interrupted", flush=True)
    # The package goes on working, and Python hears the next Ctrl-C itself.
    assert cg.Tour(3, 3).solve().max.sum == 37
    try:
        signal.raise_signal(signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        print("again", flush=True)
"""
CALLS = {
    "rayon": "cg.Picture(4, 3).distances()",
    "one thread": "cg.Tour(10, 10).solve(count=True, method='search')",
    "sat": "cg.Insanity.generate(300, kind='balanced', seed=3).solve()",
    "progress": "cg.Picture(4, 3).distances(progress=True)",
}


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("after", [0.0, 1.0])
def test_interrupt(call, after):
    """Ctrl-C is a KeyboardInterrupt within a second."""
    child = subprocess.Popen(
        [sys.executable, "-c", LONG.format(call=call)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert child.stdout.readline() == "ready\n"
    time.sleep(after)
    sent = time.monotonic()
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "interrupted\n"
    waited = time.monotonic() - sent
    assert child.stdout.read() == "again\n"
    assert child.wait() == 0
    assert waited < 1.0 * BUSY, waited
