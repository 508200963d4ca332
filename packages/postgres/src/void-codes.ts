import { endedCode } from './code-row.js';
import { statement, type Statement } from './statement.js';

/** Ends the live codes that went to an identity's own number. Parameters: tenant, identity, now, status. */
export function voidCodesStatement(schema: string): Statement {
  const end = (table: string): string =>
    `update ${schema}.${table} set ${endedCode('$4::text', '$3::timestamptz')}
     where tenant_id = $1 and identity_id = $2 and status = 'pending' and expires_at > $3::timestamptz`;
  return statement(
    'code_void',
    `with enrolment as (${end('sms_codes')} and purpose = 'enrolment') ${end('step_up_challenges')}`,
  );
}
