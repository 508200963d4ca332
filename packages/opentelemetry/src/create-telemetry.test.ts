import {
  createKeyRing,
  err,
  ok,
  parsePhoneNumber,
  Redacted,
  type SmsMessage,
  type SmsReceipt,
  type Storage,
} from '@stepward/core';
import type { WebhookOutcome } from '@stepward/core/adapter';
import { createMemoryStorage } from '@stepward/testing';
import type { PostgresClient, PostgresPool, PostgresResult } from '@stepward/postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRecorder } from '../test/recorder.js';
import { createTelemetry } from './index.js';

const recorder = createRecorder();
const { tracer, meter } = recorder;
const telemetry = createTelemetry({ tracer, meter });
beforeEach(() => recorder.clear());

const CLIENT = 2;
const reported = () =>
  recorder.spans().map(({ name, attributes, kind }) => ({ name, attributes, kind }));

it('names an option that is missing, wrong or unknown', () => {
  expect(() => createTelemetry({ tracer } as never)).toThrow('createTelemetry: meter is missing');
  expect(() => createTelemetry({ tracer: meter, meter } as never)).toThrow('tracer must be a');
  expect(() => createTelemetry({ tracer, meter, tenant: true } as never)).toThrow('no option');
});

it.each([
  ['storage', 'storage is missing; it must be a Storage'],
  ['postgresPool', 'pool is missing; it must be a pool'],
  ['smsSender', 'sender is missing; it must be a sender'],
  ['breachedPasswords', 'corpus is missing; it must be a corpus'],
  ['webhookSender', 'sender is missing; it must be a sender'],
  ['keyRing', 'ring is missing; it must be a key ring'],
] as const)('%s without its argument says what to pass', (part, message) => {
  const wrap = telemetry[part] as (port: never, provider: string) => unknown;
  expect(() => wrap(undefined as never, 'twilio')).toThrow(`telemetry.${part}: ${message}`);
});

it('a key that a ring lacks is counted, and one that it has is not', async () => {
  const { active } = createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32) } });
  const ring = telemetry.keyRing({ active, byId: new Map([['k1', active]]) }, 'codes');
  expect([ring.byId.get('k1'), ring.byId.get('k0')]).toEqual([active, undefined]);
  const missing = ['stepward.keys.missing', '{look_up}', { 'stepward.key_ring': 'codes' }, 1];
  expect(await recorder.metrics()).toContainEqual(missing);
});

it('a request that a store did not count in time has an error type', async () => {
  telemetry.requestLimitMetrics.counted({ durationMs: 2, failure: null });
  telemetry.requestLimitMetrics.counted({ durationMs: 500, failure: 'timed_out' });
  const name = 'stepward.request_limits.count.duration';
  const reportedCounts = (await recorder.metrics()).filter(([metric]) => metric === name);
  expect(reportedCounts).toEqual([
    [name, 's', {}, 0.002],
    [name, 's', { 'error.type': 'timed_out' }, 0.5],
  ]);
});

describe('a text message', () => {
  const to = parsePhoneNumber('+14155552671')._unsafeUnwrap();
  const message: SmsMessage = {
    id: 'message-1',
    tenantId: 'acme',
    to,
    body: new Redacted('Your code is here.'),
    code: new Redacted('000042'),
    locale: null,
    expiresInMs: 900_000,
    attempt: 1,
  };
  const signal = new AbortController().signal;
  const sms = { 'stepward.provider': 'twilio' };

  it.each<[SmsReceipt, object]>([
    [{ status: 'accepted' }, { 'stepward.sms.status': 'accepted' }],
    [
      { status: 'refused', reason: 'blocked', detail: '30450' },
      { 'stepward.sms.status': 'refused', 'stepward.sms.reason': 'blocked' },
    ],
    [
      { status: 'unknown', reason: 'no +14155552671' },
      { 'stepward.sms.status': 'unknown', 'error.type': 'unknown' },
    ],
  ])('is reported with its provider and the status of %j', async (receipt, outcome) => {
    const given: unknown[] = [];
    const send = async (...values: unknown[]) => (given.push(...values), receipt);
    const sender = telemetry.smsSender({ send }, 'twilio');
    expect(await sender.send(message, { signal })).toBe(receipt);
    expect(given).toEqual([message, { signal }]);
    expect(reported()).toEqual([
      { name: 'stepward.sms.send', attributes: { ...sms, ...outcome }, kind: CLIENT },
    ]);
  });

  it('that is verified is reported to a provider that learns of it', async () => {
    const sent = { tenantId: 'acme', to };
    const told: unknown[] = [];
    const sender = telemetry.smsSender(
      {
        send: async () => ({ status: 'accepted' }),
        reportVerified: async (...values) => void told.push(values),
      },
      'twilio',
    );
    await sender.reportVerified?.(sent, { signal });
    expect(told).toEqual([[sent, { signal }]]);
    expect(reported()).toEqual([
      { name: 'stepward.sms.report_verified', attributes: sms, kind: CLIENT },
    ]);
  });

  it.each(['', 'twilio for acme', '+1415'.repeat(20)])(
    'needs a short name of its provider, unlike "%s"',
    (provider) => {
      const send = () => Promise.reject(new Error('unused'));
      expect(() => telemetry.smsSender({ send }, provider)).toThrow('provider must be');
    },
  );

  it('needs a provider at all', () => {
    const sender = { send: () => Promise.reject(new Error('unused')) };
    expect(() => telemetry.smsSender(sender, undefined as never)).toThrow(
      'telemetry.smsSender: provider is missing',
    );
  });
});

it.each([
  ['clean', {}],
  ['breached', {}],
  ['unavailable', { 'error.type': 'unavailable' }],
] as const)(
  'the check of a password that is %s is reported with its answer',
  async (answer, failure) => {
    const corpus = telemetry.breachedPasswords({ check: async () => answer });
    expect(await corpus.check('correct horse')).toBe(answer);
    const attributes = { 'stepward.breached_passwords.answer': answer, ...failure };
    expect(reported()).toEqual([
      { name: 'stepward.breached_passwords.check', attributes, kind: CLIENT },
    ]);
  },
);

it.each<[WebhookOutcome, object]>([
  [
    { type: 'answered', status: 204, retryAfter: null, body: 'a secret' },
    { 'http.response.status_code': 204 },
  ],
  [
    { type: 'answered', status: 503, retryAfter: null, body: 'a secret' },
    { 'http.response.status_code': 503, 'error.type': '503' },
  ],
  [{ type: 'failed', reason: 'tls_failed' }, { 'error.type': 'tls_failed' }],
])(
  'a POST to a subscriber is reported with the status or the failure of %j',
  async (outcome, expected) => {
    const sender = telemetry.webhookSender({ send: async () => outcome });
    const url = 'https://hooks.test/?key=secret';
    const request = { tenantId: 'acme', url, headers: {}, body: '{}', timeoutMs: 1 };
    expect(await sender.send(request)).toBe(outcome);
    const attributes = { 'http.request.method': 'POST', ...expected };
    expect(reported()).toEqual([{ name: 'stepward.webhooks.send', attributes, kind: CLIENT }]);
  },
);

describe('a storage', () => {
  it('without webhooks reports no queue when it is measured', () => {
    const storage = { ...createMemoryStorage(), queue: null };
    expect(telemetry.storage(storage).queue).toBeNull();
  });

  it('keeps what it has beside the port', async () => {
    const transaction = async () => 'done';
    const storage = telemetry.storage({ ...createMemoryStorage(), transaction });
    expect('transaction' in storage).toBe(true);
    expect(await storage.transaction()).toBe('done');
  });

  it('may be an instance of a class with private members', async () => {
    class Hosted {
      #units = 0;
      readonly queue = null;
      get units() {
        return this.#units;
      }
      reset() {
        this.#units = 0;
      }
      async run() {
        this.#units += 1;
        return ok(null);
      }
      decide = () => Promise.reject(new Error('unused'));
    }
    const storage = telemetry.storage(new Hosted() as unknown as Hosted & Storage);
    expect((await storage.run({ tenantId: 'acme' }, async () => ok(null))).isOk()).toBe(true);
    expect(storage.units).toBe(1);
    storage.reset();
    expect(storage.units).toBe(0);
    expect(recorder.spans()).toHaveLength(1);
  });

  it('reports of what a unit of work is refused with only what is a code', async () => {
    const storage = telemetry.storage(createMemoryStorage());
    for (const refusal of [{ code: 'not_found' }, { code: 'Not Ada' }, 'not_found', null]) {
      expect((await storage.run({ tenantId: 'acme' }, async () => err(refusal))).isErr()).toBe(
        true,
      );
    }
    const reasons = recorder.spans().map(({ attributes }) => attributes['stepward.reason']);
    expect(reasons).toEqual(['not_found', '_OTHER', '_OTHER', '_OTHER']);
  });
});

describe('a pool', () => {
  const RESULT: PostgresResult = { rows: [], rowCount: 0 };

  /** A pool whose statements give `RESULT`, or fail. */
  function poolOf(failure?: Error) {
    const calls: unknown[] = [];
    const client: PostgresClient = {
      query: () => (failure ? Promise.reject(failure) : Promise.resolve(RESULT)),
      release: (destroy) => calls.push(['release', destroy]),
      on: (event, listener) => calls.push(['on', event, listener]),
      removeListener: (event, listener) => calls.push(['removeListener', event, listener]),
    };
    const pool: PostgresPool = {
      connect: () => Promise.resolve(client),
      on: (event: string, listener: unknown) => calls.push(['pool.on', event, listener]),
    };
    return { calls, pool: telemetry.postgresPool(pool) };
  }

  it.each([
    [{ text: 'begin isolation level read committed; select 1' }, 'BEGIN', 'BEGIN'],
    [
      { text: 'select 1', name: 'stepward_decision_read_0123456789ab', values: ['+14155552671'] },
      'SELECT',
      'decision_read',
    ],
    [{ text: 'SELECT 1', name: 'own_of_ada' }, 'SELECT', 'SELECT'],
    [{ text: '/* ada */ truncate table people' }, '_OTHER', '_OTHER'],
  ])('reports of %j its command and its name', async (query, operation, summary) => {
    const { pool } = poolOf();
    const client = await pool.connect();
    expect(await client.query(query)).toBe(RESULT);
    expect(reported()).toEqual([
      {
        name: 'stepward.postgres.connect',
        attributes: { 'db.system.name': 'postgresql' },
        kind: 0,
      },
      {
        name: summary,
        attributes: {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.summary': summary,
        },
        kind: CLIENT,
      },
    ]);
  });

  it('reports the SQLSTATE of a statement that fails, and nothing of its message', async () => {
    const failure = Object.assign(new Error('for +14155552671'), { code: '23505' });
    const client = await poolOf(failure).pool.connect();
    await expect(client.query({ text: 'commit' })).rejects.toBe(failure);
    const [, statement] = recorder.spans();
    expect(statement).toMatchObject({ attributes: { 'error.type': '23505' }, failed: true });
  });

  it('passes on listeners and releases', async () => {
    const { calls, pool } = poolOf();
    const listener = () => undefined;
    pool.on?.('error', listener);
    const client = await pool.connect();
    client.on('error', listener);
    client.removeListener('error', listener);
    client.release(true);
    expect(calls).toEqual([
      ['pool.on', 'error', listener],
      ['on', 'error', listener],
      ['removeListener', 'error', listener],
      ['release', true],
    ]);
  });

  it('gives no client where the pool gives none', async () => {
    const connect = () => Promise.resolve(undefined as unknown as PostgresClient);
    expect(await telemetry.postgresPool({ connect }).connect()).toBeUndefined();
  });
});
