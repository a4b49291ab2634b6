"""Run with `python3 -m unittest discover -s bench/tests`: the counts of near-optimal trees as a page."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from counting.sets import as_answers
from counting.told import grouped, ratio, told

ROW = {
    "set": "s", "lambda": "0.01", "within": "0.05", "rows": 10, "splits": 3, "count": "1234567",
    "without_trivial": "5", "seconds": 0.002, "memory_mb": 1.5, "treefarms_count": 1234567,
    "treefarms_without_trivial": 5, "treefarms_seconds": 2.0, "agree": "yes",
}


class TestCounting(unittest.TestCase):
    def test_columns_become_answers(self):
        head, rows = as_answers(
            ["n", "w", "b", "y"],
            [["1", "u", "x", "no"], ["2", "v", "y", "yes"], ["4", "w", "y", "yes"]],
        )
        self.assertEqual(head, ["n<=1.5", "n<=3", "w=v", "w=w", "y"][:3] + head[3:])
        self.assertEqual(head[-1], "y")
        self.assertEqual(rows[0][-1], 0)
        self.assertTrue(all(value in (0, 1) for row in rows for value in row))

    def test_the_page_has_the_mean_of_slow_peers_only(self):
        quick = {**ROW, "treefarms_seconds": 0.1}
        never = {**ROW, "treefarms_seconds": "> 20", "treefarms_count": ""}
        self.assertEqual(ratio(ROW), 1000)
        page = told([ROW, quick, never], {"machine": "one"})
        self.assertIn("1,000 times less (geometric mean of 1 sets)", page)
        self.assertIn("| 1,234,567 |", page)
        self.assertEqual(grouped("≥ 5"), "≥ 5")


if __name__ == "__main__":
    unittest.main()
