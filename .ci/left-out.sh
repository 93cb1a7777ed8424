# Owns which tests a run leaves out: reads .ci/sanitizers/left-out. .ci/sanitize, .ci/matrix (threads), .ci/arm64 and .ci/musl read it.
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

# tests_for PART...: the files of all tests, or of those below the folders `among`, but those left out.
tests_for() {
    local one
    find "${among[@]:-php-tests}" -name '*.phpt' | sort |
        grep -vxFf <(for one in "$@"; do left_out "$one"; done | cut -d ' ' -f 1)
}
