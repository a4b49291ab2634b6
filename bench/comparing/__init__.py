"""Figures of the documents, read from the records."""
