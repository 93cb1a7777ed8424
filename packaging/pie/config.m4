dnl Owns the look for Rust, and what is said where it is missing; cargo builds (Makefile.frag).
dnl Needs nothing of PHP's own build but its beginning and end: phpize && ./configure && make && make install.

PHP_ARG_ENABLE([redislock],
  [whether to build redislock],
  [AS_HELP_STRING([--disable-redislock], [Do not build redislock])],
  [yes])

if test "$PHP_REDISLOCK" != "no"; then
  dnl Two folders above this file; a link to it stands for it.
  redislock_link=`readlink "$abs_srcdir/config.m4" || echo config.m4`
  REDISLOCK_SOURCE=`cd "$abs_srcdir" && cd "\`dirname "$redislock_link"\`/../.." && pwd -P`
  redislock_needs=`sed -n 's/^rust-version = "\(.*\)"/\1/p' "$REDISLOCK_SOURCE/Cargo.toml"`

  AC_MSG_CHECKING([for a PHP that redislock is built for])
  redislock_php=`$PHP_CONFIG --version | cut -d . -f 1,2`
  AC_MSG_RESULT([$redislock_php])
  redislock_php_names=`sed -n 's/.*"php": "\(.*\)".*/\1/p' "$REDISLOCK_SOURCE/composer.json" | tr -cd '0-9. ' | sed 's/\.0 /, /g; s/  */ /g; s/\.0$//'`
  AS_CASE([" $redislock_php_names,"], [*" $redislock_php,"*], [], [
    AC_MSG_ERROR([redislock is built for PHP $redislock_php_names, and $PHP_CONFIG is of PHP $redislock_php.
  Another PHP's: ./configure --with-php-config=/path/to/its/php-config])])

  dnl A shell that was open while rustup was installed does not know it yet.
  redislock_path="$PATH$PATH_SEPARATOR${CARGO_HOME:-$HOME/.cargo}/bin"
  AC_PATH_PROG([CARGO], [cargo], [], [$redislock_path])
  AC_PATH_PROG([RUSTC], [rustc], [], [$redislock_path])
  if test -z "$CARGO" || test -z "$RUSTC"; then
    AC_MSG_ERROR([redislock is written in Rust, and there is no cargo or no rustc here.
  Install Rust $redislock_needs or newer from https://rustup.rs and run this again:
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh
  Without Rust: a prebuilt archive or a Debian package; see Install in redislock's README.])
  fi
  AC_MSG_CHECKING([for Rust $redislock_needs or newer])
  redislock_has=`cd "$REDISLOCK_SOURCE" && "$RUSTC" --version | sed 's/^rustc //; s/ .*//'`
  AC_MSG_RESULT([${redislock_has:-none}])
  AS_VERSION_COMPARE([${redislock_has:-0}], [$redislock_needs], [
    AC_MSG_ERROR([redislock needs Rust $redislock_needs or newer, and $RUSTC is ${redislock_has:-not working}.
  With rustup: rustup update stable
  Otherwise, beside the one that is here: https://rustup.rs])])

  AC_MSG_CHECKING([for libclang])
  redislock_libclang=$LIBCLANG_PATH
  dnl The one of clang first: a later one cannot read its headers.
  redislock_of_clang=`clang -print-resource-dir 2>/dev/null | sed 's,/clang/.*,,'`
  for redislock_place in ${redislock_of_clang:+"$redislock_of_clang"} /usr/lib/llvm*/lib /usr/lib/*-linux-* /usr/lib64 /usr/lib /usr/local/lib \
      /usr/local/opt/llvm/lib /opt/homebrew/opt/llvm/lib /Library/Developer/CommandLineTools/usr/lib; do
    for redislock_file in "$redislock_place"/libclang.so* "$redislock_place"/libclang-*.so* "$redislock_place"/libclang.dylib; do
      test -z "$redislock_libclang" && test -e "$redislock_file" && redislock_libclang=$redislock_file
    done
  done
  AC_MSG_RESULT([${redislock_libclang:-none}])
  if test -z "$redislock_libclang"; then
    AC_MSG_ERROR([redislock reads PHP's headers with libclang, and there is none here.
  On Debian: apt-get install clang libclang-dev. On Alpine: apk add clang-dev. On macOS: xcode-select --install
  Elsewhere: LIBCLANG_PATH names its folder.])
  fi

  REDISLOCK_LIBCLANG=$redislock_libclang
  dnl ext-php-rs compiles anew for another name of the same PHP.
  REDISLOCK_PHP_CONFIG=`command -v "$PHP_CONFIG"`
  REDISLOCK_PHP_CONFIG=`realpath "$REDISLOCK_PHP_CONFIG" 2>/dev/null || echo "$REDISLOCK_PHP_CONFIG"`
  dnl So is PATH, which is left as it is where Rust is in it.
  case ":$PATH:" in
    *:"`dirname "$RUSTC"`":*[)] REDISLOCK_PATH= ;;
    *[)] REDISLOCK_PATH=":`dirname "$RUSTC"`" ;;
  esac
  dnl Not target itself: there, make build notes for which PHP it has built. One for each API, which the name of PHP's
  dnl folder of extensions has: cargo does not see that another PHP was installed under the same names.
  REDISLOCK_TARGET=${CARGO_TARGET_DIR:-$REDISLOCK_SOURCE/target/phpize/`basename "$EXTENSION_DIR"`}
  REDISLOCK_SOURCES=`find "$REDISLOCK_SOURCE/src" "$REDISLOCK_SOURCE/build.rs" "$REDISLOCK_SOURCE"/Cargo.* -type f | tr '\n' ' '`

  PHP_MODULES="$PHP_MODULES \$(phplibdir)/redislock.la"
  PHP_SUBST([CARGO])
  PHP_SUBST([REDISLOCK_SOURCE])
  PHP_SUBST([REDISLOCK_SOURCES])
  PHP_SUBST([REDISLOCK_PHP_CONFIG])
  PHP_SUBST([REDISLOCK_PATH])
  PHP_SUBST([REDISLOCK_LIBCLANG])
  PHP_SUBST([REDISLOCK_TARGET])
  dnl Before PHP 8.4 (seen with 8.2) its macros complain where nothing names a folder.
  PHP_ADD_BUILD_DIR([modules])
  PHP_ADD_MAKEFILE_FRAGMENT([$abs_srcdir/Makefile.frag], [$abs_srcdir], [$abs_builddir])
fi
