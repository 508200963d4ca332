import type { Listening, QueueNews } from '../ports/delivery-queue.js';

/** Tells the workers of this process what may have arrived. Workers of other processes find it by polling. */
export interface LocalNews {
  tell(news: QueueNews): void;
  /** See `DeliveryQueue.listen`. */
  listen(onNews: (news: QueueNews) => void): Listening;
}

/** Makes the `listen` of a queue that can announce news within its process alone. */
export function createLocalNews(): LocalNews {
  const listeners = new Set<(news: QueueNews) => void>();
  return {
    tell(news) {
      for (const listener of listeners) listener(news);
    },
    listen(onNews) {
      // Each call adds a listener, even with a function that listens already.
      const listener = (news: QueueNews): void => onNews(news);
      listeners.add(listener);
      return {
        close() {
          listeners.delete(listener);
          return Promise.resolve();
        },
      };
    },
  };
}
