import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor.js';
import { createKeyRing } from './key-ring.js';

const first = { id: 'k1', secret: new Uint8Array(32).fill(1) };
const second = { id: 'k2', secret: new Uint8Array(32).fill(2) };
const cursors = createCursors(createKeyRing({ active: first }));
const LIST = ['api_keys', 'acme'];

describe('a cursor', () => {
  it.each(['17', '2026-01-01T00:00:00.000Z|k-1', '', 'ü.|{}'])('gives %j back', (position) => {
    expect(cursors.open(LIST, cursors.seal(LIST, position))).toBe(position);
  });

  it('fits into a URL as it is', () => {
    expect(cursors.seal(LIST, '???>>>')).toMatch(/^[A-Za-z0-9_.-]+$/);
  });

  it.each([
    [['api_keys', 'globex']],
    [['api_keys']],
    [['api_keys', 'acme', '']],
    [['api_keysacme']],
  ])('of another list, %j, is refused', (list) => {
    expect(cursors.open(list, cursors.seal(LIST, '17'))).toBeNull();
  });

  it('that was changed or made up is refused', () => {
    const [position, signature] = cursors.seal(LIST, '17').split('.');
    const other = Buffer.from('18').toString('base64url');
    for (const forged of ['', '.', 'x', `${position}`, `${position}.`, `${other}.${signature}`]) {
      expect(cursors.open(LIST, forged), forged).toBeNull();
    }
  });

  it('lives as long as its key stays in the ring', () => {
    const cursor = cursors.seal(LIST, '17');
    const rotated = createKeyRing({ active: second, previous: [first] });
    expect(createCursors(rotated).open(LIST, cursor)).toBe('17');
    expect(createCursors(createKeyRing({ active: second })).open(LIST, cursor)).toBeNull();
  });
});
