import type { CodePlace } from './code-place.js';
import { codeStateColumns } from './code-row.js';
import { statement, type Statement } from './statement.js';
import { tenantColumns } from './stored-tenant.js';

/** One reading, with and without the ledger of the phone number that a code may go to. */
export interface ReadCodeStatements {
  /** Takes tenant, identity, purpose or session, and the subject of the identity's ledger. */
  readonly withoutPhone: Statement;
  /** Takes the subject of the phone's ledger as well. */
  readonly holdingPhone: Statement;
}

/** The statements that read a code record of one place, and with it the tenant's own where that is asked for. */
export function readCodeStatements(
  schema: string,
  place: CodePlace,
  operation: 'code_read' | 'code_read_with_tenant',
): ReadCodeStatements {
  const withTenant = operation === 'code_read_with_tenant';
  return {
    withoutPhone: statement(operation, readText(schema, place, { withTenant, holdsPhone: false })),
    holdingPhone: statement(
      `${operation}_holding_phone`,
      readText(schema, place, { withTenant, holdsPhone: true }),
    ),
  };
}

/** Always one row, whatever is stored. */
function readText(
  schema: string,
  { table, column }: CodePlace,
  { withTenant, holdsPhone }: { readonly withTenant: boolean; readonly holdsPhone: boolean },
): string {
  return `${holdsPhone ? holdPhone(schema) : ''}
    select factor.enrolled_at,
      ${codeStateColumns('code.')},
      ledger.sent_at, ledger.cooldown_started_at, ledger.wrong_guesses, ledger.refused_at
      ${holdsPhone ? ', phone.sent_at as phone_sent_at, phone.cooldown_started_at as phone_cooldown_started_at' : ''}
      ${withTenant ? `, ${tenantColumns('tenant.')}` : ''}
    from (select $1::text as tenant_id) as wanted
    left join ${schema}.sms_factors as factor
      on factor.tenant_id = $1 and factor.identity_id = $2
    left join ${schema}.${table} as code
      on code.tenant_id = $1 and code.identity_id = $2 and code.${column} = $3
    left join ${schema}.sms_ledgers as ledger
      on ledger.tenant_id = $1 and ledger.subject = $4
    ${withTenant ? `left join ${schema}.tenants as tenant on tenant.tenant_id = $1` : ''}
    ${holdsPhone ? 'cross join phone' : ''}`;
}

/**
 * Locks the phone number's ledger until the unit of work ends, for other identities may have the same
 * number. A ledger that does not exist yet cannot be locked, so it is made. The row that comes back
 * is the newest one committed, even where the lock had to be waited for; the rest of the statement sees the
 * snapshot of its start, which is current for everything that the identity's own lock guards.
 */
function holdPhone(schema: string): string {
  return `with phone as (
      insert into ${schema}.sms_ledgers as held (tenant_id, subject, last_used_at)
      values ($1, $5, '-infinity')
      on conflict (tenant_id, subject) do update set sent_at = held.sent_at
      returning sent_at, cooldown_started_at
    )`;
}
