"""Run with `python3 -m unittest discover -s bench/tests`: the instrument's own arithmetic."""
import gzip
import os
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from importlib.util import find_spec
from io import StringIO

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from racing.claims import contradictions, refuted
from racing.course import Course, is_the_same
from racing.markdown import significant
from racing.problems import FIGURES, Problem, find_source
from racing.record import append, make_row, read
from racing.report import report
from racing.solvers import PEERS
from racing.standing import standings
from racing.table import Column, Source, Table, read_table, read_test_table
from racing.walk import walk


def run(solver, errors, leaves, status="optimal", depth=None, seconds=1.0, **notes):
    """A row of a run on 100 rows at λ = 0.1; the optimum is what the tests say."""
    measured = {"rows": 100, "status": status, "seconds": seconds, "wall_seconds": seconds}
    notes = {"tree_depth": 1, **notes}
    measured |= {"errors": errors, "leaves": leaves, "notes": notes, "peak_rss_mb": 1}
    return make_row(Problem("set", "0.1", depth), solver, "1", 1, measured)


class Claims(unittest.TestCase):
    def test_different_trees_of_one_cost_agree(self):
        self.assertEqual(contradictions([run("ours", 20, 2), run("gosdt", 10, 3)]), [])

    def test_one_row_of_difference_refutes_a_claim(self):
        rows = [run("ours", 20, 2), run("gosdt", 19, 2, status="timeout")]
        self.assertEqual(refuted(rows), {rows[0].run()})

    def test_a_deeper_tree_is_no_witness_against_a_depth_limit(self):
        rows = [run("gosdt", 20, 2, depth=1), run("ours", 0, 4, tree_depth=3)]
        self.assertEqual(contradictions(rows), [])
        rows = [run("pystreed", 20, 2), run("ours", 0, 3, tree_depth=21)]
        self.assertEqual(len(contradictions(rows)), 0)
        rows = [run("pystreed-10", 20, 2), run("ours", 0, 2, tree_depth=10)]
        self.assertEqual(len(contradictions(rows)), 1)

    def test_a_larger_tree_is_no_witness_against_a_limit_on_leaves(self):
        limited = run("pystreed", 20, 2, max_leaves=2)
        self.assertEqual(contradictions([limited, run("cart", 5, 3, status="greedy")]), [])
        self.assertEqual(len(contradictions([limited, run("cart", 19, 2, status="greedy")])), 1)

    def test_a_bound_above_a_tree_is_false(self):
        rows = [run("ours", 30, 2, status="timeout", lb=0.45), run("gosdt", 20, 2)]
        self.assertIn("bound", contradictions(rows)[0].reason)

    def test_what_it_says_must_be_what_its_tree_costs(self):
        self.assertEqual(len(contradictions([run("ours", 20, 2, said=0.39)])), 1)
        self.assertEqual(contradictions([run("ours", 20, 2, said=0.4)]), [])

    def test_splits_must_be_the_same(self):
        rows = [run("ours", 20, 2, distinct=7), run("gosdt", 20, 2, distinct=8)]
        self.assertEqual(len(contradictions(rows)), 2)

    def test_equal_splits_of_two_columns_may_be_told_apart(self):
        theirs = run("pycontree", 20, 2, depth=1, distinct=7, splits=9)
        for told, found in [(6, 2), (7, 0), (9, 0), (10, 2)]:
            rows = [run("ours", 20, 2, depth=1, distinct=told), theirs]
            self.assertEqual(len(contradictions(rows)), found)
        rows = [run("ours", 20, 2, distinct=7), run("other-build", 20, 2, distinct=9)]
        self.assertEqual(contradictions(rows), [])


class Report(unittest.TestCase):
    def test_ratio_is_their_time_over_ours(self):
        rows = [run("ours", 20, 2, seconds=0.5), run("gosdt", 20, 2, seconds=4.0)]
        self.assertIn("both certified: **8.00** (1 problems)", report("t", rows, ""))

    def test_a_refuted_claim_is_not_certified(self):
        rows = [run("ours", 10, 2), run("gosdt", 20, 2)]
        field = standings(rows)[rows[0].problem()]
        self.assertTrue(field["ours"].certified())
        self.assertEqual(field["gosdt"].status(), "refuted")

    def test_being_slower_counts_above_the_floor_alone(self):
        slow = [run("ours", 20, 2, seconds=0.03), run("gosdt", 20, 2, seconds=0.01)]
        quick = [run("ours", 20, 2, seconds=0.019), run("gosdt", 20, 2, seconds=0.01)]
        self.assertIn("more than 20 ms: set, λ = 0.1", report("t", slow, ""))
        self.assertIn("more than 20 ms: none", report("t", quick, ""))

    def test_three_digits_count(self):
        shown = [significant(value) for value in (1234.5, 12.345, 0.0012345, 0, None)]
        self.assertEqual(shown, ["1234", "12.3", "0.00123", "0", ""])


class ProcessorSeconds(unittest.TestCase):
    def test_ours_is_no_more_than_its_process_nor_its_duration(self):
        rows = [run("ours", 20, 2, seconds=2.0, cpu="0.5"), run("gosdt", 20, 2, seconds=2.0, cpu="3")]
        field = standings(rows)[rows[0].problem()]
        self.assertEqual([one.processor_seconds() for one in field.values()], [0.5, 2.0])

    def test_without_a_note_it_is_the_duration(self):
        rows = [run("ours", 20, 2, seconds=2.0)]
        self.assertEqual(standings(rows)[rows[0].problem()]["ours"].processor_seconds(), 2.0)

    def test_a_row_per_set_and_the_errors_of_both(self):
        rows = [run(who, 20, 2, depth=2, seconds=s) for who, s in [("ours", 0.5), ("pycontree", 3.0)]]
        rows += [run(who, 10, 2, depth=3, seconds=s, tree_depth=3)
                 for who, s in [("ours", 1.0), ("pycontree", 9.0)]]
        text = report("t", rows, "")
        self.assertIn("| set | 0.1 | 20 | 3.00 | 0.500 | 6.00 | 10 | 9.00 | 1.00 | 9.00 |", text)
        self.assertIn("Depth 3, pycontree: geometric mean of its time over ours **9.00**", text)

    def test_a_rival_out_of_time_gives_a_least_ratio_and_no_mean(self):
        rows = [run("ours", 20, 2, depth=2, seconds=0.5)]
        rows += [run("pycontree", 25, 2, "timeout", depth=2, seconds=30.0)]
        text = report("t", rows, "")
        self.assertIn("| set | 0.1 | 20 | timeout | 0.500 | > 60.0 |", text)
        self.assertIn("its time over ours no such problem", text)

    def test_errors_that_nobody_certified_are_an_upper_limit(self):
        rows = [run("ours", 22, 2, "timeout", depth=2), run("pycontree", 25, 2, "timeout", depth=2)]
        self.assertIn("| set | 0.1 | ≤ 22 | timeout | timeout |  |", report("t", rows, ""))

    def test_penalties_without_a_depth_are_ours_alone(self):
        rows = [run("ours", 20, 2, depth=2), run("pycontree", 20, 2, depth=2)]
        rows += [run("ours", 10, 2, "timeout", seconds=5.0, lb=0.25, tree_depth=3)]
        line = "| set | 0.1 | 10 | 2 | 0.300000000 | timeout | 1 | 0.0500 |"
        self.assertIn(line, report("t", rows, ""))
        self.assertNotIn("Processor seconds", report("t", rows[2:], ""))


class Entrant:
    """Takes every problem and tells the same time each time."""

    version = "1"

    def __init__(self, name, seconds):
        self.name, self.seconds = name, seconds

    def takes(self, problem):
        return True

    def run(self, problem, source):
        counts = {"rows": 100, "errors": 20, "leaves": 2, "notes": {"tree_depth": 1}}
        return {"status": "optimal", "seconds": self.seconds, "peak_rss_mb": 1, **counts}


class Records(unittest.TestCase):
    def test_a_packed_record_is_read_and_can_be_added_to(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "runs.csv")
            append(path, run("ours", 20, 2))
            plain = read(path)
            with open(path, "rb") as file, gzip.open(f"{path}.gz", "wb") as packed:
                packed.write(file.read())
            os.remove(path)
            self.assertEqual(read(path), plain)
            append(path, run("gosdt", 30, 3))
            self.assertEqual([row["solver"] for row in read(path)], ["ours", "gosdt"])


class Repeats(unittest.TestCase):
    def test_what_takes_long_is_run_once(self):
        with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()):
            entrants = [Entrant("ours", 0.5), Entrant("pycontree", 10.0)]
            path = os.path.join(folder, "record.csv")
            course = Course(entrants, str, path, is_the_same, once_from=10)
            course.race([Problem("set", "0", 2), Problem("set", "0", 3)], 3)
        order = [(row["solver"], row["depth"], row["repeat"]) for row in course.rows]
        once = [("ours", "1"), ("pycontree", "1"), ("ours", "2"), ("ours", "3")]
        self.assertEqual(order, [(who, depth, at) for depth in "23" for who, at in once])


class Figures(unittest.TestCase):
    def test_contree_takes_the_depth_limits_of_its_figure_alone(self):
        problems = FIGURES[8].problems
        taken = [problem for problem in problems if PEERS["pycontree"].takes(problem)]
        self.assertEqual((len(problems), len(taken)), (36, 27))
        self.assertEqual({problem.depth for problem in taken}, {2, 3, 4})
        self.assertEqual({problem.penalty for problem in taken}, {"0"})


@unittest.skipUnless(find_spec("numpy"), "the driver does without numpy")
class SplitsOfNumbers(unittest.TestCase):
    def test_counting_thresholds_agrees_with_their_matrix(self):
        from racing.splits import count_splits, split

        cells = [["1", "2", "2", None], ["5", "7", "7", "6"], ["0", "1", "1", "1"]]
        kinds = ["numeric", "numeric", "boolean"]
        columns = {str(at): Column(kinds[at], cells[at]) for at in range(3)}
        table = Table(columns, [0, 1, 1, 0], {})
        whole, counted = split(table, False), count_splits(table)
        self.assertIsNone(counted.binary)
        self.assertTrue((whole.floats == counted.floats).all())
        # a ≤ 1.5, a is missing, b ≤ 5.5, b ≤ 6.5, c is 1: the third and the last repeat the first.
        self.assertEqual((whole.splits, whole.distinct), (5, 3))
        self.assertEqual((counted.splits, counted.distinct), (5, 3))
        self.assertEqual(split(table, True).binary.shape, (4, 3))


class Tables(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "t.csv")
        with open(self.path, "w") as file:
            file.write("a,b,c,y\n1,x,0,1\n2,NA,1,1.0\n ?,y,1,0\n")

    def tearDown(self):
        self.folder.cleanup()

    def test_kinds_labels_and_missing_cells(self):
        table = read_table(Source(self.path, False, "category"))
        kinds = [column.kind for column in table.columns.values()]
        self.assertEqual(kinds, ["numeric", "categorical", "boolean"])
        self.assertEqual(table.labels, [1, 1, 0])
        self.assertEqual(table.columns["a"].answers({"at_most": 1.5}), [True, False, False])
        self.assertEqual(table.columns["b"].answers("is_missing"), [False, True, False])
        self.assertEqual(read_table(Source(self.path, False, "drop")).rows(), 1)

    def test_errors_are_counted_down_the_tree(self):
        leaf = lambda label: {"node": "leaf", "class": label}  # noqa: E731
        split = {"node": "split", "column": "c", "test": {"is": "1"}, "yes": 1, "no": 2}
        walked = walk([split, leaf("0"), leaf("1")], read_table(Source(self.path, False, "category")))
        self.assertEqual((walked.errors, walked.leaves, walked.depth), (1, 2, 1))

    def test_a_test_table_has_the_classes_of_the_training_table(self):
        test = os.path.join(self.folder.name, "test.csv")
        with open(test, "w") as file:
            file.write("a,b,c,y\n1,x,0,1\n")
        source = Source(self.path, False, "category", test)
        self.assertEqual(read_test_table(source, read_table(source)).labels, [1])

    def test_rows_can_be_repeated(self):
        source = find_source("t*3", self.folder.name, self.folder.name)
        self.assertEqual(read_table(source).rows(), 9)


if __name__ == "__main__":
    unittest.main()
