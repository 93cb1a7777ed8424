--TEST--
make deb's package depends on the PHP it was built for, has an ini file that loads the extension, and enables it for every SAPI
--SKIPIF--
<?php
exec('dpkg-deb --version', $output, $status);
$status === 0 || die('skip there is no dpkg-deb');
preg_match('~^/usr/bin/php\d+\.\d+$~', realpath(PHP_BINARY)) || die('skip this PHP is not from packages of Debian');
--FILE--
<?php
require __DIR__ . '/packages.inc';

$folder = folder();
$package = package('deb', $folder);
$release = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
preg_match('/^PHP Extension => (\d+)/m', run([PHP_BINARY, '-n', '-i']), $api);
$tell = fn (string $text) => print(strtr($text, [$release => 'X.Y', $api[1] => 'API']));
$tell(preg_replace('/\d+\.\d+\)/', 'V)', run(['dpkg-deb', '-f', $package, 'Package', 'Pre-Depends', 'Depends', 'Provides'])));

run(['dpkg-deb', '-R', $package, "$folder/unpacked"]);
$tell(preg_replace('~^\./~m', '', run(['sh', '-c', 'cd "$0" && find . -type f | LC_ALL=C sort', "$folder/unpacked"])));
foreach (['postinst', 'prerm', 'postrm'] as $script) {
    run(['sh', '-n', "$folder/unpacked/DEBIAN/$script"]);
    preg_match('/php_invoke.*/', file_get_contents("$folder/unpacked/DEBIAN/$script"), $line);
    $tell("$script: $line[0]\n");
}
// The ini file has the name alone; where that is looked for it is told here.
echo loads('-c', "$folder/unpacked/etc/php/$release/mods-available/redislock.ini", '-d', "extension_dir=$folder/unpacked/usr/lib/php/$api[1]"), "\n";
--EXPECT--
Package: phpX.Y-redislock
Pre-Depends: php-common (>= 2:69~)
Depends: phpX.Y-common, phpapi-API, libc6 (>= V), libgcc-s1
Provides: php-redislock
DEBIAN/conffiles
DEBIAN/control
DEBIAN/postinst
DEBIAN/postrm
DEBIAN/prerm
etc/php/X.Y/mods-available/redislock.ini
usr/lib/php/API/redislock.so
usr/share/doc/phpX.Y-redislock/changelog.gz
usr/share/doc/phpX.Y-redislock/copyright
postinst: php_invoke enmod X.Y ALL redislock
prerm: php_invoke dismod X.Y ALL redislock
postrm: php_invoke dismod X.Y ALL redislock
loaded
