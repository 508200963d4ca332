import { parsePhoneNumber, type PhoneNumber } from '@stepward/core';
import type { CounterKey } from '@stepward/core/adapter';

/**
 * Reads a driver's value of a `timestamptz`: a Date, or text if the host has configured its driver so.
 *
 * @throws TypeError where it is not a date.
 */
export function storedDate(value: unknown): Date {
  const date = value instanceof Date ? value : new Date(String(value));
  if (Number.isNaN(date.getTime())) throw new TypeError('a stored timestamp is not a date');
  return date;
}

export function storedDateOrNull(value: unknown): Date | null {
  return value === null ? null : storedDate(value);
}

/** An array of times as a parameter. Text costs the driver less than dates. */
export function storedTimes(times: readonly Date[]): readonly string[] {
  return times.map((time) => time.toISOString());
}

/** @throws TypeError where the number is not in E.164 form. */
export function storedPhone(value: unknown): PhoneNumber {
  const phone = parsePhoneNumber(value);
  if (phone.isErr()) throw new TypeError('a stored phone number is not in E.164 form');
  return phone.value;
}

/** Reads a driver's value of a `jsonb` object: the object, or its text if the host has configured its driver so. */
export function storedJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

/** The key of a counter of sends, as JSON. */
export interface CounterKeyRow {
  readonly name: string;
  readonly part: string;
  readonly bucket: unknown;
}

export function storedCounterKeys(stored: unknown): readonly CounterKey[] {
  return (storedJson(stored) as readonly CounterKeyRow[]).map(storedCounterKey);
}

export function storedCounterKey({ name, part, bucket }: CounterKeyRow): CounterKey {
  return { name, part, bucket: storedDate(bucket) };
}

/**
 * An id as a parameter of a look-up. Postgres stores no text with a zero character and refuses it as a parameter. No
 * row has such an id, so null is passed, which equals nothing.
 */
export function findable(id: string): string | null {
  return id.includes('\0') ? null : id;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The same for a column of UUIDs: Postgres refuses any other parameter. */
export function findableUuid(id: string): string | null {
  return UUID.test(id) ? id : null;
}

/** Reads the number of a delivery among those of its subscriber: a `bigint` is text with most drivers. */
export function storedSequence(stored: unknown): number | null {
  return stored === null ? null : Number(stored);
}
