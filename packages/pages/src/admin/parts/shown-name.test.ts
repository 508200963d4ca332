import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownId, shownName } from './shown-name.js';

it.each([
  ['a name', ' Ada Lovelace ', 'Ada Lovelace'],
  ['64 characters', 'x'.repeat(64), 'x'.repeat(64)],
  ['65 characters', 'x'.repeat(65), `${'x'.repeat(63)}…`],
  ['65 characters of two units each', '𝒜'.repeat(65), `${'𝒜'.repeat(63)}…`],
  ['several lines', 'Ada\r\nLovelace\u2028Byron', 'Ada Lovelace Byron'],
  ['controls', 'A\u0000d\u001Ba\u0085', 'Ada'],
  ['overrides of the direction', '\u202EecalevoL\u202C \u2066adA\u2069\u200F', 'ecalevoL adA'],
  ['what is invisible', 'A\u200Bd\u00ADa\u2060\uFEFF\u{E0041}', 'Ada'],
  ['a lone surrogate', 'Ada\uD800', 'Ada'],
  ['joiners, which Persian needs', 'می\u200Cخواهم', 'می\u200Cخواهم'],
  ['joiners alone', '\u200C\u200D', null],
  ['spaces', ' \u00A0\u3000', null],
  ['an empty text', '', null],
  ['no text', 7, null],
  ['nothing', undefined, null],
])('of %s', (_, name, shown) => {
  expect(shownName(name)).toBe(shown);
});

it('is read only in part where it is long', () => {
  expect(shownName(`${' '.repeat(1_023)}Ada`)).toBe('A');
});

it.each([
  ['usr_7f3a', 'usr_7f3a'],
  ['ada@example.com', 'ada@example.com'],
  ['ada\u200B', 'ada\\u{200b}'],
  ['ada\u200D', 'ada\\u{200d}'],
  ['\u202Eada', '\\u{202e}ada'],
  ['ada ', 'ada\\u{20}'],
  ['ada\u{E0041}', 'ada\\u{e0041}'],
  ['ada\\u{20}', 'ada\\u{5c}u{20}'],
  ['\u00F6\u5F20', '\u00F6\u5F20'],
])('an id %j is shown as %j', (id, shown) => {
  expect(shownId(id)).toBe(shown);
});

it('two ids are never shown alike', () => {
  const hidden = fc.constantFrom('a', 'u', '{', '}', '2', '0', '\\', ' ', '\u200B', '\u202E');
  const ids = fc.string({ unit: hidden, minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      expect(shownId(one) === shownId(other)).toBe(one === other);
    }),
  );
});

it('is one line of 1 to 64 visible characters, whatever the host has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const shown = shownName(name);
      if (shown !== null) {
        expect(shown).toMatch(/^(?:[\u200C\u200D]|[^\p{C}\p{Zl}\p{Zp}]){1,64}$/u);
        expect(shownName(shown)).toBe(shown);
      }
    }),
  );
});
