# Needs nothing but the Rust toolchain.
CARGO ?= cargo

.PHONY: help demo test

help:
	@echo "make demo   build, fit a built-in data set, print the tree and its certificate"
	@echo "make test   all checks: format, lints, tests, documentation"

demo:
	$(CARGO) run --locked --release --quiet -p gosdt-cli -- demo monk-1

test:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	$(CARGO) test --locked --workspace
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps
