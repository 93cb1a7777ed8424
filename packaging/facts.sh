# Owns what the packages say of a build: version, PHP, machine, C library. Shell code for dist and deb, which source it.
# Reads PHP, the program that was built for, and REDISLOCK_SO, what was built; REDISLOCK_PACKAGES, for tests, names another folder.
# Builds nothing.

# shellcheck shell=bash
# shellcheck disable=SC2034 # read by what sources this
version=$(sed -n '0,/^version = /s/^version = "\(.*\)"/\1/p' Cargo.toml)
built=$REDISLOCK_SO
packages=${REDISLOCK_PACKAGES:-target/dist}

# php CODE: what this PHP prints.
php() { "$PHP" -n -d html_errors=0 -r "$1"; }

release=$(php 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;')

# The newest glibc that the build needs: it runs where there is that one or a newer. Empty where it is another library.
needed_glibc() { objdump -T "$built" 2>/dev/null | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -uV | tail -n 1 || true; }

# Of all packages of this version that are there, also those of other PHPs that were made before.
write_checksums() { (cd "$packages" && sha256sum -- *"$version"*.zip *"$version"*.deb 2>/dev/null >SHA256SUMS || true); }
