--TEST--
Each folder that becomes a package of Composer has its licence, names what it loads, and requires an extension that has what it calls
--FILE--
<?php
$root = dirname(__DIR__, 2);
foreach (['bridges/laravel', 'bridges/opentelemetry', 'bridges/php', 'bridges/symfony', 'stubs'] as $folder) {
    $package = json_decode(file_get_contents("$root/$folder/composer.json"), true, flags: JSON_THROW_ON_ERROR);
    echo $package['name'], ': ', $package['require']['ext-redislock'] ?? 'needs no extension', "\n";
    file_get_contents("$root/$folder/LICENSE") === file_get_contents("$root/LICENSE") || print("another licence\n");
    is_file("$root/$folder/README.md") || print("no README\n");
    foreach ($package['autoload']['psr-4'] as $namespace => $sources) {
        foreach (glob("$root/$folder/$sources{,*/}*.php", GLOB_BRACE) ?: print("no sources\n") as $file) {
            $class = $namespace . strtr(substr($file, strlen("$root/$folder/$sources"), -strlen('.php')), '/', '\\');
            preg_match('/^(?:final |abstract |readonly )*(?:class|interface|trait|enum) ' . basename($file, '.php') . '\b/m', file_get_contents($file)) && str_contains(file_get_contents($file), 'namespace ' . substr($class, 0, strrpos($class, '\\')) . ';') || print("$file has no $class\n");
        }
    }
}

// What PHPStan's installer and Psalm read of the package of stubs; Psalm's two interfaces, as its 4 and newer have them.
foreach ($package['extra']['phpstan']['includes'] as $file) {
    preg_match_all('/^ +- (.*)$/m', file_get_contents("$root/stubs/$file"), $scanned);
    foreach ($scanned[1] as $scan) {
        echo "PHPStan: $scan ", is_file("$root/stubs/$scan") ? "is there\n" : "is not there\n";
    }
}
echo $package['type'], "\n";
eval('namespace Psalm\Plugin; interface RegistrationInterface { public function addStubFile(string $file): void; }
    interface PluginEntryPointInterface { public function __invoke(RegistrationInterface $registration, ?\SimpleXMLElement $config = null): void; }');
require "$root/stubs/psalm/PsalmPlugin.php";
(new $package['extra']['psalm']['pluginClass']())(new class implements Psalm\Plugin\RegistrationInterface {
    public function addStubFile(string $file): void
    {
        echo 'Psalm: ', basename($file), is_file($file) ? " is there\n" : " is not there\n";
    }
});
--EXPECT--
redislock/laravel: ^1.2 || ^2.0
redislock/opentelemetry: ^1.1 || ^2.0
redislock/php: ^1.3 || ^2.0
redislock/symfony-lock: ^1.2 || ^2.0
redislock/stubs: needs no extension
PHPStan: RedisLock.php is there
psalm-plugin
Psalm: RedisLock.php is there
