--TEST--
The libclang that belongs to clang reads PHP's headers, where there is a later one beside it
--FILE--
<?php
require __DIR__ . '/packages.inc';

[$root, $folder] = [dirname(__DIR__, 2), folder()];
mkdir("$folder/llvm-1/lib", recursive: true);
file_put_contents("$folder/clang", "#!/bin/sh\necho $folder/llvm-1/lib/clang/1\n");
chmod("$folder/clang", 0700);
$used = fn (string $given = '') => str_replace($folder, '', trim((string) shell_exec(
    "cd $root && PATH=$folder:\$PATH LIBCLANG_PATH=$given bash -c '. .ci/php.sh; use_php; echo \"\$LIBCLANG_PATH\"'",
)));
foreach (['libclang-cpp.so.1.1', 'libclang-1.so.1', 'libclang.so'] as $library) {
    touch("$folder/llvm-1/lib/$library");
    echo $library, ': ', $used(), "\n";
    unlink("$folder/llvm-1/lib/$library");
}
touch("$folder/llvm-1/lib/libclang.so.1");
echo 'named: ', $used('/elsewhere'), "\n";
--EXPECT--
libclang-cpp.so.1.1: 
libclang-1.so.1: /llvm-1/lib
libclang.so: /llvm-1/lib
named: /elsewhere
