import { LATE_MS, type OutboxService } from './outbox-service.js';

export interface WaitingWarningOptions {
  readonly outbox: Pick<OutboxService, 'isConfigured' | 'queueState'>;
  readonly logger: { warn(fields: object, message: string): void };
}

/**
 * Returns a function that warns where an event or a delivery has waited for more than a minute: most often no worker
 * runs, or none with that handler, and nothing else would say so. Nothing is asked where no webhooks are configured.
 */
export function createWaitingWarning({
  outbox,
  logger,
}: WaitingWarningOptions): () => Promise<void> {
  return async () => {
    if (!outbox.isConfigured) return;
    const { lagMs, handlers } = await outbox.queueState();
    if (lagMs <= LATE_MS) return;
    const absent = handlers.filter(({ isRunning }) => !isRunning).map(({ name }) => name);
    logger.warn(
      { lagMs, ...(absent.length > 0 && { handlers: absent }) },
      'events wait to be delivered: check that a delivery worker runs, with these handlers, and reaches the database',
    );
  };
}
