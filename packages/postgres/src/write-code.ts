import type { CodeRecordKey, PreparedEvent, Trail } from '@stepward/core/adapter';
import type { CodeRecord, CodeState } from '@stepward/core/factors';
import { appendAuthenticationText } from './append-authentication.js';
import { appendEventValues } from './append-event.js';
import { placeOf } from './code-place.js';
import { codeStateColumns } from './code-row.js';
import { identitySubject, phoneSubject } from './ledger-subject.js';
import { statement, type BoundStatement, type Statement } from './statement.js';

/** Names a record over all tenants. */
export type CodeRowKey = CodeRecordKey & { readonly tenantId: string };

/** Writes one row. `bind` takes a value and gives the parameter that stands for it. */
type Part = (bind: (value: unknown) => string) => string;

/** What to write. */
export interface CodeChange {
  readonly before: CodeRecord;
  readonly after: CodeRecord;
  readonly trail?: Trail | undefined;
}

/**
 * One statement that stores the rows in which `after` differs from `before` by reference, and appends its
 * log entries and events; null where there is nothing to do. Its text depends on which rows those are, how many
 * entries and events there are, and on nothing else, so that few are prepared.
 */
export function writeCodeStatement(
  schema: string,
  key: CodeRowKey,
  { before, after, trail }: CodeChange,
): BoundStatement | null {
  const parts = [
    ...(trail === undefined ? [] : trailParts(schema, key, trail)),
    ...changedParts(schema, key, before, after),
  ];
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${String(values.push(value))}`;
  const [main, ...others] = parts.map((part) => part(bind));
  if (main === undefined) return null;
  const ahead = others.map((text, index) => `part_${String(index)} as (${text})`).join(', ');
  const text = ahead === '' ? main : `with ${ahead} ${main}`;
  return { statement: named(text), values };
}

/** The statements met so far: there is one per set of changed rows, and naming one takes a hash. */
const statements = new Map<string, Statement>();

function named(text: string): Statement {
  const known = statements.get(text) ?? statement('code_write', text);
  statements.set(text, known);
  return known;
}

function changedParts(
  schema: string,
  key: CodeRowKey,
  before: CodeRecord,
  after: CodeRecord,
): readonly Part[] {
  const parts: Part[] = [];
  if (after.enrolledAt !== before.enrolledAt) {
    parts.push(factorPart(schema, key, after.enrolledAt));
  }
  if (after.state !== before.state) parts.push(codePart(schema, key, after.state));
  if (LEDGER_FIELDS.some((field) => after[field] !== before[field])) {
    parts.push(ledgerPart(schema, key.tenantId, identitySubject(key.identityId), after));
  }
  if (after.phoneSends !== before.phoneSends && key.phoneKey !== null) {
    const ledger = { sends: after.phoneSends, wrongGuesses: [], refusals: [] };
    parts.push(ledgerPart(schema, key.tenantId, phoneSubject(key.phoneKey), ledger));
  }
  return parts;
}

/**
 * The events come first, so that their part is the statement's own: a `select` in front of it, which nobody
 * reads from, would never be executed.
 */
function trailParts(schema: string, { tenantId }: CodeRowKey, trail: Trail): readonly Part[] {
  const { entries, events } = trail;
  const parts: Part[] = [];
  if (events.length > 0) parts.push(eventsPart(schema, tenantId, events));
  if (entries.length > 0) {
    parts.push((bind) => appendAuthenticationText(schema, tenantId, entries, bind));
  }
  return parts;
}

function eventsPart(schema: string, tenantId: string, events: readonly PreparedEvent[]): Part {
  return (bind) => {
    const calls = events.map(({ event, patterns }) => {
      const values = appendEventValues(tenantId, event, patterns);
      return `${schema}.append_event(${values.map(bind).join(', ')})`;
    });
    return `select ${calls.join(', ')}`;
  };
}

/** What one row of `sms_ledgers` holds. */
const LEDGER_FIELDS = ['sends', 'wrongGuesses', 'refusals'] as const;
type Ledger = Pick<CodeRecord, (typeof LEDGER_FIELDS)[number]>;

function factorPart(schema: string, key: CodeRowKey, enrolledAt: Date | null): Part {
  const { tenantId, identityId } = key;
  const table = `${schema}.sms_factors`;
  return (bind) =>
    enrolledAt === null
      ? `delete from ${table}
         where tenant_id = ${bind(tenantId)} and identity_id = ${bind(identityId)}`
      : `insert into ${table} (tenant_id, identity_id, enrolled_at)
         values (${[tenantId, identityId, enrolledAt].map(bind).join(', ')})
         on conflict (tenant_id, identity_id) do update set enrolled_at = excluded.enrolled_at`;
}

function codePart(schema: string, key: CodeRowKey, state: CodeState): Part {
  const { tenantId, identityId } = key;
  const { column, value, ...place } = placeOf(key);
  const table = `${schema}.${place.table}`;
  return (bind) =>
    state.status === 'none'
      ? `delete from ${table} where tenant_id = ${bind(tenantId)}
         and identity_id = ${bind(identityId)} and ${column} = ${bind(value)}`
      : `insert into ${table} (tenant_id, identity_id, ${column}, ${codeStateColumns()})
         values (${[tenantId, identityId, value, ...stateColumns(state)].map(bind).join(', ')})
         on conflict (${place.key}) do update
         set identity_id = excluded.identity_id,
           status = excluded.status, code_id = excluded.code_id, phone = excluded.phone,
           digest_key_id = excluded.digest_key_id, digest = excluded.digest,
           issued_at = excluded.issued_at, expires_at = excluded.expires_at,
           attempts_spent = excluded.attempts_spent,
           guessed_wrong_at = excluded.guessed_wrong_at, ended_at = excluded.ended_at`;
}

/** In the order of `codeStateColumns`. A tombstone keeps nothing of its code. */
function stateColumns(state: Exclude<CodeState, { status: 'none' }>): readonly unknown[] {
  if (state.status !== 'pending') {
    return [state.status, null, null, null, null, null, null, null, null, state.endedAt];
  }
  const { status, codeId, phone, digest, issuedAt, expiresAt, attemptsSpent, wrongGuesses } = state;
  const digests = [digest.keyId, digest.hmac];
  return [
    status,
    codeId,
    phone,
    ...digests,
    issuedAt,
    expiresAt,
    attemptsSpent,
    wrongGuesses,
    null,
  ];
}

function ledgerPart(
  schema: string,
  tenantId: string,
  subject: string,
  { sends: { sentAt, cooldownStartedAt }, wrongGuesses, refusals }: Ledger,
): Part {
  const lastUsedAt = latest([...sentAt, ...wrongGuesses, ...refusals]) ?? '-infinity';
  const budgets = [sentAt, cooldownStartedAt, wrongGuesses, refusals];
  const values = [tenantId, subject, ...budgets, lastUsedAt];
  return (bind) =>
    `insert into ${schema}.sms_ledgers
       (tenant_id, subject, sent_at, cooldown_started_at, wrong_guesses, refused_at, last_used_at)
     values (${values.map(bind).join(', ')})
     on conflict (tenant_id, subject) do update
     set sent_at = excluded.sent_at, cooldown_started_at = excluded.cooldown_started_at,
       wrong_guesses = excluded.wrong_guesses, refused_at = excluded.refused_at,
       last_used_at = excluded.last_used_at`;
}

function latest(moments: readonly Date[]): Date | undefined {
  return moments.toSorted((a, b) => a.getTime() - b.getTime()).at(-1);
}
