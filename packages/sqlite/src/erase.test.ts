import { ok } from '@stepward/core';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { EVENT, record } from '../test/samples.js';
import { createSqliteStorage } from './index.js';

it('more rows than one transaction takes are erased 1,000 at a time, the identity first', async () => {
  const storage = createSqliteStorage({ database: new Database(':memory:') });
  const event = { ...EVENT.event, type: 'mfa.locked', data: '{"identity_id":"ada"}' };
  await record(storage, { events: Array.from({ length: 1_500 }, () => ({ ...EVENT, event })) });
  await storage.transaction((tx) =>
    tx.query(`insert into stepward_identities values ('acme', 'ada', '{}')`, []),
  );
  const erase = async (isDryRun: boolean) => {
    const erasure = { identityId: 'ada', keepsAuthenticationLog: false, now: new Date(), isDryRun };
    const erased = await storage.run({ tenantId: 'acme' }, async (stores) =>
      ok(await stores.erase(erasure)),
    );
    return erased._unsafeUnwrap();
  };

  expect(await erase(true)).toEqual({ identities: 1, outbox: 1_500 });
  expect(await erase(false)).toEqual({ identities: 1, outbox: 999 });
  expect(await erase(false)).toEqual({ outbox: 501 });
  expect(await erase(false)).toEqual({});
});
