import packageJson from '../package.json' with { type: 'json' };
import type { Command, Invocation } from './command.js';
import { COMMANDS } from './commands/index.js';
import { Failure, UsageError } from './failures.js';
import { commandHelp, programHelp } from './help.js';
import type { Environment, Io } from './io.js';
import { parseArguments, type ParsedArguments } from './parse-arguments.js';
import { hideSecrets, shown } from './secrets.js';

/**
 * Runs a command line, `argv` without the program's own name, and returns the exit code.
 *
 * @param checkRuntime throws where no command can run, for example on an old Node
 */
export async function run(
  argv: readonly string[],
  env: Environment,
  io: Io,
  checkRuntime: () => Promise<void> = checkNode,
): Promise<number> {
  const command = COMMANDS.find(({ name }) => isPrefix(name.split(' '), argv));
  try {
    if (command !== undefined) return await runCommand(command, argv, env, io, checkRuntime);
    await io.write(runWithoutCommand(argv));
    return 0;
  } catch (error) {
    return report(command ?? null, error, { isJson: argv.includes('--json'), env, io });
  }
}

async function runCommand(
  command: Command,
  argv: readonly string[],
  env: Environment,
  io: Io,
  checkRuntime: () => Promise<void>,
): Promise<number> {
  const args = argv.slice(command.name.split(' ').length);
  if (wantsHelp(args)) {
    await io.write(commandHelp(command));
    return 0;
  }
  await checkRuntime();
  return command.run(invocationOf(command, parseArguments(command, args), env, io));
}

async function checkNode(): Promise<void> {
  const { nodeVersion, requireNode } = await import('@stepward/core/adapter');
  requireNode(nodeVersion());
}

/** Returns what is printed for `--help`, `--version`, a group such as `tenant --help`, or nothing at all. */
function runWithoutCommand(argv: readonly string[]): string {
  const [first, second] = argv;
  if (first === undefined || wantsHelp([first])) return programHelp(COMMANDS, null);
  if (first === '--version') return `${packageJson.version}\n`;
  if (first.startsWith('-')) throw new UsageError(`expected a command before ${shown(first)}`);
  const inGroup = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  const names = (inGroup.length === 0 ? COMMANDS : inGroup).map(({ name }) => name).join(', ');
  if (inGroup.length === 0) {
    throw new UsageError(`unknown command ${shown(first)}: expected one of ${names}`);
  }
  if (wantsHelp(argv)) return programHelp(COMMANDS, first);
  if (second === undefined) throw new UsageError(`expected one of ${names}`);
  throw new UsageError(`unknown command ${shown(second)} of ${first}: expected one of ${names}`);
}

function isPrefix(words: readonly string[], argv: readonly string[]): boolean {
  return words.every((word, index) => argv[index] === word);
}

function wantsHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

function invocationOf(
  { environment }: Command,
  { options, argument }: ParsedArguments,
  env: Environment,
  io: Io,
): Invocation {
  return {
    options,
    argument,
    io,
    variable(name) {
      const value = env[name] ?? '';
      if (value === '') throw new UsageError(`the environment variable ${name} is not set`);
      return value;
    },
    print: (text, value) => io.write(`${options['json'] ? JSON.stringify(value) : text}\n`),
    say: (line) => io.warn(hideSecrets(line, Object.keys(environment), env)),
  };
}

/** Says on one line what went wrong, with `--json` also as a value, and returns the exit code. */
async function report(
  command: Command | null,
  error: unknown,
  { isJson, env, io }: { readonly isJson: boolean; readonly env: Environment; readonly io: Io },
): Promise<number> {
  const program = command === null ? 'stepward' : `stepward ${command.name}`;
  const isUsage = error instanceof UsageError;
  const reason = error instanceof Error ? error.message || error.name : 'unknown error';
  const variables = Object.keys(command?.environment ?? {});
  const message = hideSecrets(reason, variables, env).replaceAll(/\s+/g, ' ').trim();
  io.warn(`${program}: ${message}${isUsage ? ` (see ${program} --help)` : ''}`);
  const code = isUsage ? 'usage' : error instanceof Failure ? error.code : 'failed';
  if (isJson) await io.write(`${JSON.stringify({ error: { code, message } })}\n`);
  return isUsage && command?.exitCode2 === undefined ? 2 : 1;
}
