# Needs nothing but the Rust toolchain; the tests of the Python package need Python, too, and those
# of the browser a browser.
CARGO ?= cargo
PYTHON ?= python3

.PHONY: help demo lint msrv fuzz interleavings miri sanitize neon test test-rust test-python pytest engines-test deny package bench-test race paper browser-test pictures web web-test docs wheel

help:
	@echo "make demo   build, fit a built-in data set, print the tree and its certificate"
	@echo "make test   all tests: crates, examples of the documentation, the Python package"
	@echo "make test-rust, make test-python   the two halves of it"
	@echo "make lint   format, lints with warnings denied, the documentation of the crates"
	@echo "make msrv   build with the oldest Rust that is promised, if it is installed"
	@echo "make fuzz [SECONDS=60]   random and damaged inputs, each kind for so long"
	@echo "make interleavings   memo and control under a scheduler that tries out orders of threads"
	@echo "make miri   the unsafe code under Miri, if there is a nightly toolchain with it"
	@echo "make sanitize   the unsafe code with the address sanitizer, AVX-512 included"
	@echo "make neon   the kernels as aarch64 does them, in an emulator if it is not that machine"
	@echo "make deny   licences, duplicates and sources of the dependencies, if there is cargo-deny"
	@echo "make package   build every crate as it would be published; nothing is uploaded"
	@echo "make wheel     build the wheel for any Linux since 2014 and the sdist, in target/dist; check both"
	@echo "make race DATA=FOLDER [FIGURE=1]   measure beside the peers (bench/README.md)"
	@echo "make paper DATA=FOLDER   run the paper's experiments again, write docs/paper.md"
	@echo "make engines-test   compress and score in DuckDB, Dask, Spark and others, sweep on local clusters"
	@echo "make browser-test   open reports in chromium, if there is one (needs node, too)"
	@echo "make web            build the page: a folder of static files (docs/web.md)"
	@echo "make web-test       open the page in chromium, if it can be built and there is one"
	@echo "make pictures       draw docs/pictures anew"
	@echo "make docs           build the documentation as a site (the first time needs PyPI)"

demo:
	$(CARGO) run --locked --release --quiet -p gosdt-cli -- demo monk-1

test: test-rust test-python

# Everything is built once here: what makes the next build faster makes this one slower. Examples are
# checked by clippy, and not built.
test-rust: export CARGO_INCREMENTAL = 0
test-rust:
	$(CARGO) test --locked --workspace --lib --bins --tests
	$(CARGO) test --locked --workspace --doc

lint: export CARGO_INCREMENTAL = 0
lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps

# With the oldest Rust that is promised, where it is installed.
msrv:
	.ci/msrv

# Random and damaged inputs for all that reads them, and the search against the oracle. FUZZ=costs
# runs one of them, SEED=1000000 from another seed.
SECONDS ?= 60
SEED ?= 0
FUZZ ?= csv model costs options certificate search commands
fuzz:
	$(CARGO) build --locked --release --quiet -p gosdt-fuzz -p gosdt-cli
	set -e; for target in $(FUZZ); do \
	  $(CARGO) run --locked --release --quiet -p gosdt-fuzz -- $$target --seconds $(SECONDS) --seed $(SEED) \
	    --program $${CARGO_TARGET_DIR:-target}/release/gosdt; done

# The locks and atomics of the search, replaced by those of a scheduler.
interleavings:
	$(CARGO) test --locked --quiet -p gosdt-search --lib --features shuttle interleavings

# The lanes and kernels of every instruction set that Miri knows. A test that skips a set says so and
# fails here.
miri:
	.ci/miri

# The same with the address sanitizer, for every instruction set that the machine has.
sanitize:
	.ci/sanitize

# The kernels of aarch64, where there is a toolchain for it and a machine or an emulator.
neon:
	.ci/neon

# DENY=advisories looks for known vulnerabilities instead; their database is fetched from GitHub.
DENY ?= licenses bans sources
deny:
	@if command -v cargo-deny >/dev/null; then $(CARGO) deny --locked check $(DENY); \
	else echo "there is no cargo-deny here: the check of the dependencies is skipped"; fi

# In the order of their dependencies, each from its package alone.
package:
	$(CARGO) publish --locked --workspace --dry-run --allow-dirty

# The wheel that users get: linked by zig against a glibc of 2012, so that it runs on any Linux since.
# Needs a network: the tools come from PyPI.
wheel:
	PYTHON=$(PYTHON) .ci/wheel

test-python:
	@if command -v $(PYTHON) >/dev/null; then $(MAKE) bench-test pytest; \
	else echo "there is no $(PYTHON) here: the tests of the Python package are skipped"; fi

# The wheel, in an environment of its own, built as the Rust tests are: with all assertions. The program,
# which the tests exchange models with, is the one that those have built.
pytest: .venv/ready
	rm -rf target/wheels
	.venv/bin/maturin build --locked --quiet --out target/wheels
	.venv/bin/pip install --quiet --no-deps --force-reinstall target/wheels/gosdt_rs-*.whl
	SCIPY_ARRAY_API=1 .venv/bin/pytest --quiet --pyargs gosdt_rs python/tests

.venv/ready: python/requirements-test.txt
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r python/requirements-test.txt
	touch $@

# The package with engines and clusters that hold or spread the data. What cannot be installed is
# skipped, with its name; the wheel is the one that `make pytest` has installed.
engines-test: .venv/ready
	-.venv/bin/pip install --quiet --disable-pip-version-check -r python/requirements-engines.txt \
	  || for package in $$(grep -v '^#' python/requirements-engines.txt); do \
	    .venv/bin/pip install --quiet --disable-pip-version-check "$$package" \
	      || echo "$$package cannot be installed: its tests are skipped"; done
	.venv/bin/python -c 'import gosdt_rs' || $(MAKE) pytest
	.venv/bin/pytest --quiet -rs python/engines

# The arithmetic of the instruments; needs no data and no peers.
bench-test:
	$(PYTHON) -m unittest discover --start-directory bench/tests

race:
	test -x bench/.venv/bin/python || bench/race setup
	bench/race run $(DATA) --figure $(or $(FIGURE),1) $(RACE)

# PAPER="--limit 5 --only rank": more options; PEERS=folder: where the peers are.
PEERS ?= bench/.venv
paper:
	test -x $(PEERS)/bin/python || bench/race setup --venv $(PEERS)
	bench/paper run $(DATA) --venv $(PEERS) $(PAPER)
	bench/paper figures --venv $(PEERS)
	bench/paper page --venv $(PEERS)

browser-test:
	tests/browser/run test

# WEB=folder: where to.
WEB ?= target/web
web:
	crates/gosdt-web/folder $(WEB)

web-test:
	tests/web/run test

pictures:
	tests/browser/run pictures
	tests/web/run pictures

# The documentation as a site, in target/site. Its pages need no server; Rust's are those of `cargo doc`.
.venv-docs/ready: site/requirements.txt
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/pip install --quiet --disable-pip-version-check -r site/requirements.txt
	touch $@

docs: .venv-docs/ready
	$(CARGO) build --locked --release --quiet -p gosdt-cli
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps --quiet
	NO_MKDOCS_2_WARNING=1 GOSDT=$(abspath $(or $(CARGO_TARGET_DIR),target))/release/gosdt .venv-docs/bin/mkdocs build --quiet --strict -f site/mkdocs.yml
	rm -rf target/site/rust
	cp -r $(or $(CARGO_TARGET_DIR),target)/doc target/site/rust
	@echo "the documentation is in target/site: open index.html"
