import { codeStateColumns, factorsOf } from './code-row.js';
import { statement, type Statement } from './statement.js';
import { tenantColumns } from './stored-tenant.js';

/** One reading, with and without the ledger of the destination that a code may go to. */
export interface ReadCodeStatements {
  /** Takes tenant, identity, factor, purpose, session ('' for none) and the subject of the identity's ledger. */
  readonly withoutDestination: Statement;
  /** Takes the subject of the destination's ledger as well. */
  readonly holdingDestination: Statement;
}

/** The statements that read a record, and with it the tenant's own where that is asked for. */
export function readCodeStatements(
  schema: string,
  operation: 'code_read' | 'code_read_with_tenant',
): ReadCodeStatements {
  const withTenant = operation === 'code_read_with_tenant';
  return {
    withoutDestination: statement(
      operation,
      readText(schema, { withTenant, holdsDestination: false }),
    ),
    holdingDestination: statement(
      `${operation}_holding`,
      readText(schema, { withTenant, holdsDestination: true }),
    ),
  };
}

/** Always one row, whatever is stored. */
function readText(
  schema: string,
  {
    withTenant,
    holdsDestination,
  }: { readonly withTenant: boolean; readonly holdsDestination: boolean },
): string {
  return `${holdsDestination ? holdDestination(schema) : ''}
    select ${factorsOf(schema, '$1', '$2')} as factors,
      ${codeStateColumns('code.')},
      ledger.sent_at, ledger.cooldown_started_at, ledger.wrong_guesses, ledger.refused_at
      ${holdsDestination ? `, ${DESTINATION_COLUMNS}` : ''}
      ${withTenant ? `, ${tenantColumns('tenant.')}` : ''}
    from (select $1::text as tenant_id) as wanted
    left join ${schema}.codes as code
      on code.tenant_id = $1 and code.identity_id = $2 and code.factor = $3 and code.purpose = $4
        and code.session_id = $5
    left join ${schema}.ledgers as ledger
      on ledger.tenant_id = $1 and ledger.subject = $6
    ${withTenant ? `left join ${schema}.tenants as tenant on tenant.tenant_id = $1` : ''}
    ${holdsDestination ? 'cross join destination' : ''}`;
}

const DESTINATION_COLUMNS = `destination.sent_at as destination_sent_at,
  destination.cooldown_started_at as destination_cooldown_started_at`;

/**
 * Locks the destination's ledger until the unit of work ends, for other identities may have the same
 * destination. A ledger that does not exist yet cannot be locked, so it is made. The row that comes back
 * is the newest one committed, even where the lock had to be waited for; the rest of the statement sees the
 * snapshot of its start, which is current for everything that the identity's own lock guards.
 */
function holdDestination(schema: string): string {
  return `with destination as (
      insert into ${schema}.ledgers as held (tenant_id, subject, last_used_at, version)
      values ($1, $7, '-infinity', 0)
      on conflict (tenant_id, subject) do update set sent_at = held.sent_at
      returning sent_at, cooldown_started_at
    )`;
}
