import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownName } from './shown-name.js';

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
