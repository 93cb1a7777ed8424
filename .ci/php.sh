# Owns which PHP is meant, and which build of the extension is for it. Shell code for the scripts that make calls.
# Builds and installs nothing (.ci/build, .ci/optimize, packaging/install).

# shellcheck shell=bash
# shellcheck disable=SC2034 # read by what sources this
readonly built=target/release/libredislock.so
# Tells for which PHP $built was made, and by its age from which sources.
readonly built_for=target/release/redislock.built-for
# The same of what make optimize has built.
readonly optimized=target/optimized/redislock.so
readonly optimized_for=target/optimized/built-for
readonly sources=(src build.rs Cargo.toml Cargo.lock)

# Chooses the one PHP that is built for and run. ext-php-rs's build reads both names, absolute, and starts anew when they change.
# `identity` changes too when another PHP, thread-safe or a later release, was installed under the same names.
use_php() {
    PHP_CONFIG=$(realpath -e "$(command -v "${PHP_CONFIG:-php-config}")" 2>/dev/null) || {
        echo "make: there is no php-config; run 'make build' first" >&2
        exit 1
    }
    PHP=$("$PHP_CONFIG" --php-binary)
    export PHP PHP_CONFIG
    identity=$("$PHP" -n -r 'echo PHP_BINARY, " ", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, " zts=", PHP_ZTS, " debug=", PHP_DEBUG;')
}

# is_current MARK [SOURCE...]: whether what MARK tells of was built for this PHP, and of the sources as they are, further ones
# included.
is_current() {
    [ "$identity" = "$(cat "$1" 2>/dev/null)" ] && [ -z "$(find "${sources[@]}" "${@:2}" -newer "$1")" ]
}

# note_build MARK COMMAND...: builds by the command, and notes for what. The mark is as old as the beginning: sources changed
# meanwhile are newer.
note_build() {
    local mark=$1
    mkdir -p "$(dirname "$mark")" && : >"$mark.new"
    "${@:2}"
    echo "$identity" >"$mark"
    touch -r "$mark.new" "$mark"
    rm "$mark.new"
}

# `shipped` is what is installed: what make optimize has built, if that is current, else what make build builds.
choose_shipped() {
    shipped=$built
    if is_current "$optimized_for"; then shipped=$optimized; fi
}

# An installed redislock would be loaded in place of the one just built.
leave_out_installed() {
    "$PHP" -m | grep -qx redislock || return 0
    mkdir -p target/own-ini && rm -f target/own-ini/*.ini
    "$PHP" -r 'echo php_ini_scanned_files();' | tr -d ',' | xargs -r cp -t target/own-ini
    rm -f target/own-ini/*redislock.ini
    export PHP_INI_SCAN_DIR=$PWD/target/own-ini
}
