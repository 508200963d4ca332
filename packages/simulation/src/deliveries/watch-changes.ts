import { isDeepStrictEqual } from 'node:util';
import type { Result, Subscriber } from '@stepward/core';
import type { UnitOfWorkScope, WebhookStores } from '@stepward/core/adapter';
import type { MemoryStorage } from '@stepward/testing';
import type { Receivers } from './receivers.js';

type Run = MemoryStorage['run'];

const ONE = { limit: 1, position: null };

/** What administrators change, each of them one field at a time. */
const FIELDS = ['url', 'enabled', 'ordering'] as const;

/**
 * Returns units of work of which each change of a subscriber is watched: it changes what it was asked to, undoes none that was made
 * at the same time and nothing that a result said, and disables none for what another URL answered.
 */
export function watchChanges(
  memory: { readonly run: Run },
  { sentTo }: Pick<Receivers, 'sentTo'>,
  violate: (message: string) => void,
): Run {
  function check(before: Subscriber, after: Subscriber): void {
    const { url, disabledReason } = after;
    const changed = FIELDS.filter((field) => before[field] !== after[field]);
    if (changed.length > 1) violate(`a change of ${url} changed ${changed.join(' and ')}`);
    if (!isDeepStrictEqual(failuresOf(before), failuresOf(after))) {
      violate(`a change of ${url} changed what results said of it`);
    }
    if (before.enabled && disabledReason === 'gone' && !sentTo(url).isGone) {
      violate(`${url} is disabled, and never was gone`);
    }
  }

  return <T, E>(
    scope: UnitOfWorkScope,
    work: (stores: WebhookStores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> =>
    memory.run<T, E>(scope, (stores) => {
      const { subscribers } = stores;
      const find = async (subscriberId: string) =>
        (await subscribers.list({ subscriberId }, ONE)).items[0];
      const put: typeof subscribers.put = async (subscriber) => {
        const before = await find(subscriber.id);
        const count = await subscribers.put(subscriber);
        const after = await find(subscriber.id);
        if (before !== undefined && after !== undefined) check(before, after);
        return count;
      };
      return work({ ...stores, subscribers: { ...subscribers, put } });
    });
}

function failuresOf({ failingSince, paused }: Subscriber): readonly unknown[] {
  return [failingSince, paused];
}
