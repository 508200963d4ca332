import type { Clock } from '@stepward/core';
import type { CallOutcome, DueCall } from '@stepward/core/adapter';
import { runHostCode } from '../host-code.js';
import type { HandlerSettings } from './handler-options.js';

/** Has a handler handle an event: see `runHostCode`. */
export function callHandler(
  handler: HandlerSettings,
  { delivery: { tenantId }, event, number: attempt }: DueCall,
  clock: Pick<Clock, 'timeout'>,
): Promise<CallOutcome> {
  const { id, type, organisationId, version, data, emittedAt } = event;
  return runHostCode('handler', handler, clock, (deadline) => {
    // It may change what it gets, which must not change what is stored.
    const own = { data: JSON.parse(data) as unknown, emittedAt: new Date(emittedAt) };
    return handler.handle(
      { id, type, tenantId, organisationId, version, ...own, attempt },
      deadline,
    );
  });
}
