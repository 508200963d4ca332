import { createHash } from 'node:crypto';
import { err, ok, type Result } from 'neverthrow';
import { isObject } from '../../shared/checks/check-options.js';
import type { FieldViolation } from '../../shared/checks/field-violation.js';
import { readRecord, textField, type RecordField } from '../../shared/checks/record-field.js';
import { sortedJson } from '../../shared/sorted-json.js';

/** The operation is not valid, or its text does not fit the message. Nothing was sent, and no attempt was spent. */
export interface OperationInvalid {
  readonly code: 'operation_invalid';
  readonly violations: readonly FieldViolation[];
}

/** One operation of the host that a person approves, such as a payment; unvalidated. */
export interface OperationInput {
  /** The host's own id of it: 1 to 128 characters, no control characters. */
  readonly id?: unknown;
  /**
   * What the person is told, in the message and on the code page: 1 to 60 characters, one line, nothing invisible, no `<`
   * and no `>`. In an SMS it has to fit beside the code into 160 GSM-7 characters.
   */
  readonly text?: unknown;
  /**
   * All that must not change, such as amount and payee: a JSON object, at most 4,096 characters as JSON, 8 levels deep.
   * Send amounts as strings: a number is what JSON says, so that 1.0 is 1, and an integer beyond ±(2^53 − 1) is refused.
   */
  readonly data?: unknown;
}

/** A valid operation, without its data. */
export interface DigestedOperation {
  readonly id: string;
  readonly text: string;
  /** SHA-256 over id, text and data as RFC 8785 writes them; 64 lower-case hexadecimal digits. */
  readonly digest: string;
}

const MAX_DATA_LENGTH = 4096;
const MAX_LEVELS = 8;

/** No line separator, nothing that is invisible or turns the text around it, no markup, no space at its ends. */
const TEXT = /^(?!\s|.*\s$)(?:[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<>]){1,60}$/u;

const words = textField(1, 60);

const text: RecordField<string> = {
  schema: { ...words.schema, examples: ['Pay 120.00 EUR to Miller Ltd'] },
  read: (input) =>
    typeof input === 'string' && TEXT.test(input)
      ? ok(input)
      : err({ rule: 'text', limit: '1 to 60 characters in one line, all visible, no < and no >' }),
};

const data: RecordField<object> = {
  schema: {
    type: 'object',
    examples: [{ amount: '120.00', currency: 'EUR', payee: 'Miller Ltd' }],
  },
  read(input) {
    if (!isObject(input)) return err({ rule: 'type', limit: 'object' });
    const json = sortedJson(input, MAX_LEVELS);
    const limit = `JSON of at most ${String(MAX_DATA_LENGTH)} characters and ${String(MAX_LEVELS)} levels`;
    return json !== null && json.length <= MAX_DATA_LENGTH
      ? ok(input)
      : err({ rule: 'json', limit });
  },
};

const id = textField(1, 128);

/** The fields of an operation. */
export const OPERATION_FIELDS = {
  id: { ...id, schema: { ...id.schema, examples: ['payment_81'] } },
  text,
  data,
};

/**
 * Reads an operation and digests it: the same for fields in another order, another for a changed digit.
 *
 * @example
 * const payment = { id: 'payment_81', text: 'Pay 120.00 EUR', data: { amount: '120.00' } };
 * readOperation(payment).isOk(); // true
 */
export function readOperation(input: unknown): Result<DigestedOperation, OperationInvalid> {
  if (!isObject(input)) {
    return err(
      operationInvalid([{ field: 'operation', rule: 'type', limit: 'object', value: null }]),
    );
  }
  return readRecord<{ id: string; text: string; data: object }>(OPERATION_FIELDS, input, {})
    .map((operation) => ({
      id: operation.id,
      text: operation.text,
      digest: digestOf(operation),
    }))
    .mapErr((violations) =>
      operationInvalid(
        violations.map((one) => ({ ...one, field: `operation.${one.field}`, value: null })),
      ),
    );
}

/** The operation was read, so it is JSON. */
function digestOf(operation: object): string {
  const json = sortedJson(operation, MAX_LEVELS + 1) ?? '';
  return createHash('sha256').update(json).digest('hex');
}

export function operationInvalid(violations: readonly FieldViolation[]): OperationInvalid {
  return { code: 'operation_invalid', violations };
}
