"""The parts of `bench/race`. Only `peers` and `splits` need more than the standard library."""
