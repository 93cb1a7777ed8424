--TEST--
The last lines of make test name every test that failed and what was left out, and the very last one has the counts alone
--SKIPIF--
<?php
exec('bash --version', $output, $status);
$status === 0 || die('skip there is no bash');
--FILE--
<?php
require __DIR__ . '/../install/packages.inc';

// The project's own script among others that say what they are told to.
$folder = folder();
array_map(fn (string $name) => mkdir("$folder/$name"), ['.ci', 'php-tests', 'programs']);
copy(dirname(__DIR__, 2) . '/.ci/run', "$folder/.ci/run");
$program = function (string $name, string $code) use ($folder): void {
    file_put_contents("$folder/$name", "#!/bin/sh\n$code\n");
    chmod("$folder/$name", 0755);
};
$program('.ci/setup', 'exit 0');
$program('programs/cargo', <<<'SH'
    echo 'test one ... ok'
    echo 'test other::two ... FAILED'
    echo 'test three ... ignored, it needs an hour'
    echo 'test tortured ... ignored, minutes, and the built extension: make torture'
    echo 'test result: FAILED. 1 passed; 1 failed; 2 ignored'
    exit 101
    SH);
$program('php-tests/run', <<<'SH'
    echo php-tests/a/b.phpt >"$PHPT_FAILED"
    echo '  It is so [php-tests/a/c.phpt] reason: there is no d' >"$PHPT_SKIPPED"
    echo 'phpt: 3 passed, 1 failed, 1 skipped' | tee "$PHPT_COUNTS"
    exit 1
    SH);
$program('programs/make', <<<'SH'
    case $2 in
        phpize) exit 1 ;;
        torture)
            printf 'test one_master ... broken\nFAILED\n\ntorture of cable: SKIPPED, no network may be laid\n\nok\n'
            printf '\nfailures:\n\nfailures:\n    one_master\n\ntest result: FAILED. 4 passed; 1 failed; 0 ignored\n'
            exit 2
            ;;
    esac
    SH);
foreach (['false', 'true'] as $ci) {
    $said = shell_exec("CI=$ci PATH=$folder/programs:\$PATH bash $folder/.ci/run test 2>&1; echo \"-> \$?\"");
    echo substr($said, strpos($said, "\nfailed in the core")), "\n";
}
--EXPECT--
failed in the core:
  other::two

failed phpt:
  php-tests/a/b.phpt

failed in the torture:
  one_master

failed besides:
  phpize's way failed

left out:
  three: it needs an hour
  It is so [php-tests/a/c.phpt] reason: there is no d
  the torture of cable: no network may be laid

8 passed, 4 failed
-> 1


failed in the core:
  other::two

failed phpt:
  php-tests/a/b.phpt

failed in the torture:
  one_master

failed besides:
  1 skipped, which in CI counts as failed
  phpize's way failed

left out:
  three: it needs an hour
  It is so [php-tests/a/c.phpt] reason: there is no d
  the torture of cable: no network may be laid

8 passed, 5 failed
-> 1
