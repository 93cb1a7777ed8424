# What a person or CI does with this repository; `make` alone lists it. Each target first has
# .ci/setup install what it needs, so that any of them can be the first command in a fresh clone.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help pack demo test matrix lint torture torture-planted sanitize soak bench bench-readme bench-waiting fuzz audit build optimize phpize dist deb install uninstall clean

# All paths below rely on it; a user's own settings would move the results.
export CARGO_TARGET_DIR := $(CURDIR)/target
unexport CARGO_BUILD_TARGET
# A shell that was open while rustup was installed does not know it yet.
cargo_bin := $(filter-out $(subst :, ,$(PATH)),$(wildcard $(HOME)/.cargo/bin))
export PATH := $(PATH)$(cargo_bin:%=:%)

# Recipes call make by this name: one that says MAKE in capitals is run even by make -n.
again := $(MAKE) --no-print-directory

built := target/release/libredislock.so
# Tells for which PHP $(built) was made, and by its age from which sources.
built_for := target/release/redislock.built-for
# The same of what make optimize has built.
optimized := target/optimized/redislock.so
optimized_for := target/optimized/built-for
sources := src build.rs Cargo.toml Cargo.lock

# Shell code: chooses the one PHP that is built for and run. ext-php-rs's build reads both names,
# absolute, and starts anew when they change. `identity` changes too when another PHP, thread-safe
# or a later release, was installed under the same names.
define use_php
PHP_CONFIG=$$(realpath -e "$$(command -v "$${PHP_CONFIG:-php-config}")" 2>/dev/null) || {
    echo "make: there is no php-config; run 'make build' first" >&2
    exit 1
}
PHP=$$("$$PHP_CONFIG" --php-binary)
export PHP PHP_CONFIG
identity=$$("$$PHP" -n -r 'echo PHP_BINARY, " ", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, " zts=", PHP_ZTS, " debug=", PHP_DEBUG;')
endef

# Shell code: `shipped` is what is installed, packed and measured: what make optimize has built, if that is of these sources
# and for this PHP, else what make build builds.
define choose_shipped
shipped=$(built)
if [ "$$identity" = "$$(cat $(optimized_for) 2>/dev/null)" ] && [ -z "$$(find $(sources) -newer $(optimized_for))" ]; then
    shipped=$(optimized)
fi
endef

# Shell code: an installed redislock would be loaded in place of the one just built.
define leave_out_installed
if "$$PHP" -m | grep -qx redislock; then
    mkdir -p target/own-ini && rm -f target/own-ini/*.ini
    "$$PHP" -r 'echo php_ini_scanned_files();' | tr -d ',' | xargs -r cp -t target/own-ini
    rm -f target/own-ini/*redislock.ini
    export PHP_INI_SCAN_DIR=$(CURDIR)/target/own-ini
fi
endef

# Shell code: where PHP looks for redislock.so and for its ini file. Debian keeps the ini files of
# extensions in a folder of their own and links them for each SAPI.
define find_places
extensions=$$("$$PHP_CONFIG" --extension-dir)
# Where a shell finds commands of the administrator's own; a PHP that is not the system's has its own place.
commands=$(BINDIR)
if [ -z "$$commands" ]; then
    commands=$$("$$PHP_CONFIG" --prefix)/bin
    if [ "$$commands" = /usr/bin ]; then commands=/usr/local/bin; fi
fi
command_parts=$$(dirname "$$commands")/share/redislock
release=$$(readlink -f "$$PHP"); release=$${release#/usr/bin/php}
ini_files=/etc/php/$$release/mods-available
debian=yes
if [ ! -d "$$ini_files" ] || [ ! -x /usr/sbin/phpenmod ]; then
    debian=no
    ini_files=$$("$$PHP" -n -r 'echo PHP_CONFIG_FILE_SCAN_DIR;')
fi
writable() { local at=$$1; until [ -e "$$at" ]; do at=$$(dirname "$$at"); done; [ -w "$$at" ]; }
need_write_access() {
    local folder
    for folder in "$(DESTDIR)$$extensions" $${ini_files:+"$(DESTDIR)$$ini_files"} "$(DESTDIR)$$commands" "$(DESTDIR)$$command_parts"; do
        writable "$$folder" && continue
        echo "make: you may not write to $$folder; as root it works:" >&2
        echo "  sudo make $@ PHP_CONFIG=$$PHP_CONFIG" >&2
        exit 1
    done
}
endef

# Shell code: measures by `script`; `readme` is an option for it, or empty.
define run_bench
.ci/setup bench
$(use_php)
$(choose_shipped)
[ $$shipped = $(optimized) ] || $(again) build
$(leave_out_installed)
PATH=$(CURDIR)/target/tools:$$PATH exec "$$PHP" -d extension=$(CURDIR)/$$shipped "$$script" $${readme:-} $(BENCH)
endef

help: ## lists what there is
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 23
	echo
	echo "Another PHP than the one in PATH: make TARGET PHP_CONFIG=/path/to/its/php-config"

demo: ## shows the lock at work: eight PHP processes sell a stock of 100
	@.ci/setup demo
	$(again) build
	$(use_php)
	$(leave_out_installed)
	# Where a seller cannot read its parent's options (no /proc) it finds the extension by this.
	export REDISLOCK_SO=$(CURDIR)/$(built)
	PATH=$(CURDIR)/target/tools:$$PATH exec "$$PHP" -d extension=$(CURDIR)/$(built) examples/oversell.php

test: ## runs all tests: the core's, and the extension's in PHP
	@exec .ci/run test

matrix: ## runs all tests on other PHPs and servers, in folders with a Debian each; needs root, takes an hour
	@exec .ci/matrix

torture: ## breaks everything that locks stand on, and checks every promise (TORTURE_SECONDS=300, TORTURE_SEED, TORTURE=cluster)
	@.ci/setup test
	$(again) build
	$(use_php)
	export REDISLOCK_SO=$(CURDIR)/$(built)
	PATH=$(CURDIR)/target/tools:$$PATH exec cargo test --locked --no-default-features --features tls --test torture \
	    $(TORTURE) -- --ignored --nocapture --test-threads=1

torture-planted: ## plants sixteen faults in a copy of the extension; each must be found by the torture; half an hour
	@.ci/setup test
	$(use_php)
	PATH=$(CURDIR)/target/tools:$$PATH exec "$$PHP" -n torture/planted.php

sanitize: ## runs the phpt tests under valgrind, AddressSanitizer and a debug PHP; needs nightly Rust, root and two hours
	@exec .ci/sanitize

soak: ## 16 workers use locks for half an hour; memory, threads, sockets and keys must be as before (SOAK_SECONDS=1800)
	@.ci/setup test
	$(again) build
	$(use_php)
	export REDISLOCK_SO=$(CURDIR)/$(built)
	PATH=$(CURDIR)/target/tools:$$PATH exec "$$PHP" -n soak/soak.php

lint: ## checks format, lints, documentation, PHP syntax, shell scripts and planted faults
	@.ci/setup lint build
	$(use_php)
	status=0
	check() { printf '\n== %s\n' "$$*"; "$$@" || status=1; }
	check cargo fmt --check
	check cargo clippy --locked --all-targets --no-default-features -- -D warnings
	check cargo clippy --locked --all-targets --no-default-features --features tls -- -D warnings
	check cargo clippy --locked --lib -- -D warnings
	RUSTDOCFLAGS="-D warnings" check cargo doc --no-deps --no-default-features --features tls --locked
	list() { git ls-files -co --exclude-standard 2>/dev/null || find . \( -name target -o -name .git \) -prune -o -type f -print; }
	php_syntax() {
	    local file answer bad=0
	    for file in $$(list | grep -E '\.(php|inc)$$|^(\./)?cli/redislock$$'); do
	        answer=$$("$$PHP" -n -d html_errors=0 -l "$$file" 2>&1) || { echo "$$answer"; bad=1; }
	    done
	    return $$bad
	}
	check php_syntax
	check "$$PHP" -n torture/planted.php --check
	check shellcheck -x $$(list | xargs awk 'FNR == 1 && /^#!.*sh$$/ { print FILENAME } { nextfile }')
	exit $$status

bench: ## measures what RedisLock costs, beside its peers; takes ten minutes (BENCH="--quick cycles")
	@script=benches/bench.php
	$(run_bench)

bench-readme: ## the same, and writes the figures into README.md and docs/bench.svg
	@$(again) optimize
	script=benches/bench.php readme=--readme
	$(run_bench)

bench-waiting: ## measures how RedisLock waits, beside its peers; takes about three minutes
	@script=benches/waiting.php
	$(run_bench)

fuzz: ## searches for addresses, replies and calls that break something (FUZZ_SECONDS=60 each, FUZZ_SEED)
	@if ! command -v cargo-fuzz >/dev/null || ! cargo +nightly --version >/dev/null 2>&1; then
	    echo "make: fuzzing needs a nightly Rust and cargo-fuzz:" >&2
	    echo "  rustup toolchain install nightly && cargo install cargo-fuzz --locked" >&2
	    exit 1
	fi
	.ci/setup test
	$(again) build
	$(use_php)
	seconds=$${FUZZ_SECONDS:-60} seed=$${FUZZ_SEED:-$$(( RANDOM * 32768 + RANDOM + 1 ))}
	search() {
	    printf '\n== %s: seed %s, %s s\n' "$$1" "$$seed" "$$seconds"
	    # What is found on the way goes to the first folder; the second is what it begins with.
	    mkdir -p "$(CURDIR)/target/fuzz/corpus/$$1"
	    (cd fuzz && cargo +nightly fuzz run "$$1" --target-dir $(CURDIR)/target/fuzz "$(CURDIR)/target/fuzz/corpus/$$1" "corpus/$$1" \
	        -- -seed="$$seed" -max_total_time="$$seconds" "$${@:2}")
	}
	search address -timeout=5
	# The values of the longest reply, 1 MiB of empty arrays, are 32 MiB; a server's word for a length takes nothing.
	search replies -timeout=10 -max_len=2048 -malloc_limit_mb=48 -rss_limit_mb=1024 -dict=replies.dict
	printf '\n== methods\n'
	export REDISLOCK_SO=$(CURDIR)/$(built)
	PATH=$(CURDIR)/target/tools:$$PATH exec "$$PHP" -n -d extension="$$REDISLOCK_SO" fuzz/methods.php "$$seconds" "$$seed"

audit: ## checks the crates that this is built of: licences, sources, doubles, known vulnerabilities
	@if ! command -v cargo-deny >/dev/null; then
	    echo "make: this needs cargo-deny: cargo install cargo-deny --locked" >&2
	    exit 1
	fi
	cargo deny --locked check licenses bans sources
	# Its database is at its project's own place, which not every machine reaches.
	mkdir -p target
	if cargo deny --locked fetch db >target/audit-fetch.log 2>&1; then
	    exec cargo deny --locked check --disable-fetch advisories
	fi
	echo "make: known vulnerabilities were NOT checked, for their database cannot be fetched: target/audit-fetch.log" >&2

build: ## builds target/release/libredislock.so
	@.ci/setup build
	$(use_php)
	if [ -e $(built_for) ] && [ "$$identity" != "$$(cat $(built_for))" ]; then
	    cargo clean --quiet --release --package ext-php-rs --package redislock
	fi
	# The age of what was built from: sources changed during the build are newer.
	mkdir -p target/release && : >$(built_for).new
	cargo build --release --locked
	echo "$$identity" >$(built_for)
	touch -r $(built_for).new $(built_for)
	rm $(built_for).new

optimize: ## builds what install, deb, dist and bench then take, quicker by a profile of locks at work; takes five minutes
	@.ci/setup optimize
	$(use_php)
	$(choose_shipped)
	if [ $$shipped = $(optimized) ] && [ -z "$$(find .ci/optimize benches/training.php -newer $(optimized_for))" ]; then
	    echo "$(optimized) is of these sources and for $$PHP already"
	    exit
	fi
	rm -f $(optimized_for)
	mkdir -p target/optimized && : >$(optimized_for).new
	.ci/optimize
	echo "$$identity" >$(optimized_for)
	touch -r $(optimized_for).new $(optimized_for)
	rm $(optimized_for).new

phpize: build ## builds and installs as PIE does, below target/phpize, and loads the result
	@$(use_php)
	exec .ci/phpize

dist: ## makes an archive for each PHP that is found, or named: PHP_CONFIG="/a/php-config /b/php-config"
	@configs=($(PHP_CONFIG))
	if [ $${#configs[@]} -eq 0 ]; then
	    # Names that lead to the same PHP count once.
	    mapfile -t configs < <(ls -d /usr/bin/php-config[0-9]* /usr/local/bin/php-config /opt/*/bin/php-config 2>/dev/null | xargs -r realpath | sort -u)
	    # There is none yet: the one that .ci/setup installs.
	    if [ $${#configs[@]} -eq 0 ]; then configs=(""); fi
	fi
	for config in "$${configs[@]}"; do
	    if [ -n "$$config" ]; then export PHP_CONFIG=$$config; fi
	    .ci/setup dist
	    $(again) pack PACK=dist PHP_CONFIG="$$config"
	done

deb: ## makes a Debian package of the extension for this PHP, and one of the command
	@.ci/setup deb
	$(again) pack PACK=deb

# Not for people: builds what is missing, and packs it.
pack:
	@$(use_php)
	$(choose_shipped)
	[ $$shipped = $(optimized) ] || $(again) build
	echo "packing $$shipped"
	REDISLOCK_SO=$$shipped exec packaging/$(PACK)

install: ## puts redislock.so, an ini file and the command redislock where they are found (DESTDIR=, BINDIR=)
	@$(use_php)
	$(find_places)
	$(choose_shipped)
	if [ $$shipped = $(built) ] && { [ "$$identity" != "$$(cat $(built_for) 2>/dev/null)" ] ||
	    [ -n "$$(find $(sources) -newer $(built_for) 2>/dev/null)" ]; }; then
	    # Under sudo nothing is compiled: it would leave files of root's in the user's clone.
	    if [ -n "$${SUDO_USER:-}" ] || ! command -v cargo >/dev/null; then
	        echo "make: nothing is built from these sources for $$PHP; run 'make build' first, without sudo" >&2
	        exit 1
	    fi
	    $(again) build
	fi
	need_write_access
	install -D -m 644 $$shipped "$(DESTDIR)$$extensions/redislock.so"
	echo "installed $(DESTDIR)$$extensions/redislock.so"
	install -d "$(DESTDIR)$$commands" "$(DESTDIR)$$command_parts"
	install -m 644 cli/src/*.php "$(DESTDIR)$$command_parts"
	# By the PHP that has the extension: another may be the first in PATH.
	sed "1s|.*|#!$$PHP|" cli/redislock >"$(DESTDIR)$$commands/redislock"
	chmod 755 "$(DESTDIR)$$commands/redislock"
	echo "installed $(DESTDIR)$$commands/redislock"
	if [ -z "$$ini_files" ]; then
	    echo "This PHP reads no folder of ini files; add to its php.ini: extension=redislock.so"
	    exit
	fi
	install -d "$(DESTDIR)$$ini_files"
	if [ -e "$(DESTDIR)$$ini_files/redislock.ini" ]; then
	    # Somebody's settings may be in it, the address first of all.
	    echo "kept $(DESTDIR)$$ini_files/redislock.ini as it is"
	else
	    install -m 644 packaging/redislock.ini "$(DESTDIR)$$ini_files/redislock.ini"
	    echo "installed $(DESTDIR)$$ini_files/redislock.ini"
	fi
	[ -z "$(DESTDIR)" ] || exit 0
	if [ $$debian = yes ]; then /usr/sbin/phpenmod -v "$$release" redislock; fi
	"$$PHP" --ri redislock >/dev/null || { echo "make: but $$PHP --ri redislock fails" >&2; exit 1; }
	echo "$$PHP loads it. A php-fpm or Apache that is running loads it at its next restart."

uninstall: ## takes away what install has put there
	@$(use_php)
	$(find_places)
	need_write_access
	if [ $$debian = yes ] && [ -z "$(DESTDIR)" ]; then
	    /usr/sbin/phpdismod -v "$$release" redislock
	    # Its note that an administrator has disabled redislock would keep Debian's package of it from being enabled later.
	    rm -f /var/lib/php/modules/"$$release"/*/{en,dis}abled_by_admin/redislock
	fi
	rm -fv "$(DESTDIR)$$extensions/redislock.so" $${ini_files:+"$(DESTDIR)$$ini_files/redislock.ini"} "$(DESTDIR)$$commands/redislock"
	rm -rf "$(DESTDIR)$$command_parts"

clean: ## removes what was built, and what failed tests have left
	@rm -rf target
	find php-tests -name '*.phpt' | while read -r test; do
	    for kind in diff exp log out php sh mem; do rm -f "$${test%phpt}$$kind"; done
	done
