import { ok, type Subscriber } from '@stepward/core';
import type { FinishedDelivery } from '@stepward/core/adapter';
import type { MemoryStorage } from '@stepward/testing';
import type { Simulation } from '../kernel/simulation.js';
import type { Receivers } from './receivers.js';

/** Watches what results say about subscribers: only what went to the URL that a subscriber has may pause, mark or clear it. */
export interface HealthWatch {
  /** Stores results, and reports what they should not have changed. */
  around<T>(finished: readonly FinishedDelivery[], finish: () => Promise<T>): Promise<T>;
}

/** Each change of a URL gives one that was never used before. */
export function watchHealth(
  memory: Pick<MemoryStorage, 'run'>,
  { violate, now }: Simulation,
  { sentTo }: Pick<Receivers, 'sentTo'>,
): HealthWatch {
  async function read(tenantId: string, subscriberId: string): Promise<Subscriber | null> {
    const found = await memory.run<Subscriber | null, never>({ tenantId }, async (stores) => {
      const page = { limit: 1, position: null };
      return ok((await stores.subscribers.list({ subscriberId }, page)).items[0] ?? null);
    });
    return found._unsafeUnwrap();
  }

  function check(before: Subscriber, after: Subscriber): void {
    const { url, paused, failingSince } = after;
    const { isTried, isBusy, hasAccepted } = sentTo(url);
    if (paused?.reason === 'busy' && !isBusy) violate(`${url} is paused, and never was busy`);
    if (failingSince !== null && !isTried) violate(`${url} is marked, and was never tried`);
    if (before.failingSince !== null && failingSince === null && !hasAccepted) {
      violate(`${url} is cleared, and has accepted nothing`);
    }
    const until = before.paused?.until.getTime() ?? 0;
    if (until > now() && (paused?.until.getTime() ?? 0) < until) {
      violate(`the pause of ${url} was shortened by a result`);
    }
  }

  return {
    async around(finished, finish) {
      const keys = new Map(finished.map((each) => [`${each.tenantId} ${each.subscriberId}`, each]));
      const before: (Subscriber | null)[] = [];
      for (const each of keys.values()) before.push(await read(each.tenantId, each.subscriberId));
      const answer = await finish();
      for (const [index, each] of [...keys.values()].entries()) {
        const after = await read(each.tenantId, each.subscriberId);
        const known = before[index] ?? null;
        if (known !== null && after !== null) check(known, after);
      }
      return answer;
    },
  };
}
