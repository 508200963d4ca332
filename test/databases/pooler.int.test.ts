/** Stepward behind PgBouncer in transaction mode, where the statements of many clients share two connections. */
import type { NewEvent } from '@stepward/core';
import { createRecordingLogger } from '@stepward/testing';
import { createPostgresStorage } from '@stepward/postgres';
import { testDatabase } from '@stepward/dev-postgres';
import { afterAll, expect, inject, it } from 'vitest';
import { describeWhere } from '../../packages/postgres/test/describe-where.js';
import { onEveryHost } from '../account-api/harness/host.js';
import type { Tenant } from '../customer-api/harness/tenant.js';
import { outcome } from '../harness/answer.js';
import { ONE_SERVER, type Product } from '../harness/every-host.js';
import type { StorageKind } from '../harness/storages.js';
import { superuserOf } from '../harness/superuser.js';
import { applicationFor } from '../internal-api/harness/application.js';
import { emitInTransaction } from '../webhooks/harness/emit-in-transaction.js';
import { onEveryStorage } from '../webhooks/harness/on-every-storage.js';
import { openSink } from '../webhooks/harness/open-sink.js';
import { openWorker } from '../webhooks/harness/open-worker.js';
import { subscribe } from '../webhooks/harness/subscription.js';
import { waitingClock } from '../webhooks/harness/waiting-clock.js';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.js';

const pooled: StorageKind = {
  name: 'Postgres behind PgBouncer',
  async open() {
    const pooler = await startPgBouncer(inject('stepwardPostgres').url);
    afterAll(pooler.stop);
    const { url, adminUrl, pool: poolOn } = await testDatabase();
    const pool = poolOn({ connectionString: pooler.through(url), max: 8 });
    const superuser = superuserOf(adminUrl);
    return { storage: createPostgresStorage({ pool, prepare: false }), pool, superuser };
  },
};
const PRODUCT: Product = { ...ONE_SERVER, storages: [pooled] };
const PEOPLE = 10;
const LENGTHS = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
const EVENTS = 20;
const POLLING = {
  level: 'warn',
  fields: { reason: 'storage cannot announce news over this connection' },
  message: 'the delivery worker finds new events by polling alone',
};

describeWhere(hasPgBouncer, 'behind PgBouncer (pgbouncer)', () => {
  onEveryHost((host) => {
    it('people of many tenants enrol and step up at once', async () => {
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => host.person()));
      await Promise.all(people.map((person) => person.enrol()));
      host.pass(1);

      const answers = await Promise.all(
        people.map(async (person) => {
          const session = applicationFor(host, person);
          const challenged = outcome(await session.challenge());
          return [challenged, outcome(await session.verify(person.code()))];
        }),
      );

      expect(answers).toEqual(Array(PEOPLE).fill(['200', '200']));
    });
  }, PRODUCT);

  onEveryStorage((host) => {
    it('policies of organisations change at once, and each is what was asked for', async () => {
      const tenant = await host.tenant();
      const organisations = await Promise.all(LENGTHS.map(() => tenant.organisation()));
      const put = (passwordMinLength: number, index: number) =>
        organisations[index]!.put({ passwordMinLength });
      const answers = await Promise.all(LENGTHS.map(put));
      expect(answers.map(outcome)).toEqual(LENGTHS.map(() => '200'));
      const policies = await Promise.all(organisations.map((each) => each.policy()));
      expect(policies.map((policy) => policy['passwordMinLength'])).toEqual(LENGTHS);
    });

    it('events arrive once, and the worker says once that it finds them by polling', async () => {
      const sink = await openSink();
      const tenant = await host.tenant();
      const subscription = await subscribe(tenant, sink.url);
      const logger = createRecordingLogger();
      const clock = waitingClock(host.clock);
      openWorker(host, { worker: { clock, logger, pollMs: 50 } }).start();
      await expect.poll(() => logger.lines).toMatchObject([POLLING]);

      await Promise.all(
        Array.from({ length: EVENTS }, () => emitInTransaction(host, deletedIn(tenant))),
      );
      const statuses = async () => (await subscription.deliveries()).map(({ status }) => status);
      await expect.poll(statuses).toEqual(Array(EVENTS).fill('delivered'));

      expect(sink.received).toHaveLength(EVENTS);
      expect(logger.lines).toMatchObject([POLLING]);
    });
  }, PRODUCT);
});

function deletedIn({ tenantId }: Tenant): NewEvent {
  const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00Z' };
  return { type: 'user.deleted', tenantId, data };
}
