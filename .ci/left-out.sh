# Owns which tests a part of .ci/sanitize, the thread-safe PHP of .ci/matrix, .ci/arm64 or .ci/musl leaves out: reads .ci/sanitizers/left-out.
# Shell code for these, which have `fail`.

# shellcheck shell=bash

# left_out PART: files and reasons, a line each.
left_out() {
    local parts file reason
    while read -r parts file reason; do
        case $parts in
            '#'* | '') ;;
            "$1")
                # A pattern that fits nothing would be forgotten here for ever.
                compgen -G "$file" >/dev/null || fail ".ci/sanitizers/left-out names $file, which is not there"
                for file in $file; do printf '%s %s\n' "$file" "$reason"; done
                ;;
        esac
    done <.ci/sanitizers/left-out
}

# tests_for PART: the files of all tests but those left out.
tests_for() { find php-tests -name '*.phpt' | sort | grep -vxFf <(left_out "$1" | cut -d ' ' -f 1); }
