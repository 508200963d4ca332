import type { Storage } from '@stepward/core';
import type { StoredEvent } from '@stepward/core/adapter';
import { TENANT, commit, recordEvent } from './contract-host.js';
import { EVENT } from './samples.js';

/** The time at which most cases of events and webhooks run. */
export const NOW = new Date('2026-01-10T12:00:00.000Z');
export const FIRST_PAGE = { limit: 100, position: null };

/** A UUID with a number in it. */
export function uuid(number: number): string {
  return `${String(number).padStart(8, '0')}-0000-4000-8000-00000000abcd`;
}

/** The number in a UUID of {@link uuid}. */
export function numberOf(id: string): number {
  return Number(id.slice(0, 8));
}

/** Returns an event by number, emitted at {@link NOW} by default, that never expires. */
export function eventNo(number: number, emittedAt = NOW): StoredEvent {
  return { ...EVENT, id: uuid(number), emittedAt, expiresAt: null };
}

export interface EmitOptions {
  readonly to?: number | 'all';
  readonly at?: Date;
  readonly expiresAt?: Date;
  /** A UUID; none by default. */
  readonly orderingKey?: string;
}

/** Appends an event by number for one subscriber, or for all. */
export function emit(
  storage: Storage,
  number: number,
  { to = 'all', at = NOW, expiresAt, orderingKey }: EmitOptions = {},
  tenantId = TENANT,
): Promise<void> {
  const event = { ...eventNo(number, at), ...(expiresAt && { expiresAt }) };
  return commit(storage, { tenantId }, (stores) =>
    recordEvent(stores, event, ['*', `to.${String(to)}`], orderingKey),
  );
}
