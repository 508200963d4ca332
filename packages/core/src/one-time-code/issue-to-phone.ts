import { err, type Result } from 'neverthrow';
import type { Identity } from '../identity/identity.js';
import type { Tenant } from '../tenant/tenant.js';
import { checkDestination, type DestinationRefused } from './check-destination.js';
import type { CodeRecord } from './code-record.js';
import { issueCode, type IssuedCode, type SendRefused } from './issue-code.js';
import type { CodeLimits } from './limits.js';
import type { NewCode } from './new-code.js';

/** All that sending a code is decided on, whatever the code is for. */
export interface SendSituation {
  readonly tenant: Tenant;
  readonly identity: Identity;
  readonly record: CodeRecord;
  /** A code drawn for the phone to send to; null where there is none. */
  readonly fresh: NewCode | null;
  /** The country of that phone, where it is known. */
  readonly country: string | null;
}

/** Issues a code in the identity's language, where the tenant sends to its phone: the last check before a send. */
export function issueToPhone(
  { tenant, identity, record, country }: SendSituation,
  fresh: NewCode,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, DestinationRefused | SendRefused> {
  const destination = checkDestination(tenant.sms, fresh.context.phone, country);
  if (destination.isErr()) return err(destination.error);
  const message = { settings: tenant.sms, locale: identity.locale };
  return issueCode(record, fresh, message, now, limits);
}
