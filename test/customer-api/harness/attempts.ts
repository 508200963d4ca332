import { createTestWorker } from '@stepward/testing';
import type { WebhookOutcome } from '@stepward/core/adapter';
import type { Host } from './host.js';

/** Makes the attempts that are due on the whole host, as a worker would; each has this outcome, 125 ms later. */
export async function makeAttempts(
  { stepward, clock }: Pick<Host, 'stepward' | 'clock'>,
  outcome: WebhookOutcome,
): Promise<void> {
  const worker = createTestWorker(stepward.outbox, clock);
  const attempts = await worker.due();
  clock.advance(125);
  await worker.finish(attempts, outcome);
}
