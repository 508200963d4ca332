import { StorageBusy, StorageUnavailable } from '@stepward/core';
import { createFixedClock, createRecordingLogger } from '@stepward/testing';
import { expect, it } from 'vitest';
import { SourceBusy, type ReceiptRequest, type ReceiptSource } from './receipt-source.js';
import { receiptSources } from './receipt-sources.js';
import type { ReceiptsHttpRequest } from './receipts-api.js';
import { smsReceipts } from './sms-receipts.js';

const DELIVERED = [{ messageId: 'm-1', status: 'delivered' }] as const;
const PUBLIC_URL = 'https://id.example.com/identity';

/** An API with one provider, what its source was asked and what was recorded. */
function apiWith(source: Partial<ReceiptSource> = {}, fails?: Error) {
  const asked: ReceiptRequest[] = [];
  const recorded: unknown[] = [];
  const logger = createRecordingLogger();
  const clock = createFixedClock();
  const any: ReceiptSource = {
    signatureHeader: 'x-signature',
    receive(request) {
      asked.push(request);
      return DELIVERED;
    },
    ...source,
  };
  const api = smsReceipts({
    stepward: {
      smsReceipts: {
        record(...given) {
          recorded.push(given);
          return fails === undefined ? Promise.resolve() : Promise.reject(fails);
        },
      },
    },
    receipts: receiptSources({ publicUrl: PUBLIC_URL, sources: { any } }),
    clock,
    logger,
  });
  return { api, asked, recorded, clock, logs: logger.lines };
}

function requestWith(changes: Partial<ReceiptsHttpRequest> = {}): ReceiptsHttpRequest {
  return {
    method: 'POST',
    path: '/sms/receipts/any',
    headers: { 'x-signature': ['s'], host: ['elsewhere.example'] },
    clientAddress: '192.0.2.1',
    readBody: () => Promise.resolve({ type: 'bytes', bytes: Buffer.from('a body') }),
    ...changes,
  };
}

it('the source gets the configured address, the bytes and the time, and its receipts are recorded', async () => {
  const { api, asked, recorded, clock } = apiWith();
  const headers = { 'x-signature': ['s'], twice: ['1', '2'] };
  expect(await api.handle(requestWith({ headers }))).toEqual({
    status: 204,
    headers: {},
    body: null,
  });
  expect(asked).toMatchObject([{ url: `${PUBLIC_URL}/sms/receipts/any`, now: clock.now() }]);
  expect(Buffer.from(asked[0]?.body ?? []).toString()).toBe('a body');
  expect(['x-signature', 'twice', 'none'].map((name) => asked[0]?.header(name))).toEqual([
    's',
    null,
    null,
  ]);
  expect(recorded).toEqual([['any', DELIVERED]]);
});

it.each([
  ['no signature', { headers: {} }],
  ['two signatures', { headers: { 'x-signature': ['s', 's'] } }],
])('a request with %s is refused before its body is read', async (_, changes) => {
  const { api, recorded } = apiWith();
  const readBody = (): never => {
    throw new Error('the body was read');
  };
  const answered = await api.handle(requestWith({ ...changes, readBody }));
  expect(answered).toEqual({ status: 401, headers: { connection: 'close' }, body: null });
  expect(recorded).toEqual([]);
});

it.each([
  ['too_large', 413],
  ['incomplete', 400],
  ['timed_out', 408],
] as const)(
  'a body that is %s is answered with %i, and ends the connection',
  async (type, status) => {
    const { api, asked, logs } = apiWith();
    const answered = await api.handle(requestWith({ readBody: () => Promise.resolve({ type }) }));
    expect(answered).toEqual({ status, headers: { connection: 'close' }, body: null });
    expect([asked, logs]).toEqual([[], []]);
  },
);

it.each([
  [{}, 16_384],
  [{ maxBytes: 262_144 }, 262_144],
])('of a source with %j, bodies of %i bytes are read', async (source, expected) => {
  const { api } = apiWith(source);
  const limits: number[] = [];
  const readBody: ReceiptsHttpRequest['readBody'] = async (limit) => {
    limits.push(limit);
    return { type: 'too_large' };
  };
  await api.handle(requestWith({ readBody }));
  expect(limits).toEqual([expected]);
});

const readNothing = (): never => {
  throw new Error('the body was read');
};

/** An API of whose first address 120 requests were refused within a minute. */
async function limitedApi(source: Partial<ReceiptSource> = {}) {
  const world = apiWith(source);
  for (let n = 0; n < 120; n += 1) await world.api.handle(requestWith({ method: 'GET' }));
  const answerTo = async (changes: Partial<ReceiptsHttpRequest>) =>
    world.api.handle(requestWith(changes));
  return { ...world, answerTo };
}

it.each([
  ['no signature', {}, { headers: {} }],
  ['a source that has no header for it', { signatureHeader: null }, {}],
  ['an unknown provider', {}, { path: '/sms/receipts/none' }],
])(
  'an address of which 120 requests were refused in a minute is refused unread with %s, and no other',
  async (_, source, changes) => {
    const { answerTo, clock } = await limitedApi(source);
    clock.advance(59_001);
    const refused = { ...changes, readBody: readNothing };
    expect(await answerTo({ ...refused, clientAddress: '::ffff:192.0.2.1' })).toEqual({
      status: 429,
      headers: { 'retry-after': '1', connection: 'close' },
      body: null,
    });
    expect(await answerTo({ ...changes, clientAddress: '192.0.2.2' })).not.toMatchObject({
      status: 429,
    });
    clock.advance(999);
    expect(await answerTo(changes)).not.toMatchObject({ status: 429 });
  },
);

it('a signed request of such an address is still checked, because strangers can share the address of a provider', async () => {
  const { answerTo, asked, recorded } = await limitedApi();
  expect(await answerTo({})).toMatchObject({ status: 204 });
  expect(recorded).toEqual([['any', DELIVERED]]);
  expect(asked).toMatchObject([{ isLimited: true }]);
  const forged = await limitedApi({ receive: () => null });
  expect(await forged.answerTo({})).toMatchObject({ status: 401 });
});

it('wrong methods and unknown providers count as refused', async () => {
  const { api } = apiWith();
  for (let n = 0; n < 60; n += 1) {
    expect(await api.handle(requestWith({ method: 'GET' }))).toMatchObject({ status: 405 });
    const unknown = requestWith({ path: '/sms/receipts/none' });
    expect(await api.handle(unknown)).toMatchObject({ status: 404 });
  }
  expect(await api.handle(requestWith({ headers: {} }))).toMatchObject({ status: 429 });
});

it('what a source cannot check now is to be repeated, counts as refused, and is no error', async () => {
  const { api, logs } = apiWith({ receive: () => Promise.reject(new SourceBusy('busy')) });
  for (let n = 0; n < 120; n += 1) {
    const answered = await api.handle(requestWith());
    expect(answered).toEqual({ status: 503, headers: { 'retry-after': '5' }, body: null });
  }
  expect(await api.handle(requestWith())).toEqual({
    status: 429,
    headers: { 'retry-after': '60', connection: 'close' },
    body: null,
  });
  expect(logs.filter(({ level }) => level !== 'debug')).toEqual([]);
});

it('neither genuine receipts nor unknown addresses are limited', async () => {
  const { api } = apiWith();
  const refusing = apiWith({ receive: () => null }).api;
  for (let n = 0; n < 200; n += 1) {
    expect((await api.handle(requestWith()))?.status).toBe(204);
    expect((await refusing.handle(requestWith({ clientAddress: null })))?.status).toBe(401);
  }
});

it('the wait for a body ends after 10 seconds', async () => {
  const { api, clock } = apiWith();
  const readBody: ReceiptsHttpRequest['readBody'] = (_, deadline) =>
    new Promise((resolve) => {
      deadline.addEventListener('abort', () => resolve({ type: 'timed_out' }));
    });
  const answering = api.handle(requestWith({ readBody }));
  clock.advance(10_000);
  expect(await answering).toMatchObject({ status: 408 });
});

it.each([
  ['storage is busy', {}, new StorageBusy('busy'), 503],
  ['storage fails', {}, new Error('a column is missing'), 500],
  [
    'a source fails',
    { receive: () => Promise.reject(new Error('no certificate')) },
    undefined,
    500,
  ],
])(
  'where %s, the provider is asked to repeat, and the log has an error',
  async (_, source, fails, status) => {
    const { api, logs } = apiWith(source, fails);
    const answered = await api.handle(requestWith());
    expect(answered).toEqual({ status, headers: { 'retry-after': '5' }, body: null });
    expect(logs).toMatchObject([{ level: 'error', fields: { provider: 'any' } }]);
  },
);

it('while storage is unavailable, the provider is asked to repeat, without a line for each receipt', async () => {
  const { api, logs } = apiWith({}, new StorageUnavailable('away'));
  const answered = await api.handle(requestWith());
  expect(answered).toEqual({ status: 503, headers: { 'retry-after': '5' }, body: null });
  expect(logs).toEqual([]);
});

it('a path of another route is left to the host', async () => {
  const { api } = apiWith();
  for (const path of ['/', '/sms/receipts', '/sms/receipts/any/a', '/v1/sms/receipts/any']) {
    expect(await api.handle(requestWith({ path }))).toBeNull();
  }
});

it('an address exists for configured providers alone', () => {
  const source = { signatureHeader: null, receive: () => null };
  const publicUrl = (): string => 'http://127.0.0.1:3000';
  const { addressOf, find } = receiptSources({
    publicUrl,
    sources: { one: source },
  });
  expect(['one', 'two', 'constructor'].map(addressOf)).toEqual([
    'http://127.0.0.1:3000/sms/receipts/one',
    null,
    null,
  ]);
  expect(find('constructor')).toBeNull();
});

it.each([
  [
    { publicUrl: 'http://id.example.com', sources: {} },
    /^receiptSources: publicUrl must be an https URL/,
  ],
  [{ publicUrl: 'https://id.example.com?a=1', sources: {} }, /^receiptSources: publicUrl must be/],
  [{ publicUrl: PUBLIC_URL, sources: { 'A/B': {} } }, /^receiptSources: sources must be/],
  [{ publicUrl: PUBLIC_URL, sources: { a: {} } }, /^receiptSources: sources must be/],
])('%j is refused at start', (options, message) => {
  expect(() => receiptSources(options as unknown as Parameters<typeof receiptSources>[0])).toThrow(
    message,
  );
});

it('what is no Stepward is refused at start', () => {
  const receipts = receiptSources({ publicUrl: PUBLIC_URL, sources: {} });
  expect(() => smsReceipts({ stepward: {} as never, receipts })).toThrow(
    /^smsReceipts: stepward must be what createStepward returns/,
  );
});
