/** 200 requests of one person at once, over a pool of 2 connections, while the person's lock is held elsewhere. */
import { testDatabase } from '@stepward/dev-postgres';
import { createPostgresStorage } from '@stepward/postgres';
import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import { outcome, type Answer } from '../harness/answer.js';
import { frameworks } from '../harness/frameworks.js';
import type { StorageKind } from '../harness/storages.js';
import { superuserOf } from '../harness/superuser.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

const database = await testDatabase();
const elsewhere = createPostgresStorage({ pool: database.pool({ max: 1 }) });
const smallPool: StorageKind = {
  name: 'a pool of 2',
  open: async () => {
    const pool = database.pool({ max: 2 });
    const storage = createPostgresStorage({ pool, lockWaitMs: 60_000 });
    return { storage, pool, superuser: superuserOf(database.adminUrl) };
  },
};

onEveryHost(
  (host) => {
    // standard: asvs/15.2.2
    it('200 parallel requests of one person get documented answers, and another tenant is served meanwhile', async () => {
      const ada = await host.person();
      const bob = await host.person();
      await ada.start();
      const release = await holdLockOf(ada);
      const settled: Answer[] = [];
      const answers = Promise.all(
        Array.from({ length: 200 }, async (_, n) => {
          settled.push(await ada.verify(ada.wrongCode(n + 1)));
        }),
      );

      await expect.poll(() => settled.length).toBe(179);
      expect(outcome(await bob.start())).toBe('201');
      expect(settled.map(outcome)).toEqual(settled.map(() => '503 service_unavailable busy'));
      expect(settled.map((answer) => answer.headers.get('retry-after'))).toEqual(
        settled.map(() => '1'),
      );
      release();
      await answers;

      const served = settled.slice(179).map(outcome);
      expect(served.toSorted()).toEqual([
        ...Array.from({ length: 17 }, () => '422 validation_error attempts_exhausted'),
        ...Array.from({ length: 4 }, () => '422 validation_error code_mismatch'),
      ]);
      expect((await ada.snapshot()).enrolment.wrongGuesses).toHaveLength(5);
    });
  },
  {
    storages: [smallPool],
    frameworks: frameworks.filter(({ name }) => ['Express 5', 'Fastify 5'].includes(name)),
  },
);

/** Holds the lock of a person as another process would, until it is released. */
async function holdLockOf({ tenantId, identityId }: Person): Promise<() => void> {
  return new Promise((resolve) => {
    void elsewhere.run({ tenantId, lock: `identity:${identityId}` }, async () => {
      await new Promise<void>((release) => {
        resolve(release);
      });
      return ok(null);
    });
  });
}
