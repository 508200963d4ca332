import { describe, expect, it } from 'vitest';
import { addMs, days, hours } from '../../shared/duration.js';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import { open } from '../../shared/keys/seal.js';
import {
  SECRET_BYTES,
  newSigningSecret,
  openLiveSecrets,
  rotateSecrets,
  sealSecret,
} from './signing-secret.js';
import type { SealedSecret } from './subscriber.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const K1 = { id: 'k1', secret: new Uint8Array(32).fill(1) };
const K2 = { id: 'k2', secret: new Uint8Array(32).fill(2) };
const RING = createKeyRing({ active: K1 });
const OWNER = { tenantId: 'acme', subscriberId: 'sub-1' };

const sealed = (secret: string, ring = RING): string =>
  sealSecret(ring, OWNER, secret, new Uint8Array(12).fill(secret.length));
const current = (text: string): SealedSecret => ({ sealed: text, expiresAt: null });
const expiring = (text: string, ms: number): SealedSecret => ({
  sealed: text,
  expiresAt: addMs(NOW, ms),
});

describe('a signing secret', () => {
  it('is whsec_ and the base64 of 32 bytes', () => {
    const bytes = Uint8Array.from({ length: SECRET_BYTES }, (_, index) => index);
    expect(newSigningSecret(bytes)).toBe('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
  });

  it('is sealed: its text is nowhere in what is stored', () => {
    const text = sealed('whsec_plain');
    expect(text).not.toContain('plain');
    expect(
      Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url').toString('latin1'),
    ).not.toContain('plain');
  });

  it.each([
    { tenantId: 'globex', subscriberId: 'sub-1' },
    { tenantId: 'acme', subscriberId: 'sub-2' },
    { tenantId: 'acmesub-1', subscriberId: '' },
  ])('does not open for another owner: %j', (owner) => {
    const secrets = [current(sealed('whsec_a'))];
    expect(openLiveSecrets(RING, OWNER, secrets, NOW)).toEqual(['whsec_a']);
    expect(openLiveSecrets(RING, owner, secrets, NOW)).toBeNull();
  });

  it('opens under the context that stored secrets were sealed with', () => {
    expect(open(RING, ['webhook secret', 'acme', 'sub-1'], sealed('whsec_a'))).toBe('whsec_a');
  });

  it('opens for as long as its key stays in the ring', () => {
    const secrets = [current(sealed('whsec_a'))];
    const rotated = createKeyRing({ active: K2, previous: [K1] });
    expect(openLiveSecrets(rotated, OWNER, secrets, NOW)).toEqual(['whsec_a']);
    expect(openLiveSecrets(createKeyRing({ active: K2 }), OWNER, secrets, NOW)).toBeNull();
  });

  it('signs beside the others until it expires, the current one first', () => {
    const secrets = [current(sealed('whsec_a')), expiring(sealed('whsec_bc'), 1)];
    expect(openLiveSecrets(RING, OWNER, secrets, NOW)).toEqual(['whsec_a', 'whsec_bc']);
    expect(openLiveSecrets(RING, OWNER, secrets, addMs(NOW, 1))).toEqual(['whsec_a']);
  });

  it('that cannot be opened takes the others with it, but not where it has expired', () => {
    const other = createKeyRing({ active: K2 });
    const secrets = [current(sealed('whsec_a')), expiring(sealed('whsec_bc', other), 1)];
    expect(openLiveSecrets(RING, OWNER, secrets, NOW)).toBeNull();
    expect(openLiveSecrets(RING, OWNER, secrets, addMs(NOW, 1))).toEqual(['whsec_a']);
  });
});

describe('a rotation', () => {
  it('puts the new secret first and lets the old one live until the overlap ends', () => {
    const secrets = rotateSecrets([current('old')], 'new', hours(24), NOW);
    expect(secrets).toEqual([current('new'), expiring('old', hours(24))]);
  });

  it('without overlap ends the old one at once', () => {
    expect(rotateSecrets([current('old')], 'new', 0, NOW)).toEqual([current('new')]);
  });

  it('shortens the overlap of earlier ones, and never lengthens it', () => {
    const secrets = [current('c'), expiring('b', hours(1)), expiring('a', days(7))];
    expect(rotateSecrets(secrets, 'd', hours(24), NOW)).toEqual([
      current('d'),
      expiring('c', hours(24)),
      expiring('b', hours(1)),
      expiring('a', hours(24)),
    ]);
  });

  it('forgets what has expired', () => {
    const secrets = [current('c'), expiring('b', 0), expiring('a', 1)];
    expect(rotateSecrets(secrets, 'd', hours(1), NOW).map((each) => each.sealed)).toEqual([
      'd',
      'c',
      'a',
    ]);
  });

  it('keeps five at most, the newest', () => {
    let secrets: readonly SealedSecret[] = [current('0')];
    for (const name of ['1', '2', '3', '4', '5', '6']) {
      secrets = rotateSecrets(secrets, name, days(7), NOW);
    }
    expect(secrets.map((each) => each.sealed)).toEqual(['6', '5', '4', '3', '2']);
  });
});
