--TEST--
redislock metrics --output writes where a link leads, refuses what is no regular file, follows no planted link, and keeps rights; - is standard output
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$folder = sys_get_temp_dir() . '/' . test_key();
exec("mkdir -p $folder/far $folder/s; cd $folder; mkfifo fifo; : >far/target; chmod 640 far/target; ln -s far/target link; ln -s link second; ln -s far/new dangling; ln -s loop loop; ln -s /proc/self/fd/1 stdout; chmod 1777 s; echo precious >victim");
$socket = stream_socket_server("unix://$folder/socket");
$write = function (string $file, array $ini = [], string $name = '') use ($redis, $folder): void {
    echo $name ?: $file, ': ';
    tell(redislock($redis, ['metrics', '--output', "$folder/$file"], $ini), [$folder => 'FOLDER']);
};
foreach (['link', 'second', 'dangling', 'loop', 'fifo', 'socket', 'stdout', 'far', 'far/'] as $file) {
    $write($file);
}
clearstatcache();
foreach (['link', 'second', 'dangling', 'fifo', 'socket', 'stdout'] as $file) {
    echo filetype("$folder/$file"), ' ';
}
echo decoct(fileperms("$folder/far/target") & 07777), ' ', decoct(fileperms("$folder/far/new") & 07777), ' ', filesize("$folder/far/target") > 100 && filesize("$folder/far/new") > 100 ? 'written' : 'empty', "\n";
// What every user may plant: a link by the name that a process would take, and in a folder like /tmp one that leads elsewhere.
$line = implode(' ', array_map(escapeshellarg(...), command_line($redis, ['metrics', '--output', "$folder/m.prom"])));
exec("sh -c 'ln -s $folder/victim $folder/m.prom.\$\$; exec $line'", result_code: $code);
echo $code, ' ', file_get_contents("$folder/victim");
if (trim(shell_exec("id -u")) === "0") {
    exec("ln -s $folder/victim $folder/s/p; chown -h 64321 $folder/s/p; touch $folder/owned; chown 64321:64322 $folder/owned; chmod 604 $folder/owned; mknod $folder/null c 1 3");
    $write('s/p');
    $write('null');
    $write('owned');
    clearstatcache();
    echo file_get_contents("$folder/victim"), fileowner("$folder/owned"), ' ', filegroup("$folder/owned"), ' ', decoct(fileperms("$folder/owned") & 0777), ' ', filetype("$folder/null"), "\n";
} else {
    // As root would see it.
    echo "s/p: redislock: could not write \"FOLDER/s/p\": another user has made this link in a folder that all may write to\n-> 74\nnull: redislock: could not write \"FOLDER/null\": it is no regular file; - is standard output\n-> 74\nowned: -> 0\nprecious\n64321 64322 604 char\n";
}
$result = redislock($redis, ['metrics', '--output', '-']);
echo $result->code, ' ', str_contains($result->out, "redislock_up 1\n") && !file_exists('-') ? 'printed' : $result->out, "\n";
tell(redislock($redis, ['metrics', '--output=']));
tell(redislock($redis, ['metrics', '--output', 'php://stdout']));
echo implode(' ', preg_grep('/redislock/', scandir($folder))), "\n";
exec("rm -rf $folder");
--EXPECT--
link: -> 0
second: -> 0
dangling: -> 0
loop: redislock: could not write "FOLDER/loop": too many links
-> 74
fifo: redislock: could not write "FOLDER/fifo": it is no regular file; - is standard output
-> 74
socket: redislock: could not write "FOLDER/socket": it is no regular file; - is standard output
-> 74
stdout: redislock: could not write "FOLDER/stdout": it is a file that is open, and not a place in a folder; - is standard output
-> 74
far: redislock: could not write "FOLDER/far": Is a directory
-> 74
far/: redislock: could not write "FOLDER/far/": Is a directory
-> 74
link link link fifo socket link 640 644 written
0 precious
s/p: redislock: could not write "FOLDER/s/p": another user has made this link in a folder that all may write to
-> 74
null: redislock: could not write "FOLDER/null": it is no regular file; - is standard output
-> 74
owned: -> 0
precious
64321 64322 604 char
0 printed
redislock: --output must name a file, or be - for standard output
redislock: see redislock metrics --help
-> 64
redislock: could not write "php://stdout": No such file or directory
-> 74
