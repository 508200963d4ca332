import { expect, it } from 'vitest';
import { inTime, nameOf } from './host-calls.js';

it('a call of the host ends with its answer, or with the signal, which keeps no listener', async () => {
  const ended = new AbortController();
  expect(await inTime(Promise.resolve(7), ended.signal)).toBe(7);
  await expect(inTime(Promise.reject(new RangeError('x')), ended.signal)).rejects.toThrow('x');
  const waiting = inTime(new Promise(() => undefined), ended.signal);
  ended.abort();
  await expect(waiting).rejects.toThrow('the host did not answer in time');
  await expect(inTime(new Promise(() => undefined), ended.signal)).rejects.toThrow('in time');
});

it('what a host threw is named by its class, and anything else as thrown', () => {
  expect([new RangeError('x'), 'x', null].map(nameOf)).toEqual(['RangeError', 'thrown', 'thrown']);
});
