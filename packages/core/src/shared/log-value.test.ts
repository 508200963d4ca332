import { describe, expect, it } from 'vitest';
import { toLogValue } from './log-value.js';

/** A text inside `depth` objects, each in the next one. */
function nested(depth: number): unknown {
  return depth === 0 ? 'x' : { in: nested(depth - 1) };
}

/** The same where what is deeper than the limit is left out. */
function shown(depth: number): unknown {
  return depth === 0 ? '[too deep]' : { in: shown(depth - 1) };
}

describe('a value in a log line', () => {
  it.each<[string, unknown, unknown]>([
    ['a text', 'x', 'x'],
    ['a number', 7, 7],
    ['null', null, null],
    ['a large integer', 7n, '7'],
    ['a function', () => 7, '[function]'],
    ['a symbol', Symbol('x'), '[symbol]'],
    ['a list', [1n, () => 7], ['1', '[function]']],
    ['a time', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['what has a toJSON that is no function', { toJSON: 'x' }, { toJSON: 'x' }],
    ['bytes', new Uint8Array(3), '[3 bytes]'],
    ['a connection string', 'postgres://me:secret@db/x', 'postgres://[redacted]@db/x'],
    [
      'a field with the name of a secret',
      { token: 'x', tokens: 2 },
      { token: '[redacted]', tokens: 2 },
    ],
    ['a text of the greatest length', 'x'.repeat(8_192), 'x'.repeat(8_192)],
    ['a longer text', 'x'.repeat(8_193), `${'x'.repeat(8_192)}…`],
    ['seven objects in each other', nested(7), nested(7)],
    ['more of them', nested(8), shown(7)],
    ['lists as deep', [[[[[[[{}]]]]]]], [[[[[[['[too deep]']]]]]]]],
  ])('%s', (_, value, logged) => {
    expect(toLogValue(value)).toEqual(logged);
  });

  it.each([
    ['a text', 'ECONNREFUSED', { code: 'ECONNREFUSED' }],
    ['a number', 7, { code: 7 }],
    ['anything else', { query: 'select' }, {}],
  ])('an error with a code that is %s', (_, code, more) => {
    const error = Object.assign(new Error('at postgres://me:secret@db'), {
      code,
      parameters: ['x'],
    });
    expect(toLogValue(error)).toEqual({
      ...{ name: 'Error', message: 'at postgres://[redacted]@db', ...more },
      stack: expect.stringContaining('Error: at postgres://[redacted]@db'),
    });
  });

  it('an error without a stack, and its causes as deep as objects', () => {
    const error = new AggregateError([new Error('one'), 'two'], 'both', { cause: nested(7) });
    delete error.stack;
    expect(toLogValue(error)).toEqual({
      ...{ name: 'AggregateError', message: 'both', cause: shown(6) },
      errors: [{ name: 'Error', message: 'one', stack: expect.any(String) }, 'two'],
    });
    const caused = new Error('outer', { cause: nested(6) });
    expect(toLogValue(caused)).toMatchObject({ cause: nested(6) });
    expect(toLogValue(new AggregateError([nested(7)], 'x'))).toMatchObject({ errors: [shown(6)] });
  });
});
