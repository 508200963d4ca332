import { err, ok, type Result } from 'neverthrow';
import { days, hours } from '../shared/duration.js';
import type { FieldViolation } from '../shared/field-violation.js';
import { parseIsoMoment } from '../shared/iso-moment.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery.js';

/** Which deliveries a caller wants replayed; each part is judged here. */
export interface ReplayInput {
  readonly since?: unknown;
  readonly until?: unknown;
  readonly status?: unknown;
}

/** A replay by range as it was asked for, or a rotation's overlap, is not what it can be. */
export interface WebhookRequestInvalid {
  readonly code: 'webhook_request_invalid';
  readonly violations: readonly FieldViolation[];
}

/** What deliveries to replay. */
export interface ReplayRange {
  readonly since: Date;
  readonly until: Date | null;
  readonly status: DeliveryStatus | null;
}

const DEFAULT_OVERLAP_MS = hours(24);
const MAX_OVERLAP_MS = days(7);
const MOMENT_LIMIT = 'ISO 8601 with a time and a zone, in the years 0000 to 9999 in UTC';

/** Pending deliveries are on their way, so there is nothing to replay. */
const REPLAYABLE: readonly DeliveryStatus[] = DELIVERY_STATUSES.filter(
  (status) => status !== 'pending',
);

/**
 * Reads a range: deliveries created from `since` on, and before `until` where that is given, of one
 * `status` or of all that have ended. Times are ISO 8601 with a time and a zone, in the years 0000 to
 * 9999 in UTC.
 */
export function readReplay(input: ReplayInput): Result<ReplayRange, WebhookRequestInvalid> {
  const since = parseIsoMoment(input.since);
  const until = input.until === undefined ? null : parseIsoMoment(input.until);
  const status = REPLAYABLE.find((known) => known === input.status) ?? null;
  const violations: FieldViolation[] = [];
  if (since === null) violations.push(noMoment('since', input.since));
  if (until === null && input.until !== undefined) violations.push(noMoment('until', input.until));
  if (status === null && input.status !== undefined) {
    violations.push({ field: 'status', rule: 'one_of', limit: REPLAYABLE, value: input.status });
  }
  return since === null || violations.length > 0
    ? err({ code: 'webhook_request_invalid', violations })
    : ok({ since, until, status });
}

/** Reads how long the old secret lives on after a rotation, in milliseconds: 24 hours, 0 to 7 days. */
export function readOverlap(value: unknown): Result<number, WebhookRequestInvalid> {
  const overlap = value === undefined ? DEFAULT_OVERLAP_MS : value;
  const isOverlap =
    typeof overlap === 'number' &&
    Number.isInteger(overlap) &&
    overlap >= 0 &&
    overlap <= MAX_OVERLAP_MS;
  const limit = `integer, 0 to ${String(MAX_OVERLAP_MS)}`;
  return isOverlap
    ? ok(overlap)
    : err({
        code: 'webhook_request_invalid',
        violations: [{ field: 'overlap_ms', rule: 'overlap', limit, value }],
      });
}

function noMoment(field: string, value: unknown): FieldViolation {
  return { field, rule: 'date_time', limit: MOMENT_LIMIT, value };
}
