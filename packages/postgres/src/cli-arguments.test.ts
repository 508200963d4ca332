import { describe, expect, it } from 'vitest';
import { parseArguments, type CliCommand } from './cli-arguments.js';

const URL = 'postgres://localhost/app';

describe('the command line', () => {
  it.each<[string, Readonly<Record<string, string>>, CliCommand]>([
    ['', {}, { type: 'help' }],
    ['help', {}, { type: 'help' }],
    ['--help', {}, { type: 'help' }],
    ['migrate --help', {}, { type: 'help' }],
    ['migrate', { DATABASE_URL: URL }, { type: 'migrate', url: URL }],
    [
      'migrate --url postgres://other',
      { DATABASE_URL: URL },
      { type: 'migrate', url: 'postgres://other' },
    ],
    [
      `migrate --url=${URL}?sslmode=require`,
      {},
      { type: 'migrate', url: `${URL}?sslmode=require` },
    ],
    [
      'migrate --schema auth --grant-to app',
      { DATABASE_URL: URL },
      { type: 'migrate', url: URL, schema: 'auth', grantTo: 'app' },
    ],
  ])('"%s" is understood', (line, environment, expected) => {
    expect(parseArguments(words(line), environment)).toEqual(expected);
  });

  it.each([
    ['rollback', 'unknown command "rollback"'],
    ['migrate --force yes', 'unknown option "--force"'],
    ['migrate twice', 'unknown option "twice"'],
    ['migrate --schema', '--schema needs a value'],
    ['migrate --schema=', '--schema needs a value'],
    ['migrate', 'which database?'],
  ])('"%s" is refused with a reason', (line, reason) => {
    const message = expect.stringContaining(reason);
    expect(parseArguments(words(line), {})).toEqual({ type: 'invalid', message });
  });
});

function words(line: string): string[] {
  return line.split(' ').filter((word) => word !== '');
}
