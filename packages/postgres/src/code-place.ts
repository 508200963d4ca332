import type { CodeRecordKey } from '@stepward/core/adapter';

/** Where the codes of a purpose are kept: those for step-up are one per session, the others one per identity. */
export interface CodePlace {
  readonly table: 'sms_codes' | 'step_up_challenges';
  /** Distinguishes an identity's codes in the table. */
  readonly column: 'purpose' | 'session_id';
  /** The table's primary key. */
  readonly key: string;
}

export const IDENTITY_CODES: CodePlace = {
  table: 'sms_codes',
  column: 'purpose',
  key: 'tenant_id, identity_id, purpose',
};

export const SESSION_CODES: CodePlace = {
  table: 'step_up_challenges',
  column: 'session_id',
  key: 'tenant_id, session_id',
};

/** The place of a record's code, and what stands there in its column. */
export function placeOf(key: CodeRecordKey): CodePlace & { readonly value: string } {
  return key.purpose === 'step_up'
    ? { ...SESSION_CODES, value: key.sessionId }
    : { ...IDENTITY_CODES, value: key.purpose };
}
