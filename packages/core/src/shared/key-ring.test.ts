import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { key } from '../../test/fixtures.js';
import { createKeyRing } from './key-ring.js';

describe('a key ring', () => {
  it('finds the active key and the previous ones by id', () => {
    const ring = createKeyRing({ active: key('k2'), previous: [key('k1'), key('k0')] });
    expect(ring.active.id).toBe('k2');
    expect([...ring.byId.keys()].toSorted()).toEqual(['k0', 'k1', 'k2']);
  });

  it('takes a secret of 32 bytes and an id of 64 characters', () => {
    const id = 'k'.repeat(64);
    expect(createKeyRing({ active: key(id) }).active.id).toBe(id);
  });

  it('keeps its own copy of a secret', () => {
    const input = { id: 'k1', secret: new Uint8Array(32).fill(1) };
    const ring = createKeyRing({ active: input });
    input.secret.fill(2);
    expect(ring.active.secret.export()).toEqual(Buffer.alloc(32, 1));
  });

  it('shows no secret when it is inspected or serialised', () => {
    const secret = Buffer.from('do-not-show-me'.padEnd(32, '!'));
    const ring = createKeyRing({ active: { id: 'k1', secret } });
    const shown =
      inspect(ring, { depth: Infinity, showHidden: true }) + JSON.stringify(ring.active);
    expect(shown).not.toContain('do-not-show-me');
    expect(shown).not.toContain(secret.toString('hex').slice(0, 16));
    expect(shown).not.toContain('64 6f 2d');
  });
});

describe('no key ring is built of', () => {
  const short = { id: 'k1', secret: new Uint8Array(31) };

  it.each([
    ['an empty id', { active: key('') }, /1 to 64 characters/],
    ['an id of 65 characters', { active: key('k'.repeat(65)) }, /1 to 64 characters/],
    ['a secret of 31 bytes', { active: short }, /"k1" has fewer than 32 bytes/],
    ['a short previous secret', { active: key('k2'), previous: [short] }, /fewer than 32/],
    ['the active id again', { active: key('k1'), previous: [key('k1')] }, /"k1" is used twice/],
    [
      'a previous id twice',
      { active: key('k2'), previous: [key('k1'), key('k1', 8)] },
      /"k1" is used twice/,
    ],
  ])('%s', (_, options, message) => {
    expect(() => createKeyRing(options)).toThrow(TypeError);
    expect(() => createKeyRing(options)).toThrow(message);
  });
});
