import { systemCaller, type AuthenticationEntry } from '@stepward/core';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendEntry, startWithServiceRole } from '../../test/service-role.js';
import { stepwardOver, type StepwardUnderTest } from '../../test/stepward-over.js';

const REFUSED = { code: '23001', message: 'the audit log is append-only' };
const NOT_BY_ONE = {
  code: '23001',
  message: 'the head of the audit log moves by one entry at a time',
};
const DENIED = { code: '42501' };
const ENTRY: AuthenticationEntry = {
  id: '03b4b8da-a800-7000-8000-000000000001',
  type: 'factor.refused',
  at: new Date('2099-01-01T00:00:00.000Z'),
  identityId: 'ada',
  factor: 'sms',
  sessionId: null,
  actor: { type: 'identity', id: 'ada' },
  reason: 'code_mismatch',
  client: null,
  refused: null,
  operation: null,
  retainUntil: new Date('2105-01-01T00:00:00.000Z'),
};

/** What a role would set to be believed that the time of every entry has come. */
const CLAIM = `set local stepward.maintenance = 'on'; set local stepward.purge_now = '9999'`;

const { owner, runtime, storage, stop } = await startWithServiceRole();
/** Its entries are kept for six years from 2099, by the database's clock for as long as this test lives. */
const stepward = stepwardAt('2099-01-01');
/** Its entries were kept until 2022. */
const earlier = stepwardAt('2016-01-01');

function stepwardAt(date: string): StepwardUnderTest {
  const stepwardThen = stepwardOver(storage);
  stepwardThen.clock.advance(Date.parse(date) - stepwardThen.clock.now().getTime());
  return stepwardThen;
}

beforeAll(async () => {
  for (const enabled of [true, false, true]) {
    const kept = await stepward.tenants.setHipaa(systemCaller('acme'), enabled, 'a test');
    const due = await earlier.tenants.setHipaa(systemCaller('globex'), enabled, 'a test');
    expect([kept.isOk(), due.isOk()]).toEqual([true, true]);
  }
  await appendEntry(storage, 'acme', ENTRY);
  await appendEntry(storage, 'globex', {
    ...ENTRY,
    id: '01526d7c-1c00-7000-8000-000000000001',
    at: new Date('2016-01-01T00:00:00.000Z'),
    retainUntil: new Date('2022-01-01T00:00:00.000Z'),
  });
});

afterAll(stop);

/** Runs SQL in a transaction of the tenant, which is kept where it succeeds. */
async function run(
  pool: pg.Pool,
  text: string,
  settings = '',
  tenantId = 'acme',
): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local stepward.tenant_id = '${tenantId}'; ${settings}`);
    const result = await client.query(text);
    await client.query('commit');
    return result;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe.each([
  ['the role of the service', runtime, DENIED],
  ['the owner of the tables', owner, REFUSED],
])('of the audit log, %s', (_, pool, refusal) => {
  // spec: service/hipaa
  // standard: asvs/16.4.2
  it('can change no entry', async () => {
    for (const text of [
      `update stepward.audit_entries set text = replace(text, 'one', 'two') where sequence = 1`,
      `update stepward.audit_entries set sequence = sequence`,
      `insert into stepward.audit_entries (tenant_id, sequence, text, previous_hash, hash)
       select tenant_id, sequence, text, '', '' from stepward.audit_entries
       on conflict (tenant_id, sequence) do update set hash = excluded.hash`,
    ]) {
      await expect(run(pool, text), text).rejects.toMatchObject(refusal);
    }
  });

  it('can move the head neither back, nor over an entry, nor away from the one before (S7)', async () => {
    const back = { sequence: 'sequence - 1', previous_hash: 'hash' };
    for (const { sequence, previous_hash } of [
      back,
      { ...back, sequence: 'sequence' },
      { ...back, sequence: 'sequence + 2' },
      { sequence: 'sequence + 1', previous_hash: 'previous_hash' },
    ]) {
      const text = `update stepward.audit_heads
        set sequence = ${sequence}, previous_hash = ${previous_hash}`;
      await expect(run(pool, text), text).rejects.toMatchObject(NOT_BY_ONE);
    }
    const other = `insert into stepward.audit_heads values ('globex', 7, 'a', 'b')`;
    const asGlobex = `set local stepward.tenant_id = 'globex'`;
    await expect(run(pool, other, asGlobex)).rejects.toMatchObject(NOT_BY_ONE);
  });

  it('can neither delete nor empty the heads', async () => {
    const headRefusal = refusal === DENIED ? DENIED : NOT_BY_ONE;
    for (const text of ['delete from stepward.audit_heads', 'truncate stepward.audit_heads']) {
      await expect(run(pool, text), text).rejects.toMatchObject(headRefusal);
    }
  });

  // spec: service/hipaa
  it('can empty nothing', async () => {
    await expect(run(pool, 'truncate stepward.audit_entries')).rejects.toMatchObject(refusal);
  });

  it('can delete no entry, whatever the tenant or the sweep', async () => {
    const text = 'delete from stepward.audit_entries where sequence = 1';
    const sweep = `set local stepward.maintenance = 'on'`;
    await expect(run(pool, text)).rejects.toMatchObject(REFUSED);
    await expect(run(pool, text, sweep)).rejects.toMatchObject(REFUSED);
  });

  // spec: service/hipaa
  it('can delete no entry before its time by the clock of the database, whatever it sets', async () => {
    const text = `delete from stepward.audit_entries where tenant_id = 'acme' and sequence = 1`;
    await expect(run(pool, text, CLAIM)).rejects.toMatchObject(REFUSED);
  });

  it('finds all of it in place', async () => {
    const { rows } = await run(pool, 'select sequence from stepward.audit_entries order by 1');
    expect(rows).toEqual(['1', '2', '3'].map((sequence) => ({ sequence })));
    expect(await stepward.audit.verifyChain('acme')).toBeNull();
  });
});

describe('of the authentication log', () => {
  const table = 'stepward.authentication_entries';
  const update = `update ${table} set type = 'factor.verified'`;
  const whole = [{ type: ENTRY.type }];
  const types = async () => (await run(runtime, `select type from ${table}`)).rows;

  // standard: asvs/16.4.2
  it('the role of the service can change no entry, nor empty it', async () => {
    await expect(run(runtime, update)).rejects.toMatchObject(DENIED);
    await expect(run(runtime, `truncate ${table}`)).rejects.toMatchObject(DENIED);
    expect(await types()).toEqual(whole);
  });

  it('the owner of the tables sees no entry to change', async () => {
    for (const settings of ['', `set local stepward.maintenance = 'on'`]) {
      expect((await run(owner, update, settings)).rowCount).toBe(0);
    }
    expect(await types()).toEqual(whole);
  });

  it.each([
    ['as its tenant', ''],
    ['in a sweep, whatever it sets', CLAIM],
  ])('no role can delete an entry before its time %s', async (_, settings) => {
    const text = `delete from ${table} where tenant_id = 'acme'`;
    for (const pool of [runtime, owner]) {
      expect((await run(pool, text, settings)).rowCount).toBe(0);
    }
    expect(await types()).toEqual(whole);
  });
});

it.each(['update stepward.attempts set status_code = 200', 'delete from stepward.shards'])(
  'the role of the service cannot %s',
  async (text) => {
    await expect(run(runtime, text)).rejects.toMatchObject(DENIED);
  },
);

it('an entry whose time has come is deleted by the purge, by the role of the service, and no other is', async () => {
  stepward.clock.advance(Date.UTC(2200, 0, 1) - Date.UTC(2099, 0, 1));
  await stepward.purge();
  const entriesOf = async (tenantId: string) => {
    const text = 'select sequence from stepward.audit_entries order by 1';
    const logged = 'select 1 from stepward.authentication_entries';
    const { rows } = await run(runtime, text, '', tenantId);
    return [
      rows.map(({ sequence }) => sequence),
      (await run(runtime, logged, '', tenantId)).rowCount,
    ];
  };
  expect(await entriesOf('acme')).toEqual([['1', '2', '3'], 1]);
  expect(await entriesOf('globex')).toEqual([['3'], 0]);
  expect(await stepward.audit.verifyChain('globex')).toBeNull();
});

it('newest entries whose time has come, and that the role of the service cuts off are missed, by the head and by one kept elsewhere (S7)', async () => {
  const { sequence, hash } = (await earlier.audit.head('globex'))!;
  const cut = `delete from stepward.audit_entries where sequence = ${sequence}`;
  expect((await run(runtime, cut, '', 'globex')).rowCount).toBe(1);
  expect(await earlier.audit.verifyChain('globex')).toEqual({ sequence, reason: 'gap' });

  const switched = await earlier.tenants.setHipaa(systemCaller('globex'), false, 'a test');
  expect(switched.isOk()).toBe(true);

  const anchored = await earlier.audit.verifyChain('globex', [{ sequence, hash }]);
  expect(anchored).toEqual({ sequence, reason: 'anchor' });
});
