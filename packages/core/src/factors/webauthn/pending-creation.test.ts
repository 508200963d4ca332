import { expect, it } from 'vitest';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import { newUserHandle } from './pending-creation.js';

const ringOf = (byte: number) =>
  createKeyRing({ active: { id: 'key', secret: new Uint8Array(32).fill(byte) } });

const ADA = { tenantId: 'acme', identityId: 'ada' };

it('what stands for a person is the same each time, and says nothing without the key', () => {
  const handle = newUserHandle(ringOf(1), ADA);
  expect(handle).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(newUserHandle(ringOf(1), ADA)).toBe(handle);
  const others = [
    newUserHandle(ringOf(2), ADA),
    newUserHandle(ringOf(1), { ...ADA, identityId: 'bob' }),
    newUserHandle(ringOf(1), { ...ADA, tenantId: 'globex' }),
  ];
  expect(new Set([handle, ...others]).size).toBe(4);
});
