"""Trees of searches that were stopped, beside greedy ones."""
