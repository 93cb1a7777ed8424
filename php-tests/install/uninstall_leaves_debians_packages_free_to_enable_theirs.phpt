--TEST--
After make install and make uninstall Debian's package is enabled as on a machine that never had either
--SKIPIF--
<?php
preg_match('~^/usr/bin/php\d+\.\d+$~', realpath(PHP_BINARY)) || die('skip this PHP is not from packages of Debian');
getenv('REDISLOCK_SO') || die('skip php-tests/run says which file is installed');
exec('make --version && dpkg-deb --version && unshare --map-root-user --mount true 2>&1', $output, $status);
$status === 0 || die('skip there is no make, no dpkg-deb, or no namespace to install in: ' . end($output));
--FILE--
<?php
require __DIR__ . '/packages.inc';
require __DIR__ . '/project.inc';

$folder = folder();
mkdir("$folder/project");
$project = new BuiltProject("$folder/project");
$project->build(file_get_contents(getenv('REDISLOCK_SO')));
$package = package('deb', $folder);
$release = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
$extensions = ini_get('extension_dir') ?: PHP_EXTENSION_DIR;
// Copies in place of the machine's own folders, for what is started here alone.
echo run(['unshare', '--map-root-user', '--mount', 'bash', '-euc', <<<END
    for place in /etc/php /var/lib/php/modules $extensions; do
        mkdir -p $folder/copies\$place && cp -a \$place/. $folder/copies\$place
        mount --bind $folder/copies\$place \$place
    done
    # As on a machine that never had it.
    rm -f /var/lib/php/modules/$release/*/*_by_*/redislock
    loads() { if php$release -m | grep -qx redislock; then echo "\$1: loaded"; else echo "\$1: not loaded"; fi; }
    cd $folder/project
    make -s install BINDIR=$folder/bin >/dev/null
    loads 'make install'
    make -s uninstall BINDIR=$folder/bin >/dev/null
    loads 'make uninstall'
    find /etc/php /var/lib/php/modules -name '*redislock*'
    dpkg-deb -R $package $folder/unpacked
    cp -a $folder/unpacked/etc/php/. /etc/php
    cp $folder/unpacked$extensions/redislock.so $extensions
    # dpkg alone may be told what to restart.
    mount --bind /bin/true "\$(command -v dpkg-trigger)"
    DPKG_MAINTSCRIPT_NAME=postinst DPKG_MAINTSCRIPT_PACKAGE=php$release-redislock $folder/unpacked/DEBIAN/postinst configure
    loads package
    END]);
--EXPECT--
make install: loaded
make uninstall: not loaded
package: loaded
