import type { PostgresPool } from '@stepward/postgres';
import { defineCommand, textOption } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_NAME, DATABASE_OPTIONS, withPool } from '../database.js';
import { UsageError } from '../failures.js';
import { callerFor } from '../tenant.js';

export const tenantMove = defineCommand({
  name: 'tenant move',
  summary: 'Moves a tenant to another database',
  details: [
    'The service keeps running. Calls for the tenant fail with 503 for the last seconds, and',
    'other tenants notice nothing. After a failure, run it again: it goes on where it stopped.',
    'With --cancel it gives the tenant back to the old database and deletes what was copied,',
    'as long as the new database does not have it.',
    'Both roles must own the tables. Prints the rows that were moved or deleted, by table.',
  ],
  argument: { name: 'tenant_id', summary: 'the tenant' },
  options: {
    from: { ...nameOption('where the tenant lives'), required: true },
    to: { ...nameOption('where it will live'), required: true },
    cancel: { type: 'flag', summary: 'cancels a move that was interrupted' },
    ...DATABASE_OPTIONS,
    'to-schema': textOption(
      '<name>',
      "the schema of the other database's tables, stepward by default",
      DATABASE_NAME,
    ),
  },
  environment: {
    ...DATABASE_ENVIRONMENT,
    TO_DATABASE_URL: 'the database where the tenant will live',
  },
  examples: ['stepward tenant move acme --from north --to south'],
  async run({ argument: tenantId, options, variable, print }) {
    await callerFor(tenantId);
    const { from, to, cancel, schema = 'stepward', 'to-schema': toSchema = 'stepward' } = options;
    if (from === to) throw new UsageError('--from and --to must differ');
    const { moveTenant } = await import('@stepward/postgres');
    const rows = await withPool({ variable }, async (old) => {
      // What fails from here on is taken for the other database.
      (await old.connect()).release();
      const moveTo = (pool: PostgresPool) =>
        moveTenant({
          tenantId,
          from: { name: from, pool: old, schema },
          to: { name: to, pool, schema: toSchema },
          cancel,
        });
      return withPool({ variable }, moveTo, 1, 'TO_DATABASE_URL');
    });
    const lines = Object.entries(rows).map(([table, count]) => `${table}: ${String(count)}`);
    const nothing = `nothing was left to ${cancel ? 'delete' : 'move'}`;
    const text = lines.length === 0 ? nothing : lines.join('\n');
    await print(text, { tenant_id: tenantId, from, to, rows });
    return 0;
  },
});

function nameOption(summary: string) {
  return textOption('<name>', `the name of the database ${summary}, as in your service`, {
    text: '1 to 63 lower-case letters, digits, underscores and hyphens',
    accepts: (name) => /^[a-z0-9_-]{1,63}$/.test(name),
  });
}
