import type { Listening, QueueNews } from '@stepward/core/adapter';

/** Tells workers of this process what may have arrived. */
export interface MemoryNews {
  tell(news: QueueNews): void;
  /** See `DeliveryQueue.listen`. */
  listen(onNews: (news: QueueNews) => void): Listening;
}

export function createMemoryNews(): MemoryNews {
  const listeners = new Set<(news: QueueNews) => void>();
  return {
    tell(news) {
      for (const listener of listeners) listener(news);
    },
    listen(onNews) {
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
