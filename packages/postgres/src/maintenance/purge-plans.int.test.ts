import { purgeStorage } from '@stepward/core/adapter';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createMeasuringPool } from '../../test/measuring-pool.js';
import { onEachServer } from '../../test/on-each-server.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { uuidAt } from '../../test/webhook-samples.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage } from '../index.js';

const SUBSCRIBER = '00000000-0000-4000-8000-000000000001';
const NOW = new Date('2026-01-10T12:00:00.000Z');

/** Of each of 20 tenants, 2,000 events and their deliveries of today, and five that are old. */
const EVENTS = `
  insert into stepward.events
  select 'tenant-' || n % 20, gen_random_uuid(), 'user.deleted', null, '{}',
    timestamptz '2026-01-10' - case when n <= 100 then interval '1 year' else n * interval '1 second' end
  from generate_series(1, 40100) as n;
  insert into stepward.deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type, status, attempts, created_at,
    finished_at)
  select tenant_id, ${uuidAt('emitted_at')}, '${SUBSCRIBER}', event_id, type, 'delivered', 1, emitted_at, emitted_at
  from stepward.events;
  insert into stepward.pending_deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type, is_first, is_late,
    attempts, due_at, created_at, shard)
  select tenant_id, gen_random_uuid(), '${SUBSCRIBER}', gen_random_uuid(), type, random() < 0.5, true, 0, emitted_at, emitted_at, 0
  from stepward.events where emitted_at > '2026-01-09';`;

/** The same in the outbox, of tenants without subscribers. */
const WAITING = `
  insert into stepward.outbox (tenant_id, event_id, type, data, emitted_at, patterns, shard)
  select tenant_id, event_id, type, data, emitted_at, '*', 0 from stepward.events;`;

const REVIEWED = new Date('2026-01-09T00:00:00.000Z');

/** Of 40,000 people, half of them to be looked at again. */
const ENROLMENTS_DUE = `
  insert into stepward.enrolments_due
  select 'acme', 'person-' || n, 'org_main', '2026-01-01', '2026-01-01', null,
    timestamptz '${REVIEWED.toISOString()}' + (n % 2) * interval '10 days'
  from generate_series(1, 40000) as n;`;

onEachServer((database) => {
  const pool = database.pool();
  beforeAll(() =>
    withoutTriggers(
      database.adminUrl,
      ['outbox', 'events', 'deliveries', 'pending_deliveries', 'enrolments_due']
        .map((name) => `alter table stepward.${name} set (autovacuum_enabled = off);`)
        .join(''),
    ),
  );
  beforeEach(() => truncateTables(pool));

  it.each([
    ['never analysed', ''],
    ['analysed', 'analyze;'],
  ])('a purge of events reads what it deletes, in tables that were %s', async (_, analyse) => {
    await withoutTriggers(database.adminUrl, `${EVENTS} ${WAITING} ${analyse}`);
    const measuring = createMeasuringPool(pool);

    await purgeStorage(createPostgresStorage({ pool: measuring }), NOW);

    const outbox = measuring.measured('delete from "stepward".outbox');
    expect(outbox.plan).toMatch(/using outbox_times on outbox[^]*Index Cond: .*emitted_at <=/);
    const events = measuring.measured('delete from "stepward".events');
    expect(events.plan).toMatch(/using events_tenant_id_emitted_at_event_id_idx/);
    const deliveries = measuring.measured('delete from "stepward".deliveries');
    expect(deliveries.plan).toMatch(
      /using deliveries_pkey on deliveries[^]*Index Cond: .*delivery_id </,
    );
    for (const { plan, pages } of [outbox, events, deliveries]) {
      expect(plan).not.toMatch(/Seq Scan/);
      expect(plan).toMatch(/rows=100(\.00)? /);
      expect(pages, plan).toBeLessThan(2_000);
    }
  });

  it.each([
    ['never analysed', ''],
    ['analysed', 'analyze;'],
  ])(
    'a batch of enrolments to look at again is read alone, in a table that was %s',
    async (_, analyse) => {
      await withoutTriggers(database.adminUrl, `${ENROLMENTS_DUE} ${analyse}`);
      const measuring = createMeasuringPool(pool);

      const after = { tenantId: 'acme', identityId: 'person-20000', organisationId: 'org_main' };
      const by = { now: NOW, after: { ...after, reviewAt: REVIEWED }, limit: 500 };
      const storage = createPostgresStorage({ pool: measuring });
      expect((await storage.lookUp('enrolmentReviews', by))?.reviews).toHaveLength(500);

      const { plan, pages } = measuring.measured('order by review_at');
      expect(plan).toMatch(/using enrolments_due_review_at_[a-z_]+ on enrolments_due/);
      expect(plan).toMatch(
        /Index Cond: .*ROW\(review_at, tenant_id, identity_id, organisation_id\) >/,
      );
      expect(plan).not.toMatch(/Seq Scan|Sort/);
      expect(pages, plan).toBeLessThan(1_000);
    },
  );
});
