import { EVENT_TYPES } from '@stepward/core/events';
import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';

it('prints a type a line, or a list with --json', async () => {
  const { stdout } = await runLine('event types');
  expect(stdout.trim().split('\n')).toEqual(EVENT_TYPES);
  expect(JSON.parse((await runLine('event types --json')).stdout)).toEqual(EVENT_TYPES);
});
