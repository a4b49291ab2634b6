"""The documents have the figures of the records."""
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from comparing.documents import DOCUMENTS, ROOT, filled, names
from comparing.figures import figures


class Documents(unittest.TestCase):
    def test_every_figure_is_that_of_its_record(self):
        known = figures()
        for document in DOCUMENTS:
            text = (ROOT / document).read_text(encoding="utf-8")
            self.assertGreaterEqual(len(names(text)), 3, document)
            # A line that begins with a comment ends the paragraph in Markdown.
            self.assertNotRegex(text, r"(?m)^\s*<!-- record")
            self.assertEqual(filled(text, known), text, f"{document}: run bench/compare")

    def test_a_figure_that_differs_is_replaced(self):
        text = "takes <!-- record: x times -->12<!-- end --> times as long"
        self.assertEqual(filled(text, {"x times": "13"}), text.replace("12", "13"))
        with self.assertRaises(KeyError):
            filled(text, {})
