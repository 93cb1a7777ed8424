--TEST--
What the README quotes of an example is what the example does
--FILE--
<?php
require __DIR__ . '/page.inc';

foreach (code_blocks(page('README.md'), 'php') as $block) {
    if (str_starts_with($block->comment, 'examples/')) {
        // The example's own head, which tells where it comes from, is said in words by the README.
        [, $body] = explode("declare(strict_types=1);\n", page($block->comment), 2);
        echo $block->comment, trim($body) === trim($block->code) ? " is quoted as it is\n" : " is not what README.md quotes\n";
    }
}
?>
--EXPECT--
examples/basic.php is quoted as it is
examples/order-lock.php is quoted as it is
examples/cache-refresh.php is quoted as it is
examples/long-job.php is quoted as it is
examples/graceful-worker.php is quoted as it is
examples/bounded-wait.php is quoted as it is
examples/auto-renew.php is quoted as it is
