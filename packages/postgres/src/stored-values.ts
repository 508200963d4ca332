import { parsePhoneNumber, type PhoneNumber } from '@stepward/core';

/**
 * Reads what a driver makes of a `timestamptz`: a Date, or text where the host has told its driver
 * so for queries of its own.
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

/** @throws TypeError where the number is not in E.164 form. */
export function storedPhone(value: unknown): PhoneNumber {
  const phone = parsePhoneNumber(value);
  if (phone.isErr()) throw new TypeError('a stored phone number is not in E.164 form');
  return phone.value;
}

/** What a driver makes of a `jsonb` that holds an object: the object, or its text where the host has told it so. */
export function storedJson(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value;
}

/**
 * An id as it may be looked up. Postgres keeps no text with a zero character and refuses to be asked
 * for one; nothing goes by such an id, and null equals nothing.
 */
export function findable(id: string): string | null {
  return id.includes('\0') ? null : id;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The same for a column that holds UUIDs: Postgres refuses to be asked for anything else. */
export function findableUuid(id: string): string | null {
  return UUID.test(id) ? id : null;
}
