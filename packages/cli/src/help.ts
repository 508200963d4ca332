import type { Command, Option, Options } from './command.js';
import { COMMON_OPTIONS } from './parse-arguments.js';

type Rows = readonly (readonly [left: string, right: string])[];

const EXIT_CODES = [
  ['0', 'done'],
  ['1', 'not done, or a check failed; one line on standard error says why'],
  ['2', 'the command line is not understood, or a variable is not set'],
] as const satisfies Rows;

function exitCodesOf({ exitCode2 }: Command): Rows {
  if (exitCode2 === undefined) return EXIT_CODES;
  const [done, failed, usage] = EXIT_CODES;
  return [done, failed, ['1', usage[1]], ['2', exitCode2]];
}

/** Help on the program: every command, or those of `group`. */
export function programHelp(commands: readonly Command[], group: string | null): string {
  const shown = commands.filter(({ name }) => group === null || name.startsWith(`${group} `));
  const rows = shown.map(({ name, summary }) => [name, summary] as const);
  return sections([
    ['Usage: stepward <command> [options]'],
    ['Commands:', ...columns(rows)],
    [
      'Options:',
      ...columns([
        ['--help', 'show this help; behind a command, help on it'],
        ['--version', 'print the version'],
      ]),
    ],
    ['Examples:', ...shown.flatMap(({ examples }) => examples.slice(0, 1)).map(indent)],
    [
      'Results go to standard output, messages to standard error. Secrets are read from',
      'the environment, never from options. Every command takes --json.',
    ],
  ]);
}

/** Help on one command. */
export function commandHelp(command: Command): string {
  const { name, summary, details, argument, options, environment, examples } = command;
  const all: Options = { ...options, ...COMMON_OPTIONS };
  const positional = argument === undefined ? '' : ` <${argument.name}>`;
  return sections([
    [`Usage: stepward ${name}${positional}${requiredOptions(options)} [options]`],
    [`${summary}.`, ...details],
    argument === undefined
      ? []
      : ['Arguments:', ...columns([[`<${argument.name}>`, argument.summary]])],
    [
      'Options:',
      ...columns(
        Object.entries(all).map(([key, option]) => [usageOf(key, option), option.summary]),
      ),
    ],
    Object.keys(environment).length === 0
      ? []
      : ['Environment:', ...columns(Object.entries(environment))],
    ['Exit codes:', ...columns(exitCodesOf(command))],
    ['Examples:', ...examples.map(indent)],
  ]);
}

function requiredOptions(options: Options): string {
  return Object.entries(options)
    .filter(([, option]) => option.type !== 'flag' && option.required)
    .map(([name, option]) => ` ${usageOf(name, option)}`)
    .join('');
}

function usageOf(name: string, option: Option): string {
  if (option.type === 'flag') return `--${name}`;
  return `--${name} ${option.placeholder}${option.type === 'list' ? '...' : ''}`;
}

function columns(rows: Rows): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => indent(`${left.padEnd(width)}  ${right}`));
}

function indent(line: string): string {
  return `  ${line}`;
}

function sections(parts: readonly (readonly string[])[]): string {
  const written = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${written.join('\n\n')}\n`;
}
