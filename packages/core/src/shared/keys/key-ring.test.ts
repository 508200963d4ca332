import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { key } from '../../../test/fixtures.js';
import { createKeyRing, type KeyRingOptions } from './key-ring.js';

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

  it.each(['base64', 'base64url'] as const)(
    'takes a secret in %s, and makes of it the same key as of its bytes',
    (encoding) => {
      const secret = Buffer.from('fbff'.repeat(17), 'hex');
      const ring = createKeyRing({ active: { id: 'k1', secret: secret.toString(encoding) } });
      expect(ring.active.secret.export()).toEqual(secret);
    },
  );

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
    ['nothing', undefined, /the options must be an object/],
    ['no active key', {}, /active is missing/],
    ['a misspelt option', { active: key('k1'), previuos: [] }, /there is no option previuos/],
    [
      'previous keys that are no list',
      { active: key('k1'), previous: key('k0') },
      /previous must be/,
    ],
    ['an empty id', { active: key('') }, /1 to 64 characters/],
    ['an id that is no string', { active: { ...key('k1'), id: 7 } }, /1 to 64 characters/],
    ['an id of 65 characters', { active: key('k'.repeat(65)) }, /1 to 64 characters/],
    ['a secret of 31 bytes', { active: short }, /"k1" must be at least 32 random bytes/],
    ['a short previous secret', { active: key('k2'), previous: [short] }, /at least 32/],
    ['the active id again', { active: key('k1'), previous: [key('k1')] }, /"k1" is used twice/],
    [
      'a previous id twice',
      { active: key('k2'), previous: [key('k1'), key('k1', 8)] },
      /"k1" is used twice/,
    ],
  ])('%s', (_, options, message) => {
    expect(() => createKeyRing(options as KeyRingOptions)).toThrow(TypeError);
    expect(() => createKeyRing(options as KeyRingOptions)).toThrow(message);
  });

  // Each has 32 bytes or more as a string, but for the first two.
  it.each([
    undefined,
    '',
    'abc',
    'a passphrase with spaces, which is long enough',
    `${Buffer.alloc(32, 7).toString('base64')}\n`,
    Buffer.alloc(32, 7).toString('base64').replace(/.=$/, 'd='),
    Buffer.alloc(31, 7).toString('base64'),
    Array.from({ length: 32 }, () => 7),
    { byteLength: 32 },
  ])('the secret %j: the error names the key and not its value', (secret) => {
    const active = { id: 'code-key', secret: secret as string };
    const message =
      'must be at least 32 random bytes, as a Uint8Array or in base64 (openssl rand -base64 32)';
    const start = 'createKeyRing: the secret of key "code-key" ';
    const error = thrownBy(() => createKeyRing({ active }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(start);
    expect(error.message.endsWith(message)).toBe(true);
    if (typeof secret === 'string' && secret !== '') expect(error.message).not.toContain(secret);
  });
});

describe('the error of a secret says what is wrong with it', () => {
  const good = Buffer.alloc(32, 7).toString('base64');

  it.each([
    ['the variable is not set', undefined, 'is missing; it must be'],
    ['the variable is empty', '', 'is missing; it must be'],
    ['a file ends with a line break', `${good}\n`, 'has spaces, a line break or quotes around it'],
    ['quotes are part of it', `"${good}"`, 'has spaces, a line break or quotes around it'],
    ['it is too short', good.slice(4), '"k1" must be at least 32 random bytes'],
  ])('where %s', (_, secret, message) => {
    const active = { id: 'k1', secret: secret as string };
    expect(() => createKeyRing({ active })).toThrow(message);
  });
});

function thrownBy(call: () => unknown): Error {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not throw');
}
