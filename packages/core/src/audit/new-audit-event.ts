import type { AuditEvent } from '../records/audit-event.js';

/** 45 CFR 164.316(b)(2). */
const RETENTION_YEARS = 6;

/** Returns until when an event of that time is kept. */
export function retainedUntil(at: Date): Date {
  const until = new Date(at);
  until.setUTCFullYear(until.getUTCFullYear() + RETENTION_YEARS);
  return until;
}

/** An event with the time until which it is kept. */
export function newAuditEvent(event: Omit<AuditEvent, 'retainUntil'>): AuditEvent {
  return { ...event, retainUntil: retainedUntil(event.at) };
}
