import { defineCommand, textOption, type Invocation } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_NAME, DATABASE_OPTIONS, withPool } from '../database.js';
import { UsageError } from '../failures.js';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Creates or updates the tables of Stepward',
  details: [
    'All pending migrations are applied in one transaction, or none. Run it as often',
    'as you like: what is applied is not applied again.',
  ],
  options: {
    ...DATABASE_OPTIONS,
    'grant-to': textOption(
      '<role>',
      'the role of the service, where another role migrates',
      DATABASE_NAME,
    ),
    status: { type: 'flag', summary: 'list what is applied and what is pending, change nothing' },
    print: { type: 'flag', summary: 'print the SQL instead, without asking the database' },
    after: textOption(
      '<id>',
      'with --print, the last migration that the database has; none by default',
    ),
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward migrate --grant-to app',
    'stepward migrate --status',
    'stepward migrate --print --after 0003-webhooks > stepward.sql',
  ],
  async run(invocation) {
    const { schema = 'stepward', 'grant-to': grantTo, status, print, after } = invocation.options;
    if (print && status) throw new UsageError('--print and --status exclude each other');
    if (after !== undefined && !print) throw new UsageError('--after is for --print');
    if (grantTo !== undefined && status) throw new UsageError('--grant-to is not for --status');
    if (grantTo === schema) throw new UsageError('--grant-to must not be the name of the schema');
    const granting = grantTo === undefined ? {} : { grantTo };
    if (status) await showStatus(invocation, schema);
    else if (print) await printScript(invocation, { schema, ...granting }, after);
    else await apply(invocation, { schema, ...granting });
    return 0;
  },
});

type Output = Pick<Invocation, 'print' | 'variable'>;

interface Target {
  readonly schema: string;
  readonly grantTo?: string;
}

async function apply({ print, say, variable }: Invocation, target: Target): Promise<void> {
  const [core, postgres] = await Promise.all([
    import('@stepward/core'),
    import('@stepward/postgres'),
  ]);
  const logger = { ...core.silentLogger, warn: (_: object, message: string) => say(message) };
  const applied = await withPool({ variable }, (pool) =>
    postgres.migrate({ pool, logger, ...target }),
  );
  const lines = applied.length === 0 ? ['nothing to apply'] : applied.map((id) => `applied ${id}`);
  await print(lines.join('\n'), { schema: target.schema, applied });
}

async function showStatus({ print, variable }: Output, schema: string): Promise<void> {
  const { migrationStatus } = await import('@stepward/postgres');
  const status = await withPool({ variable }, (pool) => migrationStatus({ pool, schema }));
  const migrations = status.map(({ id, state, appliedAt }) => ({
    id,
    state,
    applied_at: appliedAt === null ? null : appliedAt.toISOString(),
  }));
  const lines = migrations.map(({ id, state, applied_at }) =>
    [state.padEnd(7), id, ...(applied_at === null ? [] : [applied_at])].join('  '),
  );
  const isUpToDate = migrations.every(({ state }) => state === 'applied' || state === 'unknown');
  await print(lines.join('\n'), { schema, up_to_date: isUpToDate, migrations });
}

async function printScript(
  { print }: Output,
  target: Target,
  after: string | undefined,
): Promise<void> {
  const { MIGRATION_IDS, migrationScript } = await import('@stepward/postgres');
  if (after !== undefined && !MIGRATION_IDS.includes(after)) {
    throw new UsageError(`--after must be one of ${MIGRATION_IDS.join(', ')}`);
  }
  const sql = migrationScript({ ...target, ...(after === undefined ? {} : { after }) });
  await print(sql.trimEnd(), { schema: target.schema, sql });
}
