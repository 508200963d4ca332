import type { Clock, Logger } from '@stepward/core';
import { oncePerMinute } from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';

/** Makes a call to the queue for one part of the worker. Resolves with null where it failed: the part tries again later. */
export type ReachQueue = <T>(
  part: 'hold' | 'read' | 'dispatch' | 'open' | 'publish',
  call: () => Promise<T>,
) => Promise<T | null>;

export interface ReachQueueOptions {
  readonly worker: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onFailure: (thrown: unknown) => void;
}

/**
 * A queue that cannot be reached is one incident for all parts: it is logged once a minute, and once when each part that failed
 * has reached it again.
 */
export function createReachQueue(options: ReachQueueOptions): ReachQueue {
  const { worker, clock, logger, onFailure } = options;
  const mayWarn = oncePerMinute(clock);
  const failing = new Set<string>();
  let isLogged = false;

  return async (part, call) => {
    try {
      const answer = await call();
      failing.delete(part);
      if (failing.size === 0 && isLogged) {
        logger.info({ worker }, 'the webhook queue can be reached again');
        isLogged = false;
      }
      return answer;
    } catch (thrown) {
      failing.add(part);
      if (mayWarn()) {
        isLogged = true;
        const line = { worker, part, reason: reasonOf(thrown) };
        logger.warn(line, 'the webhook queue cannot be reached');
      }
      onFailure(thrown);
      return null;
    }
  };
}
