import type { Clock, KnownHandler } from '@stepward/core';
import { type HandlerRegistration, handlerId, handlerShard } from '@stepward/core/adapter';

/** The handlers of the host's processes, as workers have told them. */
export interface MemoryHandlers {
  register(handlers: readonly HandlerRegistration[]): void;
  /** The ids of those that get an event with these patterns. */
  receiving(patterns: readonly string[]): readonly string[];
  /** All that are known, by name. */
  known(isFree: (shard: number) => boolean): readonly KnownHandler[];
  /** Forgets those that no worker has had since that time; returns their ids. */
  purge(until: Date): readonly string[];
}

export function createMemoryHandlers(clock: Pick<Clock, 'now'>): MemoryHandlers {
  const handlers = new Map<string, Omit<KnownHandler, 'isRunning'>>();
  return {
    register(told) {
      for (const { name, events } of told) {
        handlers.set(name, { name, events, lastSeenAt: clock.now() });
      }
    },
    receiving: (patterns) =>
      [...handlers.values()]
        .filter(({ events }) => events.some((pattern) => patterns.includes(pattern)))
        .map(({ name }) => handlerId(name)),
    known: (isFree) =>
      [...handlers.values()]
        .map((handler) => ({ ...handler, isRunning: !isFree(handlerShard(handler.name)) }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    purge(until) {
      const old = [...handlers.values()].filter(({ lastSeenAt }) => lastSeenAt <= until);
      for (const { name } of old) handlers.delete(name);
      return old.map(({ name }) => handlerId(name));
    },
  };
}
