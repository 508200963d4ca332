import { describe, expect, it } from 'vitest';
import { sortedJson } from './sorted-json.js';

const own = (text: string): unknown => JSON.parse(text);

describe('sorted JSON', () => {
  it('is that of the examples of RFC 8785, sections 3.2.3 and 3.2.4', () => {
    const value = own(String.raw`{
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false],
      "numbers": [333333.333, 4.50, 2e-3, 0.000000000000000000000000001]
    }`);
    expect(sortedJson(value, 2)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333.333,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    const names = own(
      String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
    );
    expect(sortedJson(names, 1)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
    );
  });

  it.each([
    ['1.0', '1'],
    ['-0', '0'],
    ['9007199254740991', '9007199254740991'],
    ['{"__proto__":{"a":1},"a":[]}', '{"__proto__":{"a":1},"a":[]}'],
  ])('of %s is %s', (text, expected) => {
    expect(sortedJson(own(text), 2)).toBe(expected);
  });

  it.each([
    ['undefined', undefined],
    ['a date', new Date(0)],
    ['a big integer', 1n],
    ['not a number', Number.NaN],
    ['infinity', Infinity],
    ['an integer with digits that JavaScript loses', own('9007199254740993')],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a name', { '\ud800': 1 }],
    ['a hole in a list', new Array(1)],
    ['a member that JSON would leave out', { a: undefined }],
    ['a map', new Map()],
    ['an object that is too deep', [[{}]]],
  ])('of %s is none', (_, value) => {
    expect(sortedJson(value, 2)).toBeNull();
  });
});
