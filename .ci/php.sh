# Owns which PHP is meant, and which build of the extension is for it. .ci/build and the other scripts that build or run it read it.
# Builds and installs nothing (.ci/build, packaging/install).

# shellcheck shell=bash
# shellcheck disable=SC2034 # read by what sources this
# Cargo's profile: release, archive for what a release publishes (packaging/build), or demo for make demo.
readonly profile=${REDISLOCK_PROFILE:-release}
readonly built=target/$profile/libredislock.so
# Tells for which PHP $built was made, and by its age from which sources.
readonly built_for=target/$profile/redislock.built-for
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
    use_libclang
    identity=$("$PHP" -n -r 'echo PHP_BINARY, " ", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, " zts=", PHP_ZTS, " debug=", PHP_DEBUG;')${PROFILED:+ profiled}
}

# Where there are two releases (Debian's Rust of backports recommends a later one), bindgen would take the later libclang, which
# cannot read the headers of the one that is called clang.
use_libclang() {
    local of_clang
    [ -z "${LIBCLANG_PATH:-}" ] || return 0
    of_clang=$(clang -print-resource-dir 2>/dev/null) || return 0
    of_clang=${of_clang%/clang/*}
    ! compgen -G "$of_clang/libclang[-.][0-9s]*" >/dev/null || export LIBCLANG_PATH=$of_clang
}

# Whether $built is of this PHP and of the sources as they are.
is_current() {
    [ "$identity" = "$(cat "$built_for" 2>/dev/null)" ] && [ -z "$(find "${sources[@]}" -newer "$built_for")" ]
}

# note_build COMMAND...: builds by the command, and notes for which PHP. The note is as old as the beginning: sources changed
# meanwhile are newer.
note_build() {
    mkdir -p "$(dirname "$built_for")" && : >"$built_for.new"
    "$@"
    echo "$identity" >"$built_for"
    touch -r "$built_for.new" "$built_for"
    rm "$built_for.new"
}

# An installed redislock would be loaded in place of the one just built.
leave_out_installed() {
    "$PHP" -m | grep -qx redislock || return 0
    mkdir -p target/own-ini && rm -f target/own-ini/*.ini
    "$PHP" -r 'echo php_ini_scanned_files();' | tr -d ',' | xargs -r cp -t target/own-ini
    rm -f target/own-ini/*redislock.ini
    export PHP_INI_SCAN_DIR=$PWD/target/own-ini
}
