import type { Random, SinkEvent } from '@stepward/core';

/** How a log of messages takes what is published: it stores all of it, it stores all and does not answer, or it refuses. */
export type Taken = 'stored' | 'unanswered';

/** The log of messages that a sink publishes to. It has its own ways to fail, which the seed chose. */
export interface MessageLog {
  /**
   * Stores events, each once, unless the publisher has given up.
   *
   * @throws Error where it fails, after it has stored none or the first of them
   */
  take(events: readonly SinkEvent[], signal: AbortSignal): Taken;
  /** From now on it takes everything. */
  calm(): void;
}

/** Percent of the calls that fail, or are not answered. */
const FAILING = [0, 10, 50] as const;

/** Of this number of events one is refused, until the log is calm; 0 for none. */
const REFUSED = [0, 0, 30] as const;

/** @param store is called with each event as it is stored, also with one that is there */
export function createMessageLog(random: Random, store: (event: SinkEvent) => void): MessageLog {
  const pick = <T>(of: readonly [T, ...T[]]): T => of[random.integer(of.length)] ?? of[0];
  const failing = pick(FAILING);
  const unanswered = pick(FAILING);
  const refusedOf = pick(REFUSED);
  /** Whether each event that came is refused. */
  const refused = new Map<string, boolean>();
  let isCalm = false;

  function isRefused({ id }: SinkEvent): boolean {
    if (isCalm || refusedOf === 0) return false;
    const known = refused.get(id) ?? random.integer(refusedOf) === 0;
    refused.set(id, known);
    return known;
  }

  function storeUntil(events: readonly SinkEvent[], end: number): void {
    for (const event of events.slice(0, end)) {
      if (isRefused(event)) throw new Error('the log refuses an event');
      store(event);
    }
  }

  return {
    take(events, signal) {
      if (signal.aborted) throw new Error('the publisher has given up');
      if (!isCalm && random.integer(100) < failing) {
        storeUntil(events, random.integer(events.length));
        throw new Error('the log fails');
      }
      storeUntil(events, events.length);
      return !isCalm && random.integer(100) < unanswered ? 'unanswered' : 'stored';
    },
    calm: () => (isCalm = true),
  };
}
