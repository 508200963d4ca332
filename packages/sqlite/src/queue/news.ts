import type { Listening, QueueNews } from '@stepward/core/adapter';

/** Tells the workers of this process what may have arrived. Those of other processes poll. */
export interface News {
  tell(news: QueueNews): void;
  /** See `DeliveryQueue.listen`. */
  listen(onNews: (news: QueueNews) => void): Listening;
}

export function createNews(): News {
  const listeners = new Set<(news: QueueNews) => void>();
  return {
    tell(news) {
      for (const listener of listeners) listener(news);
    },
    listen(onNews) {
      const listener = (news: QueueNews): void => onNews(news);
      listeners.add(listener);
      return {
        async close() {
          listeners.delete(listener);
        },
      };
    },
  };
}
