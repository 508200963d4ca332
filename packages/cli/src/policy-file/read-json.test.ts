import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-json.js';

it('reads what JSON.parse reads, however it is indented, also with a byte order mark', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(3), fc.boolean(), (text, indent, hasMark) => {
      const value: unknown = JSON.parse(text);
      const written = JSON.stringify(value, null, indent).replaceAll('\n', '\r\n');
      expect(readJson(`${hasMark ? '\uFEFF' : ''}${written}`).value).toEqual(value);
    }),
  );
});

it('knows the line of each member, and for others that of the nearest around it', () => {
  const { lineOf } = readJson('{\n  "a": {\n    "b.c": [1,\n 2],\n\n "d": {}\n }\n}');
  const lines = [['a'], ['a', 'b.c'], ['a', 'b.c', '7'], ['a', 'd'], ['a', 'none'], ['x'], []];
  expect(lines.map((path) => lineOf(path))).toEqual([2, 3, 3, 6, 2, 1, 1]);
});

describe('is refused with its line:', () => {
  it.each([
    ['', 'line 1: the JSON ends too early'],
    ['{\n"a": 1\n', 'line 2: the JSON ends too early'],
    ['{\n"a": 1,\n}', 'line 3: this is not JSON at }'],
    ['{\n"a" 1}', 'line 2: this is not JSON'],
    ['{"a": 1\n"b": 2}', 'line 2: this is not JSON'],
    ['[1\n2]', 'line 2: this is not JSON'],
    ['{"a": 01}', 'line 1: this is not JSON'],
    ['{"a": "\t"}', 'line 1: this is not JSON'],
    ['{"a": "b\n"}', 'line 1: this is not JSON'],
    ["{\n'a': 1}", 'line 2: this is not JSON'],
    ['{} \n {}', 'line 2: this is not JSON at {'],
    ['// a comment\n{}', 'line 1: this is not JSON'],
    ['['.repeat(40), 'line 1: values are nested too deeply'],
    ['{"a": {\n"b": 1,\n"b": 1}}', 'line 3: a.b is also in line 2'],
    ['{"a": 1, "\\u0061": 2}', 'line 1: a is also in line 1'],
  ])('%j', (text, message) => {
    expect(() => readJson(text)).toThrow(message);
  });

  it('a text that is something else, without a part of it', () => {
    expect(() => readJson('STEPWARD_KEY=abc')).toThrow(/^line 1: this is not JSON$/);
  });
});
