import type { WebhookOutcome } from '@stepward/core/adapter';
import type { Host } from './host.js';

/** Makes the attempts that are due on the whole host, as a worker would; each has this outcome, 125 ms later. */
export async function makeAttempts(
  { stepward, clock }: Pick<Host, 'stepward' | 'clock'>,
  outcome: WebhookOutcome,
): Promise<void> {
  const claim = {
    owner: 'test',
    limit: 1_000,
    perSubscriber: 1_000,
    perSecond: null,
    underWay: {},
    after: null,
  };
  const { attempts } = await stepward.outbox.claim(claim);
  clock.advance(125);
  const finishedAt = clock.now();
  const { actions } = await stepward.outbox.finish(
    claim.owner,
    attempts.map((attempt) => ({ attempt, outcome, finishedAt })),
  );
  for (const action of actions) await stepward.outbox.act(action);
}
