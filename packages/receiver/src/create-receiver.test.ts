import { serviceSignature } from '@stepward/core/webhooks';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { receiverOf, SECRET, userDeleted } from '../test/deliveries.js';
import { createReceiver } from './create-receiver.js';
import { memoryDeduplication } from './deduplication/memory-deduplication.js';
import type { ReceiverOptions } from './receiver-options.js';
import { memorySequence } from './sequence/memory-sequence.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a receiver is not made', () => {
  const store = memoryDeduplication();

  it.each<[string, object]>([
    ['secrets is missing; it must be an array', { secrets: undefined }],
    ['secrets must be an array', { secrets: SECRET }],
    ['there is no option secret;', { secret: SECRET }],
    ['toleranceMs must be a number', { toleranceMs: '5m' }],
    ['onOutcome must be a function', { onOutcome: console }],
    ['deduplication.store is missing', { deduplication: {} }],
    ['deduplication.store must be a store', { deduplication: { store: {} } }],
    ['there is no option deduplication.ttl;', { deduplication: { store, ttl: 5 } }],
    ['sequence.store must be a store', { sequence: { store: {}, subscriber: 'sub_1' } }],
    ['sequence.subscriber is missing', { sequence: { store: memorySequence() } }],
    [
      'sequence.subscriber must be a string of 1 to 255',
      { sequence: { store: memorySequence(), subscriber: 'x'.repeat(256) } },
    ],
    ["deduplication.by must be 'idempotency_key'", { deduplication: { store, by: 'eventId' } }],
  ])('where %s', (message, options) => {
    const made = () => createReceiver({ secrets: [SECRET], ...options });
    expect(made).toThrow(`createReceiver: ${message}`);
    expect(made).not.toThrow(SECRET);
  });

  it('without any options', () => {
    expect(() => createReceiver(undefined as never)).toThrow(
      new TypeError('createReceiver: the options must be an object'),
    );
  });

  it.each<[string, Partial<ReceiverOptions>]>([
    ['without a secret', { secrets: [] }],
    ['with an empty secret', { secrets: [SECRET, ''] }],
    ['with the beginning of a secret alone', { secrets: ['whsec_'] }],
    ['with a secret that lost its whsec_', { secrets: [SECRET.slice('whsec_'.length)] }],
    ['with a secret that is not base64', { secrets: ['whsec_not-base64'] }],
    ['with a secret that was cut', { secrets: ['whsec_c2Vjc'] }],
    ['with a public key of Standard Webhooks', { standardSecrets: [`whpk_${'A'.repeat(43)}=`] }],
    ['with a secret that has a line break behind it', { secrets: [`${SECRET}\n`] }],
    ['with a secret that an unset variable left', { secrets: [undefined as unknown as string] }],
    ['with a tolerance of 0, which would switch the check off elsewhere', { toleranceMs: 0 }],
    ['with a tolerance below 0', { toleranceMs: -1 }],
    ['with a tolerance without end', { toleranceMs: Infinity }],
    ['with a tolerance that is no number', { toleranceMs: Number.NaN }],
    ['with a lease of 0', { deduplication: { store, leaseMs: 0 } }],
    ['with a memory of 0', { deduplication: { store, ttlMs: 0 } }],
  ])('%s', (_, options) => {
    expect(() => createReceiver({ secrets: [SECRET], ...options })).toThrow(TypeError);
  });
});

it('tolerates 5 minutes by default, on either side', async () => {
  const { receiver, clock } = receiverOf();
  const early = await userDeleted({ now: new Date(clock.now().getTime() + 300_000) });
  const late = await userDeleted({ now: new Date(clock.now().getTime() - 300_000) });
  expect((await receiver.receive(early)).type).toBe('accepted');
  expect((await receiver.receive(late)).type).toBe('accepted');
  clock.advance(1);
  const refused = { type: 'refused', reason: 'timestamp_out_of_tolerance' };
  expect(await receiver.receive(late)).toEqual(refused);
  clock.advance(-2);
  expect(await receiver.receive(early)).toEqual(refused);
});

it("uses the machine's clock by default", async () => {
  const receiver = createReceiver({ secrets: [SECRET] });
  expect((await receiver.receive(await userDeleted({ now: new Date() }))).type).toBe('accepted');
});

it.each([
  [{}, ''],
  [{ 'x-service-signature': ['', ''] }, new Uint8Array()],
  [new Headers({ 'x-service-signature': '\u00ff' }), '\ud800'],
])('never throws for bad input', async (headers, body) => {
  const { receiver } = receiverOf({ deduplication: { store: memoryDeduplication() } });
  expect((await receiver.receive({ headers, body })).type).toBe('refused');
});

it('never throws for input of any kind, signed or not', async () => {
  const { receiver, clock } = receiverOf();
  const values = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
  const names = fc.constantFrom('x-service-signature', 'x-webhook-id', 'get', '__proto__');
  const headers = fc.dictionary(fc.oneof(names, fc.string()), values);
  const bodies = fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }), fc.json());
  await fc.assert(
    fc.asyncProperty(headers, bodies, fc.boolean(), async (other, body, isSigned) => {
      const timestamp = clock.now().toISOString();
      const signed = typeof body === 'string' ? body : Buffer.from(body).toString();
      const signature = serviceSignature([SECRET], timestamp, signed);
      const sent = isSigned ? { ...other, 'x-service-signature': signature } : other;
      expect((await receiver.receive({ headers: sent, body })).type).toBe('refused');
    }),
  );
});

describe('the result of a delivery', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('no log');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no log'))],
  ])('is told once, to a listener that %s too', async (_, listener) => {
    const told: string[] = [];
    const { receiver } = receiverOf({
      onOutcome({ type }) {
        told.push(type);
        return listener();
      },
    });
    expect((await receiver.handle(await userDeleted(), () => undefined)).type).toBe('handled');
    expect(told).toEqual(['handled']);
  });

  it('goes to the console only on failure', async () => {
    const written = vi.spyOn(console, 'error').mockReturnValue();
    const { clock } = receiverOf();
    const store = memoryDeduplication({ clock });
    const down = { ...store, claim: () => Promise.reject(new Error('down')) };
    const error = new Error('no luck');

    const plain = createReceiver({ secrets: [SECRET], clock });
    await plain.handle(await userDeleted(), () => undefined);
    expect(written).not.toHaveBeenCalled();

    await plain.handle(await userDeleted(), () => Promise.reject(error));
    await createReceiver({ secrets: [SECRET], clock, deduplication: { store: down } }).handle(
      await userDeleted(),
      () => undefined,
    );
    expect(written.mock.calls).toEqual([
      ['stepward receiver: user.deleted failed', error],
      ['stepward receiver: a webhook failed', new Error('down')],
    ]);
  });

  it('goes to the console once a minute for each reason of a refusal, without the request', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { clock } = receiverOf();
    const other = 'whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldC4=';
    const receiver = createReceiver({ secrets: [other], clock });
    const { headers, body } = await userDeleted();
    const refuse = (): Promise<unknown> => receiver.handle({ headers, body }, () => undefined);
    await refuse();
    await refuse();
    await receiver.handle({ headers, body: null }, () => undefined);
    clock.advance(59_999);
    await refuse();
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/^stepward receiver: refused a delivery \(signature_mismatch\): no /)],
      [expect.stringMatching(/\(body_consumed\): .* before express\.json\(\)/)],
    ]);
    clock.advance(1);
    await refuse();
    expect(warned).toHaveBeenCalledTimes(3);
    const written = warned.mock.calls.flat().join(' ');
    for (const part of [other, headers['x-webhook-id'] ?? '', 'usr_7f3a']) {
      expect(written).not.toContain(part);
    }
  });

  it('goes to the listener alone where there is one', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { receiver, outcomes } = receiverOf();
    await receiver.handle({ headers: {}, body: '' }, () => undefined);
    expect(outcomes).toEqual([{ type: 'refused', reason: 'signature_missing' }]);
    expect(warned).not.toHaveBeenCalled();
  });
});
