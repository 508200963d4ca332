import type { Clock, Logger } from '../ports/platform.js';
import { minutes } from '../shared/duration.js';
import { oncePerMinute } from '../shared/once-per-minute.js';
import { refusalKey, type RefusedAccess } from './refused-access.js';

/** Credentials, routes and reasons that are counted at once: of all tenants, and of each. */
const MOST = 10_000;
const MOST_OF_TENANT = 1_000;

export interface RefusalCounterOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Records refusals, of which it gets the last, with their number. It must not reject. */
  readonly record: (refusal: RefusedAccess, count: number) => Promise<void>;
}

/** Refusals of one credential, route and reason. */
interface Repetitions {
  count: number;
  last: RefusedAccess;
}

/**
 * Returns a function that counts a refusal. The first of a credential, route and reason is recorded at once, those after
 * it together, a minute after the record before. What is beyond the bounds is only logged, once a minute.
 */
export function createRefusalCounter({
  clock,
  logger,
  record,
}: RefusalCounterOptions): (refusal: RefusedAccess) => void {
  const mayWarn = oncePerMinute(clock);
  /** How often each was repeated since its last record, and the last of them. */
  const repeated = new Map<string, Repetitions>();
  const ofTenants = new Map<string | null, number>();

  async function follow(key: string, refusal: RefusedAccess): Promise<void> {
    let found: Repetitions = { count: 1, last: refusal };
    while (found.count > 0) {
      const { count, last } = found;
      found = { count: 0, last };
      repeated.set(key, found);
      const minute = aborted(clock.timeout(minutes(1)));
      await record(last, count);
      await minute;
    }
    repeated.delete(key);
  }

  return (refusal) => {
    const key = refusalKey(refusal);
    const tenantId = refusal.owner?.tenantId ?? null;
    const before = repeated.get(key);
    const counted = ofTenants.get(tenantId) ?? 0;
    if (before !== undefined) {
      before.count += 1;
      before.last = refusal;
    } else if (repeated.size < MOST && counted < MOST_OF_TENANT) {
      ofTenants.set(tenantId, counted + 1);
      void follow(key, refusal).then(() => {
        const left = (ofTenants.get(tenantId) ?? 0) - 1;
        if (left > 0) ofTenants.set(tenantId, left);
        else ofTenants.delete(tenantId);
      });
    } else if (mayWarn()) {
      logger.warn({ tenantId }, 'more requests are refused than are recorded one by one');
    }
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
