<?php
// Owns the completion of the command line in bash and in zsh: what Help knows, in their languages.
// Does not own a word of it (Help), nor where it is installed (packaging/). It asks no Redis, so that no key is completed.

declare(strict_types=1);

namespace Redislock\Command;

final class Completion
{
    /** What an option's value may be; of others nothing is known. A list, or files. */
    private const VALUES = ['on-lost' => ['warn', 'term', 'kill'], 'sort' => ['wait', 'hold', 'key'], 'output' => self::FILES];
    private const FILES = [];
    /** The most that zsh shows beside an option. */
    private const WIDTH = 70;

    public static function bash(): string
    {
        $options = $values = '';
        foreach (Help::COMMANDS as $name => $page) {
            $names = array_merge(...array_map(fn (array $option): array => $option['names'], self::options($page)));
            $options .= "        $name) options='" . implode(' ', $names) . "' ;;\n";
        }
        foreach (self::VALUES as $option => $choices) {
            $values .= "        --$option) " . ($choices === self::FILES ? 'compopt -o filenames; mapfile -t COMPREPLY < <(compgen -P "$begin" -f -- "$cur")' : 'mapfile -t COMPREPLY < <(compgen -P "$begin" -W \'' . implode(' ', $choices) . '\' -- "$cur")') . "; return ;;\n";
        }
        $taking = implode(' | ', self::taking());
        $commands = implode(' ', array_keys(Help::COMMANDS));

        return <<<END
            # Completion of redislock(1) in bash, made of what its --help is made of by packaging/completion.
            # shellcheck shell=bash

            _redislock() {
                local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} options='' begin='' word
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W '$commands help --help --version' -- "\$cur")
                    return
                fi
                if [ "\$command" = run ]; then
                    for ((word = 2; word < COMP_CWORD; word++)); do
                        if [ "\${COMP_WORDS[word]}" = -- ]; then
                            _redislock_command \$((word + 1))
                            return
                        fi
                    done
                fi
                # --sort=wait is three words to bash, unless COMP_WORDBREAKS was changed.
                if [ "\$cur" = = ]; then
                    cur=''
                elif [ "\$prev" = = ]; then
                    prev=\${COMP_WORDS[COMP_CWORD - 2]}
                elif [[ \$cur == --*=* ]]; then
                    prev=\${cur%%=*} begin=\${cur%%=*}= cur=\${cur#*=}
                fi
                case \$prev in
            $values        $taking) return ;;
                esac
                case \$command in
            $options        help) options='$commands' ;;
                esac
                if [ "\$command" = help ] || [[ \$cur == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "\$options" -- "\$cur")
                fi
            }

            # What follows --, from that word on: with bash-completion as that command's own line.
            _redislock_command() {
                if declare -F _comp_command_offset >/dev/null; then
                    _comp_command_offset "\$1"
                elif declare -F _command_offset >/dev/null; then
                    _command_offset "\$1"
                elif ((COMP_CWORD == \$1)); then
                    mapfile -t COMPREPLY < <(compgen -c -- "\${COMP_WORDS[COMP_CWORD]}")
                else
                    compopt -o filenames
                    mapfile -t COMPREPLY < <(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")
                fi
            }

            complete -F _redislock redislock

            END;
    }

    public static function zsh(): string
    {
        $commands = $cases = '';
        $names = implode(' ', array_keys(Help::COMMANDS));
        foreach (Help::COMMANDS as $name => $page) {
            $commands .= '            ' . self::quoted("$name:" . strtr($page['summary'], [':' => '\\:'])) . "\n";
            $specs = array_map(self::spec(...), self::options($page));
            $word = str_starts_with(ltrim($page['usage'][0], '['), 'PATTERN') ? 'PATTERN' : 'KEY';
            // What follows -- is another command's line.
            array_push($specs, "'1:$word: '", ...($name === 'run' ? ["'*:::command:_normal'"] : []));
            $cases .= "            $name)\n                _arguments -S " . implode(" \\\n                    ", $specs) . " && ret=0\n                ;;\n";
        }

        return <<<END
            #compdef redislock
            # Completion of redislock(1) in zsh, made of what its --help is made of by packaging/completion.

            local curcontext=\$curcontext context state state_descr line ret=1
            typeset -A opt_args

            _arguments -C '(-)'{-h,--help}'[prints help]' '(-)--version[prints the version]' '1: :->command' '*:: :->arguments' && ret=0
            case \$state in
                command)
                    local -a commands=(
            $commands            'help:prints the help of a command'
                    )
                    _describe -t commands command commands && ret=0
                    ;;
                arguments)
                    case \$words[1] in
            $cases            help)
                            _values command $names && ret=0
                            ;;
                    esac
                    ;;
            esac
            return ret

            END;
    }

    /** @return list<array{names: list<string>, value: string|null, text: string}> those of a command, with those of all */
    private static function options(array $page): array
    {
        $options = $page['options'] + Help::OPTIONS;

        return array_map(function (string $term, string $text): array {
            preg_match_all('/--?[a-z-]+\b|-[A-Z]\b/', $term, $names);
            $value = preg_match('/ ([A-Z]+)$/D', $term, $found) ? $found[1] : null;

            // As much of it as is one line: to a stop.
            preg_match('/^(?:[^;.\n]|\.(?! )){1,' . self::WIDTH . '}(?=[:;,] |\. |\n|$)/D', $text, $begin);

            return ['names' => $names[0], 'value' => $value, 'text' => $begin[0] ?? ''];
        }, array_keys($options), $options);
    }

    /** @return list<string> every option that takes a value */
    private static function taking(): array
    {
        $names = [];
        foreach (Help::COMMANDS as $page) {
            foreach (self::options($page) as $option) {
                array_push($names, ...($option['value'] === null ? [] : $option['names']));
            }
        }

        $known = array_map(fn (string $name): string => "--$name", array_keys(self::VALUES));

        return array_values(array_diff(array_unique($names), $known));
    }

    /** An option as _arguments of zsh takes it. */
    private static function spec(array $option): string
    {
        $long = end($option['names']);
        $choices = self::VALUES[ltrim($long, '-')] ?? null;
        $action = match (true) {
            $option['value'] === null => '',
            $choices === null => ":$option[value]: ",
            $choices === self::FILES => ":$option[value]:_files",
            default => ":$option[value]:(" . implode(' ', $choices) . ')',
        };
        $repeats = in_array($long, ['--key', '--server'], true) ? '*' : '';
        $equals = $option['value'] === null ? '' : '=';
        $names = array_map(fn (string $name): string => $name . (str_starts_with($name, '--') ? $equals : ''), $option['names']);
        $text = '[' . strtr($option['text'], ['[' => '\\[', ']' => '\\]']) . ']' . $action;

        return count($names) > 1
            ? "'(" . implode(' ', $option['names']) . ")'{" . implode(',', $names) . '}' . self::quoted($text)
            : self::quoted("$repeats$names[0]$text");
    }

    private static function quoted(string $text): string
    {
        return "'" . strtr($text, ["'" => "'\\''"]) . "'";
    }
}
