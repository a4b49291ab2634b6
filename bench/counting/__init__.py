"""Counting near-optimal trees, with gosdt and with TreeFARMS."""
