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
  /** Records refusals with their number. It must not reject. */
  readonly record: (refusal: RefusedAccess, count: number) => Promise<void>;
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
  /** How often each was repeated since its last record. */
  const repeated = new Map<string, number>();
  const ofTenants = new Map<string | null, number>();

  async function follow(key: string, refusal: RefusedAccess): Promise<void> {
    let count = 1;
    while (count > 0) {
      repeated.set(key, 0);
      const minute = aborted(clock.timeout(minutes(1)));
      await record(refusal, count);
      await minute;
      count = repeated.get(key) ?? 0;
    }
    repeated.delete(key);
  }

  return (refusal) => {
    const key = refusalKey(refusal);
    const tenantId = refusal.owner?.tenantId ?? null;
    const before = repeated.get(key);
    const counted = ofTenants.get(tenantId) ?? 0;
    if (before !== undefined) {
      repeated.set(key, before + 1);
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
