import { systemCaller } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, expect, inject, it } from 'vitest';
import { createInterceptingPool, type Interceptor } from '../../test/intercepting-pool.js';
import { person, stepwardOver, type StepwardUnderTest } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { createPostgresStorage } from '../index.js';

const DAY_MS = 86_400_000;
const FOUND = '2026-01-01T00:00:00Z';
const database = await testDatabase();
const pool = database.pool();
beforeEach(() => truncateTables(pool));

/** A process of its own, two weeks after the enrolments were found to be due. */
function processWith(intercept: Interceptor = (query, go) => go(query)): StepwardUnderTest {
  const storage = createPostgresStorage({ pool: createInterceptingPool(pool, intercept) });
  const stepward = stepwardOver(storage);
  stepward.clock.advance(14 * DAY_MS);
  return stepward;
}

/** The tenant demands a factor of so many people, who have known it since {@link FOUND}. */
async function owe(people: number): Promise<void> {
  const stepward = stepwardOver(createPostgresStorage({ pool }));
  const mfa = {
    ...{ enforcement: 'required', unenrolledUserAction: 'block' },
    gracePeriodMs: 14 * DAY_MS,
  };
  (await stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
  (await stepward.identities.put('acme', person('person-1')))._unsafeUnwrap();
  await pool.query(`begin;
    select set_config('stepward.tenant_id', 'acme', true);
    insert into stepward.identities
      select (json_populate_record(one, json_build_object('identity_id', 'person-' || n))).*
      from stepward.identities as one, generate_series(2, ${String(people)}) as n;
    insert into stepward.enrolments_due
      select 'acme', identity_id, '', '${FOUND}', '${FOUND}', null, '${FOUND}' from stepward.identities;
    commit`);
}

/** How many events there are, and of how many people. */
async function remindersOf(): Promise<{ events: number; people: number }> {
  const { rows } = await pool.query<{ events: number; people: number }>(`
    with tenant as materialized (select set_config('stepward.tenant_id', 'acme', true))
    select count(one)::integer as events, count(distinct data::jsonb ->> 'identity_id')::integer as people
      from tenant left join stepward.outbox as one on type = 'mfa.enrolment_due'`);
  return rows[0]!;
}

it('people of any number are read in batches, and reminded once each', async () => {
  const people = inject('tier') === 'full' ? 10_000 : 600;
  await owe(people);
  const batches: number[] = [];
  const counting: Interceptor = async (query, go) => {
    const result = await go(query);
    if (query.text.includes('order by review_at')) batches.push(result.rows.length);
    return result;
  };

  await processWith(counting).purge();

  expect(await remindersOf()).toEqual({ events: people, people });
  expect(batches.slice(0, -1).every((rows) => rows === 500)).toBe(true);
  expect(batches.at(-1)).toBe(people % 500);
});

it('two processes at once remind each person once', async () => {
  await owe(200);
  await Promise.all([processWith().purge(), processWith().purge()]);
  expect(await remindersOf()).toEqual({ events: 200, people: 200 });
});

it.each([
  ['before', false],
  ['after', true],
])(
  'a process that dies %s it has stored a reminder leaves nothing by halves',
  async (_, isStored) => {
    await owe(3);
    let writes = 0;
    const dying: Interceptor = async (query, go) => {
      if (!query.text.includes('stored_dues')) return go(query);
      writes += 1;
      if (writes > 1) throw new Error('killed');
      if (isStored) await go(query);
      throw new Error('killed');
    };

    await processWith(dying).purge();
    const stored = isStored ? 1 : 0;
    expect(await remindersOf()).toEqual({ events: stored, people: stored });

    await processWith().purge();
    expect(await remindersOf()).toEqual({ events: 3, people: 3 });
  },
);

it('a process whose clock is ahead reminds nobody before the clock of the database', async () => {
  await owe(1);
  await pool.query(`begin; select set_config('stepward.tenant_id', 'acme', true);
    update stepward.enrolments_due set required_since = now(), found_at = now(), review_at = now();
    commit`);
  const ahead = processWith();
  ahead.clock.advance(100 * 365 * DAY_MS);
  await ahead.purge();
  expect(await remindersOf()).toEqual({ events: 0, people: 0 });
});
