"""Run with `python3 -m unittest discover -s bench/tests`: the tables and the judge of limits."""
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from limiting.tables import FEW, SHAPES, chosen
from limiting.told import told
from limiting.trial import interrupted, within_memory, within_time

#: A program that does what the tests want of it, and takes arguments as gosdt does.
STAND_IN = """#!{python}
import signal, sys, time
model = sys.argv[sys.argv.index("-o") + 1]
def end(*_):
    open(model, "w").write("{{}}")
    print('{{"status": "interrupted", "objective": 0.1, "phases": {{"reading": 0.01}}}}')
    sys.exit({code})
signal.signal(signal.SIGINT, end)
time.sleep({seconds})
end()
"""


class StandIn(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.table = os.path.join(self.folder.name, "t.csv")

    def program(self, seconds, code):
        path = os.path.join(self.folder.name, "program")
        with open(path, "w") as file:
            file.write(STAND_IN.format(python=sys.executable, seconds=seconds, code=code))
        os.chmod(path, stat.S_IRWXU)
        return path

    def test_a_run_that_takes_too_long_breaks_its_limit(self):
        slow = within_time(self.program(2, 0), "t", self.table, 0.1)
        self.assertFalse(slow.kept)
        self.assertGreater(slow.over, 1.5)
        self.assertTrue(within_time(self.program(0, 0), "t", self.table, 5).kept)

    def test_a_signal_must_end_with_130_and_a_tree(self):
        self.assertFalse(interrupted(self.program(9, 1), "t", self.table, "SIGINT", 0.5).kept)
        ended = interrupted(self.program(9, 130), "t", self.table, "SIGINT", 0.5)
        self.assertEqual((ended.exit_code, ended.status), (130, "interrupted"))

    def test_a_process_larger_than_its_limit_breaks_it(self):
        self.assertFalse(within_memory(self.program(0, 0), "t", self.table, "1M", 5).kept)
        self.assertTrue(within_memory(self.program(0, 0), "t", self.table, "4G", 5).kept)


class Tables(unittest.TestCase):
    def test_a_table_has_its_shape_and_is_the_same_each_time(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            texts = [Path(SHAPES[0].write(folder)).read_text() for folder in (one, other)]
        lines = texts[0].splitlines()
        self.assertEqual((len(lines), lines[0]), (101, "x0,x1,x2,x3,x4,y"))
        self.assertEqual(texts[0], texts[1])

    def test_there_are_twenty_and_the_few_are_among_them(self):
        self.assertEqual(len({shape.name for shape in SHAPES}), 20)
        self.assertEqual([shape.name for shape in chosen(FEW)], FEW)


class Told(unittest.TestCase):
    def test_broken_limits_are_listed(self):
        row = {"table": "t", "kind": "time", "limit": "1 s", "wall": "3.000", "over": "2.000",
               "peak_mb": "10", "exit_code": "0", "status": "optimal", "kept": "False"}
        page = told([row, {**row, "kept": "True", "over": "0.100"}], {"cores": "2"})
        self.assertIn("| time | 2 | 1 | 2.00 | 10 |", page)
        self.assertIn("| t | time | 1 s | 3.000 | 2.000 | 10 | 0 | optimal |", page)


if __name__ == "__main__":
    unittest.main()
