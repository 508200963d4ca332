import { ok } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { createFixedClock } from '@stepward/testing';
import { createMemoryStorage } from '@stepward/testing';
import { createSeededRandom } from '@stepward/testing';
import { createKeyRing, type KeyRing } from '../shared/keys/key-ring.js';
import { IDEMPOTENCY_KEPT_MS, IDEMPOTENCY_LEASE_MS } from '../records/idempotency-record.js';
import {
  createIdempotencyService,
  type IdempotencyReservation,
  type IdempotencyService,
} from './idempotency-service.js';

const key = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) });
const RING = createKeyRing({ active: key('k1', 1) });
const ROTATED = createKeyRing({ active: key('k2', 2), previous: [key('k1', 1)] });
const DROPPED = createKeyRing({ active: key('k2', 2) });

const REQUEST = {
  tenantId: 'acme',
  principal: ['identity', 'ada-lovelace'],
  method: 'POST',
  path: '/v1/account/mfa/sms',
  key: 'k',
  content: '["",null]',
};
const REPLAY = { type: 'replay', answer: 'the answer' };
const IN_FLIGHT = { code: 'idempotency_key_in_flight' };

/** Services over one storage, each with a key ring of its own. */
function createHost() {
  const shared = {
    storage: createMemoryStorage(),
    clock: createFixedClock(),
    random: createSeededRandom(),
  };
  const withKeys = (codeKeys: KeyRing) => createIdempotencyService({ ...shared, codeKeys });
  return { ...shared, withKeys, idempotency: withKeys(RING) };
}

async function proceed(idempotency: IdempotencyService): Promise<IdempotencyReservation> {
  const begun = (await idempotency.begin(REQUEST))._unsafeUnwrap();
  if (begun.type !== 'proceed') throw new Error('the key is not free');
  return begun.reservation;
}

describe('an idempotency key', () => {
  it('is held while its request is in flight, and then answers for 24 hours', async () => {
    const { idempotency, clock } = createHost();
    const reservation = await proceed(idempotency);
    expect((await idempotency.begin(REQUEST))._unsafeUnwrapErr()).toEqual(IN_FLIGHT);
    expect(await idempotency.finish(reservation, 'the answer')).toBe(true);
    clock.advance(IDEMPOTENCY_KEPT_MS - 1);
    expect((await idempotency.begin(REQUEST))._unsafeUnwrap()).toEqual(REPLAY);
    clock.advance(1);
    expect(await idempotency.finish(await proceed(idempotency), 'another')).toBe(true);
  });

  it('can be asked whether it was answered, which takes nothing', async () => {
    const { idempotency } = createHost();
    expect(await idempotency.isAnswered(REQUEST)).toBe(false);
    const reservation = await proceed(idempotency);
    expect(await idempotency.isAnswered(REQUEST)).toBe(false);
    expect(await idempotency.finish(reservation, '')).toBe(true);
    expect(await idempotency.isAnswered(REQUEST)).toBe(true);
  });

  it('is free at once where the request was abandoned', async () => {
    const { idempotency } = createHost();
    expect(await idempotency.abandon(await proceed(idempotency))).toBe(true);
    await expect(proceed(idempotency)).resolves.toBeDefined();
  });

  it('is free after the lease where the process died, whatever is sent then', async () => {
    const { idempotency, clock } = createHost();
    await proceed(idempotency);
    clock.advance(IDEMPOTENCY_LEASE_MS - 1);
    expect((await idempotency.begin(REQUEST))._unsafeUnwrapErr()).toEqual(IN_FLIGHT);
    clock.advance(1);
    const begun = await idempotency.begin({ ...REQUEST, content: 'other' });
    expect(begun._unsafeUnwrap().type).toBe('proceed');
  });

  it('that another request took after the lease is not ended by the late one', async () => {
    const { idempotency, clock } = createHost();
    const late = await proceed(idempotency);
    clock.advance(IDEMPOTENCY_LEASE_MS);
    const second = await proceed(idempotency);
    expect(await idempotency.finish(late, 'late')).toBe(false);
    expect(await idempotency.abandon(late)).toBe(false);
    expect(await idempotency.finish(second, 'the answer')).toBe(true);
    expect((await idempotency.begin(REQUEST))._unsafeUnwrap()).toEqual(REPLAY);
  });

  it('that no other request took after the lease keeps the late answer, because the operation has run', async () => {
    const { idempotency, clock } = createHost();
    const late = await proceed(idempotency);
    clock.advance(IDEMPOTENCY_LEASE_MS + 1);
    expect(await idempotency.finish(late, 'the answer')).toBe(true);
    expect((await idempotency.begin(REQUEST))._unsafeUnwrap()).toEqual(REPLAY);
  });

  it('with another content is refused, in flight and answered', async () => {
    const { idempotency } = createHost();
    const other = { ...REQUEST, content: '["",{}]' };
    const reservation = await proceed(idempotency);
    const reused = { code: 'idempotency_key_reused' };
    expect((await idempotency.begin(other))._unsafeUnwrapErr()).toEqual(reused);
    await idempotency.finish(reservation, 'the answer');
    expect((await idempotency.begin(other))._unsafeUnwrapErr()).toEqual(reused);
    expect((await idempotency.begin(REQUEST))._unsafeUnwrap()).toEqual(REPLAY);
  });
});

describe('after a rotation of keys', () => {
  it('an answer is found as long as its key is in the ring', async () => {
    const { idempotency, withKeys } = createHost();
    await idempotency.finish(await proceed(idempotency), 'the answer');
    expect((await withKeys(ROTATED).begin(REQUEST))._unsafeUnwrap()).toEqual(REPLAY);
  });

  it('an answer whose key is gone is ignored, and the request is served again', async () => {
    const { idempotency, withKeys } = createHost();
    await idempotency.finish(await proceed(idempotency), 'unreadable');
    const dropped = withKeys(DROPPED);
    const reservation = await proceed(dropped);
    expect((await dropped.begin(REQUEST))._unsafeUnwrapErr()).toEqual(IN_FLIGHT);
    await dropped.finish(reservation, 'the answer');
    expect((await dropped.begin(REQUEST))._unsafeUnwrap()).toEqual(REPLAY);
  });

  it('a request in flight is in flight, known key or not', async () => {
    const { idempotency, withKeys } = createHost();
    await proceed(idempotency);
    expect((await withKeys(DROPPED).begin(REQUEST))._unsafeUnwrapErr()).toEqual(IN_FLIGHT);
  });
});

it('what is stored shows neither the key, nor the caller, nor what was sent, nor the answer', async () => {
  const { idempotency, storage, clock } = createHost();
  const request = { ...REQUEST, key: 'my-order-17', content: '["",{"code":"123456"}]' };
  const begun = (await idempotency.begin(request))._unsafeUnwrap();
  if (begun.type !== 'proceed') throw new Error('the key is not free');
  await idempotency.finish(begun.reservation, 'service_mgmt_secret');
  const { recordId } = begun.reservation;
  const probe = { recordId, token: '', fingerprint: { keyId: '', hmac: '' }, answer: null };
  const stored = await storage.run({ tenantId: 'acme' }, async (stores) =>
    ok(await stores.idempotency.reserve({ ...probe, expiresAt: clock.now() }, clock.now())),
  );
  const text = JSON.stringify(stored._unsafeUnwrap());
  expect(stored._unsafeUnwrap().answer).toMatch(/^[\w-]+\.[\w-]+$/);
  expect(text).not.toMatch(/my-order-17|ada-lovelace|123456|service_mgmt/);
});
