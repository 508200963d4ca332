import type { KnownHandler } from '@stepward/core';
import { defineCommand } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';

export const handlerList = defineCommand({
  name: 'handler list',
  summary: 'Lists the handlers of your processes, and which of them no process has',
  details: [
    'A handler is known from the first worker that had it, until none has had it for 90',
    'days. The exit code is 1 where no process has one: its events wait.',
  ],
  options: DATABASE_OPTIONS,
  environment: DATABASE_ENVIRONMENT,
  examples: ['stepward handler list', 'stepward handler list --json'],
  async run(invocation) {
    const handlers = await withStepward(invocation, (stepward) => stepward.handlers.list());
    const lines = handlers.length === 0 ? ['no handlers'] : handlers.map(lineOf);
    await invocation.print(lines.join('\n'), handlers.map(valueOf));
    return handlers.every(({ isRunning }) => isRunning) ? 0 : 1;
  },
});

function lineOf({ name, events, lastSeenAt, isRunning }: KnownHandler): string {
  const state = isRunning ? 'runs' : `NO PROCESS HAS IT, last seen ${lastSeenAt.toISOString()}`;
  return `${name}: ${state}, events ${events.join(' ') || 'none'}`;
}

function valueOf({ name, events, lastSeenAt, isRunning }: KnownHandler) {
  return { name, events, last_seen_at: lastSeenAt.toISOString(), running: isRunning };
}
