# What one types; the build itself is CMakeLists.txt. `make help` lists the targets.
BUILD = build
BUILD_SANITIZE = build-sanitize
BUILD_THREADS = build-threads
BUILD_FUZZ = build-fuzz
BUILD_BUNDLE = build-bundle
BUILD_WHEEL = build-wheel
JOBS = $(shell nproc)
# Tests of ranks, and of runs that are stopped, wait a good part of their time.
TEST_JOBS = $(shell expr $(JOBS) + 1)
# ON: warnings are errors, as in continuous integration; OFF: they are not, as without either.
WERROR =
FUZZ_SECONDS = 60
PREFIX = /usr/local
DEMO_OUT = $(BUILD)/demo

.PHONY: all help setup demo gallery test test-long nightly test-sanitize test-threads verify fuzz torture bench bundle docs wheel deb install format check-format clean

# $(call configure,FOLDER,OPTIONS): once, and again where WERROR is given.
configure = { test -z "$(WERROR)" && test -f $(1)/build.ninja; } || \
    cmake -S . -B $(1) -G Ninja $(2) $(WERROR:%=-DEAGRE_WERROR=%)

# Configures, then builds command and library; says what is missing before CMake does.
TARGETS = eagre eagre-shared eagre-static manual
all:
	@tools/setup --check build || { echo "run 'make setup' to install them"; exit 1; }
	@$(call configure,$(BUILD))
	@cmake --build $(BUILD) -j $(JOBS) --target $(TARGETS)

help:
	@echo "make                build build/eagre and the library"
	@echo "make setup          install what the build and the tests need (Debian, Ubuntu; asks for root)"
	@echo "make demo           set up, build, run examples/dam-break and name the picture"
	@echo "make test           set up, build, run all tests"
	@echo "make test-long      the long forms of tests, which take every combination (some hours)"
	@echo "make nightly        the real floods at both orders, with bounds: Monai valley (MONAI names its data), the Environment Agency's; make fuzz (an hour)"
	@echo "make test-sanitize  all tests under the address and undefined-behaviour sanitizers"
	@echo "make test-threads   writer, loops on threads and two ranks under the thread sanitizer (clang)"
	@echo "make verify         orders and floors of linear waves in full, on EAGRE_DEVICE (host:2: some hours)"
	@echo "make fuzz           each fuzz target for FUZZ_SECONDS = $(FUZZ_SECONDS) (clang)"
	@echo "make torture        runs killed at any time, and each system call and allocation going wrong (a quarter of an hour)"
	@echo "make bench          measure throughput on this machine"
	@echo "make gallery        run all examples and write docs/gallery.md with their pictures (an hour)"
	@echo "make bundle         dist/eagre-bundle: the command with its libraries, for other machines"
	@echo "make docs           dist/docs: the documentation as a site, which a browser opens without a network"
	@echo "make deb            Debian packages in dist/deb; tools/check-packages proves them reproducible"
	@echo "make wheel           dist/eagre-*.whl: the Python package with the library, for other machines (patchelf, autoconf; p4est over the network)"
	@echo "make install        install under PREFIX (/usr/local), with DESTDIR in front"
	@echo "make format         lay out the sources with clang-format; make check-format only looks"

setup:
	@tools/setup test

demo:
	@tools/setup build
	@$(MAKE) --no-print-directory all
	$(BUILD)/eagre run examples/dam-break/case.yaml -o $(DEMO_OUT) --force
	@echo "the picture: $(DEMO_OUT)/picture.png"

# Runs that have ended well stay in build/gallery and are not run again.
gallery: all
	EAGRE=$(abspath $(BUILD))/eagre tools/gallery $(BUILD)/gallery

# Both parts run, whatever fails. The sanitized run takes the fast groups, the corpora of the fuzz targets among them, and the last run
# what is left; test-sanitize takes all. ctest's summary closes the output.
TEST_PARTS = test-sanitized test-plain
.PHONY: $(TEST_PARTS)
test:
	@tools/setup test
	@$(MAKE) --no-print-directory TARGETS="$(TARGETS) plain-tests" all
	@failed=; for part in $(TEST_PARTS); do \
	    $(MAKE) --no-print-directory $$part || failed="$$failed $$part"; \
	done; [ -z "$$failed" ] || { echo "failed:$$failed"; exit 1; }

test-sanitized:
	@$(MAKE) --no-print-directory SANITIZE_TESTS='^(unit|fuzz|fail)/' SANITIZE_TARGET=fast-tests test-sanitize
test-plain:
	cd $(BUILD) && ctest --output-on-failure -j $(TEST_JOBS) -LE '^sanitized$$'

# What `make test` takes in part. Such tests are configured for Long alone.
test-long:
	@tools/setup test
	@$(MAKE) --no-print-directory TARGETS=all all
	cd $(BUILD) && ctest -C Long --output-on-failure -j $(JOBS) -R '^long/'

# Of these, floods as users have them; and new inputs for the fuzz targets, whose build takes as long as the library's.
nightly:
	@tools/setup test
	@$(MAKE) --no-print-directory TARGETS=all all
	cd $(BUILD) && ctest -C Long --output-on-failure -j $(JOBS) -L '^nightly$$'
	@if tools/fuzz --check; then $(MAKE) --no-print-directory fuzz; else echo "no clang with libFuzzer"; fi

SANITIZE_TESTS = .
SANITIZE_TARGET = all
test-sanitize:
	@tools/setup test
	@$(call configure,$(BUILD_SANITIZE),-DEAGRE_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug)
	@cmake --build $(BUILD_SANITIZE) -j $(JOBS) --target $(SANITIZE_TARGET)
	cd $(BUILD_SANITIZE) && ctest --output-on-failure -j $(JOBS) -R '$(SANITIZE_TESTS)'

# What has threads: the writer, loops of the set-up, and ranks. threads/race is a race that must be found.
THREADS_TESTS = ^threads/|^mpi/(comm|two-by-two|heat|shallow-water|waves)$$|^unit/(base|writer|snapshot.*|picture|checkpoint|compare|tools)$$|$(THREADS_LOOPS)
THREADS_LOOPS = ^unit/(parallel|forest|mesh.*|hexes_(coarsen|conforming|cut|locate|nodes))$$
test-threads:
	@tools/setup test
	@$(call configure,$(BUILD_THREADS),-DCMAKE_C_COMPILER=clang -DEAGRE_THREAD_SANITIZE=ON -DCMAKE_BUILD_TYPE=Debug)
	@cmake --build $(BUILD_THREADS) -j $(JOBS)
	cd $(BUILD_THREADS) && ctest --output-on-failure -j $(JOBS) -R '$(THREADS_TESTS)'

# The long forms of tests/verify: minutes on a GPU.
verify:
	@tools/setup test
	@$(MAKE) --no-print-directory all
	tools/verify-tables $(BUILD) waves-convergence waves-floors

fuzz:
	@tools/fuzz --check || { echo "make fuzz needs clang with libFuzzer"; exit 1; }
	@$(call configure,$(BUILD_FUZZ),-DCMAKE_C_COMPILER=clang -DEAGRE_FUZZ=ON -DCMAKE_BUILD_TYPE=Debug)
	@cmake --build $(BUILD_FUZZ) -j $(JOBS) --target fuzz-targets
	tools/fuzz $(BUILD_FUZZ) $(FUZZ_SECONDS)

torture:
	@tools/setup test
	@$(MAKE) --no-print-directory TARGETS=all all
	cd $(BUILD) && ctest -C Long --output-on-failure -R '^long/torture/'

bench: all
	bench/run $(BUILD)/eagre

# A cluster has an MPI library and a launcher of its own: what goes to other machines is built without ranks, or, with RANKS=ON, takes
# the launcher along, for ranks of one machine.
RANKS = OFF
bundle:
	@tools/setup --check build || { echo "run 'make setup' to install them"; exit 1; }
	@cmake -S . -B $(BUILD_BUNDLE) -G Ninja -DEAGRE_MPI=$(RANKS) -DEAGRE_TESTS=OFF
	@cmake --build $(BUILD_BUNDLE) -j $(JOBS) --target $(TARGETS)
	tools/bundle $(BUILD_BUNDLE) dist/eagre-bundle

docs:
	@tools/setup --check docs || { echo "run 'tools/setup docs' to install them"; exit 1; }
	/usr/bin/python3 tools/docs dist/docs

deb:
	@tools/setup --check build || { echo "run 'make setup' to install them"; exit 1; }
	tools/deb dist/deb

# A wheel has no ranks, which belong to a machine, and forests by a p4est without MPI.
wheel:
	@tools/setup --check wheel || { echo "run 'tools/setup wheel' to install them"; exit 1; }
	tools/p4est $(BUILD_WHEEL)/p4est
	@$(call configure,$(BUILD_WHEEL),-DEAGRE_MPI=OFF -DCMAKE_PREFIX_PATH=$(CURDIR)/$(BUILD_WHEEL)/p4est -DEAGRE_TESTS=OFF)
	@cmake --build $(BUILD_WHEEL) -j $(JOBS) --target eagre-shared
	tools/wheel $(BUILD_WHEEL)/libeagre.so dist "GPL-2.0-or-later=$(BUILD_WHEEL)/p4est/COPYING"

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)

format:
	tools/format

check-format:
	tools/format --check

clean:
	rm -rf $(BUILD) $(BUILD_SANITIZE) $(BUILD_THREADS) $(BUILD_FUZZ) $(BUILD_WHEEL) dist
