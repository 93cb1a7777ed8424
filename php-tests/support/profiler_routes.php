<?php
// Owns where the pages of the profiler are in the application of profiler.inc: at Symfony's usual paths.
// Loaded by Symfony's router.

declare(strict_types=1);

use Symfony\Bundle\WebProfilerBundle\WebProfilerBundle;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

return function (RoutingConfigurator $routes): void {
    $folder = dirname((new ReflectionClass(WebProfilerBundle::class))->getFileName()) . '/Resources/config/routing';
    foreach (['wdt' => '/_wdt', 'profiler' => '/_profiler'] as $name => $path) {
        // Symfony 8 has no XML.
        $routes->import(is_file("$folder/$name.php") ? "$folder/$name.php" : "$folder/$name.xml")->prefix($path);
    }
};
