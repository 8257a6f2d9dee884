# make demo       builds in release and prints the demonstration: an object's isa before, during and after observation
# make test       builds the tool and runs all tests, but for those that compile programs in Objective-C
# make test-release  the same in release, as users of the package build it, with more repetitions
# make test-libffi  the libraries' tests with every closure, accessor and notifying setter made by libffi
# make test-zombies  the libraries' tests with dead objects kept, so that every use of one is found
# make test-switches  the libraries' tests in one run with libffi's closures and dead objects kept
# make check      format of the sources, order of the layers, headers in C and C++, completeness of the documents, tests
#                 of the behaviours
# make check-api  compares docs/public-api.txt with the public declarations of the Swift modules; make api writes it
# make check-demo compares what make demo prints with what the README promises
# make test-client  builds and runs Tests/Client in release, a package that depends on this one; make test-client-asan,
#                 under the address sanitizer
# make test-consumers  the same for Tests/Consumers, a package that uses this one together with swift-async-algorithms
# make test-load  a million sets and a hundred thousand trace events: nothing grows with their number
# make objc       programs in Objective-C, with and without ARC, the examples, a package that uses Objective-C classes
#                 from Swift, and tests that compile such programs; make objc-asan, the programs under the address
#                 sanitizer
# make swift-objc  programs whose classes in Swift are classes of Objective-C, in debug and release
# make gate       what must pass before each merge: check, test, check-api, check-demo, test-client
# make verify     what must pass before a release and after changes to the core: every other stage, some of them slow;
#                 STAGES="objc tsan" for some of them, FORCE=1 to run again what passed with the same files, RECORD=1
#                 to write the seconds of each stage to scripts/test/verify-seconds
# make behaviours which test shows each behaviour of key-value observing; fails if one is missing
# make check-docs runs every example of the guide and the README, and checks that documents are complete
# make format     formats all sources
# make sanitizers  the libraries' tests under the address sanitizer, with undefined behaviour of code in C turned into
#                 traps
# make tsan       the libraries' tests under the thread sanitizer, with the message lookup in C: it cannot see into
#                 assembly
# make aarch64    the C core's own tests, here, also compiled by gcc and under its thread sanitizer, and as an aarch64
#                 program under qemu-user, and programs in Objective-C
# make fuzz       the fuzz targets of Fuzz/ for TIME seconds each (60); make fuzz-short, as make verify does, for 10
# make coverage   which lines the tests and the programs of make objc run, for each layer; fails below its goal
# make explorer   uses the page of runtime-demo explore as a reader would, in a headless Chromium
# make docs       builds the API documentation and a tutorial as a web site; make docs-preview serves it on port 8080
# make bench      measures everything beside its goals and its peers; Benchmarks/README.md tells of the figures
# make bench-quick  the same without peers, in seconds
# make bench-growth  how costs grow with the number of observers, objects, classes ..., with a drawing
# make bench-objc-growth  how the time of operations of Foundation grows with the size, in compiled Objective-C
# make bench-swift-objc  what counting costs in a program with classes in Swift
# make bench-instructions  counts the instructions of hot paths, and compares them with those written down
# make install    installs the C library, objc-clang and runtime-demo to PREFIX (/usr/local); make test-install tries
#                 an installation from C, C++, CMake and Objective-C
# make clean      removes everything that was built
# make help       prints this list

.DEFAULT_GOAL := help
# Package.swift reads it. `make -C` changes the folder, but not the variable.
export PWD := $(CURDIR)
.PHONY: demo test test-release test-libffi test-zombies test-switches test-client test-client-asan test-consumers \
	test-load objc swift-objc objc-asan behaviours api check check-api check-docs check-demo gate verify format \
	sanitizers tsan aarch64 fuzz fuzz-short coverage explorer docs docs-preview bench bench-quick bench-growth \
	bench-swift-objc bench-objc-growth bench-instructions install test-install clean help bootstrap

TEST := scripts/test/run-tests.sh
# Tests whose programs are compiled by objc-clang and swift-objc: make objc runs them.
COMPILED_TESTS := '\.(RunProgramTests|NativeProgramTests|CompiledPageTests)/'
# The libraries' tests alone, and a build in which the tool and its tests are not.
LIBRARY_TESTS := --skip '^(RuntimeDemo|Guide|Tutorial)Tests\.'
LIBRARY_BUILD := MINIRUNTIME_TESTS=library
DEMO := .build/release/runtime-demo

# The first build takes a while, and says so on standard error; after that the demonstration is all one reads.
demo: bootstrap
	@test -x $(DEMO) || echo "Building runtime-demo; the first time takes about a minute ..." >&2
	@swift build --quiet -c release --product runtime-demo
	@$(DEMO)

# With the order of locks checked, and that no foreign code runs under one. The tests of the tool run the one of make
# demo, because a debug build of it needs twice the time.
test: bootstrap
	@echo "Building the tool and the tests, and running them; the first time takes some six minutes ..." >&2
	@swift build --quiet -c release --product runtime-demo
	MINIRUNTIME_CHECK=1 MINIRUNTIME_TOOL=$(CURDIR)/$(DEMO) $(TEST) \
	    --explicit-target-dependency-import-check error --skip $(COMPILED_TESTS)

# In a folder of its own: @testable imports need other modules than make demo's. Without the checks of make test,
# because a program that uses the package runs without them. Tests repeat more.
test-release: bootstrap
	MINIRUNTIME_LONG_TESTS=1 $(TEST) -c release --scratch-path .build-release-tests --skip $(COMPILED_TESTS)

# ClosureKindTests check that no page of stubs is mapped.
LIBFFI := MINIRUNTIME_CLOSURES=libffi
ZOMBIES := MINIRUNTIME_ZOMBIES=1
CHECKED_LIBRARY_TESTS := EVENTS=.build/library-events MINIRUNTIME_CHECK=1 $(TEST) $(LIBRARY_TESTS)

test-libffi: bootstrap
	$(LIBFFI) $(CHECKED_LIBRARY_TESTS)

test-zombies: bootstrap
	$(ZOMBIES) $(CHECKED_LIBRARY_TESTS)

# Each switch alone if both together fail, to find the one that is to blame.
test-switches: bootstrap
	$(LIBFFI) $(ZOMBIES) $(CHECKED_LIBRARY_TESTS) || { for switch in $(LIBFFI) $(ZOMBIES); do \
	    env $$switch $(CHECKED_LIBRARY_TESTS) || echo "The tests fail with $$switch alone." >&2; done; false; }

test-client: bootstrap
	@scripts/test/test-client.sh

test-client-asan: bootstrap
	@scripts/test/test-client.sh address

test-consumers: bootstrap
	@scripts/test/test-consumers.sh

test-load: bootstrap
	@scripts/test/test-load.sh

install: bootstrap
	@scripts/build/install-to.sh $(or $(PREFIX),/usr/local)

test-install: bootstrap
	@scripts/test/test-install.sh

objc: bootstrap
	@scripts/test/test-objc.sh
	@ObjectiveC/build/guide-libraries.sh
	EVENTS=.build/compiled-events MINIRUNTIME_CHECK=1 $(TEST) --filter $(COMPILED_TESTS)

swift-objc: bootstrap
	@scripts/test/test-swift-objc.sh

objc-asan: bootstrap
	@scripts/test/test-objc.sh address

api: bootstrap
	@scripts/check/public-api.py --update

check-api: bootstrap
	@scripts/check/public-api.py

check-demo: bootstrap
	@scripts/check/check-demo.sh

gate:
	@.ci/run

# verify.sh tells where the results are.
verify: bootstrap
	@scripts/test/verify.sh $(if $(filter-out 0,$(FORCE)),--force) $(if $(filter-out 0,$(RECORD)),--record) $(STAGES)

behaviours: bootstrap
	@scripts/check/behaviours.sh

check: bootstrap
	@scripts/check/check.sh

check-docs: bootstrap
	@scripts/check/check-docs.sh
	@ObjectiveC/build/guide-libraries.sh
	EVENTS=.build/guide-events $(TEST) --filter '^GuideTests\.'

format: bootstrap
	@scripts/check/format.sh

# Tests lose what the processes that they start write, so the sanitizers' reports go to files, which end a stage that
# failed. Leaks are not asked about: the test runner has its own.
sanitizers: bootstrap
	@rm -f .build-sanitizers/report.*
	. scripts/test/sanitize.sh; \
	    $(LIBRARY_BUILD) ASAN_OPTIONS="detect_leaks=0:log_path=$(CURDIR)/.build-sanitizers/report" \
	    $(TEST) $$sanitizer_options || { cat .build-sanitizers/report.*; false; }

tsan: bootstrap
	@rm -f .build-tsan/report.*
	$(LIBRARY_BUILD) MINIRUNTIME_DISPATCH=c TSAN_OPTIONS="log_path=$(CURDIR)/.build-tsan/report" \
	    $(TEST) --sanitize=thread --scratch-path .build-tsan || { cat .build-tsan/report.*; false; }

aarch64: bootstrap
	@scripts/test/test-aarch64.sh

# What is found is left in .build-fuzz/found. TARGETS="encodings scripts" runs some of the targets.
fuzz: TIME ?= 60
fuzz-short: TIME ?= 10
fuzz fuzz-short: bootstrap
	@scripts/test/fuzz.sh $(TIME) $(TARGETS)

coverage: bootstrap
	@scripts/test/coverage.sh

explorer: bootstrap
	swift build --quiet --product runtime-demo
	@scripts/test/test-explorer.sh

# Warnings are errors. BASE_PATH=MiniRuntime if it is to be in that folder of a server.
docs: bootstrap
	@scripts/build/docs.sh $(BASE_PATH)

# Only to this machine, until it is interrupted.
docs-preview: docs
	@echo "Open http://localhost:8080 (Ctrl-C ends)"
	@python3 -m http.server --bind localhost --directory .build-docs/site 8080

# BENCH and GROWTH hold further options: make bench BENCH="--only observed-set"
BENCHMARKS := swift run -c release --package-path Benchmarks benchmarks

bench: bootstrap
	@scripts/test/bench-peers.sh .build/bench/peers
	@$(BENCHMARKS) --peers .build/bench/peers --json .build/bench/bench.json $(BENCH)

bench-quick: bootstrap
	@$(BENCHMARKS) --quick $(BENCH)

bench-growth: bootstrap
	@$(BENCHMARKS) growth --svg .build/bench/growth.svg --json .build/bench/growth.json $(GROWTH)

bench-swift-objc: bootstrap
	@scripts/test/bench-swift-objc.sh

bench-objc-growth: bootstrap
	@scripts/test/bench-objc-growth.sh

bench-instructions: bootstrap
	@scripts/check/check-instructions.sh

clean:
	rm -rf .build .build-* Benchmarks/.build Tests/Client/.build Tests/Client/.build-* Tests/Consumers/.build \
		ObjectiveC/package/.build ObjectiveC/swift-package/.build

help:
	@sed -n -e '/^$$/q' -e 's/^# //p' Makefile

bootstrap:
	@scripts/build/bootstrap.sh
