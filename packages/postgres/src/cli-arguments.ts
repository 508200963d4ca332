/** What the program was asked to do. */
export type CliCommand =
  | { readonly type: 'help' }
  | { readonly type: 'invalid'; readonly message: string }
  | {
      readonly type: 'migrate';
      readonly url: string;
      readonly schema?: string;
      readonly grantTo?: string;
    };

/** Environment variables, as `process.env` has them. */
type Environment = Readonly<Record<string, string | undefined>>;

const OPTIONS = { '--url': 'url', '--schema': 'schema', '--grant-to': 'grantTo' } as const;

type OptionValues = { -readonly [name in (typeof OPTIONS)[keyof typeof OPTIONS]]?: string };

export const USAGE = `Usage: stepward-postgres migrate [options]

Creates or updates the tables of Stepward.

  --url <url>        the database; DATABASE_URL where it is left out
  --schema <name>    the schema of the tables; stepward
  --grant-to <role>  the role that the service runs as, where another one migrates

Exits with 0 when the tables are up to date, 1 when they could not be brought there, 2 when the
command is not understood.`;

/** Reads a command line: `--name value` or `--name=value`, after the name of the command. */
export function parseArguments(
  [command, ...rest]: readonly string[],
  environment: Environment,
): CliCommand {
  if (command === undefined || command === '--help' || command === 'help') return { type: 'help' };
  if (command !== 'migrate') return invalid(`unknown command "${command}"`);
  const words = rest.flatMap(splitAtEquals);
  const values: OptionValues = {};
  for (let at = 0; at < words.length; at += 2) {
    const [option = '', value = ''] = words.slice(at, at + 2);
    if (option === '--help') return { type: 'help' };
    if (!isOption(option)) return invalid(`unknown option "${option}"`);
    if (value === '') return invalid(`${option} needs a value`);
    values[OPTIONS[option]] = value;
  }
  const url = values.url ?? environment['DATABASE_URL'] ?? '';
  if (url === '') return invalid('which database? Set DATABASE_URL or give --url');
  return { type: 'migrate', ...values, url };
}

function splitAtEquals(word: string): readonly string[] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

function isOption(word: string): word is keyof typeof OPTIONS {
  return Object.hasOwn(OPTIONS, word);
}

function invalid(message: string): CliCommand {
  return { type: 'invalid', message };
}
