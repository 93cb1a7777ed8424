# Owns how cargo is called from the Makefile that configure makes, and where its result goes. Called by make and make install.

# PHP's own rules read this file for the name of what libtool has built, and remove it before they install.
$(phplibdir)/redislock.la: $(phplibdir)/redislock.so
	@echo "dlname='redislock.so'" >$@

# Nothing is compiled where nothing has changed: make install may be root's, who has no Rust.
# config.status is as old as configure's last run: what is here from before may be another PHP's.
$(phplibdir)/redislock.so: $(REDISLOCK_SOURCES) $(top_builddir)/config.status
	unset CARGO_BUILD_TARGET; PATH="$$PATH$(REDISLOCK_PATH)" PHP="$(PHP_EXECUTABLE)" PHP_CONFIG="$(REDISLOCK_PHP_CONFIG)" \
	    LIBCLANG_PATH="$(REDISLOCK_LIBCLANG)" CARGO_TARGET_DIR="$(REDISLOCK_TARGET)" \
	    "$(CARGO)" rustc --release --lib --crate-type cdylib --locked --manifest-path "$(REDISLOCK_SOURCE)/Cargo.toml"
	@mkdir -p "$(phplibdir)" && rm -f $@
	@for built in so dylib; do \
	    if test -e "$(REDISLOCK_TARGET)/release/libredislock.$$built"; then cp "$(REDISLOCK_TARGET)/release/libredislock.$$built" $@; fi; \
	done
	@test -e $@
