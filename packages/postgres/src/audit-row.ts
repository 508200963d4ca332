import type { AuditEntry } from '@stepward/core';

export interface AuditRow {
  /** A `bigint`: text with most drivers. */
  readonly sequence: unknown;
  readonly text: string;
  readonly previous_hash: string;
  readonly hash: string;
}

export const AUDIT_COLUMNS = 'sequence, text, previous_hash, hash';

export function storedAuditEntry(row: AuditRow): AuditEntry {
  const { text, previous_hash: previousHash, hash } = row;
  return { sequence: Number(row.sequence), text, previousHash, hash };
}
