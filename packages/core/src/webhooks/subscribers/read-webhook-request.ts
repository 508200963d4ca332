import type { Result } from 'neverthrow';
import { days, hours } from '../../shared/duration.js';
import type { FieldViolation } from '../../shared/checks/field-violation.js';
import {
  booleanField,
  overlapField,
  readRecord,
  timeField,
  wordField,
  type RecordFields,
} from '../../shared/checks/record-field.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../delivery.js';

/** The deliveries to replay, as a caller requests them; what is wrong is reported as a violation. */
export interface ReplayInput {
  /** Deliveries created from then on: a `Date`, or ISO 8601 text with a time and a zone. */
  readonly since: Date | string;
  /** And before then; now by default. */
  readonly until?: Date | string;
  /** `delivered`, `exhausted`, `skipped` or `expired`; all of them by default. */
  readonly status?: string;
  /** Whether to send nothing, and only tell what would be sent; false by default. */
  readonly dry_run?: boolean;
}

/** The request to rotate a secret; what is wrong is reported as a violation. */
export interface RotationInput {
  /** How long the old secret remains valid, in milliseconds: 86,400,000 (24 hours) by default, 0 to 604,800,000 (7 days). */
  readonly overlap_ms?: number;
}

/** The range of a replay, or the overlap of a rotation, is not valid. */
export interface WebhookRequestInvalid {
  readonly code: 'webhook_request_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The deliveries to replay. */
export interface ReplayRange {
  readonly since: Date;
  readonly until: Date | null;
  readonly status: DeliveryStatus | null;
  readonly dry_run: boolean;
}

/** Pending deliveries are not replayed. */
const REPLAYABLE: readonly DeliveryStatus[] = DELIVERY_STATUSES.filter(
  (status) => status !== 'pending',
);

/** Deliveries created from `since` on, before `until` where that is given, of one `status` or of all that have ended. */
export const REPLAY_FIELDS: RecordFields<ReplayRange> = {
  since: timeField,
  until: timeField,
  status: wordField(REPLAYABLE),
  dry_run: booleanField,
};

export function readReplay(input: object): Result<ReplayRange, WebhookRequestInvalid> {
  return readRecord(REPLAY_FIELDS, input, { until: null, status: null, dry_run: false }).mapErr(
    invalid,
  );
}

/** How long the old secret is valid after a rotation, in milliseconds: 24 hours by default, 0 to 7 days. */
export const ROTATION_FIELDS = { overlap_ms: overlapField(days(7)) };

export function readRotation(
  input: object,
): Result<{ readonly overlap_ms: number }, WebhookRequestInvalid> {
  return readRecord(ROTATION_FIELDS, input, { overlap_ms: hours(24) }).mapErr(invalid);
}

function invalid(violations: readonly FieldViolation[]): WebhookRequestInvalid {
  return { code: 'webhook_request_invalid', violations };
}
