import { err, ok, type Result } from 'neverthrow';
import { KEPT_FACTORS, type KeptFactor } from '../records/factor-name.js';
import type { FieldViolation } from '../shared/checks/field-violation.js';
import {
  integerField,
  readRecord,
  textField,
  type RecordField,
} from '../shared/checks/record-field.js';

/** The reason, the factors or the lifetime are not valid. */
export interface HelpInvalid {
  readonly code: 'help_invalid';
  readonly violations: readonly FieldViolation[];
}

/** A request to reset a person's factors, unvalidated. */
export interface ResetInput {
  /** Why, for the logs: 1 to 500 characters, of which one can be seen. */
  readonly reason?: unknown;
  /** Which of `KEPT_FACTORS`, at least one; all by default. */
  readonly factors?: unknown;
}

/** A request for a temporary pass, unvalidated. */
export interface PassInput {
  /** As in {@link ResetInput}. */
  readonly reason?: unknown;
  /** An integer from 5 to 1440; 60 by default. */
  readonly lifetime_minutes?: unknown;
}

const words = textField(1, 500);

/** A log must not show a reason as none. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

const reason: RecordField<string> = {
  schema: { ...words.schema, examples: ['lost her phone'] },
  read: (input) => words.read(typeof input === 'string' && !VISIBLE.test(input) ? '' : input),
};

const factors: RecordField<readonly KeptFactor[]> = {
  schema: { type: 'array', items: { type: 'string', enum: KEPT_FACTORS }, minItems: 1 },
  read(input) {
    const named = KEPT_FACTORS.filter((name) => Array.isArray(input) && input.includes(name));
    const isKnown =
      named.length > 0 &&
      (input as readonly unknown[]).every((name) => named.includes(name as KeptFactor));
    return isKnown ? ok(named) : err({ rule: 'one_of', limit: KEPT_FACTORS });
  },
};

const DEFAULT_MINUTES = 60;

const minutes = integerField(5, 1440);

const lifetime: RecordField<number> = {
  ...minutes,
  schema: { ...minutes.schema, default: DEFAULT_MINUTES },
};

/** The fields of a reset. */
export const RESET_FIELDS = { reason, factors };

/** The fields of a request for a pass. */
export const PASS_FIELDS = { reason, lifetime_minutes: lifetime };

interface ResetRequest {
  readonly reason: string;
  readonly factors: readonly KeptFactor[];
}

/** Reads a reset: by default of all factors. */
export function readReset(input: ResetInput): Result<ResetRequest, HelpInvalid> {
  return readRecord<ResetRequest>(RESET_FIELDS, input, { factors: KEPT_FACTORS }).mapErr(invalid);
}

interface PassRequest {
  readonly reason: string;
  readonly lifetime_minutes: number;
}

/** Reads a request for a pass: by default of an hour. */
export function readPass(input: PassInput): Result<PassRequest, HelpInvalid> {
  const base = { lifetime_minutes: DEFAULT_MINUTES };
  return readRecord<PassRequest>(PASS_FIELDS, input, base).mapErr(invalid);
}

function invalid(violations: readonly FieldViolation[]): HelpInvalid {
  return { code: 'help_invalid', violations };
}
