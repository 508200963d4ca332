/** How the months of the authentication log are made and dropped. */
import { ok, type AuthenticationEntry } from '@stepward/core';
import { firstUuidAt, purgeStorage, uuidv7 } from '@stepward/core/adapter';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { appendEntry, startWithServiceRole } from '../../test/service-role.js';
import { untilBlockedBy } from '../../test/until-blocked-by.js';

const LOG = 'stepward.authentication_entries';

const { owner, runtime, storage, stop } = await startWithServiceRole();
afterAll(stop);

/** Appends an entry of that time, to be kept until then; its id. */
async function append(tenantId: string, at: Date, retainUntil: Date): Promise<string> {
  const id = uuidv7(at, Buffer.alloc(10, tenantId));
  const actor = { type: 'system', id: 'test' } as const;
  const nothing = { identityId: null, factor: null, sessionId: null, reason: null };
  const also = { client: null, refused: null, operation: null };
  const entry: AuthenticationEntry = {
    id,
    type: 'factor.verified',
    at,
    actor,
    retainUntil,
    ...nothing,
    ...also,
  };
  await appendEntry(storage, tenantId, entry);
  return id;
}

/** The months that there are. */
async function months(): Promise<readonly string[]> {
  const { rows } = await owner.query<{ month: string }>(
    `select right(relname, 7) as month from pg_inherits join pg_class on oid = inhrelid
     where inhparent = '${LOG}'::regclass and relname !~ 'default$' order by 1`,
  );
  return rows.map(({ month }) => month);
}

async function readLog(tenantId: string): Promise<readonly { id: string; part: string }[]> {
  const read = await storage.run({ tenantId }, async ({ transaction }) => {
    const text = `select entry_id as id, right(tableoid::regclass::text, 7) as part from ${LOG} order by 1`;
    return ok((await transaction.query(text)).rows as { id: string; part: string }[]);
  });
  return read._unsafeUnwrap();
}

const monthOf = (ahead: number): Date => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
};
const named = (time: Date): string => time.toISOString().slice(0, 7).replace('-', '_');
const AHEAD = [0, 1, 2].map((ahead) => named(monthOf(ahead)));

function makeMonth(time: Date): Promise<unknown> {
  return owner.query(`call stepward.make_log_month($1::timestamp)`, [
    time.toISOString().slice(0, 10),
  ]);
}

it('there are this month and the next two, and what has no month is taken as well', async () => {
  expect(await months()).toEqual(AHEAD);
  const far = new Date('2099-01-01');
  const ids = [
    await append('ahead', monthOf(0), far),
    await append('ahead', new Date(monthOf(2).getTime() - 1), far),
    await append('ahead', monthOf(2), far),
    await append('ahead', monthOf(3), far),
  ];
  expect(await readLog('ahead')).toEqual([
    { id: ids[0], part: AHEAD[0] },
    { id: ids[1], part: AHEAD[1] },
    { id: ids[2], part: AHEAD[2] },
    { id: ids[3], part: 'default' },
  ]);
});

it('a month of which nothing must be kept is dropped by the role of the service, and of others what is past is deleted', async () => {
  const [gone, mixed] = [new Date('2019-03-01'), new Date('2019-04-01')];
  for (const month of [gone, mixed]) await makeMonth(month);
  const [short, long] = [new Date('2019-08-01'), new Date('2099-01-01')];
  for (const tenantId of ['plain', 'hipaa']) await append(tenantId, gone, short);
  await append('plain', mixed, short);
  const kept = await append('hipaa', mixed, long);

  await purgeStorage(storage, new Date());

  expect(await months()).toEqual([named(mixed), ...AHEAD]);
  expect(await readLog('plain')).toEqual([]);
  expect(await readLog('hipaa')).toEqual([{ id: kept, part: named(mixed) }]);
});

it('no month is dropped before 90 days have passed, by the clock of the process and by that of the database', async () => {
  const month = new Date('2018-01-01');
  await makeMonth(month);
  await append('early', month, new Date('2018-04-01'));
  await purgeStorage(storage, new Date('2018-05-01'));
  expect(await months()).toContain(named(month));
  await purgeStorage(storage, new Date('2018-05-02'));
  expect(await months()).not.toContain(named(month));

  await append('now', new Date(), new Date(Date.now() + 90 * 86_400_000));
  await purgeStorage(storage, new Date('2099-01-01'));
  await runtime.query(`select stepward.drop_log_months('infinity')`);
  expect(await readLog('now')).toHaveLength(1);
  expect(await months()).toEqual(expect.arrayContaining(AHEAD));
});

it('the role of the service can neither make nor drop a table, nor look into a month, and the owner sees no row of one', async () => {
  const [month] = AHEAD;
  const denied = { code: '42501' };
  for (const text of [
    `call stepward.make_log_month('2018-01-01')`,
    `drop table ${LOG}_${month}`,
    `select from ${LOG}_${month}`,
    `select from ${LOG}_default`,
  ]) {
    await expect(runtime.query(text), text).rejects.toMatchObject(denied);
  }
  const seen = `begin; set local stepward.maintenance = 'on'; select from ${LOG}_${month}; rollback`;
  const results = (await owner.query(seen)) as unknown as readonly pg.QueryResult[];
  expect(results[2]?.rowCount).toBe(0);
});

it('a month is left for later where the default partition has its entries, or the log is being read', async () => {
  const month = new Date('2017-06-01');
  await append('late', month, new Date('2099-01-01'));
  await makeMonth(month);
  expect(await months()).not.toContain(named(month));
  expect(await readLog('late')).toHaveLength(1);

  const past = new Date('2017-09-01');
  await makeMonth(past);
  const reader = await runtime.connect();
  await reader.query(`begin; select from ${LOG}`);
  await purgeStorage(storage, new Date());
  expect(await months()).toContain(named(past));
  await reader.query('commit');
  reader.release();
  await purgeStorage(storage, new Date());
  expect(await months()).not.toContain(named(past));
});

it('a purge that drops a month and makes another fails no reader that came before it or after it, and does not fail', async () => {
  const past = new Date('2018-01-01');
  await makeMonth(past);
  await owner.query(`drop table ${LOG}_${AHEAD[2]}`);
  await append('read', monthOf(0), new Date('2099-01-01'));
  // The test decides how long the purge waits.
  await owner.query('alter function stepward.drop_log_months set lock_timeout = 0');
  const first = await runtime.connect();
  await first.query('begin');
  const { rows } = await first.query<{ pid: number }>('select pg_backend_pid() as pid');
  await first.query(`select from ${LOG} where entry_id = $1`, [firstUuidAt(monthOf(0))]);
  const purge = purgeStorage(storage, new Date());
  await untilBlockedBy(rows[0]!.pid, owner);

  const [read] = await Promise.all([
    readLog('read'),
    purge,
    first.query(`select from ${LOG}`).then(() => first.query('commit')),
  ]);
  first.release();
  expect(read).toHaveLength(1);
  expect(await months()).toEqual(expect.arrayContaining(AHEAD));
  expect(await months()).not.toContain(named(past));
});

it('pages of a log read no month that they need not', async () => {
  const since = new Date('2016-01-01');
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select from ${LOG} where tenant_id = 'acme' and entry_id >= $1 and entry_id < $2`,
    [firstUuidAt(since), firstUuidAt(new Date('2016-02-01'))],
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/entries_\d{4}_\d{2}/);
});
