--TEST--
Of processes that race block() one at a time works, with Laravel's own lock among them
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$app->write('count', '0');
$workers = [];
foreach (['redis' => 40, 'redis ' => 40, 'redis  ' => 40, 'laravel' => 4] as $store => $rounds) {
    $workers[] = $app->background(<<<PHP
        \$count = '{$app->folder}/count';
        for (\$i = 0; \$i < $rounds; \$i++) {
            Cache::store(trim('$store'))->lock('count', 60)->block(50, function () use (\$count) {
                \$read = (int) file_get_contents(\$count);
                usleep(random_int(0, 2000));
                file_put_contents(\$count, \$read + 1);
            });
            usleep(random_int(0, 4000));
        }
        echo 'done';
        PHP);
}
foreach ($workers as $worker) {
    $result = $worker->wait();
    echo $result->out, $result->err, "\n";
}
echo file_get_contents("$app->folder/count"), "\n";
--EXPECT--
done
done
done
done
124
