import { systemCaller } from '@stepward/core';
import { beforeAll, expect, it } from 'vitest';
import { createExplainingPool } from '../../test/explaining-pool.js';
import { onEachServer } from '../../test/on-each-server.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { uuidAt } from '../../test/webhook-samples.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage } from '../index.js';

const SUBSCRIBER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const PAGE = { limit: 20, position: null };

onEachServer((database) => {
  const pool = database.pool({ max: 2 });
  const explaining = createExplainingPool(pool);
  const stepward = stepwardOver(createPostgresStorage({ pool: explaining }));
  const { policies, audit, apiKeys } = stepward;

  /** 100,000 organisations with overrides over 100 tenants; of the first ten, keys and long audit logs; 10,000 other logs. */
  beforeAll(async () => {
    await withoutTriggers(
      database.adminUrl,
      `call stepward.make_log_month('2026-01-01');
     insert into stepward.organisations select 'tenant-' || n % 100, 'org-' || n
       from generate_series(1, 100000) as n;
     insert into stepward.organisation_policies
       select tenant_id, organisation_id, '{"gracePeriodMs": 0}' from stepward.organisations;
     insert into stepward.api_keys
         (tenant_id, key_id, secret_hash, name, prefix, scopes, created_at)
       select 'tenant-' || n % 10, 'key-' || n, encode(sha256(n::text::bytea), 'hex'), 'CI', '',
         '{}', timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, 20000) as n;
     insert into stepward.audit_entries (tenant_id, sequence, text, previous_hash, hash)
       select 'tenant-' || n % 10, n / 10,
         '{"id":"' || n || '","type":"' || case when n % 100 < 10 then 'hipaa.enabled' else 'phi.accessed' end
           || '","at":"' || to_char(timestamp '2026-01-01' + n * interval '1 minute',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","retainUntil":"2032"}', '', ''
       from generate_series(10, 60009) as n;
     insert into stepward.authentication_entries (tenant_id, entry_id, type, at, actor_type, actor_id, retain_until,
         written_by)
       select 'tenant-' || n % 10, ${uuidAt("(timestamptz '2026-01-01' + n * interval '1 second')")}, 'factor.verified',
         timestamptz '2026-01-01' + n * interval '1 second', 'system', 'test', timestamptz '2099-01-01',
         (n / 100)::text::xid8
       from generate_series(1, 60000) as n;
     insert into stepward.audit_heads (tenant_id, sequence, previous_hash, hash)
       select 'chain-' || n, 1, '', '' from generate_series(1, 10000) as n;
     insert into stepward.events
       select 'hooks-' || n % 10, gen_random_uuid(),
         case when n % 100 < 10 then 'user.deleted' else 'user.created' end, null, '{}',
         timestamptz '2026-01-01' + n * interval '1 second'
       from generate_series(1, 20000) as n;
     insert into stepward.subscribers (tenant_id, subscriber_id, url, description, event_types, naming, enabled,
         secrets, created_at, updated_at)
       select 'hooks-' || n, '${SUBSCRIBER}', '', '', '{*}', 'canonical', true, '[]',
         timestamptz '2026-01-01', timestamptz '2026-01-01'
       from generate_series(0, 9) as n;
     insert into stepward.deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
         status, attempts, created_at, finished_at)
       select tenant_id, ${uuidAt('emitted_at')}, '${SUBSCRIBER}', event_id, type,
         'delivered', 1, emitted_at, emitted_at
       from stepward.events;
     insert into stepward.pending_deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
         is_first, is_late, attempts, due_at, created_at, shard)
       select tenant_id, ${uuidAt('emitted_at')}, gen_random_uuid(), event_id, type,
         random() < 0.5, true, 1, emitted_at, emitted_at, 0
       from stepward.events;
     insert into stepward.sms_messages (tenant_id, message_hash, provider, message_id, identity_id, factor,
         purpose, session_id, counted, sent_at, status)
       select 'tenant-' || n % 10, encode(sha256(n::text::bytea), 'hex'), 'twilio', n::text, 'ada', 'sms',
         'enrolment', '', '[]', timestamptz '2026-01-01' + n * interval '1 second', 'sent'
       from generate_series(1, 20000) as n;
     analyze`,
    );
  });

  it('the policy of one of 100,000 organisations is read by primary keys alone', async () => {
    const found = await policies.get('tenant-7', 'org-7');
    expect(found._unsafeUnwrap().gracePeriodMs).toBe(0);
    const plan = explaining.take();
    for (const index of ['organisations_pkey', 'organisation_policies_pkey']) {
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan using ${index}`));
    }
    expect(plan).not.toMatch(/Seq Scan on (organisations|organisation_policies)/);
  });

  it('the tenant of a message is found by the index of its hash', async () => {
    await stepward.smsReceipts.record('twilio', [{ messageId: '1', status: 'delivered' }]);
    expect(explaining.take()).toMatch(/Index Scan using sms_messages_message_hash_key/);
  });

  it('a management key is found by the index of its hash', async () => {
    await apiKeys.authenticate('service_mgmt_none');
    expect(explaining.take()).toMatch(/Index Scan using api_keys_secret_hash_key/);
  });

  it('pages of management keys are read in their order, without a sort', async () => {
    const first = await apiKeys.list('tenant-7', PAGE);
    await apiKeys.list('tenant-7', { limit: 20, position: first.nextPosition });
    const plan = explaining.take();
    expect(
      plan.match(/Index Scan Backward using api_keys_tenant_id_created_at_key_id_idx/g),
    ).toHaveLength(2);
    expect(plan).not.toMatch(/Sort/);
  });

  it.each([
    ['all of it', {}, /Index Scan Backward using audit_entries_pkey/],
    [
      'a type',
      { type: 'hipaa.enabled' },
      /Scan Backward using audit_entries_tenant_id_type_sequence_idx/,
    ],
    [
      'a short time',
      { since: new Date('2026-01-10T00:00:00Z'), until: new Date('2026-01-10T06:00:00Z') },
      /audit_entries_tenant_id_at_idx/,
    ],
  ] as const)('a page of the audit log, of %s, is read by an index', async (_, filter, index) => {
    await audit.list('tenant-7', { type: null, since: null, until: null, ...filter }, PAGE);
    const plan = explaining.take();
    expect(plan).toMatch(index);
    expect(plan).not.toMatch(/Seq Scan/);
  });

  it.each([
    ['audit', 'audit_entries_entry_id_tenant_id_idx', 'audit_entries_pkey'],
    [
      'authentication',
      'authentication_entries_2026_01_pkey',
      String.raw`authentication_entries_2026_0\w*_written_by_entry_i\w*`,
    ],
  ] as const)('a reader of the %s log goes on by indexes alone', async (log, ...indexes) => {
    const first = await stepward.logs.read('tenant-7', { log });
    const after = first?.at(-1)?.id ?? null;
    expect(await stepward.logs.read('tenant-7', { log, after })).toHaveLength(200);
    const plan = explaining.take();
    for (const index of indexes) {
      expect(plan).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index}`));
    }
    // The months that are empty may be read in any way.
    expect(plan).not.toMatch(/Seq Scan on (?!authentication_entries_(?!2026_01))/);
    // Of each range of places, as much is read as the page is long.
    if (log === 'authentication') expect(plan.match(/Merge Append/g)).toHaveLength(2);
  });

  it.each([
    ['everything', {}],
    [
      'a short time',
      { since: new Date('2026-01-01T01:00:00Z'), until: new Date('2026-01-01T02:00:00Z') },
    ],
  ])('pages of events, of %s, are read by the index of their order', async (_, filter) => {
    const all = { type: null, organisationId: null, since: null, until: null, ...filter };
    const first = await stepward.events.list('hooks-7', all, PAGE);
    expect(first.items).toHaveLength(20);
    await stepward.events.list('hooks-7', all, { limit: 20, position: first.nextPosition });
    const plan = explaining.take('event_list');
    expect(plan).toMatch(/events_tenant_id_emitted_at_event_id_idx/);
    expect(plan).not.toMatch(/Seq Scan on events/);
  });

  it('pages of deliveries are read in their order, without a sort', async () => {
    const all = { status: null, since: null, until: null };
    const { deliveries } = stepward;
    const first = await deliveries.list('hooks-7', SUBSCRIBER, all, PAGE);
    const position = first._unsafeUnwrap().nextPosition;
    const second = await deliveries.list('hooks-7', SUBSCRIBER, all, { limit: 20, position });
    expect(second._unsafeUnwrap().items).toHaveLength(20);
    const plan = explaining.take('delivery_list');
    expect(plan.match(/Index Scan Backward using deliveries_pkey/g)).toHaveLength(2);
    expect(plan).not.toMatch(/-> +Sort|Seq Scan/);
  });

  it.each([
    ['a dry run of a replay', true],
    ['a replay', false],
  ])(
    '%s finds its deliveries, their events and what is on its way by indexes',
    async (_, dry_run) => {
      const since = '2026-01-01T01:00:00Z';
      const caller = systemCaller('hooks-7');
      stepward.clock.advance(86_400_000);
      const replayed = await stepward.deliveries.replayRange(caller, SUBSCRIBER, {
        since,
        dry_run,
      });
      expect(replayed._unsafeUnwrap()).toMatchObject({ count: 1_640, rest: null });
      const plan = explaining.take(dry_run ? 'delivery_replay_dry_run' : 'delivery_replay');
      for (const index of ['deliveries_pkey', 'pending_deliveries_repeated', 'events_pkey']) {
        expect(plan).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index}`));
      }
      expect(plan).not.toMatch(/Seq Scan on (events|deliveries)/);
    },
  );

  it('an append touches one row of the heads', async () => {
    const switched = await stepward.tenants.setHipaa(systemCaller('tenant-99'), true, 'a test');
    expect(switched.isOk()).toBe(true);
    expect(explaining.take()).toMatch(/Conflict Arbiter Indexes: audit_heads_pkey/);
  });
});
