/**
 * What the operator's log says about deliveries; `docs/telemetry.md` has the table. Of a subscriber's URL it has only the
 * host, because paths and queries often contain tokens.
 */
import { parseUrl } from '../shared/parse-url.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import type { ExhaustedDelivery } from './exhausted-event.js';
import type { AttemptDecision, AttemptOutcome } from './record-attempt.js';

export interface DeliveryLogLine {
  readonly level: 'debug' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/**
 * Whether there may be another warning of refused targets, and of exhausted deliveries. A tenant can cause any number of
 * either, so that a warning for each would let it flood the log.
 */
export interface MayWarnOf {
  readonly refused: () => boolean;
  readonly exhausted: () => boolean;
}

/** The lines about an attempt; none if it succeeded. */
export function attemptLines(
  delivery: ClaimedDelivery,
  outcome: AttemptOutcome,
  status: AttemptDecision['status'],
  mayWarnOf: MayWarnOf,
): readonly DeliveryLogLine[] {
  if (status === 'delivered') return [];
  const { attempt } = delivery;
  const cause = { host: hostOf(delivery.subscriber.url), ...causeOf(outcome) };
  const isWarning = status === 'pending' && isRefused(outcome) && mayWarnOf.refused();
  const failed: DeliveryLogLine = {
    level: isWarning ? 'warn' : 'debug',
    fields: { ...idsOf(delivery), attempt, ...cause },
    message: 'a webhook attempt failed',
  };
  return status === 'pending'
    ? [failed]
    : [failed, exhausted({ ...idsOf(delivery), attempts: attempt, ...cause }, mayWarnOf)];
}

/** A delivery has no attempt left, and the result of its last one is unknown. */
export function lostDeliveryLine(
  tenantId: string,
  { subscriberId, id: deliveryId, attempts }: ExhaustedDelivery,
  mayWarnOf: MayWarnOf,
): DeliveryLogLine {
  return exhausted({ tenantId, subscriberId, deliveryId, attempts }, mayWarnOf);
}

/** No key decrypts the secrets of a delivery's subscriber. */
export function unopenedLine(delivery: ClaimedDelivery): DeliveryLogLine {
  const message = 'no key in the ring opens the secrets of a subscriber';
  return { level: 'error', fields: idsOf(delivery), message };
}

/** A subscriber was disabled, because it answered 410. */
export function goneLine({
  tenantId,
  subscriberId,
  deliveryId,
  url,
}: DeliveryIds & { readonly url: string }): DeliveryLogLine {
  const cause = { host: hostOf(url), reason: 'gone', statusCode: 410 };
  return disabled({ tenantId, subscriberId, deliveryId, ...cause });
}

/** A subscriber was disabled, because it failed for too long. */
export function failingLine({
  tenantId,
  subscriberId,
  failingSince,
}: Omit<DeliveryIds, 'deliveryId'> & { readonly failingSince: Date }): DeliveryLogLine {
  return disabled({ tenantId, subscriberId, reason: 'failing', failingSince });
}

function exhausted(fields: object, mayWarnOf: MayWarnOf): DeliveryLogLine {
  const level = mayWarnOf.exhausted() ? 'warn' : 'debug';
  return { level, fields, message: 'a webhook delivery is exhausted' };
}

function disabled(fields: object): DeliveryLogLine {
  return { level: 'warn', fields, message: 'a webhook subscriber is disabled' };
}

interface DeliveryIds {
  readonly tenantId: string;
  readonly subscriberId: string;
  readonly deliveryId: string;
}

function idsOf({ tenantId, subscriber, deliveryId }: ClaimedDelivery): DeliveryIds {
  return { tenantId, subscriberId: subscriber.id, deliveryId };
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

function causeOf(outcome: AttemptOutcome): object {
  if (outcome.type === 'answered') return { statusCode: outcome.status };
  const { reason: failure, why } = outcome;
  return why === undefined ? { failure } : { failure, why };
}

function isRefused(outcome: AttemptOutcome): boolean {
  return outcome.type === 'failed' && outcome.reason === 'target_refused';
}
