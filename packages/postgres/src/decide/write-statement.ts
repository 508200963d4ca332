import { parameterSql, parameterValues, type ParameterList } from '../connection/parameters.js';
import { quoteIdentifier } from '../connection/quote.js';
import { statement, type BoundStatement, type Statement } from '../connection/statement.js';
import { storedTimes } from '../connection/stored-values.js';
import { enterTenant } from '../connection/unit-of-work.js';
import { eventAnnouncement, type QueueSchema } from '../queue/news.js';
import { FIRST_VERSION, identitySubject, JUST_WRITTEN, lastUse } from '../stores/code-row.js';
import { blocks, counters, dailySend, dailySlot, destinationSends } from './budget-parts.js';
import type { DecisionChange } from './change.js';
import { challenge, code, endedCodes, removedCode } from './code-parts.js';
import { trustedDevices } from './device-parts.js';
import { madeGrant, spentGrant } from './grant-parts.js';
import { enrolmentsDue } from './due-parts.js';
import { removedAuthenticators, storedAuthenticators, verifiedPhone } from './factor-parts.js';
import { audit, entries, events, sentMessage } from './trail-parts.js';
import { SHARED, type PartSql, type WritePart } from './write-part.js';

/**
 * The statements that store decisions, each for the parts that one kind of decision changes. A decision is stored by
 * the first that has all of its parts. Each has a part for the code, which uses all shared parameters, so Postgres knows
 * their types. A statement's rows are locked in the order of its parts: it is one for all.
 */
const SHAPES: Readonly<Record<string, readonly WritePart[]>> = {
  guess: [code, entries],
  answer: [challenge, storedAuthenticators, entries],
  send: [destinationSends, code, entries, counters],
  challenge: [destinationSends, challenge, entries, counters],
  enrol: [removedCode, storedAuthenticators, entries, events, counters],
  remember: [code, sentMessage],
  device: [code, trustedDevices, entries],
  due: [code, enrolmentsDue, events],
  all: [
    ...[destinationSends, dailySlot, dailySend, blocks, code, challenge, removedCode, endedCodes],
    ...[
      removedAuthenticators,
      storedAuthenticators,
      trustedDevices,
      enrolmentsDue,
      verifiedPhone,
      sentMessage,
      madeGrant,
      spentGrant,
      entries,
      events,
      counters,
      audit,
    ],
  ],
};

/** The statements that store decisions, by their shapes. */
export function writeStatements(target: QueueSchema): readonly Statement[] {
  return Object.values(SHAPES).map((parts) => writeStatement(target, parts));
}

/** Gives the statement that stores a change, with its values. It returns a row where the change was stored. */
export function createDecisionWriter(
  target: QueueSchema,
): (change: DecisionChange) => BoundStatement {
  const shapes = Object.values(SHAPES).map((parts) => ({
    parts,
    written: writeStatement(target, parts),
  }));
  return (change) => {
    const missing = ALL.filter((part) => part.isIn(change));
    const shape = shapes.find(({ parts }) => missing.every((part) => parts.includes(part)));
    if (shape === undefined) throw new TypeError('no statement stores all parts of the decision');
    const values = [COMMON, ...shape.parts.map(({ parameters }) => parameters)].flatMap((list) =>
      parameterValues(list, change),
    );
    return { statement: shape.written, values };
  };
}

const ALL = SHAPES['all'] ?? [];

/** The parameters of `decision` and `guard`. */
const COMMON = {
  ...SHARED,
  lockKeys: ['bigint[]', ({ guard }) => guard?.lockKeys],
  lockWait: ['text', ({ guard }) => guard && `${String(guard.waitMs)}ms`],
  subject: ['text', ({ owner }) => identitySubject(owner.identityId)],
  // The budgets; null where they do not change.
  sentAt: ['timestamptz[]', used(({ sends }) => storedTimes(sends.sentAt))],
  cooldown: ['timestamptz', used(({ sends }) => sends.cooldownStartedAt)],
  wrongGuesses: ['timestamptz[]', used(({ wrongGuesses }) => storedTimes(wrongGuesses))],
  refusals: ['timestamptz[]', used(({ refusals }) => storedTimes(refusals))],
  starts: ['timestamptz[]', used(({ starts }) => storedTimes(starts))],
  lastUsedAt: [
    'timestamptz',
    used(({ sends, wrongGuesses, refusals, starts }) =>
      lastUse(sends.sentAt, wrongGuesses, refusals, starts),
    ),
  ],
} satisfies ParameterList<DecisionChange>;

function used(
  valueOf: (record: DecisionChange['record']) => unknown,
): (change: DecisionChange) => unknown {
  return ({ areBudgetsUsed, record }) => (areBudgetsUsed ? valueOf(record) : null);
}

/**
 * `decision` sets the tenant, and how long to wait for rows, and has a row where no unit of work holds the locks: what one
 * of them is about to change, no decision may be made on. `guard` raises the version of the identity's ledger, and has a
 * row where it was the one that was read.
 *
 * The parts run in their order, each when the last line asks for what it stored, which is for a row of `guard`: so the
 * tenant is set before row-level security asks for it, and nothing is stored without the guard.
 */
function writeStatement(target: QueueSchema, parts: readonly WritePart[]): Statement {
  const schema = quoteIdentifier(target.schemaName);
  const $ = parameterSql(COMMON);
  const composed = composedOf(target, parts);
  const conditions = composed.flatMap(({ condition = [] }) => condition);
  return statement(
    'decision_write',
    `with decision as materialized (
      select ${enterTenant(schema, $.tenantId)} as tenant_id,
        case when ${$.lockWait} is not null then set_config('lock_timeout', ${$.lockWait}, true) end as lock_wait
      where (select bool_and(pg_try_advisory_xact_lock(key)) from unnest(${$.lockKeys}) as key) is not false
    ),
    guard as (
      insert into ${schema}.ledgers as stored (tenant_id, subject, sent_at, cooldown_started_at,
        wrong_guesses, refused_at, started_at, last_used_at, version)
      select tenant_id, ${$.subject}, coalesce(${$.sentAt}, '{}'), ${$.cooldown}, coalesce(${$.wrongGuesses}, '{}'),
        coalesce(${$.refusals}, '{}'), coalesce(${$.starts}, '{}'), coalesce(${$.lastUsedAt}, ${JUST_WRITTEN}),
        ${FIRST_VERSION}
      from decision ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      on conflict (tenant_id, subject) do update
      set version = stored.version + 1, sent_at = coalesce(${$.sentAt}, stored.sent_at),
        cooldown_started_at =
          case when ${$.sentAt} is null then stored.cooldown_started_at else ${$.cooldown} end,
        wrong_guesses = coalesce(${$.wrongGuesses}, stored.wrong_guesses),
        refused_at = coalesce(${$.refusals}, stored.refused_at),
        started_at = coalesce(${$.starts}, stored.started_at),
        last_used_at = coalesce(${$.lastUsedAt}, greatest(stored.last_used_at, ${JUST_WRITTEN}))
      where ${$.version} is null or stored.version = ${$.version}
      returning tenant_id
    ),
    ${composed.map(({ tables }) => tables).join(',\n    ')}
    select cast(coalesce(${composed.map(failing).join('')} '0') as integer) as stored from guard`,
  );
}

function composedOf(target: QueueSchema, parts: readonly WritePart[]): readonly PartSql[] {
  const schema = quoteIdentifier(target.schemaName);
  const shared = {
    ...parameterSql(SHARED),
    eventAnnouncement: eventAnnouncement(target, 'shard'),
  };
  let first = Object.keys(COMMON).length + 1;
  return parts.map(({ parameters, sql }) => {
    const numbered = parameterSql(parameters, first);
    first += Object.keys(parameters).length;
    return sql(schema, numbered, shared);
  });
}

/** The text cannot be cast to an integer, so the statement fails, and Postgres rolls all of it back. */
function failing({ check: { holds, otherwise } }: PartSql): string {
  return `case when not (${holds}) then '${otherwise}' end, `;
}
