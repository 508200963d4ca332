import { expect, it } from 'vitest';
import {
  createSigningKeys,
  privateKeysOf,
  publicKeysOf,
} from '../../packages/core/src/webhooks/subscribers/signing-keys.js';
import { asymmetricSignature } from '../../packages/core/src/events/signature/signature.js';
import { referenceVerify } from './reference-ed25519.js';

it.each(['acme', 'globex'])(
  'an independent Ed25519 accepts what %s signs, and no more',
  (tenantId) => {
    const now = new Date('2026-11-01T00:00:00Z');
    const key = (id: string, byte: number) => ({ id, secret: new Uint8Array(32).fill(byte) });
    const keys = createSigningKeys({ active: key('new', 1), previous: [key('old', 2)] });
    const [id, seconds, body] = ['msg_1', '1793491200', '{"name":"Zoë 😀"}'];
    const header = asymmetricSignature(privateKeysOf(keys, tenantId, now), id, seconds, body);
    const message = Buffer.from(`${id}.${seconds}.${body}`);
    const publicKeys = publicKeysOf(keys, tenantId, now).map(({ x }) =>
      Buffer.from(x, 'base64url'),
    );
    const signatures = header.split(' ').map((element) => Buffer.from(element.slice(4), 'base64'));
    const verdicts = publicKeys.map((publicKey) =>
      signatures.map((signature) => referenceVerify(publicKey, signature, message)),
    );
    expect(verdicts).toEqual([
      [true, false],
      [false, true],
    ]);
    const changed = Buffer.from(`${id}.${seconds}.${body} `);
    expect(referenceVerify(publicKeys[0]!, signatures[0]!, changed)).toBe(false);
  },
);
