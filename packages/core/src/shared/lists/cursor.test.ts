import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor.js';
import { createKeyRing } from '../keys/key-ring.js';

const first = { id: 'k1', secret: new Uint8Array(32).fill(1) };
const second = { id: 'k2', secret: new Uint8Array(32).fill(2) };
const cursors = createCursors(createKeyRing({ active: first }));
const LIST = ['api_keys', 'acme'];
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 32 bytes leave two bits of their last character unused; here one of them is set. */
function lastNeighbour(cursor: string): string {
  const last = BASE64URL.charAt(BASE64URL.indexOf(cursor.slice(-1)) ^ 1);
  return `${cursor.slice(0, -1)}${last}`;
}

describe('a cursor', () => {
  it.each(['17', '2026-01-01T00:00:00.000Z|k-1', '', 'ü.|{}'])('gives %j back', (position) => {
    expect(cursors.verify(LIST, cursors.sign(LIST, position))).toBe(position);
  });

  it('fits into a URL as it is', () => {
    expect(cursors.sign(LIST, '???>>>')).toMatch(/^[A-Za-z0-9_.-]+$/);
  });

  it.each([
    [['api_keys', 'globex']],
    [['api_keys']],
    [['api_keys', 'acme', '']],
    [['api_keysacme']],
  ])('of another list, %j, is refused', (list) => {
    expect(cursors.verify(list, cursors.sign(LIST, '17'))).toBeNull();
  });

  it('that was made up is refused', () => {
    const [position, signature] = cursors.sign(LIST, '17').split('.');
    const other = Buffer.from('18').toString('base64url');
    for (const forged of ['', '.', 'x', `${position}`, `${position}.`, `${other}.${signature}`]) {
      expect(cursors.verify(LIST, forged), forged).toBeNull();
    }
  });

  it.each<[string, (cursor: string) => string]>([
    ['a last character of which the same bytes are read', lastNeighbour],
    ['a dot behind it', (cursor) => `${cursor}.`],
    ['a third part', (cursor) => `${cursor}.zzz`],
    ['padding', (cursor) => `${cursor}=`],
    ['a blank behind it', (cursor) => `${cursor} `],
    ['a blank before it', (cursor) => ` ${cursor}`],
    ['a stranger to the alphabet in its position', (cursor) => `${cursor[0]}!${cursor.slice(1)}`],
    ['a line break in its signature', (cursor) => `${cursor.slice(0, -9)}\n${cursor.slice(-9)}`],
    ['the other alphabet of Base64', (cursor) => cursor.replaceAll('_', '/').replaceAll('-', '+')],
  ])('with %s is refused', (_, alter) => {
    const cursor = cursors.sign(LIST, '???>>>');
    const altered = alter(cursor);
    expect(altered).not.toBe(cursor);
    expect(cursors.verify(LIST, altered)).toBeNull();
  });

  it('with any one change, insertion or deletion is refused', () => {
    const place = fc.nat({ max: 1_000 });
    const piece = fc.oneof(
      fc.constantFrom(...Array.from(`${BASE64URL}.=+/! \n\0`)),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        place,
        fc.oneof(piece, fc.constant('')),
        fc.nat({ max: 1 }),
        (position, somewhere, inserted, removed) => {
          const cursor = cursors.sign(LIST, position);
          const at = somewhere % (cursor.length + 1);
          const altered = `${cursor.slice(0, at)}${inserted}${cursor.slice(at + removed)}`;
          fc.pre(altered !== cursor);
          expect(cursors.verify(LIST, altered)).toBeNull();
        },
      ),
    );
  });

  it('lives as long as its key stays in the ring', () => {
    const cursor = cursors.sign(LIST, '17');
    const rotated = createKeyRing({ active: second, previous: [first] });
    expect(createCursors(rotated).verify(LIST, cursor)).toBe('17');
    expect(createCursors(createKeyRing({ active: second })).verify(LIST, cursor)).toBeNull();
  });
});
