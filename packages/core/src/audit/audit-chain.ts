import { createHash } from 'node:crypto';
import type { AuditEvent, AuditEntry, AuditHead } from '../records/audit-event.js';

/** The previous hash of a tenant's first entry. */
export const GENESIS_HASH = '0'.repeat(64);

/** The text of an event: JSON with a fixed order of keys. */
export function canonicalJson(event: AuditEvent): string {
  const { id, type, at, actor, target, details, client, retainUntil } = event;
  return JSON.stringify({ id, type, at, actor, target, details, client, retainUntil });
}

/** Parses the text of an event. */
export function parseCanonicalJson(text: string): AuditEvent {
  const event = JSON.parse(text) as AuditEvent & { at: string; retainUntil: string };
  return { ...event, at: new Date(event.at), retainUntil: new Date(event.retainUntil) };
}

/** SHA-256 over the previous hash, the place and the text, a line each. */
export function auditHash(previousHash: string, sequence: number, text: string): string {
  return createHash('sha256')
    .update(`${previousHash}\n${String(sequence)}\n${text}`)
    .digest('hex');
}

/** Where a chain breaks: the first altered entry. */
export interface ChainBreak {
  readonly sequence: number;
  /**
   * `gap`: an entry before it is missing. `link`: it follows another entry. `hash`: it was changed. `anchor`:
   * it is missing, or another one than the head that was kept elsewhere.
   */
  readonly reason: 'gap' | 'link' | 'hash' | 'anchor';
}

/**
 * Checks a run of entries in order of their places, and gives the first break or null. `after` is the
 * last entry of the run before; null where the run begins the chain, or what is left of it after a purge.
 */
export function findChainBreak(
  entries: Iterable<AuditEntry>,
  after: AuditHead | null,
): ChainBreak | null {
  let previous = after;
  for (const entry of entries) {
    const reason = breakAt(entry, previous);
    if (reason !== null) return { sequence: entry.sequence, reason };
    previous = entry;
  }
  return null;
}

/** The first of the anchors that is not among the entries as it was; null where all are. */
export function findAnchorBreak(
  entries: readonly AuditHead[],
  anchors: readonly AuditHead[],
): ChainBreak | null {
  const hashes = new Map(entries.map(({ sequence, hash }) => [sequence, hash]));
  const broken = anchors.filter(({ sequence, hash }) => hashes.get(sequence) !== hash);
  if (broken.length === 0) return null;
  return { sequence: Math.min(...broken.map(({ sequence }) => sequence)), reason: 'anchor' };
}

function breakAt(entry: AuditEntry, previous: AuditHead | null): ChainBreak['reason'] | null {
  if (previous === null && entry.sequence === 1 && entry.previousHash !== GENESIS_HASH)
    return 'link';
  if (previous !== null && entry.sequence !== previous.sequence + 1) return 'gap';
  if (previous !== null && entry.previousHash !== previous.hash) return 'link';
  return auditHash(entry.previousHash, entry.sequence, entry.text) === entry.hash ? null : 'hash';
}
