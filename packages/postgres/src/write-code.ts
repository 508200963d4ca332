import type { CodeSubject, FactorRecordKey, PreparedEvent, Trail } from '@stepward/core/adapter';
import {
  KEPT_FACTORS,
  type CodeState,
  type EnrolledFactor,
  type FactorRecord,
  type KeptFactor,
} from '@stepward/core/factors';

import { appendAuthenticationText } from './append-authentication.js';
import { appendEventValues } from './append-event.js';
import { codeStateColumns } from './code-row.js';
import { destinationSubject, identitySubject, raiseVersion } from './ledger-subject.js';
import { statement, type BoundStatement, type Statement } from './statement.js';

/** Names a record over all tenants. */
export type CodeRowKey = FactorRecordKey & { readonly tenantId: string };

/** Writes one row. `bind` takes a value and gives the parameter that stands for it. */
type Part = (bind: (value: unknown) => string) => string;

/** What to write. */
export interface CodeChange {
  readonly before: FactorRecord;
  readonly after: FactorRecord;
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
  before: FactorRecord,
  after: FactorRecord,
): readonly Part[] {
  const parts: Part[] = [];
  if (after.factors !== before.factors) parts.push(...factorParts(schema, key, before, after));
  if (after.state !== before.state) parts.push(codePart(schema, key, after.state));
  const usesLedger = LEDGER_FIELDS.some((field) => after[field] !== before[field]);
  if (usesLedger) {
    parts.push(ledgerPart(schema, key.tenantId, identitySubject(key.identityId), after));
  } else if (parts.length > 0) {
    parts.push((bind) =>
      raiseVersion(schema, bind(key.tenantId), bind(identitySubject(key.identityId))),
    );
  }
  if (after.destinationSends !== before.destinationSends && key.destinationKey !== null) {
    const ledger = { sends: after.destinationSends, wrongGuesses: [], refusals: [] };
    parts.push(ledgerPart(schema, key.tenantId, destinationSubject(key.destinationKey), ledger));
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

/** What one row of `ledgers` holds. */
const LEDGER_FIELDS = ['sends', 'wrongGuesses', 'refusals'] as const;
type Ledger = Pick<FactorRecord, (typeof LEDGER_FIELDS)[number]>;

/** A part for each factor that was enrolled, changed or removed. */
function factorParts(
  schema: string,
  key: CodeRowKey,
  before: FactorRecord,
  after: FactorRecord,
): readonly Part[] {
  const changed = KEPT_FACTORS.filter((name) => before.factors[name] !== after.factors[name]);
  return changed.map((name) => factorPart(schema, key, name, after.factors[name]));
}

function factorPart(
  schema: string,
  { tenantId, identityId }: CodeRowKey,
  name: KeptFactor,
  factor: EnrolledFactor | undefined,
): Part {
  const table = `${schema}.factors`;
  return (bind) =>
    factor === undefined
      ? `delete from ${table} where tenant_id = ${bind(tenantId)}
         and identity_id = ${bind(identityId)} and factor = ${bind(name)}`
      : `insert into ${table} (tenant_id, identity_id, factor, enrolled_at, verifier)
         values (${[tenantId, identityId, name, factor.enrolledAt, factor.verifier].map(bind).join(', ')})
         on conflict (tenant_id, identity_id, factor) do update
         set enrolled_at = excluded.enrolled_at, verifier = excluded.verifier`;
}

/** A challenge replaces the earlier one of its session, for any identity. */
const SESSION_KEY = `(tenant_id, session_id) where purpose = 'step_up'`;
const CODE_KEY = '(tenant_id, identity_id, factor, purpose, session_id)';

function codePart(schema: string, key: CodeRowKey, state: CodeState): Part {
  const { tenantId, identityId, factor, purpose } = key;
  const names = [tenantId, identityId, factor, purpose, sessionOf(key)];
  const table = `${schema}.codes`;
  return (bind) =>
    state.status === 'none'
      ? `delete from ${table} where ${CODE_KEY} = (${names.map(bind).join(', ')})`
      : `insert into ${table}
           (tenant_id, identity_id, factor, purpose, session_id, ${codeStateColumns()})
         values (${[...names, ...stateColumns(state)].map(bind).join(', ')})
         on conflict ${purpose === 'step_up' ? SESSION_KEY : CODE_KEY} do update
         set identity_id = excluded.identity_id, factor = excluded.factor,
           status = excluded.status, code_id = excluded.code_id,
           destination = excluded.destination, verifier = excluded.verifier,
           issued_at = excluded.issued_at, expires_at = excluded.expires_at,
           attempts_spent = excluded.attempts_spent,
           guessed_wrong_at = excluded.guessed_wrong_at, ended_at = excluded.ended_at`;
}

/** As a key has it: '' where the code is for no session. */
export function sessionOf(subject: CodeSubject): string {
  return subject.purpose === 'step_up' ? subject.sessionId : '';
}

/** In the order of `codeStateColumns`. A tombstone keeps nothing of its code. */
function stateColumns(state: Exclude<CodeState, { status: 'none' }>): readonly unknown[] {
  if (state.status !== 'pending') {
    return [state.status, null, null, null, null, null, null, null, state.endedAt];
  }
  const { status, codeId, destination, verifier, issuedAt, expiresAt } = state;
  const guesses = [state.attemptsSpent, state.wrongGuesses];
  return [status, codeId, destination, verifier, issuedAt, expiresAt, ...guesses, null];
}

function ledgerPart(
  schema: string,
  tenantId: string,
  subject: string,
  { sends: { sentAt, cooldownStartedAt }, wrongGuesses, refusals }: Ledger,
): Part {
  const lastUsedAt = lastUse([...sentAt, ...wrongGuesses, ...refusals]);
  const budgets = [sentAt, cooldownStartedAt, wrongGuesses, refusals];
  const values = [tenantId, subject, ...budgets, lastUsedAt];
  return (bind) =>
    `insert into ${schema}.ledgers
       (tenant_id, subject, sent_at, cooldown_started_at, wrong_guesses, refused_at, last_used_at,
         version)
     values (${values.map(bind).join(', ')}, 1)
     on conflict (tenant_id, subject) do update
     set sent_at = excluded.sent_at, cooldown_started_at = excluded.cooldown_started_at,
       wrong_guesses = excluded.wrong_guesses, refused_at = excluded.refused_at,
       last_used_at = excluded.last_used_at, version = ledgers.version + 1`;
}

/** When a ledger was last used: what is older than a day counts no more, and is purged. */
export function lastUse(uses: readonly Date[]): Date | '-infinity' {
  return uses.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? '-infinity';
}
