import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../shared/keys/key-ring.js';
import {
  answerContext,
  contentHmac,
  recordIdOf,
  type IdempotentRequest,
} from './idempotent-request.js';

const REQUEST: IdempotentRequest = {
  tenantId: 'acme',
  principal: ['api_key', 'k1'],
  method: 'PUT',
  path: '/v1/a',
  key: 'key',
  content: '["",{"code":"123456"}]',
};
const { active } = createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(1) } });
const { active: other } = createKeyRing({
  active: { id: 'k2', secret: new Uint8Array(32).fill(2) },
});

describe('the id of a record', () => {
  it('is a SHA-256, and the same whatever is sent, and under whichever key of ours', () => {
    expect(recordIdOf(REQUEST)).toMatch(/^[0-9a-f]{64}$/);
    expect(recordIdOf({ ...REQUEST, content: '' })).toBe(recordIdOf(REQUEST));
  });

  it.each<Partial<IdempotentRequest>>([
    { principal: ['api_key', 'k2'] },
    { principal: ['identity', 'k1'] },
    { principal: ['api_keyk1'] },
    { method: 'POST' },
    { path: '/v1/A' },
    { key: 'Key' },
    { path: '/v1/akey', key: '' },
  ])('is another for %j', (change) => {
    expect(recordIdOf({ ...REQUEST, ...change })).not.toBe(recordIdOf(REQUEST));
  });
});

describe('the HMAC of a content', () => {
  it('is 64 hexadecimal digits that reveal nothing without the key', () => {
    expect(contentHmac(active, REQUEST)).toMatch(/^[0-9a-f]{64}$/);
    expect(contentHmac(other, REQUEST)).not.toBe(contentHmac(active, REQUEST));
  });

  it.each<Partial<IdempotentRequest>>([
    { content: '["",{"code":"123457"}]' },
    { tenantId: 'globex' },
    { key: 'Key' },
  ])('is another for %j', (change) => {
    expect(contentHmac(active, { ...REQUEST, ...change })).not.toBe(contentHmac(active, REQUEST));
  });
});

it('the context of a stored answer stays the same, because stored answers are decrypted with it', () => {
  expect(answerContext('acme', 'record', 'token')).toEqual([
    'idempotent answer',
    'acme',
    'record',
    'token',
  ]);
});
