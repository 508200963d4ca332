import type { StorageWithWebhooks } from '@stepward/core';

/**
 * One storage over two of the same database, each as in a separate process; its units of work and decisions go to
 * one and the other in turns. A lock that a storage keeps in memory alone then fails the cases that run them in parallel.
 * The queue and the rest are those of the first.
 */
export function takingTurns(
  first: StorageWithWebhooks,
  second: StorageWithWebhooks,
): StorageWithWebhooks {
  let calls = 0;
  const next = (): StorageWithWebhooks => (calls++ % 2 === 0 ? first : second);
  return {
    ...first,
    run: (scope, work) => next().run(scope, work),
    decide: (scope, decision) => next().decide(scope, decision),
  };
}
