import { describe, expect, it } from 'vitest';
import { createKeyRing } from './key-ring.js';
import { open, seal, keyIdOf, NONCE_BYTES } from './seal.js';

const key = (id: string, byte: number) => ({ id, secret: new Uint8Array(40).fill(byte) });
const OLD = createKeyRing({ active: key('k/1', 1) });
const ROTATED = createKeyRing({ active: key('k2', 2), previous: [key('k/1', 1)] });
const NONCE = new Uint8Array(NONCE_BYTES).fill(9);
const CONTEXT = ['webhook secret', 'acme', 's1'];

describe('a sealed text', () => {
  const sealed = seal(OLD, CONTEXT, 'whsec_Köln', NONCE);

  it('opens under its context, with the key it was sealed under, after a rotation as well', () => {
    expect(open(OLD, CONTEXT, sealed)).toBe('whsec_Köln');
    expect(open(ROTATED, CONTEXT, sealed)).toBe('whsec_Köln');
  });

  it('names its key and shows nothing of the text', () => {
    expect(keyIdOf(sealed)).toBe('k/1');
    expect(keyIdOf(seal(ROTATED, CONTEXT, '', NONCE))).toBe('k2');
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain(
      'whsec',
    );
  });

  it('is another under another nonce', () => {
    const nonce = new Uint8Array(NONCE_BYTES);
    expect(seal(OLD, CONTEXT, 'whsec_Köln', nonce)).not.toBe(sealed);
  });

  // standard: asvs/11.3.3
  it.each([
    ['another context', OLD, ['webhook secret', 'globex', 's1'], sealed],
    ['a context cut elsewhere', OLD, ['webhook secret', 'acmes1'], sealed],
    ['a ring without the key', createKeyRing({ active: key('k2', 2) }), CONTEXT, sealed],
    ['another key of that id', createKeyRing({ active: key('k/1', 2) }), CONTEXT, sealed],
    ['a changed byte', OLD, CONTEXT, sealed.replace(/.{3}$/, 'AAA')],
    ['a cut end', OLD, CONTEXT, sealed.slice(0, 20)],
    ['no seal at all', OLD, CONTEXT, 'whsec_Köln'],
    ['nothing', OLD, CONTEXT, ''],
  ])('does not open with %s', (_, ring, context, text) => {
    expect(open(ring, context, text)).toBeNull();
  });
});
