/**
 * What the operator's log says about deliveries; `docs/telemetry.md` has the table. Of a subscriber's URL it has only the
 * host, because paths and queries often contain tokens.
 */
import { parseUrl } from '../shared/parse-url.js';
import type { AttemptResult, MadeAttempt, MadeCall } from './attempts/attempt.js';
import type { DeliveryStatus } from './delivery.js';
import type { AttemptOutcome } from './attempts/record-attempt.js';

export interface DeliveryLogLine {
  readonly level: 'debug' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/**
 * Whether there may be another warning of refused targets, of exhausted deliveries, of failed handlers, and of versions. A tenant can
 * cause any number of each: a warning for each would let it flood the log.
 */
export interface MayWarnOf {
  readonly refused: () => boolean;
  readonly exhausted: () => boolean;
  readonly handler: () => boolean;
  readonly version: () => boolean;
}

/**
 * The lines about an attempt that failed, or a delivery that ended without one.
 *
 * @param hasSigningKeys whether the process has keys for `v1a`
 */
export function resultLines(
  result: AttemptResult,
  status: DeliveryStatus,
  mayWarnOf: MayWarnOf,
  hasSigningKeys: boolean,
): readonly DeliveryLogLine[] {
  const ids = idsOf(result.delivery);
  if (result.type === 'over')
    return endLines(status, { ...ids, attempts: result.delivery.attempts }, mayWarnOf);
  if (result.type === 'made_call') return callLines(result, status, mayWarnOf);
  const { subscriber, number, outcome } = result;
  const cause = { host: hostOf(subscriber.url), ...causeOf(outcome) };
  const isWarning = status === 'pending' && isRefused(outcome) && mayWarnOf.refused();
  const failed: DeliveryLogLine = {
    level: isWarning ? 'warn' : 'debug',
    fields: { ...ids, attempt: number, ...cause },
    message: 'a webhook attempt failed',
  };
  return [
    ...unsentLines(result, mayWarnOf, hasSigningKeys),
    failed,
    ...endLines(status, { ...ids, attempts: number, ...cause }, mayWarnOf),
  ];
}

/** How a delivery ended that was not delivered. What expires was meant to, so that is no warning. */
function endLines(
  status: DeliveryStatus,
  fields: object,
  mayWarnOf: MayWarnOf,
): readonly DeliveryLogLine[] {
  if (status === 'exhausted') return [exhausted(fields, mayWarnOf)];
  if (status !== 'expired') return [];
  return [{ level: 'debug', fields, message: 'a webhook delivery has expired' }];
}

/** A handler failed. The reason is the host's: a tenant cannot flood the log with more than the handler lets it. */
function callLines(
  { delivery, handler, number, outcome }: MadeCall,
  status: DeliveryStatus,
  mayWarnOf: MayWarnOf,
): readonly DeliveryLogLine[] {
  if (outcome.type === 'handled') return [];
  const { tenantId, deliveryId } = delivery;
  const fields = { tenantId, handler, deliveryId, attempt: number };
  const failed = { ...fields, failure: outcome.reason, why: outcome.why };
  const level = mayWarnOf.handler() ? 'warn' : 'debug';
  return [
    { level, fields: failed, message: 'a handler failed' },
    ...(status !== 'exhausted'
      ? []
      : [{ level: 'error', fields, message: 'a handler got an event for the last time' } as const]),
  ];
}

/** A subscriber was disabled, because it answered 410 or asked for it. */
export function goneLine({
  tenantId,
  subscriberId,
  deliveryId,
  url,
  statusCode,
}: DeliveryIds & { readonly url: string; readonly statusCode: number }): DeliveryLogLine {
  const cause = { host: hostOf(url), reason: 'gone', statusCode };
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

/** The host has to do something about an attempt that sent nothing. */
function unsentLines(
  { delivery, event, subscriber, outcome }: MadeAttempt,
  mayWarnOf: MayWarnOf,
  hasSigningKeys: boolean,
): readonly DeliveryLogLine[] {
  if (outcome.type !== 'failed') return [];
  const ids = idsOf(delivery);
  if (outcome.reason === 'signing_failed') {
    return [unsigned(ids, subscriber.signature === 'v1' || hasSigningKeys)];
  }
  if (outcome.reason !== 'version_unknown' && outcome.reason !== 'version_failed') return [];
  const { type: eventType, version } = event;
  const level = mayWarnOf.version() ? 'warn' : 'debug';
  const fields = { ...ids, eventType, version, ...causeOf(outcome) };
  return [{ level, fields, message: VERSION_MESSAGES[outcome.reason] }];
}

const VERSION_MESSAGES = {
  version_unknown:
    'the worker does not know the version of an event: give it the same events as the process that emits it',
  version_failed: 'an event could not be taken down to the version of a subscriber',
};

/** No key decrypts the secrets of the subscriber, or its signature needs keys that the process was not given. */
function unsigned(fields: DeliveryIds, hasKeys: boolean): DeliveryLogLine {
  const message = hasKeys
    ? 'no key in the ring opens the secrets of a subscriber'
    : 'a subscriber wants v1a signatures, and createStepward has no webhooks.signing';
  return { level: 'error', fields, message };
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

function idsOf({ tenantId, subscriberId, deliveryId }: DeliveryIds): DeliveryIds {
  return { tenantId, subscriberId, deliveryId };
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

function causeOf(outcome: AttemptOutcome): object {
  if (outcome.type === 'answered') return { statusCode: outcome.status };
  if (outcome.type === 'handled') return {};
  const { reason: failure, why } = outcome;
  return why === undefined ? { failure } : { failure, why };
}

function isRefused(outcome: AttemptOutcome): boolean {
  return outcome.type === 'failed' && outcome.reason === 'target_refused';
}
