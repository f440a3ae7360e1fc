# Everything here runs on a fresh machine with Go alone; what more it can use
# (a chess engine, golangci-lint, git) is looked for, never required.

GO       ?= go
BIN      := bin/diwan
# How long each fuzz target runs.
FUZZTIME ?= 30s
# How often a process that writes is killed.
CRASHES  ?= 200
# Which benchmarks run, how often, and for how long each.
BENCH      ?= .
BENCHCOUNT ?= 1
BENCHTIME  ?= 1s
# How many games the test of scale makes.
SCALEGAMES ?= 1000000
# How the engine is tuned: games, nodes a move, seed, and the file of weights.
TUNEGAMES  ?= 6000
TUNENODES  ?= 3000
TUNESEED   ?= 1
TUNEOUT    ?= $(CURDIR)/analyze/engine/defaultweights.go
# The match that XBoard referees: games, seed, opponent, and a folder for the games.
REFEREEGAMES    ?= 500
REFEREESEED     ?= 1
REFEREEOPPONENT ?= shamax
REFEREEOUT      ?=

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null)
LDFLAGS := $(if $(VERSION),-X main.version=$(VERSION))

# Debian keeps chess engines in a folder that root's PATH leaves out.
export PATH := $(PATH):/usr/games

.DEFAULT_GOAL := help
.PHONY: help build demo test check check-fmt check-docs check-lint race fuzz bench profile scale cover fmt docs tune referee crash

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build bin/diwan
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN) ./cmd/diwan

demo: build ## See it work: import, check, annotate and search sample games
	@sh examples/demo.sh $(BIN)

test: ## Run all tests
	$(GO) test ./...

race: ## Run the shorter tests under the race detector
	$(GO) test -race -short ./...

check: check-fmt ## Check format, vet, floor plan, dependencies, generated docs, lint
	$(GO) vet ./...
	$(GO) test ./internal/archtest
	$(GO) mod tidy -diff
	@$(MAKE) --no-print-directory check-docs check-lint

check-fmt:
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then \
		echo "gofmt would change (run: make fmt):"; echo "$$bad"; exit 1; fi

# The documents are generated in a copy of the tree, so that checking never
# changes the tree itself.
check-docs:
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT INT TERM; \
	tar -cf - --exclude=./.git --exclude=./.ci --exclude=./bin --exclude='*.diwan' . | tar -xf - -C "$$tmp"; \
	(cd "$$tmp" && GOFLAGS="$${GOFLAGS:+$$GOFLAGS }-trimpath" $(GO) generate ./...); \
	if ! diff -r docs "$$tmp/docs"; then \
		echo "docs/ is not what the code generates (run: make docs)"; exit 1; fi

check-lint:
	@if command -v golangci-lint >/dev/null 2>&1; then golangci-lint run ./...; \
	else echo "golangci-lint is not installed: lint left out"; fi

fuzz: ## Run every fuzz target for FUZZTIME (30s) each
	@set -e; list=$$($(GO) test -list '^Fuzz' ./...); \
	printf '%s\n' "$$list" | awk '/^Fuzz/ { name[n++] = $$1 } /^ok/ { for (i = 0; i < n; i++) print $$2, name[i]; n = 0 }' | \
	while read -r pkg name; do \
		echo "== $$pkg $$name"; \
		$(GO) test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(FUZZTIME) "$$pkg" </dev/null; \
	done

crash: ## Kill processes that write to an archive CRASHES (200) times, fill disks, damage files
	DIWAN_CRASHES=$(CRASHES) DIWAN_KILLS=$(CRASHES) $(GO) test -count 1 -timeout 60m -v \
		-run '^(TestCrash|TestFullDisk|TestShortWrites|TestKill|TestDamage)$$' ./internal/cli ./archive

bench: ## Run the benchmarks (BENCH=name to choose)
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -benchtime $(BENCHTIME) -count $(BENCHCOUNT) ./...

# The compiler lays out the program by this profile of the benchmarks of its hot
# paths. Only their shape matters, so any machine will do.
PROFILES := pgn:Replay$$ index:Import$$ index/segment:Build|Find analyze/engine:Search$$ rules:Perft6

profile: ## Take the profile that the program is compiled by
	@set -e; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT INT TERM; \
	for p in $(foreach p,$(PROFILES),'$(p)'); do \
		dir=$${p%%:*}; \
		$(GO) test -run '^$$' -bench "Benchmark($${p#*:})" -benchtime 2s -o "$$tmp/test" \
			-cpuprofile "$$tmp/$$(echo $$dir | tr / -).prof" ./$$dir; \
	done; \
	$(GO) tool pprof -proto "$$tmp"/*.prof >"$$tmp/all"; mv "$$tmp/all" cmd/diwan/default.pgo

scale: ## Import and search SCALEGAMES (a million) generated games; minutes
	$(GO) test ./index -run '^TestScale$$' -count 1 -timeout 0 -v -args -scale $(SCALEGAMES)

tune: ## Tune the engine's weights by games against itself (an hour or more)
	$(GO) test ./analyze/tune -run '^TestTune$$' -count 1 -timeout 0 -v -args \
		-games $(TUNEGAMES) -nodes $(TUNENODES) -epochs 300 -seed $(TUNESEED) -out $(TUNEOUT)

referee: ## Let XBoard referee games at 0.1 s a move (an hour; needs xboard and Xvfb)
	$(GO) test ./analyze/server -run '^TestReferee$$' -count 1 -timeout 0 -v -args -referee-clock 4s -referee-odds 5 \
		-referee-games $(REFEREEGAMES) -referee-seed $(REFEREESEED) -referee-opponent $(REFEREEOPPONENT) -referee-out '$(REFEREEOUT)'

cover: ## Measure what the tests cover, into coverage.out and coverage.html
	$(GO) test -coverprofile=coverage.out -coverpkg=./... ./...
	$(GO) tool cover -html=coverage.out -o coverage.html
	@$(GO) tool cover -func=coverage.out | tail -n 1

fmt: ## Format the Go sources
	gofmt -w .

docs: ## Write the generated documents again
	$(GO) generate ./...
