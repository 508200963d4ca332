import { inspect } from 'node:util';
import { ok } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillQueue, fillTables, hashOf, messageKeyOf } from '../../test/every-table.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { createPostgresStorage } from '../index.js';
import { IS_TABLE } from './grant-runtime.js';

const TABLES = [
  'tenants',
  'identities',
  'authenticators',
  'trusted_devices',
  'enrolments_due',
  'codes',
  'ledgers',
  'daily_sends',
  'send_blocks',
  'send_counters',
  'sms_messages',
  'grants',
  'organisations',
  'organisation_policies',
  'api_keys',
  'audit_entries',
  'audit_heads',
  'authentication_entries',
  'idempotency_records',
  'outbox',
  'events',
  'subscribers',
  'subscriber_filters',
  'subscriber_sequences',
  'pending_deliveries',
  'deliveries',
  'attempts',
];
const SWEPT = [
  'authenticators',
  'trusted_devices',
  'enrolments_due',
  'codes',
  'ledgers',
  'daily_sends',
  'send_blocks',
  'send_counters',
  'sms_messages',
  'grants',
  'audit_entries',
  'audit_heads',
  'authentication_entries',
  'idempotency_records',
  'outbox',
  'events',
  'subscribers',
  'subscriber_filters',
  'subscriber_sequences',
  'pending_deliveries',
  'deliveries',
  'attempts',
];

/** Of each tenant, the secret of its management key. */
const secrets: Record<string, string> = {};

const database = await testDatabase();
const pool = database.pool({ max: 1 });
const storage = createPostgresStorage({ pool });

beforeAll(async () => {
  const stepward = stepwardOver(storage);
  for (const tenantId of ['acme', 'globex']) {
    secrets[tenantId] = await fillTables(storage, stepward, { tenantId, identityId: 'ada' });
  }
  await fillQueue(storage, ['acme', 'globex']);
});

/** Runs SQL that a person wrote, in a unit of work of a tenant; answers the rows or how many were changed. */
async function asTenant(tenantId: string, text: string): Promise<unknown> {
  const done = await storage.run<unknown, never>({ tenantId }, async ({ transaction }) => {
    const { rows, rowCount } = await transaction.query(text);
    return ok(rows.length > 0 ? rows : rowCount);
  });
  return done.unwrapOr('rolled back');
}

/** The columns that are not generated from others. */
async function writableColumns(table: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attgenerated = ''`,
    [`stepward.${table}`],
  );
  return rows.map(({ name }) => name).join(', ');
}

describe.each(TABLES)('of the rows of %s', (table) => {
  const all = `select distinct tenant_id from stepward.${table}`;

  it('none is visible where no tenant was ever set', async () => {
    expect((await database.pool().query(all)).rows).toEqual([]);
  });

  it('none is visible on a connection that worked for a tenant before', async () => {
    await asTenant('acme', 'select 1');
    expect((await pool.query(all)).rows).toEqual([]);
  });

  // spec: service/tenants
  // standard: asvs/8.4.1
  it('a tenant sees only its own rows, whatever the query', async () => {
    expect(await asTenant('acme', all)).toEqual([{ tenant_id: 'acme' }]);
    expect(await asTenant('globex', all)).toEqual([{ tenant_id: 'globex' }]);
    expect(await asTenant('acme', `${all} where tenant_id = 'globex'`)).toBe(0);
  });

  // spec: service/tenants
  it("another tenant's can be neither changed nor deleted", async () => {
    const theirs = `where tenant_id = 'globex'`;
    const update = `update stepward.${table} set tenant_id = tenant_id ${theirs}`;
    expect(await asTenant('acme', update)).toBe(0);
    expect(await asTenant('acme', `delete from stepward.${table} ${theirs}`)).toBe(0);
    expect(await asTenant('globex', all)).toEqual([{ tenant_id: 'globex' }]);
  });

  it("none can be moved to another tenant, or written in another tenant's name", async () => {
    const refusal = 'violates row-level security policy';
    const columns = await writableColumns(table);
    const give = `update stepward.${table} set tenant_id = 'initech'`;
    const copy = `create temporary table copy on commit drop as select * from stepward.${table};
      update copy set tenant_id = 'initech' ${table === 'audit_heads' ? AS_FIRST : ''};
      insert into stepward.${table} (${columns}) select ${columns} from copy`;
    // An entry of the authentication log is not there for an update at all.
    if (table === 'authentication_entries') expect(await asTenant('acme', give)).toBe(0);
    else {
      await expect(asTenant('acme', give)).rejects.toThrow(REFUSED_BEFORE[table] ?? refusal);
    }
    // A transaction of a host has no tenant set, so that it may append events of any.
    if (table !== 'outbox') await expect(asTenant('acme', copy)).rejects.toThrow(refusal);
  });

  it('a sweep sees those of all tenants only where there is something to sweep', async () => {
    const client = await pool.connect();
    try {
      await client.query(`begin; set local stepward.maintenance = 'on'`);
      const { rows } = await client.query(`${all} order by tenant_id`);
      const allTenants = [{ tenant_id: 'acme' }, { tenant_id: 'globex' }];
      expect(rows).toEqual(SWEPT.includes(table) ? allTenants : []);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

it('every table but the record of migrations, the counts of requests, the owners of shards, the handlers and the moves has a key that begins with the tenant, no default tenant, and forced row-level security', async () => {
  const { rows } = await pool.query(
    `select relname as name, relrowsecurity and relforcerowsecurity as forced,
       (select attname from pg_index, pg_attribute
        where indrelid = pg_class.oid and indisprimary
          and attrelid = indrelid and attnum = indkey[0]) as first_of_key,
       (select atthasdef from pg_attribute
        where attrelid = pg_class.oid and attname = 'tenant_id') as has_default
     from pg_class
     where relnamespace = 'stepward'::regnamespace and ${IS_TABLE}
       and relname not in ('migrations', 'request_limits', 'workers', 'shards', 'handlers', 'tenant_moves')
     order by relname`,
  );
  expect(rows).toEqual(
    TABLES.toSorted().map((name) => ({
      name,
      forced: true,
      // Its rows are short-lived, and several may have one id.
      first_of_key: name === 'outbox' ? null : 'tenant_id',
      has_default: false,
    })),
  );
});

it('the owners of shards are hidden from every tenant and every host, and a worker sees them', async () => {
  const count = 'select from stepward.workers';
  const add = `insert into stepward.workers values (gen_random_uuid(), now(), true)`;
  await expect(asTenant('acme', add)).rejects.toThrow('row-level security');
  await expect(pool.query(add)).rejects.toThrow('row-level security');
  const client = await pool.connect();
  try {
    await client.query(`begin; set local stepward.maintenance = 'on'; ${add}`);
    expect((await client.query(count)).rowCount).toBeGreaterThan(0);
    await client.query(
      `set local stepward.maintenance = ''; set local stepward.tenant_id = 'acme'`,
    );
    expect((await client.query(count)).rowCount).toBe(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

const FOUND_BY_HASH = [
  {
    what: 'management key',
    of: 'api_keys',
    setting: 'api_key_hash',
    hash: (tenantId: string) => hashOf(secrets[tenantId]!),
    find: async (hash: string) =>
      (await storage.lookUp('apiKey', { secretHash: hash, tenantId: null }))?.tenantId,
  },
  {
    what: 'sent message',
    of: 'sms_messages',
    setting: 'sms_message_hash',
    hash: (tenantId: string) => messageKeyOf({ tenantId, identityId: 'ada' }),
    find: async (hash: string) =>
      (await storage.lookUp('smsMessage', { messageKey: hash }))?.tenantId ?? null,
  },
];

describe.each(FOUND_BY_HASH)(
  'a transaction that names the hash of a $what',
  ({ of, setting, hash, find }) => {
    /** Runs SQL with the hash of globex's row named and no tenant; nothing of it is kept. */
    async function withHash(text: string): Promise<unknown[]> {
      const client = await pool.connect();
      try {
        await client.query(`begin; set local stepward.${setting} = '${hash('globex')}'`);
        return (await client.query<object>(text)).rows;
      } finally {
        await client.query('rollback');
        client.release();
      }
    }

    it('sees that row and no other, and no other table', async () => {
      for (const table of TABLES) {
        const seen = await withHash(`select tenant_id from stepward.${table}`);
        expect(seen).toEqual(table === of ? [{ tenant_id: 'globex' }] : []);
      }
    });

    it('can neither change nor delete it', async () => {
      const update = `update stepward.${of} set tenant_id = tenant_id returning 1`;
      expect(await withHash(update)).toEqual([]);
      expect(await withHash(`delete from stepward.${of} returning 1`)).toEqual([]);
    });

    it('leaves nothing behind on its connection', async () => {
      expect(await find(hash('acme'))).toBe('acme');
      expect((await pool.query(`select tenant_id from stepward.${of}`)).rows).toEqual([]);
    });

    // standard: asvs/1.2.4
    it.each(['', "a' or true; --", 'A'.repeat(64), 'a'.repeat(63), `${'a'.repeat(64)}\n`])(
      'is not begun for %j, which is no hash',
      async (text) => {
        await expect(find(text)).rejects.toThrow(TypeError);
      },
    );
  },
);

it('a database error reveals nothing of the row that it refuses', async () => {
  const insert = `insert into stepward.identities
    (tenant_id, identity_id, state, phone, other_factors, backup_codes_remaining)
    values ('acme', 'bob', 'active', '+14155550000', '{}', 0)`;
  const error = await asTenant('acme', insert).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '23514', constraint: 'phone_trait_is_whole' });
  expect(inspect(error)).not.toContain('+14155550000');
});

/** Makes a head one that its trigger lets in. */
const AS_FIRST = `, sequence = 1, previous_hash = repeat('0', 64)`;

/** What triggers say before row-level security is asked. */
const REFUSED_BEFORE: Readonly<Record<string, string>> = {
  audit_entries: 'append-only',
  audit_heads: 'moves by one entry at a time',
};
