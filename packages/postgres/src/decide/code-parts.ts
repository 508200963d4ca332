import { CODE_COLUMNS, endedCode, isEnded, replacedBy } from '../stores/code-row.js';
import type { ParameterList } from '../connection/parameters.js';
import type { DecisionChange } from './change.js';
import { DECISION_LOST, ran, writePart, type SharedSql } from './write-part.js';

/** The code of an enrolment or a new number, as it is from now on. */
export const code = writePart({
  isIn: ({ code: stored, owner }) => stored !== null && owner.purpose !== 'step_up',
  parameters: codeParameters(({ code: stored, owner }) =>
    owner.purpose === 'step_up' ? null : stored,
  ),
  sql: (schema, values, $) => ({
    tables: `stored_code as (${putCode(schema, 'guard', values, $)})`,
    check: ran('stored_code'),
  }),
});

/**
 * A code for step-up. It replaces the earlier challenge of its session, for any identity and factor. Where that
 * one is not the one that was read, the decision is lost.
 */
export const challenge = writePart({
  isIn: ({ code: stored, owner }) => stored !== null && owner.purpose === 'step_up',
  parameters: {
    ...codeParameters(({ code: stored, owner }) => (owner.purpose === 'step_up' ? stored : null)),
    readId: ['text', ({ guard }) => guard?.challengeId],
  },
  sql: (schema, { readId, ...values }, $) => ({
    condition: `(${$.version} is null or ${values.status} is null or (
      select count(*) from ${schema}.codes as one
      where one.tenant_id = decision.tenant_id and one.session_id = ${$.sessionId}
        and one.purpose = 'step_up' and one.identity_id <> ${$.identityId}
        and one.code_id is distinct from ${readId}) = 0)`,
    tables: `replaced as (
      delete from ${schema}.codes as one
      where exists (select from guard) and one.tenant_id = ${$.tenantId} and one.session_id = ${$.sessionId} and one.purpose = 'step_up'
        and (one.identity_id <> ${$.identityId} or one.factor <> ${$.factor}) and ${values.status} is not null
      returning 1
    ),
    stored_challenge as (
      ${putCode(schema, 'guard, (select count(*) from replaced) as before', values, $)}
    )`,
    check: ran('stored_challenge'),
  }),
});

/** The code was used, or is not needed any more. */
export const removedCode = writePart({
  isIn: ({ isCodeRemoved }) => isCodeRemoved,
  parameters: { isRemoved: ['boolean', ({ isCodeRemoved }) => isCodeRemoved] },
  sql: (schema, { isRemoved }, $) => ({
    tables: `removed_code as (
      delete from ${schema}.codes as one
      where exists (select from guard) and one.tenant_id = ${$.tenantId} and one.identity_id = ${$.identityId} and one.factor = ${$.factor}
        and one.purpose = ${$.purpose} and one.session_id = ${$.sessionId} and ${isRemoved}
      returning 1
    )`,
    check: {
      holds: `not ${isRemoved} or ${$.version} is null or exists (select from removed_code)`,
      otherwise: DECISION_LOST,
    },
  }),
});

/** Other live codes, which end. */
export const endedCodes = writePart({
  isIn: ({ also }) => Boolean(also.ended),
  parameters: {
    factor: ['text', ({ also }) => also.ended?.factor],
    status: ['text', ({ also }) => also.ended?.end],
    at: ['timestamptz', ({ also }) => also.ended?.now],
    /** Whether another part stores or removes the code of the decision: a statement changes a row once. */
    isOwnStored: ['boolean', ({ code: stored, isCodeRemoved }) => stored !== null || isCodeRemoved],
  },
  sql: (schema, { factor, status, at, isOwnStored }, $) => ({
    tables: `ended_codes as (
      update ${schema}.codes as one set ${endedCode(status, at)}
      where exists (select from guard) and one.tenant_id = ${$.tenantId} and one.identity_id = ${$.identityId}
        and ${isEnded('one', factor, at)}
        and not (${isOwnStored} and one.factor = ${$.factor} and one.purpose = ${$.purpose}
          and one.session_id = ${$.sessionId})
      returning 1
    )`,
    check: ran('ended_codes'),
  }),
});

type CodeColumn = keyof typeof CODE_COLUMNS;

function codeParameters(
  codeOf: (change: DecisionChange) => DecisionChange['code'],
): Readonly<Record<CodeColumn, ParameterList<DecisionChange>[string]>> {
  const parameters = Object.entries(CODE_COLUMNS).map(([column, type]) => [
    column,
    [type, (change: DecisionChange) => codeOf(change)?.[column as CodeColumn]],
  ]);
  return Object.fromEntries(parameters) as Record<
    CodeColumn,
    ParameterList<DecisionChange>[string]
  >;
}

function putCode(
  schema: string,
  from: string,
  values: Readonly<Record<CodeColumn, string>>,
  $: SharedSql,
): string {
  const columns = Object.keys(CODE_COLUMNS).join(', ');
  const stored = Object.values(values).join(', ');
  return `insert into ${schema}.codes
      (tenant_id, identity_id, factor, purpose, session_id, ${columns})
    select ${$.tenantId}, ${$.identityId}, ${$.factor}, ${$.purpose}, ${$.sessionId}, ${stored}
    from ${from} where ${values.status} is not null
    on conflict (tenant_id, identity_id, factor, purpose, session_id) do update
    set ${replacedBy('excluded')} returning 1`;
}
