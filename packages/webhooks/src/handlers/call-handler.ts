import type { Clock } from '@stepward/core';
import type { CallOutcome, DueCall } from '@stepward/core/adapter';
import type { HandlerSettings } from './handler-options.js';
import { reasonOf } from '../reason-of.js';
import { untilAborted } from '../waiting/timers.js';

/** Has a handler handle an event. Never rejects, and ends in time, also where the handler does not. */
export async function callHandler(
  handler: HandlerSettings,
  { delivery: { tenantId }, event, number: attempt }: DueCall,
  clock: Pick<Clock, 'timeout'>,
): Promise<CallOutcome> {
  const { timeoutMs } = handler;
  const deadline = clock.timeout(timeoutMs);
  const { data, emittedAt, ...head } = event;
  try {
    // It may change what it gets, which must not change what is stored.
    const own = { data: JSON.parse(data) as unknown, emittedAt: new Date(emittedAt) };
    const handled = { ...head, ...own, tenantId, attempt };
    await untilAborted(deadline, async () => handler.handle(handled, deadline));
    return { type: 'handled' };
  } catch (thrown) {
    if (!deadline.aborted) {
      return { type: 'failed', reason: 'handler_failed', why: reasonOf(thrown) };
    }
    const why = `the handler took longer than ${String(timeoutMs)} ms`;
    return { type: 'failed', reason: 'timed_out', why };
  }
}
