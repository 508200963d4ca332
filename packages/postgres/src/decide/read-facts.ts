import type { Logger } from '@stepward/core';
import type { CounterQuery, DecisionFacts } from '@stepward/core/adapter';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { statement, type BoundStatement } from '../connection/statement.js';
import { enterTenant } from '../connection/unit-of-work.js';
import { findable, storedJson } from '../connection/stored-values.js';
import {
  authenticatorsOf,
  type ChallengeRow,
  destinationSubject,
  FIRST_VERSION,
  identitySubject,
  type LedgerRow,
  type RecordRows,
  sessionOf,
  storedFactorRecord,
} from '../stores/code-row.js';
import { type GrantRow, storedGrant } from '../stores/grant-row.js';
import type { IdentityRow } from '../stores/identity-store.js';
import {
  blocksOf,
  countsOf,
  queriesValue,
  storedSendCounters,
  type SendCountersRow,
} from './send-counters.js';
import {
  overridesOf,
  type OverridesRow,
  storedOverrides,
  storedTenant,
  tenantOf,
  type TenantRow,
} from '../stores/policy-store.js';
import { duesOf, storedDues } from '../stores/enrolments-due.js';
import { devicesOf, storedDevices } from '../stores/trusted-devices.js';
import type { RecordOwner } from './change.js';

/** The rows that a decision is made on, each as one value of JSON; null for one that is not stored. */
export interface FactsRow extends Omit<RecordRows, 'destination'> {
  readonly identity: IdentityRow | null;
  readonly tenant: TenantRow | null;
  /** The challenge of the session, for any identity and factor. */
  readonly challenge: ChallengeRow | null;
  /** Of the organisation, where one was asked for. */
  readonly policy?: OverridesRow;
  /** The result of `devicesOf`, where devices were asked for. */
  readonly devices?: unknown;
  /** With one of the names, where some were asked for. */
  readonly grant?: GrantRow | null;
  /** The result of `duesOf`, where they were asked for. */
  readonly dues?: unknown;
}

/** The rows that a send is decided on besides. */
export interface SendRow extends SendCountersRow {
  readonly destination: LedgerRow | null;
}

/** Of a decision that sends nothing. */
export const NOTHING_SENT: SendRow = { destination: null, counts: null, blocks: null };

/** What is read besides. */
export interface AskedFacts {
  readonly organisationId: string | null;
  /** Whether trusted devices or enrolments that are due are read, which are read together. */
  readonly ofPerson: boolean;
}

/** Reads the facts of an operation that are known by its identity, its session, and its organisation or its grant. */
export function readFactsStatement(
  schema: string,
): (owner: RecordOwner, asked: AskedFacts) => BoundStatement {
  const select = `${tenantSet(schema)} select ${factsIn(schema)}`;
  const read = statement('decision_read', `${select} from tenant`);
  const readWithPolicy = statement(
    'decision_read_policy',
    `${select}, ${policyIn(schema, '$7')} from tenant`,
  );
  const readOfPerson = statement(
    'decision_read_person',
    `${select}, ${policyIn(schema, '$7')}, ${ofPersonIn(schema)} from tenant`,
  );
  const readWithGrant = statement(
    'decision_read_grant',
    `${select}, ${grantIn(schema, '$7')} from tenant`,
  );
  return (owner, { organisationId, ofPerson }) => {
    const values = factsValues(owner);
    if (owner.grants !== undefined) {
      return { statement: readWithGrant, values: [...values, owner.grants] };
    }
    if (ofPerson)
      return { statement: readOfPerson, values: [...values, organisationValue(organisationId)] };
    return organisationId === null
      ? { statement: read, values }
      : { statement: readWithPolicy, values: [...values, findable(organisationId)] };
  };
}

/** Reads the budget of a destination, and counters of the fraud guard. */
export function readSendStatement(
  schema: string,
): (tenantId: string, destinationKey: string, queries: readonly CounterQuery[]) => BoundStatement {
  const read = statement(
    'send_read',
    `${tenantSet(schema)} select ${ledgerOf(schema, '$2')} as destination, ${countersIn(schema, '$3')} from tenant`,
  );
  return (tenantId, destinationKey, queries) => ({
    statement: read,
    values: [tenantId, destinationSubject(destinationKey), queriesValue(queries)],
  });
}

/**
 * Reads both in a unit of work, and holds the ledger of the destination until that ends: other identities may use the same
 * one. One that does not exist cannot be held, so it is created.
 */
export function holdFactsStatement(
  schema: string,
): (
  owner: RecordOwner,
  queries: readonly CounterQuery[],
  organisationId: string | null,
) => BoundStatement {
  const read = statement(
    'decision_hold',
    `${tenantSet(schema)}, held as (
      insert into ${schema}.ledgers as stored (tenant_id, subject, last_used_at, version)
      select id, $7, '-infinity', ${FIRST_VERSION} from tenant where $7::text is not null
      on conflict (tenant_id, subject) do update set version = stored.version
      returning *
    )
    select ${factsIn(schema)}, (select row_to_json(held) from held) as destination,
      ${countersIn(schema, '$8')}, ${policyIn(schema, '$9')}, ${ofPersonIn(schema)}
    from tenant`,
  );
  return (owner, queries, organisationId) => {
    const { destinationKey } = owner;
    const held = destinationKey === null ? null : destinationSubject(destinationKey);
    const id = organisationValue(organisationId);
    return { statement: read, values: [...factsValues(owner), held, queriesValue(queries), id] };
  };
}

/** Reads the challenge of a session. */
export function readChallengeStatement(
  schema: string,
): (tenantId: string, sessionId: string) => BoundStatement {
  const read = statement(
    'challenge_read',
    `${tenantSet(schema)} select ${challengeIn(schema, '$2')} from tenant`,
  );
  return (tenantId, sessionId) => ({ statement: read, values: [tenantId, sessionId] });
}

/** Sets the tenant that row-level security asks for. What is read for the row of `tenant` is read afterwards. */
export function tenantSet(schema: string): string {
  return `with tenant as materialized (select ${enterTenant(schema, '$1')} as id)`;
}

function factsIn(schema: string): string {
  return `
    (select row_to_json(one) from ${schema}.identities as one
      where one.tenant_id = tenant.id and one.identity_id = $2) as identity,
    ${tenantOf(schema, 'tenant.id')} as tenant,
    ${authenticatorsOf(schema, 'tenant.id', '$2')} as authenticators,
    (select row_to_json(one) from ${schema}.codes as one
      where one.tenant_id = tenant.id and one.identity_id = $2 and one.factor = $3 and one.purpose = $4
        and one.session_id = $5) as code,
    ${ledgerOf(schema, '$6')} as ledger,
    ${challengeIn(schema, '$5')}`;
}

function policyIn(schema: string, organisationId: string): string {
  return `${overridesOf(schema, 'tenant.id', organisationId)} as policy`;
}

function organisationValue(organisationId: string | null): string | null {
  return organisationId === null ? null : findable(organisationId);
}

function ofPersonIn(schema: string): string {
  return `${devicesOf(schema, 'tenant.id', '$2')} as devices, ${duesOf(schema, 'tenant.id', '$2')} as dues`;
}

function grantIn(schema: string, names: string): string {
  return `(select row_to_json(one) from ${schema}.grants as one
      where one.tenant_id = tenant.id and one.name = any(${names}::text[])) as "grant"`;
}

function factsValues(owner: RecordOwner): unknown[] {
  const { tenantId, identityId, factor, purpose } = owner;
  return [tenantId, identityId, factor, purpose, sessionOf(owner), identitySubject(identityId)];
}

function challengeIn(schema: string, sessionId: string): string {
  return `(select row_to_json(one) from ${schema}.codes as one
      where one.tenant_id = tenant.id and one.session_id = ${sessionId} and one.purpose = 'step_up') as challenge`;
}

function ledgerOf(schema: string, subject: string): string {
  return `(select row_to_json(one) from ${schema}.ledgers as one
      where one.tenant_id = tenant.id and one.subject = ${subject})`;
}

function countersIn(schema: string, queries: string): string {
  return `${countsOf(schema, 'tenant.id', queries)} as counts, ${blocksOf(schema, 'tenant.id', queries)} as blocks`;
}

/** The row of a statement; a driver may give JSON as its text. */
export function parsedRow(row: unknown): unknown {
  const columns = Object.entries(row as Readonly<Record<string, unknown>>);
  return Object.fromEntries(columns.map(([name, value]) => [name, storedJson(value)]));
}

/** The facts that rows say; of the challenge nothing, which only some operations may see. */
export function factsOf(
  rows: FactsRow & SendRow,
  organisationId: string | null,
  logger: Logger,
): Omit<DecisionFacts, 'identity' | 'challenge'> {
  return {
    tenant: rows.tenant === null ? DEFAULT_TENANT : storedTenant(rows.tenant, logger),
    record: storedFactorRecord(rows),
    counters: storedSendCounters(rows),
    policy: organisationId !== null && rows.policy ? storedOverrides(rows.policy) : null,
    trustedDevices: rows.devices === undefined ? null : storedDevices(rows.devices),
    grant: rows.grant ? storedGrant(rows.grant) : null,
    enrolmentsDue: rows.dues === undefined ? null : storedDues(rows.dues),
  };
}
