import type { ErasedRows, EraseOptions } from '@stepward/core';
import type { Invocation, OptionValues } from './command.js';
import { DATABASE_OPTIONS } from './database.js';
import { UsageError } from './failures.js';

/** The options of the commands that erase. */
export const ERASE_OPTIONS = {
  ...DATABASE_OPTIONS,
  'keep-authentication-log': {
    type: 'flag',
    summary: 'leave the authentication log, if you have to keep it',
  },
  'dry-run': { type: 'flag', summary: 'print what would be erased, and erase nothing' },
  yes: { type: 'flag', summary: 'erase it: nothing brings it back' },
} as const;

type Values = OptionValues<typeof ERASE_OPTIONS>;

/** @throws UsageError where it is not confirmed */
export function eraseOptionsOf(options: Values): EraseOptions {
  const { 'dry-run': dryRun, 'keep-authentication-log': keepAuthenticationLog, yes } = options;
  if (dryRun === yes) {
    throw new UsageError('give --yes to erase, or --dry-run to see what would be erased');
  }
  return { dryRun, keepAuthenticationLog };
}

/** Prints how many rows there are, or were, by table. */
export async function printRows(
  { options, print }: Pick<Invocation, 'print'> & { readonly options: Values },
  rows: ErasedRows,
  whose: object,
): Promise<number> {
  const lines = Object.entries(rows).map(([table, count]) => `${table}: ${String(count)}`);
  const text = lines.length === 0 ? 'nothing is stored' : lines.join('\n');
  await print(text, { ...whose, dry_run: options['dry-run'], rows });
  return 0;
}
