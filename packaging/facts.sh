# Owns what the packages say of a build: version, PHP, machine, C library. Shell code for archive, deb and .ci/check-release, which
# source it. Reads PHP, the program that was built for, and REDISLOCK_SO, what was built; REDISLOCK_PACKAGES, for tests, names another
# folder. Builds nothing.

# shellcheck shell=bash
# shellcheck disable=SC2034 # read by what sources this
version=$(sed -n '0,/^version = /s/^version = "\(.*\)"/\1/p' Cargo.toml)
extension=$REDISLOCK_SO
packages=${REDISLOCK_PACKAGES:-target/dist}

# php CODE: what this PHP prints.
php() { "$PHP" -n -d html_errors=0 -r "$1"; }

release=$(php 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')

is_elf() { readelf -h "$extension" >/dev/null 2>&1; }

# PIE's words for the machine and the C library that were built for: of the build itself, for they may be others than this machine's.
machine() {
    local machine
    machine=$(if is_elf; then readelf -h "$extension" | sed -n 's/^ *Machine: *//p'; else uname -m; fi)
    case $machine in
        AArch64 | aarch64) echo arm64 ;;
        *X86-64) echo x86_64 ;;
        Intel\ 80386 | i?86) echo x86 ;;
        *) echo "$machine" ;;
    esac
}

c_library() {
    case $(uname -s):" $(libraries | tr '\n' ' ')" in
        *' libc.so.6 '*) echo glibc ;;
        *' libc.musl-'* | *' libc.so '*) echo musl ;;
        Darwin:*) echo bsdlibc ;;
        *) return 1 ;;
    esac
}

# The libraries that the build is linked with, one a line.
libraries() { if is_elf; then readelf -d "$extension" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'; fi; }

# The newest glibc that the build needs: it runs where there is that one or a newer. Empty where it is another library.
needed_glibc() { readelf -VW "$extension" 2>/dev/null | sed -n 's/.* Name: GLIBC_\([0-9.]*\) .*/\1/p' | sort -uV | tail -n 1 || true; }

# Without its end, .zip. PIE compares in lower case, and takes the name of a PHP without threads with and without -nts.
archive_name() {
    local c_library debug zts system
    c_library=$(c_library) || return
    debug=$(php 'echo PHP_DEBUG ? "-debug" : "";')
    zts=$(php 'echo PHP_ZTS ? "-zts" : "";')
    system=$(uname -s)
    echo "php_redislock-${version}_php$release-$(machine)-${system,,}-$c_library$debug$zts"
}

# zip_folder FOLDER ARCHIVE: all files of the folder. The time of each is the earliest that a zip file knows, and their order is by name,
# so that the same files make the same archive.
zip_folder() {
    local made
    mkdir -p "$(dirname "$2")"
    made=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
    rm -f "$made"
    # shellcheck disable=SC2012 # no name of these files is unusual
    (cd "$1" && TZ=UTC touch -t 198001010000 -- * && ls | LC_ALL=C sort | TZ=UTC zip -q -X -9 -@ - >"$made")
}

# Of all packages of this version that are there, also those of other PHPs that were made before.
write_checksums() { (cd "$packages" && sha256sum -- *"$version"*.zip *"$version"*.deb 2>/dev/null >SHA256SUMS || true); }
