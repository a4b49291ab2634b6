"""The experiments of the GOSDT paper, run again. See bench/paper and docs/paper.md."""
