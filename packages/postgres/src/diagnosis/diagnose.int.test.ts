import { readFileSync } from 'node:fs';
import { requireAdmin, testDatabase } from '@stepward/dev-postgres';
import type { Clock } from '@stepward/core';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { diagnose, type DiagnoseOptions, type Finding, type PostgresPool } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 2 });
const { rows: roles } = await pool.query<{ role: string }>('select current_user as role');
const { role } = roles[0]!;

/** Runs statements in one transaction that sees the rows of all workers, and of the tenant. */
async function change(sql: string): Promise<void> {
  const see = `select set_config('stepward.maintenance', 'on', true), set_config('stepward.tenant_id', 'acme', true)`;
  await pool.query(`${see}; ${sql}`);
}

async function diagnosed(options: Partial<DiagnoseOptions> = {}): Promise<readonly Finding[]> {
  return diagnose({ pool, ...options });
}

const notWell = (findings: readonly Finding[]): readonly string[] =>
  findings
    .filter(({ status }) => status !== 'ok')
    .map(({ status, check, found }) => `${status} ${check}: ${found}`);

/** What is so in this test: its role migrates and serves, and nothing delivers. */
const AT_REST = ['warning owner', 'warning delivery worker'];

const isUnusual = (line: string): boolean => !AT_REST.some((start) => line.startsWith(start));

it('of a sound database only the owner and the missing worker are named', async () => {
  const findings = await diagnosed();
  expect(notWell(findings).filter(isUnusual)).toEqual([]);
  expect(notWell(findings)).toHaveLength(AT_REST.length);
});

it('every check names a section of a page', async () => {
  const missing = (await diagnosed())
    .map(({ page }) => page.split('#') as [string, string?])
    .filter(([path, section]) => {
      const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
      const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      );
      return section !== undefined && !titles.includes(section);
    });
  expect(missing).toEqual([]);
});

const WORKER = `'00000000-0000-4000-8000-000000000001'`;
const work = (until: string): string =>
  `insert into stepward.workers (worker, lease_until, takes_share) values (${WORKER}, ${until}, true)`;
const event = (ago: string): string =>
  `insert into stepward.outbox (tenant_id, event_id, type, data, emitted_at, patterns, shard)
   values ('acme', gen_random_uuid(), 'user.created', '{}', now() - interval '${ago}', '*', 0)`;
const subscriber = (id: string): string =>
  `insert into stepward.subscribers (tenant_id, subscriber_id, url, description, event_types, naming, enabled,
     disabled_reason, secrets, created_at, updated_at, paused_until)
   values ('acme', gen_random_uuid(), 'https://a.example', '', '{*}', 'canonical', false, 'failing',
     '[{"sealed": "${id}.AA", "expiresAt": null}]', now(), now(), null)`;
const manual = (id: string): string => subscriber(id).replace(`'failing'`, `'manual'`);
const authenticator = (factor: string, verifier: string): string =>
  `insert into stepward.authenticators
     (tenant_id, identity_id, authenticator_id, factor, enrolled_at, verifier, wrong_in_a_row)
   values ('acme', 'usr_1', gen_random_uuid(), '${factor}', now(), '${verifier}', 0)`;
/** `key-1` and `key-2` as they are stored. */
const [KEY_1, KEY_2] = ['a2V5LTE', 'a2V5LTI'];

interface BrokenSetUp {
  readonly name: string;
  /** Statements; none where the options alone break it. */
  readonly breaks?: string;
  readonly mends?: string;
  readonly options?: Partial<DiagnoseOptions>;
  /** The line that names it, and nothing else that is unusual. */
  readonly expected: RegExp;
}

const BROKEN: readonly BrokenSetUp[] = [
  {
    name: 'a table without row-level security',
    breaks: 'alter table stepward.identities disable row level security',
    mends: 'alter table stepward.identities enable row level security',
    expected: /^failed row-level security: it is off, or does not bind the owner, for identities$/,
  },
  {
    name: 'row-level security that is not forced on the owner',
    breaks: 'alter table stepward.codes no force row level security',
    mends: 'alter table stepward.codes force row level security',
    expected: /^failed row-level security: .* for codes$/,
  },
  {
    name: 'a privilege that was taken away',
    breaks: `revoke delete on stepward.grants from ${pg.escapeIdentifier(role)}`,
    mends: `grant delete on stepward.grants to ${pg.escapeIdentifier(role)}`,
    expected: /^failed privileges: the role lacks privileges for grants$/,
  },
  {
    name: 'a migration that was not applied',
    breaks: `create table public.kept as select * from stepward.migrations; delete from stepward.migrations where id like '0006%'`,
    mends: `insert into stepward.migrations select * from public.kept where id like '0006%'; drop table public.kept`,
    expected: /^failed migrations: .* is missing or out of date/,
  },
  {
    name: 'a migration of another pre-release',
    breaks: `update stepward.migrations set checksum = checksum || 'x' where id like '0003%'`,
    mends: `update stepward.migrations set checksum = rtrim(checksum, 'x') where id like '0003%'`,
    expected:
      /^failed migrations: .* was made by another pre-release: its migrations 0003-webhooks/,
  },
  {
    name: 'a schema of a newer version',
    breaks: `insert into stepward.migrations (id, checksum) values ('9999-later', '')`,
    mends: `delete from stepward.migrations where id = '9999-later'`,
    expected: /^warning migrations: the schema has migrations of a newer version: 9999-later$/,
  },
  {
    name: 'events and no worker',
    breaks: `${event('1 second')}; ${manual(KEY_1)}`,
    mends: 'delete from stepward.outbox; delete from stepward.subscribers',
    options: { webhookKeyIds: ['key-1'] },
    expected: /^failed delivery worker: events wait, and no delivery worker runs$/,
  },
  {
    name: 'a queue that a worker does not work off',
    breaks: `${event('1 hour')}; ${manual(KEY_1)}; ${work(`now() + interval '1 hour'`)}; update stepward.shards set owner = ${WORKER}`,
    mends:
      'delete from stepward.outbox; delete from stepward.subscribers; delete from stepward.workers; update stepward.shards set owner = null',
    options: { webhookKeyIds: ['key-1'] },
    expected: /^failed queue: 1 events and 0 deliveries wait, one of the tenant acme for 360\d s$/,
  },
  {
    name: 'a worker that was killed',
    breaks: `${work(`now() - interval '1 minute'`)}; ${work(`now() + interval '1 hour'`).replace('0001', '0002')}`,
    mends: 'delete from stepward.workers',
    expected: /^warning delivery worker: 1 run, and 1 ended within the hour without stopping$/,
  },
  {
    name: 'shards that no worker takes',
    breaks: work(`now() + interval '1 hour'`),
    mends: 'delete from stepward.workers',
    expected: /^warning delivery worker: 1 run, and 64 shards have no owner$/,
  },
  {
    name: 'a handler that no process has',
    breaks: `insert into stepward.handlers values ('crm', 70, '{*}', now())`,
    mends: 'delete from stepward.handlers',
    expected: /^failed handlers: no process has crm: what is for them waits$/,
  },
  {
    name: 'a subscriber that was disabled because it failed',
    breaks: subscriber(KEY_1),
    mends: 'delete from stepward.subscribers',
    expected: /^warning subscribers: 0 enabled, 0 of them paused; 1 disabled because they failed/,
    options: { webhookKeyIds: ['key-1'] },
  },
  {
    name: 'a key of codes that was dropped too early',
    breaks: `${authenticator('totp', `57:${KEY_1}.AA`)}; ${authenticator('recovery_code', `${KEY_2}.c2FsdA.AA`)}`,
    mends: 'delete from stepward.authenticators',
    options: { codeKeyIds: ['key-2'] },
    expected: /^failed code keys: the ring lacks a key of key-1: 1 apps$/,
  },
  {
    name: 'a key of webhooks that was dropped too early',
    breaks: manual(KEY_1),
    mends: 'delete from stepward.subscribers',
    options: { webhookKeyIds: ['key-2'] },
    expected: /^failed webhook keys: the ring lacks a key of key-1: 1 signing secrets$/,
  },
  {
    name: 'a table without autovacuum',
    breaks: 'alter table stepward.outbox set (autovacuum_enabled = false)',
    mends: 'alter table stepward.outbox reset (autovacuum_enabled)',
    expected: /^failed autovacuum: it is off for outbox$/,
  },
  {
    name: 'no purge',
    breaks: `insert into stepward.idempotency_records
      values ('acme', repeat('a', 64), 't', 'key-1', 'f', null, now() - interval '2 days')`,
    mends: 'delete from stepward.idempotency_records',
    expected: /^warning purge: what expired a day ago is still stored: no purge runs$/,
  },
  {
    name: 'a clock that is 5 seconds behind',
    options: { clock: clockAheadBy(-5_000) },
    expected: /^warning clock: the clock of this machine is 5\.0 s behind that of the database$/,
  },
  {
    name: 'a clock that is an hour ahead',
    options: { clock: clockAheadBy(3_600_000) },
    expected:
      /^failed clock: the clock of this machine is 3\d{3}\.\d s ahead of that of the database$/,
  },
  {
    name: 'a server that is no longer supported',
    options: { pool: serverThatSays({ version_number: 140_011, version: '14.11' }) },
    expected: /^failed server version: Postgres 14\.11 is too old for Stepward/,
  },
  {
    name: 'a standby',
    options: { pool: serverThatSays({ is_standby: true }) },
    expected: /^failed writable: the database server is a standby, which accepts no writes/,
  },
  {
    name: 'a database that is read-only',
    options: { pool: database.pool({ max: 2, options: '-c default_transaction_read_only=on' }) },
    expected: /^failed writable: .* default_transaction_read_only is on/,
  },
  {
    name: 'a statement_timeout that is shorter than the wait for a lock',
    options: { pool: database.pool({ max: 2, statement_timeout: 3_000 }) },
    expected: /^warning timeouts: statement_timeout is 3000 ms$/,
  },
  {
    name: 'an idle_in_transaction_session_timeout of the role that is too short for anything',
    breaks: `alter role ${pg.escapeIdentifier(role)} set idle_in_transaction_session_timeout = '500ms'`,
    mends: `alter role ${pg.escapeIdentifier(role)} reset idle_in_transaction_session_timeout`,
    options: { pool: database.pool({ max: 2 }) },
    expected: /^failed timeouts: idle_in_transaction_session_timeout is 500 ms$/,
  },
  {
    name: 'an idle_session_timeout, however long',
    options: { pool: database.pool({ max: 2, options: '-c idle_session_timeout=10min' }) },
    expected: /^warning timeouts: idle_session_timeout is 600000 ms$/,
  },
  {
    name: 'a query_timeout of the pool that is too short',
    options: { pool: database.pool({ max: 2, query_timeout: 4_000 }) },
    expected: /^warning timeouts: query_timeout is 4000 ms$/,
  },
  {
    name: 'a snapshot that is held for an hour',
    options: { pool: answering('backend_xmin', { holder: 'process 7', held_s: 3_600 }) },
    expected: /^warning snapshots: the transaction of process 7 has been open for 3600 s/,
  },
  {
    name: 'a role whose connections are used up',
    options: {
      pool: answering('rolconnlimit', { used: 9, limit: 100, role_used: 8, role_limit: 8 }),
    },
    expected: /^warning connections: 9 of 100 are in use, 8 of 8 of the role$/,
  },
  {
    name: 'a pooler in transaction mode that tracks no statements',
    options: { pool: transactionPooler() },
    expected:
      /^warning pooler: a pooler in transaction mode, which does not track prepared statements/,
  },
];

it.each(BROKEN)('$name is named', async ({ breaks = '', mends = '', options, expected }) => {
  await change(breaks);
  const lines = notWell(await diagnosed(options)).filter(
    (line) => isUnusual(line) || expected.test(line),
  );
  await change(mends);
  expect(lines).toEqual([expect.stringMatching(expected)]);
});

it('a shard that a removed handler left behind is not missed', async () => {
  await change(
    `${work(`now() + interval '1 hour'`)}; update stepward.shards set owner = ${WORKER}; insert into stepward.shards (shard) values (100)`,
  );
  const findings = await diagnosed();
  await change(
    'delete from stepward.workers; update stepward.shards set owner = null; delete from stepward.shards where shard = 100',
  );
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'delivery worker', status: 'ok' }),
  );
});

it('a role that row-level security does not bind, or that has the name of the schema, is named', async () => {
  const admin = new pg.Pool({ connectionString: await requireAdmin(database.adminUrl) });
  expect(notWell(await diagnosed({ pool: admin }))).toContainEqual(
    expect.stringMatching(/^failed role: row-level security does not bind the database role/),
  );
  await admin.end();
  const named = serverThatSays({ role: 'stepward' });
  expect(notWell(await diagnosed({ pool: named }))).toContainEqual(
    expect.stringMatching(/^failed role: the database role "stepward" has the name of/),
  );
});

it('each key is counted, and one that nothing needs may be dropped', async () => {
  await change(authenticator('totp', `57:${KEY_2}.AA`));
  const keysOf = async (codeKeyIds?: readonly string[]) =>
    (await diagnosed(codeKeyIds && { codeKeyIds })).find(({ check }) => check === 'code keys');
  expect(await keysOf()).toMatchObject({
    status: 'warning',
    found: 'not compared with a ring: key-2: 1 apps',
  });
  expect(await keysOf(['key-3', 'key-2'])).toMatchObject({ status: 'ok', found: 'key-2: 1 apps' });
  expect(await keysOf(['key-2', 'key-1'])).toMatchObject({
    status: 'ok',
    found: 'key-2: 1 apps; nothing needs key-1 any more, so it may be dropped',
  });
  await change('delete from stepward.authenticators');
});

it('where the tables are missing, the checks of tables are left out', async () => {
  const findings = await diagnosed({ schema: 'nowhere' });
  expect(findings.at(-1)).toMatchObject({ check: 'migrations', status: 'failed' });
});

it('an option that is misspelt is named', async () => {
  await expect(diagnose({ pool, schemas: 'a' } as never)).rejects.toThrow('no option schemas');
});

function clockAheadBy(ms: number): Clock {
  return {
    now: () => new Date(Date.now() + ms),
    timeout: (after) => AbortSignal.timeout(after),
  };
}

/** The real server, but for what it says of itself. */
function serverThatSays(state: object): PostgresPool {
  return createInterceptingPool(pool, async (query, go) => {
    const result = await go(query);
    if (!query.text.includes('server_version_num')) return result;
    return { ...result, rows: [{ ...(result.rows[0] as object), ...state }] };
  });
}

/** The real server, but for the answer to the statement with that text. */
function answering(text: string, row: object): PostgresPool {
  return createInterceptingPool(pool, async (query, go) =>
    query.text.includes(text) ? { rows: [row], rowCount: 1 } : go(query),
  );
}

/** Hands out servers by transaction, the last that came free first, and knows no prepared statements. */
function transactionPooler(): PostgresPool {
  const servers = database.pool({ max: 3 });
  return {
    async connect() {
      const prepared = new Set<string>();
      let server: pg.PoolClient | null = null;
      return {
        async query({ name = '', ...query }) {
          server ??= await servers.connect();
          // A client sends the text of a statement once.
          const isSent = prepared.has(name);
          const text = isSent ? `execute ${pg.escapeIdentifier(name)}` : query.text;
          if (name !== '') prepared.add(name);
          const result = await server.query(
            isSent || name === '' ? { ...query, text } : { ...query, name },
          );
          if (query.text === 'rollback') {
            server.release();
            server = null;
          }
          return result;
        },
        release() {
          server?.release(true);
        },
        on: () => undefined,
        removeListener: () => undefined,
      };
    },
  };
}
