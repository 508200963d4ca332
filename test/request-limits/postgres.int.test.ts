/** Counting requests in the table that `migrate` makes. */
import { createFixedClock } from '@stepward/core/testing';
import { testDatabase } from '@stepward/dev-postgres';
import {
  createFetchHandler,
  createHttpApi,
  postgresLimits,
  type RateLimitOptions,
} from '@stepward/http';
import { migrate } from '@stepward/postgres';
import { describe, expect, it } from 'vitest';
import { memory } from '../harness/storages.js';
import { createWorld } from '../harness/world.js';

const database = await testDatabase();
const pool = database.pool({ max: 4 });
const world = await createWorld(await memory.open());

const rule = { name: 'account:address', limit: 20, windowMs: 60_000 };
const TOKEN = 'a-secret-token';

/** Asks an API with these limits; the answer's status, and what is left. */
function askerOf(rateLimits: RateLimitOptions): () => Promise<readonly (number | string | null)[]> {
  const { stepward, tokens } = world;
  const api = createHttpApi({ stepward, accessTokens: tokens.authenticator, rateLimits });
  const handle = createFetchHandler(api, { clientAddress: () => '2001:DB8::1' });
  return async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const request = new Request('https://localhost/v1/account/mfa', { headers });
    const response = await handle(request);
    return [response.status, response.headers.get('x-ratelimit-remaining')];
  };
}

describe('the table', () => {
  it('counts every one of parallel requests, over several connections', async () => {
    const counter = postgresLimits({ pool }).counter(rule);
    const stands = await Promise.all(Array.from({ length: 60 }, () => counter.count('parallel')));
    const served = stands.filter(({ exceeded }) => !exceeded).map(({ remaining }) => remaining);
    expect(served.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(stands.every(({ resetMs }) => resetMs > 0 && resetMs <= 60_000)).toBe(true);
  });

  it('is what the next process goes on from', async () => {
    await postgresLimits({ pool }).counter(rule).count('restart');
    const { remaining } = await postgresLimits({ pool }).counter(rule).count('restart');
    expect(remaining).toBe(18);
  });

  it('begins a new window once the old one is over', async () => {
    const counter = postgresLimits({ pool }).counter(rule);
    await counter.count('over');
    await pool.query(`update stepward.request_limits set expire = 1 where key like '%:over'`);
    const { exceeded, remaining, resetMs } = await counter.count('over');
    expect([exceeded, remaining, resetMs > 0]).toEqual([false, 19, true]);
  });

  it('holds the /64 of an address, and nothing of a token', async () => {
    await askerOf({ store: postgresLimits({ pool }) })();
    const { rows } = await pool.query<{ key: string }>('select key from stepward.request_limits');
    const keys = rows.map(({ key }) => key);
    expect(keys).toContain('stepward:account:address:2001:db8:0:0::/64');
    expect(keys.join()).not.toContain(TOKEN);
  });

  it('is one per schema, and two schemas share a connection', async () => {
    const one = database.pool({ max: 1 });
    const schemas = ['stepward', 'Zweite "Quelle"'];
    await migrate({ pool: one, schema: schemas[1]! });
    for (const schema of schemas) {
      const counter = postgresLimits({ pool: one, schema }).counter(rule);
      expect(await counter.count('schemas')).toMatchObject({ remaining: 19 });
    }
  });
});

describe('a database', () => {
  it('that was not migrated counts nothing, and the process counts requests in its place', async () => {
    const ask = askerOf({ store: postgresLimits({ pool, schema: 'not_migrated' }) });
    expect(await ask()).toEqual([401, '119']);
  });

  it('that hangs does not hang requests', async () => {
    const holder = await pool.connect();
    const clock = createFixedClock();
    try {
      await holder.query('begin; lock table stepward.request_limits in access exclusive mode');
      const ask = askerOf({ store: postgresLimits({ pool }), onStoreError: 'deny', clock });
      const asked = ask();
      clock.advance(500);
      expect(await asked).toEqual([503, '120']);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });
});
