import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../shared/keys/key-ring.js';
import { NONCE_BYTES, seal } from '../shared/keys/seal.js';
import { decideReplay } from './decide-replay.js';
import type { IdempotencyRecord } from '../records/idempotency-record.js';
import {
  answerContext,
  contentHmac,
  recordIdOf,
  type IdempotentRequest,
} from './idempotent-request.js';

const key = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) });
const RING = createKeyRing({ active: key('k1', 1) });
const ROTATED = createKeyRing({ active: key('k2', 2), previous: [key('k1', 1)] });
const DROPPED = createKeyRing({ active: key('k2', 2) });

const REQUEST: IdempotentRequest = {
  tenantId: 'acme',
  principal: ['identity', 'ada'],
  method: 'POST',
  path: '/v1/account/mfa/sms',
  key: 'k',
  content: '["",null]',
};
const recordId = recordIdOf(REQUEST);
const IN_FLIGHT: IdempotencyRecord = {
  recordId,
  token: 'first',
  fingerprint: { keyId: 'k1', hmac: contentHmac(RING.active, REQUEST) },
  answer: null,
  expiresAt: new Date(60_000),
};
const sealedFor = (token: string): string =>
  seal(RING, answerContext('acme', recordId, token), 'the answer', new Uint8Array(NONCE_BYTES));
const ANSWERED = { ...IN_FLIGHT, answer: sealedFor('first') };
const OTHER_CONTENT = { ...REQUEST, content: '["",{}]' };
const REPLAY = { type: 'replay', answer: 'the answer' };

describe('a request with an idempotency key', () => {
  it.each([
    ['its own reservation', RING, REQUEST, { ...IN_FLIGHT, token: 'mine' }, { type: 'fresh' }],
    ['the same in flight', RING, REQUEST, IN_FLIGHT, { type: 'in_flight' }],
    ['another in flight', RING, OTHER_CONTENT, IN_FLIGHT, { type: 'other_request' }],
    ['the same answered', RING, REQUEST, ANSWERED, REPLAY],
    ['the same answered, after a rotation', ROTATED, REQUEST, ANSWERED, REPLAY],
    ['another answered', RING, OTHER_CONTENT, ANSWERED, { type: 'other_request' }],
    ['another, after a rotation', ROTATED, OTHER_CONTENT, ANSWERED, { type: 'other_request' }],
    ['one in flight, its key unknown', DROPPED, REQUEST, IN_FLIGHT, { type: 'in_flight' }],
    ['one answered, its key unknown', DROPPED, REQUEST, ANSWERED, { type: 'unreadable' }],
    [
      "another record's answer",
      RING,
      REQUEST,
      { ...IN_FLIGHT, answer: sealedFor('second') },
      { type: 'unreadable' },
    ],
  ])('that finds %s', (_, ring, request, stored, decision) => {
    expect(decideReplay(ring, request, stored, 'mine')).toEqual(decision);
  });
});
