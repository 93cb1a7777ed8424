# What a person or CI does with this repository: first what a user needs, then what a developer does; `make` alone lists it.
# What takes more than a few lines is in .ci/ and packaging/.
# setup, demo and test install what is missing; any other target names it, and stops.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help demo setup build profile install uninstall deb release test lint lua matrix arm64 musl torture torture-planted mutations sanitize soak before-release bench bench-readme bench-waiting path fuzz audit least-rust phpize clean

# All paths of the scripts rely on it; a user's own settings would move the results.
export CARGO_TARGET_DIR := $(CURDIR)/target
unexport CARGO_BUILD_TARGET
# A shell that was open while rustup was installed does not know it yet.
cargo_bin := $(filter-out $(subst :, ,$(PATH)),$(wildcard $(HOME)/.cargo/bin))
export PATH := $(PATH)$(cargo_bin:%=:%)

help: ## lists what there is
	@list() { sed -nE 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 23; }
	users='  make (demo|setup|build|profile|install|uninstall|deb|release) '
	echo "to use it"
	list | grep -E "$$users"
	printf '\nto work on it\n'
	list | grep -vE "$$users"
	echo
	echo "Another PHP than the one in PATH: make TARGET PHP_CONFIG=/path/to/its/php-config"

demo: ## shows the lock at work: eight PHP processes sell a stock of 100
	@.ci/setup demo
	export REDISLOCK_PROFILE=demo
	.ci/build
	.ci/with-build php -d extension=$(CURDIR)/target/demo/libredislock.so examples/oversell.php
	echo " Next: make build && sudo make install, and docs/guide.md"

setup: ## installs what building needs, on Debian and Ubuntu (SETUP="test lint bench": what these need)
	@exec .ci/setup $(or $(SETUP),build)

build: ## builds target/release/libredislock.so (PROFILED=1: with a profile; TARGET=aarch64-unknown-linux-gnu: for another machine)
	@exec $(if $(filter command%,$(origin TARGET)),.ci/cross $(TARGET),.ci/build)

profile: ## makes the profile of make build PROFILED=1 and of make release anew, by packaging/train.php
	@rm -rf target/profile
	PROFILED=1 exec .ci/build

install: ## puts redislock.so, an ini file and the command redislock where they are found (DESTDIR=, BINDIR=, MANDIR=)
	@exec packaging/install install

uninstall: ## takes away what install has put there
	@exec packaging/install uninstall

deb: ## makes a Debian package of the extension for this PHP, and one of the command
	@exec .ci/pack deb

release: ## makes and checks what a release publishes, for each PHP that can be had, or PHP_CONFIG="/a/php-config /b/php-config"
	@exec .ci/release

test: ## runs all tests: the core's, and the extension's in PHP
	@exec .ci/run test

lint: ## checks format, lints, documentation, PHP syntax, shell scripts and planted faults
	@exec .ci/lint

lua: ## writes the scripts whole into docs/lua, where src/lua has changed; clients in other languages read them there
	@.ci/setup --check build
	LUA=write exec cargo test --quiet --locked --no-default-features --lib find_the_scripts_whole

matrix: ## runs all tests on other PHPs and servers, in folders with a Debian each; needs root, takes two hours
	@exec .ci/matrix

arm64: ## builds for arm64 and runs core and phpt there, in an emulated Debian; needs root, takes an hour
	@exec .ci/arm64

musl: ## builds PHP and the extension for musl, as on Alpine, and runs the phpt tests with them
	@exec .ci/musl

torture: ## breaks everything that locks stand on, and checks every promise (TORTURE_SECONDS=300, TORTURE_SEED, TORTURE=cluster)
	@.ci/setup --check test
	.ci/build
	exec .ci/with-build cargo test --locked --no-default-features --test torture \
	    $(TORTURE) -- --ignored --nocapture --test-threads=1

torture-planted: ## plants twenty-four faults in a copy of the extension; each must be found by the torture; half an hour
	@.ci/setup --check test
	exec .ci/with-build php -n torture/planted.php

mutations: ## takes away in a copy what exclusion rests on, one line at a time; at least two tests must find each (MUTATIONS="fork drift")
	@exec .ci/mutations $(MUTATIONS)

sanitize: ## runs the phpt tests under valgrind, AddressSanitizer and a PHP with threads; needs nightly Rust, root and two hours
	@exec .ci/sanitize

soak: ## 16 workers use locks for half an hour; memory, threads, sockets and keys must be as before (SOAK_SECONDS=1800)
	@.ci/setup --check test
	.ci/build
	exec .ci/with-build php -n soak/soak.php

before-release: ## runs what a release needs beside test and lint, one after another, each with its log; half a day, root (PARTS="soak bench")
	@MAKE=$(MAKE) exec .ci/before-release $(PARTS)

bench: ## measures what RedisLock costs, beside its peers; takes twenty minutes (BENCH="--quick cycles")
	@exec .ci/bench benches/bench.php $(BENCH)

bench-readme: ## the same, and writes the figures into benches/figures.md, its plots and README.md
	@exec .ci/bench benches/bench.php --readme $(BENCH)

bench-waiting: ## measures how RedisLock waits, beside its peers; takes about three minutes
	@exec .ci/bench benches/waiting.php $(BENCH)

path: ## counts the functions of a free acquire() and a release(), and a cycle's instructions (.ci/path -v lists them; PROFILED=1)
	@.ci/path
	exec .ci/instructions

fuzz: ## searches for addresses, replies and calls that break something (FUZZ_SECONDS=60 each, FUZZ_SEED)
	@exec .ci/fuzz

audit: ## checks the crates that this is built of: licences, sources, doubles, known vulnerabilities
	@exec .ci/audit

least-rust: ## compiles everything with the oldest Rust that Cargo.toml names; needs rustup
	@exec .ci/least-rust

phpize: build ## builds and installs as PIE does, below target/phpize, and loads the result
	@exec .ci/phpize

clean: ## removes what was built, and what failed tests have left
	@rm -rf target
	find php-tests -name '*.phpt' | while read -r test; do
	    for kind in diff exp log out php sh mem; do rm -f "$${test%phpt}$$kind"; done
	done
