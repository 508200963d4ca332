import { ok, systemCaller } from '@stepward/core';
import { ENTRY_RETENTION_MS } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillQueue, fillTables } from '../../test/every-table.js';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { inUnit, newEvent } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';
import { IS_TABLE } from '../migrations/grant-runtime.js';

const ADA = { tenantId: 'acme', identityId: 'ada@example.com', phone: '+14155552671' };
const BOB = { tenantId: 'acme', identityId: 'bob@example.com', phone: '+14155552672' };
const OTHER = { tenantId: 'globex', identityId: 'ada@example.com', phone: '+14155552671' };
const PEOPLE = [ADA, BOB, OTHER];
const MANAGER = systemCaller('acme');
const HOUR_MS = 3_600_000;

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
beforeEach(() => truncateTables(pool));

describe('a search over all columns of all tables', () => {
  it('finds an erased person only in the audit log, in entries that the law keeps, and in events of the host', async () => {
    const stepward = await filled();
    const before = await tablesWith('acme', ADA.identityId);
    expect(before).toEqual([
      ...['authentication_entries', 'authenticators', 'codes', 'enrolments_due', 'events'],
      ...['identities', 'ledgers', 'outbox', 'sms_messages', 'trusted_devices'],
    ]);
    const others = [await rowsWith('acme', BOB.identityId), await rowsOf('globex')];

    const erased = await stepward.identities.erase(MANAGER, ADA.identityId);

    expect(Object.keys(erased._unsafeUnwrap()).toSorted()).toEqual(
      before.filter((table) => table !== 'ledgers'),
    );
    expect(await tablesWith('acme', ADA.identityId)).toEqual([
      'audit_entries',
      'authentication_entries',
      'events',
      'ledgers',
    ]);
    expect(others).toEqual([await rowsWith('acme', BOB.identityId), await rowsOf('globex')]);
    stepward.clock.advance(HOUR_MS);
    await stepward.purge();
    expect(await tablesWith('acme', ADA.identityId)).toEqual([
      'audit_entries',
      'authentication_entries',
      'events',
    ]);
    expect(await tablesWith('acme', ADA.phone.slice(1))).toEqual([]);
    const kept = await stepward.authenticationLog.list('acme', { identityId: ADA.identityId });
    expect(kept.items.map(({ type }) => type)).toEqual(['phone.removed']);
    expect(await stepward.audit.verifyChain('acme')).toBeNull();
  });

  it('finds an erased tenant only in the audit log and in entries that the law keeps', async () => {
    const stepward = await filled();
    const tables = await tenantTables();
    expect(await tablesWith('acme', 'acme')).toEqual(tables);
    const other = await rowsOf('globex');

    await stepward.tenants.erase(MANAGER);

    const kept = ['audit_entries', 'audit_heads', 'authentication_entries'];
    expect(await tablesWith('acme', 'acme')).toEqual(kept);
    expect(await stepward.audit.verifyChain('acme')).toBeNull();
    expect(await rowsOf('globex')).toEqual(other);
  });

  it('covers every table: those without a tenant hold nothing of a person', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'stepward'::regnamespace and ${IS_TABLE} order by 1`,
    );
    const tables = await tenantTables();
    expect(rows.map(({ name }) => name).filter((name) => !tables.includes(name))).toEqual([
      'handlers',
      'migrations',
      'request_limits',
      'shards',
      'tenant_moves',
      'workers',
    ]);
  });
});

it('a decision that was read before an erasure is not stored after it, whether anything was stored of the person before or not', async () => {
  for (const isEnrolled of [true, false]) {
    const { stepward, before } = processOver();
    const identityId = `person-${String(isEnrolled)}`;
    const caller = { tenantId: 'acme', identityId, assurance: null };
    const sms = { enabled: true, mfaEnabled: true };
    (await stepward.tenants.configure(MANAGER, { sms }))._unsafeUnwrap();
    (await stepward.identities.put('acme', person(identityId)))._unsafeUnwrap();
    if (isEnrolled) (await stepward.totp.start(caller))._unsafeUnwrap();
    else
      await pool.query(
        `begin; set local stepward.maintenance = 'on'; delete from stepward.ledgers; commit`,
      );
    before('decision_write', async () => {
      const erased = await stepwardOver(storage).identities.erase(MANAGER, identityId);
      expect(erased._unsafeUnwrap()).toMatchObject({ identities: 1 });
    });

    const started = await stepward.totp.start(caller);

    expect(started._unsafeUnwrapErr().code).toBe('identity_unknown');
    expect(await tablesWith('acme', identityId)).toEqual(['audit_entries', 'ledgers']);
  }
});

it('more rows than one transaction takes are erased batch by batch, and an erasure that fails in the middle is continued by a second call', async () => {
  const stepward = stepwardOver(storage);
  (await stepward.identities.put('acme', person('ada')))._unsafeUnwrap();
  await inUnit(storage, 'acme', ({ record }) =>
    record({
      entries: [],
      events: Array.from({ length: 2_500 }, () => ({
        event: newEvent({ type: 'mfa.locked', data: '{"identity_id":"ada"}' }),
        patterns: [],
        orderingKey: null,
      })),
    }),
  );
  const { stepward: failing, before } = processOver();
  let batches = 0;
  const failAtThird = async (): Promise<void> => {
    batches += 1;
    if (batches === 3) throw new Error('killed');
    before('erase_outbox', failAtThird);
  };
  before('erase_outbox', failAtThird);

  await expect(failing.identities.erase(MANAGER, 'ada')).rejects.toThrow('killed');
  const left = await stepward.identities.erase(MANAGER, 'ada', { dryRun: true });
  const rest = await stepward.identities.erase(MANAGER, 'ada');

  expect(left._unsafeUnwrap()).toEqual({ outbox: 501 });
  expect(rest._unsafeUnwrap()).toEqual({ outbox: 501 });
  const { items } = await stepward.audit.list('acme', { type: 'identity.erased' });
  expect(items.map(({ target }) => target)).toEqual(['ada', 'ada']);
});

describe('row-level security', () => {
  it.each([
    ['without an erasure', ''],
    [
      'of another tenant',
      `set local stepward.tenant_id = 'globex'; set local stepward.erasing = 'on';`,
    ],
  ])('lets nothing of the authentication log be deleted %s', async (_, settings) => {
    await filled();
    const text = `begin; set local stepward.tenant_id = 'acme'; ${settings}
      delete from stepward.authentication_entries where tenant_id = 'acme'; commit`;
    const before = (await rowsOf('acme')).get('authentication_entries');
    await pool.query(text);
    expect((await rowsOf('acme')).get('authentication_entries')).toEqual(before);
  });

  it('lets an erasure delete only entries that need not be kept for longer', async () => {
    await filled();
    await pool.query(`begin; set local stepward.tenant_id = 'acme'; set local stepward.erasing = 'on';
      delete from stepward.authentication_entries; commit`);
    const left = await inUnit(storage, 'acme', ({ authenticationLog }) =>
      authenticationLog.list({ type: null, identityId: null, since: null, until: null }, PAGE),
    );
    expect(left.items).toHaveLength(2);
    for (const { at, retainUntil } of left.items) {
      expect(retainUntil.getTime() - at.getTime()).toBeGreaterThan(ENTRY_RETENTION_MS);
    }
  });
});

const PAGE = { limit: 100, position: null };

/** All tables have rows of both tenants; of each person there are Stepward's own events, one of which waits, and one of the host's. */
async function filled() {
  const stepward = stepwardOver(storage);
  for (const whose of PEOPLE) await fillTables(storage, stepward, whose);
  await emitAboutEach('organisation.member_removed');
  await fillQueue(storage, ['acme', 'globex']);
  await emitAboutEach('mfa.locked');
  return stepward;
}

async function emitAboutEach(type: string): Promise<void> {
  for (const { tenantId, identityId } of PEOPLE) {
    const event = newEvent({ type, data: JSON.stringify({ identity_id: identityId }) });
    await inUnit(storage, tenantId, ({ record }) =>
      record({ entries: [], events: [{ event, patterns: ['*'], orderingKey: null }] }),
    );
  }
}

/** Stepward over a pool of its own, which can stop before a statement. */
function processOver() {
  const pauses = new Map<string, () => Promise<unknown>>();
  const intercepting = createInterceptingPool(pool, async (query, go) => {
    for (const [name, pause] of [...pauses]) {
      if (query.name?.includes(name) !== true) continue;
      pauses.delete(name);
      await pause();
    }
    return go(query);
  });
  return {
    stepward: stepwardOver(createPostgresStorage({ pool: intercepting })),
    /** Does something once, before the next statement of that name is sent. */
    before: (name: string, act: () => Promise<unknown>) => pauses.set(name, act),
  };
}

async function tenantTables(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'stepward'::regnamespace and ${IS_TABLE} and attname = 'tenant_id' and relname <> 'tenant_moves' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Every column of every row of a tenant, by table. */
async function rowsOf(tenantId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await tenantTables();
  const read = await storage.run<Map<string, string[]>, never>({ tenantId }, async (stores) => {
    const found = new Map<string, string[]>();
    for (const table of tables) {
      const text = `select row_to_json(one)::text as text from stepward.${table} as one order by 1`;
      const { rows } = await stores.transaction.query(text);
      found.set(
        table,
        (rows as { text: string }[]).map(({ text: row }) => row),
      );
    }
    return ok(found);
  });
  return read._unsafeUnwrap();
}

/** Those that hold a text. */
async function rowsWith(tenantId: string, text: string): Promise<readonly string[]> {
  return [...(await rowsOf(tenantId)).values()].flat().filter((row) => row.includes(text));
}

async function tablesWith(tenantId: string, text: string): Promise<readonly string[]> {
  const tables = [...(await rowsOf(tenantId))];
  return tables.flatMap(([table, rows]) => (rows.some((row) => row.includes(text)) ? table : []));
}
