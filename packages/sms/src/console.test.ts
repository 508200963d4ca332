import { Redacted } from '@stepward/core';
import { expect, it } from 'vitest';
import { MESSAGE } from '../test/message.js';
import { createConsoleSmsSender } from './console.js';

it('prints a message with its number masked, and takes it for sent', async () => {
  let printed = '';
  const sender = createConsoleSmsSender({ write: (line) => (printed += line) });
  const message = { ...MESSAGE, body: new Redacted('Your code is here.') };
  const receipt = await sender.send(message, { signal: new AbortController().signal });
  expect(receipt).toEqual({ status: 'accepted' });
  expect(printed).toBe('SMS to +14*****2671: Your code is here.\n');
});

it('names an option that is wrong or unknown', () => {
  expect(() => createConsoleSmsSender({ write: process.stdout as never })).toThrow(
    'createConsoleSmsSender: write must be a function',
  );
  expect(() => createConsoleSmsSender({ log: console.log } as never)).toThrow(
    'createConsoleSmsSender: there is no option log; the options are write',
  );
});
