import type { AuditEvent } from './audit-event.js';

/** 45 CFR 164.316(b)(2). */
const RETENTION_YEARS = 6;

/** An event with the time until which it is kept. */
export function newAuditEvent(event: Omit<AuditEvent, 'retainUntil'>): AuditEvent {
  const retainUntil = new Date(event.at);
  retainUntil.setUTCFullYear(retainUntil.getUTCFullYear() + RETENTION_YEARS);
  return { ...event, retainUntil };
}
