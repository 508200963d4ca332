import { createRecordingLogger } from '@stepward/testing';
import { expect, it } from 'vitest';
import { minutes } from '../shared/duration.js';
import { createWaitingWarning } from './waiting-warning.js';

/** What is logged where the longest waiting event has waited for `lagMs`. */
async function linesAfter(lagMs: number, isConfigured = true) {
  const logger = createRecordingLogger();
  const handler = { name: 'mail', events: ['mfa.*'], lastSeenAt: new Date(0) };
  const handlers = [
    { ...handler, isRunning: false },
    { ...handler, name: 'crm', isRunning: true },
  ];
  const outbox = { isConfigured, queueState: async () => ({ lagMs, handlers, counts: null }) };
  await createWaitingWarning({ outbox, logger })();
  return logger.lines;
}

it('an event that has waited for more than a minute is reported, with the handlers that no process has', async () => {
  expect(await linesAfter(minutes(1) + 1)).toMatchObject([
    {
      level: 'warn',
      fields: { lagMs: minutes(1) + 1, handlers: ['mail'] },
      message: expect.stringContaining('check that a delivery worker runs'),
    },
  ]);
});

it('a minute is not, and neither is a service without webhooks', async () => {
  expect(await linesAfter(minutes(1))).toEqual([]);
  expect(await linesAfter(minutes(5), false)).toEqual([]);
});
