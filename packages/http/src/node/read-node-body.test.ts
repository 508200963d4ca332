import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { readNodeBody } from './read-node-body.js';

/** A request without headers that a parser of the host's has read. */
const MESSAGE = new IncomingMessage(new Socket());
MESSAGE.push('read');
MESSAGE.read();

const LIMIT = 16_384;
const IN_TIME = new AbortController().signal;
const FRAME = '{"a":""}'.length;

describe('a parsed value without a Content-Length header', () => {
  it.each([
    ['exactly the limit', 'x'.repeat(LIMIT - FRAME), 'parsed'],
    ['one byte more', 'x'.repeat(LIMIT - FRAME + 1), 'too_large'],
    ['as many characters, one of them two bytes', 'é'.padEnd(LIMIT - FRAME, 'x'), 'too_large'],
  ])('is measured as JSON in UTF-8: %s', async (_, a, type) => {
    expect((await readNodeBody(MESSAGE, { a }, LIMIT, IN_TIME)).type).toBe(type);
  });

  it('is left to the rule of depth where it is too deep to be measured', async () => {
    const depth = LIMIT / 2;
    const value: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth));
    expect((await readNodeBody(MESSAGE, value, LIMIT, IN_TIME)).type).toBe('parsed');
  });
});

describe('a body that is sent too slowly', () => {
  it('is given up at the deadline, however many bytes came', async () => {
    const clock = createFixedClock();
    const message = new IncomingMessage(new Socket());
    const body = readNodeBody(message, undefined, LIMIT, clock.timeout(10_000));
    message.push('{"code":');
    clock.advance(9_999);
    message.push('"1');
    clock.advance(1);
    expect(await body).toEqual({ type: 'timed_out' });
    expect(message.listenerCount('data')).toBe(0);
  });

  it('is not waited for where the deadline has passed before', async () => {
    const message = new IncomingMessage(new Socket());
    expect(await readNodeBody(message, undefined, LIMIT, AbortSignal.abort())).toEqual({
      type: 'timed_out',
    });
  });
});
