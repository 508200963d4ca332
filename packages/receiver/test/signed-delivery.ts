import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createFixedClock } from '@stepward/testing';
import { signEnvelope } from '@stepward/core/webhooks';
import { SECRET } from './deliveries.js';

/** A key pair, and its public key in the two forms that a receiver takes. */
export interface TestKey {
  readonly privateKey: KeyObject;
  readonly jwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
  readonly whpk: string;
}

export function newKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const x = String(publicKey.export({ format: 'jwk' }).x);
  const whpk = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
  return { privateKey, jwk: { kty: 'OKP', crv: 'Ed25519', x }, whpk };
}

/** A delivery as the sender makes it for a subscriber of that signature, at the moment at which test clocks start. */
export function signedDelivery(
  keys: readonly TestKey[],
  {
    signature = 'v1a',
    now = createFixedClock().now(),
  }: { signature?: 'v1a' | 'both'; now?: Date } = {},
) {
  const event = {
    eventType: 'user.deleted',
    eventId: '0190f3a0-0000-7000-8000-000000000001',
    idempotencyKey: '0190f3a0-0000-7000-8000-000000000101',
    data: { id: 'usr_7f3a', deleted_at: '2026-01-01T00:00:00.000Z' },
    attempt: 1,
    source: 'stepward',
    signature,
  };
  return signEnvelope(
    event,
    [SECRET],
    now,
    keys.map(({ privateKey }) => privateKey),
  );
}
