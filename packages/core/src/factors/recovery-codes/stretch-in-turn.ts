import type { Stretch } from '../../shared/keys/stretch.js';
import { createLockQueue } from '../../shared/storage/lock-queue.js';

/** Codes that are stretched at once, in a process: Node has 4 threads for this, and the host needs some of them. */
const AT_ONCE = 2;

/** How long a code waits for its turn, and behind how many others of its tenant. */
const BOUNDS = { waitMs: 10_000, maxWaiters: 20 };

/**
 * Limits what stretching takes from the host, however many guesses arrive: two codes at once, and one at a time for each
 * tenant, in the order of the calls. So a tenant with many guesses does not delay another.
 *
 * @returns the function that stretches codes of a tenant. It throws `StorageBusy` where more than 20 wait, or a code has
 * waited for 10 seconds; it was not stretched then.
 */
export function stretchInTurn(stretch: Stretch): (tenantId: string) => Stretch {
  const tenants = createLockQueue(BOUNDS);
  const turns = createLockQueue(BOUNDS);
  let begun = 0;
  return (tenantId) => (secret, salt) =>
    tenants.run({ names: [tenantId], isBounded: true }, () => {
      begun += 1;
      const names = [String(begun % AT_ONCE)];
      return turns.run({ names, isBounded: true }, () => stretch(secret, salt));
    });
}
