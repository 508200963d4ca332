import { createRecordingLogger } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createClockCheck } from './clock-check.js';

const NOON = Date.parse('2026-07-01T12:00:00.000Z');

/** What is logged where the database says `database`, asked at `before` and answered at `after`, in seconds. */
async function linesFor(database: number, before: number, after = before) {
  const logger = createRecordingLogger();
  const times = [before, after, before, after];
  const clock = { now: () => new Date(NOON + times.shift()! * 1_000) };
  const check = createClockCheck(logger, clock);
  const read = async () => new Date(NOON + database * 1_000);
  await check.compare(read, (now) => now);
  await check.compare(read, (now) => now);
  return logger.lines;
}

it.each([
  ['ahead', 61, 61_000],
  ['behind', -3_600, -3_600_000],
])('a process %s of its database by more than a minute is logged once', async (_, process, ms) => {
  expect(await linesFor(0, process)).toEqual([
    {
      level: 'error',
      fields: { aheadMs: ms },
      message: 'the clock of this process differs from that of the database',
    },
  ]);
});

it.each([
  ['a minute of difference', 0, 60, 60],
  ['an answer that takes long', 0, -75, 75],
  ['an answer that comes late', 0, 0, 75],
])('%s is not logged', async (_, database, before, after) => {
  expect(await linesFor(database, before, after)).toEqual([]);
});
