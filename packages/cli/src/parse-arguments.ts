import { parseArgs } from 'node:util';
import type { Command, Option, Options, OptionValues } from './command.js';
import { UsageError } from './failures.js';
import { refuseSecretOption, shown } from './secrets.js';

/** The options of every command. */
export const COMMON_OPTIONS = {
  json: { type: 'flag', summary: 'print JSON on one line, errors included' },
  help: { type: 'flag', summary: 'show this help' },
} as const satisfies Options;

/** The words after a command's name. */
export interface ParsedArguments {
  readonly options: OptionValues<Options>;
  readonly argument: string;
}

/** Reads the arguments of a command. @throws UsageError that names the first one that is wrong. */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const known: Options = { ...command.options, ...COMMON_OPTIONS };
  const config = Object.fromEntries(
    Object.entries(known).map(([name, { type }]) => [
      name,
      { type: type === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  // Not strict: the parser's own errors repeat the values that they refuse, and these may be secrets.
  const { tokens } = parseArgs({ args: [...args], options: config, strict: false, tokens: true });
  const given = new Map<string, string[]>();
  const words: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const values = given.get(name) ?? [];
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    given.set(name, [...values, readValue(command, rawName, option, value, inlineValue)]);
    if (values.length > 0 && option?.type !== 'list') {
      throw new UsageError(`${rawName} is given more than once`);
    }
  }
  return { options: valuesOf(known, given), argument: argumentOf(command, words) };
}

function readValue(
  command: Command,
  rawName: string,
  option: Option | undefined,
  value: string | undefined,
  isInline: boolean | undefined,
): string {
  if (option === undefined || !rawName.startsWith('--')) {
    refuseSecretOption(rawName, Object.keys(command.environment));
    const names = Object.keys({ ...command.options, ...COMMON_OPTIONS }).map((name) => `--${name}`);
    throw new UsageError(`unknown option ${shown(rawName)}: expected one of ${names.join(', ')}`);
  }
  if (option.type === 'flag') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return '';
  }
  const isNextOption = !isInline && value !== '-' && value?.startsWith('-');
  if (value === undefined || value === '' || isNextOption) {
    throw new UsageError(`${rawName} needs a value: ${option.placeholder}`);
  }
  if (option.form?.accepts(value) === false) {
    throw new UsageError(`${rawName} must be ${option.form.text}`);
  }
  return value;
}

function valuesOf(
  known: Options,
  given: ReadonlyMap<string, readonly string[]>,
): OptionValues<Options> {
  const entries = Object.entries(known).map(
    ([name, option]) => [name, valueOf(name, option, given.get(name) ?? [])] as const,
  );
  return Object.fromEntries<ReturnType<typeof valueOf>>(entries);
}

function valueOf(
  name: string,
  option: Option,
  values: readonly string[],
): boolean | readonly string[] | string | undefined {
  if (option.type === 'flag') return values.length > 0;
  if (option.required && values.length === 0) {
    throw new UsageError(`--${name} is missing: ${option.placeholder}, ${option.summary}`);
  }
  return option.type === 'list' ? values : values[0];
}

function argumentOf({ argument }: Command, words: readonly string[]): string {
  const [first = '', extra] = argument === undefined ? ['', ...words] : words;
  if (extra !== undefined) throw new UsageError(`unexpected argument ${shown(extra)}`);
  if (argument !== undefined && first === '') throw new UsageError(`<${argument.name}> is missing`);
  return first;
}
