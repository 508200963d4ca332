/** Subscribers over HTTP: their operations, their records, rotation, and secrets at rest. */
import { describe, expect, it } from 'vitest';
import { outcome, problemOf, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { sendRaw } from '../harness/raw-http.js';
import { postgres } from '../harness/storages.js';
import { takeLeaksBesideEchoes } from '../log-scan/ledger.js';
import { onEveryHost } from './harness/host.js';
import { leavingNoTrace } from './harness/leaving-no-trace.js';
import { skippedDelivery } from './harness/skipped-delivery.js';
import {
  bodyOf,
  EVENTS,
  LOGS,
  TARGET,
  WEBHOOKS,
  type ListedDelivery,
  type PageOf,
  type SubscriberWithSecret,
  type Tenant,
} from './harness/tenant.js';

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What breaks a rule, and the fields that are named for it. */
const badFields: readonly (readonly [string, unknown, readonly string[]])[] = [
  ['no URL', { url: '' }, ['url']],
  ['a URL without a scheme', { url: 'hooks.test/in' }, ['url']],
  ['a URL that is no target', { url: 'https://169.254.169.254/latest/' }, ['url']],
  ['another scheme', { url: 'file:///etc/passwd' }, ['url']],
  ['a URL with a NUL', { url: `${TARGET}\0` }, ['url']],
  ['a URL with a line break', { url: `${TARGET}\r\nX-Evil: 1` }, ['url']],
  ['half a surrogate pair in a URL', `{"url":"${TARGET}\\ud800"}`, ['url']],
  ['2,049 characters of URL', { url: TARGET.padEnd(2_049, 'a') }, ['url']],
  ['a list for a URL', { url: [TARGET] }, ['url']],
  ['a NUL in the description', { url: TARGET, description: 'a\0' }, ['description']],
  ['half a surrogate pair', `{"url":"${TARGET}","description":"\\ud800"}`, ['description']],
  ['256 characters of description', { url: TARGET, description: 'a'.repeat(256) }, ['description']],
  ['no event types', { url: TARGET, event_types: [] }, ['event_types']],
  ['an event that there is not', { url: TARGET, event_types: ['user.born'] }, ['event_types']],
  ['the name of the test event', { url: TARGET, event_types: ['webhook.test'] }, ['event_types']],
  ['a pattern within a word', { url: TARGET, event_types: ['*.created'] }, ['event_types']],
  ['names that every object has', { url: TARGET, event_types: ['__proto__'] }, ['event_types']],
  ['another naming', { url: TARGET, naming: 'LEGACY' }, ['naming']],
  ['a number for a switch', { url: TARGET, enabled: 0 }, ['enabled']],
  [
    'everything at once',
    { url: 1, description: 1, event_types: 1, naming: 1, signature: 1, enabled: 1 },
    ['description', 'enabled', 'event_types', 'naming', 'signature', 'url'],
  ],
  [
    'fields of the record',
    { url: TARGET, id: 'x', disabled_reason: 'gone' },
    ['disabled_reason', 'id'],
  ],
  ['a secret of their own', { url: TARGET, secret: 'whsec_x' }, ['secret']],
  ['camelCase', { url: TARGET, eventTypes: ['*'] }, ['eventTypes']],
  ['__proto__', `{"url":"${TARGET}","__proto__":{"enabled":false}}`, ['__proto__']],
];

/** What may stand where no body has to, and what is answered. */
const rotations: readonly (readonly [
  string,
  readonly (readonly [string, string])[],
  string,
  string,
])[] = [
  ['nothing at all', [], '', '200'],
  ['no bytes, announced as such', [['content-length', '0']], '', '200'],
  [
    'no bytes, announced as JSON',
    [
      ['content-type', 'application/json'],
      ['content-length', '0'],
    ],
    '',
    '200',
  ],
  [
    'an overlap',
    [
      ['content-type', 'application/json'],
      ['content-length', '16'],
    ],
    '{"overlap_ms":0}',
    '200',
  ],
  [
    'an overlap in chunks',
    [
      ['content-type', 'application/json'],
      ['transfer-encoding', 'chunked'],
    ],
    '10\r\n{"overlap_ms":0}\r\n0\r\n\r\n',
    '200',
  ],
  [
    'an overlap without a content type',
    [['content-length', '16']],
    '{"overlap_ms":0}',
    '415 unsupported_media_type media_type_unsupported',
  ],
  [
    'an overlap in chunks without a content type',
    [['transfer-encoding', 'chunked']],
    '10\r\n{"overlap_ms":0}\r\n0\r\n\r\n',
    '415 unsupported_media_type media_type_unsupported',
  ],
  [
    'half an object',
    [
      ['content-type', 'application/json'],
      ['content-length', '1'],
    ],
    '{',
    '400 validation_error body_malformed',
  ],
  [
    'a fraction',
    [
      ['content-type', 'application/json'],
      ['content-length', '18'],
    ],
    '{"overlap_ms":0.5}',
    '400 validation_error webhook_request_invalid',
  ],
];

/** Without the event of a key that was made in the same millisecond. */
const USER_EVENTS = { event_types: ['user.*'] };

onEveryHost((host) => {
  const listed = async (tenant: Tenant): Promise<readonly SubscriberWithSecret[]> =>
    (await tenant.page<SubscriberWithSecret>(`${WEBHOOKS}?limit=100`)).data;

  // spec: customer/other-endpoints, delivery/left-open
  it('a subscriber lives: made, shown, changed, rotated, disabled, enabled and removed', async () => {
    const tenant = await host.tenant();
    const at = host.clock.now().toISOString();
    const answer = await tenant.post(WEBHOOKS, { url: TARGET, event_types: ['org.*'] });
    const { secret, ...record } = bodyOf(answer) as unknown as SubscriberWithSecret;
    expect([answer.status, record]).toEqual([
      201,
      {
        id: expect.stringMatching(UUID),
        url: TARGET,
        description: '',
        event_types: ['org.*'],
        naming: 'canonical',
        signature: 'v1',
        body: 'full',
        ordering: 'none',
        version: null,
        header_names: [],
        client_certificate: null,
        enabled: true,
        disabled_reason: null,
        paused: null,
        created_at: at,
        updated_at: at,
      },
    ]);
    expect(secret).toMatch(SECRET);
    const path = `${WEBHOOKS}/${record.id}`;
    expect(bodyOf(await tenant.get(path))).toEqual(record);
    expect(await listed(tenant)).toEqual([record]);

    host.pass(1);
    const updated_at = host.clock.now().toISOString();
    const fields = { url: `${TARGET}/2`, description: 'Billing é 😀', naming: 'legacy' };
    const changed = { ...record, ...fields, updated_at };
    expect(bodyOf(await tenant.patch(path, fields))).toEqual(changed);
    const rotated = bodyOf(await tenant.post(`${path}/rotate-secret`));
    expect(rotated).toEqual({ ...changed, secret: expect.stringMatching(SECRET) });
    expect(rotated['secret']).not.toBe(secret);
    const disabled = { ...changed, enabled: false, disabled_reason: 'manual' };
    expect(bodyOf(await tenant.patch(path, { enabled: false }))).toEqual(disabled);
    expect(bodyOf(await tenant.get(path))).toEqual(disabled);
    expect(bodyOf(await tenant.patch(path, { enabled: true }))).toEqual(changed);

    const removed = await tenant.remove(path);
    expect([removed.status, bodyOf(removed)]).toEqual([200, changed]);
    expect(outcome(await tenant.get(path))).toBe('404 not_found subscriber_not_found');
    expect(await listed(tenant)).toEqual([]);
    const types = (await tenant.logs('limit=6')).map(({ type }) => type);
    expect(types).toEqual([
      'webhook.deleted',
      'webhook.updated',
      'webhook.updated',
      'webhook.secret_rotated',
      'webhook.updated',
      'webhook.created',
    ]);
  });

  it('a change to nothing changes nothing, and leaves no entry', async () => {
    const tenant = await host.tenant();
    const organisation = await tenant.organisation();
    const { id } = await tenant.newSubscriber({ event_types: ['*'] });
    host.pass(1);
    await leavingNoTrace(host, organisation, async () => {
      for (const body of [{}, { url: TARGET }, { event_types: ['*', '*'], enabled: true }]) {
        expect((await tenant.patch(`${WEBHOOKS}/${id}`, body)).status).toBe(200);
      }
    });
  });

  describe('every offending field is named, and nothing is stored, for', () => {
    it.each(badFields)('%s', async (_, body, fields) => {
      const tenant = await host.tenant();
      const organisation = await tenant.organisation();
      const { id } = await tenant.newSubscriber();
      await leavingNoTrace(host, organisation, async () => {
        for (const answer of [
          await tenant.post(WEBHOOKS, body),
          await tenant.patch(`${WEBHOOKS}/${id}`, body),
        ]) {
          expect([answer.status, problemOf(answer).code]).toEqual([400, 'validation_error']);
          expect(fieldsOf(answer)).toEqual(fields);
          expect(answer.text.length).toBeLessThan(2_000);
        }
      });
    });
  });

  it.each(rotations)('a rotation with %s is answered', async (_, headers, body, expected) => {
    const tenant = await host.tenant();
    const { id } = await tenant.newSubscriber();
    const before = bodyOf(await tenant.get(`${WEBHOOKS}/${id}`))['updated_at'];
    host.pass(1);
    const answer = await sendRaw(host.port, {
      method: 'POST',
      path: `/v1/customer${WEBHOOKS}/${id}/rotate-secret`,
      headers: [['host', 'x'], ['authorization', `Bearer ${tenant.credential}`], ...headers],
      body,
    });
    expect(outcome(answer)).toBe(expected);
    const after = bodyOf(await tenant.get(`${WEBHOOKS}/${id}`))['updated_at'];
    expect(after === before).toBe(expected !== '200');
  });

  it('changes of different fields at once all hold', async () => {
    const tenant = await host.tenant();
    const { id } = await tenant.newSubscriber();
    const changes = [
      { url: `${TARGET}/2` },
      { description: 'Billing' },
      { event_types: ['user.*'] },
      { naming: 'legacy' },
    ];
    const path = `${WEBHOOKS}/${id}`;
    await Promise.all(changes.map((change) => tenant.patch(path, change)));
    const record = bodyOf(await tenant.get(path));
    for (const change of changes) expect(record).toMatchObject(change);
  });

  it('the list is walked once, newest first, while subscribers come and go', async () => {
    const tenant = await host.tenant();
    const made: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      host.pass(1);
      made.unshift((await tenant.newSubscriber()).id);
    }
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: PageOf<SubscriberWithSecret> = await tenant.page(`${WEBHOOKS}?limit=5${next}`);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.pagination.next_cursor;
      host.pass(1);
      await tenant.newSubscriber();
      await tenant.remove(`${WEBHOOKS}/${String(page.data[0]?.id)}`);
    }
    expect(seen).toEqual(made);
  });

  describe("another tenant's subscriber is the same 404 as a missing one, byte for byte, and stays unchanged, for", () => {
    it.each([
      ['GET', ''],
      ['PATCH', '', { enabled: false }],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['POST', '/replay', { since: '2000-01-01T00:00:00Z' }],
      ['GET', '/deliveries'],
      ['GET', '/deliveries/{deliveryId}'],
      ['POST', '/deliveries/{deliveryId}/replay'],
    ])('%s %s', async (method, below, body?: object) => {
      const tenant = await host.tenant();
      const foreign = await host.tenant();
      const { id } = await foreign.newSubscriber(USER_EVENTS);
      const delivery = await skippedDelivery(host, foreign, id);
      const organisation = await foreign.organisation();
      const tail = below.replace('{deliveryId}', delivery.id);
      const ask = (webhookId: string): Promise<Answer> =>
        tenant.call({
          method,
          path: `${WEBHOOKS}/${webhookId}${tail}`,
          ...(body !== undefined && { body }),
        });
      await leavingNoTrace(host, organisation, async () => {
        const unknown = await ask(crypto.randomUUID());
        expect(outcome(unknown)).toBe('404 not_found subscriber_not_found');
        expect(withoutRequestId(await ask(id))).toBe(withoutRequestId(unknown));
      });
      expect(await deliveriesOf(foreign, id)).toEqual([delivery]);
    });

    it('nor does a subscriber of its own lead to deliveries of another', async () => {
      const tenant = await host.tenant();
      const foreign = await host.tenant();
      const own = await tenant.newSubscriber(USER_EVENTS);
      const theirs = await foreign.newSubscriber(USER_EVENTS);
      const { id } = await skippedDelivery(host, foreign, theirs.id);
      const path = `${WEBHOOKS}/${own.id}/deliveries`;
      for (const answer of [
        await tenant.get(`${path}/${id}`),
        await tenant.post(`${path}/${id}/replay`),
      ]) {
        expect(outcome(answer)).toBe('404 not_found delivery_not_found');
      }
      expect(await deliveriesOf(tenant, own.id)).toEqual([]);
    });
  });

  // standard: asvs/1.2.4
  describe('an id that names nothing is 404, and never an error of the database:', () => {
    it.each([
      'x',
      '0',
      'null',
      '__proto__',
      '00000000-0000-4000-8000-000000000000',
      '{00000000-0000-4000-8000-000000000000}',
      '00000000000040008000000000000000',
      "' or 1=1 --",
      '%C3%A9',
      '%F0%9F%98%80',
    ])('%s', async (sent) => {
      const tenant = await host.tenant();
      const { id } = await tenant.newSubscriber();
      const name = sent.startsWith('%') ? sent : encodeURIComponent(sent);
      for (const [method, path, body] of [
        ['GET', `/${name}`],
        ['PATCH', `/${name}`, { enabled: false }],
        ['DELETE', `/${name}`],
        ['POST', `/${name}/rotate-secret`],
        ['POST', `/${name}/test`],
        ['POST', `/${name}/replay`, { since: '2000-01-01T00:00:00Z' }],
        ['GET', `/${name}/deliveries`],
        ['GET', `/${id}/deliveries/${name}`],
        ['POST', `/${id}/deliveries/${name}/replay`],
      ] as const) {
        const answer = await tenant.call({ method, path: WEBHOOKS + path, ...(body && { body }) });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    });

    it('the id of a subscriber in capitals', async () => {
      const tenant = await host.tenant();
      const { id } = await tenant.newSubscriber();
      const answer = await tenant.get(`${WEBHOOKS}/${id.toUpperCase()}`);
      expect(outcome(answer)).toBe('404 not_found subscriber_not_found');
    });
  });

  it('a secret is in the answers of create and rotate alone, and the URL in no log', async () => {
    const tenant = await host.tenant();
    const { id, secret } = await tenant.newSubscriber();
    const path = `${WEBHOOKS}/${id}`;
    const rotated = bodyOf(await tenant.post(`${path}/rotate-secret`));
    const { id: deliveryId } = await skippedDelivery(host, tenant, id);
    const answers = await Promise.all([
      tenant.get(WEBHOOKS),
      tenant.get(path),
      tenant.patch(path, { description: 'x' }),
      tenant.post(WEBHOOKS, { url: secret }),
      tenant.post(`${path}/test`),
      tenant.get(`${path}/deliveries`),
      tenant.get(`${path}/deliveries/${deliveryId}`),
      tenant.post(`${path}/deliveries/${deliveryId}/replay`),
      tenant.get(EVENTS),
    ]);
    expect(takeLeaksBesideEchoes()).toEqual([]);
    const removed = await tenant.remove(path);
    const logs = await tenant.get(`${LOGS}?limit=100`);
    const shown = [...answers.filter(({ status }) => status < 400), removed, logs].map(
      ({ text, headers }) => text + JSON.stringify([...headers]),
    );
    expect(shown).toHaveLength(10);
    for (const each of [secret, String(rotated['secret'])]) {
      expect(shown.join('\n')).not.toContain(each.slice('whsec_'.length));
    }
    expect(logs.text).toContain('https://hooks.test');
    expect(logs.text).not.toContain(new URL(TARGET).pathname);
  });

  const deliveriesOf = async (tenant: Tenant, id: string): Promise<readonly ListedDelivery[]> =>
    (await tenant.page<ListedDelivery>(`${WEBHOOKS}/${id}/deliveries?limit=100`)).data;
}, ONE_SERVER);

onEveryHost(
  (host) => {
    it('a tenant has at most 10,000 subscribers, however many ask at once', async () => {
      const tenant = await host.tenant();
      const { id } = await tenant.newSubscriber();
      await host.superuser!.query(
        `insert into stepward.subscribers (tenant_id, subscriber_id, url, description, event_types, naming,
           enabled, secrets, created_at, updated_at)
         select tenant_id, gen_random_uuid(), url, '', '{}', naming, true, secrets, created_at, updated_at
         from stepward.subscribers, generate_series(1, 9989)
         where tenant_id = $1 and subscriber_id = $2`,
        [tenant.tenantId, id],
      );
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => tenant.post(WEBHOOKS, { url: TARGET })),
      );
      const refused = answers.filter(({ status }) => status !== 201).map(outcome);
      expect(refused).toEqual(Array<string>(5).fill('409 conflict subscriber_limit_reached'));
      await tenant.remove(`${WEBHOOKS}/${id}`);
      expect((await tenant.post(WEBHOOKS, { url: TARGET })).status).toBe(201);
    });

    it('at rest no column of any table holds a secret, nor its random part in another writing', async () => {
      const tenant = await host.tenant();
      const { id, secret } = await tenant.newSubscriber();
      const rotated = bodyOf(await tenant.post(`${WEBHOOKS}/${id}/rotate-secret`));
      const stored = (await host.superuser!.everyRow()).join('\n');
      expect(stored).toContain(id);
      for (const each of [secret, String(rotated['secret'])]) {
        const random = each.slice('whsec_'.length);
        const bytes = Buffer.from(random, 'base64');
        for (const trace of [random, bytes.toString('base64url'), bytes.toString('hex')]) {
          expect(stored).not.toContain(trace);
        }
      }
    });
  },
  { storages: [postgres] },
);

function fieldsOf(answer: Answer): readonly string[] {
  return (problemOf(answer).errors ?? []).map(({ field }) => field).toSorted();
}

function withoutRequestId(answer: Answer): string {
  const { request_id } = problemOf(answer);
  const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return JSON.stringify([answer.status, headers, answer.text.replace(request_id, '')]);
}
