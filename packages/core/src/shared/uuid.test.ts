import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstUuidAt, uuidv7 } from './uuid.js';

const NOW = new Date('2022-02-22T19:22:22.000Z');
const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const moments = fc.date({
  min: new Date(0),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const random = fc.uint8Array({ minLength: 10, maxLength: 10 });

describe('a time-ordered UUID', () => {
  it('is that of the example in RFC 9562, appendix A.6', () => {
    const bytes = Buffer.from('0cc318c4dc0c0c07398f', 'hex');
    expect(uuidv7(NOW, bytes)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('has the bits of version 7, whatever the random bytes are', () => {
    fc.assert(
      fc.property(moments, random, (moment, bytes) => {
        expect(uuidv7(moment, bytes)).toMatch(VERSION_7);
      }),
    );
  });

  it('sorts after all UUIDs of earlier times, and not before the first of its own time', () => {
    fc.assert(
      fc.property(moments, moments, random, random, (one, other, bytes, more) => {
        const [earlier, later] = one < other ? [one, other] : [other, one];
        fc.pre(earlier < later);
        const first = firstUuidAt(later);
        expect(uuidv7(earlier, bytes) < first).toBe(true);
        expect(first <= uuidv7(later, more)).toBe(true);
      }),
    );
  });

  it('is refused with more or fewer random bytes than 10', () => {
    for (const count of [0, 9, 11]) {
      expect(() => uuidv7(NOW, new Uint8Array(count))).toThrow(TypeError);
    }
  });
});

it.each([
  ['before 1970', '1900-01-01T00:00:00.000Z', '00000000-0000-0000-0000-000000000000'],
  ['after the last', '+275760-09-13T00:00:00.000Z', 'ffffffff-ffff-0000-0000-000000000000'],
])('the first UUID at a moment %s is that of the nearest there is', (_, moment, expected) => {
  expect(firstUuidAt(new Date(moment))).toBe(expected);
});
