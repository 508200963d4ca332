import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Redacted } from './redacted.js';

const SECRET = '123456';
const redacted = new Redacted(SECRET);

describe('a redacted value', () => {
  it('is given by reveal alone', () => {
    expect(redacted.reveal()).toBe(SECRET);
  });

  it.each([
    ['String()', () => String(redacted)],
    ['a template', () => `code ${redacted.toString()}`],
    ['concatenation', () => 'code ' + (redacted as unknown as string)],
    ['join', () => [redacted].join()],
    ['JSON', () => JSON.stringify({ code: redacted, list: [redacted] })],
    ['inspect', () => inspect({ deep: { code: redacted } }, { depth: Infinity })],
    ['inspect with hidden parts', () => inspect(redacted, { showHidden: true })],
    ['inspect without custom texts', () => inspect(redacted, { customInspect: false })],
    ['format', () => format('%s %j %o %O', redacted, redacted, redacted, redacted)],
    ['an error message', () => new Error(`refused ${String(redacted)}`).message],
    ['its keys and values', () => Object.entries(redacted).flat().join()],
    ['the console', () => printed((console) => console.log('code', redacted, { redacted }))],
    ['a console table', () => printed((console) => console.table([{ redacted }]))],
    ['console.dir', () => printed((console) => console.dir(redacted, { showHidden: true }))],
  ])('is not shown by %s', (_, show) => {
    expect(show()).not.toContain(SECRET);
  });

  it('says that something was left out', () => {
    expect([String(redacted), JSON.stringify(redacted), inspect(redacted)]).toEqual([
      '[redacted]',
      '"[redacted]"',
      '[redacted]',
    ]);
  });
});

function printed(print: (console: Console) => void): string {
  let output = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      output += String(chunk);
      done();
    },
  });
  print(new Console(stream));
  return output;
}
