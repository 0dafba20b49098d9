"""What a run refuses: wrong shapes and numbers, use while it advances, and processes made by fork. Interrupts stop it."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import eagre
from conftest import channel
from eagre.errors import StoppedError, UsageError


@pytest.fixture
def endless(case):
    case["time"]["end"] = "1000 h"
    case["boundaries"]["right"] = "wall"  # an empty channel takes long steps
    case["output"] = {}
    return case


def soon(function, *arguments):
    """Calls it when the run has begun to advance."""
    timer = threading.Timer(0.5, function, arguments)
    timer.start()
    return timer


@pytest.mark.parametrize("progress", [None, lambda _: None])
def test_an_interrupt_of_the_system_stops_a_run(endless, progress):
    before = signal.getsignal(signal.SIGINT)
    for _ in range(3):
        with eagre.Run(endless, device="host:1", progress=progress) as run:
            soon(os.kill, os.getpid(), signal.SIGINT)
            with pytest.raises(KeyboardInterrupt):
                run.advance()
            assert signal.getsignal(signal.SIGINT) is before
            steps = run.steps
            assert steps > 0 and not run.done
            run.step(2)
            assert run.steps == steps + 2


def test_a_stopped_run_goes_on(case):
    """Again and again, with the bits of a run that nothing stopped."""
    with eagre.Run(case, device="host:1") as run:
        run.advance()
        wanted = run.steps, run.state_hash
    with eagre.Run(case, device="host:1") as run:
        for steps in range(3):
            run.step(steps)
            run.stop()
            with pytest.raises(eagre.errors.StoppedError):
                run.advance()
            assert not run.done
        run.advance()
        assert run.done and (run.steps, run.state_hash) == wanted
        run.finish()


def test_a_handler_that_raises_stops_a_run(endless):
    def late(*_):
        raise TimeoutError("late")

    before = signal.signal(signal.SIGALRM, late)
    try:
        with eagre.Run(endless, device="host:1") as run:
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            with pytest.raises(TimeoutError, match="late"):
                run.advance()
    finally:
        signal.signal(signal.SIGALRM, before)


def test_an_interrupt_of_a_process(tmp_path):
    """Ctrl-C as a shell sends it, with a checkpoint to go on from."""
    package = str(Path(eagre.__file__).parent.parent)
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys; sys.path[:0] = [{package!r}, {os.path.dirname(__file__)!r}]\n"
        "import eagre\nfrom conftest import channel\n"
        "walls = dict.fromkeys(('left', 'right', 'bottom', 'top'), 'wall')\n"
        "run = eagre.Run(channel(time={'end': '1000 h'}, output={}, boundaries=walls), 'out', device='host:1')\n"
        "run.step()\nprint('begun', flush=True)\n"
        "try:\n    run.advance()\nexcept KeyboardInterrupt:\n    print('interrupted', run.steps > 1, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, script], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as made:
        assert made.stdout.readline() == "begun\n"
        time.sleep(0.5)
        made.send_signal(signal.SIGINT)
        try:
            told, _ = made.communicate(timeout=60)
        finally:
            made.kill()
    assert (told, made.returncode) == ("interrupted True\n", 0)
    assert list((tmp_path / "out" / "checkpoints").iterdir())


def test_a_function_that_is_told_of_progress_reads_alone(endless):
    refused, read = [], []

    def use(_):
        for change in (run.step, run.advance, run.finish, run.close, lambda: run.write("depth", np.ones(32))):
            with pytest.raises(UsageError, match="the run advances"):
                change()
            refused.append(change)
        with pytest.raises(UsageError, match="the run advances"):
            run.state = run.state
        read.append((run.read("depth").mean(), run.time, repr(run)))
        run.stop()

    with eagre.Run(endless, device="host:1", progress=use) as run:
        with pytest.raises(StoppedError):
            run.advance()
        assert len(refused) >= 5 and read[0][0] > 0


def test_another_thread(endless):
    told = []

    def use():
        for call in (run.close, run.step, lambda: run.read("depth"), lambda: run.state_hash):
            try:
                call()
            except UsageError as error:
                told.append(str(error))
        told.append(run.steps)
        run.stop()

    with eagre.Run(endless, device="host:1") as run:
        soon(use)
        with pytest.raises(StoppedError):
            run.advance()
    assert len(told) == 5 and "it can be closed when" in told[0] and told[4] > 0
    assert all("another thread advances the run" in text for text in told[1:4])


def test_shapes_of_a_variable(run):
    """Rows are cells: values the other way round would mix components."""
    velocity = np.stack([np.linspace(0, 1, 32), np.linspace(1, 2, 32)], 1)
    before = run.state_hash
    for wrong in (velocity.T, velocity.ravel(), velocity[:, :1], velocity[None]):
        with pytest.raises(UsageError, match=r"velocity has the shape \[32, 2\]; given is \["):
            run.write("velocity", wrong)
    with pytest.raises(UsageError, match=r"depth has the shape \[32\]; given is \[32, 1\]"):
        run.write("depth", np.ones((32, 1)))
    with pytest.raises(UsageError, match="values; given are"):
        run.write("velocity", velocity[1:])
    assert run.state_hash == before
    run.write("velocity", velocity)


def test_numbers_and_texts_that_are_none(run, tmp_path):
    for steps in (2**64 + 1, 2**63, -(2**70)):
        with pytest.raises(UsageError, match="the number of steps is .* out of range"):
            run.step(steps)
    with pytest.raises(TypeError):
        run.step(1.5)
    with pytest.raises(UsageError, match="NaN"):
        run.advance(float("nan"))
    assert run.steps == 0
    for name in ("depth\0", "\0"):
        with pytest.raises(UsageError, match="NUL"):
            run.read(name)
        with pytest.raises(UsageError, match="NUL"):
            run.read_at(name, [[0, 0]])
        with pytest.raises(UsageError, match="NUL"):
            run.write(name, np.ones(32))
    for options in ({"output": "a\0b"}, {"settings": ["time.end=1\0"]}, {"device": "host:1\0"}):
        with pytest.raises(UsageError, match="NUL"):
            eagre.Run(channel(), **options)
    with pytest.raises(UsageError, match="NUL"):
        eagre.Run(eagre.Case("model: a\0b"))
    with pytest.raises(UsageError, match="NUL"):
        eagre.Run("case.yaml\0")
    with pytest.raises(UsageError, match="walltime is NaN"):
        eagre.Run(channel(), walltime=float("nan"), device="host:1")
    with pytest.raises(UsageError, match="lanes is .* out of range"):
        eagre.Run(channel(), lanes=2**32 + 8, device="host:1")
    run.step(2**63 - 1)  # as far as the case goes
    assert run.done


def in_child(function):
    """What a process made by fork gives, within a minute."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            told = function()
        except BaseException as error:
            told = f"{type(error).__name__}: {error}"
        os.write(write, str(told).encode())
        os._exit(0)
    os.close(write)
    stop = threading.Timer(60, os.kill, (child, signal.SIGKILL))
    stop.start()
    with os.fdopen(read) as file:
        told = file.read()
    os.waitpid(child, 0)
    stop.cancel()
    return told


def test_a_process_made_by_fork(case, tmp_path):
    with eagre.Run(case, tmp_path / "out", device="host:2") as run:
        run.step()
        told = in_child(run.step)
        assert "UsageError: the run belongs to process" in told
        assert in_child(run.close) == "None"
        told = in_child(lambda: eagre.Run(case, device="host:2"))
        assert "UsageError: this process was made by fork" in told and "spawn" in told
        assert "32 cells" in in_child(lambda: eagre.Run(case, device="host:1"))
        run.advance()
        run.finish()
    assert eagre.Results(tmp_path / "out").summary["exit"] == "done"


def test_what_a_run_has_not_written(tmp_path):
    results = eagre.run(channel(output={}), tmp_path / "out", device="host:1")
    for name in ("maxima", "gauges"):
        assert not hasattr(results, name)
        with pytest.raises(eagre.errors.InputError, match=f"there is no such file; a run writes it where its case has output.{name}"):
            getattr(results, name)
    assert hasattr(results, "summary")


@pytest.mark.parametrize("read", [eagre.read_sac, eagre.read_segy])
def test_files_without_an_end(read, tmp_path):
    os.mkfifo(tmp_path / "pipe.sac")
    for path in ("/dev/zero", tmp_path / "pipe.sac", tmp_path):
        with pytest.raises(eagre.errors.InputError, match="is not a file"):
            read(path)


def test_messages_have_the_names_of_this_package(results, tmp_path):
    (tmp_path / "note.txt").write_text("mine")
    for folder in (results.folder, tmp_path):
        with pytest.raises(eagre.EagreError) as caught:
            eagre.Run(channel(), folder, device="host:1")
        told = str(caught.value)
        assert "--force" not in told and " -o" not in told and "output" in told


def test_a_text_for_people(case, run, tmp_path):
    run.step()
    assert repr(run) == f"<Run shallow-water: 32 cells, step 1, t = {run.time:.9g} s>"
    run.close()
    assert repr(run) == "<Run: closed>"
    study = eagre.Study(case, tmp_path / "study", {"time.end": [0.1, 0.2]})
    assert repr(study) == f"<Study case in {tmp_path / 'study'}: 2 runs: 2 new>"
