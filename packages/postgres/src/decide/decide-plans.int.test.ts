import type pg from 'pg';
import { expect, it } from 'vitest';
import { onEachServer } from '../../test/on-each-server.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import type { Statement } from '../connection/statement.js';
import {
  holdFactsStatement,
  readChallengeStatement,
  readFactsStatement,
  readSendStatement,
} from './read-facts.js';
import { readPeopleStatement } from './read-people.js';
import { writeStatements } from './write-statement.js';

const OWNER = {
  tenantId: 'acme',
  identityId: 'identity-1',
  factor: 'sms',
  purpose: 'enrolment',
  destinationKey: 'shared',
} as const;

const NOTHING_BESIDES = { organisationId: null, ofPerson: false };

const STATEMENTS: readonly Statement[] = [
  ...writeStatements({ schemaName: 'stepward', wake: true }),
  ...[
    NOTHING_BESIDES,
    { organisationId: 'org-1', ofPerson: false },
    { organisationId: 'org-1', ofPerson: true },
  ].map((asked) => readFactsStatement('stepward')(OWNER, asked).statement),
  readFactsStatement('stepward')({ ...OWNER, grants: ['grant-1'] }, NOTHING_BESIDES).statement,
  readSendStatement('stepward')('acme', 'shared', []).statement,
  holdFactsStatement('stepward')(OWNER, [], 'org-1').statement,
  readChallengeStatement('stepward')('acme', 'session-1').statement,
  readPeopleStatement('stepward')('acme', ['identity-1']).statement,
];

/** The index of each access to a table, with the columns that it is looked up by. Postgres 15 checks `any` later. */
const LOOK_UPS = [
  'authenticators_pkey: tenant_id, identity_id, authenticator_id',
  'authenticator_has_one_owner: tenant_id, authenticator_id',
  'codes_pkey: tenant_id, identity_id, factor, purpose, session_id',
  'codes_tenant_id_session_id_idx: tenant_id, session_id',
  'daily_sends_pkey: tenant_id, day, share',
  'grants_pkey: tenant_id, name',
  'identities_pkey: tenant_id, identity_id',
  'ledgers_pkey: tenant_id, subject',
  'organisation_policies_pkey: tenant_id, organisation_id',
  'organisations_pkey: tenant_id, organisation_id',
  'send_blocks_pkey: tenant_id, name',
  'send_counters_pkey: tenant_id, name, bucket',
  'tenants_pkey: tenant_id',
  // All of one person's.
  'codes_pkey: tenant_id, identity_id',
  'authenticators_pkey: tenant_id, identity_id',
  'trusted_devices_pkey: tenant_id, identity_id',
  'enrolments_due_pkey: tenant_id, identity_id',
];

/** 20,000 rows of one tenant in each table. */
const FILLED = `
  insert into stepward.codes (tenant_id, identity_id, factor, purpose, session_id, status, ended_at)
    select 'acme', 'identity-' || n, 'sms', purpose,
      case purpose when 'step_up' then 'session-' || n else '' end, 'expired', timestamptz '2026-01-01'
    from generate_series(1, 10000) as n, unnest('{enrolment,step_up}'::text[]) as purpose;
  insert into stepward.ledgers (tenant_id, subject, last_used_at, version)
    select 'acme', 'identity:identity-' || n, timestamptz '2026-01-01', 1 from generate_series(1, 20000) as n;
  insert into stepward.authenticators
    select 'acme', 'identity-' || n, 'authenticator-' || n, 'sms', null, timestamptz '2026-01-01', null, null, 0 from generate_series(1, 20000) as n;
  insert into stepward.trusted_devices
    select 'acme', 'identity-' || n, 'device-1', null, '', timestamptz '2026-01-01', timestamptz '2026-01-01', null
    from generate_series(1, 20000) as n;
  insert into stepward.enrolments_due
    select 'acme', 'identity-' || n, '', timestamptz '2026-01-01', timestamptz '2026-01-01', null, timestamptz '2026-01-01'
    from generate_series(1, 20000) as n;
  insert into stepward.grants
    select 'acme', 'grant-' || n, '', 'sms', timestamptz '2026-01-01' from generate_series(1, 20000) as n;
  insert into stepward.identities
    select 'acme', 'identity-' || n, 'active', null, null, '{}', 0, null from generate_series(1, 20000) as n;
  insert into stepward.daily_sends
    select 'acme', date '2026-01-01' + n / 16, 'others', n % 16, 1 from generate_series(1, 20000) as n;
  insert into stepward.send_counters
    select 'acme', 'country:' || n, timestamptz '2026-01-01', '', n % 16, 1, 0 from generate_series(1, 20000) as n;
  insert into stepward.send_blocks
    select 'acme', 'country:' || n, 'monitor', timestamptz '2026-01-01', timestamptz '2026-01-01', 1, 1
    from generate_series(1, 20000) as n;
  insert into stepward.organisations select 'acme', 'org-' || n from generate_series(1, 20000) as n;
  insert into stepward.organisation_policies select 'acme', 'org-' || n, '{}' from generate_series(1, 20000) as n;
  insert into stepward.tenants select 'tenant-' || n, '{}', '{}', '{}', false from generate_series(1, 20000) as n;`;

onEachServer((database) => {
  const pool = database.pool();

  it.each([
    ['empty and were never analysed', ''],
    ['filled and analysed', `${FILLED} analyze;`],
    ['filled since they were analysed', `analyze; ${FILLED}`],
  ])(
    'each statement looks rows up by their keys, and sorts only its own, in tables that are %s',
    async (_, fill) => {
      await truncateTables(pool);
      await withoutTriggers(database.adminUrl, fill === '' ? 'select' : fill);
      for (const statement of STATEMENTS) {
        const plan = await planOf(pool, statement);
        expect(plan, statement.text).not.toMatch(/Seq Scan|Hash|Merge/);
        for (const access of accesses(plan)) expect(LOOK_UPS).toContain(access);
        for (const [, key] of plan.matchAll(/Sort Key: (.*)/g)) expect(key).toMatch(/^given/);
      }
    },
  );
});

/** The plan for any parameters. */
async function planOf(pool: pg.Pool, { text }: Statement): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(`set plan_cache_mode = force_generic_plan; prepare kept as ${text}`);
    const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute kept (${Array(count).fill('null').join(', ')})`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release(true);
  }
}

function accesses(plan: string): readonly string[] {
  const found = plan.matchAll(
    /Index (?:Only )?Scan (?:Backward )?(?:using|on) (\S+).*(?:\n\s*Index Cond: (.*))?/g,
  );
  return [...found].map(([, index, condition = '']) => {
    const columns = [...condition.matchAll(/\((\w+) (?:=|>) /g)].map(([, column]) => column!);
    return `${index!}: ${columns.join(', ')}`;
  });
}
