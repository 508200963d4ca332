import type { Challenge } from '@stepward/core';
import type { EndedCodes, FactorRecordKey } from '@stepward/core/adapter';
import { type CodeState, NO_CODE } from '@stepward/core/factors';
import { fromJson, type Session, toJson } from '../rows/index.js';
import { factorName } from './factor-name.js';

/** Reads the challenge of a session, for any identity. */
export function readChallenge({ sql }: Pick<Session, 'sql'>, sessionId: string): Challenge | null {
  const row = sql.first(
    `select identity_id as identityId, factor, status, state from stepward_codes
      where tenant_id = @tenantId and session_id = @sessionId and purpose = 'step_up'`,
    { sessionId },
  ) as (CodeRow & { readonly identityId: string; readonly factor: string }) | undefined;
  if (row === undefined) return null;
  return { identityId: row.identityId, factor: factorName(row.factor), state: storedState(row) };
}

/** Reads the code of a record; for step-up the challenge of the session, if it is the identity's and of the factor. */
export function readCode({ sql }: Session, key: FactorRecordKey): CodeState {
  const row = sql.first(`select status, state from stepward_codes where ${THE_CODE}`, keyOf(key));
  return row === undefined ? NO_CODE : storedState(row as CodeRow);
}

/** Stores the code of a record. A session has one: it takes the place of any other. */
export function writeCode({ sql }: Session, key: FactorRecordKey, state: CodeState): void {
  const others =
    key.purpose === 'step_up'
      ? `tenant_id = @tenantId and session_id = @sessionId and purpose = 'step_up'`
      : THE_CODE;
  sql.run(`delete from stepward_codes where ${others}`, keyOf(key));
  if (state.status === 'none') return;
  const endsAt = state.status === 'pending' ? state.expiresAt : state.endedAt;
  sql.run(
    `insert into stepward_codes
        (tenant_id, identity_id, factor, purpose, session_id, status, ends_at, state)
      values (@tenantId, @identityId, @factor, @purpose, @sessionId, @status, @endsAt, @state)`,
    { ...keyOf(key), status: state.status, endsAt, state: toJson(state) },
  );
}

/** Ends live codes of an identity. */
export function endCodes(
  { sql }: Session,
  identityId: string,
  { factor, end, now }: EndedCodes,
): void {
  sql.run(
    `update stepward_codes set status = @end, ends_at = @now, state = @state
      where tenant_id = @tenantId and identity_id = @identityId
        and status = 'pending' and ends_at > @now
        and (@factor is null or factor = @factor and purpose <> 'phone')`,
    { identityId, factor, end, now, state: toJson({ status: end, endedAt: now }) },
  );
}

const THE_CODE = `tenant_id = @tenantId and identity_id = @identityId and factor = @factor
    and purpose = @purpose and session_id = @sessionId`;

function keyOf(key: FactorRecordKey) {
  const { identityId, factor, purpose } = key;
  return { identityId, factor, purpose, sessionId: purpose === 'step_up' ? key.sessionId : '' };
}

interface CodeRow {
  readonly status: string;
  readonly state: string;
}

/** @throws TypeError where this version does not know the status: such a code cannot be judged. */
function storedState({ status, state }: CodeRow): CodeState {
  if (!STATUSES.includes(status)) throw new TypeError('a stored code has an unknown status');
  return fromJson(state) as CodeState;
}

const STATUSES: readonly string[] = [
  'pending',
  'expired',
  'exhausted',
  'void',
  'withdrawn',
] satisfies CodeState['status'][];
