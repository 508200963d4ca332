import type { Clock, Logger } from '@stepward/core';
import type { DeliveryQueue, Listening, QueueNews } from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';
import { after } from '../waiting/timers.js';

/** Listens to what others write to the queue. */
export interface WakeListener {
  start(): void;
  isListening(): boolean;
  stop(): Promise<void>;
}

export interface WakeListenerOptions {
  readonly worker: string;
  readonly queue: Pick<DeliveryQueue, 'listen'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onNews: (news: QueueNews) => void;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

/**
 * Where it cannot listen, it tries again after a second, and then after twice that time each, up to a minute. The first failure
 * is logged, and that it listens again.
 */
export function createWakeListener(options: WakeListenerOptions): WakeListener {
  const { worker, queue, clock, logger, onNews } = options;
  let listening: Listening | null = null;
  let retryMs = FIRST_RETRY_MS;
  let isDeaf = false;
  let isStopped = false;
  let begun = Promise.resolve();

  async function listen(): Promise<void> {
    try {
      const heard = await queue.listen(worker, onNews, fail);
      if (heard === null) fail('storage cannot announce news over this connection');
      else await hear(heard);
    } catch (thrown) {
      fail(reasonOf(thrown));
    }
  }

  async function hear(heard: Listening): Promise<void> {
    if (isStopped) return heard.close();
    listening = heard;
    retryMs = FIRST_RETRY_MS;
    if (!isDeaf) return;
    isDeaf = false;
    logger.info({ worker }, 'new webhook events wake the delivery worker again');
    // What came meanwhile was not heard.
    onNews('shards');
    onNews('arrivals');
  }

  function fail(reason: string): void {
    listening = null;
    if (isStopped) return;
    if (!isDeaf) {
      isDeaf = true;
      logger.warn({ worker, reason }, 'the delivery worker finds new events by polling alone');
    }
    after(clock, retryMs, start);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  }

  function start(): void {
    if (!isStopped) begun = listen();
  }

  return {
    start,
    isListening: () => listening !== null,
    async stop() {
      isStopped = true;
      await begun;
      await listening?.close();
    },
  };
}
