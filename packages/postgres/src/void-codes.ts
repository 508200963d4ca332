import { endedCode } from './code-row.js';
import { raiseVersion } from './ledger-subject.js';
import { statement, type Statement } from './statement.js';

/** Ends the live codes for enrolment and step-up. Parameters: tenant, identity, factor or null, now, status. */
export function voidCodesStatement(schema: string): Statement {
  return statement(
    'code_void',
    `with raised as (${raiseVersion(schema, '$1', `'identity:' || $2`)})
     update ${schema}.codes set ${endedCode('$5::text', '$4::timestamptz')}
     where tenant_id = $1 and identity_id = $2 and ($3::text is null or factor = $3)
       and purpose in ('enrolment', 'step_up') and status = 'pending' and expires_at > $4::timestamptz`,
  );
}
