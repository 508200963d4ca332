/** An API that counts its requests in Postgres. */
import { createFixedClock } from '@stepward/testing';
import { testDatabase } from '@stepward/dev-postgres';
import { createFetchHandler, createHttpApi, type RateLimitOptions } from '@stepward/http';
import { postgresLimits } from '@stepward/postgres';
import { describe, expect, it } from 'vitest';
import { memory } from '../harness/storages.js';
import { createWorld } from '../harness/world.js';

const database = await testDatabase();
const pool = database.pool({ max: 4 });
const world = await createWorld(await memory.open());

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

it('keys hold the /64 of an address, and nothing of a token', async () => {
  await askerOf({ store: postgresLimits({ pool }) })();
  const { rows } = await pool.query<{ key: string }>('select key from stepward.request_limits');
  const keys = rows.map(({ key }) => key);
  expect(keys).toContain('account:address:2001:db8:0:0::/64');
  expect(keys.join()).not.toContain(TOKEN);
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
